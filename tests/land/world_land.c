// SPDX-License-Identifier: MIT
// The pages of a world on a land: what loam_land_fill says, whoever asks and with any number of threads.
#include "../pipeline/meter.h"
#include "check.h"
#include "loam/loam.h"

#include <stdlib.h>

enum
{
    SIDE = LOAM_SURFACE_SIDE + 1,
    LAST = LOAM_SURFACE_SIDE,
    MAX_PAGES = 400,
};

typedef struct watcher
{
    loam_surface_page pages[MAX_PAGES];
    int32_t count;
    int64_t appeared, left, failed;
} watcher;

static watcher seen;

static void on_appear(void *user, const loam_surface_page *page)
{
    watcher *const w = user;
    w->appeared++;
    if (w->count < MAX_PAGES)
    {
        w->pages[w->count++] = *page;
    }
}

static void on_leave(void *user, const loam_surface_page *page)
{
    watcher *const w = user;
    w->left++;
    for (int32_t i = 0; i < w->count; i++)
    {
        if (w->pages[i].height == page->height)
        {
            w->pages[i] = w->pages[--w->count];
            return;
        }
    }
}

static void on_failed(void *user, loam_result result, const char *message)
{
    (void)result;
    fprintf(stderr, "%s\n", message);
    ((watcher *)user)->failed++;
}

static void check_contents(loam_land *land, const loam_surface_page *page)
{
    static float height[SIDE * SIDE], water[SIDE * SIDE];
    static uint8_t biome[SIDE * SIDE];
    const loam_land_area area = {page->x, page->z, page->step, SIDE, SIDE};
    CHECK_OK(loam_land_fill(
        land, area, &(loam_land_samples){.height = height, .water = water, .biome = biome}));
    CHECK(memcmp(height, page->height, sizeof height) == 0);
    CHECK(memcmp(water, page->water, sizeof water) == 0);
    CHECK(memcmp(biome, page->biome, sizeof biome) == 0);
}

/// Pages of one level side by side share a row or a column.
static int32_t count_shared(const watcher *w)
{
    int32_t shared = 0;
    for (int32_t a = 0; a < w->count; a++)
    {
        for (int32_t b = 0; b < w->count; b++)
        {
            const loam_surface_page *const left = &w->pages[a], *const right = &w->pages[b];
            const bool beside = left->level == right->level && left->z == right->z &&
                                right->x == left->x + LAST * left->step;
            for (int32_t row = 0; beside && row < SIDE; row++)
            {
                CHECK(left->height[row * SIDE + LAST] == right->height[row * SIDE]);
            }
            shared += beside;
        }
    }
    return shared;
}

static loam_land *make_land(loam_jobs *jobs)
{
    loam_land_def def = loam_default_land_def();
    loam_land *land = NULL;
    def.env.jobs = jobs;
    def.seed = 4;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static void check_walk(int32_t threads, int64_t far)
{
    loam_jobs_def jobs_def = loam_default_jobs_def();
    loam_jobs *jobs = NULL;
    jobs_def.threads = threads;
    if (loam_jobs_create(&jobs_def, &jobs) == LOAM_UNSUPPORTED)
    {
        return; // built without threads
    }
    loam_land *const land = make_land(jobs);
    loam_land_world_def def = loam_default_land_world_def();
    loam_land_world *world = NULL;
    memset(&seen, 0, sizeof seen);
    def.land = land;
    def.view = 1500;
    def.fine = 200;
    def.appear = on_appear;
    def.leave = on_leave;
    def.failed = on_failed;
    def.user = &seen;
    loam_land_viewer viewer = {.x = far, .z = -far, .look_x = 1};
    CHECK_OK(loam_land_world_create(&def, viewer, &world));
    for (int32_t step = 0; step < check_cases(5, 2) && world != NULL; step++)
    {
        bool complete = false;
        viewer.x += 150;
        while (!complete && check_failures == 0)
        {
            CHECK_OK(loam_land_world_update(world, viewer, 2000, &complete));
        }
    }
    for (int32_t i = 0; i < seen.count; i += check_cases(7, 28))
    {
        check_contents(land, &seen.pages[i]);
    }
    CHECK(count_shared(&seen) > 20);
    CHECK(seen.count > 30);
    CHECK_INT(seen.failed, 0);
    loam_land_world_destroy(world);
    CHECK_INT(seen.left, seen.appeared);
    CHECK_INT(seen.count, 0);
    loam_land_destroy(land);
    loam_jobs_destroy(jobs);
}

static void test_pages_are_what_fill_says(void)
{
    check_walk(0, 0);
}

static void test_far_from_the_origin(void)
{
    check_walk(0, (int64_t)1 << 40);
}

static void test_with_threads(void)
{
    check_walk(2, 5000);
}

// LOAM_SOAK: the whole way over the real land. Whatever was seen, memory is what it was near the beginning,
// and everything within the view is there.
static void test_a_hundred_kilometres(void)
{
    enum
    {
        STRIDE = 50,
        STEPS = 100000 / STRIDE,
    };
    static meter memory;
    loam_land_def land_def = loam_default_land_def();
    loam_land_world_def def = loam_default_land_world_def();
    loam_land_world *world = NULL;
    long long early = 0;
    land_def.env = meter_env(&memory);
    land_def.seed = 3;
    CHECK_OK(loam_land_create(&land_def, &def.land));
    loam_land_viewer viewer = {.x = -440000, .z = -160000, .look_x = 1};
    CHECK_OK(loam_land_world_create(&def, viewer, &world));
    for (int32_t step = 0; step < STEPS && check_failures == 0; step++, viewer.x += STRIDE)
    {
        bool complete = false;
        while (!complete && check_failures == 0)
        {
            CHECK_OK(loam_land_world_update(world, viewer, 4000, &complete));
        }
        const loam_land_world_counters counters = loam_land_world_count(world);
        CHECK_INT(counters.complete_to, def.view);
        CHECK(counters.memory_bytes <= def.memory_bytes);
        early = step == STEPS / 5 ? atomic_load(&memory.peak) : early;
    }
    CHECK(atomic_load(&memory.peak) <= early + early / 16);
    loam_land_world_destroy(world);
    loam_land_destroy(def.land);
    CHECK_INT(atomic_load(&memory.bytes), 0);
}

// Who fills areas again and again does so with the memory of the first time: a hole as large in the heap would not last.
static void test_filling_takes_no_other_memory_the_next_time(void)
{
    static meter memory;
    static float heights[64 * 64];
    loam_land_def def = loam_default_land_def();
    loam_land *land;
    def.env = meter_env(&memory);
    def.seed = 3;
    CHECK_OK(loam_land_create(&def, &land));
    for (int32_t i = 0; i < 3; i++)
    {
        const loam_land_area area = {.x = -440000, .z = -160000, .step = 4, .w = 64, .h = 64};
        const long long before = atomic_load(&memory.bytes);
        atomic_store(&memory.peak, before);
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
        CHECK(i == 0 || atomic_load(&memory.peak) - before < 1 << 20);
    }
    loam_land_destroy(land);
    CHECK_INT(atomic_load(&memory.bytes), 0);
}

static void test_a_view_of_a_continent(void)
{
    loam_land *const land = make_land(NULL);
    loam_land_world_def def = loam_default_land_world_def();
    loam_land_world *world = NULL;
    memset(&seen, 0, sizeof seen);
    def.land = land;
    def.view = 300000;
    def.fine = 64;
    def.appear = on_appear;
    def.leave = on_leave;
    def.failed = on_failed;
    def.user = &seen;
    CHECK_OK(loam_land_world_create(&def, (loam_land_viewer){0}, &world));
    bool complete = world == NULL;
    while (!complete && check_failures == 0)
    {
        CHECK_OK(loam_land_world_update(world, (loam_land_viewer){0}, 2000, &complete));
    }
    uint32_t levels = 0;
    for (int32_t i = 0; i < seen.count; i++)
    {
        levels |= 1u << seen.pages[i].level;
        if (i % 20 == 0)
        {
            check_contents(land, &seen.pages[i]);
        }
    }
    CHECK((levels & 0x3ff) == 0x3ff);
    CHECK_INT(seen.failed, 0);
    loam_land_world_destroy(world);
    loam_land_destroy(land);
}

int main(void)
{
    RUN_UNSANITIZED(test_pages_are_what_fill_says);
    RUN_UNSANITIZED(test_far_from_the_origin);
    RUN(test_with_threads);
    RUN(test_filling_takes_no_other_memory_the_next_time);
    RUN_UNSANITIZED(test_a_view_of_a_continent);
    if (getenv("LOAM_SOAK") != NULL)
    {
        RUN(test_a_hundred_kilometres);
    }
    return CHECK_DONE();
}
