// SPDX-License-Identifier: MIT
// How much water runs where, and everything else that is known of a cell: landN.cells.
#ifndef LOAM_LAND_FLOW_H
#define LOAM_LAND_FLOW_H

#include "land/water/ground.h"

enum
{
    LAND_PASS_HOPS = 24, // cells that a channel's flow is passed on for along a smaller one
};

/// Stage function; reads landN.raw, landN.height, at level 0 land0.climate, and landN.roads.
loam_result loam_land_run_cells(loam_slice *slice);

size_t loam_land_first_cells_scratch(void); // of level 0
size_t loam_land_cells_scratch(void);
int32_t loam_land_cells_slices(const void *parameters, int32_t level);

#endif
