// SPDX-License-Identifier: MIT
#include "noise/wide_avx512.h"

#include "noise/kernels.inl"
