// SPDX-License-Identifier: MIT
#include "tiles/plants/plants.h"

// The year set by hand: plants follow it at once.

void loam_tile_world_set_year_step(loam_tile_world *world, int64_t step)
{
    const int64_t year = loam_tile_world_year_steps(world);
    LOAM_ASSERT(&world->env, step >= 0 && step < year);
    const uint64_t now = world->steps % (uint64_t)year;
    world->year_offset = ((uint64_t)step + (uint64_t)year - now) % (uint64_t)year;
    loam_plants_lift(world); // leaves are at once as the season has them
    loam_plants_settle(world);
}

void loam_tile_world_set_season(loam_tile_world *world, loam_season season)
{
    LOAM_ASSERT(NULL, world != NULL);
    LOAM_ASSERT(&world->env, (uint32_t)season < LOAM_SEASON_COUNT);
    const int64_t year = loam_tile_world_year_steps(world);
    loam_tile_world_set_year_step(world,
                                  (2 * (int64_t)season + 1) * year / (2 * LOAM_SEASON_COUNT));
}
