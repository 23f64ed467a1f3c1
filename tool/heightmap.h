// SPDX-License-Identifier: MIT
// Height maps as game engines take them: what an engine accepts, where samples and files lie, how they are
// written, and what stands beside them.
#ifndef LOAM_TOOL_HEIGHTMAP_H
#define LOAM_TOOL_HEIGHTMAP_H

#include "loam/export.h"
#include "loam/land.h"
#include "progress.h"
#include "text.h"

typedef enum heightmap_engine
{
    ENGINE_PLAIN,
    ENGINE_UNITY,
    ENGINE_UNREAL,
    ENGINE_GODOT,
    ENGINE_COUNT,
} heightmap_engine;

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
    HEIGHTMAP_NAME = 384, // of a file, without its folder
    HEIGHTMAP_MAX_SIZE = 8192,
    HEIGHTMAP_MAX_TILES = 64 // along a side
};

typedef struct heightmap_plan
{
    heightmap_engine engine;
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
    bool names_folder;           // -o is a folder: it is made if it is not there
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

// ---- what engines take (heightmap_plan.c) -----------------------------------------------------------

const char *heightmap_engine_name(int32_t engine); // NULL after the last
int32_t heightmap_default_size(heightmap_engine engine);
bool heightmap_shares_borders(heightmap_engine engine);
int32_t heightmap_splat_channels(heightmap_engine engine);

/// Whether the engine takes sizes, formats and names like these; if not, says what it takes.
loam_result heightmap_check(const heightmap_plan *plan);

/// "png16", ...; for formats of heights.
const char *heightmap_format_name(loam_raster_format format);

/// Fills format, folder, name and extension from what -o says; format is negative if it follows from the
/// file's name or the engine.
loam_result heightmap_place(heightmap_plan *plan, const char *output, int32_t format);

/// Fills low and high from the lowest and the highest value, if they were not asked for; makes them fit
/// Unreal's mid value anyway.
void heightmap_fit_range(heightmap_plan *plan, double min, double max);

/// Unreal's Z scale for the plan's range: 100 is 512 m.
double heightmap_unreal_scale(const heightmap_plan *plan);

/// How large Terrain3D's regions should be: the largest that a tile consists of.
int32_t heightmap_region(const heightmap_plan *plan);

/// "height", "water", ...
const char *heightmap_layer_name(int32_t layer, char buffer[16]);

/// The name of a tile's file, without folder.
void heightmap_file_name(const heightmap_plan *plan, int32_t layer, int32_t column, int32_t row,
                         char out[HEIGHTMAP_NAME]);

/// The name of a file about all of the set, with its extension.
void heightmap_about_name(const heightmap_plan *plan, const char *extension,
                          char out[HEIGHTMAP_NAME]);

/// Samples along a side of so many tiles; what they share counts once.
int64_t heightmap_side(const heightmap_plan *plan, int32_t tiles);

/// The places of a tile.
loam_land_area heightmap_area(const heightmap_plan *plan, int32_t column, int32_t row);

// ---- writing (heightmap_draw.c) -----------------------------------------------------------------------

/// Rows of samples that heightmap_measure and heightmap_draw go through, for a progress bar.
int64_t heightmap_work(const heightmap_plan *plan);

/// Whether the range must be measured before anything is written.
bool heightmap_must_measure(const heightmap_plan *plan);

/// Finds the range of everything, and fits the plan's to it.
loam_result heightmap_measure(heightmap_plan *plan, loam_land *land, progress *bar);

/// Writes all files into a folder ("" or with '/' at its end); some may be there after a failure.
loam_result heightmap_draw(heightmap_plan *plan, loam_land *land, loam_jobs *jobs,
                           const char *folder, progress *bar, heightmap_result *result);

// ---- for geographic information systems (heightmap_gis.c) --------------------------------------------

/// The world file beside a picture; false if the layer has none.
bool heightmap_world_name(const heightmap_plan *plan, int32_t layer, int32_t column, int32_t row,
                          char out[HEIGHTMAP_NAME]);

/// Writes them, and the virtual raster of all tiles in metres, into a folder as heightmap_draw does.
loam_result heightmap_write_gis(const heightmap_plan *plan, const heightmap_result *result,
                                const char *folder);

// ---- telling (heightmap_sidecar.c) --------------------------------------------------------------------

/// Adds the object that stands beside the files, open: more keys may follow.
void heightmap_tell(text *json, const heightmap_plan *plan, const loam_land *land, uint64_t seed,
                    const heightmap_result *result);

#endif
