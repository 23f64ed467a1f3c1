// SPDX-License-Identifier: MIT
// Pictures of a tile world: any part of it at any scale, and figures about what is in it.
#ifndef LOAM_TOOL_MAP_H
#define LOAM_TOOL_MAP_H

#include "loam/loam.h"
#include "progress.h"

typedef enum map_layer
{
    MAP_BOTH,
    MAP_BLOCKS,
    MAP_WALLS,
    MAP_SOLID,
    MAP_BIOME,  // coloured by the biome of the column
    MAP_HEIGHT, // coloured by the height of the column, with a scale and the horizon
    MAP_CHUNKS, // both, with the borders and coordinates of chunks
    MAP_LAYER_COUNT,
} map_layer;

/// "both", "blocks", ...; NULL from MAP_LAYER_COUNT on.
const char *map_layer_name(int32_t layer);

/// How large a tile is. One of the two is 1.
typedef struct map_scale
{
    int32_t zoom;   // pixels along the side of a tile
    int32_t shrink; // tiles along the side of a pixel
} map_scale;

/// "16" to "1/64", and their scales: NULL beyond the last.
const char *map_scale_name(int32_t index);
map_scale map_scale_of(int32_t index);

/// The index of the largest scale up to 4 at which neither side of a map of w x h tiles has more than so
/// many pixels; if there is none, that of the smallest scale.
int32_t map_scale_for(int32_t w, int32_t h, int64_t pixels);

/// Up to this many tiles to a pixel's side all of them are looked at; beyond, some are sampled.
#define MAP_MAX_EXACT 8

typedef struct map_def
{
    const loam_tile_defs *defs;
    const loam_tile_source *source; // of these definitions
    loam_store *store; // its chunks are shown instead of what the source grows; may be NULL
    loam_tile_area area;
    map_scale scale;
    map_layer layer;
    int32_t pictures; // how many of this size come onto a sheet; 0 for one that stands alone
    bool bare;        // without plants
    loam_jobs *jobs;  // may be NULL
    progress *bar;    // counts map_work(def); may be NULL
} map_def;

typedef struct map_figures
{
    uint64_t
        hash; // of the tiles, or of the samples, without plants; the same for any number of threads
    bool exact;    // whether every tile was looked at
    int64_t tiles; // that were
    int64_t blocks[LOAM_MAX_MATERIALS],
        walls[LOAM_MAX_MATERIALS]; // how many, by material, likewise
    int64_t biomes[LOAM_BIOMES];   // how many columns
} map_figures;

/// The size of the picture in pixels. The last ones may stand for fewer tiles.
void map_size(const map_def *def, int64_t *w, int64_t *h);

/// Whether a map can be made: its tiles exist, its picture is not too large. If not, says so; the
/// message begins with what, "--at" and "--size" are named in it.
loam_result map_check(const map_def *def);

int64_t map_work(const map_def *def);

/// Grows and draws. The picture is the caller's to destroy; nothing is left if it fails.
loam_result map_draw(const map_def *def, loam_picture *picture, map_figures *figures);

#endif
