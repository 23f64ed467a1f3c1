// SPDX-License-Identifier: MIT
#include "loam/tile_world.h"

// The continuity analyzer (Dubsky 2022, 4.6, Algorithm 3). Two chunks side by side in the ring may be
// far apart in the world. An update chunk overlaps the four chunks of a 2 x 2 block of slots: if three
// of the edges between these are edges in the world, so is the fourth.
//
// Sums wrap around instead of overflowing: whatever the slots hold, there is an answer.

enum
{
    HALF = LOAM_CHUNK_SIDE / 2
};

static bool is_next(loam_ring_slot slot, loam_ring_slot other, uint64_t right, uint64_t up)
{
    return slot.loaded && other.loaded &&
           (uint64_t)slot.chunk.x + right == (uint64_t)other.chunk.x &&
           (uint64_t)slot.chunk.y + up == (uint64_t)other.chunk.y;
}

static bool is_continuous(const loam_ring_slot *slots, int32_t side, int32_t x, int32_t y)
{
    const int32_t next_x = (x + 1) % side, next_y = (y + 1) % side;
    const loam_ring_slot here = slots[y * side + x], right = slots[y * side + next_x];
    const loam_ring_slot above = slots[next_y * side + x], across = slots[next_y * side + next_x];
    return is_next(here, right, 1, 0) && is_next(here, above, 0, 1) && is_next(right, across, 0, 1);
}

static int64_t shifted(int64_t chunk)
{
    return (int64_t)((uint64_t)chunk * LOAM_CHUNK_SIDE + HALF);
}

int32_t loam_update_chunks(const loam_ring_slot *slots, int32_t side, loam_tile_pos *out)
{
    int32_t count = 0;
    for (int32_t y = 0; y < side; y++)
    {
        for (int32_t x = 0; x < side; x++)
        {
            if (is_continuous(slots, side, x, y))
            {
                const loam_chunk_pos chunk = slots[y * side + x].chunk;
                out[count++] = (loam_tile_pos){shifted(chunk.x), shifted(chunk.y)};
            }
        }
    }
    return count;
}
