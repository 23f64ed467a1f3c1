// SPDX-License-Identifier: MIT
#include "noise/wide_avx512.h"

#define KERNELS loam_land_ground_kernels_avx512
#include "land/surface/ground_kernels.inl"
