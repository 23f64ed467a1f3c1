// SPDX-License-Identifier: MIT
// Loam, export: sets of height maps as game engines take them. Part of the library loam-io.
#ifndef LOAM_EXPORT_HEIGHTMAP_H
#define LOAM_EXPORT_HEIGHTMAP_H

#include "loam/export.h"
#include "loam/land.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whose sizes, names and order of rows a set keeps to.
typedef enum loam_heightmap_engine
{
    LOAM_HEIGHTMAP_PLAIN,  // any size from 2 on
    LOAM_HEIGHTMAP_UNITY,  // 2^n + 1 samples; bare numbers begin in the south
    LOAM_HEIGHTMAP_UNREAL, // sections of 2^n - 1 quads; 32768 is sea level
    LOAM_HEIGHTMAP_GODOT,  // with Terrain3D: multiples of 64, OpenEXR in metres
    LOAM_HEIGHTMAP_ENGINE_COUNT,
} loam_heightmap_engine;

/// "plain", "unity", ...; NULL for anything else.
LOAM_API const char *loam_heightmap_engine_name(int32_t engine);

/// "png16", "raw16", "r32", "exr", the formats of heights; NULL for anything else.
LOAM_API const char *loam_heightmap_format_name(int32_t format);

#define LOAM_MAX_HEIGHTMAP_SIZE 8192 // samples along the side of a tile
#define LOAM_MAX_HEIGHTMAP_TILES 64  // along a side of a set
#define LOAM_MAX_HEIGHTMAP_STEP 65536

/// For size, format and the three choices below: what suits the engine, or the file's name.
#define LOAM_HEIGHTMAP_AUTO (-1)

/// A set of tiles. Start from loam_default_heightmap_def().
typedef struct loam_heightmap_def
{
    const char *path; // the file of heights, which all others are named after, or a folder
    loam_heightmap_engine engine;
    int32_t format;        // of heights and water: LOAM_RASTER_PNG16 .. LOAM_RASTER_EXR
    int32_t size;          // samples along the side of a tile
    int32_t columns, rows; // of tiles, 1..LOAM_MAX_HEIGHTMAP_TILES
    int64_t x, z;          // the centre, m
    int64_t step;          // metres between samples, 1..LOAM_MAX_HEIGHTMAP_STEP

    int32_t
        shared_borders; // 0 or 1: whether neighbouring tiles have the samples between them in common
    int32_t tiles_north; // 0 or 1: whether the y in names of tiles counts north
    int32_t south_first; // 0 or 1: whether bare numbers begin in the south
    bool big_endian;     // bare numbers are

    bool ranged; // low and high say what the 16-bit formats reach from and to, m; else as far as
    double low, high; // heights do. Unreal's range is widened so that sea level is its middle.

    bool water, biomes, splat, flow, slope, normals; // files beside that of heights
    bool gis; // world files and a virtual raster, which GDAL and QGIS read; with png16 only

    /// Called now and then from the calling thread, if not NULL; false stops (LOAM_CANCELLED).
    bool (*progress)(void *user, int64_t rows, int64_t of);
    void *user;
} loam_heightmap_def;

/// One tile of the plain engine, a sample a metre around 0, 0; all that can be LOAM_HEIGHTMAP_AUTO is.
LOAM_API loam_heightmap_def loam_default_heightmap_def(void);

/// What a set turned out to be.
typedef struct loam_heightmap_figures
{
    loam_raster_format format;
    int32_t size;        // of a tile
    int64_t samples;     // of the whole; what tiles share counts once
    float min, max;      // of the ground, m
    double low, high;    // what 0 and 65535 stand for; of float formats, the lowest and the highest
    double unreal_scale; // the Z scale to type into Unreal for that: 100 is 512 m
    int64_t clamped;     // heights beyond the range
    uint64_t hash;       // of the heights: of the place alone, not of files
    char *about_path;    // of the JSON file that says all about the set
    char *about;         // what is in it, an object without a line break
} loam_heightmap_figures;

/// Whether a set can be written as far as its def says; LOAM_BAD_ARGUMENT with a message that names what is
/// wrong and what is accepted, LOAM_UNSUPPORTED for OpenEXR in a build without. It need not have a land.
LOAM_API loam_result loam_heightmap_check(const loam_heightmap_def *def);

/// Writes a set with env's threads and memory, which is that of some rows, however large the set. All files are
/// made in a folder beside their places and go there together when all are whole: whatever fails before, and
/// LOAM_CANCELLED, leaves what was there as it was. Of two programs that write one set at once, one set is there
/// in the end. A folder that def->path names is made. figures may be NULL; free it.
LOAM_API loam_result loam_heightmap_write(loam_land *land, const loam_heightmap_def *def,
                                          const loam_env *env, loam_heightmap_figures *figures);

/// Frees what figures of a set that was written point to.
LOAM_API void loam_heightmap_figures_free(const loam_env *env, loam_heightmap_figures *figures);

#ifdef __cplusplus
}
#endif
#endif
