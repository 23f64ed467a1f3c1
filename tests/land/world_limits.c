// SPDX-License-Identifier: MIT
// Budgets of memory and time, failures, and running out of memory.
#include "land/world/tree.h"
#include "world_toy.h"

static toy_world t;

static void open(loam_land_world_def def)
{
    CHECK(toy_world_open(&t, def, 0, 1 << 16, 0, 0));
}

// ---- the plan ---------------------------------------------------------------------------------------

static uint64_t random_next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int64_t square_of_away(int64_t point, int64_t low, int64_t side)
{
    const int64_t away = point < low ? low - point : point > low + side ? point - low - side : 0;
    return away * away;
}

/// One by one.
static int64_t count_touched(int64_t x, int64_t z, int64_t radius, int64_t side)
{
    const int64_t reach = radius / side + 2;
    int64_t count = 0;
    for (int64_t row = -reach; row <= reach; row++)
    {
        for (int64_t column = -reach; column <= reach; column++)
        {
            count += square_of_away(x, column * side, side) + square_of_away(z, row * side, side) <=
                     radius * radius;
        }
    }
    return count;
}

// No viewer sees more pages than were counted, and some see nearly as many.
static void test_pages_are_counted_for_the_worst_place(void)
{
    uint64_t dice = 1;
    for (int32_t i = 0; i < 60; i++)
    {
        const int64_t side = (int64_t)128 << i % 4;
        const int64_t radius = 1 + (int64_t)random_next(&dice) % (side * 9);
        const int64_t bound = loam_land_plan_touched(radius, side);
        int64_t most = 0;
        for (int32_t place = 0; place < 300; place++)
        {
            const int64_t x = (int64_t)random_next(&dice) % side;
            const int64_t z = place < 20 ? x : (int64_t)random_next(&dice) % side;
            const int64_t count = count_touched(x, z, radius, side);
            most = count > most ? count : most;
        }
        CHECK(most <= bound);
        CHECK(bound <= most + most / 2 + 4);
    }
    CHECK(loam_land_plan_touched((int64_t)1 << 40, 128) > (int64_t)1 << 32);
}

static void test_the_plan_with_much_memory(void)
{
    land_plan plan;
    int64_t least;
    CHECK(loam_land_plan_make(8192, 512, 1 << 20, &plan, &least));
    for (int32_t level = 0; level < LOAM_SURFACE_LEVELS; level++)
    {
        CHECK_INT(plan.reach[level], level < plan.top ? 512 << level : 8192);
    }
    CHECK_RANGE(plan.top, 3, 4);
    CHECK(loam_land_plan_make(100, 512, 1 << 20, &plan, &least));
    CHECK_INT(plan.top, 0);
    CHECK(loam_land_plan_make(1 << 24, 64, 1 << 20, &plan, &least));
    CHECK_INT(plan.top, LOAM_SURFACE_LEVELS - 1);
}

/// Pages that a plan shows at most, of which four stand in the place of each that is split.
static int64_t pages_of(const land_plan *plan)
{
    int64_t count = loam_land_plan_touched(land_plan_keep(plan->view), land_page_side(plan->top));
    for (int32_t level = 1; level <= plan->top; level++)
    {
        count += 3 * loam_land_plan_touched(land_plan_keep(plan->reach[level - 1]),
                                            land_page_side(level));
    }
    return count;
}

// The less memory, the coarser what is far away; what is near stays. Room is left for pages that are to
// replace others.
static void test_the_plan_with_little_memory(void)
{
    land_plan plan, before;
    int64_t least;
    CHECK(loam_land_plan_make(20000, 512, 1 << 20, &before, &least));
    int32_t plans = 0, other = 0;
    for (int64_t capacity = 2000; loam_land_plan_make(20000, 512, capacity, &plan, &least);
         capacity--)
    {
        CHECK(plan.most <= capacity);
        CHECK(plan.most >= pages_of(&plan) + pages_of(&plan) / 8 + 8);
        CHECK_INT(plan.reach[0], 512);
        CHECK(plan.reach[1] <= before.reach[1]);
        CHECK(plan.reach[2] <= before.reach[2]);
        other += plan.reach[1] != before.reach[1];
        before = plan;
        plans++;
    }
    CHECK(other > 10);
    CHECK_INT(least, 2000 - plans + 1);
}

// ---- memory -----------------------------------------------------------------------------------------

// With the least that is accepted, a walk still gets everything, and never holds more.
static void test_the_least_memory_suffices(void)
{
    memset(&toy, 0, sizeof toy);
    loam_land_world_def def = toy_world_def();
    land_plan plan;
    int64_t least;
    CHECK(!loam_land_plan_make(def.view, def.fine, 10, &plan, &least));
    def.memory_bytes = (size_t)least * TOY_PAGE_BYTES;
    open(def);
    for (int32_t step = 0; step < 300 && check_failures == 0; step++)
    {
        const loam_land_viewer viewer = {.x = step * 90, .z = step * -31};
        bool complete = toy_world_step(&t, viewer, 0);
        for (int32_t i = 0; i < 10000 && step % 3 == 0 && !complete && check_failures == 0; i++)
        {
            complete = toy_world_step(&t, viewer, 1000);
        }
        CHECK(complete || step % 3 != 0);
        if (complete)
        {
            toy_world_step(&t, viewer, 1000000); // merges may be left to do
            toy_check_levels(&t, viewer);
        }
    }
    const loam_land_world_counters counters = loam_land_world_count(t.world);
    CHECK_INT(counters.reach[0], 512);
    CHECK(counters.reach[1] < 600);
    toy_world_close(&t);
}

// Somebody who jumps about leaves much behind that is finer than it should be. All of the memory is used,
// never more, and then what is needed is made room for.
static void test_memory_that_is_full(void)
{
    memset(&toy, 0, sizeof toy);
    loam_land_world_def def = toy_world_def();
    land_plan plan;
    int64_t least;
    uint64_t dice = 11;
    size_t most = 0;
    CHECK(!loam_land_plan_make(def.view, def.fine, 10, &plan, &least));
    def.memory_bytes = (size_t)least * TOY_PAGE_BYTES;
    open(def);
    for (int32_t jump = 0; jump < 150 && check_failures == 0; jump++)
    {
        const loam_land_viewer viewer = {.x = (int64_t)random_next(&dice) % 8000,
                                         .z = (int64_t)random_next(&dice) % 8000};
        for (int32_t i = 0; i < 60 + jump; i++)
        {
            toy_world_step(&t, viewer, 0);
            const size_t bytes = loam_land_world_count(t.world).memory_bytes;
            most = bytes > most ? bytes : most;
        }
        if (jump % 10 == 9)
        {
            toy_world_finish(&t, viewer);
            toy_check_levels(&t, viewer);
        }
    }
    CHECK(most > def.memory_bytes - 10 * TOY_PAGE_BYTES);
    toy_world_close(&t);
}

static void check_refused(loam_land_world_def def, loam_land_viewer viewer, const char *message)
{
    const land_source source = {.env = loam_default_env(), .payload_size = TOY_PAYLOAD};
    loam_land_world *world = NULL;
    CHECK_INT(loam_land_world_create_on(&source, &def, viewer, &world), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK(world == NULL);
}

static void test_what_is_refused(void)
{
    const loam_land_world_def good = toy_world_def();
    const loam_land_viewer origin = {0};
    loam_land_world_def def = good;
    def.view = 0;
    check_refused(def, origin, "view is 0 m and fine 512 m; must be 1 to 16777216");
    def.view = (1 << 24) + 1;
    check_refused(def, origin, "view is 16777217 m");
    def = good;
    def.fine = 0;
    check_refused(def, origin, "fine 0 m");
    def.fine = INT64_MAX;
    check_refused(def, origin, "must be 1 to 16777216");
    def = good;
    def.memory_bytes = 100000;
    check_refused(def, origin, "memory of 100000 bytes holds 91 pages, and a view of 6000 m, fine");
    def.memory_bytes = SIZE_MAX;
    def.view = def.fine = 1 << 24;
    check_refused(def, origin, "more memory or less of these");
    check_refused(good, (loam_land_viewer){.x = LOAM_LAND_END + 1}, "must be -2^50 to 2^50");
    check_refused(good, (loam_land_viewer){.z = INT64_MIN}, "the viewer is at (0, -92233");
    check_refused(good, (loam_land_viewer){.look_x = NAN}, "the viewer looks to (nan, 0)");
    check_refused(good, (loam_land_viewer){.look_z = INFINITY}, "must be numbers");
}

// A viewer that cannot be is refused, and the world stays as it is.
static void test_a_bad_move_changes_nothing(void)
{
    memset(&toy, 0, sizeof toy);
    open(toy_world_def());
    toy_world_finish(&t, (loam_land_viewer){0});
    const int64_t left = t.watch.left;
    bool complete = false;
    CHECK_INT(loam_land_world_update(t.world, (loam_land_viewer){.x = INT64_MAX}, 1000, &complete),
              LOAM_BAD_ARGUMENT);
    CHECK(complete);
    CHECK_INT(t.watch.left, left);
    toy_world_close(&t);
}

// ---- time -------------------------------------------------------------------------------------------

// Without a budget an update does one slice, however much there is to do.
static void test_one_slice_without_a_budget(void)
{
    memset(&toy, 0, sizeof toy);
    toy.slice_count = 3;
    open(toy_world_def());
    for (int32_t i = 0; i < 2000; i++)
    {
        const long long before = atomic_load(&toy.slices);
        toy_world_step(&t, (loam_land_viewer){.x = i / 200 * 3000}, 0);
        CHECK(atomic_load(&toy.slices) - before <= 1);
    }
    CHECK(atomic_load(&toy.slices) > 1500);
    toy_world_close(&t);
}

// A slice that takes as long as the budget ends the update.
static void test_the_budget_is_kept(void)
{
    memset(&toy, 0, sizeof toy);
    toy.slice_ns = 200000;
    open(toy_world_def());
    for (int32_t i = 0; i < 100; i++)
    {
        const long long before = atomic_load(&toy.slices);
        CHECK_OK(loam_land_world_update(t.world, (loam_land_viewer){.x = i * 500}, 1000, NULL));
        CHECK_RANGE(atomic_load(&toy.slices) - before, 1, 5);
    }
    toy_world_close(&t);
}

// ---- failures ---------------------------------------------------------------------------------------

// Each failure is told of, the page is tried again, and in the end all is there.
static void test_failures_pass(void)
{
    memset(&toy, 0, sizeof toy);
    toy.fail_every = 5;
    toy.fail_times = 300;
    open(toy_world_def());
    toy_world_finish(&t, (loam_land_viewer){.x = 1});
    CHECK_RANGE(t.watch.failed, 50, 300);
    toy_check_levels(&t, (loam_land_viewer){.x = 1});
    toy_world_close(&t);
}

// A page that never works leaves a coarser one in its place; and trying gets rarer.
static void test_failures_that_stay(void)
{
    memset(&toy, 0, sizeof toy);
    toy.fail_every = 40;
    toy.fail_times = INT32_MAX;
    open(toy_world_def());
    bool complete = false;
    for (int32_t i = 0; i < 3000; i++)
    {
        CHECK_OK(loam_land_world_update(t.world, (loam_land_viewer){0}, 100, &complete));
        CHECK(!complete);
        CHECK_RANGE(t.world->under_way, 0, t.world->most_under_way);
    }
    toy_world_step(&t, (loam_land_viewer){0}, 0);
    const int64_t failed = t.watch.failed;
    for (int32_t i = 0; i < 256; i++)
    {
        toy_world_step(&t, (loam_land_viewer){0}, 1000);
    }
    CHECK_RANGE(t.watch.failed - failed, 1, 40);
    CHECK(t.watch.count > 100);
    atomic_store(&toy.fail_every, 0);
    toy_world_finish(&t, (loam_land_viewer){0});
    toy_world_close(&t);
}

// The stage is switched off: its pages are empty.
static void test_a_stage_that_is_switched_off(void)
{
    memset(&toy, 0, sizeof toy);
    open(toy_world_def());
    loam_land_world_destroy(t.world);
    CHECK_OK(loam_pipeline_set_enabled(t.pipeline, "surface", false));
    t.world = NULL;
    toy_world_close(&t);
    CHECK(toy_world_open(&t, toy_world_def(), 0, 0, 0, 0));
    CHECK_OK(loam_pipeline_set_enabled(t.pipeline, "surface", false));
    for (int32_t i = 0; i < 20; i++)
    {
        CHECK(!toy_world_step(&t, (loam_land_viewer){0}, 100));
    }
    CHECK(t.watch.failed > 0);
    CHECK_INT(t.watch.count, 0);
    CHECK_INT(loam_land_world_count(t.world).complete_to, 0);
    toy_world_close(&t);
}

// ---- running out of memory --------------------------------------------------------------------------

/// A short life in which allocations fail; afterwards there is memory again. Whether all went well.
static bool check_scarcity(long long fail_at, long long fail_every, int64_t stride)
{
    memset(&toy, 0, sizeof toy);
    memset(&t.memory, 0, sizeof t.memory);
    loam_land_world_def def = toy_world_def();
    def.view = 1500;
    def.fine = 128;
    atomic_store(&t.memory.fail_at, fail_at);
    atomic_store(&t.memory.fail_every, fail_every);
    bool good = toy_world_reopen(&t, def, 0, 1 << 16, 0, 0);
    const bool opened = good;
    for (int32_t i = 0; i < 60 && opened; i++)
    {
        const loam_land_viewer viewer = {.x = i * stride, .z = i % 30 * stride};
        const loam_result result = loam_land_world_update(t.world, viewer, 50, NULL);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        good &= result == LOAM_OK;
    }
    good &= t.watch.failed == 0;
    atomic_store(&t.memory.fail_at, 0);
    if (opened)
    {
        toy_world_finish(&t, (loam_land_viewer){.x = 20 * stride});
        toy_check_levels(&t, (loam_land_viewer){.x = 20 * stride});
    }
    toy_world_close(&t);
    return good;
}

static void test_each_allocation_may_fail(void)
{
    long long n = 1;
    while (!check_scarcity(n, 0, 0) && check_failures == 0)
    {
        n++;
    }
    CHECK(n > 50);
    n = 1;
    while (!check_scarcity(n, 0, 40) && check_failures == 0)
    {
        n++;
    }
    CHECK(n > 50);
}

static void test_every_nth_allocation_fails(void)
{
    for (long long n = 1; n < 30; n++)
    {
        check_scarcity(30 + n, n, n % 2 * 50);
    }
}

int main(void)
{
    RUN(test_pages_are_counted_for_the_worst_place);
    RUN(test_the_plan_with_much_memory);
    RUN(test_the_plan_with_little_memory);
    RUN(test_the_least_memory_suffices);
    RUN(test_memory_that_is_full);
    RUN(test_what_is_refused);
    RUN(test_a_bad_move_changes_nothing);
    RUN(test_one_slice_without_a_budget);
    RUN(test_the_budget_is_kept);
    RUN(test_failures_pass);
    RUN(test_failures_that_stay);
    RUN(test_a_stage_that_is_switched_off);
    RUN(test_each_allocation_may_fail);
    RUN(test_every_nth_allocation_fails);
    return CHECK_DONE();
}
