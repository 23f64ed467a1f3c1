// SPDX-License-Identifier: MIT
// The ground before its level's own water has run over it: land0.raw, land1.draft and land2.draft.
#ifndef LOAM_LAND_WATER_RAW_H
#define LOAM_LAND_WATER_RAW_H

#include "land/water/ground.h"

/// Stage functions. Level 0 reads nothing; finer levels read landM.cells and landM.height of the coarser one.
loam_result loam_land_run_first_raw(loam_slice *slice);
loam_result loam_land_run_finer_raw(loam_slice *slice);

size_t loam_land_first_raw_scratch(void);
int32_t loam_land_first_raw_slices(const void *parameters, int32_t level);
size_t loam_land_finer_raw_scratch(void);
int32_t loam_land_finer_raw_slices(const void *parameters, int32_t level);

/// How many cells of the coarser level beyond a page finer levels read.
#define LAND_FINER_REACH 9

#endif
