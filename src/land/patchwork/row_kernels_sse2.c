// SPDX-License-Identifier: MIT
#include "noise/wide_sse2.h"

#define KERNELS loam_patch_kernels_sse2
#include "land/patchwork/row_kernels.inl"
