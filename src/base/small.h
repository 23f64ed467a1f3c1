// SPDX-License-Identifier: MIT
// Small maths on numbers, exact or rounded once, so the same everywhere.
#ifndef LOAM_BASE_SMALL_H
#define LOAM_BASE_SMALL_H

#include "loam/maths.h"

static inline float loam_clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static inline float loam_clamp01(float value)
{
    return loam_clamp(value, 0.0f, 1.0f);
}

/// The largest whole number that is not above value, which has to fit.
static inline int32_t loam_floor_int(float value)
{
    const int32_t whole = (int32_t)value;
    return (float)whole > value ? whole - 1 : whole;
}

#endif
