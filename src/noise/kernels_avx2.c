// SPDX-License-Identifier: MIT
#include "noise/wide_avx2.h"

#include "noise/kernels.inl"
