// SPDX-License-Identifier: MIT
// What has to hold wherever water runs: it falls, arrives and never becomes less.
#ifndef LOAM_TESTS_WATER_FALLS_H
#define LOAM_TESTS_WATER_FALLS_H

#include "water_fixture.h"

static int64_t rivers_seen;

// What has to hold for one cell and the one that it drains to. A reason, or NULL.
static inline const char *broken_at(const water_view *view, int32_t i, int32_t to)
{
    const int32_t d = (int32_t)view->receiver[i];
    if (((int32_t)view->links[i] >> d & 1) == 0)
    {
        return "the receiver is not linked";
    }
    // Above 8 km floats are a millimetre apart, more than the gentlest river falls in 128 m.
    const bool falls = view->height[i] < 8192 ? view->height[to] < view->height[i]
                                              : view->height[to] <= view->height[i];
    if (!falls)
    {
        return "the receiver is not lower";
    }
    if ((int32_t)view->kind[to] != LAND_SEA && view->flow[to] < view->flow[i])
    {
        return "flow becomes less";
    }
    return NULL;
}

static inline void check_view(const water_view *view, int32_t level, uint64_t seed, int64_t *pans)
{
    for (int32_t i = 0; i < view->count; i++)
    {
        const int32_t kind = (int32_t)view->kind[i], d = (int32_t)view->receiver[i];
        if (kind == LAND_SEA || kind == LAND_SINK || d == LAND_NO_DIRECTION)
        {
            CHECK(d == LAND_NO_DIRECTION && (kind == LAND_SEA || kind == LAND_SINK));
            CHECK((kind == LAND_SEA) == (view->height[i] < 0));
            *pans += kind == LAND_SINK;
            continue;
        }
        const int32_t to = view_step(view, i, d);
        const char *const broken = to >= 0 ? broken_at(view, i, to) : NULL;
        CHECK_REPORT(broken == NULL, "seed %d level %d cell %lld, %lld: %s", (int)seed, level,
                     (long long)(view->window.column + i % view->window.w),
                     (long long)(view->window.row + i / view->window.w), broken);
        rivers_seen += view->flow[i] >= LAND_RIVER_FLOW;
    }
}

static inline void check_place(loam_land *land, int32_t level, int64_t page_x, int64_t page_z,
                               int32_t pages)
{
    water_view view = view_pages(land, level, page_x, page_z, pages, pages);
    int64_t pans = 0;
    check_view(&view, level, land->seed, &pans);
    // Basins without an outlet are sinks of level 0 and their like below: at most 4 to a page of level 0.
    CHECK_RANGE(pans, 0, level == 0 ? 4 * pages * pages : 4);
    free_view(&view);
}

#endif
