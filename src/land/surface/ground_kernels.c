// SPDX-License-Identifier: MIT
#include "land/surface/ground_kernels.h"

#include "noise/wide_sets.h"

const land_ground_kernels *loam_land_ground_kernels_of(loam_isa isa)
{
    static const land_ground_kernels *const sets[LOAM_ISA_COUNT] = WIDE_SETS(
        loam_land_ground_kernels);
    return sets[loam_wide_isa(isa)];
}
