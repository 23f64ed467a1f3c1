// SPDX-License-Identifier: MIT
// How much is done at once: pieces of work, budgets, memory of pages that are begun, delayed pages.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

enum
{
    KIB64 = 1 << 16,
    SLICES = 100,
    MANY = 100, // inputs along each axis
};

static atomic_int slices_run;
static int64_t broken_x;

static loam_result run_nothing(loam_slice *slice)
{
    atomic_fetch_add(&slices_run, 1);
    return slice->page_x == broken_x && slice->count == 1 ? loam_fail(LOAM_FAILED, "broken")
                                                          : LOAM_OK;
}

static int32_t count_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return SLICES;
}

static void wait_ns(uint64_t ns)
{
    const uint64_t begin_ns = loam_clock_ns();
    while (loam_clock_ns() - begin_ns < ns)
    {
    }
}

static loam_result run_200_us(loam_slice *slice)
{
    (void)slice;
    atomic_fetch_add(&slices_run, 1);
    wait_ns(200000);
    return LOAM_OK;
}

static loam_result run_2_ms(loam_slice *slice)
{
    (void)slice;
    atomic_fetch_add(&slices_run, 1);
    wait_ns(2000000);
    return LOAM_OK;
}

typedef struct diary
{
    int32_t ready, failed;
    loam_page first;
} diary;

static void on_ready(void *user, const loam_page *page)
{
    diary *const d = user;
    d->first = d->ready++ == 0 ? *page : d->first;
}

static void on_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    (void)id;
    (void)result;
    CHECK_CONTAINS(message, "broken");
    ((diary *)user)->failed++;
}

static loam_region *around(loam_pipeline *pipeline, int32_t stage, int64_t load, diary *d)
{
    const loam_region_def def = {.stage = stage,
                                 .load = load,
                                 .keep = load,
                                 .ready = on_ready,
                                 .failed = on_failed,
                                 .user = d};
    loam_region *region;
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    return region;
}

static loam_pipeline *create(const loam_env *env)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env = *env;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    atomic_store(&slices_run, 0);
    broken_x = INT64_MAX;
    return pipeline;
}

static void add(loam_pipeline *pipeline, const char *name, int64_t page_size,
                const loam_stage_input *input)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = name;
    def.page_size = page_size;
    def.inputs = input;
    def.input_count = input != NULL;
    def.run = run_nothing;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
}

static void add_sliced(loam_pipeline *pipeline, loam_result (*run)(loam_slice *slice))
{
    loam_stage_def def = loam_default_stage_def();
    def.name = "sliced";
    def.page_size = 16;
    def.payload_size = def.scratch_size = KIB64;
    def.slice_count = count_slices;
    def.run = run;
    CHECK_OK(loam_pipeline_add(pipeline, &def));
}

static void pump_all(loam_pipeline *pipeline)
{
    bool idle = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
    }
}

static uint64_t computed(loam_pipeline *pipeline, int32_t stage)
{
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
    return counters.computed;
}

// ---- pages that are begun -----------------------------------------------------------------------------

// Wherever the point goes, few pages are half done.
static void check_begun_pages(int32_t threads)
{
    static meter m;
    memset(&m, 0, sizeof m);
    loam_env env = meter_env(&m);
    const loam_env own = loam_default_env();
    env.jobs = threads == 0 ? NULL : toy_jobs(&own, threads);
    loam_pipeline *const pipeline = create(&env);
    const size_t max = threads == 0 ? 2 : (size_t)loam_jobs_width(env.jobs) + 2;
    diary d = {0};
    add_sliced(pipeline, run_nothing);
    loam_region *const region = around(pipeline, 0, 200, &d);
    size_t peak = 0;
    for (int32_t i = 0; i < 200; i++)
    {
        CHECK_OK(loam_region_move(region, (i % 20 - 10) * 16, (i / 20 - 5) * 16, 0));
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        const size_t working = loam_pipeline_usage_now(pipeline).working_bytes;
        peak = working > peak ? working : peak;
        CHECK(loam_pipeline_is_sound(pipeline));
    }
    CHECK(threads > 0 || peak > 0); // threads may not have come to it
    CHECK(peak <= max * (2 * KIB64 + 4096));
    CHECK(threads > 0 || atomic_load(&m.peak) < 16 * KIB64);
    loam_region_destroy(region);
    while (loam_pipeline_usage_now(pipeline).under_way > 0)
    {
    }
    CHECK_INT(loam_pipeline_usage_now(pipeline).working_bytes, 0);
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(env.jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

static void test_few_pages_are_begun(void)
{
    check_begun_pages(0);
    check_begun_pages(2);
}

// A get does not wait until what others began is done.
static void test_a_get_may_always_begin(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary d = {0};
    add_sliced(pipeline, run_nothing);
    loam_region *const region = around(pipeline, 0, 100, &d);
    for (int32_t i = 0; i < 4; i++)
    {
        CHECK_OK(loam_region_move(region, i * 16, 0, 0));
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    }
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = 50}, &page));
    CHECK_INT(atomic_load(&slices_run), 4 + SLICES);
    CHECK_INT(computed(pipeline, 0), 1);
    loam_pipeline_release(pipeline, page);
    pump_all(pipeline);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// ---- pieces of work -----------------------------------------------------------------------------------

static void test_many_inputs_are_found_in_pieces(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    const loam_stage_input input = {.stage = "in"};
    diary d = {0};
    add(pipeline, "in", 1, NULL);
    add(pipeline, "out", MANY, &input);
    loam_region *const region = around(pipeline, 1, 0, &d);
    for (uint64_t piece = 1; piece <= 10; piece++)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 1 + 256 * piece);
        CHECK(loam_pipeline_is_sound(pipeline));
    }
    // Those that were found are there before all are.
    for (int64_t i = 0; i < 256 * 10; i++)
    {
        const loam_page *page;
        const loam_page_id id = {.x = i % MANY, .y = i / MANY};
        CHECK_OK(loam_pipeline_get(pipeline, id, &page));
        loam_pipeline_release(pipeline, page);
    }
    CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 1);
    CHECK(loam_pipeline_is_sound(pipeline));
    while (d.ready == 0)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    }
    CHECK_INT(computed(pipeline, 0), MANY * MANY);
    CHECK_INT(computed(pipeline, 1), 1);
    // Letting go of them is done in pieces too.
    const size_t pinned = loam_pipeline_usage_now(pipeline).pinned_bytes;
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    const size_t left = loam_pipeline_usage_now(pipeline).pinned_bytes;
    CHECK_RANGE(pinned - left, 1, 256 * sizeof(loam_node));
    CHECK(left > MANY * MANY / 2 * sizeof(loam_node));
    CHECK(loam_pipeline_is_sound(pipeline));
    pump_all(pipeline);
    CHECK_INT(loam_pipeline_usage_now(pipeline).pinned_bytes, sizeof(loam_node));
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// Whatever ends the world or changes a stage lets go of all inputs first.
static void test_what_is_left_of_many_inputs(void)
{
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    for (int32_t way = 0; way < 3; way++)
    {
        loam_pipeline *const pipeline = create(&env);
        const loam_stage_input input = {.stage = "in"};
        diary d = {0};
        add(pipeline, "in", 1, NULL);
        add(pipeline, "out", MANY, &input);
        loam_region *const region = around(pipeline, 1, 0, &d);
        while (d.ready == 0)
        {
            CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        }
        loam_region_destroy(region);
        CHECK(loam_pipeline_usage_now(pipeline).pinned_bytes > 0);
        if (way == 0)
        {
            CHECK_OK(loam_pipeline_set_enabled(pipeline, "in", false));
        }
        else if (way == 1)
        {
            const loam_page *page;
            CHECK_OK(loam_pipeline_get(pipeline, (loam_page_id){.x = -1}, &page));
            loam_pipeline_release(pipeline, page);
        }
        CHECK_INT(loam_pipeline_usage_now(pipeline).pinned_bytes > 0, way == 2);
        loam_pipeline_destroy(pipeline);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

// An input fails, or nobody wants the page any more, before all inputs are found.
static void test_a_search_that_ends_early(void)
{
    for (int32_t breaks = 0; breaks < 2; breaks++)
    {
        static meter m;
        memset(&m, 0, sizeof m);
        const loam_env env = meter_env(&m);
        loam_pipeline *const pipeline = create(&env);
        const loam_stage_input input = {.stage = "in"};
        diary d = {0};
        add(pipeline, "in", 1, NULL);
        add(pipeline, "out", MANY, &input);
        loam_region *const region = around(pipeline, 1, 0, &d);
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 257);
        if (breaks > 0)
        {
            const loam_page *page;
            broken_x = 3;
            CHECK_INT(loam_pipeline_get(pipeline, (loam_page_id){.x = 3}, &page), LOAM_FAILED);
            CHECK(loam_pipeline_is_sound(pipeline));
            pump_all(pipeline);
        }
        CHECK_INT(d.failed, breaks);
        CHECK_INT(d.ready, 0);
        loam_region_destroy(region);
        CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 0);
        CHECK(loam_pipeline_is_sound(pipeline));
        loam_pipeline_destroy(pipeline);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

// The nearest page comes long before the inputs of the furthest are found.
static void test_the_nearest_page_does_not_wait_for_the_rim(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    const loam_stage_input input = {.stage = "in", .reach = 1};
    diary d = {0};
    add(pipeline, "in", 16, NULL);
    add(pipeline, "out", 16, &input);
    loam_region *const region = around(pipeline, 1, 16 * 40, &d);
    CHECK(loam_pipeline_usage_now(pipeline).under_way > 5000);
    int32_t steps = 0;
    while (d.ready == 0)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        steps++;
    }
    CHECK(steps < 1100);
    CHECK_INT(d.first.x, 0);
    CHECK_INT(d.first.y, 0);
    pump_all(pipeline);
    CHECK(d.ready > 5000);
    CHECK_INT(computed(pipeline, 1), d.ready);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// Slices take at least 200 microseconds each here, so a budget tells how many there can be. The fifth would
// end beyond it.
static void test_pump_stops_when_the_budget_is_spent(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary d = {0};
    add_sliced(pipeline, run_200_us);
    loam_region *const region = around(pipeline, 0, 0, &d);
    CHECK_OK(loam_pipeline_pump(pipeline, 1000, NULL));
    CHECK_RANGE(atomic_load(&slices_run), 1, 4);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// Slices that take longer than the budget run all the same, one a call, though every call begins with finding
// the inputs of new pages.
static void test_slices_longer_than_the_budget(void)
{
    enum
    {
        CALLS = 40
    };
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary d = {0};
    const loam_stage_input input = {.stage = "sliced", .reach = 16};
    add_sliced(pipeline, run_2_ms);
    add(pipeline, "reader", 16, &input);
    loam_region *const region = around(pipeline, 1, 0, &d);
    for (int64_t i = 0; i < CALLS; i++)
    {
        CHECK_OK(loam_region_move(region, 16 * i, 0, 0));
        CHECK_OK(loam_pipeline_pump(pipeline, 1500, NULL));
    }
    CHECK_RANGE(atomic_load(&slices_run), CALLS / 2, CALLS + CALLS / 4);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

static uint64_t interruption_ns, traced_ns;

static loam_result run_interrupted(loam_slice *slice)
{
    (void)slice;
    wait_ns(interruption_ns);
    return LOAM_OK;
}

static void keep_time(void *user, const loam_trace_event *event)
{
    (void)user;
    traced_ns = event->end_ns - event->begin_ns;
}

/// What slices are expected to take after one that took so long.
static uint64_t expected_ns(uint64_t before_ns, uint64_t took_ns)
{
    const uint64_t faded_ns = before_ns - before_ns / 16;
    if (before_ns == 0 || took_ns <= faded_ns)
    {
        return before_ns == 0 ? took_ns : faded_ns;
    }
    return took_ns <= 2 * before_ns ? took_ns : 2 * before_ns;
}

// A slice during which the thread was interrupted is not taken for a measure of all that follow: it counts as
// twice the longest of late, and that is forgotten little by little.
static void test_an_interrupted_slice_counts_twice(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.trace = keep_time;
    loam_pipeline *pipeline;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    diary d = {0};
    add_sliced(pipeline, run_interrupted);
    loam_region *const region = around(pipeline, 0, 0, &d);
    const uint64_t *const slice_ns = &pipeline->stages[0].slice_ns[0];
    for (int32_t i = 0; i < SLICES - 1; i++)
    {
        const uint64_t before_ns = *slice_ns;
        // The first one takes a while, too: a coarse clock would else see nothing of it.
        interruption_ns = i % 10 == 5 ? 3 * before_ns : i == 0 ? 100000 : 0;
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
        CHECK_INT(*slice_ns, expected_ns(before_ns, traced_ns));
        CHECK(i % 10 != 5 || *slice_ns == 2 * before_ns);
    }
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// ---- delayed pages ------------------------------------------------------------------------------------

static void test_delayed_pages_are_shown_in_pieces(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary one = {0}, two = {0};
    add(pipeline, "one", 16, NULL);
    add(pipeline, "two", 16, NULL);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "one", UINT64_MAX));
    CHECK_OK(loam_pipeline_set_delay(pipeline, "two", UINT64_MAX));
    loam_region *const region_one = around(pipeline, 0, 16 * 9, &one);
    loam_region *const region_two = around(pipeline, 1, 16 * 9, &two);
    const uint64_t pages = loam_pipeline_usage_now(pipeline).under_way / 2;
    CHECK(pages > 200);
    while (computed(pipeline, 0) + computed(pipeline, 1) < 2 * pages)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, NULL));
    }
    CHECK_INT(one.ready + two.ready, 0);
    CHECK(loam_pipeline_is_sound(pipeline));
    // Only the pages of the stage that is not delayed any more are shown, some with each pump.
    CHECK_OK(loam_pipeline_set_delay(pipeline, "two", 1));
    CHECK(loam_pipeline_is_sound(pipeline));
    wait_ns(1000);
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    CHECK_RANGE(two.ready, 1, 100);
    while (two.ready < (int32_t)pages)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    }
    CHECK_INT(one.ready, 0);
    CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, pages);
    CHECK(loam_pipeline_is_sound(pipeline));
    loam_region_destroy(region_one);
    CHECK(loam_pipeline_is_sound(pipeline));
    CHECK_INT(loam_pipeline_usage_now(pipeline).under_way, 0);
    loam_region_destroy(region_two);
    loam_pipeline_destroy(pipeline);
}

// The time counts from the first slice, not from the last.
static void test_a_page_is_delayed_from_its_beginning(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary d = {0};
    add_sliced(pipeline, run_nothing);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "sliced", 50000));
    loam_region *const region = around(pipeline, 0, 0, &d);
    for (int32_t i = 0; i < SLICES - 1; i++)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    }
    wait_ns(50000000);
    CHECK_INT(atomic_load(&slices_run), SLICES - 1);
    CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    CHECK_INT(d.ready, 1);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

// A stage that takes another's place is delayed as that was.
static void test_a_new_stage_is_delayed_like_the_old_one(void)
{
    const loam_env env = loam_default_env();
    loam_pipeline *const pipeline = create(&env);
    diary d = {0};
    add(pipeline, "delayed", 16, NULL);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "delayed", UINT64_MAX));
    loam_stage_def def = loam_default_stage_def();
    def.name = "delayed";
    def.page_size = 16;
    def.run = run_nothing;
    CHECK_OK(loam_pipeline_replace(pipeline, &def));
    loam_region *const region = around(pipeline, 0, 0, &d);
    while (computed(pipeline, 0) == 0)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, NULL));
    }
    CHECK_OK(loam_pipeline_pump(pipeline, 1000, NULL));
    CHECK_INT(d.ready, 0);
    CHECK_OK(loam_pipeline_set_delay(pipeline, "delayed", 0));
    pump_all(pipeline);
    CHECK_INT(d.ready, 1);
    loam_region_destroy(region);
    loam_pipeline_destroy(pipeline);
}

int main(void)
{
    RUN(test_few_pages_are_begun);
    RUN_SERIAL(test_a_get_may_always_begin);
    RUN_SERIAL(test_many_inputs_are_found_in_pieces);
    RUN_SERIAL(test_what_is_left_of_many_inputs);
    RUN_SERIAL(test_a_search_that_ends_early);
    RUN_SERIAL(test_the_nearest_page_does_not_wait_for_the_rim);
    RUN_SERIAL(test_pump_stops_when_the_budget_is_spent);
    RUN_SERIAL(test_slices_longer_than_the_budget);
    RUN_SERIAL(test_an_interrupted_slice_counts_twice);
    RUN_SERIAL(test_delayed_pages_are_shown_in_pieces);
    RUN_SERIAL(test_a_page_is_delayed_from_its_beginning);
    RUN_SERIAL(test_a_new_stage_is_delayed_like_the_old_one);
    return CHECK_DONE();
}
