// SPDX-License-Identifier: MIT
// Slopes between streams, as running water leaves them.
#ifndef LOAM_LAND_EROSION_H
#define LOAM_LAND_EROSION_H

#include "land/water/ground.h"

/// How many cells downstream the ground is built up from.
#define LAND_EROSION_HOPS 26

/// From landN.flow to landN.cells.
size_t land_erosion_scratch(void);
loam_result land_run_erosion(loam_slice *slice);

#endif
