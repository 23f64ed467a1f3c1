// SPDX-License-Identifier: MIT
#include "gpu.h"

#include <string.h>

// Tiles that live on a device beside those of a world on the processor, in which nothing happens but what fluids do.

enum
{
    COMPARED_LOG2 = LOAM_MIN_RING_LOG2,
    POURED = 24 // tiles: the side of what is poured into every chunk
};

/// Definitions of a world that has fluids and nothing else: no weather, no slow rules, no plants.
static void calm(loam_tile_defs *defs)
{
    memset(defs->rules, 0, sizeof defs->rules);
    memset(defs->species, 0, sizeof defs->species);
    defs->sky.wind_strength = 0;
    defs->sky.lightning = LOAM_AIR;
    for (int32_t i = 0; i < LOAM_MAX_MATERIALS; i++)
    {
        defs->materials[i].outer = 0; // else slow rules would let variants fit
    }
}

static int32_t side_of(int32_t ring_log2)
{
    return LOAM_CHUNK_SIDE << ring_log2;
}

static size_t count_of(int32_t ring_log2)
{
    return (size_t)side_of(ring_log2) * (size_t)side_of(ring_log2);
}

loam_tile_pos gpu_pair_centre(const gpu_pair *pair)
{
    const int64_t half = 1 << (pair->ring_log2 - 1);
    return (loam_tile_pos){(pair->lowest.x + half) * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2,
                           (pair->lowest.y + half) * LOAM_CHUNK_SIDE + LOAM_CHUNK_SIDE / 2};
}

loam_tile_area gpu_pair_area(const gpu_pair *pair)
{
    const int32_t side = side_of(pair->ring_log2);
    return (loam_tile_area){pair->lowest.x * LOAM_CHUNK_SIDE, pair->lowest.y * LOAM_CHUNK_SIDE,
                            side, side};
}

loam_result gpu_pair_begin(gpu_pair *pair)
{
    const loam_env env = loam_default_env();
    pair->tiles = loam_alloc(&env, count_of(pair->ring_log2) * sizeof *pair->tiles);
    return pair->tiles == NULL ? LOAM_OUT_OF_MEMORY : LOAM_OK;
}

void gpu_pair_end(gpu_pair *pair)
{
    const loam_env env = loam_default_env();
    loam_gpu_life_destroy(pair->life);
    loam_tile_world_destroy(pair->world);
    loam_free(&env, pair->tiles, count_of(pair->ring_log2) * sizeof *pair->tiles);
}

loam_result gpu_pair_device(gpu_pair *pair, loam_gpu *gpu)
{
    const loam_gpu_life_def def = {.defs = pair->defs,
                                   .seed = pair->seed,
                                   .ring_log2 = pair->ring_log2,
                                   .lowest = pair->lowest};
    loam_gpu_life_destroy(pair->life);
    pair->life = NULL;
    return loam_gpu_life_create(gpu, &def, pair->tiles, &pair->life);
}

/// A chunk of the pair's tiles, as a store would load it.
static loam_result load_chunk(void *user, loam_chunk_pos chunk, loam_tile *out)
{
    const gpu_pair *const pair = user;
    const int64_t x = (chunk.x - pair->lowest.x) * LOAM_CHUNK_SIDE;
    const int64_t y = (chunk.y - pair->lowest.y) * LOAM_CHUNK_SIDE, side = side_of(pair->ring_log2);
    const bool inside = x >= 0 && y >= 0 && x < side && y < side;
    for (int64_t row = 0; row < LOAM_CHUNK_SIDE && inside; row++)
    {
        memcpy(out + row * LOAM_CHUNK_SIDE, pair->tiles + (y + row) * side + x,
               LOAM_CHUNK_SIDE * sizeof *out);
    }
    return inside ? LOAM_OK : LOAM_NOT_FOUND;
}

loam_result gpu_pair_world(gpu_pair *pair, loam_jobs *jobs)
{
    loam_env env = loam_default_env();
    loam_tile_defs *const defs = loam_alloc(&env, sizeof *defs);
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *defs = *pair->defs;
    calm(defs);
    loam_tile_world_destroy(pair->world);
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.defs = defs;
    def.seed = pair->seed;
    def.ring_log2 = pair->ring_log2;
    def.centre = gpu_pair_centre(pair);
    def.ahead = 0;
    def.store = (loam_chunk_store){.load = load_chunk, .user = pair};
    pair->world = NULL;
    const loam_result result = loam_tile_world_create(&def, &pair->world);
    loam_free(&env, defs, sizeof *defs);
    if (result == LOAM_OK)
    {
        loam_tile_world_set_weather(pair->world, LOAM_WEATHER_CLEAR);
    }
    return result;
}

loam_result gpu_pair_step_world(gpu_pair *pair, int32_t steps)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < steps && result == LOAM_OK; i++)
    {
        result = loam_tile_world_step(pair->world, gpu_pair_centre(pair));
    }
    return result;
}

/// The index of the first tile of the area that differs; -1 if all are equal.
static int64_t find_difference(const gpu_pair *pair, int64_t *differing)
{
    const loam_tile_ring ring = loam_tile_world_ring(pair->world);
    const loam_tile_area area = gpu_pair_area(pair);
    const uint64_t side = (uint64_t)ring.side, mask = side - 1;
    int64_t first = -1;
    for (uint64_t i = 0; i < side * side; i++)
    {
        const uint64_t x = (uint64_t)area.x + i % side, y = (uint64_t)area.y + i / side;
        const loam_tile *const own = &ring.tiles[(y & mask) * side + (x & mask)];
        if (memcmp(own, &pair->tiles[i], sizeof *own) != 0)
        {
            first = first < 0 ? (int64_t)i : first;
            (*differing)++;
        }
    }
    return first;
}

loam_result gpu_pair_compare(gpu_pair *pair, gpu_life_comparison *out)
{
    const loam_result result = loam_gpu_life_read(pair->life, gpu_pair_area(pair), pair->tiles);
    if (result != LOAM_OK)
    {
        return result;
    }
    const int64_t side = side_of(pair->ring_log2), before = out->differing;
    const int64_t first = find_difference(pair, &out->differing);
    if (first >= 0 && before == 0)
    {
        const loam_tile_area area = gpu_pair_area(pair);
        out->seed = pair->seed;
        out->at = (loam_tile_pos){area.x + first % side, area.y + first / side};
        out->expected = loam_tile_world_at(pair->world, out->at);
        out->got = pair->tiles[first];
    }
    out->tiles += side * side;
    out->moved += loam_gpu_life_count(pair->life).moved;
    out->steps += (int64_t)loam_gpu_life_count(pair->life).steps;
    return LOAM_OK;
}

// ---- selftest -------------------------------------------------------------------------------------

/// Something of each fluid, and of what comes loose, in the middle of every chunk.
static void pour(gpu_pair *pair)
{
    const int32_t side = side_of(pair->ring_log2);
    int32_t fluids = 0;
    while (fluids < LOAM_MAX_FLUIDS && pair->defs->fluids[fluids].material != LOAM_AIR)
    {
        fluids++;
    }
    for (int32_t i = 0; i < side * side; i++)
    {
        const int32_t x = i % side, y = i / side, from = (LOAM_CHUNK_SIDE - POURED) / 2;
        const int32_t column = x % LOAM_CHUNK_SIDE - from, row = y % LOAM_CHUNK_SIDE - from;
        if (column >= 0 && column < POURED && row >= 0 && row < POURED && (column + row) % 3 != 0)
        {
            const int32_t chunk = y / LOAM_CHUNK_SIDE * 7 + x / LOAM_CHUNK_SIDE;
            const loam_tile_fluid *const fluid = &pair->defs->fluids[(chunk + row / 12) % fluids];
            pair->tiles[i].block = column % 4 == 1 && fluid->settled != LOAM_AIR ? fluid->settled
                                                                                 : fluid->material;
            pair->tiles[i].block_variant = 0;
        }
    }
}

static loam_result compare_place(loam_gpu *gpu, gpu_pair *pair, int32_t steps,
                                 gpu_life_comparison *out)
{
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    loam_result result = loam_tile_source_create(&env, pair->defs, pair->seed, &source);
    result = result == LOAM_OK ? loam_tile_source_fill(source, gpu_pair_area(pair), pair->tiles)
                               : result;
    loam_tile_source_destroy(source);
    pour(pair);
    result = result == LOAM_OK ? gpu_pair_device(pair, gpu) : result;
    result = result == LOAM_OK ? gpu_pair_world(pair, NULL) : result;
    result = result == LOAM_OK ? gpu_pair_step_world(pair, steps) : result;
    result = result == LOAM_OK ? loam_gpu_life_step(pair->life, steps) : result;
    return result == LOAM_OK ? gpu_pair_compare(pair, out) : result;
}

loam_result gpu_compare_life(loam_gpu *gpu, int32_t steps, gpu_life_comparison *out)
{
    static const loam_chunk_pos places[] = {
        {-4, -4}, {INT64_C(1) << 33, -(INT64_C(1) << 33)}, {-12345, -9}};
    const loam_env env = loam_default_env();
    loam_tile_defs *const defs = loam_alloc(&env, sizeof *defs);
    gpu_pair pair = {.defs = defs, .ring_log2 = COMPARED_LOG2};
    *out = (gpu_life_comparison){0};
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_defs_init(defs);
    loam_result result = gpu_pair_begin(&pair);
    for (uint64_t i = 0; i < sizeof places / sizeof *places && result == LOAM_OK; i++)
    {
        pair.seed = 11 + i;
        pair.lowest = places[i];
        result = compare_place(gpu, &pair, steps, out);
    }
    gpu_pair_end(&pair);
    loam_free(&env, defs, sizeof *defs);
    return result;
}
