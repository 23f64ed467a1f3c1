// SPDX-License-Identifier: MIT
// Roads between the mouths of rivers, over passes: land0.roads, and how finer levels take them over.
#ifndef LOAM_LAND_WATER_ROADS_H
#define LOAM_LAND_WATER_ROADS_H

#include "land/water/channels.h"

enum
{
    LAND_ROAD_HOPS = 28,   // steps from a pass down to a mouth at most
    LAND_PASS_RING = 3,    // steps around a pass without a lower one
    LAND_PASS_COAST = 3,   // steps from a pass to a mouth at least
    LAND_MOUTHS_APART = 5, // steps between the two mouths at least
    LAND_ROAD_REACH = 62,  // what a road depends on: from a mouth up to the pass, what
                           // lies around that, and from there down again
};

/// land0.roads
typedef struct land_roads
{
    float road[LAND_CELLS]; // as in land_cells
} land_roads;

/// Stage function; reads land0.raw and land0.height.
loam_result loam_land_run_roads(loam_slice *slice);

size_t loam_land_roads_scratch(void);
int32_t loam_land_roads_slices(const void *parameters, int32_t level);

/// Lays those roads of a coarser level over a page that begin in its cell `index`, along the curves of its
/// water. The cell lies at least 3 cells from the border of the window.
void loam_land_roads_lay(const land_curve_cells *coarse, const float *roads, int32_t index,
                         const land_channel_cells *cells, int32_t x, int32_t z, land_raw *raw);

/// Takes away what a curve leaves when it enters a cell and comes back: ends of roads on dry land. kind and
/// road are those of a window, `margin` around a page and at least 5; other is work memory of the same size.
void loam_land_roads_trim(const land_window *window, int32_t margin, const float *kind, float *road,
                          float *other);

#endif
