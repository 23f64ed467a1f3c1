// SPDX-License-Identifier: MIT
// The wind over a sea: it turns and blows harder or softer from place to place and from minute to minute, with gusts in
// it. A pure function of seed, place and time, the same to the bit on every machine, and continuous in both.
#ifndef LOAM_VOYAGE_WIND_H
#define LOAM_VOYAGE_WIND_H

#include "loam/noise.h"

/// m/s that no wind at 100 percent exceeds, and that it is at least.
#define WIND_MOST 14.4
#define WIND_LEAST 1.8

enum
{
    WIND_MAX_PERCENT = 250,
};

/// Flat: may be copied.
typedef struct wind
{
    loam_noise turn, force, gust, veer;
    double
        from; // the direction that it has on average, turns from north over east, where it blows to
} wind;

loam_result wind_init(wind *w, uint64_t seed);

/// Where the air goes to, m/s to the east and to the north, at a place (m) and a step (1/60 s); percent of its usual
/// strength, 0..WIND_MAX_PERCENT.
void wind_at(const wind *w, double x, double z, uint64_t step, int32_t percent, double out[2]);

#endif
