// SPDX-License-Identifier: MIT
#include "noise/wide_wasm.h"

#define KERNELS loam_land_ground_kernels_wasm
#include "land/surface/ground_kernels.inl"
