// SPDX-License-Identifier: MIT
// Which cells have a lake around their site.
#ifndef LOAM_LAND_WATER_LAKES_H
#define LOAM_LAND_WATER_LAKES_H

#include "land/water/ground.h"

enum
{
    LAND_LAKE_TIMES_RIVER = 4, // a lake is so many times as wide as its river, at least
    LAND_LAKE_MARGIN = 2,      // cells around a page that the choice looks at
    LAND_LAKE_W = LOAM_GRAPH_SIDE + 2 * LAND_LAKE_MARGIN,
    LAND_LAKE_CELLS = LAND_LAKE_W * (LAND_ROWS + 2 * LAND_LAKE_MARGIN),
};

/// A page and LAND_LAKE_MARGIN cells around it, row by row.
typedef struct land_lake_view
{
    land_window window;
    int32_t level;
    uint64_t seed;
    int32_t x[LAND_LAKE_CELLS], z[LAND_LAKE_CELLS];
    float kind[LAND_LAKE_CELLS], water[LAND_LAKE_CELLS];
    float receiver[LAND_LAKE_CELLS], flow[LAND_LAKE_CELLS];
    float branch[LAND_LAKE_CELLS]; // of level 1 alone
} land_lake_view;

/// How steeply a cell falls to where it drains to, metres per metre; the sea counts as its surface. The cell
/// lies in the page.
float loam_land_fall(const land_lake_view *view, int32_t cell);

/// The level of a cell's lake: that of its outlet, a little below the cell's own water; that if it has none.
/// The cell lies in the page.
float loam_land_outlet_level(const land_lake_view *view, int32_t cell);

/// The radius of a cell's lake in units, 0 for none. The cell lies in the page.
float loam_land_lake_radius(const land_lake_view *view, int32_t cell);

#endif
