// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

// Fluids and weather. Balls of everything that moves are put into a world of squares, on a stage of its
// own and without slow rules; then a storm comes. What happens is the same whatever the threads.

enum
{
    STEPS = 40,
    SQUARE = 32, // tiles along the side of what is air or stone
    STONE = 1,
    SKIES = 32,
};

static loam_result run_rooms(loam_slice *slice)
{
    loam_tile *const out = slice->out;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const int64_t x = i % LOAM_CHUNK_SIDE / SQUARE, y = i / LOAM_CHUNK_SIDE / SQUARE;
        const uint64_t seed = loam_seed_at(slice->seed, slice->x + x, slice->y + y, 0);
        const uint32_t random = loam_random_u32(seed, 0);
        out[i] = (loam_tile){.block = random & 1 ? STONE : LOAM_AIR,
                             .wall = random & 2 ? STONE : LOAM_AIR};
    }
    return LOAM_OK;
}

static loam_result make_pipeline(loam_pipeline **out)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = 42;
    def.cache_bytes = 0;
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "rooms";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_rooms;
    const loam_result result = loam_pipeline_create(&def, out);
    return result == LOAM_OK ? loam_pipeline_add(*out, &stage) : result;
}

/// Puts a ball of each fluid somewhere, by the definitions' list of them.
static loam_result splash(loam_tile_world *world, const loam_tile_defs *defs, int32_t step)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        const uint64_t seed = loam_seed_at(7, step, i, 0);
        const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                                .layer = LOAM_BLOCKS,
                                .material = defs->fluids[i].material,
                                .radius = 2 + i,
                                .from = {(int64_t)loam_random_below(seed, 0, 400) - 200,
                                         (int64_t)loam_random_below(seed, 1, 400) - 200}};
        result = result == LOAM_OK ? loam_tile_world_edit(world, &edit, NULL) : result;
    }
    return result;
}

static loam_result run_steps(loam_tile_world *world, const loam_tile_defs *defs, uint64_t *hash)
{
    loam_result result = LOAM_OK;
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        result = step % 4 == 0 ? splash(world, defs, step) : LOAM_OK;
        result = result == LOAM_OK ? loam_tile_world_step(world, (loam_tile_pos){3 * step, -step})
                                   : result;
        const loam_tile_life life = loam_tile_world_life(world);
        const uint64_t words[] = {life.awake,     life.looked_at, life.moved,
                                  life.converted, life.levelled,  life.fallen};
        *hash = loam_hash_u64(words, 6, *hash);
    }
    const uint64_t tiles = loam_tile_world_hash(world);
    *hash = loam_hash_u64(&tiles, 1, *hash);
    return result;
}

static uint64_t hash_skies(const loam_tile_world *world, uint64_t hash)
{
    loam_tile_sky_state skies[SKIES];
    const loam_tile_ring ring = loam_tile_world_ring(world);
    loam_tile_world_sky(world, ring.lowest.x * LOAM_CHUNK_SIDE, ring.side / SKIES, SKIES, skies);
    for (int32_t i = 0; i < SKIES; i++)
    {
        const loam_tile_sky_state *const sky = &skies[i];
        const float numbers[] = {sky->wind, sky->cloud, sky->rain};
        const loam_colour colours[] = {sky->light, sky->low, sky->high};
        uint64_t words[15] = {sky->snows, (uint64_t)sky->cloud_y, (uint64_t)sky->temperature};
        for (int32_t c = 0; c < 3; c++)
        {
            words[3 + 4 * c] = colours[c].r;
            words[4 + 4 * c] = colours[c].g;
            words[5 + 4 * c] = colours[c].b;
            words[6 + 4 * c] = colours[c].a;
        }
        hash = loam_hash_f32(numbers, 3, loam_hash_u64(words, 15, hash));
    }
    return hash;
}

/// The sky of every weather, at eight times of the day.
static uint64_t look_up(loam_tile_world *world)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < 8 * LOAM_WEATHER_COUNT; i++)
    {
        loam_tile_world_set_weather(world, (loam_weather)(i % LOAM_WEATHER_COUNT));
        loam_tile_world_set_time(world, (uint16_t)(8192 * (i / LOAM_WEATHER_COUNT)));
        hash = hash_skies(world, hash);
    }
    return hash;
}

/// Hashes of fluids, of the same in a storm, and of the sky.
static loam_result live(loam_pipeline *pipeline, loam_jobs *jobs, uint64_t hashes[3])
{
    static loam_tile_defs defs; // it is large
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.defs = &defs;
    def.seed = 42;
    def.ring_log2 = 3;
    def.pipeline = pipeline;
    loam_tile_world *world;
    loam_result result = loam_tile_world_create(&def, &world);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_world_set_weather(world, LOAM_WEATHER_CLEAR);
    result = run_steps(world, &defs, &hashes[0]);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    result = result == LOAM_OK ? run_steps(world, &defs, &hashes[1]) : result;
    hashes[2] = look_up(world);
    loam_tile_world_destroy(world);
    return result;
}

/// LOAM_UNSUPPORTED where there are no threads.
static loam_result run_with(int32_t helpers, uint64_t hashes[3])
{
    loam_jobs *jobs = NULL;
    loam_pipeline *pipeline = NULL;
    loam_result result = LOAM_OK;
    if (helpers > 0)
    {
        loam_jobs_def def = loam_default_jobs_def();
        def.threads = helpers;
        result = loam_jobs_create(&def, &jobs);
    }
    result = result == LOAM_OK ? make_pipeline(&pipeline) : result;
    result = result == LOAM_OK ? live(pipeline, jobs, hashes) : result;
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
    return result;
}

void selftest_life(selftest *run)
{
    static const char *const names[3] = {"tile fluids", "tile rain", "tile sky"};
    uint64_t alone[3] = {0}, together[3] = {0};
    const int32_t helpers = selftest_threads(run) - 1;
    const loam_result one = run_with(0, alone);
    const loam_result many = helpers > 0 ? run_with(helpers, together) : LOAM_UNSUPPORTED;
    for (int32_t i = 0; i < 3; i++)
    {
        selftest_report(run, names[i], "", one, alone[i]);
        if (many != LOAM_UNSUPPORTED)
        {
            selftest_report(run, names[i], "threads", many, together[i]);
        }
    }
}
