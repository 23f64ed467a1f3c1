// SPDX-License-Identifier: MIT
#include "tiles/life.h"

void loam_life_step(loam_tile_world *world)
{
    (void)world;
}

void loam_life_changed(loam_tile_world *world, size_t index, uint8_t before)
{
    (void)world;
    (void)index;
    (void)before;
}

loam_tile_life loam_tile_world_life(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return (loam_tile_life){0};
}
