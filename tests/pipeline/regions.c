// SPDX-License-Identifier: MIT
// Regions: which pages come and go, in which order, hysteresis, callbacks, cancelling.
#include "check.h"
#include "meter.h"
#include "toy.h"

#include "pipeline/pipeline.h"

enum
{
    EXTENT = 16,
    SPAN = 64,
    ORDERS = 4096,
};

// What the callbacks said: how often each page of a 2D stage came and went.
typedef struct diary
{
    loam_pipeline *pipeline;
    int32_t ready[SPAN][SPAN];
    int32_t leave[SPAN][SPAN];
    int32_t failed;
    char message[256];
    loam_result result;
    int64_t order[ORDERS]; // x * 1000 + y of the pages as they came
    int32_t ready_count, leave_count;
} diary;

static void on_ready(void *user, const loam_page *page)
{
    diary *const d = user;
    d->ready[page->y + SPAN / 2][page->x + SPAN / 2]++;
    d->order[d->ready_count++ % ORDERS] = page->x * 1000 + page->y;
    CHECK((page->size > 0) == (page->data != NULL));
}

static void on_leave(void *user, const loam_page *page)
{
    diary *const d = user;
    d->leave[page->y + SPAN / 2][page->x + SPAN / 2]++;
    d->leave_count++;
    CHECK((page->size > 0) == (page->data != NULL));
}

static void on_failed(void *user, loam_page_id id, loam_result result, const char *message)
{
    diary *const d = user;
    (void)id;
    d->failed++;
    d->result = result;
    snprintf(d->message, sizeof d->message, "%s", message);
}

static loam_region_def region_def(diary *d, int32_t stage, int64_t load, int64_t keep)
{
    return (loam_region_def){.stage = stage,
                             .load = load,
                             .keep = keep,
                             .ready = on_ready,
                             .leave = on_leave,
                             .failed = on_failed,
                             .user = d};
}

static void pump_all(loam_pipeline *pipeline)
{
    bool idle = false;
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 1000, &idle));
    }
}

static int64_t axis_distance(int64_t page, int64_t point)
{
    const int64_t low = page * EXTENT, high = low + EXTENT - 1;
    return point < low ? low - point : point > high ? point - high : 0;
}

// Whether the pages that are there are those that should be, seen from a point.
static void check_presence(const diary *d, int64_t x, int64_t y, int64_t load, int64_t keep)
{
    for (int64_t page_y = -SPAN / 2; page_y < SPAN / 2; page_y++)
    {
        for (int64_t page_x = -SPAN / 2; page_x < SPAN / 2; page_x++)
        {
            const int64_t dx = axis_distance(page_x, x), dy = axis_distance(page_y, y);
            const int64_t away = dx * dx + dy * dy;
            const int32_t came = d->ready[page_y + SPAN / 2][page_x + SPAN / 2];
            const int32_t went = d->leave[page_y + SPAN / 2][page_x + SPAN / 2];
            CHECK(came - went == 0 || came - went == 1);
            if (away <= load * load)
            {
                CHECK_INT(came - went, 1);
            }
            if (away > keep * keep)
            {
                CHECK_INT(came - went, 0);
            }
        }
    }
}

static void check_walk(int32_t threads)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, threads, 1 << 14, &jobs);
    const loam_region_def def = region_def(&d, TOY_GROUND, 70, 90);
    loam_region *region;
    int64_t x = 3, y = -8;
    CHECK_OK(loam_region_create(d.pipeline, &def, x, y, 0, &region));
    for (uint64_t step = 0; step < 40; step++)
    {
        if (step % 3 != 0) // sometimes it moves on before anything is done
        {
            pump_all(d.pipeline);
            check_presence(&d, x, y, 70, 90);
        }
        x = loam_random_range(1, step, -200, 200);
        y = loam_random_range(2, step, -200, 200);
        CHECK_OK(loam_region_move(region, x, y, 0));
        CHECK(loam_pipeline_is_sound(d.pipeline));
    }
    pump_all(d.pipeline);
    check_presence(&d, x, y, 70, 90);
    loam_region_destroy(region);
    CHECK_INT(d.ready_count, d.leave_count);
    toy_destroy(d.pipeline, jobs);
}

static void test_pages_come_and_go_with_the_point(void)
{
    check_walk(0);
    check_walk(2);
}

static uint64_t computed(loam_pipeline *pipeline, int32_t stage)
{
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, stage, &counters));
    return counters.computed;
}

static void test_walking_back_and_forth_computes_nothing_twice(void)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, 0, 0, &jobs);
    const loam_region_def def = region_def(&d, TOY_GROUND, 50, 70);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    pump_all(d.pipeline);
    CHECK_OK(loam_region_move(region, 19, 0, 0));
    pump_all(d.pipeline);
    const uint64_t before = computed(d.pipeline, TOY_GROUND);
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_OK(loam_region_move(region, i % 2 == 0 ? 0 : 19, 0, 0));
        pump_all(d.pipeline);
    }
    CHECK_INT(computed(d.pipeline, TOY_GROUND), before);
    CHECK_INT(d.leave_count, 0);
    // Without the hysteresis the same walk computes again and again (the cache is empty).
    loam_region_destroy(region);
    const loam_region_def strict = region_def(&d, TOY_GROUND, 50, 50);
    CHECK_OK(loam_region_create(d.pipeline, &strict, 0, 0, 0, &region));
    pump_all(d.pipeline);
    const uint64_t start = computed(d.pipeline, TOY_GROUND);
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_OK(loam_region_move(region, i % 2 == 0 ? 19 : 0, 0, 0));
        pump_all(d.pipeline);
    }
    CHECK(computed(d.pipeline, TOY_GROUND) > start + 50);
    loam_region_destroy(region);
    toy_destroy(d.pipeline, jobs);
}

// A page that is exactly as far away as pages are kept stays, and goes with the next step.
static void test_a_page_goes_behind_the_distance_it_is_kept_to(void)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, 0, 0, &jobs);
    const loam_region_def def = region_def(&d, TOY_GROUND, 50, 70);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    pump_all(d.pipeline);
    CHECK_OK(loam_region_move(region, EXTENT - 1 + 70, 0, 0));
    pump_all(d.pipeline);
    CHECK_INT(d.leave[SPAN / 2][SPAN / 2], 0);
    CHECK_INT(d.leave[SPAN / 2][SPAN / 2 - 1], 1);
    CHECK_OK(loam_region_move(region, EXTENT + 70, 0, 0));
    pump_all(d.pipeline);
    CHECK_INT(d.leave[SPAN / 2][SPAN / 2], 1);
    loam_region_destroy(region);
    toy_destroy(d.pipeline, jobs);
}

static void check_sorted_by_distance(const diary *d, int32_t from, int64_t x, int64_t y)
{
    int64_t last = -1;
    for (int32_t i = from; i < d->ready_count; i++)
    {
        const int64_t page_x = (d->order[i] + 500500) / 1000 - 500;
        const int64_t page_y = d->order[i] - page_x * 1000;
        const int64_t dx = axis_distance(page_x, x), dy = axis_distance(page_y, y);
        CHECK(dx * dx + dy * dy >= last);
        last = dx * dx + dy * dy;
    }
}

// Nearest first, also after the point has moved while most was still to be done.
static void test_priorities_follow_the_point(void)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    const loam_region_def def = region_def(&d, TOY_GROUND, 100, 300);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    for (int32_t i = 0; i < 10; i++)
    {
        CHECK_OK(loam_pipeline_pump(d.pipeline, 0, NULL));
    }
    CHECK_INT(d.ready_count, 10);
    check_sorted_by_distance(&d, 0, 0, 0);
    CHECK_OK(loam_region_move(region, -90, 40, 0));
    pump_all(d.pipeline);
    CHECK(d.ready_count > 100);
    check_sorted_by_distance(&d, 10, -90, 40);
    loam_region_destroy(region);
    toy_destroy(d.pipeline, jobs);
}

// What a get needs comes before everything else.
static void test_get_overtakes_a_region(void)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    const loam_region_def def = region_def(&d, TOY_JOIN, 200, 200);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    for (int32_t i = 0; i < 300; i++)
    {
        CHECK_OK(loam_pipeline_pump(d.pipeline, 0, NULL));
    }
    const uint64_t before = computed(d.pipeline, TOY_JOIN);
    const loam_page *page;
    CHECK_OK(loam_pipeline_get(d.pipeline, toy_id(TOY_JOIN, 0, 11, 0, 0), &page));
    CHECK_INT(computed(d.pipeline, TOY_JOIN), before + 1);
    CHECK(loam_pipeline_is_sound(d.pipeline));
    loam_pipeline_release(d.pipeline, page);
    loam_region_destroy(region);
    CHECK(loam_pipeline_is_sound(d.pipeline));
    toy_destroy(d.pipeline, jobs);
}

// Everything that was allocated for work under way is given back when nobody wants it.
static void check_cancelling(int32_t threads, int32_t stage, int32_t pumps)
{
    static diary d;
    memset(&d, 0, sizeof d);
    static meter m;
    memset(&m, 0, sizeof m);
    const loam_env env = meter_env(&m);
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, threads, 0, &jobs);
    const loam_region_def def = region_def(&d, stage, 60, 60);
    loam_region *region;
    // Once around, so that the queue and the map have the room that they keep.
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    pump_all(d.pipeline);
    loam_region_destroy(region);
    loam_pipeline_trim(d.pipeline);
    const long long bytes = atomic_load(&m.bytes), blocks = atomic_load(&m.blocks);

    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    for (int32_t i = 0; i < pumps; i++)
    {
        CHECK_OK(loam_pipeline_pump(d.pipeline, 0, NULL));
    }
    CHECK(loam_pipeline_usage_now(d.pipeline).under_way > 0 || threads > 0);
    loam_region_destroy(region);
    while (loam_pipeline_usage_now(d.pipeline).under_way > 0)
    {
    }
    CHECK(loam_pipeline_is_sound(d.pipeline));
    loam_pipeline_trim(d.pipeline);
    CHECK_INT(atomic_load(&m.bytes), bytes);
    CHECK_INT(atomic_load(&m.blocks), blocks);
    CHECK_INT(loam_pipeline_usage_now(d.pipeline).pages, 0);
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(d.pipeline, stage, &counters));
    CHECK(counters.cancelled > 0 || threads > 0);
    CHECK_RANGE(counters.progress, 1, 1);
    toy_destroy(d.pipeline, jobs);
    CHECK_INT(atomic_load(&m.bytes), 0);
}

static void test_cancelling_leaves_nothing_behind(void)
{
    static const int32_t pumps[] = {0, 1, 20, 100, 300};
    for (int32_t i = 0; i < 5; i++)
    {
        check_cancelling(0, TOY_JOIN, pumps[i]);
        check_cancelling(0, TOY_DEEP, pumps[i]);
        check_cancelling(2, TOY_ROCK, pumps[i]);
    }
}

// A page that is shared with another region or with a later stage goes on.
static void test_what_others_want_is_not_cancelled(void)
{
    static diary one, two;
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    const loam_region_def def_one = region_def(&one, TOY_JOIN, 20, 20);
    const loam_region_def def_two = region_def(&two, TOY_ROUGH, 40, 40);
    loam_region *region_one, *region_two;
    CHECK_OK(loam_region_create(pipeline, &def_one, 0, 0, 0, &region_one));
    CHECK_OK(loam_region_create(pipeline, &def_two, 0, 0, 0, &region_two));
    for (int32_t i = 0; i < 40; i++)
    {
        CHECK_OK(loam_pipeline_pump(pipeline, 0, NULL));
    }
    loam_region_destroy(region_one);
    CHECK(loam_pipeline_is_sound(pipeline));
    pump_all(pipeline);
    CHECK_INT(one.ready_count, one.leave_count);
    CHECK_INT(two.ready_count, 4 * 4);
    loam_stage_counters counters;
    CHECK_OK(loam_pipeline_counters(pipeline, TOY_ROUGH, &counters));
    CHECK_INT(counters.computed, 4 * 4);
    loam_region_destroy(region_two);
    toy_destroy(pipeline, jobs);
}

static void check_failing(int32_t threads)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, threads, 1 << 20, &jobs);
    const toy_parameters broken = {.fail = 1, .fail_x = 0};
    CHECK_OK(toy_set_parameters(d.pipeline, TOY_GROUND, &broken));
    const loam_region_def def = region_def(&d, TOY_ROUGH, 0, 1000);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 1);
    CHECK_INT(d.result, LOAM_FAILED);
    CHECK_CONTAINS(d.message, "stage ground, page (0, ");
    CHECK_CONTAINS(d.message, "level 0: the toy ground broke");
    CHECK_INT(d.ready_count, 0);
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 1);
    // Moving tries again what failed and still is within keep, once the point is in another page.
    for (int64_t step = 0; step < 24; step++)
    {
        CHECK_OK(loam_region_move(region, step, 23 - step, 0));
        pump_all(d.pipeline);
    }
    CHECK_INT(d.failed, 1);
    CHECK_OK(loam_region_move(region, 24, 1, 0));
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 2);
    CHECK_INT(d.ready_count, 1); // the next page is whole
    CHECK(loam_pipeline_is_sound(d.pipeline));
    loam_region_destroy(region);
    const toy_parameters whole = {0};
    CHECK_OK(toy_set_parameters(d.pipeline, TOY_GROUND, &whole));
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 2);
    CHECK_INT(d.ready_count, 2);
    loam_region_destroy(region);
    CHECK_INT(d.leave_count, 2);
    toy_destroy(d.pipeline, jobs);
}

// A failure is told before anything changes, and a change is a reason to try again.
static void test_changing_what_failed(void)
{
    static diary d;
    memset(&d, 0, sizeof d);
    const loam_env env = loam_default_env();
    const toy_parameters broken = {.fail = 1, .fail_x = 0}, whole = {0};
    loam_jobs *jobs;
    d.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    CHECK_OK(toy_set_parameters(d.pipeline, TOY_GROUND, &broken));
    const loam_region_def def = region_def(&d, TOY_ROUGH, 0, 1000);
    loam_region *region;
    CHECK_OK(loam_region_create(d.pipeline, &def, 0, 0, 0, &region));
    // Somebody else learns of the failure first, and nothing is under way any more.
    const loam_page *page;
    CHECK_INT(loam_pipeline_get(d.pipeline, toy_id(TOY_ROUGH, 0, 0, 0, 0), &page), LOAM_FAILED);
    CHECK_INT(loam_pipeline_usage_now(d.pipeline).under_way, 0);
    CHECK_INT(d.failed, 0);
    CHECK_INT(toy_set_parameters(d.pipeline, TOY_GROUND, &whole), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "loam_pipeline_pump");
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 1);
    CHECK_OK(toy_set_parameters(d.pipeline, TOY_GROUND, &whole));
    CHECK_OK(loam_region_move(region, 0, 0, 0));
    pump_all(d.pipeline);
    CHECK_INT(d.failed, 1);
    CHECK_INT(d.ready_count, 1);
    loam_region_destroy(region);
    toy_destroy(d.pipeline, jobs);
}

static void test_failures_reach_the_region(void)
{
    check_failing(0);
    check_failing(2);
}

// ---- regions that callbacks move and destroy ---------------------------------------------------------

typedef struct plot
{
    loam_pipeline *pipeline;
    loam_region *region;
    int32_t ready, left;
} plot;

static void destroy_it(void *user, const loam_page *page)
{
    plot *const p = user;
    const loam_page *again;
    CHECK_OK(loam_pipeline_peek(p->pipeline, toy_id(TOY_GROUND, 0, page->x, page->y, 0), &again));
    CHECK(again == page);
    loam_pipeline_release(p->pipeline, again);
    if (++p->ready == 3)
    {
        loam_region_destroy(p->region);
    }
}

static void count_left(void *user, const loam_page *page)
{
    (void)page;
    ((plot *)user)->left++;
}

static void test_a_callback_may_destroy_its_region(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    plot p = {.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs)};
    const loam_region_def def = {.stage = TOY_GROUND,
                                 .load = 50,
                                 .keep = 50,
                                 .ready = destroy_it,
                                 .leave = count_left,
                                 .user = &p};
    CHECK_OK(loam_region_create(p.pipeline, &def, 0, 0, 0, &p.region));
    pump_all(p.pipeline);
    CHECK_INT(p.ready, 3);
    CHECK_INT(p.left, 3);
    CHECK_INT(loam_pipeline_usage_now(p.pipeline).pinned_bytes, 0);
    CHECK(loam_pipeline_is_sound(p.pipeline));
    toy_destroy(p.pipeline, jobs);
}

static void move_the_dying(void *user, const loam_page *page)
{
    plot *const p = user;
    (void)page;
    p->left++;
    CHECK_INT(loam_region_move(p->region, 100000, 0, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "cannot move while it is being destroyed");
}

// A region that is being destroyed does not fill up again.
static void test_a_callback_cannot_move_a_dying_region(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    plot p = {.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs)};
    const loam_region_def def = {
        .stage = TOY_GROUND, .load = 50, .keep = 50, .leave = move_the_dying, .user = &p};
    CHECK_OK(loam_region_create(p.pipeline, &def, 0, 0, 0, &p.region));
    pump_all(p.pipeline);
    loam_region_destroy(p.region);
    CHECK(p.left > 30);
    CHECK_INT(loam_pipeline_usage_now(p.pipeline).under_way, 0);
    CHECK_INT(loam_pipeline_usage_now(p.pipeline).pinned_bytes, 0);
    toy_destroy(p.pipeline, jobs);
}

static void move_it(void *user, const loam_page *page)
{
    plot *const p = user;
    (void)page;
    p->ready++;
    if (p->region != NULL && p->ready < 100)
    {
        CHECK_OK(loam_region_move(p->region, p->ready * 40, 0, 0));
    }
}

static void test_a_callback_may_move_its_region(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    plot p = {.pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs)};
    const loam_region_def def = {.stage = TOY_GROUND,
                                 .load = 50,
                                 .keep = 50,
                                 .ready = move_it,
                                 .leave = count_left,
                                 .user = &p};
    CHECK_OK(loam_region_create(p.pipeline, &def, 0, 0, 0, &p.region));
    pump_all(p.pipeline);
    CHECK(p.ready >= 100);
    CHECK(loam_pipeline_is_sound(p.pipeline));
    loam_region_destroy(p.region);
    CHECK_INT(p.left, p.ready);
    toy_destroy(p.pipeline, jobs);
}

static void test_bad_regions(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    loam_region *region;
#define BAD_REGION(message, px, ...) \
    do \
    { \
        const loam_region_def bad = {__VA_ARGS__}; \
        CHECK_INT(loam_region_create(pipeline, &bad, px, 0, 0, &region), LOAM_BAD_ARGUMENT); \
        CHECK_CONTAINS(loam_last_error(), message); \
        CHECK(region == NULL); \
    } while (0)
    BAD_REGION("stage is 99; must be 0 to 8", 0, .stage = 99);
    BAD_REGION("stage join: level is 5; must be 0 to 1", 0, .stage = TOY_JOIN, .level = 5);
    BAD_REGION("loads within -1", 0, .load = -1);
    BAD_REGION("loads within 2 and keeps within 1; must be 0 <= load <= keep", 0, .load = 2,
               .keep = 1);
    BAD_REGION("keeps within", 0, .keep = LOAM_MAX_EXTENT + 1);
    BAD_REGION("has more than 4194304 pages", 0, .keep = LOAM_MAX_EXTENT);
    BAD_REGION("has more than 4194304 pages", 0, .stage = TOY_ROCK, .keep = 1000);
    BAD_REGION("point has x = 4611686018427387905", LOAM_WORLD_END + 1, .keep = 1);
#undef BAD_REGION
    const loam_region_def def = {.stage = TOY_GROUND, .load = 10, .keep = 10};
    CHECK_OK(loam_region_create(pipeline, &def, 0, 0, 0, &region));
    CHECK_INT(loam_region_move(region, 0, INT64_MIN, 0), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "point has y = -9223372036854775808");
    loam_region_destroy(region);
    loam_region_destroy(NULL);
    toy_destroy(pipeline, jobs);
}

// At the end of the world a region has the pages that there are.
static void test_a_region_at_the_end_of_the_world(void)
{
    const loam_env env = loam_default_env();
    loam_jobs *jobs;
    loam_pipeline *const pipeline = toy_create(&env, 1, 0, 1 << 20, &jobs);
    plot p = {0};
    const loam_region_def def = {.stage = TOY_GROUND,
                                 .load = 20,
                                 .keep = 20,
                                 .ready = move_it,
                                 .leave = count_left,
                                 .user = &p};
    CHECK_OK(loam_region_create(pipeline, &def, LOAM_WORLD_END, 8, 0, &p.region));
    loam_region *const region = p.region;
    p.region = NULL;
    pump_all(pipeline);
    CHECK_INT(p.ready, 2 * 3); // the pages of columns -1 and -2 from the end
    CHECK_OK(loam_region_move(region, -LOAM_WORLD_END, -LOAM_WORLD_END, 0));
    pump_all(pipeline);
    CHECK_INT(p.left, 6);
    CHECK_INT(p.ready, 6 + 3); // the fourth, across the corner, is too far
    loam_region_destroy(region);
    toy_destroy(pipeline, jobs);
}

int main(void)
{
    RUN(test_pages_come_and_go_with_the_point);
    RUN(test_walking_back_and_forth_computes_nothing_twice);
    RUN(test_a_page_goes_behind_the_distance_it_is_kept_to);
    RUN(test_priorities_follow_the_point);
    RUN(test_get_overtakes_a_region);
    RUN(test_cancelling_leaves_nothing_behind);
    RUN(test_what_others_want_is_not_cancelled);
    RUN(test_failures_reach_the_region);
    RUN(test_changing_what_failed);
    RUN(test_a_callback_may_destroy_its_region);
    RUN(test_a_callback_cannot_move_a_dying_region);
    RUN(test_a_callback_may_move_its_region);
    RUN(test_bad_regions);
    RUN(test_a_region_at_the_end_of_the_world);
    return CHECK_DONE();
}
