// SPDX-License-Identifier: MIT
// The world is the same whoever grows it and wherever it is kept: random walks with edits, with other
// numbers of threads, memory, outlooks and stores.
#include "check.h"
#include "toy_world.h"

#include "loam/random.h"

enum
{
    SEED = 77,
    STEPS = CHECK_RACES ? 40 : 80,
    RING_LOG2 = 3,
};

/// How a world is run. None of it may matter.
typedef struct setting
{
    int32_t threads, ahead;
    size_t keep_bytes;
    int32_t keep_steps, autosave_steps;
    bool with_store, keep_unchanged, asks, pumps, reopens;
} setting;

/// What came out of a walk.
typedef struct outcome
{
    uint64_t hash; // of the hashes after every fourth step
    loam_tile_world_counters counters;
} outcome;

// ---- a copy of what the world should be -----------------------------------------------------------

/// Chunks that have been changed, as they were when they were last seen.
typedef struct shadow
{
    toy_store changed;
    loam_pipeline *pipeline;
} shadow;

/// Every chunk of the ring is as it grew, or as it was left. With changed set, changes are noted. NULL
/// compares nothing.
static void compare(shadow *s, const loam_tile_world *world, bool changed)
{
    if (s == NULL)
    {
        return;
    }
    static loam_tile seen[LOAM_CHUNK_TILES], expected[LOAM_CHUNK_TILES];
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const loam_chunk_store noted = toy_store_functions(&s->changed);
    const int32_t chunks = ring.side / LOAM_CHUNK_SIDE;
    int32_t wrong = 0;
    for (int32_t i = 0; i < chunks * chunks; i++)
    {
        const loam_chunk_pos at = {ring.lowest.x + i % chunks, ring.lowest.y + i / chunks};
        toy_ring_chunk(&ring, at, seen);
        if (noted.load(noted.user, at, expected) != LOAM_OK)
        {
            toy_chunk(s->pipeline, at, expected);
        }
        const bool same = memcmp(seen, expected, sizeof seen) == 0;
        wrong += !same && !changed;
        if (!same && changed)
        {
            CHECK_OK(noted.save(noted.user, at, seen));
        }
    }
    CHECK_INT(wrong, 0);
}

// ---- a walk ---------------------------------------------------------------------------------------

static uint32_t draw(uint64_t step, uint64_t index, uint32_t limit)
{
    return loam_random_below(loam_seed_at(SEED, (int64_t)step, 0, 0), index, limit);
}

/// Walks, runs, turns around, jumps far away and comes back.
static loam_tile_pos next_place(loam_tile_pos at, uint64_t step)
{
    const int64_t far = (int64_t)1 << 59;
    const uint32_t kind = draw(step, 0, 16);
    const int64_t stride = kind < 6 ? 20 : 150;
    if (kind == 14)
    {
        return (loam_tile_pos){0, 0};
    }
    if (kind == 15)
    {
        return (loam_tile_pos){draw(step, 1, 2) == 0 ? far : -far, draw(step, 2, 2) * far};
    }
    return (loam_tile_pos){at.x + (int64_t)draw(step / 8, 3, 3) * stride - stride,
                           at.y + (int64_t)draw(step / 8, 4, 3) * stride - stride};
}

static void edit_somewhere(loam_tile_world *world, loam_tile_pos near, uint64_t step)
{
    static const uint8_t materials[] = {LOAM_AIR, TOY_STONE, TOY_DIRT, TOY_WATER};
    const loam_layer layer = draw(step, 11, 2) == 0 ? LOAM_BLOCKS : LOAM_WALLS;
    const uint32_t choices = layer == LOAM_BLOCKS ? 4 : 3;
    const loam_edit edit = {
        .shape = (loam_edit_shape)draw(step, 10, LOAM_EDIT_SHAPE_COUNT),
        .layer = layer,
        .material = materials[draw(step, 12, choices)],
        .radius = (int32_t)draw(step, 13, 12),
        .from = {near.x + draw(step, 14, 600) - 300, near.y + draw(step, 15, 600) - 300},
        .to = {near.x + draw(step, 16, 600) - 300, near.y + draw(step, 17, 600) - 300},
        .limit = 3000,
    };
    int64_t changed;
    const loam_result result = loam_tile_world_edit(world, &edit, &changed);
    CHECK(result == LOAM_OK || (result == LOAM_FAILED && edit.shape == LOAM_EDIT_FILL));
}

static loam_tile_world_def def_of(const setting *how, loam_pipeline *pipeline, toy_store *store)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.still = true;
    def.env.jobs = toy_jobs(how->threads);
    def.seed = SEED;
    def.ring_log2 = RING_LOG2;
    def.ahead = how->ahead;
    def.keep_bytes = how->keep_bytes;
    def.keep_steps = how->keep_steps;
    def.autosave_steps = how->autosave_steps;
    def.keep_unchanged = how->keep_unchanged;
    def.pipeline = pipeline;
    def.store = how->with_store ? toy_store_functions(store) : (loam_chunk_store){0};
    return def;
}

/// Whether a world that begins here has the same ring: hysteresis has a memory, a beginning has none.
static bool is_anchored_at(const loam_tile_world *world, loam_tile_pos at)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const loam_chunk_pos own = loam_chunk_of_tile(at);
    const int64_t half = ring.side / LOAM_CHUNK_SIDE / 2;
    return ring.lowest.x + half == own.x && ring.lowest.y + half == own.y;
}

static loam_tile_world *reopen(loam_tile_world *world, loam_tile_world_def *def,
                               loam_tile_pos centre)
{
    CHECK_OK(loam_tile_world_save(world));
    def->first_step = loam_tile_world_steps(world);
    def->centre = centre;
    const uint64_t before = loam_tile_world_hash(world);
    loam_tile_world_destroy(world);
    CHECK_OK(loam_tile_world_create(def, &world));
    CHECK_U64(loam_tile_world_hash(world), before);
    return world;
}

static void take_step(loam_tile_world *world, const setting *how, loam_tile_pos at, uint64_t step)
{
    if (how->asks && step % 3 == 0)
    {
        (void)loam_tile_world_ready(world, at);
    }
    CHECK_OK(loam_tile_world_step(world, at));
    if (how->pumps)
    {
        (void)loam_tile_world_pump(world, 2000);
    }
}

static void take_steps(loam_tile_world *world, loam_tile_world_def *def, const setting *how,
                       shadow *s, outcome *out)
{
    loam_tile_pos at = {0, 0};
    for (uint64_t step = 0; step < STEPS; step++)
    {
        at = next_place(at, step);
        take_step(world, how, at, step);
        compare(s, world, false);
        if (draw(step, 5, 2) == 0)
        {
            edit_somewhere(world, at, step);
            compare(s, world, true);
        }
        if (how->reopens && step % 10 == 9 && is_anchored_at(world, at))
        {
            world = reopen(world, def, at);
        }
        if (step % 4 == 3)
        {
            const uint64_t now = loam_tile_world_hash(world);
            out->hash = loam_hash_u64(&now, 1, out->hash);
        }
    }
    out->counters = loam_tile_world_count(world);
    loam_tile_world_destroy(world);
}

static outcome walk(const setting *how, bool with_shadow)
{
    static toy_store store;
    static shadow s;
    const loam_env env = loam_default_env();
    outcome out = {0};
    toy_store_init(&store);
    toy_store_init(&s.changed);
    s.pipeline = toy_pipeline(&env, SEED, NULL);
    loam_tile_world_def def = def_of(how, s.pipeline, &store);
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    if (world != NULL)
    {
        take_steps(world, &def, how, with_shadow ? &s : NULL, &out);
    }
    loam_jobs_destroy(def.env.jobs);
    loam_pipeline_destroy(s.pipeline);
    toy_store_free(&s.changed);
    toy_store_free(&store);
    return out;
}

// ---- tests ----------------------------------------------------------------------------------------

static const setting plain = {
    .keep_bytes = (size_t)1 << 30, .keep_steps = 1000000, .autosave_steps = 0};

static uint64_t reference(void)
{
    static uint64_t hash;
    if (hash == 0)
    {
        hash = walk(&plain, false).hash;
    }
    return hash;
}

// Whatever was changed is still so when the ring comes back, and the rest is as it grew.
static void test_a_walk_is_what_its_shadow_says(void)
{
    const setting with_store = {.keep_bytes = 300000,
                                .keep_steps = 10,
                                .autosave_steps = 7,
                                .with_store = true,
                                .threads = 2,
                                .ahead = 2};
    if (!CHECK_RACES) // it has no threads
    {
        CHECK_U64(walk(&plain, true).hash, reference());
    }
    CHECK_U64(walk(&with_store, true).hash, reference());
}

static void test_the_world_is_the_same_for_all_settings(void)
{
    static const int32_t threads[] = {0, 1, 2, 8}, aheads[] = {0, 1, 4, 16};
    static const size_t bytes[] = {0, 1 << 20, (size_t)64 << 20};
    static const int32_t keeps[] = {0, 10, 6000}, saves[] = {0, 1, 7, 1000};
    const uint64_t rounds = (uint64_t)toy_rounds(12);
    for (uint64_t i = 2; i < rounds + 2; i++)
    {
        const setting how = {
            .threads = threads[i % 4],
            .ahead = aheads[loam_random_below(i, 0, 4)],
            .keep_bytes = bytes[loam_random_below(i, 1, 3)],
            .keep_steps = keeps[loam_random_below(i, 2, 3)],
            .autosave_steps = saves[loam_random_below(i, 3, 4)],
            .with_store = i % 3 != 0,
            .keep_unchanged = loam_random_below(i, 4, 3) == 0,
            .asks = loam_random_below(i, 5, 2) == 0,
            .pumps = loam_random_below(i, 6, 2) == 0,
            .reopens = i % 3 == 2,
        };
        CHECK_U64(walk(&how, false).hash, reference());
    }
}

/// Those that the header promises to follow from steps and edits alone.
static void check_same_counters(const loam_tile_world_counters *a,
                                const loam_tile_world_counters *b)
{
    CHECK_INT(a->generated, b->generated);
    CHECK_INT(a->loaded, b->loaded);
    CHECK_INT(a->recalled, b->recalled);
    CHECK_INT(a->retired, b->retired);
    CHECK_INT(a->saved, b->saved);
    CHECK_INT(a->dropped, b->dropped);
    CHECK_INT(a->unsaved, b->unsaved);
}

static void test_counters_do_not_depend_on_threads(void)
{
    setting how = {.keep_bytes = 3000000,
                   .keep_steps = 20,
                   .autosave_steps = 9,
                   .with_store = true,
                   .ahead = 3};
    const outcome alone = walk(&how, false);
    CHECK(alone.counters.generated > 200 && alone.counters.loaded > 0);
    CHECK(alone.counters.recalled > 0 && alone.counters.dropped > 0);
    CHECK_INT(alone.counters.ahead, 0);
    how.threads = 3;
    const outcome helped = walk(&how, false);
    check_same_counters(&alone.counters, &helped.counters);
    how.pumps = true;
    how.threads = 0;
    const outcome pumped = walk(&how, false);
    check_same_counters(&alone.counters, &pumped.counters);
    CHECK(pumped.counters.ahead > 0);
}

int main(void)
{
    RUN(test_a_walk_is_what_its_shadow_says);
    RUN(test_the_world_is_the_same_for_all_settings);
    RUN_SERIAL(test_counters_do_not_depend_on_threads);
    return CHECK_DONE();
}
