// SPDX-License-Identifier: MIT
// A page is the same bytes, whatever was asked before, by however many threads, with whatever cache.
#include "check.h"
#include "toy.h"

#include "pipeline/pipeline.h"

enum
{
    PAGES = 60,
    SEED = 77,
};

static loam_page_id ids[PAGES];

// Some pages of every stage and level, on both sides of 0 and far away.
static void choose_pages(void)
{
    static const int32_t levels[TOY_STAGES] = {3, 3, 2, 2, 2, 1, 1, 1, 2};
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t stage = i % TOY_STAGES;
        const int32_t level = i / TOY_STAGES % levels[stage];
        const int64_t away = i % 5 == 4 ? (int64_t)1 << 40 : 0;
        ids[i] = toy_id(stage, level, away + loam_random_range(1, (uint64_t)i, -3, 2),
                        loam_random_range(2, (uint64_t)i, -3, 2) - away,
                        loam_random_range(3, (uint64_t)i, -3, 2));
    }
}

static void shuffle(int32_t order[PAGES], uint64_t seed)
{
    for (int32_t i = 0; i < PAGES; i++)
    {
        const int32_t k = (int32_t)loam_random_below(seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
}

static void check_order(const toy_model *model, int32_t threads, size_t cache, uint64_t seed)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, SEED, threads, cache, &jobs);
    CHECK(pipeline != NULL);
    int32_t order[PAGES];
    shuffle(order, seed);
    for (int32_t i = 0; i < PAGES; i++)
    {
        const loam_page *page;
        CHECK_OK(loam_pipeline_get(pipeline, ids[order[i]], &page));
        CHECK(page != NULL && toy_matches(model, page));
        loam_pipeline_release(pipeline, page);
        CHECK(loam_pipeline_usage_now(pipeline).cached_bytes <= cache);
    }
    CHECK(loam_pipeline_is_sound(pipeline));
    toy_destroy(pipeline, jobs);
}

static void test_orders_threads_and_budgets_give_the_same_bytes(void)
{
    static const int32_t threads[] = {0, 1, 2, 8};
    static const size_t budgets[] = {0, 3000, (size_t)64 << 20};
    const toy_model model = toy_model_make(SEED);
    for (int32_t t = 0; t < 4; t++)
    {
        for (int32_t b = 0; b < 3; b++)
        {
            for (uint64_t seed = 0; seed < 3; seed++)
            {
                check_order(&model, threads[t], budgets[b], seed);
            }
        }
    }
}

// ---- many threads at once ---------------------------------------------------------------------------

typedef struct crowd
{
    loam_pipeline *pipeline;
    uint64_t hashes[PAGES];
} crowd;

static void get_some(void *context, int64_t begin, int64_t end)
{
    crowd *const c = context;
    for (int64_t i = begin; i < end; i++)
    {
        const loam_page *page;
        if (loam_pipeline_get(c->pipeline, ids[i], &page) == LOAM_OK)
        {
            c->hashes[i] = loam_hash_bytes(page->data, page->size, 1);
            loam_pipeline_release(c->pipeline, page);
        }
    }
}

// Every thread of the pool is inside a job that asks for pages, so nobody is left to compute them
// but those who ask.
static void check_crowd(const toy_model *model, int32_t threads, bool own_jobs, size_t cache)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs, *const askers = toy_jobs(&env, threads);
    crowd c = {.pipeline = toy_create(&env, SEED, own_jobs ? threads : 0, cache, &jobs)};
    loam_jobs_for(own_jobs ? jobs : askers, PAGES, 1, get_some, &c);
    for (int32_t i = 0; i < PAGES; i++)
    {
        uint8_t bytes[TOY_MAX_PAYLOAD];
        size_t size;
        CHECK(toy_model_page(model, ids[i], bytes, &size));
        CHECK_U64(c.hashes[i], loam_hash_bytes(bytes, size, 1));
    }
    CHECK(loam_pipeline_is_sound(c.pipeline));
    loam_jobs_destroy(askers);
    toy_destroy(c.pipeline, jobs);
}

static void test_many_threads_may_ask_at_once(void)
{
    const toy_model model = toy_model_make(SEED);
    for (int32_t threads = 1; threads <= 8; threads *= 2)
    {
        check_crowd(&model, threads, false, 3000);
        check_crowd(&model, threads, true, 3000);
        check_crowd(&model, threads, true, (size_t)1 << 20);
    }
}

// ---- regions ----------------------------------------------------------------------------------------

typedef struct seen
{
    const toy_model *model;
    int32_t ready;
    int32_t wrong;
} seen;

static void on_ready(void *user, const loam_page *page)
{
    seen *const s = user;
    s->ready++;
    s->wrong += !toy_matches(s->model, page);
}

static void check_region(const toy_model *model, int32_t threads, size_t cache, int32_t stage)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, SEED, threads, cache, &jobs);
    seen s = {.model = model};
    const loam_region_def def = {
        .stage = stage, .load = 30, .keep = 40, .ready = on_ready, .user = &s};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, -5, 3, 1, &region));
    for (int64_t step = 0; step < 4; step++)
    {
        bool idle = false;
        while (!idle)
        {
            CHECK_OK(loam_pipeline_pump(pipeline, 100, &idle));
        }
        CHECK(loam_pipeline_is_sound(pipeline));
        CHECK_OK(loam_region_move(region, -5 + step * 20, 3 - step * 7, 1));
    }
    CHECK(s.ready > 8);
    CHECK_INT(s.wrong, 0);
    loam_region_destroy(region);
    // What a thread was just at, it stops after its slice.
    while (loam_pipeline_usage_now(pipeline).under_way > 0)
    {
    }
    CHECK_INT(loam_pipeline_usage_now(pipeline).pinned_bytes, 0);
    CHECK(loam_pipeline_is_sound(pipeline));
    toy_destroy(pipeline, jobs);
}

static void test_regions_give_the_same_bytes(void)
{
    static const int32_t threads[] = {0, 1, 2, 8};
    const toy_model model = toy_model_make(SEED);
    for (int32_t t = 0; t < 4; t++)
    {
        check_region(&model, threads[t], 0, TOY_JOIN);
        check_region(&model, threads[t], 5000, TOY_DEEP);
        check_region(&model, threads[t], (size_t)1 << 20, TOY_ROCK);
    }
}

int main(void)
{
    choose_pages();
    RUN(test_orders_threads_and_budgets_give_the_same_bytes);
    RUN(test_many_threads_may_ask_at_once);
    RUN(test_regions_give_the_same_bytes);
    return CHECK_DONE();
}
