// SPDX-License-Identifier: MIT
// What slow rules would miss.
#ifndef LOAM_TESTS_TILES_OVERLOOKED_H
#define LOAM_TESTS_TILES_OVERLOOKED_H

#include "tiles/life/transform.h"

static inline int64_t overlooked_in(const loam_tile_world *world, loam_tile_pos low)
{
    int64_t overlooked = 0;
    for (int64_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const loam_tile_pos at = {low.x + i % LOAM_CHUNK_SIDE, low.y + i / LOAM_CHUNK_SIDE};
        overlooked += loam_transform_heeds(world, loam_tile_world_at(world, at));
    }
    return overlooked;
}

/// Tiles of interest to slow rules in update chunks that they pass over.
static inline int64_t overlooked_tiles(const loam_tile_world *world)
{
    int64_t overlooked = 0;
    for (int32_t i = 0; i < world->update_count; i++)
    {
        const loam_tile_pos low = world->updates[i];
        overlooked += loam_transform_passes_over(world, low) ? overlooked_in(world, low) : 0;
    }
    return overlooked;
}

/// Update chunks that they pass over.
static inline int32_t passed_over(const loam_tile_world *world)
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->update_count; i++)
    {
        count += loam_transform_passes_over(world, world->updates[i]);
    }
    return count;
}

#endif
