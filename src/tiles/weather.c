// SPDX-License-Identifier: MIT
#include "tiles/world.h"

const char *loam_weather_name(loam_weather weather)
{
    static const char *const names[] = {"changing", "clear", "cloudy", "rain", "storm"};
    return (uint32_t)weather < LOAM_WEATHER_COUNT ? names[weather] : NULL;
}

void loam_tile_world_set_weather(loam_tile_world *world, loam_weather weather)
{
    LOAM_ASSERT(NULL, world != NULL);
    world->weather = weather;
}

loam_weather loam_tile_world_weather(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    return world->weather;
}

static uint64_t day_steps(const loam_tile_world *world)
{
    return (uint64_t)world->defs->sky.day_steps;
}

void loam_tile_world_set_time(loam_tile_world *world, uint16_t time)
{
    LOAM_ASSERT(NULL, world != NULL);
    const uint64_t day = day_steps(world);
    world->dawn_offset = (day * time / 65536 + day - world->steps % day) % day;
}

uint16_t loam_tile_world_time(const loam_tile_world *world)
{
    LOAM_ASSERT(NULL, world != NULL);
    const uint64_t day = day_steps(world);
    return (uint16_t)((world->steps + world->dawn_offset) % day * 65536 / day);
}

void loam_tile_world_sky(const loam_tile_world *world, int64_t x, int64_t step, int32_t count,
                         loam_tile_sky_state *out)
{
    (void)x;
    (void)step;
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = (loam_tile_sky_state){
            .light = world->defs->sky.noon,
            .low = {226, 232, 224, 255},
            .high = world->defs->sky.zenith_noon,
            .temperature = 128,
            .humidity = 128,
        };
    }
}
