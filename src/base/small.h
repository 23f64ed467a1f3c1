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

/// The place of the lowest bit that is set; bits is not 0.
static inline uint32_t loam_lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#else
    static const uint8_t places[64] = {
        0,  1,  48, 2,  57, 49, 28, 3,  61, 58, 50, 42, 38, 29, 17, 4,  62, 55, 59, 36, 53, 51,
        43, 22, 45, 39, 33, 30, 24, 18, 12, 5,  63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21,
        44, 32, 23, 11, 46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9,  13, 8,  7,  6};
    return places[(bits & (0 - bits)) * UINT64_C(0x03f79d71b4cb0a89) >> 58];
#endif
}

static inline int64_t loam_nearest_in(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value < high ? value : high;
}

#endif
