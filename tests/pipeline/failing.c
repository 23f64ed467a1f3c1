// SPDX-License-Identifier: MIT
// Pages that fail while many threads ask: each request is answered by what its page is, a page or a message,
// whoever asked first and in whatever order; nothing hangs, nothing stays behind, and what is mended grows.
#include "check.h"
#include "meter.h"
#include "pipeline/pipeline.h"
#include "pipeline/scheduler.h"
#include "toy.h"

#include <stdatomic.h>

enum
{
    BAD_X = 2,
    SIDE = 8, // pages asked for along each axis
    ROUNDS = 3,
};

typedef struct asker
{
    loam_pipeline *pipeline;
    uint64_t order; // an odd number: another one for another order
    atomic_int good, bad, wrong;
} asker;

/// Whether a page of TOY_LEFT is made from the bad column, as toy_model says; filled before threads ask.
static bool fails[SIDE];

static void find_failing(void)
{
    toy_model model = toy_model_make(1);
    model.parameters[TOY_ROUGH] = (toy_parameters){.fail = 1, .fail_x = BAD_X};
    toy_model_changed();
    for (int64_t x = 0; x < SIDE; x++)
    {
        uint8_t bytes[TOY_MAX_PAYLOAD];
        size_t size;
        fails[x] = !toy_model_page(&model, toy_id(TOY_LEFT, 0, x, 0, 0), bytes, &size);
    }
}

static void ask(void *context, int64_t begin, int64_t end)
{
    asker *const a = context;
    for (int64_t i = begin; i < end; i++)
    {
        const int64_t at = (int64_t)((uint64_t)i * a->order % (SIDE * SIDE));
        const loam_page_id id = toy_id(TOY_LEFT, 0, at % SIDE, at / SIDE, 0);
        const loam_page *page = NULL;
        const loam_result result = loam_pipeline_get(a->pipeline, id, &page);
        const bool told = result == LOAM_FAILED && page == NULL &&
                          strstr(loam_last_error(), "stage rough, page (2, ") != NULL &&
                          strstr(loam_last_error(), "the toy rough broke") != NULL;
        atomic_fetch_add(result == LOAM_OK ? &a->good : &a->bad, 1);
        atomic_fetch_add(&a->wrong, fails[at % SIDE] ? !told : result != LOAM_OK);
        loam_pipeline_release(a->pipeline, page);
    }
}

static void ask_for_all(asker *a, loam_jobs *askers)
{
    loam_jobs_for(askers, ROUNDS * SIDE * SIDE, 1, ask, a);
    CHECK_INT(atomic_load(&a->wrong), 0);
    CHECK_INT(atomic_load(&a->good) + atomic_load(&a->bad), ROUNDS * SIDE * SIDE);
    // A page fails with its first input that does; a worker may still be at another one.
    while (loam_pipeline_usage_now(a->pipeline).under_way > 0)
    {
        check_rest();
    }
    CHECK(loam_pipeline_is_sound(a->pipeline));
}

static void check_failing(int32_t threads, int32_t asking, uint64_t order, size_t cache)
{
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m), own = loam_default_env();
    loam_jobs *jobs, *const askers = toy_jobs(&own, asking);
    asker a = {.pipeline = toy_create(&env, 1, threads, cache, &jobs), .order = order};
    const toy_parameters broken = {.fail = 1, .fail_x = BAD_X}, whole = {0};
    CHECK_OK(toy_set_parameters(a.pipeline, TOY_ROUGH, &broken));
    find_failing();
    ask_for_all(&a, askers);
    CHECK(atomic_load(&a.bad) >= ROUNDS * SIDE && atomic_load(&a.good) >= ROUNDS * SIDE);
    CHECK_OK(toy_set_parameters(a.pipeline, TOY_ROUGH, &whole));
    memset(fails, 0, sizeof fails);
    atomic_store(&a.good, 0);
    atomic_store(&a.bad, 0);
    ask_for_all(&a, askers);
    CHECK_INT(atomic_load(&a.bad), 0);
    toy_destroy(a.pipeline, jobs);
    loam_jobs_destroy(askers);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

static void test_failing_pages_answer_all_who_ask(void)
{
    static const uint64_t orders[] = {1, 13, 27, 63};
    for (int32_t i = 0; i < 4; i++)
    {
        check_failing(0, 0, orders[i], (size_t)1 << 20);
        check_failing(0, 3, orders[i], (size_t)1 << 20);
        check_failing(2, 3, orders[i], i % 2 == 0 ? (size_t)1 << 20 : 0);
    }
}

int main(void)
{
    RUN(test_failing_pages_answer_all_who_ask);
    return CHECK_DONE();
}
