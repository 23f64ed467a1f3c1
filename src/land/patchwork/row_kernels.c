// SPDX-License-Identifier: MIT
#include "land/patchwork/row_kernels.h"

#include "noise/wide_sets.h"

const loam_patch_kernels *loam_patch_kernels_of(loam_isa isa)
{
    static const loam_patch_kernels *const sets[LOAM_ISA_COUNT] = WIDE_SETS(loam_patch_kernels);
    return sets[loam_wide_isa(isa)];
}
