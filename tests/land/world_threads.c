// SPDX-License-Identifier: MIT
// Streaming while other threads make the pages.
#include "land/world/tree.h"
#include "world_toy.h"

static toy_world t;

static void check_threads(int32_t threads)
{
    memset(&toy, 0, sizeof toy);
    toy.slice_count = 2;
    CHECK(toy_world_open(&t, toy_world_def(), threads, 1 << 16, 0, 0));
    for (int32_t step = 0; step < 200 && check_failures == 0; step++)
    {
        const loam_land_viewer viewer = {
            .x = step * 70 + step / 50 * 20000, .z = step % 40 * 100, .look_x = 1};
        toy_world_step(&t, viewer, 0);
        if (step % 20 == 0)
        {
            toy_world_finish(&t, viewer);
            toy_check_levels(&t, viewer);
        }
    }
    toy_world_close(&t); // also while pages are under way
}

static void test_any_number_of_threads(void)
{
    check_threads(0);
    check_threads(1);
    check_threads(2);
    check_threads(8);
}

/// Until every page that was asked for has come.
static void wait_for_pages(void)
{
    while (t.world->under_way > 0)
    {
        CHECK_OK(loam_pipeline_pump(t.pipeline, 0, NULL));
    }
}

// Threads make more pages between two updates than there is time to take: the rest comes later, what is
// looked at first.
static void test_callbacks_keep_the_budget(void)
{
    memset(&toy, 0, sizeof toy);
    CHECK(toy_world_open(&t, toy_world_def(), 2, 1 << 16, 0, 0));
    if (loam_jobs_width(t.jobs) > 1)
    {
        const loam_land_viewer viewer = {.look_x = 1};
        const int64_t root_side = land_page_side(t.world->plan.top);
        CHECK_OK(loam_land_world_update(t.world, viewer, 0, NULL));
        CHECK(loam_land_world_count(t.world).memory_bytes >= (size_t)20 * TOY_PAGE_BYTES);
        wait_for_pages();
        const int32_t before = t.watch.count;
        toy.appear_ns = 200000;
        CHECK_OK(loam_land_world_update(t.world, viewer, 1000, NULL));
        // Four take less than the budget; then one more may come, or four.
        CHECK_RANGE(t.watch.count - before, 1, 8);
        for (int32_t i = before; i < t.watch.count; i++)
        {
            CHECK(loam_floor_div(t.watch.pages[i].x, root_side) >= -1); // -1: under the viewer too
        }
        toy.appear_ns = 0;
    }
    toy_world_finish(&t, (loam_land_viewer){0});
    toy_check_levels(&t, (loam_land_viewer){0});
    toy_world_close(&t);
}

static void test_failures_on_threads(void)
{
    memset(&toy, 0, sizeof toy);
    toy.fail_every = 4;
    toy.fail_times = 200;
    CHECK(toy_world_open(&t, toy_world_def(), 4, 1 << 16, 0, 0));
    toy_world_finish(&t, (loam_land_viewer){.x = 5000});
    CHECK(t.watch.failed > 20);
    toy_world_close(&t);
}

// Allocations fail on any thread.
static void test_scarcity_on_threads(void)
{
    loam_land_world_def def = toy_world_def();
    def.view = 1500;
    def.fine = 128;
    for (long long n = 1; n < 400; n += 7)
    {
        memset(&toy, 0, sizeof toy);
        memset(&t.memory, 0, sizeof t.memory);
        atomic_store(&t.memory.fail_at, n);
        atomic_store(&t.memory.fail_every, n % 2 == 0 ? 0 : 5 + n % 13);
        const bool opened = toy_world_reopen(&t, def, 2, 1 << 14, 0, 0);
        for (int32_t i = 0; i < 40 && opened; i++)
        {
            const loam_result result = loam_land_world_update(
                t.world, (loam_land_viewer){.x = i * 60}, 0, NULL);
            CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        }
        atomic_store(&t.memory.fail_at, 0);
        if (opened)
        {
            toy_world_finish(&t, (loam_land_viewer){.x = 900});
        }
        toy_world_close(&t);
    }
}

int main(void)
{
    RUN(test_any_number_of_threads);
    RUN(test_callbacks_keep_the_budget);
    RUN(test_failures_on_threads);
    RUN(test_scarcity_on_threads);
    return CHECK_DONE();
}
