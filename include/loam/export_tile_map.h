// SPDX-License-Identifier: MIT
// Loam, export: maps of tile worlds, from single tiles to overviews of tens of thousands, with the plants that
// stand there. Part of the library loam-io, because a map can show a world that is kept.
#ifndef LOAM_EXPORT_TILE_MAP_H
#define LOAM_EXPORT_TILE_MAP_H

#include "loam/picture.h"
#include "loam/store.h"
#include "loam/tile_world.h"
#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loam_tile_map_layer
{
    LOAM_TILE_MAP_BOTH,
    LOAM_TILE_MAP_BLOCKS,
    LOAM_TILE_MAP_WALLS,
    LOAM_TILE_MAP_SOLID,
    LOAM_TILE_MAP_BIOME,  // coloured by the biome of the column
    LOAM_TILE_MAP_HEIGHT, // coloured by the height of the column, with a scale and the horizon
    LOAM_TILE_MAP_CHUNKS, // both, with the borders and coordinates of chunks
    LOAM_TILE_MAP_LAYER_COUNT,
} loam_tile_map_layer;

/// "both", "blocks", ...; NULL from LOAM_TILE_MAP_LAYER_COUNT on.
LOAM_API const char *loam_tile_map_layer_name(int32_t layer);

/// How large a tile is. One of the two is 1.
typedef struct loam_tile_map_scale
{
    int32_t zoom;   // pixels along the side of a tile, 1..16
    int32_t shrink; // tiles along the side of a pixel: 1, 2, 4, .. 64
} loam_tile_map_scale;

/// "16" to "1/64", and their scales: NULL beyond the last.
LOAM_API const char *loam_tile_map_scale_name(int32_t index);
LOAM_API loam_tile_map_scale loam_tile_map_scale_of(int32_t index);

/// The index of the largest scale up to 4 at which neither side of a map of w x h tiles has more than so
/// many pixels; if there is none, that of the smallest scale.
LOAM_API int32_t loam_tile_map_scale_for(int32_t w, int32_t h, int64_t pixels);

/// Up to this many tiles to a pixel's side all of them are looked at; beyond, some are sampled.
#define LOAM_TILE_MAP_MAX_EXACT 8

/// A part of a world.
typedef struct loam_tile_map_def
{
    const loam_tile_defs *defs;
    const loam_tile_source *source; // of these definitions
    loam_store *store; // its chunks are shown instead of what the source grows; may be NULL
    loam_tile_area area;
    loam_tile_map_scale scale;
    loam_tile_map_layer layer;
    bool bare; // without plants, which are shown where every tile is looked at
    /// So many more parts of loam_tile_map_work(def) are done. From any thread; may be NULL.
    void (*progress)(void *user, int64_t parts);
    void *user;
    /// Fills tiles with what the source would, where every tile is looked at: a graphics processor, say. Called on the
    /// calling thread, for up to LOAM_TILE_MAP_FILL_W x LOAM_TILE_MAP_FILL_H tiles. NULL: the source does it.
    loam_result (*fill)(void *fill_user, loam_tile_area area, loam_tile *tiles);
    void *fill_user;
} loam_tile_map_def;

#define LOAM_TILE_MAP_FILL_W 2048
#define LOAM_TILE_MAP_FILL_H 1024

/// What a map shows, in figures.
typedef struct loam_tile_map_figures
{
    uint64_t hash; // of the tiles or samples, without plants; the same for any number of threads
    bool exact;    // whether every tile was looked at
    int64_t tiles; // that were
    int64_t blocks[LOAM_MAX_MATERIALS],
        walls[LOAM_MAX_MATERIALS]; // the same for walls
    int64_t biomes[LOAM_BIOMES];   // how many columns
} loam_tile_map_figures;

/// The size of the picture in pixels. The last ones may stand for fewer tiles.
LOAM_API void loam_tile_map_size(const loam_tile_map_def *def, int64_t *w, int64_t *h);

/// Whether a map can be made: its tiles exist, its scale is one of those above, its picture is not too large.
/// LOAM_BAD_ARGUMENT with a message otherwise. It needs no world yet.
LOAM_API loam_result loam_tile_map_check(const loam_tile_map_def *def);

LOAM_API int64_t loam_tile_map_work(const loam_tile_map_def *def);

/// Grows and draws, with env's memory and threads; only the picture has to fit into memory, never the tiles. The
/// picture is the caller's to destroy; nothing is left if it fails.
LOAM_API loam_result loam_tile_map_draw(const loam_tile_map_def *def, const loam_env *env,
                                        loam_picture *picture, loam_tile_map_figures *figures);

// ---- plants in pictures -----------------------------------------------------------------------------

/// Whose plants they are.
typedef struct loam_tile_planting
{
    loam_env env;
    const loam_tile_defs *defs;
    const loam_tile_source *source; // of these definitions
    loam_store *store;              // plants of chunks that it has are as it has them; may be NULL
    loam_tile_planter *planter;     // of these definitions
} loam_tile_planting;

/// A planter of the time of the year that a world was kept in; a store of NULL is a new world.
LOAM_API loam_result loam_tile_planting_create(const loam_env *env, const loam_tile_defs *defs,
                                               loam_store *store, loam_tile_planter **out);

/// Chunks whose plants may reach into an area: those that it meets, and those around them.
LOAM_API void loam_tile_planting_reach(loam_tile_area area, loam_chunk_pos *low,
                                       loam_chunk_pos *high);

/// Puts all plants that reach into an area there. chunk has room for one.
LOAM_API loam_result loam_tile_planting_put(const loam_tile_planting *plants, loam_tile_area area,
                                            loam_tile *tiles, loam_tile *chunk);

/// The bytes of the plants of a chunk, as the store has them, or as they grow if it does not have the chunk.
/// bytes has room for LOAM_MAX_PLANT_BYTES, chunk for one.
LOAM_API loam_result loam_tile_planting_find(const loam_tile_planting *plants, loam_chunk_pos at,
                                             loam_tile *chunk, uint8_t *bytes, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
