// SPDX-License-Identifier: MIT
// How far each level of detail reaches around a viewer, so that all pages together fit into a memory.
#ifndef LOAM_LAND_WORLD_PLAN_H
#define LOAM_LAND_WORLD_PLAN_H

#include "loam/land_world.h"

typedef struct land_plan
{
    int32_t top;                        // the level of the largest pages
    int64_t reach[LOAM_SURFACE_LEVELS]; // m: within this no page is coarser; the view from top on
    int64_t view;
    int32_t most; // pages that are held at any time
} land_plan;

/// Side of a page of a level, m.
static inline int64_t land_page_side(int32_t level)
{
    return (int64_t)LOAM_SURFACE_SIDE << level;
}

/// A page is asked for before it is needed, and kept a while longer: three distances from one.
static inline int64_t land_plan_ask(int64_t reach)
{
    return reach + reach / 16 + 8;
}

static inline int64_t land_plan_keep(int64_t reach)
{
    return reach + reach / 8 + 16;
}

/// The plan with the most detail for which `capacity` pages suffice wherever the viewer stands. Level 0
/// reaches as far as `fine` in all of them. False if even the coarsest needs more: *least pages.
bool loam_land_plan_make(int64_t view, int64_t fine, int64_t capacity, land_plan *out,
                         int64_t *least);

/// At most so many pages of a side touch a disc, wherever its centre is. At least 2^40 if they are very many.
int64_t loam_land_plan_touched(int64_t radius, int64_t side);

#endif
