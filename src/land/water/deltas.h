// SPDX-License-Identifier: MIT
// Where large rivers spread out before the sea: from land1.eroded to land1.height.
#ifndef LOAM_LAND_WATER_DELTAS_H
#define LOAM_LAND_WATER_DELTAS_H

#include "land/water/curves.h"

enum
{
    LAND_DELTA_HOPS = 5,    // steps from the sea up to where a river may split
    LAND_BRANCH_HOPS = 6,   // the longest branch
    LAND_DELTA_MARGIN = 31, // what the split of a river depends on: where its branches would run,
                            // the plain that they run on, and the rivers that made that
};

/// Stage function; reads land1.raw and land1.eroded. Fills `branch` too.
loam_result loam_land_run_deltas(loam_slice *slice);

/// Whether there may be a delta on a page or around it, by the ground before its own water.
bool loam_land_deltas_near(loam_slice *slice);

size_t loam_land_deltas_scratch(void);
int32_t loam_land_deltas_slices(const void *parameters, int32_t level);

#endif
