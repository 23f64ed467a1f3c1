// SPDX-License-Identifier: MIT
#include "bench_land.h"

#include <stdio.h>

// What the cells of a land cost with everything on them, by the thousand, and what a question about one place
// does.

enum
{
    BLOCK_PAGES = 12, // along the side of the region of cells
    AROUND_PAGES = 4, // around it, of which pages of the region may depend
    COARSER = 16,     // cells along one of the coarser level
    MOST_HELD = 256,
    PAGE_CELLS = LOAM_GRAPH_SIDE * LOAM_GRAPH_MAX_ROWS,
    QUESTIONS = 4096,
    SIDE = 128, // m, of a patch
};

// ---- cells ----------------------------------------------------------------------------------------

/// A land, and the pages of coarser levels that a region needs, which are held.
typedef struct cells_bench
{
    land_bench land;
    int64_t x, z; // the region's first page
    const loam_page *held[MOST_HELD];
    int32_t held_count;
} cells_bench;

static int32_t stage_of(land_bench *context, int32_t level, const char *what)
{
    char name[32];
    snprintf(name, sizeof name, "land%d.%s", (int)level, what);
    return loam_pipeline_stage_index(loam_land_pipeline(context->land), name);
}

/// Holds the pages of a stage, `finer` times as long as those of the region, under and around it.
static loam_result hold(cells_bench *context, int32_t stage, int64_t finer)
{
    const int64_t x0 = loam_floor_div(context->x - AROUND_PAGES - finer / 2, finer);
    const int64_t z0 = loam_floor_div(context->z - AROUND_PAGES - finer / 2, finer);
    const int64_t reach = BLOCK_PAGES + AROUND_PAGES + finer / 2;
    loam_result result = LOAM_OK;
    for (int64_t z = z0; z * finer < context->z + reach && !result; z++)
    {
        for (int64_t x = x0; x * finer < context->x + reach && !result; x++)
        {
            const loam_page_id id = {.stage = stage, .x = x, .z = z};
            result = loam_pipeline_get(loam_land_pipeline(context->land.land), id,
                                       &context->held[context->held_count]);
            context->held_count += result == LOAM_OK;
        }
    }
    return result;
}

/// Coarser levels have lines of their own: what a level reads of them is there before the clock starts.
static loam_result hold_coarser(cells_bench *context, int32_t level)
{
    loam_result result = LOAM_OK;
    int64_t finer = COARSER;
    for (int32_t coarser = level - 1; coarser >= 0 && !result; coarser--)
    {
        result = hold(context, stage_of(&context->land, coarser, "cells"), finer);
        result = result ? result
                        : hold(context, stage_of(&context->land, coarser, "height"), finer);
        finer *= COARSER;
    }
    return result;
}

static void let_go(cells_bench *context)
{
    for (int32_t i = 0; i < context->held_count; i++)
    {
        loam_pipeline_release(loam_land_pipeline(context->land.land), context->held[i]);
    }
}

/// Forgets the region and grows it.
static void run_cells(void *user)
{
    cells_bench *context = user;
    loam_pipeline *pipeline = loam_land_pipeline(context->land.land);
    const int32_t stage = stage_of(&context->land, context->land.level, "cells");
    loam_pipeline_trim(pipeline);
    for (int64_t i = 0; i < BLOCK_PAGES * BLOCK_PAGES; i++)
    {
        const loam_page_id id = {
            .stage = stage, .x = context->x + i % BLOCK_PAGES, .z = context->z + i / BLOCK_PAGES};
        const loam_page *page;
        context->land.failed |= loam_pipeline_get(pipeline, id, &page) != LOAM_OK;
        loam_pipeline_release(pipeline, page);
    }
}

static loam_result measure_cells(bench *run, int64_t far, int32_t level)
{
    cells_bench context = {.held_count = 0};
    char what[64], name[80];
    snprintf(what, sizeof what, "1000 cells of %lld m", (long long)loam_land_cell_size(level));
    land_bench_name(far, what, name, sizeof name);
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    loam_result result = land_bench_create(run, far, &context.land);
    const int64_t side = loam_land_cell_size(level) * LOAM_GRAPH_SIDE;
    context.x = loam_floor_div(context.land.x, side) - BLOCK_PAGES / 2;
    context.z = loam_floor_div(context.land.z, side) - BLOCK_PAGES / 2;
    context.land.level = level;
    result = result ? result : hold_coarser(&context, level);
    if (result == LOAM_OK)
    {
        const double thousands = BLOCK_PAGES * BLOCK_PAGES * PAGE_CELLS / 1000.0;
        const bench_work work = {name, thousands, run_cells, &context};
        land_bench_measure(run, &context.land, &work);
    }
    let_go(&context);
    return land_bench_finish(&context.land, result);
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
    result = result == LOAM_OK ? loam_land_pin(context.land, context.x, context.z, &context.patch)
                               : result;
    if (result == LOAM_OK)
    {
        land_bench_measure(run, &context,
                           &(bench_work){held, QUESTIONS, run_patch_heights, &context});
        land_bench_measure(run, &context, &(bench_work){warm, QUESTIONS, run_heights, &context});
        loam_land_unpin(context.land, context.patch);
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
