// SPDX-License-Identifier: MIT
// Pages of a scatter: the points of an area, in any order, with any number of threads and a cache that keeps nothing.
#include "loam/jobs.h"
#include "scatter/scattered.h"

enum
{
    PAGES = 6, // along a side
    SIDE = 8,  // of a page
    COUNT = PAGES * PAGES,
};

static const uint64_t world_seed = 99;

/// Small pages, so that a page depends on many others; two layers of discs and one of hexagons.
static loam_scatter_def tight_def(void)
{
    loam_scatter_def def = loam_forest_scatter_def();
    def.page_size = SIDE;
    def.layers[0].spacing = 4.0f;
    def.layers[1].method = LOAM_SCATTER_HEX;
    return def;
}

static loam_pipeline *new_world(const loam_scatter_def *def, loam_jobs *jobs, size_t cache)
{
    loam_pipeline_def world = loam_default_pipeline_def();
    loam_pipeline *pipeline = NULL;
    world.seed = world_seed;
    world.env.jobs = jobs;
    world.cache_bytes = cache;
    CHECK_OK(loam_pipeline_create(&world, &pipeline));
    CHECK_OK(loam_scatter_add_stages(pipeline, def));
    return pipeline;
}

/// How many points of a page are not among those of the whole.
static size_t missing(const loam_page *page, const scattered *whole)
{
    const loam_scatter_point *const points = page->data;
    size_t wrong = 0;
    for (size_t i = 0; i < page->size / sizeof *points; i++)
    {
        size_t k = 0;
        while (k < whole->count && memcmp(&points[i], &whole->points[k], sizeof *points) != 0)
        {
            k++;
        }
        wrong += k == whole->count;
    }
    return wrong;
}

/// Asks for all pages in an order drawn by seed, and compares them with the area that they are.
static void check_pages(uint64_t seed, int32_t threads, size_t cache, int64_t first)
{
    const loam_scatter_def def = tight_def();
    const int64_t corner = first * SIDE, length = (int64_t)PAGES * SIDE;
    const scattered whole = scatter_over(&def, world_seed,
                                         (loam_scatter_area){corner, corner, length, length});
    loam_jobs *jobs = NULL;
    loam_jobs_def jobs_def = loam_default_jobs_def();
    jobs_def.threads = threads;
    CHECK_OK(loam_jobs_create(&jobs_def, &jobs));
    loam_pipeline *world = new_world(&def, jobs, cache);
    const int32_t stage = loam_pipeline_stage_index(world, "forest");
    size_t found = 0, wrong = 0;
    int32_t order[COUNT];
    for (int32_t i = 0; i < COUNT; i++)
    {
        const int32_t k = (int32_t)loam_random_below(seed, (uint64_t)i, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < COUNT; i++)
    {
        const loam_page *page = NULL;
        const loam_page_id id = {
            .stage = stage, .x = first + order[i] % PAGES, .z = first + order[i] / PAGES};
        CHECK_OK(loam_pipeline_get(world, id, &page));
        found += page->size / sizeof(loam_scatter_point);
        wrong += missing(page, &whole);
        loam_pipeline_release(world, page);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(found, whole.count);
    CHECK_RANGE(found, 200, 1e5);
    loam_pipeline_destroy(world);
    loam_jobs_destroy(jobs);
    free(whole.points);
}

static void test_order_does_not_matter(void)
{
    check_pages(1, 0, (size_t)64 << 20, -3);
    check_pages(2, 0, (size_t)64 << 20, (int64_t)1 << 37); // 2^40
}

static void test_threads_do_not_matter(void)
{
    check_pages(3, 1, (size_t)64 << 20, -3);
    check_pages(4, 3, (size_t)64 << 20, 5);
}

static void test_the_cache_does_not_matter(void)
{
    check_pages(5, 2, 60000, -3);
}

/// Holds what a region was given.
static void note_page(void *user, const loam_page *page)
{
    *(size_t *)user += page->size;
}

// Pages of the same parameters are found by others; of other parameters they are not.
static void test_stages_have_names(void)
{
    const loam_scatter_def def = tight_def();
    loam_pipeline *world = new_world(&def, NULL, 1 << 20);
    CHECK_INT(loam_pipeline_stage_count(world), 4 + 1 + 1 + 4 + 1);
    CHECK(loam_pipeline_stage_index(world, "forest.trees.3") >= 0);
    CHECK(loam_pipeline_stage_index(world, "forest.bushes") >= 0);
    CHECK_INT(loam_pipeline_stage_index(world, "forest.bushes.0"), -1);
    loam_region *region = NULL;
    size_t bytes = 0;
    bool idle = false;
    const loam_region_def around = {.stage = loam_pipeline_stage_index(world, "forest"),
                                    .load = 8,
                                    .keep = 16,
                                    .ready = note_page,
                                    .user = &bytes};
    CHECK_OK(loam_region_create(world, &around, 0, 0, 0, &region));
    while (!idle)
    {
        CHECK_OK(loam_pipeline_pump(world, 100000, &idle));
    }
    CHECK_RANGE(bytes, 1000, 1e6);
    loam_region_destroy(region);
    loam_pipeline_destroy(world);
}

static void test_the_end_of_the_plane_is_refused(void)
{
    const loam_scatter_def def = tight_def();
    loam_pipeline *world = new_world(&def, NULL, 1 << 20);
    const loam_page *page = NULL;
    const loam_page_id id = {.stage = loam_pipeline_stage_index(world, "forest"),
                             .x = (int64_t)1 << 49};
    CHECK_INT(loam_pipeline_get(world, id, &page), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "up to 4503599627370496 from 0");
    loam_pipeline_destroy(world);
}

int main(void)
{
    RUN_SERIAL(test_order_does_not_matter);
    RUN(test_threads_do_not_matter);
    RUN(test_the_cache_does_not_matter);
    RUN_SERIAL(test_stages_have_names);
    RUN_SERIAL(test_the_end_of_the_plane_is_refused);
    return CHECK_DONE();
}
