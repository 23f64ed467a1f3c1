// SPDX-License-Identifier: MIT
// Which of several sets of the same kernels runs: one per instruction set of the target, those that
// loam_kernels() in cmake/LoamKernels.cmake compiles.
#ifndef LOAM_NOISE_WIDE_SETS_H
#define LOAM_NOISE_WIDE_SETS_H

#include "loam/base.h"

/// The addresses of name_scalar and of name_<isa>, by instruction set: what a table of LOAM_ISA_COUNT
/// pointers begins with. Where there are none, the processor does not run that set.
#if defined(__x86_64__)
#define WIDE_SETS(name) \
    { \
        [LOAM_ISA_SCALAR] = &name##_scalar, [LOAM_ISA_SSE2] = &name##_sse2, \
        [LOAM_ISA_AVX2] = &name##_avx2, [LOAM_ISA_AVX512] = &name##_avx512, \
    }
#elif defined(__aarch64__)
#define WIDE_SETS(name) \
    { \
        [LOAM_ISA_SCALAR] = &name##_scalar, [LOAM_ISA_NEON] = &name##_neon, \
    }
#elif defined(__wasm__)
#define WIDE_SETS(name) \
    { \
        [LOAM_ISA_SCALAR] = &name##_scalar, [LOAM_ISA_WASM] = &name##_wasm, \
    }
#else
#define WIDE_SETS(name) \
    { \
        [LOAM_ISA_SCALAR] = &name##_scalar, \
    }
#endif

/// The place in such a table of a set that this processor runs, the best one for LOAM_ISA_AUTO.
static inline loam_isa loam_wide_isa(loam_isa isa)
{
    return isa == LOAM_ISA_AUTO ? loam_isa_best() : isa;
}

#endif
