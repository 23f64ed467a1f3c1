// SPDX-License-Identifier: MIT
// Memory: a steady step takes none, running out of it breaks nothing, walking far does not use it up.
#include "check.h"
#include "pipeline/meter.h"
#include "toy_world.h"

static loam_tile_world_def def_on(const loam_env *env, int32_t ahead)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.still = true;
    def.env = *env;
    def.ring_log2 = 3;
    def.ahead = ahead;
    def.hysteresis = 0;
    return def;
}

static loam_result dig(loam_tile_world *world, int64_t x, uint8_t material)
{
    const loam_edit edit = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = material,
                            .radius = 4,
                            .from = {x, 0}};
    return loam_tile_world_edit(world, &edit, NULL);
}

static void test_a_steady_step_allocates_nothing(void)
{
    for (int32_t threads = 0; threads < 3; threads += 2)
    {
        static meter m;
        memset(&m, 0, sizeof m);
        loam_env env = meter_env(&m);
        env.jobs = toy_jobs(threads);
        loam_tile_world_def def = def_on(&env, 4);
        toy_store store;
        toy_store_init(&store);
        def.pipeline = toy_pipeline(&env, 5, NULL);
        def.store = toy_store_functions(&store);
        def.autosave_steps = 10;
        loam_tile_world *world;
        CHECK_OK(loam_tile_world_create(&def, &world));
        while (threads > 0 && !loam_tile_world_pump(world, 0))
        {
        }
        const long long before = atomic_load(&m.allocations);
        for (int64_t i = 0; i < 300; i++)
        {
            CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){i % 3 * 5, i % 20}));
            CHECK_OK(dig(world, i * 3 - 450, i % 2 == 0 ? LOAM_AIR : TOY_STONE));
        }
        CHECK_INT(atomic_load(&m.allocations), before);
        CHECK(store.saves > 0);
        loam_tile_world_destroy(world);
        loam_pipeline_destroy(def.pipeline);
        loam_jobs_destroy(env.jobs);
        toy_store_free(&store);
        CHECK_INT(atomic_load(&m.blocks), 0);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

/// Walks a little, with edits, where every call may run out of memory. What fails is tried again, and
/// goes well at last. Whether nothing failed.
static bool go_through(loam_tile_world *world, int32_t *failures)
{
    static const int64_t places[] = {0, 128, 256, 100000, 128, 0};
    int32_t tries = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places;)
    {
        const loam_tile_pos at = {places[i], 0};
        const uint64_t steps = loam_tile_world_steps(world);
        (void)loam_tile_world_pump(world, 100);
        const loam_result result = loam_tile_world_step(world, at);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK_U64(loam_tile_world_steps(world), steps + (result == LOAM_OK));
        if (result == LOAM_OK)
        {
            CHECK_OK(dig(world, at.x, TOY_DIRT));
            i++;
        }
        else
        {
            CHECK_CONTAINS(loam_last_error(), "memory");
            ++*failures;
        }
        CHECK(++tries < 1000);
    }
    return *failures == 0;
}

/// One attempt with an allocator that refuses. Whether it refused nothing.
static bool check_scarcity(long long fail_at, long long fail_every, int32_t threads, uint64_t *hash)
{
    static meter m;
    memset(&m, 0, sizeof m);
    loam_env env = meter_env(&m);
    env.jobs = toy_jobs(threads);
    loam_tile_world_def def = def_on(&env, 2);
    def.pipeline = toy_pipeline(&env, 5, NULL);
    const long long before = atomic_load(&m.allocations);
    atomic_store(&m.fail_every, fail_every);
    atomic_store(&m.fail_at, before + fail_at);
    loam_tile_world *world;
    int32_t failures = 0;
    const loam_result created = loam_tile_world_create(&def, &world);
    CHECK(created == LOAM_OK || created == LOAM_OUT_OF_MEMORY);
    CHECK((world != NULL) == (created == LOAM_OK));
    bool good = world != NULL && go_through(world, &failures);
    good = good && atomic_load(&m.allocations) < before + fail_at;
    if (world != NULL)
    {
        *hash = loam_tile_world_hash(world);
    }
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(def.pipeline);
    loam_jobs_destroy(env.jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
    CHECK_INT(atomic_load(&m.blocks), 0);
    return good;
}

/// From one allocation that fails to the next: larger where there are fewer rounds.
static long long stride(long long usual)
{
    const long long rounds = toy_rounds(16);
    return rounds < 16 * usual ? 16 * usual / rounds : 1;
}

static void test_each_allocation_may_fail(void)
{
    uint64_t expected = 0;
    CHECK(check_scarcity(1000000, 0, 0, &expected));
    long long n = 1;
    bool done = false;
    while (!done && check_failures == 0)
    {
        uint64_t hash = expected;
        done = check_scarcity(n, 0, 0, &hash);
        CHECK_U64(hash, expected);
        n += n < 50 ? 1 : stride(7); // after the beginning the same few take turns
    }
    CHECK(n > 400);
}

static void test_each_allocation_may_fail_with_threads(void)
{
    uint64_t expected = 0;
    CHECK(check_scarcity(1000000, 0, 0, &expected));
    for (long long n = 1; n < 900; n += stride(37))
    {
        uint64_t hash = expected;
        check_scarcity(n, 0, 2, &hash);
        CHECK_U64(hash, expected);
        check_scarcity(400 + n, 31, 2, &hash);
        CHECK_U64(hash, expected);
    }
}

// 20,000 chunks and more, all of them changed, with a limit.
static void test_a_long_walk_keeps_memory_flat(void)
{
    enum
    {
        LIMIT = 4 << 20
    };
    const int64_t max = 2600; // the toy store keeps all of them
    const int64_t columns = toy_rounds(2600) < max ? toy_rounds(2600) : max;
    static meter m;
    memset(&m, 0, sizeof m);
    loam_env env = meter_env(&m);
    env.jobs = toy_jobs(1);
    loam_tile_world_def def = def_on(&env, 3);
    def.pipeline = toy_pipeline(&env, 5, NULL);
    def.keep_bytes = LIMIT;
    def.autosave_steps = 20;
    toy_store store;
    toy_store_init(&store);
    def.store = toy_store_functions(&store);
    def.store.load = NULL;
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    long long early = 0;
    for (int64_t column = 1; column <= columns; column++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){column * 128, 0}));
        CHECK_OK(dig(world, column * 128, TOY_DIRT));
        const loam_tile_world_counters now = loam_tile_world_count(world);
        CHECK(now.kept_bytes - now.ahead_bytes <= LIMIT);
        early = column == columns / 10 ? atomic_load(&m.peak) : early;
    }
    const loam_tile_world_counters now = loam_tile_world_count(world);
    CHECK(now.generated >= 8 * (uint64_t)columns);
    CHECK(now.saved >= (uint64_t)columns - 20);
    // What is under way at a time differs a little.
    CHECK_RANGE(atomic_load(&m.peak), early, early + (1 << 20));
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(def.pipeline);
    loam_jobs_destroy(env.jobs);
    toy_store_free(&store);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

int main(void)
{
    RUN_SERIAL(test_a_steady_step_allocates_nothing);
    RUN_SERIAL(test_each_allocation_may_fail);
    RUN(test_each_allocation_may_fail_with_threads);
    RUN_SERIAL(test_a_long_walk_keeps_memory_flat);
    return CHECK_DONE();
}
