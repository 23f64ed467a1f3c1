// SPDX-License-Identifier: MIT
#include "land/surface/ground_kernels.h"

const land_ground_kernels *loam_land_ground_kernels_of(loam_isa isa)
{
    switch (isa == LOAM_ISA_AUTO ? loam_isa_best() : isa)
    {
#if defined(__x86_64__)
    case LOAM_ISA_SSE2:
        return &loam_land_ground_kernels_sse2;
    case LOAM_ISA_AVX2:
        return &loam_land_ground_kernels_avx2;
    case LOAM_ISA_AVX512:
        return &loam_land_ground_kernels_avx512;
#elif defined(__aarch64__)
    case LOAM_ISA_NEON:
        return &loam_land_ground_kernels_neon;
#elif defined(__wasm__)
    case LOAM_ISA_WASM:
        return &loam_land_ground_kernels_wasm;
#endif
    default:
        return &loam_land_ground_kernels_scalar;
    }
}
