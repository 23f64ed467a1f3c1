// SPDX-License-Identifier: MIT
#include "land/surface/surface.h"

#include "land/basis/area.h"
#include "land/surface/waters.h"
#include "loam/jobs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// An area is filled region by region, each small enough that the cells under it can be pinned; a region is
// filled in blocks, in parallel. Each block's values are made in memory of its own and copied to where they
// belong.

enum
{
    REGION = 10, // blocks along a side
    GRAIN = 4,   // blocks that share work memory
};

// The first thing that went wrong on any thread, whose message the caller's thread does not have.
typedef struct first_failure
{
    atomic_flag taken;
    loam_result result;
    char message[512];
} first_failure;

static void note_failure(first_failure *failure, loam_result result)
{
    if (result != LOAM_OK && !atomic_flag_test_and_set(&failure->taken))
    {
        failure->result = result;
        snprintf(failure->message, sizeof failure->message, "%s", loam_last_error());
    }
}

// For the thread that waited for all others.
static loam_result tell_failure(const first_failure *failure)
{
    return failure->result == LOAM_OK ? LOAM_OK
                                      : loam_fail(failure->result, "%s", failure->message);
}

// Pages of one level that are pinned.
typedef struct pinned_level
{
    land_pinned_pages pages;
    int32_t stage;
    first_failure failure;
} pinned_level;

static void get_pages(void *context, int64_t begin, int64_t end)
{
    pinned_level *pinned = context;
    for (int64_t i = begin; i < end; i++)
    {
        note_failure(&pinned->failure,
                     loam_land_pinned_pages_fetch(&pinned->pages, pinned->stage, i));
    }
}

static loam_result pin_pages(const land_surface *surface, const land_window *window, int32_t level,
                             pinned_level *out)
{
    *out = (pinned_level){.stage = surface->cells[level], .failure = {.taken = ATOMIC_FLAG_INIT}};
    const loam_result result = loam_land_pinned_pages_make(&out->pages, &surface->env,
                                                           surface->pipeline, window);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_jobs_for(surface->env.jobs, (int64_t)out->pages.w * out->pages.h, 1, get_pages, out);
    return tell_failure(&out->failure);
}

// A region being filled.
typedef struct fill_area
{
    const land_surface *surface;
    const loam_land_area *area;
    const loam_land_samples *samples;
    land_page_source sources[LOAM_LAND_LEVELS];
    int32_t i, j, w, h;       // samples of the area
    int32_t block_w, block_h; // samples of all blocks but the last ones
    int32_t columns;          // blocks along a row
    float water_range_m;      // see land_block
    size_t plane;             // see land_fill_options
    first_failure failure;
} fill_area;

static void copy_rows(const fill_area *region, const land_block *block, int32_t i0, int32_t j0,
                      const void *from, void *to, size_t size)
{
    for (int32_t j = 0; j < block->h && to != NULL; j++)
    {
        const size_t at = (size_t)(j0 + j) * (size_t)region->area->w + (size_t)i0;
        memcpy((uint8_t *)to + at * size,
               (const uint8_t *)from + (size_t)j * (size_t)block->w * size,
               (size_t)block->w * size);
    }
}

// The float arrays of samples, in the order of the struct.
enum
{
    ARRAYS = 11,
};

static float **arrays_of(loam_land_samples *samples, float **out[ARRAYS])
{
    float **const all[ARRAYS] = {
        &samples->height, &samples->water,    &samples->base,  &samples->temperature,
        &samples->rain,   &samples->humidity, &samples->soil,  &samples->ruggedness,
        &samples->coast,  &samples->flow,     &samples->river,
    };
    memcpy(out, all, sizeof all);
    return *out;
}

static size_t weights_count(const fill_area *region)
{
    return (size_t)(LOAM_BIOME_COUNT + region->surface->kit.biomes.own_count);
}

static loam_result fill_block(const fill_area *region, int64_t index, loam_arena arena)
{
    const int32_t i0 = region->i + (int32_t)(index % region->columns) * region->block_w;
    const int32_t j0 = region->j + (int32_t)(index / region->columns) * region->block_h;
    const int32_t right = region->i + region->w - i0, up = region->j + region->h - j0;
    const loam_land_area *area = region->area;
    const land_block block = {.x = area->x + i0 * area->step,
                              .z = area->z + j0 * area->step,
                              .step = area->step,
                              .w = right < region->block_w ? right : region->block_w,
                              .h = up < region->block_h ? up : region->block_h,
                              .level = loam_land_level_of(area->step),
                              .water_range_m = region->water_range_m};
    const size_t count = (size_t)block.w * (size_t)block.h;
    loam_land_samples wanted = *region->samples, own = wanted;
    float **from[ARRAYS], **to[ARRAYS];
    arrays_of(&own, from);
    arrays_of(&wanted, to);
    for (int32_t k = 0; k < ARRAYS; k++)
    {
        // Height and water are made whether they are wanted or not.
        *from[k] = *to[k] != NULL || k < 2 ? loam_arena_take(&arena, count * sizeof(float)) : NULL;
    }
    own.biome = wanted.biome != NULL ? loam_arena_take(&arena, count) : NULL;
    own.kind = wanted.kind != NULL ? loam_arena_take(&arena, count) : NULL;
    own.weights = wanted.weights != NULL
                      ? loam_arena_take(&arena, count * sizeof(float) * weights_count(region))
                      : NULL;
    const loam_result result = loam_land_block_fill(&region->surface->kit, &block, region->sources,
                                                    &arena, &own);
    for (int32_t k = 0; k < ARRAYS && !result; k++)
    {
        copy_rows(region, &block, i0, j0, *from[k], *to[k], sizeof(float));
    }
    for (size_t b = 0; own.weights != NULL && b < weights_count(region) && !result; b++)
    {
        copy_rows(region, &block, i0, j0, own.weights + b * count,
                  wanted.weights + b * region->plane, sizeof(float));
    }
    copy_rows(region, &block, i0, j0, own.biome, result ? NULL : wanted.biome, 1);
    copy_rows(region, &block, i0, j0, own.kind, result ? NULL : wanted.kind, 1);
    return result;
}

static void fill_blocks(void *context, int64_t begin, int64_t end)
{
    fill_area *region = context;
    const land_surface *surface = region->surface;
    const size_t samples = LOAM_ARENA_SIZE(LAND_BLOCK_SAMPLES * sizeof(float));
    const size_t own = samples * (ARRAYS + 1 +
                                  (region->samples->weights != NULL ? weights_count(region) : 0));
    const size_t size = surface->scratch + own;
    void *memory = loam_spares_take(surface->spares, size);
    if (memory == NULL)
    {
        note_failure(&region->failure, LOAM_OUT_OF_MEMORY);
        return;
    }
    for (int64_t i = begin; i < end; i++)
    {
        note_failure(&region->failure,
                     fill_block(region, i, loam_arena_make(memory, size, &surface->env)));
    }
    loam_spares_give(surface->spares, memory, size);
}

static loam_result fill_region(fill_area *region)
{
    const loam_land_area *area = region->area;
    const land_surface *surface = region->surface;
    const land_block whole = {.x = area->x + region->i * area->step,
                              .z = area->z + region->j * area->step,
                              .step = area->step,
                              .w = region->w,
                              .h = region->h,
                              .level = loam_land_level_of(area->step),
                              .water_range_m = region->water_range_m};
    pinned_level pinned[LOAM_LAND_LEVELS] = {0};
    loam_result result = LOAM_OK;
    for (int32_t level = 0; level <= whole.level && !result; level++)
    {
        // A block reads control points beside it too.
        land_window window = loam_land_waters_window(&whole, level);
        window.column -= 1;
        window.row -= 1;
        window.w += 2;
        window.h += 2;
        result = pin_pages(surface, &window, level, &pinned[level]);
        region->sources[level] = loam_land_source_of_pinned(&pinned[level].pages);
    }
    if (result == LOAM_OK)
    {
        region->columns = (region->w + region->block_w - 1) / region->block_w;
        const int32_t rows = (region->h + region->block_h - 1) / region->block_h;
        loam_jobs_for(surface->env.jobs, (int64_t)region->columns * rows, GRAIN, fill_blocks,
                      region);
        result = tell_failure(&region->failure);
    }
    for (int32_t level = 0; level < LOAM_LAND_LEVELS; level++)
    {
        loam_land_pinned_pages_release(&pinned[level].pages);
    }
    return result;
}

// Blocks as large as they may be and all about the same: one that is narrow costs nearly as much.
static int32_t even_side(int32_t samples, int32_t most)
{
    const int32_t blocks = (samples + most - 1) / most;
    return (samples + blocks - 1) / blocks;
}

loam_result loam_land_surface_fill_with(land_surface *surface, loam_land_area area,
                                        const loam_land_samples *samples, land_fill_options options)
{
    const loam_result bad = loam_land_check_area(&area);
    if (bad != LOAM_OK)
    {
        return bad;
    }
    const int32_t most = loam_land_block_side(area.step);
    fill_area region = {.surface = surface,
                        .area = &area,
                        .samples = samples,
                        .block_w = even_side(area.w, most),
                        .block_h = even_side(area.h, most),
                        .water_range_m = samples->river != NULL ? options.water_range_m : 0,
                        .plane = options.plane,
                        .failure = {.taken = ATOMIC_FLAG_INIT}};
    const int32_t span_w = region.block_w * REGION, span_h = region.block_h * REGION;
    loam_result result = LOAM_OK;
    for (region.j = 0; region.j < area.h && !result; region.j += span_h)
    {
        for (region.i = 0; region.i < area.w && !result; region.i += span_w)
        {
            region.w = area.w - region.i < span_w ? area.w - region.i : span_w;
            region.h = area.h - region.j < span_h ? area.h - region.j : span_h;
            result = fill_region(&region);
        }
    }
    return result;
}

loam_result loam_land_surface_fill(land_surface *surface, loam_land_area area,
                                   const loam_land_samples *samples)
{
    const land_fill_options all = {.water_range_m = LAND_RIVER_FAR,
                                   .plane = (size_t)area.w * (size_t)area.h};
    return loam_land_surface_fill_with(surface, area, samples, all);
}
