// SPDX-License-Identifier: MIT
// Pipelines on shared threads: taking turns, stopping in the middle, asking from many sides.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

static loam_pipeline *create(const loam_env *env, loam_jobs *jobs)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = *env;
    def.env.jobs = jobs;
    def.seed = 1;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(toy_add(pipeline));
    return pipeline;
}

// A page that takes more slices than anybody will wait for.
static int32_t endless(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return INT32_MAX;
}

static loam_result run_endless(loam_slice *slice)
{
    atomic_fetch_add(*(atomic_int *const *)slice->parameters, 1);
    return LOAM_OK;
}

static void run_job(void *context)
{
    atomic_store((atomic_int *)context, 1);
}

// A pipeline with endless work lets others of the same pool have their turn.
static void test_pipelines_take_turns(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *const jobs = toy_jobs(&env, 1);
    loam_pipeline *const busy = create(&env, jobs), *const other = create(&env, jobs);
    atomic_int slices = 0, *const counter = &slices;
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "endless";
    stage.parameters = &counter;
    stage.parameters_size = sizeof counter;
    stage.slice_count = endless;
    stage.run = run_endless;
    CHECK_OK(loam_pipeline_add(busy, &stage));
    const loam_region_def one = {.stage = TOY_STAGES, .load = 0, .keep = 0};
    const loam_region_def some = {.stage = TOY_JOIN, .load = 20, .keep = 20};
    loam_region *endless_region, *region;
    CHECK_OK(loam_region_create(busy, &one, 0, 0, 0, &endless_region));
    while (atomic_load(&slices) < 100) // the only worker is at it
    {
    }
    CHECK_OK(loam_region_create(other, &some, 0, 0, 0, &region));
    bool idle = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(other, 0, &idle));
    }
    CHECK(loam_pipeline_usage_now(busy).under_way > 0);
    atomic_int ran = 0;
    loam_job job = {.run = run_job, .context = &ran, .priority = LOAM_PRIORITY_NORMAL};
    loam_jobs_submit(jobs, &job);
    while (atomic_load(&ran) == 0)
    {
    }
    loam_jobs_wait(jobs, &job);
    CHECK(loam_pipeline_usage_now(busy).under_way > 0);
    CHECK(loam_pipeline_is_sound(busy));
    loam_region_destroy(endless_region);
    loam_region_destroy(region);
    loam_pipeline_destroy(busy);
    loam_pipeline_destroy(other);
    loam_jobs_destroy(jobs);
}

// Everything is torn down while the threads are in the middle of it.
static void test_stopping_in_the_middle(void)
{
    for (int32_t threads = 1; threads <= 4; threads *= 2)
    {
        const loam_env own = loam_default_env();
        loam_jobs *const jobs = toy_jobs(&own, threads);
        for (int32_t i = 0; i < 60; i++)
        {
            static meter m;
            memset(&m, 0, sizeof m);
            const loam_env env = meter_env(&m);
            loam_pipeline *const pipeline = create(&env, jobs);
            const loam_region_def def = {.stage = TOY_JOIN, .load = 100, .keep = 100};
            loam_region *region;
            CHECK_OK(loam_region_create(pipeline, &def, i, 0, 0, &region));
            loam_stage_counters counters = {0};
            while (counters.computed < (uint64_t)i)
            {
                CHECK_OK(loam_pipeline_counters(pipeline, TOY_GROUND, &counters));
            }
            loam_region_destroy(region);
            loam_pipeline_destroy(pipeline);
            CHECK_INT(atomic_load(&m.bytes), 0);
        }
        loam_jobs_destroy(jobs);
    }
}

typedef struct asker
{
    loam_pipeline *pipeline;
    loam_region *region;
    atomic_int failures;
} asker;

static void ask(void *context, int64_t begin, int64_t end)
{
    asker *const a = context;
    for (int64_t i = begin; i < end; i++)
    {
        const loam_page *page;
        const loam_page_id id = toy_id(TOY_JOIN, 0, i % 7, i / 7 % 5, 0);
        if (loam_pipeline_get(a->pipeline, id, &page) != LOAM_OK)
        {
            atomic_fetch_add(&a->failures, 1);
        }
        loam_pipeline_release(a->pipeline, page);
        (void)loam_pipeline_usage_now(a->pipeline);
        if (i % 50 == 0)
        {
            loam_pipeline_trim(a->pipeline);
        }
    }
}

static void walk(void *context)
{
    asker *const a = context;
    for (int64_t i = 0; i < 100; i++)
    {
        if (loam_region_move(a->region, i * 9 % 200, i * 5 % 70, 0) != LOAM_OK ||
            loam_pipeline_pump(a->pipeline, 10, NULL) != LOAM_OK)
        {
            atomic_fetch_add(&a->failures, 1);
        }
    }
}

// One thread walks a region while others ask for single pages and throw pages away.
static void check_many_sides(bool with_jobs)
{
    const loam_env env = loam_default_env();
    loam_jobs *const jobs = toy_jobs(&env, 2), *const askers = toy_jobs(&env, 3);
    asker a = {.pipeline = create(&env, with_jobs ? jobs : NULL)};
    const loam_region_def def = {.stage = TOY_JOIN, .load = 30, .keep = 40};
    CHECK_OK(loam_region_create(a.pipeline, &def, 0, 0, 0, &a.region));
    loam_job walker = {.run = walk, .context = &a, .priority = LOAM_PRIORITY_HIGH};
    loam_jobs_submit(askers, &walker);
    loam_jobs_for(askers, 400, 1, ask, &a);
    loam_jobs_wait(askers, &walker);
    CHECK_INT(atomic_load(&a.failures), 0);
    CHECK(loam_pipeline_is_sound(a.pipeline));
    loam_region_destroy(a.region);
    loam_pipeline_destroy(a.pipeline);
    loam_jobs_destroy(askers);
    loam_jobs_destroy(jobs);
}

static void test_many_sides(void)
{
    check_many_sides(false);
    check_many_sides(true);
}

// ---- stages that are replaced while others ask about them -------------------------------------------

typedef struct asked
{
    loam_pipeline *pipeline;
    atomic_int over;
} asked;

static void keep_replacing(void *context)
{
    asked *const a = context;
    for (int32_t i = 0; i < 300; i++)
    {
        const loam_stage_def def = toy_stage(i % TOY_STAGES);
        (void)loam_pipeline_replace(a->pipeline, &def);
    }
    atomic_store(&a->over, 1);
}

static void test_asking_while_stages_are_replaced(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *const others = toy_jobs(&env, 1);
    asked a = {.pipeline = create(&env, NULL)};
    loam_job job = {.run = keep_replacing, .context = &a, .priority = LOAM_PRIORITY_NORMAL};
    loam_jobs_submit(others, &job);
    do
    {
        const loam_page *page;
        loam_stage_counters counters;
        loam_region *region;
        const loam_region_def def = {.stage = TOY_JOIN, .level = 7};
        CHECK_INT(loam_pipeline_peek(a.pipeline, toy_id(TOY_JOIN, 0, 1, 2, 0), &page),
                  LOAM_NOT_FOUND);
        CHECK_INT(loam_pipeline_get(a.pipeline, toy_id(TOY_JOIN, 7, 1, 2, 0), &page),
                  LOAM_BAD_ARGUMENT);
        CHECK_INT(loam_region_create(a.pipeline, &def, 0, 0, 0, &region), LOAM_BAD_ARGUMENT);
        CHECK_INT(loam_pipeline_stage_index(a.pipeline, "deep"), TOY_DEEP);
        CHECK_TEXT(loam_pipeline_stage_name(a.pipeline, TOY_PLAN), "plan");
        CHECK_INT(loam_pipeline_stage_count(a.pipeline), TOY_STAGES);
        CHECK_OK(loam_pipeline_counters(a.pipeline, TOY_ROCK, &counters));
    } while (atomic_load(&a.over) == 0);
    loam_jobs_wait(others, &job);
    loam_pipeline_destroy(a.pipeline);
    loam_jobs_destroy(others);
}

// ---- two at once ------------------------------------------------------------------------------------

static loam_result run_meeting(loam_slice *slice)
{
    atomic_int *const arrived = *(atomic_int *const *)slice->parameters;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < 2)
    {
    }
    return LOAM_OK;
}

static void add_meeting(loam_pipeline *pipeline, atomic_int **arrived)
{
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "meeting";
    stage.page_size = 16;
    stage.parameters = arrived;
    stage.parameters_size = sizeof *arrived;
    stage.run = run_meeting;
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
}

// Two pages that wait for each other can only be done by two threads; with one, this never ends.
static void test_two_threads_work_at_once(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *const jobs = toy_jobs(&env, 2);
    loam_pipeline *const pipeline = create(&env, jobs);
    atomic_int arrived = 0, *at = &arrived;
    add_meeting(pipeline, &at);
    const loam_region_def def = {.stage = TOY_STAGES, .load = 1, .keep = 1};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 8, 0, &region));
    bool idle = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, &idle));
    }
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_STAGES, &counters));
    CHECK_INT(counters.computed, 2);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(jobs);
}

// ---- waiting for a delayed page ---------------------------------------------------------------------

static void get_delayed(void *context)
{
    asked *const a = context;
    const loam_page *page;
    const loam_result result = loam_pipeline_get(a->pipeline, toy_id(TOY_GROUND, 0, 0, 0, 0),
                                                 &page);
    loam_pipeline_release(a->pipeline, page);
    atomic_store(&a->over, result == LOAM_OK ? 1 : 2);
}

static int32_t count_waiting(loam_pipeline *pipeline)
{
    loam_mutex_lock(&pipeline->mutex);
    const int32_t waiting = pipeline->waiting;
    loam_mutex_unlock(&pipeline->mutex);
    return waiting;
}

// Who waits for a page that is delayed for ever goes on when it is not delayed any more; if nobody wakes
// them, this never ends.
static void test_a_changed_delay_wakes_up_who_waits(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *const others = toy_jobs(&env, 1);
    asked a = {.pipeline = create(&env, NULL)};
    CHECK_OK(loam_pipeline_set_delay(a.pipeline, "ground", UINT64_MAX));
    loam_job job = {.run = get_delayed, .context = &a, .priority = LOAM_PRIORITY_NORMAL};
    loam_jobs_submit(others, &job);
    while (count_waiting(a.pipeline) == 0)
    {
    }
    CHECK_OK(loam_pipeline_set_delay(a.pipeline, "ground", 0));
    while (atomic_load(&a.over) == 0)
    {
    }
    CHECK_INT(atomic_load(&a.over), 1);
    loam_jobs_wait(others, &job);
    loam_pipeline_destroy(a.pipeline);
    loam_jobs_destroy(others);
}

int main(void)
{
    RUN(test_asking_while_stages_are_replaced);
    RUN(test_two_threads_work_at_once);
    RUN(test_a_changed_delay_wakes_up_who_waits);
    RUN(test_pipelines_take_turns);
    RUN(test_stopping_in_the_middle);
    RUN(test_many_sides);
    return CHECK_DONE();
}
