// SPDX-License-Identifier: MIT
#include "sea/swell.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

// Waves of deep water (Airy 1845): the square of a wave's pace grows with gravity over its length. Directions and lengths
// are the seed's alone, all around the compass; the wind decides how high each is, so that a wind that turns lets some
// sink and others rise, and none ever jumps.

static const double gravity = 9.81;
static const double shallow = 9.0;               // m of water below which waves get lower
static const double shortest = 11, longest = 95; // m from crest to crest

static swell_wave wave_towards(int32_t i, uint64_t seed)
{
    const float turn = ((float)i + 0.7f * (loam_random_float(seed, 2 * (uint64_t)i) - 0.5f)) /
                       SWELL_WAVES;
    // Long and short ones by turns, as a golden ratio puts them, or neighbours would be of one kind.
    const double place = 0.618 * i - floor(0.618 * i);
    const double length = shortest + (longest - shortest) * place * place;
    const double count = SWELL_PERIOD / length;
    const double angle = 2 * (double)LOAM_PI * (double)turn;
    swell_wave wave = {.east = (int32_t)floor(count * (double)loam_cos((float)angle) + 0.5),
                       .north = (int32_t)floor(count * (double)loam_sin((float)angle) + 0.5),
                       .start = (double)loam_random_float(seed, 2 * (uint64_t)i + 1)};
    const double waves = sqrt((double)wave.east * wave.east + (double)wave.north * wave.north);
    wave.pace = sqrt(gravity * waves / SWELL_PERIOD / (2 * (double)LOAM_PI));
    return wave;
}

/// How high a wave is that runs with the wind, or against it: what the wind has not made is a low swell from elsewhere.
static double height_of(const swell_wave *wave, double wind_x, double wind_z)
{
    const double waves = sqrt((double)wave->east * wave->east + (double)wave->north * wave->north);
    const double along = (wave->east * wind_x + wave->north * wind_z) / waves;
    const double with = along > 0 ? along : 0;
    const double length = SWELL_PERIOD / waves;
    const double wind = sqrt(wind_x * wind_x + wind_z * wind_z);
    // A sea is never so steep that it would break everywhere: at most a fortieth of its length for all waves together.
    const double steepness = 0.00022 * with * with / (1 + 0.055 * wind) + 0.0009;
    return length * (steepness < 0.011 ? steepness : 0.011);
}

swell swell_of(double wind_x, double wind_z, uint64_t seed)
{
    swell out;
    const uint64_t own = loam_seed_derive(seed, "swell");
    for (int32_t i = 0; i < SWELL_WAVES; i++)
    {
        out.waves[i] = wave_towards(i, own);
        out.waves[i].height = height_of(&out.waves[i], wind_x, wind_z);
    }
    return out;
}

static double within_turn(double turns)
{
    return turns - floor(turns);
}

double swell_phase(const swell_wave *wave, double seconds)
{
    return within_turn(wave->start - within_turn(wave->pace * seconds));
}

double swell_share(double depth)
{
    const double share = depth <= 0 ? 0 : depth >= shallow ? 1 : depth / shallow;
    return share * (2 - share);
}

double swell_height(const swell *s, double x, double z, double seconds, double depth)
{
    const double u = within_turn(x / SWELL_PERIOD), v = within_turn(z / SWELL_PERIOD);
    double sum = 0;
    for (int32_t i = 0; i < SWELL_WAVES; i++)
    {
        const swell_wave *const wave = &s->waves[i];
        const double turns = within_turn(wave->east * u + wave->north * v +
                                         swell_phase(wave, seconds));
        sum += wave->height * (double)loam_sin((float)(2 * (double)LOAM_PI * turns));
    }
    return sum * swell_share(depth);
}
