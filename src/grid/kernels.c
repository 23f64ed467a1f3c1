// SPDX-License-Identifier: MIT
#include "kernels.h"

// The plain kernels are as wide as what every processor of its kind has: SSE2, NEON. What is wider than
// AVX2 runs its kernels: they wait for memory by then.

const loam_grid_kernels *loam_grid_kernels_of(loam_isa isa)
{
    if ((int)isa < 0 || !loam_isa_available(isa))
    {
        return NULL;
    }
#if defined(LOAM_GRID_AVX2)
    const loam_isa chosen = isa == LOAM_ISA_AUTO ? loam_isa_best() : isa;
    if (chosen == LOAM_ISA_AVX2 || chosen == LOAM_ISA_AVX512)
    {
        return &loam_grid_kernels_avx2;
    }
#endif
    return &loam_grid_kernels_plain;
}

loam_result loam_fail_isa(loam_isa isa)
{
    return loam_fail(LOAM_UNSUPPORTED, "grid: this processor does not run %s; it runs up to %s",
                     loam_isa_name(isa), loam_isa_name(loam_isa_best()));
}
