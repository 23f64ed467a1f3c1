// SPDX-License-Identifier: MIT
#include "noise/wide_scalar.h"

#include "noise/kernels.inl"
