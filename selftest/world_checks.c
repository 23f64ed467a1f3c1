// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

// The living world: a walk with a jump and with edits of all shapes, on a stage of its own, so that
// nothing here changes when the built-in worlds do. The ring is the same whatever the threads, the
// memory and the outlook.

enum
{
    STEPS = 24,
    SQUARE = 16, // tiles along the side of what is of one material
    HASHES = 3,
};

static loam_result run_squares(loam_slice *slice)
{
    static const uint8_t materials[8] = {0, 0, 64, 2, 2, 1, 1, 1}; // air, water, dirt, stone
    loam_tile *const out = slice->out;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const int64_t x = i % LOAM_CHUNK_SIDE, y = i / LOAM_CHUNK_SIDE;
        if (x % SQUARE == 0)
        {
            const uint64_t seed = loam_seed_at(slice->seed, slice->x + x, slice->y + y - y % SQUARE,
                                               0);
            const uint32_t random = loam_random_u32(seed, 0);
            out[i] = (loam_tile){materials[random & 7], 0, materials[3 + (random >> 3) % 5], 0};
        }
        else
        {
            out[i] = out[i - 1];
        }
    }
    return LOAM_OK;
}

/// One way to run the world.
typedef struct way
{
    const char *variant;
    int32_t helpers; // threads beside the calling one
    int32_t ahead;
    size_t keep_bytes;
} way;

static loam_result edit(loam_tile_world *world, loam_tile_pos at, int32_t step)
{
    static const uint8_t materials[] = {LOAM_AIR, 1, 2, 64};
    const bool walls = step % 4 == 1;
    const loam_edit change = {.shape = (loam_edit_shape)(step % (LOAM_EDIT_FILL + 1)),
                              .layer = walls ? LOAM_WALLS : LOAM_BLOCKS,
                              .material = materials[step % (walls ? 3 : 4)],
                              .radius = step % 13,
                              .from = {at.x + 7 * step, at.y - 50},
                              .to = {at.x - 90, at.y + 5 * step},
                              .limit = LOAM_MAX_EDIT_FILL};
    const loam_result result = loam_tile_world_edit(world, &change, NULL);
    // Whether a fill is refused follows from the world, too.
    return result == LOAM_FAILED && change.shape == LOAM_EDIT_FILL ? LOAM_OK : result;
}

static loam_result walk(loam_tile_world *world, uint64_t *tiles_hash, uint64_t *updates_hash)
{
    const int64_t far = (int64_t)1 << 59;
    loam_result result = LOAM_OK;
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        // There, far away in the middle, and back.
        const int64_t along = step < STEPS / 2 ? step : STEPS - step;
        const bool away = step == STEPS / 2;
        const loam_tile_pos at = {away ? far : 61 * along, away ? -far : 33 * along};
        result = loam_tile_world_step(world, at);
        result = result != LOAM_OK ? result : edit(world, at, step);
        if (step % 6 == 0)
        {
            *tiles_hash += loam_tile_world_hash(world);
        }
        int32_t count;
        const loam_tile_pos *const updates = loam_tile_world_updates(world, &count);
        for (int32_t i = 0; i < count; i++)
        {
            const uint64_t place[] = {(uint64_t)updates[i].x, (uint64_t)updates[i].y};
            *updates_hash = loam_hash_u64(place, 2, *updates_hash);
        }
    }
    *tiles_hash = loam_hash_u64(tiles_hash, 1, loam_tile_world_hash(world));
    return result;
}

static loam_result walk_in_world(const way *how, loam_pipeline *pipeline, loam_jobs *jobs,
                                 uint64_t hashes[2])
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.still = true;
    def.env.jobs = jobs;
    def.seed = 42;
    def.ring_log2 = 3;
    def.ahead = how->ahead;
    def.keep_bytes = how->keep_bytes;
    def.pipeline = pipeline;
    loam_tile_world *world;
    loam_result result = loam_tile_world_create(&def, &world);
    hashes[0] = hashes[1] = 0;
    if (result == LOAM_OK)
    {
        result = walk(world, &hashes[0], &hashes[1]);
        loam_tile_world_destroy(world);
    }
    return result;
}

static loam_result make_pipeline(loam_pipeline **out)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.seed = 42;
    def.cache_bytes = 0;
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "squares";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_squares;
    const loam_result result = loam_pipeline_create(&def, out);
    return result == LOAM_OK ? loam_pipeline_add(*out, &stage) : result;
}

// ---- slow rules ---------------------------------------------------------------------------------

/// A few rules of each kind, and nothing that flows, so that nothing here changes when other parts do.
static void make_slow_rules(loam_tile_defs *defs)
{
    enum
    {
        STONE = 1,
        DIRT = 2,
        GRASS = 3,
        MAX = LOAM_CLIMATE_MAX,
        BOTH = LOAM_BLOCKS | LOAM_WALLS
    };
    const loam_slow_rule rules[] = {
        {"crumbles", STONE, 0, BOTH, 0, 0, LOAM_RULE_AIR, 0, MAX, 0, MAX, 600, DIRT, 0},
        {"grows", DIRT, 0, BOTH, 0, LOAM_WET, LOAM_RULE_EDGE | LOAM_RULE_OPEN, 0, MAX, 40, MAX, 800,
         GRASS, 0},
        {"sets", 0, LOAM_GRASS, BOTH, LOAM_STONE, 0, LOAM_RULE_MIX | LOAM_RULE_STIR, 20, MAX, 0,
         MAX, 1000, STONE, 0},
        {"piles_up", DIRT, 0, BOTH, LOAM_SOLID, 0, 0, 0, MAX, 0, MAX, 200, STONE, LOAM_BLOCKS},
    };
    loam_tile_defs_init(defs);
    memset(defs->fluids, 0, sizeof defs->fluids);
    memset(defs->rules, 0, sizeof defs->rules);
    memcpy(defs->rules, rules, sizeof rules);
    defs->sky.rain = defs->sky.snow = defs->sky.lightning = LOAM_AIR;
}

static loam_result follow_slow_rules(loam_pipeline *pipeline, loam_jobs *jobs, uint64_t *hash)
{
    static loam_tile_defs defs; // it is large
    make_slow_rules(&defs);
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
    uint64_t transformed = 0;
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        result = loam_tile_world_step(world, (loam_tile_pos){31 * step, -17 * step});
        transformed += loam_tile_world_life(world).transformed;
    }
    *hash = loam_hash_u64(&transformed, 1, loam_tile_world_hash(world));
    loam_tile_world_destroy(world);
    return result;
}

// ---- ways ---------------------------------------------------------------------------------------

/// LOAM_UNSUPPORTED where there are no threads.
static loam_result run_way(const way *how, uint64_t hashes[HASHES])
{
    loam_jobs *jobs = NULL;
    loam_pipeline *pipeline = NULL;
    loam_result result = LOAM_OK;
    if (how->helpers > 0)
    {
        loam_jobs_def def = loam_default_jobs_def();
        def.threads = how->helpers;
        result = loam_jobs_create(&def, &jobs);
    }
    result = result == LOAM_OK ? make_pipeline(&pipeline) : result;
    result = result == LOAM_OK ? walk_in_world(how, pipeline, jobs, hashes) : result;
    result = result == LOAM_OK ? follow_slow_rules(pipeline, jobs, &hashes[2]) : result;
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
    return result;
}

void selftest_world(selftest *run)
{
    enum
    {
        WAYS = 3
    };
    const char *const names[HASHES] = {"tile world walk", "tile world updates",
                                       "tile world slow rules"};
    const int32_t threads = selftest_threads(run);
    char with_threads[32];
    snprintf(with_threads, sizeof with_threads, "%d threads", (int)threads);
    const way ways[WAYS] = {{"no threads", 0, 0, (size_t)64 << 20},
                            {"no memory", 0, 0, 0},
                            {with_threads, threads - 1, 3, (size_t)64 << 20}};
    const int32_t count = threads > 1 ? WAYS : WAYS - 1;
    uint64_t hashes[WAYS][HASHES];
    loam_result results[WAYS];
    for (int32_t i = 0; i < count; i++)
    {
        results[i] = run_way(&ways[i], hashes[i]);
        if (results[i] != LOAM_OK && results[i] != LOAM_UNSUPPORTED)
        {
            selftest_fail(run, "tile world", ways[i].variant, loam_last_error());
        }
    }
    for (int32_t i = 0; i < HASHES * count; i++)
    {
        if (results[i % count] == LOAM_OK)
        {
            selftest_check(run, names[i / count], ways[i % count].variant,
                           hashes[i % count][i / count]);
        }
    }
}
