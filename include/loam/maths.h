// SPDX-License-Identifier: MIT
// Loam, base: functions that differ between C libraries, made from operations that IEEE 754 rounds
// exactly, so that they are the same to the bit on every machine; and division that rounds down. Angles are
// in radians.
// Errors are measured against the true value, in units in the last place (ulp) of the float result.
#ifndef LOAM_MATHS_H
#define LOAM_MATHS_H

#include "loam/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_PI 3.14159265358979323846f

/// Sine and cosine of any finite float, at most 0.501 ulp. NaN and infinities give NaN.
LOAM_API float loam_sin(float x);
LOAM_API float loam_cos(float x);

/// The angle of (x, y) in -pi .. pi, at most 0.501 ulp. atan2(0, 0) is 0; the sign of a zero does
/// not matter, so the negative x axis is at +pi. Two infinities count as equal.
LOAM_API float loam_atan2(float y, float x);

/// 2^x, at most 0.501 ulp; overflows to infinity, underflows to 0 through the denormals.
LOAM_API float loam_exp2(float x);

/// The logarithm to base 2, at most 0.501 ulp; -infinity at 0, NaN below.
LOAM_API float loam_log2(float x);

/// x^y for x >= 0, at most 0.501 ulp. pow(x, 0) and pow(1, y) are 1, also for NaN; otherwise NaN for
/// x < 0. pow(0, y) is 0 for y > 0 and infinity for y < 0.
LOAM_API float loam_pow(float x, float y);

/// Rounds down, where C rounds towards 0: the page, chunk or cell that a place is in, also left of 0.
/// by > 0.
static inline int64_t loam_floor_div(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

#ifdef __cplusplus
}
#endif
#endif
