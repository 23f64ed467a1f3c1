// SPDX-License-Identifier: MIT
// The swell of the sea: a sum of waves that the wind leads. The same for what is drawn and for what floats, and the same
// bits on every machine. Knows no OpenGL.
#ifndef LOAM_SEA_SWELL_H
#define LOAM_SEA_SWELL_H

#include "loam/base.h"

enum
{
    SWELL_WAVES = 14,
    SWELL_PERIOD = 4096, // m after which the swell repeats along both axes
};

/// A wave: a whole number of them lies in the period, so that places anywhere have it to the bit.
typedef struct swell_wave
{
    int32_t east, north; // waves in the period along each axis: it runs towards (east, north)
    double height;       // of a crest above the mean, m
    double pace;         // turns a second
    double start;        // turns
} swell_wave;

typedef struct swell
{
    swell_wave waves[SWELL_WAVES];
} swell;

/// The swell of a wind, m/s: it goes over to that of another wind without a jump. There is a little without any.
swell swell_of(double wind_x, double wind_z, uint64_t seed);

/// How high the water stands above the sea's level at a place, m, where the sea is depth m deep: the shallower it is, the
/// lower are waves, and there are none on land. Any place within LOAM_ISLES_END; seconds 0 .. 1e9.
double swell_height(const swell *s, double x, double z, double seconds, double depth);

/// The share of its height that the swell has where the sea is depth m deep, 0 .. 1.
double swell_share(double depth);

/// Where a wave is in its turn at some time, 0 .. 1, at the origin.
double swell_phase(const swell_wave *wave, double seconds);

#endif
