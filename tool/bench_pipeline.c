// SPDX-License-Identifier: MIT
#include "bench.h"
#include "field.h"
#include "trace.h"

#include <stdio.h>
#include <string.h>

// loam bench pipeline: what a page costs beyond its own work, and how real work spreads over threads.
//
// Every measured page lies where nobody was before, so it has to be computed; what it reads is one
// large page, which is always in the cache.

enum
{
    EMPTY_PAGES = 4096, // in one run
    COPY_BYTES = 4096,
    WORK_PAGES = 128,
    REGION_RADIUS = 24,
    WORK_STEPS = 36000, // about 50 microseconds on the reference core
};

enum
{
    STAGE_GROUND,
    STAGE_EMPTY,
    STAGE_WORK,
};

typedef struct pipeline_context
{
    loam_pipeline *pipeline;
    loam_jobs *jobs;
    int64_t row; // the next one where nobody was
    bool failed;
    volatile uint64_t sink;
    uint8_t from[COPY_BYTES], to[COPY_BYTES];
} pipeline_context;

// ---- stages -----------------------------------------------------------------------------------------

static uint64_t work_through(uint64_t value)
{
    for (int32_t i = 0; i < WORK_STEPS; i++)
    {
        value = (value ^ value >> 29) * 0xbf58476d1ce4e5b9u;
    }
    return value;
}

static loam_result run_ground(loam_slice *slice)
{
    memset(slice->out, 1, slice->out_size);
    return LOAM_OK;
}

static loam_result run_empty(loam_slice *slice)
{
    int32_t count;
    const loam_page *const ground = loam_slice_pages(slice, 0, &count);
    memcpy(slice->out, ground->data, sizeof(uint64_t));
    return LOAM_OK;
}

static loam_result run_work(loam_slice *slice)
{
    const uint64_t value = work_through(slice->seed + (uint64_t)slice->page_x);
    memcpy(slice->out, &value, sizeof value);
    return LOAM_OK;
}

static loam_result add_stages(loam_pipeline *pipeline)
{
    const loam_stage_input input = {.stage = "ground"};
    loam_stage_def ground = loam_default_stage_def();
    ground.payload_size = sizeof(uint64_t);
    loam_stage_def empty = ground, work = ground;
    ground.name = "ground";
    ground.page_size = (int64_t)1 << 50;
    ground.run = run_ground;
    empty.name = "empty";
    empty.page_size = 1;
    empty.inputs = &input;
    empty.input_count = 1;
    empty.run = run_empty;
    work.name = "work";
    work.page_size = 1;
    work.run = run_work;
    loam_result result = loam_pipeline_add(pipeline, &ground);
    result = result == LOAM_OK ? loam_pipeline_add(pipeline, &empty) : result;
    return result == LOAM_OK ? loam_pipeline_add(pipeline, &work) : result;
}

// ---- work -------------------------------------------------------------------------------------------

static void get_page(pipeline_context *context, int32_t stage, int64_t x, int64_t y)
{
    const loam_page *page;
    const loam_page_id id = {.stage = stage, .x = x, .y = y};
    if (loam_pipeline_get(context->pipeline, id, &page) != LOAM_OK)
    {
        context->failed = true;
    }
    loam_pipeline_release(context->pipeline, page);
}

static void get_empty(void *user, int64_t begin, int64_t end)
{
    pipeline_context *const context = user;
    for (int64_t x = begin; x < end; x++)
    {
        get_page(context, STAGE_EMPTY, x, context->row);
    }
}

// On the calling thread alone if there are no others.
static void run_empty_pages(void *user)
{
    pipeline_context *const context = user;
    context->row++;
    loam_jobs_for(context->jobs, EMPTY_PAGES, EMPTY_PAGES / 16, get_empty, context);
}

static void get_hits(void *user, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
    {
        get_page(user, STAGE_GROUND, 0, 0);
    }
}

static void run_hits(void *user)
{
    pipeline_context *const context = user;
    loam_jobs_for(context->jobs, EMPTY_PAGES, EMPTY_PAGES / 16, get_hits, context);
}

// The yardstick of all that is not work: it has nothing to do with pages or locks.
static void run_copies(void *user)
{
    pipeline_context *const context = user;
    for (int32_t i = 0; i < EMPTY_PAGES; i++)
    {
        context->from[i % COPY_BYTES]++;
        memcpy(context->to, context->from, COPY_BYTES);
        context->sink += context->to[(i + 1) % COPY_BYTES];
    }
}

// Without threads: making a region, filling it and leaving it.
static void run_region(void *user)
{
    pipeline_context *const context = user;
    const loam_region_def def = {
        .stage = STAGE_EMPTY, .load = REGION_RADIUS, .keep = REGION_RADIUS};
    loam_region *region;
    context->row += 2 * REGION_RADIUS + 1;
    if (loam_region_create(context->pipeline, &def, 0, context->row, 0, &region) != LOAM_OK)
    {
        context->failed = true;
        return;
    }
    bool idle = false;
    while (!idle)
    {
        (void)loam_pipeline_pump(context->pipeline, 1000, &idle);
    }
    loam_region_destroy(region);
}

static void get_range(void *user, int64_t begin, int64_t end)
{
    pipeline_context *const context = user;
    for (int64_t x = begin; x < end; x++)
    {
        get_page(context, STAGE_WORK, x, context->row);
    }
}

static void run_work_pages(void *user)
{
    pipeline_context *const context = user;
    context->row++;
    loam_jobs_for(context->jobs, WORK_PAGES, 1, get_range, context);
}

static void run_plain_work(void *user)
{
    pipeline_context *const context = user;
    for (int32_t i = 0; i < WORK_PAGES; i++)
    {
        context->sink = work_through(context->sink);
    }
}

// ---- measuring --------------------------------------------------------------------------------------

static loam_result create(trace *file, int32_t threads, pipeline_context *context)
{
    *context = (pipeline_context){.pipeline = NULL};
    loam_result result = threads > 1 ? field_threads(threads, &context->jobs) : LOAM_OK;
    loam_pipeline_def def = loam_default_pipeline_def();
    def.cache_bytes = (size_t)1 << 20;
    def.env.jobs = context->jobs;
    def.trace = file != NULL ? trace_event : NULL;
    def.trace_user = file;
    result = result == LOAM_OK ? loam_pipeline_create(&def, &context->pipeline) : result;
    return result == LOAM_OK ? add_stages(context->pipeline) : result;
}

static loam_result finish(pipeline_context *context, loam_result result)
{
    loam_pipeline_destroy(context->pipeline);
    loam_jobs_destroy(context->jobs);
    const bool failed = result == LOAM_OK && context->failed;
    return failed ? loam_fail(LOAM_FAILED, "a page of the benchmark failed") : result;
}

// Pages are one unit long, so these are the points with whole coordinates in a circle.
static double count_region_pages(void)
{
    double count = 0;
    for (int32_t y = -REGION_RADIUS; y <= REGION_RADIUS; y++)
    {
        for (int32_t x = -REGION_RADIUS; x <= REGION_RADIUS; x++)
        {
            count += x * x + y * y <= REGION_RADIUS * REGION_RADIUS;
        }
    }
    return count;
}

static loam_result measure_overhead(bench *run, int32_t threads)
{
    pipeline_context context;
    char hit[64], empty[64];
    snprintf(hit, sizeof hit, "pipeline hit, %d thread%s", threads, threads == 1 ? "" : "s");
    snprintf(empty, sizeof empty, "pipeline empty page, %d thread%s", threads,
             threads == 1 ? "" : "s");
    // Not traced: that would be measured too.
    const loam_result result = create(NULL, threads, &context);
    if (result == LOAM_OK)
    {
        const bench_work copy = {"copy of 4 KiB", EMPTY_PAGES, run_copies, &context};
        const bench_work works[] = {
            {hit, EMPTY_PAGES, run_hits, &context},
            {empty, EMPTY_PAGES, run_empty_pages, &context},
            {"pipeline empty page of a region", count_region_pages(), run_region, &context},
        };
        for (int32_t i = 0; i < (threads == 1 ? 3 : 2); i++)
        {
            bench_measure(run, &works[i], &copy);
        }
    }
    return finish(&context, result);
}

static loam_result measure_work(bench *run, int32_t threads)
{
    char name[64];
    snprintf(name, sizeof name, "pipeline 50 us page, %d thread%s", threads,
             threads == 1 ? "" : "s");
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    pipeline_context context;
    const loam_result result = create(bench_trace(run), threads, &context);
    if (result == LOAM_OK)
    {
        const bench_work plain = {"50 us of plain work", WORK_PAGES, run_plain_work, &context};
        const bench_work work = {name, WORK_PAGES, run_work_pages, &context};
        bench_measure(run, &work, &plain);
    }
    return finish(&context, result);
}

loam_result bench_pipeline(bench *run)
{
    const int32_t max = bench_threads(run);
    loam_result result = measure_overhead(run, 1);
    result = result == LOAM_OK && max > 1 ? measure_overhead(run, 2) : result;
    for (int32_t threads = 1; threads <= max && result == LOAM_OK; threads *= 2)
    {
        result = measure_work(run, threads);
    }
    return result;
}
