// SPDX-License-Identifier: MIT
// Slopes between streams, as running water leaves them.
#ifndef LOAM_LAND_EROSION_H
#define LOAM_LAND_EROSION_H

#include "land/water/ground.h"

/// From landN.filled to landN.height.
size_t loam_land_erosion_scratch(void);
int32_t loam_land_erosion_slices(const void *parameters, int32_t level);
loam_result loam_land_run_erosion(loam_slice *slice);

#endif
