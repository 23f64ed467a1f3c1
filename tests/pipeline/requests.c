// SPDX-License-Identifier: MIT
// Single pages: what a stage sees, what it may not see, failing, delaying, pumping.
#include "check.h"
#include "toy.h"

#include "pipeline/pipeline.h"

#include <stdatomic.h>
#include <stdlib.h>

// A pipeline of plain stages, whose parameters point to what the test wants to know.
typedef struct probe
{
    loam_slice last; // the last slice that ran
    const char *failure;
    bool silent; // fails without a message
    int32_t runs;
    int32_t input;          // asked for, if asks is set
    int64_t x, y, z;        // of that input
    bool asks, asks_one;    // all pages of the input, or the one at x, y, z
    int32_t page_count;     // what it got
    loam_page first, final; // of these
    size_t out_size;
    int32_t slices;
    bool dirty; // a payload was not zero at the beginning
} probe;

static probe *probe_of(const void *parameters)
{
    probe *p;
    memcpy(&p, parameters, sizeof p);
    return p;
}

static loam_result run_probe(loam_slice *slice)
{
    probe *const p = probe_of(slice->parameters);
    p->runs++;
    p->last = *slice;
    for (size_t i = 0; i < 8; i++)
    {
        p->dirty = p->dirty || (slice->index == 0 && ((const uint8_t *)slice->out)[i] != 0);
    }
    memset(slice->out, 0xff, 8);
    if (p->asks)
    {
        const loam_page *const pages = loam_slice_pages(slice, p->input, &p->page_count);
        p->first = pages == NULL ? (loam_page){0} : pages[0];
        p->final = pages == NULL ? (loam_page){0} : pages[p->page_count - 1];
    }
    if (p->asks_one)
    {
        const loam_page *const page = loam_slice_page(slice, p->input, p->x, p->y, p->z);
        p->page_count = page != NULL;
        p->first = page == NULL ? (loam_page){0} : *page;
    }
    if (p->silent)
    {
        return LOAM_IO;
    }
    if (p->failure != NULL)
    {
        return loam_fail(LOAM_FAILED, "%s", p->failure);
    }
    slice->out_size = p->out_size == 0 ? slice->out_size : p->out_size;
    return LOAM_OK;
}

static int32_t probe_slices(const void *parameters, int32_t level)
{
    (void)level;
    const int32_t slices = probe_of(parameters)->slices;
    return slices == 0 ? 1 : slices;
}

static loam_stage_def probe_def(const char *name, probe **p, const loam_stage_input *input)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.page_size = 16;
    def.levels = 3;
    def.payload_size = 8;
    def.scratch_size = 128;
    def.inputs = input;
    def.input_count = input == NULL ? 0 : 1;
    def.parameters = p;
    def.parameters_size = sizeof *p;
    def.slice_count = probe_slices;
    def.run = run_probe;
    return def;
}

static loam_result add_probe(loam_pipeline *pipeline, const char *name, probe **p,
                             const loam_stage_input *input)
{
    const loam_stage_def def = probe_def(name, p, input);
    return loam_pipeline_add(pipeline, &def);
}

static loam_pipeline *create(size_t cache)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.cache_bytes = cache;
    def.seed = 3;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    return pipeline;
}

// ---- what a stage sees ------------------------------------------------------------------------------

static void test_a_slice_knows_its_place(void)
{
    probe p = {.slices = 2}, *at = &p;
    loam_pipeline *const pipeline = create(0);
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.level = 1, .x = -3, .y = 5}, &page));
    CHECK_INT(page->size, 8);
    CHECK_INT(page->x, -3);
    CHECK_INT(page->level, 1);
    loam_pipeline_release(pipeline, page);
    CHECK_INT(p.runs, 2);
    CHECK_INT(p.last.page_x, -3);
    CHECK_INT(p.last.page_y, 5);
    CHECK_INT(p.last.page_z, 0);
    CHECK_INT(p.last.x, -96);
    CHECK_INT(p.last.y, 160);
    CHECK_INT(p.last.extent, 32);
    CHECK_INT(p.last.level, 1);
    CHECK_INT(p.last.index, 1);
    CHECK_INT(p.last.count, 2);
    CHECK_INT(p.last.out_size, 8);
    CHECK_INT(p.last.scratch.size, 128);
    CHECK_U64(p.last.seed, loam_seed_derive(3, "p"));
    loam_pipeline_destroy(pipeline);
}

static void test_inputs_come_in_order(void)
{
    probe a = {0}, b = {.asks = true}, *at_a = &a, *at_b = &b;
    const loam_stage_input input = {.stage = "a", .reach = 1, .level = 0, .last_level = 1};
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    CHECK_OK(add_probe(pipeline, "b", &at_b, &input));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = -1, .y = 2}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(b.page_count, 9);
    CHECK_INT(b.first.x, -2);
    CHECK_INT(b.first.y, 1);
    CHECK_INT(b.final.x, 0);
    CHECK_INT(b.final.y, 3);
    // At level 1 a page is twice as long, and reads level 0.
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .level = 1, .x = -1}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(b.page_count, 16);
    CHECK_INT(b.first.x, -3);
    CHECK_INT(b.final.x, 0);
    CHECK_INT(b.final.level, 0);
    loam_pipeline_destroy(pipeline);
}

// ---- what it may not see ----------------------------------------------------------------------------

static void check_refused(const probe *wish, int32_t level, const char *message)
{
    probe a = {0}, b = *wish, *at_a = &a, *at_b = &b;
    const loam_stage_input input = {.stage = "a", .reach = 1, .level = 0, .last_level = 1};
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    CHECK_OK(add_probe(pipeline, "b", &at_b, &input));
    const loam_page *page;
    const loam_page_id id = {.stage = 1, .level = level};
    CHECK_INT(loam_pipeline_get(pipeline, id, &page), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK(page == NULL);
    CHECK_INT(b.page_count, 0);
    CHECK_INT(b.runs, 1);
    CHECK(loam_pipeline_is_sound(pipeline));
    loam_pipeline_destroy(pipeline);
}

static void test_undeclared_inputs_are_refused(void)
{
    const probe second = {.asks = true, .input = 1};
    check_refused(
        &second, 0,
        "stage b, page (0, 0, 0) level 0: it asked for input 1, which it did not declare");
    const probe negative = {.asks_one = true, .input = -1};
    check_refused(&negative, 0, "it asked for input -1, which it did not declare");
    const probe level = {.asks = true, .input = 0};
    check_refused(&level, 2,
                  "level 2: it asked for input 0, which it did not declare for this level");
    const probe far_x = {.asks_one = true, .x = 2};
    check_refused(&far_x, 0, "it asked for input 0, page (2, 0, 0), which lies beyond its reach");
    const probe far_y = {.asks_one = true, .y = -2};
    check_refused(&far_y, 0, "page (0, -2, 0), which lies beyond");
    const probe off_axis = {.asks_one = true, .z = 1};
    check_refused(&off_axis, 0, "page (0, 0, 1), which lies beyond");
    const probe end = {.asks_one = true, .x = INT64_MAX, .y = INT64_MIN};
    check_refused(&end, 0, "which lies beyond");
}

static bool wants_east(loam_slice *slice)
{
    int32_t count;
    const loam_page *const pages = loam_slice_pages(slice, 0, &count);
    CHECK_INT(count, 1);
    CHECK_INT(pages->x, slice->page_x);
    CHECK(slice->out == NULL);
    return slice->page_x % 2 != 0;
}

// Pages that a stage does not want are not computed, and it cannot read them.
static void test_late_inputs(void)
{
    probe a = {0}, b = {.asks = true}, *at_a = &a, *at_b = &b;
    const loam_stage_input input = {.stage = "a", .reach = 1, .last_level = 1, .late = true};
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    loam_stage_def def = probe_def("b", &at_b, &input);
    def.wants_late = wants_east;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = 4}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(a.runs, 1);
    CHECK_INT(b.page_count, 1);
    CHECK(loam_pipeline_is_sound(pipeline));
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = 7}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(a.runs, 10);
    CHECK_INT(b.page_count, 9);
    CHECK_INT(b.first.x, 6);
    CHECK_INT(b.final.x, 8);
    CHECK(loam_pipeline_is_sound(pipeline));
    b.asks = false;
    b.asks_one = true;
    b.x = 9;
    CHECK_INT(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = 8}, &page),
              LOAM_BAD_ARGUMENT);
    loam_pipeline_destroy(pipeline);
}

static void test_late_inputs_come_last(void)
{
    probe a = {0}, *at_a = &a;
    const loam_stage_input inputs[] = {{.stage = "a", .reach = 1, .late = true}, {.stage = "a"}};
    loam_pipeline *const pipeline = create(0);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    loam_stage_def def = probe_def("b", &at_a, inputs);
    def.input_count = 2;
    CHECK_INT(loam_pipeline_add(pipeline, &def), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "late inputs must come last");
    loam_pipeline_destroy(pipeline);
}

static void test_one_page_of_an_input(void)
{
    probe a = {0}, b = {.asks_one = true, .x = -1, .y = 1}, *at_a = &a, *at_b = &b;
    const loam_stage_input input = {.stage = "a", .reach = 1};
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    CHECK_OK(add_probe(pipeline, "b", &at_b, &input));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(b.page_count, 1);
    CHECK_INT(b.first.x, -1);
    CHECK_INT(b.first.y, 1);
    loam_pipeline_destroy(pipeline);
}

static void test_more_bytes_than_declared_are_refused(void)
{
    probe p = {.out_size = 9}, *at = &p;
    loam_pipeline *const pipeline = create(0);
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    const loam_page *page;
    CHECK_INT(loam_pipeline_get(pipeline, (loam_page_id){0}, &page), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(),
               "stage p, page (0, 0, 0) level 0: it made 9 bytes, declared were at most 8");
    loam_pipeline_destroy(pipeline);
}

// ---- failing ----------------------------------------------------------------------------------------

static void test_failing(void)
{
    probe a = {.failure = "no luck"}, b = {0}, *at_a = &a, *at_b = &b;
    const loam_stage_input input = {.stage = "a"};
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    CHECK_OK(add_probe(pipeline, "b", &at_b, &input));
    const loam_page *page;
    for (int32_t i = 1; i <= 2; i++)
    {
        const loam_page_id id = {.stage = 1, .x = 3, .y = -2};
        CHECK_INT(loam_pipeline_get(pipeline, id, &page), LOAM_FAILED);
        CHECK_TEXT(loam_last_error(), "stage a, page (3, -2, 0) level 0: no luck");
        CHECK_INT(a.runs, i);
        CHECK_INT(b.runs, 0);
        CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 0);
        CHECK(loam_pipeline_is_sound(pipeline));
    }
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, 1, &counters));
    CHECK_INT(counters.failed, 2);
    a.failure = NULL;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = 3, .y = -2}, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(b.runs, 1);
    loam_pipeline_destroy(pipeline);
}

// A stage that does not say why it failed does not get the blame for an earlier failure.
static void test_failing_without_a_reason(void)
{
    probe a = {.silent = true}, *at_a = &a;
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "a", &at_a, NULL));
    const loam_page *page;
    loam_fail(LOAM_FAILED, "something long ago");
    CHECK_INT(loam_pipeline_get(pipeline, (loam_page_id){.stage = 0}, &page), LOAM_IO);
    CHECK_TEXT(loam_last_error(),
               "stage a, page (0, 0, 0) level 0: input or output failed, without a reason");
    loam_pipeline_destroy(pipeline);
}

// Pages around the broken column of one stage fail with its message, all others are as ever.
static void check_others_go_on(int32_t threads)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 4, threads, 1 << 16, &jobs);
    toy_model model = toy_model_make(4);
    model.parameters[TOY_LEFT] = (toy_parameters){.fail = 1, .fail_x = 2};
    toy_model_changed();
    CHECK_OK(toy_set_parameters(pipeline, TOY_LEFT, &model.parameters[TOY_LEFT]));
    int32_t failed = 0;
    for (int64_t x = -1; x < 6; x++)
    {
        const loam_page_id id = toy_id(TOY_DEEP, 0, x, 0, 0);
        uint8_t bytes[TOY_MAX_PAYLOAD];
        size_t size;
        const loam_page *page;
        if (toy_model_page(&model, id, bytes, &size))
        {
            CHECK_OK(loam_pipeline_get(pipeline, id, &page));
            CHECK(toy_matches(&model, page));
            loam_pipeline_release(pipeline, page);
            continue;
        }
        failed++;
        CHECK_INT(loam_pipeline_get(pipeline, id, &page), LOAM_FAILED);
        CHECK_CONTAINS(loam_last_error(), "stage left, page (2, ");
        CHECK_CONTAINS(loam_last_error(), "the toy left broke");
    }
    CHECK_INT(failed, 5);
    toy_destroy(pipeline, jobs);
    toy_model_changed();
}

static void test_others_go_on(void)
{
    check_others_go_on(0);
    check_others_go_on(2);
}

// ---- counting ---------------------------------------------------------------------------------------

// join reads left and right, which both read rough, which reads ground: each page of them is computed
// once, even if nothing is kept.
static void check_diamond(size_t cache, int32_t threads)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 2, threads, cache, &jobs);
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_JOIN, 0, 5, 5, 0), &page));
    loam_pipeline_release(pipeline, page);
    // By hand: 80..96 +- 1 is left 4..6, right 2..3; left is units 64..112, right 64..128 with its
    // reach 57..135; so rough 2..5; rough is units 48..144, with its reach 43..149; so ground 2..9.
    static const uint64_t expected[] = {8 * 8, 4 * 4, 3 * 3, 2 * 2, 1};
    for (int32_t stage = 0; stage <= TOY_JOIN; stage++)
    {
        loam_stage_counters counters;
        CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
        CHECK_INT(counters.computed, expected[stage]);
        CHECK_INT(counters.under_way, 0);
        CHECK_INT(counters.failed + counters.cancelled, 0);
        CHECK_INT(counters.evicted, cache == 0 ? expected[stage] : 0);
    }
    toy_destroy(pipeline, jobs);
}

static void test_a_diamond_is_computed_once(void)
{
    check_diamond(0, 0);
    check_diamond(0, 2);
    check_diamond(1 << 20, 0);
    check_diamond(1 << 20, 8);
}

static void test_peek_and_hits(void)
{
    probe p = {0}, *at = &p;
    loam_pipeline *const pipeline = create(1 << 20);
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    const loam_page *page, *again;
    const loam_page_id id = {.x = 1};
    CHECK_INT(loam_pipeline_peek(pipeline, id, &page), LOAM_NOT_FOUND);
    CHECK_TEXT(loam_last_error(), "page (1, 0, 0) level 0 of stage p is not in the cache");
    CHECK_INT(p.runs, 0);
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    CHECK_OK(loam_pipeline_peek(pipeline, id, &again));
    CHECK(page == again);
    loam_pipeline_release(pipeline, again);
    CHECK_INT(loam_pipeline_usage_now(pipeline).cached_bytes, 0);
    CHECK(loam_pipeline_usage_now(pipeline).pinned_bytes >= 8);
    loam_pipeline_release(pipeline, page);
    loam_pipeline_release(pipeline, NULL);
    CHECK_INT(loam_pipeline_usage_now(pipeline).pinned_bytes, 0);
    CHECK_OK(loam_pipeline_get(pipeline, id, &page));
    loam_pipeline_release(pipeline, page);
    CHECK_INT(p.runs, 1);
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, 0, &counters));
    CHECK(!p.dirty);
    CHECK_INT(counters.computed, 1);
    CHECK_INT(counters.hits, 2);
    CHECK(counters.time_ns > 0);
    loam_pipeline_trim(pipeline);
    CHECK_INT(loam_pipeline_usage_now(pipeline).pages, 0);
    CHECK_INT(loam_pipeline_peek(pipeline, id, &page), LOAM_NOT_FOUND);
    CHECK_INT(loam_pipeline_counters(pipeline, 1, &counters), LOAM_BAD_ARGUMENT);
    loam_pipeline_destroy(pipeline);
}

// The page that was not used for the longest time goes first.
static void test_least_recently_used(void)
{
    probe p = {0}, *at = &p;
    loam_pipeline *const pipeline = create(2 * (sizeof(loam_node) + 8));
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    static const int64_t asked[] = {0, 1, 0, 2, 0, 1};
    static const int32_t runs[] = {1, 2, 2, 3, 3, 4};
    for (int32_t i = 0; i < 6; i++)
    {
        const loam_page *page;
        CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = asked[i]}, &page));
        loam_pipeline_release(pipeline, page);
        CHECK_INT(p.runs, runs[i]);
    }
    CHECK(!p.dirty);
    loam_pipeline_destroy(pipeline);
}

// ---- pumping and delaying ---------------------------------------------------------------------------

// With no budget at all, a pump does one slice at most, and the next one goes on behind it.
static void test_pump_keeps_its_budget(void)
{
    probe p = {.slices = 3}, *at = &p;
    loam_pipeline *const pipeline = create(0);
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    const loam_region_def def = {.load = 0, .keep = 0};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    CHECK_INT(p.runs, 0);
    for (int32_t i = 0; i < 3; i++)
    {
        bool idle = true;
        CHECK_OK(loam_pipeline_pump(pipeline, 0, &idle));
        CHECK_INT(p.runs, i + 1);
        CHECK_INT(p.last.index, i);
        CHECK_INT(idle, i == 2);
    }
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    CHECK_INT(p.runs, 3);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// A page that pump left half done is completed by whoever needs it.
static void test_get_completes_what_pump_began(void)
{
    probe p = {.slices = 3}, *at = &p;
    loam_pipeline *const pipeline = create(0);
    CHECK_OK(add_probe(pipeline, "p", &at, NULL));
    const loam_region_def def = {.load = 0, .keep = 0};
    loam_region *region;
    const loam_page *page;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){0}, &page));
    CHECK_INT(p.runs, 3);
    loam_pipeline_release(pipeline, page);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

static void check_delay_of_get(int32_t threads)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 2, threads, 1 << 20, &jobs);
    const toy_model model = toy_model_make(2);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "rough", 3000));
    // Who waits for one page does not meanwhile work on what others want.
    const loam_region_def def = {.stage = TOY_PLAN, .load = 20, .keep = 20};
    loam_region *region = NULL;
    if (threads == 0)
    {
        CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    }
    const uint64_t begin_ns = loam_clock_ns();
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_LEFT, 0, 0, 0, 0), &page));
    CHECK(loam_clock_ns() - begin_ns >= 3000000);
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_PLAN, &counters));
    CHECK_INT(counters.computed, 0);
    loam_region_destroy(region);
    CHECK(toy_matches(&model, page));
    loam_pipeline_release(pipeline, page);
    toy_destroy(pipeline, jobs);
}

static void count_ready(void *user, const loam_page *page)
{
    (void)page;
    ++*(int32_t *)user;
}

static void check_delay_of_region(int32_t threads)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 2, threads, 1 << 20, &jobs);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "left", UINT64_MAX));
    int32_t ready = 0;
    const loam_region_def def = {
        .stage = TOY_LEFT, .load = 0, .keep = 0, .ready = count_ready, .user = &ready};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    loam_stage_counters counters = {0};
    bool idle = false;
    while (counters.computed == 0)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
        CHECK(!idle);
        CHECK_OK(loam_pipeline_counters(pipeline, TOY_LEFT, &counters));
    }
    // It is computed, not shown, and does not stand in anybody's way.
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_RIGHT, 0, 7, 7, 0), &page));
    loam_pipeline_release(pipeline, page);
    CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
    CHECK_INT(ready, 0);
    CHECK(!idle);
    CHECK(loam_pipeline_is_sound(pipeline));
    CHECK_INT(loam_pipeline_peek(pipeline, toy_id(TOY_LEFT, 0, 0, 0, 0), &page), LOAM_NOT_FOUND);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "left", 0));
    CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
    CHECK_INT(ready, 1);
    loam_region_destroy(region);

    // A delayed page that nobody wants any more is gone.
    CHECK_OK(loam_pipeline_set_delay(pipeline, "right", UINT64_MAX));
    const loam_region_def second = {.stage = TOY_RIGHT, .load = 0, .keep = 0};
    CHECK_OK(loam_region_create(pipeline, &second, 0, 0, 0, &region));
    while (counters.computed < 2)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
        CHECK_OK(loam_pipeline_counters(pipeline, TOY_RIGHT, &counters));
    }
    loam_region_destroy(region);
    while (loam_pipeline_usage_now(pipeline).under_way > 0)
    {
    }
    CHECK_INT(loam_pipeline_usage_now(pipeline).pinned_bytes, 0);
    CHECK(loam_pipeline_is_sound(pipeline));
    toy_destroy(pipeline, jobs);
}

static void test_holding(void)
{
    check_delay_of_get(0);
    check_delay_of_get(2);
    check_delay_of_region(0);
    check_delay_of_region(2);
}

// ---- a conversion is just a stage -------------------------------------------------------------------

static loam_result run_heights(loam_slice *slice)
{
    float *const heights = slice->out;
    for (int32_t i = 0; i < 16; i++)
    {
        heights[i] = (float)(slice->x + i % 4) + 0.5f * (float)(slice->y + i / 4);
    }
    return LOAM_OK;
}

static loam_result run_conversion(loam_slice *slice)
{
    const loam_page *const page = loam_slice_page(slice, 0, slice->page_x, slice->page_y,
                                                  slice->page_z);
    const float *const heights = page->data;
    int16_t *const out = slice->out;
    for (int32_t i = 0; i < 16; i++)
    {
        out[i] = (int16_t)(heights[i] * 2.0f);
    }
    return LOAM_OK;
}

static void test_a_conversion_stage(void)
{
    loam_pipeline *const pipeline = create(1 << 20);
    loam_stage_def def = loam_default_stage_def();
    const loam_stage_input input = {.stage = "heights"};
    def.name = "heights";
    def.page_size = 4;
    def.payload_size = 16 * sizeof(float);
    def.run = run_heights;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    def.name = "heights-int16";
    def.payload_size = 16 * sizeof(int16_t);
    def.inputs = &input;
    def.input_count = 1;
    def.run = run_conversion;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.stage = 1, .x = -2, .y = 3}, &page));
    CHECK_INT(page->size, 32);
    CHECK_INT(((const int16_t *)page->data)[0], -16 + 12);
    CHECK_INT(((const int16_t *)page->data)[15], -10 + 15);
    loam_pipeline_release(pipeline, page);
    loam_pipeline_destroy(pipeline);
}

// ---- a task system that runs everything at once, on the stack of whoever submits --------------------

typedef struct stack
{
    int32_t depth, deepest;
} stack;

static void run_at_once(void *user, void (*run)(void *argument), void *argument,
                        loam_priority priority)
{
    stack *const s = user;
    (void)priority;
    s->depth++;
    s->deepest = s->depth > s->deepest ? s->depth : s->deepest;
    run(argument);
    s->depth--;
}

static void test_a_task_system_that_runs_at_once(void)
{
    stack s = {0};
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = 0;
    jobs_def.system = (loam_task_system){.submit = run_at_once, .user = &s, .workers = 4};
    loam_jobs *jobs;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.jobs = jobs;
    def.seed = 8;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(toy_add(pipeline));
    int32_t ready = 0;
    const loam_region_def region_def = {
        .stage = TOY_ROCK, .load = 120, .keep = 120, .ready = count_ready, .user = &ready};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &region_def, 0, 0, 0, &region));
    CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 0);
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    CHECK(ready > 10000);
    CHECK(s.deepest >= 1 && s.deepest <= 6); // it grows with the workers, not with the work
    const toy_model model = toy_model_make(8);
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, toy_id(TOY_DEEP, 0, 30, 30, 30), &page));
    CHECK(toy_matches(&model, page));
    loam_pipeline_release(pipeline, page);
    loam_region_destroy(region);
    toy_destroy(pipeline, jobs);
}

int main(void)
{
    RUN(test_a_slice_knows_its_place);
    RUN(test_inputs_come_in_order);
    RUN(test_undeclared_inputs_are_refused);
    RUN(test_late_inputs);
    RUN(test_late_inputs_come_last);
    RUN(test_one_page_of_an_input);
    RUN(test_more_bytes_than_declared_are_refused);
    RUN(test_failing);
    RUN(test_failing_without_a_reason);
    RUN(test_others_go_on);
    RUN(test_a_diamond_is_computed_once);
    RUN(test_peek_and_hits);
    RUN(test_least_recently_used);
    RUN(test_pump_keeps_its_budget);
    RUN(test_get_completes_what_pump_began);
    RUN(test_holding);
    RUN(test_a_conversion_stage);
    RUN(test_a_task_system_that_runs_at_once);
    return CHECK_DONE();
}
