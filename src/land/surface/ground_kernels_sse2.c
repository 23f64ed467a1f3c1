// SPDX-License-Identifier: MIT
#include "noise/wide_sse2.h"

#define KERNELS loam_land_ground_kernels_sse2
#include "land/surface/ground_kernels.inl"
