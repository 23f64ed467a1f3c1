// SPDX-License-Identifier: MIT
#include "noise/wide_neon.h"

#include "noise/kernels.inl"
