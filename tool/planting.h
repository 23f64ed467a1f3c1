// SPDX-License-Identifier: MIT
// The plants of a world in pictures of it.
#ifndef LOAM_TOOL_PLANTING_H
#define LOAM_TOOL_PLANTING_H

#include "loam/loam.h"

/// Whose plants they are.
typedef struct planting
{
    const loam_tile_defs *defs;
    const loam_tile_source *source; // of these definitions
    loam_store *store;              // plants of chunks that it has are as it has them; may be NULL
    loam_tile_planter *planter;     // of these definitions
} planting;

/// A planter of the time of the year that a world was kept in; a store of NULL is a new world.
loam_result planting_create(const loam_env *env, const loam_tile_defs *defs, loam_store *store,
                            loam_tile_planter **out);

/// Chunks whose plants may reach into an area: those that it meets, and those around them.
void planting_reach(loam_tile_area area, loam_chunk_pos *low, loam_chunk_pos *high);

/// Puts all plants that reach into an area there. chunk has room for one.
loam_result planting_put(const planting *plants, loam_tile_area area, loam_tile *tiles,
                         loam_tile *chunk);

/// The bytes of the plants of a chunk, as the store has them, or as they grow if it does not have the chunk.
/// bytes has room for LOAM_MAX_PLANT_BYTES, chunk for one.
loam_result planting_find(const planting *plants, loam_chunk_pos at, loam_tile *chunk,
                          uint8_t *bytes, size_t *size);

#endif
