// SPDX-License-Identifier: MIT
#include "noise/wide_wasm.h"

#include "noise/kernels.inl"
