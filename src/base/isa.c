// SPDX-License-Identifier: MIT
#include "loam/base.h"

const char *loam_isa_name(loam_isa isa)
{
    static const char *const names[LOAM_ISA_COUNT] = {
        [LOAM_ISA_AUTO] = "auto", [LOAM_ISA_SCALAR] = "scalar", [LOAM_ISA_SSE2] = "sse2",
        [LOAM_ISA_AVX2] = "avx2", [LOAM_ISA_AVX512] = "avx512", [LOAM_ISA_NEON] = "neon",
        [LOAM_ISA_WASM] = "wasm",
    };
    return (size_t)isa < LOAM_ISA_COUNT ? names[isa] : "?";
}

#if defined(__x86_64__)

// The compiler's detection also asks whether the operating system saves the wide registers.
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#else

static bool has_avx2(void)
{
    return false;
}

static bool has_avx512(void)
{
    return false;
}

#endif

bool loam_isa_available(loam_isa isa)
{
    switch (isa)
    {
    case LOAM_ISA_AUTO:
    case LOAM_ISA_SCALAR:
        return true;
    case LOAM_ISA_SSE2:
#if defined(__x86_64__)
        return true;
#else
        return false;
#endif
    case LOAM_ISA_AVX2:
        return has_avx2();
    case LOAM_ISA_AVX512:
        return has_avx512();
    case LOAM_ISA_NEON:
#if defined(__aarch64__)
        return true;
#else
        return false;
#endif
    case LOAM_ISA_WASM:
#if defined(__wasm_simd128__)
        return true;
#else
        return false;
#endif
    case LOAM_ISA_COUNT:
        break;
    }
    return false;
}

loam_isa loam_isa_best(void)
{
    static const loam_isa fastest_first[] = {LOAM_ISA_AVX512, LOAM_ISA_AVX2, LOAM_ISA_SSE2,
                                             LOAM_ISA_NEON, LOAM_ISA_WASM};
    for (size_t i = 0; i < sizeof fastest_first / sizeof fastest_first[0]; i++)
    {
        if (loam_isa_available(fastest_first[i]))
        {
            return fastest_first[i];
        }
    }
    return LOAM_ISA_SCALAR;
}
