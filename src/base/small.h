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

/// from + step * count, count >= 0; the first or last number that there is where that is beyond them.
static inline int64_t loam_after_steps(int64_t from, int64_t step, int64_t count)
{
    const uint64_t start = (uint64_t)from, size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    const uint64_t room = step < 0 ? start - (uint64_t)INT64_MIN : (uint64_t)INT64_MAX - start;
    if (size != 0 && (uint64_t)count > room / size)
    {
        return step < 0 ? INT64_MIN : INT64_MAX;
    }
    return (int64_t)(start + (uint64_t)step * (uint64_t)count);
}

static inline int64_t loam_nearest_in(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value < high ? value : high;
}

#endif
