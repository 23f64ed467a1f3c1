// SPDX-License-Identifier: MIT
#include "noise/wide_avx2.h"

#define KERNELS loam_land_ground_kernels_avx2
#include "land/surface/ground_kernels.inl"
