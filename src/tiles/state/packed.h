// SPDX-License-Identifier: MIT
// Changed chunks of a world without a store, small: what it remembers of places that it has left.
#ifndef LOAM_TILES_PACKED_H
#define LOAM_TILES_PACKED_H

#include "tiles/data/planes.h"

typedef struct loam_packed loam_packed;

/// The plants of a chunk, of tiles/plants/pack.h; NULL if there are none.
typedef struct loam_packed_plants
{
    uint8_t *bytes;
    size_t size;
} loam_packed_plants;

/// Room to pack and unpack in.
typedef struct loam_packing
{
    loam_chunk_planes planes;
    uint8_t runs[2 * LOAM_CHUNK_BYTES];
} loam_packing;

/// All zero it is empty, stays so and has nothing to be freed.
typedef struct loam_packed_set
{
    loam_packed **buckets; // NULL before loam_packed_init
    loam_packing *packing;
    loam_chunk_model model;
    size_t count, bytes; // of chunks
} loam_packed_set;

loam_result loam_packed_init(loam_packed_set *set, const loam_env *env, const loam_tile_defs *defs,
                             uint64_t seed);
void loam_packed_free(loam_packed_set *set, const loam_env *env);

/// Takes a copy of a chunk that it does not have, edited by a command or not, and its plants over. False with
/// a message if there is no memory.
bool loam_packed_add(loam_packed_set *set, const loam_env *env, loam_chunk_pos at,
                     const loam_tile *tiles, bool edited, loam_packed_plants plants);

bool loam_packed_has(const loam_packed_set *set, loam_chunk_pos at);

/// Gives back a chunk that it has, to the bit, and its plants; returns whether it was edited.
bool loam_packed_take(loam_packed_set *set, const loam_env *env, loam_chunk_pos at,
                      loam_tile *tiles, loam_packed_plants *plants);

/// Drops all chunks that nobody edited and that are further than this from a place, on either axis; returns
/// how many.
size_t loam_packed_drop_far(loam_packed_set *set, const loam_env *env, loam_chunk_pos from,
                            int64_t distance);

/// Whether a chunk is further than this from a place, on either axis.
bool loam_chunk_is_far(loam_chunk_pos chunk, loam_chunk_pos from, int64_t distance);

#endif
