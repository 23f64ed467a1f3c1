// SPDX-License-Identifier: MIT
#include "noise/wide_neon.h"

#define KERNELS loam_patch_kernels_neon
#include "land/patchwork/row_kernels.inl"
