// SPDX-License-Identifier: MIT
#include "scene/forecast.h"

#include "loam/maths.h"
#include "loam/random.h"
#include "scene/year.h"

#include <math.h>

enum
{
    FRONT_M = 60000, // that fronts are apart, about
    FRONT_HOURS = 7,
};

static float smooth(float t)
{
    return t * t * (3 - 2 * t);
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

/// Noise of a lattice in space and time, 0 .. 1, each value about as likely as any other.
static float front_at(uint64_t seed, int64_t x, int64_t z, double hours)
{
    const int64_t cx = loam_floor_div(x, FRONT_M), cz = loam_floor_div(z, FRONT_M);
    const double when = hours / FRONT_HOURS;
    const int64_t ct = (int64_t)floor(when);
    const float u = smooth((float)(x - cx * FRONT_M) / FRONT_M);
    const float v = smooth((float)(z - cz * FRONT_M) / FRONT_M);
    const float t = smooth((float)(when - (double)ct));
    float at[8];
    for (int32_t i = 0; i < 8; i++)
    {
        const uint64_t cell = loam_seed_at(seed, cx + (i & 1), cz + (i >> 1 & 1), ct + (i >> 2));
        at[i] = loam_random_float(cell, 0);
    }
    const float now = mix(mix(at[0], at[1], u), mix(at[2], at[3], u), v);
    const float next = mix(mix(at[4], at[5], u), mix(at[6], at[7], u), v);
    // Means of eight crowd around a half, 0.18 apart; this spreads them again.
    return 1 / (1 + expf((0.5f - mix(now, next, t)) * 9.2f));
}

/// Warmest in the afternoon, most so where it is dry.
static float degrees_at(climate_at climate, double hours)
{
    const float turn = (float)fmod(hours - 15, 24) * (6.2831853f / 24);
    return climate.degrees + cosf(turn) * (3 + 5 * (1 - climate.humidity));
}

/// What a front brings: strength 0 at its edge .. 1.
static weather_kind falls(float degrees, float strength)
{
    return degrees < 1                       ? WEATHER_SNOW
           : strength > 0.6f && degrees > 10 ? WEATHER_STORM
                                             : WEATHER_RAIN;
}

weather_kind forecast(uint64_t seed, climate_at climate, int64_t x, int64_t z, double hours)
{
    const uint64_t own = loam_seed_derive(seed, "weather");
    const float humidity = fminf(fmaxf(climate.humidity, 0), 1);
    const float front = front_at(own, x, z, hours);
    const float degrees = degrees_at((climate_at){climate.degrees, humidity}, hours);
    const float hour = (float)(hours - floor(hours / 24) * 24);
    // How much of the time something falls, and clouds stand: deserts 1 in 50, rain forests near a half.
    const float wet = 0.02f + 0.43f * humidity * humidity, grey = 0.1f + 0.55f * humidity;
    if (front > 1 - wet)
    {
        return falls(degrees, (front - 1 + wet) / wet);
    }
    if (front > 1 - grey)
    {
        return WEATHER_CLOUDY;
    }
    if (humidity > 0.45f && front < 0.25f && degrees > 0 && degrees < 16 && hour > 4 && hour < 9)
    {
        return WEATHER_FOG;
    }
    if (degrees > 24 && front < 0.45f && hour > 11 && hour < 20)
    {
        return WEATHER_HAZE;
    }
    return front > 0.5f * (1 - grey) ? WEATHER_FAIR : WEATHER_CLEAR;
}

loam_result forecast_land(loam_land *land, uint64_t seed, int64_t x, int64_t z, double hours,
                          int32_t day, weather_kind *out)
{
    climate_at climate;
    float base;
    const loam_land_samples samples = {
        .temperature = &climate.degrees, .humidity = &climate.humidity, .base = &base};
    const loam_result result = loam_land_fill(land, (loam_land_area){x, z, 1, 1, 1}, &samples);
    if (result == LOAM_OK)
    {
        climate.degrees += year_warmth(day, year_sea_degrees(climate.degrees, base));
    }
    *out = result == LOAM_OK ? forecast(seed, climate, x, z, hours) : WEATHER_CLEAR;
    return result;
}
