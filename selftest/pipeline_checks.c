// SPDX-License-Identifier: MIT
#include "selftest.h"

// A small world on the pipeline: heights, their slopes, and a block of ground in three dimensions
// from both. Its pages are the same whatever the threads, the cache and the order of requests.

enum
{
    PAGE = 16,
    LEVELS = 2,
    SAMPLES = PAGE * PAGE,
    BLOCK = PAGE * PAGE * PAGE
};

// ---- stages -------------------------------------------------------------------------------------

static loam_result run_height(loam_slice *slice)
{
    loam_noise_def def = loam_default_noise_def();
    def.octaves = 4;
    def.wavelength = 40;
    loam_noise noise;
    const loam_result result = loam_noise_init(&noise, &def, slice->seed);
    const loam_noise_area area = {.x = slice->x,
                                  .y = slice->z,
                                  .step = (int64_t)1 << slice->level,
                                  .w = PAGE,
                                  .h = PAGE,
                                  .d = 1};
    return result != LOAM_OK ? result : loam_noise_grid2(&noise, slice->out, area);
}

/// The height at a sample of this level, from whichever page has it.
static float height_at(loam_slice *slice, int64_t x, int64_t z)
{
    const int64_t px = x >= 0 ? x / PAGE : -((PAGE - 1 - x) / PAGE);
    const int64_t pz = z >= 0 ? z / PAGE : -((PAGE - 1 - z) / PAGE);
    const loam_page *page = loam_slice_page(slice, 0, px, 0, pz);
    return page != NULL ? ((const float *)page->data)[(z - pz * PAGE) * PAGE + x - px * PAGE]
                        : 0.0f;
}

static int32_t slope_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    return level == 0 ? 4 : 1;
}

static loam_result run_slope(loam_slice *slice)
{
    float *out = slice->out;
    const int64_t rows = PAGE / slice->count;
    for (int64_t z = slice->index * rows; z < (slice->index + 1) * rows; z++)
    {
        for (int64_t x = 0; x < PAGE; x++)
        {
            const int64_t wx = slice->page_x * PAGE + x, wz = slice->page_z * PAGE + z;
            const float dx = height_at(slice, wx + 1, wz) - height_at(slice, wx - 1, wz);
            const float dz = height_at(slice, wx, wz + 1) - height_at(slice, wx, wz - 1);
            out[z * PAGE + x] = dx * dx + dz * dz;
        }
    }
    return LOAM_OK;
}

static loam_result run_ground(loam_slice *slice)
{
    const loam_page *slope = loam_slice_page(slice, 1, slice->page_x, 0, slice->page_z);
    uint8_t *out = slice->out;
    for (int64_t i = 0; i < BLOCK && slope != NULL; i++)
    {
        const int64_t x = i % PAGE, z = i / PAGE % PAGE, y = i / SAMPLES;
        const float height = height_at(slice, slice->page_x * PAGE + x, slice->page_z * PAGE + z) *
                             12.0f;
        const bool steep = ((const float *)slope->data)[z * PAGE + x] > 0.01f;
        out[i] = (float)(slice->y + y) < height ? (steep ? 2 : 1) : 0;
    }
    return LOAM_OK;
}

static loam_result add_stages(loam_pipeline *pipeline)
{
    loam_stage_def height = loam_default_stage_def();
    height.name = "height";
    height.axes = LOAM_AXES_XZ;
    height.page_size = PAGE;
    height.levels = LEVELS;
    height.payload_size = SAMPLES * sizeof(float);
    height.run = run_height;

    // One sample of the coarsest level is the furthest that a slope looks.
    const loam_stage_input slope_inputs[] = {
        {.stage = "height", .reach = 1 << (LEVELS - 1), .level = LOAM_SAME_LEVEL, .last_level = 1}};
    loam_stage_def slope = height;
    slope.name = "slope";
    slope.inputs = slope_inputs;
    slope.input_count = 1;
    slope.slice_count = slope_slices;
    slope.run = run_slope;

    const loam_stage_input ground_inputs[] = {{.stage = "height"}, {.stage = "slope"}};
    loam_stage_def ground = loam_default_stage_def();
    ground.name = "ground";
    ground.axes = LOAM_AXES_XYZ;
    ground.page_size = PAGE;
    ground.levels = 1;
    ground.payload_size = BLOCK;
    ground.inputs = ground_inputs;
    ground.input_count = 2;
    ground.run = run_ground;

    loam_result result = loam_pipeline_add(pipeline, &height);
    result = result != LOAM_OK ? result : loam_pipeline_add(pipeline, &slope);
    return result != LOAM_OK ? result : loam_pipeline_add(pipeline, &ground);
}

// ---- pages --------------------------------------------------------------------------------------

typedef struct wanted
{
    const char *name;
    const char *stage;
    int32_t level;
    int64_t y_pages; // 1 for a stage without that axis
    bool floats;
} wanted;

static const wanted all_wanted[] = {
    {"pipeline height", "height", 0, 1, true},
    {"pipeline slope", "slope", 0, 1, true},
    {"pipeline slope, level 1", "slope", 1, 1, true},
    {"pipeline ground", "ground", 0, 2, false},
};

enum
{
    WANTED = sizeof all_wanted / sizeof all_wanted[0],
    PAGES_A_SIDE = 3
};

static loam_result hash_pages(loam_pipeline *pipeline, const wanted *what, uint64_t *hash)
{
    const int32_t stage = loam_pipeline_stage_index(pipeline, what->stage);
    const int64_t count = PAGES_A_SIDE * PAGES_A_SIDE * what->y_pages;
    for (int64_t i = 0; i < count; i++)
    {
        const loam_page_id id = {.stage = stage,
                                 .level = what->level,
                                 .x = i % PAGES_A_SIDE - 1,
                                 .y = i / (PAGES_A_SIDE * PAGES_A_SIDE) - (what->y_pages > 1),
                                 .z = i / PAGES_A_SIDE % PAGES_A_SIDE - 1};
        const loam_page *page;
        const loam_result result = loam_pipeline_get(pipeline, id, &page);
        if (result != LOAM_OK)
        {
            return result;
        }
        *hash = what->floats ? loam_hash_f32(page->data, page->size / sizeof(float), *hash)
                             : loam_hash_bytes(page->data, page->size, *hash);
        loam_pipeline_release(pipeline, page);
    }
    return LOAM_OK;
}

/// One way to get at the pages.
typedef struct way
{
    const char *variant;
    int32_t helpers; // threads beside the calling one
    size_t cache_bytes;
    bool backwards; // the last stage first
} way;

static loam_result hash_world(const way *how, loam_jobs *jobs, uint64_t *hashes)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.env.jobs = jobs;
    def.seed = 77;
    def.cache_bytes = how->cache_bytes;
    loam_pipeline *pipeline;
    loam_result result = loam_pipeline_create(&def, &pipeline);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = add_stages(pipeline);
    for (int32_t i = 0; i < WANTED && result == LOAM_OK; i++)
    {
        const int32_t index = how->backwards ? WANTED - 1 - i : i;
        hashes[index] = 0;
        result = hash_pages(pipeline, &all_wanted[index], &hashes[index]);
    }
    loam_pipeline_destroy(pipeline);
    return result;
}

/// LOAM_UNSUPPORTED where there are no threads.
static loam_result hash_world_with_threads(const way *how, uint64_t *hashes)
{
    if (how->helpers == 0)
    {
        return hash_world(how, NULL, hashes);
    }
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = how->helpers;
    loam_jobs *jobs;
    loam_result result = loam_jobs_create(&def, &jobs);
    if (result == LOAM_OK)
    {
        result = hash_world(how, jobs, hashes);
        loam_jobs_destroy(jobs);
    }
    return result;
}

void selftest_pipeline(selftest *run)
{
    enum
    {
        WAYS = 3
    };
    const int32_t threads = selftest_threads(run);
    char with_threads[32];
    snprintf(with_threads, sizeof with_threads, "%d threads", (int)threads);
    const way ways[WAYS] = {
        {"no threads", 0, 1 << 20, false},
        {"small cache", 0, 4096, true},
        {with_threads, threads - 1, 1 << 20, true},
    };
    const int32_t count = threads > 1 ? WAYS : WAYS - 1;
    uint64_t hashes[WAYS][WANTED];
    loam_result results[WAYS];
    for (int32_t i = 0; i < count; i++)
    {
        results[i] = hash_world_with_threads(&ways[i], hashes[i]);
        if (results[i] != LOAM_OK && results[i] != LOAM_UNSUPPORTED)
        {
            selftest_fail(run, "pipeline", ways[i].variant, loam_last_error());
        }
    }
    for (int32_t i = 0; i < WANTED * count; i++)
    {
        if (results[i % count] == LOAM_OK)
        {
            selftest_check(run, all_wanted[i / count].name, ways[i % count].variant,
                           hashes[i % count][i / count]);
        }
    }
}
