// SPDX-License-Identifier: MIT
// A sea whose islands cost little: half as large, samples twice as far apart.
#ifndef LOAM_TESTS_ISLES_SMALL_H
#define LOAM_TESTS_ISLES_SMALL_H

#include "loam/isles.h"

static inline loam_isles_def small_isles(uint64_t seed)
{
    loam_isles_def def = loam_default_isles_def();
    def.seed = seed;
    def.slot = 1024;
    def.cell = 8;
    for (int32_t i = 0; i < def.type_count; i++)
    {
        def.types[i].radius.low *= 0.5f;
        def.types[i].radius.high *= 0.5f;
    }
    return def;
}

#endif
