// SPDX-License-Identifier: MIT
#include "land/basis/cell_kernels.h"

#include "noise/wide_sets.h"

const land_cell_kernels *loam_land_cell_kernels_of(loam_isa isa)
{
    static const land_cell_kernels *const sets[LOAM_ISA_COUNT] = WIDE_SETS(loam_land_cell_kernels);
    return sets[loam_wide_isa(isa)];
}
