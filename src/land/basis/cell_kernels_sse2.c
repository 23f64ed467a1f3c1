// SPDX-License-Identifier: MIT
#include "noise/wide_sse2.h"

#define KERNELS loam_land_cell_kernels_sse2
#include "land/basis/cell_kernels.inl"
