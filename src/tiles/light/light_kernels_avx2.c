// SPDX-License-Identifier: MIT
#define KERNELS loam_light_kernels_avx2
#include "light_kernels.inl"
