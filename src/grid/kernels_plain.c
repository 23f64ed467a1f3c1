// SPDX-License-Identifier: MIT
#define KERNELS loam_grid_kernels_plain
#include "kernels.inl"
