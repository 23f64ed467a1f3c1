// SPDX-License-Identifier: MIT
#include "noise/wide_scalar.h"

#define KERNELS loam_land_cell_kernels_scalar
#include "land/basis/cell_kernels.inl"
