// SPDX-License-Identifier: MIT
#include "tiles/plants/wind.h"

#include "loam/random.h"

#include "tiles/life/weather.h"

// The sky's wind is known every 64 tiles, and is blended between. Gusts are bumps on it, some tens of tiles
// long, that travel with the sky's steady wind: so a meadow bends in waves. Integers, from place and step
// alone: nothing has to be kept.

enum
{
    COLUMN_LOG2 = WIND_COLUMN_LOG2,
    GUST_LOG2 = 13,   // length of a gust, 1/256 of a tile: 32 tiles
    GUST_SPEED = 64,  // 1/256 of a tile a step: 25 tiles a second
    GUST_LOW = 384,   // of 1024: the wind between gusts,
    GUST_HIGH = 1023, // and what the highest one adds
    FEELS = 24,       // of PLANT_WIND_FULL: less is calm
    GRAIN_SHIFT = 3   // winds come in multiples of 8: a plant can come to rest in one
};

int32_t loam_wind_columns(const loam_tile_world *world)
{
    return (world->ring.side >> COLUMN_LOG2) + 1;
}

static int64_t left_end(const loam_tile_world *world)
{
    return loam_ring_lowest(&world->ring, world->ring.anchor).x * LOAM_CHUNK_SIDE;
}

/// Whether even the strongest gust of a wind is not felt.
static bool is_calm(int32_t wind)
{
    const int32_t strongest = (wind < 0 ? -wind : wind) +
                              1; // a negative one is rounded away from 0
    return strongest * (GUST_LOW + GUST_HIGH) >> 10 < FEELS - 1;
}

void loam_wind_follow(loam_tile_world *world)
{
    const int32_t count = loam_wind_columns(world);
    world->plants->winds_left = left_end(world);
    loam_weather_winds(world, world->plants->winds_left, world->plants->winds, count);
    for (int32_t i = 0; i + 1 < count; i++)
    {
        world->plants->calm[i] = is_calm(world->plants->winds[i]) &&
                                 is_calm(world->plants->winds[i + 1]);
    }
}

/// 0 .. 1023: a bump's height between two of them.
static int32_t gust_at(const loam_tile_world *world, int64_t x)
{
    const int64_t travelled = (int64_t)(world->steps % ((uint64_t)1 << 40)) * GUST_SPEED;
    // Modulo 2^64: beyond 2^55 tiles the places of gusts come again, far from each other.
    const uint64_t moved = (uint64_t)(loam_weather_side(world) > 0 ? travelled : -travelled);
    const int64_t place = (int64_t)((uint64_t)x * 256 - moved);
    const int64_t bump = place >> GUST_LOG2;
    const int32_t part = (int32_t)(place - bump * (1 << GUST_LOG2)) >> (GUST_LOG2 - 10);
    const uint64_t seed = world->plants->gust_seed;
    const int32_t left = (int32_t)(loam_seed_at(seed, bump, 0, 0) & 1023);
    const int32_t right = (int32_t)(loam_seed_at(seed, bump + 1, 0, 0) & 1023);
    const int32_t smooth = (part * part >> 10) * (3072 - 2 * part) >> 10;
    return left + ((right - left) * smooth >> 10);
}

int32_t loam_wind_blowing(const loam_tile_world *world, const loam_standing *standing, int64_t x)
{
    const int64_t from = x - world->plants->winds_left;
    const int32_t *const winds = world->plants->winds + (from >> COLUMN_LOG2);
    const int32_t part = (int32_t)(from & ((1 << COLUMN_LOG2) - 1));
    const int32_t wind = winds[0] + ((winds[1] - winds[0]) * part >> COLUMN_LOG2);
    const int32_t reach = standing->reach[wind > 0 ? 0 : 1];
    if (wind == 0 || reach == 0)
    {
        return 0;
    }
    const int32_t felt = (wind * reach >> 10) * (GUST_LOW + gust_at(world, x)) >> 10;
    return felt > -FEELS && felt < FEELS ? 0 : (felt >> GRAIN_SHIFT) * (1 << GRAIN_SHIFT);
}
