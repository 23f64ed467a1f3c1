// SPDX-License-Identifier: MIT
#include "noise/wide_avx512.h"

#define KERNELS loam_patch_kernels_avx512
#include "land/patchwork/row_kernels.inl"
