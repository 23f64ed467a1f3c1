// SPDX-License-Identifier: MIT
#define KERNELS loam_light_kernels_plain
#include "light_kernels.inl"
