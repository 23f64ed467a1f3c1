// SPDX-License-Identifier: MIT
#include "noise/wide_wasm.h"

#define KERNELS loam_land_cell_kernels_wasm
#include "land/basis/cell_kernels.inl"
