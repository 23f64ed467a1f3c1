// SPDX-License-Identifier: MIT
#include "noise/wide_avx2.h"

#define KERNELS loam_patch_kernels_avx2
#include "land/patchwork/row_kernels.inl"
