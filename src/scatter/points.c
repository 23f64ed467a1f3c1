// SPDX-License-Identifier: MIT
#include "scatter/scatter.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <stdlib.h>
#include <string.h>

// Points of an area, for programs without a pipeline: one of their own grows the pages that the area touches.

/// What grows, and what was found.
typedef struct search
{
    const loam_scatter_def *def;
    loam_scatter_area area;
    loam_scatter_point *out;
    size_t room, count;
} search;

size_t loam_scatter_capacity(const loam_scatter_def *def, int64_t w, int64_t h)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < def->layer_count; i++)
    {
        loam_scatter_plan plan;
        loam_scatter_plan_layer(def, i, &plan);
        sum += loam_scatter_fit(w * LOAM_SCATTER_ONE, h * LOAM_SCATTER_ONE, plan.spacing);
    }
    return (size_t)sum;
}

static bool is_inside(const loam_scatter_area *area, const loam_scatter_point *point)
{
    const int64_t one = LOAM_SCATTER_ONE;
    return point->x >= area->x * one && point->x < (area->x + area->w) * one &&
           point->y >= area->y * one && point->y < (area->y + area->h) * one;
}

static void take_points(search *found, const loam_page *page)
{
    const loam_scatter_point *const points = page->data;
    for (size_t i = 0; i < page->size / sizeof *points; i++)
    {
        if (is_inside(&found->area, &points[i]))
        {
            if (found->count < found->room)
            {
                found->out[found->count] = points[i];
            }
            found->count++;
        }
    }
}

/// The pages from first to last that an area touches on an axis.
static int64_t pages_along(int64_t from, int64_t length, int64_t page, int64_t *first)
{
    *first = loam_floor_div(from, page);
    return loam_floor_div(from + length - 1, page) - *first + 1;
}

static loam_result look_at_pages(loam_pipeline *world, search *found)
{
    const int64_t page = found->def->page_size;
    const int32_t stage = loam_pipeline_stage_index(world, found->def->name);
    int64_t left, top;
    const int64_t across = pages_along(found->area.x, found->area.w, page, &left);
    const int64_t down = pages_along(found->area.y, found->area.h, page, &top);
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < across * down && result == LOAM_OK; i++)
    {
        const loam_page_id id = {.stage = stage, .x = left + i % across, .z = top + i / across};
        const loam_page *one = NULL;
        result = loam_pipeline_get(world, id, &one);
        if (result == LOAM_OK)
        {
            take_points(found, one);
            loam_pipeline_release(world, one);
        }
    }
    return result;
}

static loam_result check_area(const loam_scatter_def *def, const loam_scatter_area *area)
{
    const int64_t end = LOAM_SCATTER_END / 2, page = def->page_size;
    const int64_t max = page * LOAM_MAX_SCATTER_PAGES;
    int64_t first;
    if (area->w < 1 || area->h < 1 || area->w > max || area->h > max ||
        pages_along(0, area->w, page, &first) * pages_along(0, area->h, page, &first) >
            LOAM_MAX_SCATTER_PAGES)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an area of %lld x %lld is scattered over on pages of %d; must be 1 x 1 "
                         "or more and touch "
                         "at most %d pages",
                         (long long)area->w, (long long)area->h, (int)def->page_size,
                         LOAM_MAX_SCATTER_PAGES);
    }
    return area->x >= -end && area->x <= end && area->y >= -end && area->y <= end
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "an area is at %lld,%lld; must be -%lld to %lld",
                           (long long)area->x, (long long)area->y, (long long)end, (long long)end);
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_points(const void *left, const void *right)
{
    const loam_scatter_point *const a = left, *const b = right;
    const int by_layer = compare(a->layer, b->layer), by_y = compare(a->y, b->y);
    return by_layer != 0 ? by_layer : by_y != 0 ? by_y : compare(a->x, b->x);
}

loam_result loam_scatter_points(const loam_env *env, const loam_scatter_def *def, uint64_t seed,
                                loam_scatter_area area, loam_scatter_point *out, size_t room,
                                size_t *count)
{
    search found = {.def = def, .area = area, .out = out, .room = room};
    loam_pipeline_def world_def = loam_default_pipeline_def();
    loam_pipeline *world = NULL;
    world_def.env = *env;
    world_def.seed = seed;
    loam_result result = loam_scatter_check(def);
    result = result == LOAM_OK ? check_area(def, &area) : result;
    result = result == LOAM_OK ? loam_pipeline_create(&world_def, &world) : result;
    result = result == LOAM_OK ? loam_scatter_add_stages(world, def) : result;
    result = result == LOAM_OK ? look_at_pages(world, &found) : result;
    loam_pipeline_destroy(world);
    *count = found.count;
    if (result == LOAM_OK && found.count > room)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "there are %zu points and room for %zu; must be as many", found.count,
                         room);
    }
    if (result == LOAM_OK && found.count > 0)
    {
        qsort(out, found.count, sizeof *out, compare_points);
    }
    return result;
}

uint64_t loam_scatter_hash(const loam_scatter_point *points, size_t count, uint64_t seed)
{
    uint64_t hash = seed;
    for (size_t i = 0; i < count; i++)
    {
        const loam_scatter_point *const point = &points[i];
        const uint64_t words[5] = {(uint64_t)point->x, (uint64_t)point->y, point->id,
                                   (uint64_t)point->layer, (uint64_t)point->kind};
        hash = loam_hash_f32(&point->size, 1, loam_hash_u64(words, 5, hash));
        hash = loam_hash_f32(&point->turn, 1, hash);
    }
    return hash;
}
