// SPDX-License-Identifier: MIT
// Memory: running out of it breaks nothing and leaks nothing; walking far does not use it up.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

typedef struct outcome
{
    const toy_model *model;
    int32_t ready, failed, wrong;
} outcome;

static void on_ready(void *user, const loam_page *page)
{
    outcome *const o = user;
    o->ready++;
    o->wrong += !toy_matches(o->model, page);
}

static void on_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    outcome *const o = user;
    o->failed++;
    o->wrong += result != LOAM_OUT_OF_MEMORY || id.stage != TOY_JOIN ||
                strstr(message, "stage ") == NULL || strstr(message, "memory") == NULL;
}

static bool get_one(loam_pipeline *pipeline, const toy_model *model, loam_page_id id)
{
    const loam_page *page;
    const loam_result result = loam_pipeline_get(pipeline, id, &page);
    if (result != LOAM_OK)
    {
        CHECK_INT(result, LOAM_OUT_OF_MEMORY);
        CHECK_CONTAINS(loam_last_error(), "memory");
        CHECK(page == NULL);
        return false;
    }
    CHECK(toy_matches(model, page));
    loam_pipeline_release(pipeline, page);
    return true;
}

static void pump_all(loam_pipeline *pipeline)
{
    bool idle = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 100000, &idle));
    }
}

// Makes a pipeline, a region and some pages, in which allocations fail. Whether all went well.
static bool go_through(loam_pipeline *pipeline, outcome *o)
{
    const loam_region_def def = {.stage = TOY_JOIN,
                                 .load = 4,
                                 .keep = 20,
                                 .ready = on_ready,
                                 .failed = on_failed,
                                 .user = o};
    loam_region *region;
    bool good = true;
    const loam_result created = loam_region_create(pipeline, &def, 0, 0, 0, &region);
    if (created == LOAM_OK)
    {
        pump_all(pipeline);
        const loam_result moved = loam_region_move(region, 17, 0, 0);
        CHECK(moved == LOAM_OK || moved == LOAM_OUT_OF_MEMORY);
        good = moved == LOAM_OK;
        good = get_one(pipeline, o->model, toy_id(TOY_DEEP, 0, 0, 0, 0)) && good;
        pump_all(pipeline);
    }
    else
    {
        CHECK_INT(created, LOAM_OUT_OF_MEMORY);
        good = false;
    }
    CHECK(loam_pipeline_is_sound(pipeline));
    loam_region_destroy(region);
    return good && o->failed == 0;
}

static bool check_scarcity(long long fail_at, long long fail_every, int32_t threads, size_t cache)
{
    static meter m;
    memset(&m, 0, sizeof m);
    const toy_model model = toy_model_make(9);
    outcome o = {.model = &model};
    loam_env env = meter_env(&m);
    const loam_env own = loam_default_env(); // the threads' memory is not what fails here
    loam_jobs *const jobs = toy_jobs(&own, threads);
    CHECK(jobs != NULL);
    env.jobs = jobs;
    atomic_store(&m.fail_every, fail_every);
    atomic_store(&m.fail_at, fail_at);
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = env;
    def.seed = 9;
    def.cache_bytes = cache;
    loam_pipeline *pipeline;
    bool good = false;
    if (loam_pipeline_create(&def, &pipeline) == LOAM_OK)
    {
        if (toy_add(pipeline) == LOAM_OK)
        {
            good = go_through(pipeline, &o);
            // There is memory again, and everything is as it should be.
            atomic_store(&m.fail_at, 0);
            CHECK(get_one(pipeline, &model, toy_id(TOY_DEEP, 0, 0, 0, 0)));
            CHECK(go_through(pipeline, &(outcome){.model = &model}));
        }
        CHECK(loam_pipeline_is_sound(pipeline));
        loam_pipeline_destroy(pipeline);
    }
    CHECK_INT(o.wrong, 0);
    loam_jobs_destroy(jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
    CHECK_INT(atomic_load(&m.blocks), 0);
    return good;
}

static void test_each_allocation_may_fail(void)
{
    static const size_t caches[] = {0, 1 << 20};
    for (int32_t i = 0; i < 2; i++)
    {
        long long n = 1;
        while (!check_scarcity(n, 0, 0, caches[i]) && check_failures == 0)
        {
            n++;
        }
        CHECK(n > 400);
    }
}

static void test_each_allocation_may_fail_with_threads(void)
{
    for (long long n = 1; n < 900; n += 11)
    {
        check_scarcity(n, 0, 2, n % 2 == 0 ? 0 : 1 << 20);
    }
}

static void test_every_nth_allocation_fails(void)
{
    for (long long n = 1; n < 60; n += 2)
    {
        check_scarcity(20 + n, n, 0, 1 << 14);
        check_scarcity(20 + n, n, 2, 1 << 14);
    }
}

// A hundred thousand pages with a small budget.
static void test_a_long_walk_keeps_memory_flat(void)
{
    enum
    {
        BUDGET = 100000,
        STEPS = 26000
    };
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    const toy_model model = toy_model_make(9);
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 9, 0, BUDGET, &jobs);
    const long long empty = atomic_load(&m.bytes);
    long long early = 0;
    for (int64_t x = 0; x < STEPS; x++)
    {
        const loam_page *page;
        CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_LEFT, 0, x, x / 3, 0), &page));
        CHECK(x % 1000 != 0 || toy_matches(&model, page));
        loam_pipeline_release(pipeline, page);
        if (x == STEPS / 10)
        {
            early = atomic_load(&m.peak);
            CHECK(loam_pipeline_usage_now(pipeline).cached_bytes > BUDGET - 1000);
        }
    }
    uint64_t computed = 0;
    for (int32_t stage = 0; stage < TOY_STAGES; stage++)
    {
        loam_stage_counters counters;
        CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
        computed += counters.computed;
    }
    CHECK(computed > 100000);
    CHECK(atomic_load(&m.peak) <= early + 1000);
    CHECK(atomic_load(&m.peak) < empty + BUDGET + 300 * 1024);
    loam_pipeline_trim(pipeline);
    CHECK(atomic_load(&m.bytes) < empty + 20000);
    toy_destroy(pipeline, jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

// A region that walks on and on: what left is evicted, what is in it is pinned.
static void check_walking_region(int32_t threads)
{
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 9, threads, 10000, &jobs);
    const loam_region_def def = {.stage = TOY_JOIN, .load = 60, .keep = 80};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    long long early = 0;
    for (int64_t step = 1; step <= 300; step++)
    {
        if (step % 4 != 0) // sometimes it is faster than the pages
        {
            pump_all(pipeline);
        }
        const loam_pipeline_usage usage = loam_pipeline_usage_now(pipeline);
        CHECK(usage.cached_bytes <= 10000);
        CHECK_OK(loam_region_move(region, step * 13, -step * 7, 0));
        early = step == 100 ? atomic_load(&m.peak) : early;
    }
    CHECK(atomic_load(&m.peak) <= early + early / 4);
    loam_region_destroy(region);
    toy_destroy(pipeline, jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

static void test_a_walking_region_keeps_memory_flat(void)
{
    check_walking_region(0);
    check_walking_region(2);
}

// Once the cache is full and everything has its room, a step allocates no book-keeping: only
// payloads, links and work.
static void test_nodes_are_reused(void)
{
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 9, 0, 20000, &jobs);
    for (int64_t x = 0; x < 2000; x++)
    {
        const loam_page *page;
        const long long before = atomic_load(&m.allocations);
        CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_GROUND, 0, x, 0, 0), &page));
        loam_pipeline_release(pipeline, page);
        CHECK(x < 1000 || atomic_load(&m.allocations) - before == 2);
    }
    toy_destroy(pipeline, jobs);
}

static loam_result run_large(loam_slice *slice)
{
    return loam_arena_take(&slice->scratch, 5 << 20) != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
}

// What a page was worked on with waits for the next one if it is large, so that nothing that lasts comes to lie there.
static void test_large_memory_is_kept_for_the_next_page(void)
{
    static meter m;
    memset(&m, 0, sizeof m);
    loam_pipeline *pipeline;
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_stage_def stage = loam_default_stage_def();
    def.env = meter_env(&m);
    stage.name = "large";
    stage.page_size = 16;
    stage.payload_size = 16;
    stage.scratch_size = LOAM_ARENA_SIZE(5 << 20);
    stage.run = run_large;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    for (int64_t x = 0; x < 10; x++)
    {
        const loam_page *page;
        CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = x}, &page));
        loam_pipeline_release(pipeline, page);
        CHECK_RANGE(atomic_load(&m.bytes), 5 << 20, 6 << 20);
        CHECK_RANGE(atomic_load(&m.peak), 5 << 20, 6 << 20);
    }
    const long long before = atomic_load(&m.allocations);
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = 5000}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK(atomic_load(&m.allocations) - before <= 2); // a payload, a node
    loam_pipeline_trim(pipeline);
    CHECK(atomic_load(&m.bytes) < 1 << 20);
    loam_pipeline_destroy(pipeline);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

int main(void)
{
    RUN_SERIAL(test_each_allocation_may_fail);
    RUN(test_each_allocation_may_fail_with_threads);
    RUN(test_every_nth_allocation_fails);
    RUN_SERIAL(test_a_long_walk_keeps_memory_flat);
    RUN(test_a_walking_region_keeps_memory_flat);
    RUN_SERIAL(test_nodes_are_reused);
    RUN_SERIAL(test_large_memory_is_kept_for_the_next_page);
    return CHECK_DONE();
}
