// SPDX-License-Identifier: MIT
// Rain over the cells of level 0: land0.climate.
#ifndef LOAM_LAND_RAIN_H
#define LOAM_LAND_RAIN_H

#include "land/water/ground.h"

/// Stage function; reads land0.raw: what water fills is too little to matter to the wind.
loam_result loam_land_run_rain(loam_slice *slice);

size_t loam_land_rain_scratch(void);
int32_t loam_land_rain_slices(const void *parameters, int32_t level);

#endif
