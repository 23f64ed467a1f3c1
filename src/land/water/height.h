// SPDX-License-Identifier: MIT
// What water runs on and where it runs to: landN.height.
#ifndef LOAM_LAND_WATER_HEIGHT_H
#define LOAM_LAND_WATER_HEIGHT_H

#include "land/water/ground.h"

/// Stage function; reads landN.raw and, at level 0, land0.basins.
loam_result loam_land_run_height(loam_slice *slice);

size_t loam_land_height_scratch(void);
int32_t loam_land_height_slices(const void *parameters, int32_t level);

#endif
