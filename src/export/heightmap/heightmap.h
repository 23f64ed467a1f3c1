// SPDX-License-Identifier: MIT
// A set of height maps while it is made: what an engine accepts, where samples and files lie, how they are
// written, and what stands beside them.
#ifndef LOAM_EXPORT_HEIGHTMAP_HEIGHTMAP_H
#define LOAM_EXPORT_HEIGHTMAP_HEIGHTMAP_H

#include "loam/export_heightmap.h"

/// The files of a tile.
typedef enum heightmap_layer
{
    LAYER_HEIGHT,
    LAYER_WATER,
    LAYER_BIOMES,
    LAYER_FLOW,
    LAYER_SLOPE,
    LAYER_NORMALS,
    LAYER_SPLAT, // and those behind it: three or four biomes each
    LAYER_LIMIT = LAYER_SPLAT + (LOAM_MAX_LAND_BIOMES + 2) / 3,
} heightmap_layer;

enum
{
    HEIGHTMAP_PATH = 4096,
    HEIGHTMAP_NAME = 384 // of a file, without its folder
};

typedef struct heightmap_plan
{
    loam_heightmap_engine engine;
    loam_raster_format format; // of heights and water
    int32_t size;              // samples along the side of a tile
    int32_t columns, rows;     // of tiles
    bool shared;               // neighbours have the samples of their border in common
    int64_t step;              // metres between samples
    int64_t x, z;              // of the sample in the south-west
    bool wanted[LAYER_LIMIT];
    int32_t biome_count;
    int32_t splat_channels; // biomes of a splat map, 3 or 4
    bool big_endian;
    bool tiles_north; // the y of tiles' names counts north; else south
    bool gis;         // with what geographic information systems read
    bool south_first; // in files of bare numbers; pictures have the north on top
    bool ranged;      // low and high were asked for
    double low, high; // what 0 and 65535 stand for; of float formats, the lowest and the highest
    char folder[HEIGHTMAP_PATH]; // of the files, "" or with '/' at its end
    bool names_folder;           // the path is a folder: it is made if it is not there
    char name[256];              // how their names begin
    const char *extension;       // of heights and water, with its dot
} heightmap_plan;

/// What a tile turned out to be. Rows and columns are counted from the south-west.
typedef struct heightmap_tile
{
    float min, max;  // of the ground
    int64_t clamped; // heights that lay beyond the range; a shared border counts for one of both
    uint64_t hash;   // of the heights: of the place alone, not of the file
} heightmap_tile;

typedef struct heightmap_result
{
    heightmap_tile *tiles; // columns * rows, row by row
    float min, max;        // of the ground everywhere
    int64_t clamped;
    uint64_t hash;
    int64_t biomes[LOAM_MAX_LAND_BIOMES]; // how many samples of each, if that layer was wanted
    bool used[LAYER_LIMIT];               // whether a file of the layer has anything in it
} heightmap_result;

/// What has been done of the work, and who wants to know it.
typedef struct heightmap_progress
{
    bool (*call)(void *user, int64_t rows, int64_t of);
    void *user;
    int64_t rows, of;
} heightmap_progress;

/// LOAM_CANCELLED with a message if somebody wants no more of it.
loam_result loam_heightmap_go_on(const heightmap_progress *progress);

// ---- what engines take (plan.c) ---------------------------------------------------------------------

/// The plan of a def, if all of it is accepted; of a land with so many biomes.
loam_result loam_heightmap_plan_make(const loam_heightmap_def *def, int32_t biome_count,
                                     heightmap_plan *out);

/// Fills low and high from the lowest and the highest value, if they were not asked for; makes them fit
/// Unreal's mid value anyway.
void loam_heightmap_fit_range(heightmap_plan *plan, double min, double max);

/// Unreal's Z scale for the plan's range: 100 is 512 m.
double loam_heightmap_unreal_scale(const heightmap_plan *plan);

/// How large Terrain3D's regions should be: the largest that a tile consists of.
int32_t loam_heightmap_region(const heightmap_plan *plan);

/// "height", "water", ...
const char *loam_heightmap_layer_name(int32_t layer, char buffer[16]);

/// The name of a tile's file, without folder.
void loam_heightmap_file_name(const heightmap_plan *plan, int32_t layer, int32_t column,
                              int32_t row, char out[HEIGHTMAP_NAME]);

/// The name of a file about all of the set, with its extension.
void loam_heightmap_about_name(const heightmap_plan *plan, const char *extension,
                               char out[HEIGHTMAP_NAME]);

/// Samples along a side of so many tiles; what they share counts once.
int64_t loam_heightmap_side(const heightmap_plan *plan, int32_t tiles);

/// The places of a tile.
loam_land_area loam_heightmap_area(const heightmap_plan *plan, int32_t column, int32_t row);

// ---- writing (draw.c) ---------------------------------------------------------------------------------

/// Writes all files into a folder ("" or with '/' at its end); some may be there after a failure. Before that
/// it finds the range of everything and fits the plan's to it, where that must be known.
loam_result loam_heightmap_draw(heightmap_plan *plan, loam_land *land, const loam_env *env,
                                const char *folder, heightmap_progress *progress,
                                heightmap_result *result);

// ---- for geographic information systems (gis.c) ------------------------------------------------------

/// The world file beside a picture; false if the layer has none.
bool loam_heightmap_world_name(const heightmap_plan *plan, int32_t layer, int32_t column,
                               int32_t row, char out[HEIGHTMAP_NAME]);

/// Writes them, and the virtual raster of all tiles in metres, into a folder as loam_heightmap_draw does.
loam_result loam_heightmap_write_gis(const heightmap_plan *plan, const heightmap_result *result,
                                     const char *folder);

// ---- telling (about.c) --------------------------------------------------------------------------------

/// What stands beside the files, JSON in one line with env's memory, strlen + 1 bytes of it; NULL with a message
/// if there is none.
char *loam_heightmap_tell(const heightmap_plan *plan, const loam_land *land,
                          const heightmap_result *result, const loam_env *env);

#endif
