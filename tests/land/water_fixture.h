// SPDX-License-Identifier: MIT
// Lands for tests of water, and windows of their cells.
#ifndef LOAM_TESTS_WATER_FIXTURE_H
#define LOAM_TESTS_WATER_FIXTURE_H

#include "check.h"
#include "land/land.h"
#include "land/water/curves.h"
#include "land/water/deltas.h"
#include "land/water/ground.h"
#include "loam/random.h"
#include "shared_pages.h"

#include <stdlib.h>

/// All cells of w x h pages of one level, row by row.
typedef struct water_view
{
    land_window window;
    int32_t count;
    int32_t *x, *z; // units from the low corner of the first page
    float *kind, *height, *receiver, *branch, *arm, *flow, *lake, *links, *road, *soil;
    uint8_t *small; // what curves_of makes of some of them
} water_view;

static inline loam_land *make_land(uint64_t seed)
{
    loam_land_def def = shared_land_def();
    def.seed = seed;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

/// A land of another shape for every seed: flat ones and steep ones, with much sea and with little.
static inline loam_land *make_odd_land(uint64_t seed)
{
    static const float reliefs[] = {0.25f, 0.5f, 1, 2, 4};
    loam_land_def def = shared_land_def();
    def.seed = seed;
    def.shape.relief = reliefs[seed % 5];
    def.shape.sea = 0.1f + 0.8f * loam_random_float(seed, 1);
    def.shape.continent_km = 400 + 3600 * loam_random_float(seed, 2);
    def.shape.rain = 0.1f + 3.9f * loam_random_float(seed, 3);
    def.shape.bands_km = 500 + 10000 * loam_random_float(seed, 4);
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static inline float *view_column(const water_view *view, land_page_source source, size_t offset)
{
    float *out = malloc((size_t)view->count * sizeof *out);
    CHECK_OK(loam_land_window_gather(&view->window, source, offset, out));
    return out;
}

static inline water_view view_pages(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                                    int32_t w, int32_t h)
{
    water_view view = {.window = {.column = page_x * LOAM_GRAPH_SIDE,
                                  .row = page_z * LAND_ROWS,
                                  .w = w * LOAM_GRAPH_SIDE,
                                  .h = h * LAND_ROWS}};
    view.count = view.window.w * view.window.h;
    land_pinned_pages pinned;
    CHECK_OK(loam_land_pinned_pages_get(&pinned, &land->env, land->pipeline,
                                        land->cell_stages[level], &view.window));
    const land_page_source source = loam_land_source_of_pinned(&pinned);
    view.x = malloc((size_t)view.count * sizeof *view.x);
    view.z = malloc((size_t)view.count * sizeof *view.z);
    CHECK_OK(loam_land_window_sites(&view.window, source, offsetof(land_cells, site_x),
                                    offsetof(land_cells, site_z), page_x, page_z, view.x, view.z));
    view.kind = view_column(&view, source, offsetof(land_cells, kind));
    view.height = view_column(&view, source, offsetof(land_cells, height));
    view.receiver = view_column(&view, source, offsetof(land_cells, receiver));
    view.branch = view_column(&view, source, offsetof(land_cells, branch));
    view.arm = view_column(&view, source, offsetof(land_cells, arm));
    view.flow = view_column(&view, source, offsetof(land_cells, flow));
    view.lake = view_column(&view, source, offsetof(land_cells, lake));
    view.links = view_column(&view, source, offsetof(land_cells, links));
    view.road = view_column(&view, source, offsetof(land_cells, road));
    view.soil = view_column(&view, source, offsetof(land_cells, soil));
    loam_land_pinned_pages_release(&pinned);
    return view;
}

static inline void free_view(water_view *view)
{
    void *const arrays[] = {view->x,      view->z,    view->kind, view->height, view->receiver,
                            view->branch, view->arm,  view->flow, view->lake,   view->links,
                            view->road,   view->soil, view->small};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    {
        free(arrays[i]);
    }
}

static inline const uint8_t *small_column(uint8_t *out, const float *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = (uint8_t)values[i];
    }
    return out;
}

/// The cells of a view of a level as curves want them. Its places become 1/16 units, so it is asked for once.
static inline land_curve_cells curves_of(water_view *view, const loam_land *land, int32_t level)
{
    const int32_t count = view->count;
    for (int32_t i = 0; i < count; i++)
    {
        view->x[i] *= 16;
        view->z[i] *= 16;
    }
    view->small = malloc(3 * (size_t)count);
    return (land_curve_cells){.window = view->window,
                              .level = level,
                              .x = view->x,
                              .z = view->z,
                              .kind = small_column(view->small, view->kind, count),
                              .receiver = small_column(view->small + count, view->receiver, count),
                              .branch = small_column(view->small + 2 * count, view->branch, count),
                              .lake = view->lake,
                              .flow = view->flow,
                              .water = view->height,
                              .arm = view->arm,
                              .seed = loam_land_water_seed(land->seed, level + 1)};
}

/// The neighbour of a cell, or -1 beyond the view.
static inline int32_t view_step(const water_view *view, int32_t cell, int32_t direction)
{
    const int32_t w = view->window.w, column = cell % w, row = cell / w;
    if (column < 1 || row < 1 || column >= w - 1 || row >= view->window.h - 1)
    {
        return -1;
    }
    return cell + land_step(direction, view->window.row + row, w);
}

/// What a cell inside of the view gets from its neighbour in a direction: its river, or the branch of it.
static inline float view_inflow(const water_view *view, int32_t cell, int32_t direction)
{
    const int32_t from = view_step(view, cell, direction);
    const bool drains = (int32_t)view->receiver[from] == land_opposite(direction);
    const bool splits = (int32_t)view->branch[from] == land_opposite(direction);
    const float part = drains ? 1 : splits ? land_branch_part(view->arm[from]) : 0;
    return part * view->flow[from];
}

/// That a river falls, becomes no less and no narrower, but where it splits before the sea: every fork of a
/// delta leaves it 4/5 of its width, two of them 2/3, and there are few. Gives how often it becomes narrower.
static inline int32_t check_course_down(const loam_river_point *points, int32_t count)
{
    int32_t forks = 0;
    for (int32_t i = 1; i < count; i++)
    {
        const loam_river_point *const from = &points[i - 1], *const to = &points[i];
        CHECK_RANGE(to->height, 0, from->height);
        CHECK(to->flow >= from->flow);
        if (to->width < from->width)
        {
            CHECK(to->flow >= 4000 && to->height <= 40);
            CHECK(to->width >= 0.6f * from->width);
            forks++;
        }
    }
    CHECK(forks <= LAND_DELTA_HOPS);
    return forks;
}

#endif
