// SPDX-License-Identifier: MIT
#include "tiles/light/light_kernels.h"

const loam_light_kernels *loam_light_kernels_of(loam_isa isa)
{
    if ((int)isa < 0 || !loam_isa_available(isa))
    {
        return NULL;
    }
#if defined(LOAM_LIGHT_AVX2)
    const loam_isa chosen = isa == LOAM_ISA_AUTO ? loam_isa_best() : isa;
    if (chosen == LOAM_ISA_AVX2 || chosen == LOAM_ISA_AVX512)
    {
        return &loam_light_kernels_avx2;
    }
#endif
    return &loam_light_kernels_plain;
}
