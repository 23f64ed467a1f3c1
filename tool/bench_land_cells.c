// SPDX-License-Identifier: MIT
#include "bench_land.h"

#include <stdio.h>

// What the cells of a land cost with everything on them, by the thousand, and what a question about one place does.

enum
{
    BLOCK_PAGES = 6,   // along the side of a region of cells
    BLOCKS_APART = 64, // pages from one region to the next: they share nothing
    PAGE_CELLS = LOAM_GRAPH_SIDE * LOAM_GRAPH_MAX_ROWS,
    QUESTIONS = 4096,
    SIDE = 128, // m, of a patch
};

// ---- cells ----------------------------------------------------------------------------------------

static void get_cells(land_bench *context, int32_t stage, int64_t x, int64_t z)
{
    loam_pipeline *pipeline = loam_land_pipeline(context->land);
    const loam_page_id id = {.stage = stage, .x = x, .z = z};
    const loam_page *page;
    context->failed |= loam_pipeline_get(pipeline, id, &page) != LOAM_OK;
    loam_pipeline_release(pipeline, page);
}

/// A region where nobody was before, and coarser levels beneath it as far as they are needed.
static void run_cells(void *user)
{
    land_bench *context = user;
    char name[16];
    snprintf(name, sizeof name, "land%d.cells", (int)context->level);
    const int32_t stage = loam_pipeline_stage_index(loam_land_pipeline(context->land), name);
    const int64_t side = loam_land_cell_size(context->level) * LOAM_GRAPH_SIDE;
    const int64_t x = context->x / side + context->next * BLOCKS_APART, z = context->z / side;
    context->next++;
    for (int64_t i = 0; i < BLOCK_PAGES * BLOCK_PAGES; i++)
    {
        get_cells(context, stage, x + i % BLOCK_PAGES, z + i / BLOCK_PAGES);
    }
}

static loam_result measure_cells(bench *run, int64_t far, int32_t level)
{
    land_bench context;
    char what[64], name[80];
    snprintf(what, sizeof what, "1000 cells of %lld m", (long long)loam_land_cell_size(level));
    land_bench_name(far, what, name, sizeof name);
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    const loam_result result = land_bench_create(run, far, &context);
    context.level = level;
    if (result == LOAM_OK)
    {
        const double thousands = BLOCK_PAGES * BLOCK_PAGES * PAGE_CELLS / 1000.0;
        land_bench_measure(run, &context, &(bench_work){name, thousands, run_cells, &context});
    }
    return land_bench_finish(&context, result);
}

// ---- places ---------------------------------------------------------------------------------------

/// Places within a patch, one after the other far apart.
static double place_in_patch(int32_t i, int32_t stride)
{
    return (double)(i * stride % (SIDE * 16)) / 16;
}

static void run_patch_heights(void *user)
{
    land_bench *context = user;
    float sum = 0;
    for (int32_t i = 0; i < QUESTIONS; i++)
    {
        sum += loam_land_patch_height(context->patch, (double)context->x + place_in_patch(i, 773),
                                      (double)context->z + place_in_patch(i, 1291));
    }
    context->sink = sum;
}

static void run_heights(void *user)
{
    land_bench *context = user;
    float sum = 0;
    for (int32_t i = 0; i < QUESTIONS; i++)
    {
        float height = 0;
        context->failed |= loam_land_height(
                               context->land, (double)context->x + place_in_patch(i, 773),
                               (double)context->z + place_in_patch(i, 1291), &height) != LOAM_OK;
        sum += height;
    }
    context->sink = sum;
}

static loam_result measure_places(bench *run, int64_t far)
{
    land_bench context;
    char held[80], warm[80];
    land_bench_name(far, "height at a place, page held", held, sizeof held);
    land_bench_name(far, "height at a place, page in the cache", warm, sizeof warm);
    if (!bench_wants(run, held) && !bench_wants(run, warm))
    {
        return LOAM_OK;
    }
    loam_result result = land_bench_create(run, far, &context);
    result = result == LOAM_OK ? loam_land_hold(context.land, context.x, context.z, &context.patch)
                               : result;
    if (result == LOAM_OK)
    {
        land_bench_measure(run, &context,
                           &(bench_work){held, QUESTIONS, run_patch_heights, &context});
        land_bench_measure(run, &context, &(bench_work){warm, QUESTIONS, run_heights, &context});
        loam_land_release(context.land, context.patch);
    }
    return land_bench_finish(&context, result);
}

loam_result bench_land_cells(bench *run, int64_t far)
{
    loam_result result = LOAM_OK;
    for (int32_t level = 0; level < LOAM_LAND_LEVELS && result == LOAM_OK; level++)
    {
        result = measure_cells(run, far, level);
    }
    return result == LOAM_OK ? measure_places(run, far) : result;
}
