// SPDX-License-Identifier: MIT
// The light of a time and a weather: where sun and moon stand, what colour they and the sky have. Computed by
// single scattering through an atmosphere of air, haze and ozone (Nishita et al. 1993; constants as Bruneton
// 2017), with a term for what is scattered more than once. Knows no OpenGL.
#ifndef LOAM_SCENE_SKY_H
#define LOAM_SCENE_SKY_H

#include "loam/base.h"

enum
{
    SKY_W = 128, // of the table: around, from the azimuth of the light
    SKY_H = 64,  // up, from below the horizon to the zenith; see sky_row_elevation
};

typedef enum weather_kind
{
    WEATHER_CLEAR,
    WEATHER_FAIR, // some clouds
    WEATHER_CLOUDY,
    WEATHER_RAIN,
    WEATHER_STORM,
    WEATHER_SNOW,
    WEATHER_HAZE,
    WEATHER_FOG,
    WEATHER_KINDS,
} weather_kind;

/// "clear", "fair", ...; NULL behind the last.
const char *weather_name(int32_t weather);

/// What a weather is made of.
typedef struct weather
{
    float cover;      // of clouds, 0 .. 1
    float gloom;      // how much less light comes through them, 0 .. 1
    float haze;       // extinction at the ground, per m
    float haze_top;   // m that it thins out over
    float rain, snow; // that falls, 0 .. 1
    float wind;       // m/s
} weather;

weather weather_of(weather_kind kind);

typedef struct sky
{
    float sun[3], moon[3]; // directions to them, x east, y up, z north
    float light[3];        // direction to whichever is brighter
    float light_colour[3]; // of it on the ground; 1 is a clear noon, about
    float ambient[3];      // of the whole sky, on flat ground
    float bounce[3];       // of the ground below
    float exposure;
    float night;   // 0 day .. 1 stars
    float disc[3]; // of the sun, 0 when it has set
    float table[SKY_H][SKY_W]
               [3]; // what the sky shines; the azimuth of `light` is in the middle of column 0
} sky;

/// hour: 0 .. 24, the sun is highest at 12. declination: of the sun, radians, see year.h. height: of the viewer, m.
void sky_compute(double hour, float declination, const weather *w, float height, sky *out);

/// Sine of the elevation of a row's middle, as the shaders have it: -0.08 .. 1, denser at the horizon.
float sky_row_elevation(float row);

#endif
