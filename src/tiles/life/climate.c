// SPDX-License-Identifier: MIT
#include "tiles/life/climate.h"

#include "base/small.h"
#include "tiles/grow/columns.h"
#include "tiles/grow/stages.h"

#include "loam/random.h"

// Columns are kept as chunks are: that of x is at x mod side, so a ring that moves works out only what
// has come. Temperatures are whole numbers from here on, so that rules compare the same on every machine.

enum
{
    LEVEL_STEP = 64, // tiles between the samples of a level
    LEVEL_SAMPLES = 9,
    LAPSE_BITS = 16,        // fraction of the temperature that is lost by one tile of height
    HIGHEST = (1 << 28) - 1 // nothing gets colder above
};

struct loam_climate
{
    tile_recipe recipe;
    ground_noises noises;
    int64_t lapse;                // a tile of height costs lapse / 2^LAPSE_BITS
    int64_t *chunks;              // which chunk's columns are in each part of the ring
    int64_t *levels;              // of the ground around the middle of each of these
    loam_climate_column *columns; // ring.side
};

static size_t chunk_bytes(const loam_tile_world *world)
{
    return (size_t)world->ring.chunks * sizeof(int64_t);
}

static size_t column_bytes(const loam_tile_world *world)
{
    return (size_t)world->ring.side * sizeof(loam_climate_column);
}

loam_result loam_climate_init(loam_tile_world *world)
{
    struct loam_climate *const climate = loam_alloc(&world->env, sizeof *climate);
    if (climate == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    world->climate = climate;
    climate->lapse = (int64_t)(world->defs->sky.lapse * (float)(1 << LAPSE_BITS) / 256.0f);
    climate->chunks = loam_alloc(&world->env, chunk_bytes(world));
    climate->levels = loam_alloc(&world->env, chunk_bytes(world));
    climate->columns = loam_alloc(&world->env, column_bytes(world));
    if (climate->chunks == NULL || climate->levels == NULL || climate->columns == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < world->ring.chunks; i++)
    {
        climate->chunks[i] = INT64_MIN;
    }
    loam_recipe_init(&climate->recipe, world->defs);
    return loam_ground_noises_init(&climate->noises, &climate->recipe,
                                   loam_seed_derive(world->def.seed, TILE_STAGE_GROUND),
                                   world->env.isa);
}

void loam_climate_free(loam_tile_world *world)
{
    if (world->climate != NULL)
    {
        loam_free(&world->env, world->climate->columns, column_bytes(world));
        loam_free(&world->env, world->climate->levels, chunk_bytes(world));
        loam_free(&world->env, world->climate->chunks, chunk_bytes(world));
        loam_free(&world->env, world->climate, sizeof *world->climate);
    }
}

static uint8_t whole(float part)
{
    return (uint8_t)(part * (float)LOAM_CLIMATE_MAX + 0.5f);
}

static void fill_chunk(loam_tile_world *world, int64_t chunk, loam_climate_column *out)
{
    tile_column columns[LOAM_CHUNK_SIDE];
    const loam_result result = loam_columns_fill(&world->climate->recipe, &world->climate->noises,
                                                 chunk * LOAM_CHUNK_SIDE, 1, LOAM_CHUNK_SIDE,
                                                 columns);
    LOAM_ASSERT(&world->env, result == LOAM_OK); // the ring is within the world
    for (int32_t i = 0; i < LOAM_CHUNK_SIDE; i++)
    {
        const int32_t surface = columns[i].surface, water = columns[i].water;
        out[i] = (loam_climate_column){.surface = surface,
                                       .water_level = water > surface ? water : surface,
                                       .temperature = whole(columns[i].temperature),
                                       .humidity = whole(columns[i].humidity)};
    }
}

/// The mean height of the ground around the middle of a chunk.
static int64_t find_level(loam_tile_world *world, int64_t chunk)
{
    tile_column columns[LEVEL_SAMPLES];
    const int64_t middle = chunk * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2;
    const loam_result result = loam_columns_fill(&world->climate->recipe, &world->climate->noises,
                                                 middle - LEVEL_SAMPLES / 2 * LEVEL_STEP,
                                                 LEVEL_STEP, LEVEL_SAMPLES, columns);
    LOAM_ASSERT(&world->env, result == LOAM_OK);
    int64_t sum = 0;
    for (int32_t i = 0; i < LEVEL_SAMPLES; i++)
    {
        sum += columns[i].surface;
    }
    return loam_floor_div(sum, LEVEL_SAMPLES);
}

void loam_climate_follow(loam_tile_world *world)
{
    struct loam_climate *const climate = world->climate;
    const int64_t first = loam_ring_lowest(&world->ring, world->ring.anchor).x;
    for (int64_t chunk = first; chunk < first + world->ring.chunks; chunk++)
    {
        const size_t part = (size_t)((uint64_t)chunk & (uint64_t)(world->ring.chunks - 1));
        if (climate->chunks[part] != chunk)
        {
            climate->chunks[part] = chunk;
            climate->levels[part] = find_level(world, chunk);
            fill_chunk(world, chunk, climate->columns + part * LOAM_CHUNK_SIDE);
        }
    }
}

loam_climate_column loam_climate_at(const loam_tile_world *world, int64_t x)
{
    const int64_t side = world->ring.side;
    const int64_t first = loam_ring_lowest(&world->ring, world->ring.anchor).x * LOAM_CHUNK_SIDE;
    const int64_t near = x < first ? first : x > first + side - 1 ? first + side - 1 : x;
    return world->climate->columns[(uint64_t)near & (uint64_t)(side - 1)];
}

int64_t loam_climate_level(const loam_tile_world *world, int64_t x)
{
    const int64_t first = loam_ring_lowest(&world->ring, world->ring.anchor).x;
    const int64_t from_middle = x - first * LOAM_CHUNK_SIDE - LOAM_CHUNK_SIDE / 2;
    const int64_t end = (world->ring.chunks - 1) * (int64_t)LOAM_CHUNK_SIDE - 1;
    const int64_t near = from_middle < 0 ? 0 : from_middle > end ? end : from_middle;
    const uint64_t chunk = (uint64_t)(first + near / LOAM_CHUNK_SIDE);
    const uint64_t last = (uint64_t)(world->ring.chunks - 1);
    const int64_t left = world->climate->levels[chunk & last];
    const int64_t right = world->climate->levels[(chunk + 1) & last];
    return left + loam_floor_div((right - left) * (near % LOAM_CHUNK_SIDE), LOAM_CHUNK_SIDE);
}

int32_t loam_climate_temperature(const loam_tile_world *world, int64_t x, int64_t y)
{
    const int64_t ground = loam_climate_at(world, x).temperature;
    const int64_t height = y < 0 ? 0 : y > HIGHEST ? HIGHEST : y;
    const int64_t here = ground - ((height * world->climate->lapse) >> LAPSE_BITS);
    return here < 0 ? 0 : here > LOAM_CLIMATE_MAX ? LOAM_CLIMATE_MAX : (int32_t)here;
}
