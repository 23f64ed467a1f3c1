// SPDX-License-Identifier: MIT
#define KERNELS loam_grid_kernels_avx2
#include "kernels.inl"
