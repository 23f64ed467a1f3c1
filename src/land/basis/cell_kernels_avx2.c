// SPDX-License-Identifier: MIT
#include "noise/wide_avx2.h"

#define KERNELS loam_land_cell_kernels_avx2
#include "land/basis/cell_kernels.inl"
