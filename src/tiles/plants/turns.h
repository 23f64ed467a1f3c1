// SPDX-License-Identifier: MIT
// Directions in integers, the same on every machine.
#ifndef LOAM_TILES_TURNS_H
#define LOAM_TILES_TURNS_H

#include <stdint.h>

#define TURN_ONE 32768 // the length of a direction

/// The sine of a quarter turn's part z, 0 .. 32768, within 1/5000.
static inline int32_t turn_quarter_sine(int32_t z)
{
    const int32_t square = z * z >> 15;
    const int32_t inner = 21077 - (2382 * square >> 15);
    return ((51467 - (inner * square >> 15)) * z) >> 15;
}

/// The sine of an angle of 2^32 a turn, -TURN_ONE .. TURN_ONE.
static inline int32_t turn_sine(uint32_t angle)
{
    const uint32_t quarter = angle >> 30;
    const int32_t part = (int32_t)(angle >> 15 & 32767);
    const int32_t sine = turn_quarter_sine(quarter & 1 ? 32768 - part : part);
    return quarter & 2 ? -sine : sine;
}

static inline int32_t turn_cosine(uint32_t angle)
{
    return turn_sine(angle + ((uint32_t)1 << 30));
}

/// a times b of 2^shift, rounded down.
static inline int32_t turn_scale(int32_t a, int32_t b, int32_t shift)
{
    return (int32_t)((int64_t)a * b >> shift);
}

#endif
