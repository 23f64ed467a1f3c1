// SPDX-License-Identifier: MIT
// Ramps, and least and greatest of two without an edge.
#ifndef LOAM_LAND_RAMPS_H
#define LOAM_LAND_RAMPS_H

#include "base/small.h"

/// 0 up to low, 1 from high on, smooth between.
static inline float land_ramp(float x, float low, float high)
{
    const float t = loam_clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

/// At most the lesser of two, and less by at most k / 4 where they differ by less than k. It changes by no
/// more than its arguments do.
static inline float land_smooth_min(float a, float b, float k)
{
    const float apart = a < b ? b - a : a - b;
    const float least = a < b ? a : b;
    const float near = k - apart;
    return near > 0 ? least - near * near / (4.0f * k) : least;
}

static inline float land_smooth_max(float a, float b, float k)
{
    return -land_smooth_min(-a, -b, k);
}

#endif
