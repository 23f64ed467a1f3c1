// SPDX-License-Identifier: MIT
// The ring: the chunks around a point, in one array.
#ifndef LOAM_TILES_RING_H
#define LOAM_TILES_RING_H

#include "loam/tile_world.h"

/// What is to be saved of a chunk.
typedef struct loam_unsaved
{
    bool changed; // since it was last saved
    bool edited;  // by a command, not only by what lives
    bool failed;  // the last attempt to save it failed
    uint64_t due; // the step in which it is saved at the latest, if changed
} loam_unsaved;

typedef struct loam_ring
{
    loam_tile *tiles;      // side x side
    int32_t chunks;        // along a side, a power of two
    int32_t side;          // tiles,
    int32_t side_log2;     // a power of two, too: a step does not divide
    loam_chunk_pos anchor; // the chunk in the middle
    loam_ring_slot *slots; // chunks x chunks: what is where
    loam_unsaved *unsaved; // the same
    bool *stirred;         // the same: something has changed since slow rules looked through it
} loam_ring;

/// Makes an empty ring: every slot is still to be filled.
loam_result loam_ring_init(loam_ring *ring, const loam_env *env, int32_t log2);
void loam_ring_free(loam_ring *ring, const loam_env *env);

/// Where the anchor goes when the centre is at a place: nowhere, unless it is more than hysteresis
/// tiles outside of the anchor's chunk on that axis.
loam_chunk_pos loam_ring_follow(loam_chunk_pos anchor, loam_tile_pos centre, int32_t hysteresis);

/// The chunk with the least x and y of a ring with this anchor.
loam_chunk_pos loam_ring_lowest(const loam_ring *ring, loam_chunk_pos anchor);

/// The slot of a chunk; the chunk that is in a slot when the ring has this anchor.
int32_t loam_ring_slot_of(const loam_ring *ring, loam_chunk_pos chunk);
loam_chunk_pos loam_ring_chunk_in(const loam_ring *ring, loam_chunk_pos anchor, int32_t slot);

/// Whether a ring with this anchor has a chunk.
bool loam_ring_has(const loam_ring *ring, loam_chunk_pos anchor, loam_chunk_pos chunk);

/// Where a tile of the ring is in the array; and the slot that it is in.
static inline size_t loam_ring_index(const loam_ring *ring, loam_tile_pos at)
{
    const size_t side = (size_t)ring->side; // a power of two
    return ((size_t)at.y & (side - 1)) * side + ((size_t)at.x & (side - 1));
}

int32_t loam_ring_slot_at(const loam_ring *ring, size_t index);

/// The lowest left tile of a slot; rows are ring->side apart.
static inline loam_tile *loam_ring_tiles(const loam_ring *ring, int32_t slot)
{
    const size_t x = (size_t)(slot % ring->chunks) * LOAM_CHUNK_SIDE;
    const size_t y = (size_t)(slot / ring->chunks) * LOAM_CHUNK_SIDE;
    return ring->tiles + y * (size_t)ring->side + x;
}

/// Exchanges the tiles in a slot with those of a chunk of its own; copies them out.
void loam_ring_exchange(loam_ring *ring, int32_t slot, loam_tile *tiles);
void loam_ring_copy_out(const loam_ring *ring, int32_t slot, loam_tile *tiles);

#endif
