// SPDX-License-Identifier: MIT
#include "noise/wide_scalar.h"

#define KERNELS loam_patch_kernels_scalar
#include "land/patchwork/row_kernels.inl"
