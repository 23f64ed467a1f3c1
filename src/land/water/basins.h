// SPDX-License-Identifier: MIT
// Where water ends far from every sea: land0.basins.
#ifndef LOAM_LAND_BASINS_H
#define LOAM_LAND_BASINS_H

#include "land/water/ground.h"

/// Stage function; reads land0.raw.
loam_result loam_land_run_basins(loam_slice *slice);

/// Whether the page alone does not say where its basins are.
bool loam_land_basins_look_around(loam_slice *slice);

size_t loam_land_basins_scratch(void);

#endif
