// SPDX-License-Identifier: MIT
#include "noise/wide_neon.h"

#define KERNELS loam_land_ground_kernels_neon
#include "land/surface/ground_kernels.inl"
