// SPDX-License-Identifier: MIT
// Pages of a cave without an end: the cells of a single big one, in any order, with any number of threads.
#include "check.h"
#include "loam/caves.h"
#include "loam/jobs.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    PAGES = 3 // along a side
};

static const uint64_t world_seed = 99;

static loam_pipeline *new_world(const loam_cave_def *def, int32_t page_size, loam_jobs *jobs)
{
    loam_pipeline_def world = loam_default_pipeline_def();
    world.seed = world_seed;
    world.env.jobs = jobs;
    loam_pipeline *pipeline = NULL;
    loam_cave_def parameters;
    loam_stage_def stage;
    CHECK_OK(loam_cave_stage(def, "caves", page_size, &parameters, &stage));
    CHECK_OK(loam_pipeline_create(&world, &pipeline));
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    return pipeline;
}

/// A cave as large as all pages and a margin around them.
static loam_cave *whole_of(loam_cave_def def, int32_t page_size, int32_t margin, int64_t first)
{
    const loam_env env = loam_default_env();
    loam_cave *cave = NULL;
    const int64_t corner = first * page_size - margin;
    def.seed = loam_seed_derive(world_seed, "caves");
    def.w = def.h = PAGES * page_size + 2 * margin;
    def.d = def.dimensions == 3 ? def.w : 1;
    def.x = def.y = corner;
    def.z = def.dimensions == 3 ? corner : 0;
    CHECK_OK(loam_cave_create(&env, &def, false, &cave));
    return cave;
}

/// How many cells of a page are not those of the whole.
static int32_t differences(const loam_page *page, const loam_cave *whole, int32_t side,
                           const int32_t at[3], bool solid)
{
    const loam_solid cells = {(uint64_t *)(uintptr_t)page->data, side, side, solid ? side : 1};
    int32_t wrong = 0;
    CHECK_INT(page->size, loam_solid_size(side, side, cells.d));
    for (int32_t c = 0; c < side * side * cells.d; c++)
    {
        const int32_t x = c % side, y = c / side % side, z = c / (side * side);
        wrong += loam_solid_get(&cells, x, y, z) !=
                 loam_solid_get(&whole->walls, at[0] + x, at[1] + y, at[2] + z);
    }
    return wrong;
}

/// Asks for all pages in an order drawn by seed, and compares them.
static void check_pages(const loam_cave_def *def, int32_t side, uint64_t seed, int32_t threads,
                        int64_t first)
{
    const bool solid = def->dimensions == 3;
    const int32_t margin = def->min_room + 1, count = PAGES * PAGES * (solid ? PAGES : 1);
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = threads;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    loam_pipeline *world = new_world(def, side, jobs);
    loam_cave *whole = whole_of(*def, side, margin, first);
    int32_t wrong = 0, order[PAGES * PAGES * PAGES];
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t k = (int32_t)loam_random_below(seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t p[3] = {order[i] % PAGES, order[i] / PAGES % PAGES,
                              order[i] / (PAGES * PAGES)};
        const loam_page_id id = {
            .x = first + p[0], .y = solid ? first + p[1] : 0, .z = first + (solid ? p[2] : p[1])};
        const int32_t at[3] = {margin + p[0] * side, margin + p[1] * side,
                               solid ? margin + p[2] * side : 0};
        const loam_page *page = NULL;
        CHECK_OK(loam_pipeline_get(world, id, &page));
        wrong += differences(page, whole, side, at, solid);
        loam_pipeline_release(world, page);
    }
    CHECK_INT(wrong, 0);
    CHECK_RANGE(loam_solid_count(&whole->walls), 100, 1e9);
    loam_cave_destroy(whole);
    loam_pipeline_destroy(world);
    loam_jobs_destroy(jobs);
}

static loam_cave_def endless(int32_t dimensions)
{
    loam_cave_def def = loam_default_cave_def(dimensions);
    def.border = 0;
    def.steps = 4;
    return def;
}

static void test_flat_pages_are_those_of_the_whole(void)
{
    loam_cave_def def = endless(2);
    check_pages(&def, 50, 1, 0, -1);
    def.radius = 2;
    def.birth = 16;
    def.survival = 13;
    check_pages(&def, 64, 2, 3, 1000000007);
}

static void test_solid_pages_are_those_of_the_whole(void)
{
    loam_cave_def def = endless(3);
    check_pages(&def, 24, 3, 0, -2);
    def.neighbourhood = LOAM_VON_NEUMANN;
    def.radius = 2;
    def.birth = 14;
    def.survival = 13;
    def.steps = 2;
    check_pages(&def, 20, 4, 2, 5);
}

// Small rooms are filled whichever page decides.
static void test_small_rooms_are_filled_alike(void)
{
    loam_cave_def def = endless(2);
    def.fill = 70.0f;
    def.min_room = 40;
    check_pages(&def, 32, 5, 2, -1);
    def = endless(3);
    def.fill = 63.0f;
    def.min_room = 12;
    check_pages(&def, 16, 6, 0, 0);
}

static void test_bad_stages_are_refused(void)
{
    loam_cave_def def = endless(3), parameters;
    loam_stage_def stage;
    CHECK_INT(loam_cave_stage(&def, "caves", 129, &parameters, &stage), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "pages of 129 cells a side; must be 8 to 128");
    def.min_room = 65;
    CHECK_INT(loam_cave_stage(&def, "caves", 16, &parameters, &stage), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "must be 0 to 64");
    def.min_room = 0;
    def.border = 1;
    CHECK_INT(loam_cave_stage(&def, "caves", 16, &parameters, &stage), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "border of 1");
    def.border = 0;
    def.fill = 101.0f;
    CHECK_INT(loam_cave_stage(&def, "caves", 16, &parameters, &stage), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "fill is 101");
}

int main(void)
{
    RUN(test_flat_pages_are_those_of_the_whole);
    RUN(test_solid_pages_are_those_of_the_whole);
    RUN(test_small_rooms_are_filled_alike);
    RUN(test_bad_stages_are_refused);
    return CHECK_DONE();
}
