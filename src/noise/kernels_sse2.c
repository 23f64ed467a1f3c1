// SPDX-License-Identifier: MIT
#include "noise/wide_sse2.h"

#include "noise/kernels.inl"
