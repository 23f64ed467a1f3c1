// SPDX-License-Identifier: MIT
#include "tiles/frame/frame.h"

#include "base/small.h"
#include "loam/random.h"

// Materials look different in spring, autumn and winter; tiles stay as they are. A tint is laid over a look
// as dark as the look is, so that a crown keeps its light and its shadow. Variants turn one after another,
// and not quite to the same colour: an autumn wood is mottled.

enum
{
    TINTS = 3,
    CORNERS = 4
};

/// When a tint comes and goes, as parts of 1024 of a year that may lie before or behind it.
static const int32_t corners[TINTS][CORNERS] = {
    {-40, 30, 150, 256}, // fresh leaves, until summer begins
    {490, 610, 740, 820},
    {720, 820, 990, 1050},
};

#define STAGGER 0.6f // of the time that a tint needs to come, the first variants are ahead
#define HUES 0.16f   // how far colours of variants differ

/// 0 before the first corner and behind the last, 1 between the two in the middle.
static float ramp(const int32_t at[CORNERS], float part)
{
    const float in = (part - (float)at[0]) / (float)(at[1] - at[0]);
    const float out = ((float)at[3] - part) / (float)(at[3] - at[2]);
    return loam_clamp01(in < out ? in : out);
}

/// How much of a tint there is at a part of 65536 of a year.
static float strength(int32_t tint, uint16_t year)
{
    const float part = (float)year * (1.0f / 64.0f);
    const float now = ramp(corners[tint], part), before = ramp(corners[tint], part - 1024.0f);
    const float after = ramp(corners[tint], part + 1024.0f);
    const float max = now > before ? now : before;
    return max > after ? max : after;
}

static float luma(float r, float g, float b)
{
    return 0.3f * r + 0.59f * g + 0.11f * b + 1.0f;
}

/// Of a material as a block: what tints are compared with.
static float mean_luma(const loam_material *material)
{
    const int32_t count = material->inner + material->outer;
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_colour c = material->colours[i];
        sum += luma((float)c.r, (float)c.g, (float)c.b);
    }
    return sum / (float)count;
}

static uint8_t mixed(uint8_t part, float tint, float share)
{
    return (uint8_t)loam_clamp((float)part + (tint - (float)part) * share + 0.5f, 0.0f, 255.0f);
}

static void tint_look(frame_look *look, loam_colour tint, float share, float mean, float hue)
{
    const float shade = loam_clamp(luma((float)look->r, (float)look->g, (float)look->b) / mean,
                                   0.2f, 1.5f);
    look->r = mixed(look->r, (float)tint.r * shade * (1.0f + 0.4f * hue), share);
    look->g = mixed(look->g, (float)tint.g * shade * (1.0f + hue), share);
    look->b = mixed(look->b, (float)tint.b * shade, share);
}

static void lay_over(frame_looks *looks, int32_t id, const loam_material *material,
                     loam_colour tint, float now)
{
    const float mean = mean_luma(material), max = (float)tint.a * (1.0f / 255.0f);
    const bool nothing = now <= 0.0f || tint.a == 0;
    for (int32_t variant = 0; variant < 256 && !nothing; variant++)
    {
        const uint64_t place = (uint64_t)(id * 256 + variant);
        const float late = loam_random_float(place, 0) * STAGGER;
        const float share = max * loam_clamp01((now - late) * (1.0f / (1.0f - STAGGER)));
        const float hue = (loam_random_float(place, 1) - 0.5f) * 2.0f * HUES;
        tint_look(&looks->blocks[place], tint, share, mean, hue);
        tint_look(&looks->walls[place], tint, share, mean, hue);
    }
}

bool loam_frame_has_seasons(const loam_material *material)
{
    return material->spring.a != 0 || material->autumn.a != 0 || material->winter.a != 0;
}

void loam_frame_seasons_lay(frame_looks *looks, const loam_tile_defs *defs, int32_t id,
                            uint16_t year)
{
    const loam_material *const material = &defs->materials[id];
    const loam_colour tints[TINTS] = {material->spring, material->autumn, material->winter};
    for (int32_t i = 0; i < TINTS; i++)
    {
        lay_over(looks, id, material, tints[i], strength(i, year));
    }
}
