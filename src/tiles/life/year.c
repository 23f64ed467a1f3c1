// SPDX-License-Identifier: MIT
#include "tiles/life/weather.h"

// A year follows from the steps, as a day does: nothing is kept but how far it is ahead of them. A world
// begins where spring ends, when leaves are out and nothing has changed its colour yet.

const char *loam_season_name(loam_season season)
{
    static const char *const names[] = {"spring", "summer", "autumn", "winter"};
    return (uint32_t)season < LOAM_SEASON_COUNT ? names[season] : NULL;
}

int64_t loam_tile_world_year_steps(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return (int64_t)world->defs->sky.day_steps * world->defs->sky.year_days;
}

void loam_year_init(loam_tile_world *world)
{
    world->year_offset = (uint64_t)loam_tile_world_year_steps(world) / LOAM_SEASON_COUNT;
}

int64_t loam_tile_world_year_step(const loam_tile_world *world)
{
    const uint64_t year = (uint64_t)loam_tile_world_year_steps(world);
    return (int64_t)((world->steps % year + world->year_offset) % year);
}

uint16_t loam_tile_world_year(const loam_tile_world *world)
{
    const int64_t year = loam_tile_world_year_steps(world);
    return (uint16_t)(loam_tile_world_year_step(world) * 65536 / year);
}

loam_season loam_tile_world_season(const loam_tile_world *world)
{
    return (loam_season)(loam_tile_world_year(world) / (65536 / LOAM_SEASON_COUNT));
}
