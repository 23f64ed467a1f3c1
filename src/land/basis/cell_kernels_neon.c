// SPDX-License-Identifier: MIT
#include "noise/wide_neon.h"

#define KERNELS loam_land_cell_kernels_neon
#include "land/basis/cell_kernels.inl"
