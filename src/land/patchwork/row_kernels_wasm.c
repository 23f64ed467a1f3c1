// SPDX-License-Identifier: MIT
#include "noise/wide_wasm.h"

#define KERNELS loam_patch_kernels_wasm
#include "land/patchwork/row_kernels.inl"
