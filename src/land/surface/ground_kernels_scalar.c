// SPDX-License-Identifier: MIT
#include "noise/wide_scalar.h"

#define KERNELS loam_land_ground_kernels_scalar
#include "land/surface/ground_kernels.inl"
