// SPDX-License-Identifier: MIT
#include "loam/picture.h"

#include <string.h>

// Colours are mixed as they are stored, in sRGB: that is what painters' programs do and what the
// ramps below were chosen by. Everything is float32 with exact operations, so that a picture has the
// same bytes on every machine.

static float clamp01(float t)
{
    // Written so that NaN becomes 0.
    return t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
}

static uint8_t mix_channel(uint8_t a, uint8_t b, float t)
{
    return (uint8_t)((float)a + ((float)b - (float)a) * t + 0.5f);
}

loam_colour loam_rgb(uint32_t rgb)
{
    return (loam_colour){
        .r = (uint8_t)(rgb >> 16), .g = (uint8_t)(rgb >> 8), .b = (uint8_t)rgb, .a = 255};
}

loam_colour loam_colour_mix(loam_colour a, loam_colour b, float t)
{
    const float s = clamp01(t);
    return (loam_colour){.r = mix_channel(a.r, b.r, s),
                         .g = mix_channel(a.g, b.g, s),
                         .b = mix_channel(a.b, b.b, s),
                         .a = mix_channel(a.a, b.a, s)};
}

loam_colour loam_colour_over(loam_colour top, loam_colour bottom)
{
    if (top.a == 255 || bottom.a == 0)
    {
        return top;
    }
    // All sums are in units of 1/255^2, rounded once (Porter and Duff 1984, "over").
    const uint32_t from_top = top.a * 255u;
    const uint32_t from_bottom = bottom.a * (255u - top.a);
    const uint32_t cover = from_top + from_bottom;
    const uint32_t half = cover / 2;
    return (loam_colour){.r = (uint8_t)((top.r * from_top + bottom.r * from_bottom + half) / cover),
                         .g = (uint8_t)((top.g * from_top + bottom.g * from_bottom + half) / cover),
                         .b = (uint8_t)((top.b * from_top + bottom.b * from_bottom + half) / cover),
                         .a = (uint8_t)((cover + 127u) / 255u)};
}

static uint8_t shade_channel(uint8_t channel, float factor)
{
    const float value = (float)channel * factor + 0.5f;
    return value >= 255.0f ? 255 : (uint8_t)value;
}

loam_colour loam_colour_shade(loam_colour colour, float factor)
{
    const float f = factor > 0.0f ? factor : 0.0f;
    return (loam_colour){.r = shade_channel(colour.r, f),
                         .g = shade_channel(colour.g, f),
                         .b = shade_channel(colour.b, f),
                         .a = colour.a};
}

float loam_relief(float dx, float dy)
{
    // Light from the top left meets ground that rises to the right and downwards. A rational curve
    // stands for Lambert's cosine: it is 1 on flat ground, tends to 0 and 2 on cliffs, and never
    // clips, so steep land keeps its shape.
    const float rise = dx + dy;
    const float steepness = rise < 0.0f ? -rise : rise;
    if (!(steepness < 1e9f))
    {
        return rise > 0.0f ? 2.0f : rise < 0.0f ? 0.0f : 1.0f;
    }
    return 1.0f + rise / (1.0f + steepness);
}

loam_colour loam_ramp_at(const loam_ramp_stop *stops, int32_t count, float at)
{
    if (count < 1)
    {
        return (loam_colour){0};
    }
    LOAM_ASSERT(NULL, stops != NULL);
    int32_t next = 0;
    while (next < count && !(stops[next].at > at))
    {
        next++;
    }
    if (next == 0)
    {
        return stops[0].colour;
    }
    if (next == count)
    {
        // NaN compares with nothing and ends here too; it is given the low end.
        return at >= stops[count - 1].at ? stops[count - 1].colour : stops[0].colour;
    }
    const loam_ramp_stop *low = &stops[next - 1], *high = &stops[next];
    return loam_colour_mix(low->colour, high->colour, (at - low->at) / (high->at - low->at));
}

#define STOP(at, r, g, b) \
    { \
        at, \
        { \
            r, g, b, 255 \
        } \
    }

static const loam_ramp_stop ramp_grey[] = {STOP(0.0f, 0, 0, 0), STOP(1.0f, 255, 255, 255)};

// From black through red to a pale yellow, brighter at every step.
static const loam_ramp_stop ramp_heat[] = {
    STOP(0.00f, 6, 4, 18),     STOP(0.15f, 38, 12, 74),    STOP(0.32f, 98, 22, 110),
    STOP(0.50f, 168, 44, 96),  STOP(0.66f, 220, 78, 58),   STOP(0.82f, 248, 142, 32),
    STOP(0.93f, 250, 206, 84), STOP(1.00f, 253, 246, 190),
};

// Sea below one half, land above, with a hard coast.
static const loam_ramp_stop ramp_terrain[] = {
    STOP(0.00f, 16, 34, 74),    STOP(0.30f, 26, 68, 122),   STOP(0.44f, 46, 116, 160),
    STOP(0.50f, 112, 180, 190), STOP(0.50f, 222, 206, 156), STOP(0.53f, 198, 190, 122),
    STOP(0.56f, 132, 164, 84),  STOP(0.66f, 78, 128, 66),   STOP(0.75f, 88, 104, 70),
    STOP(0.84f, 128, 116, 100), STOP(0.92f, 172, 166, 160), STOP(1.00f, 248, 250, 252),
};

static const loam_ramp_stop ramp_sea[] = {
    STOP(0.00f, 8, 18, 44),    STOP(0.25f, 14, 48, 92),    STOP(0.50f, 26, 98, 138),
    STOP(0.72f, 64, 160, 172), STOP(0.88f, 150, 212, 204), STOP(1.00f, 240, 250, 242),
};

static const struct
{
    const char *name;
    const loam_ramp_stop *stops;
    int32_t count;
} ramps[] = {
    {"grey", ramp_grey, sizeof ramp_grey / sizeof ramp_grey[0]},
    {"heat", ramp_heat, sizeof ramp_heat / sizeof ramp_heat[0]},
    {"terrain", ramp_terrain, sizeof ramp_terrain / sizeof ramp_terrain[0]},
    {"sea", ramp_sea, sizeof ramp_sea / sizeof ramp_sea[0]},
};

const loam_ramp_stop *loam_ramp_named(const char *name, int32_t *count)
{
    LOAM_ASSERT(NULL, name != NULL);
    LOAM_ASSERT(NULL, count != NULL);
    for (size_t i = 0; i < sizeof ramps / sizeof ramps[0]; i++)
    {
        if (strcmp(ramps[i].name, name) == 0)
        {
            *count = ramps[i].count;
            return ramps[i].stops;
        }
    }
    *count = 0;
    return NULL;
}
