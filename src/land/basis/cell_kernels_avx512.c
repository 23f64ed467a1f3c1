// SPDX-License-Identifier: MIT
#include "noise/wide_avx512.h"

#define KERNELS loam_land_cell_kernels_avx512
#include "land/basis/cell_kernels.inl"
