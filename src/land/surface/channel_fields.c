// SPDX-License-Identifier: MIT
#include "land/surface/channels.h"
#include "land/surface/ramps.h"

#include <math.h>
#include <string.h>

// What a sample's channels are when its neighbours are known. Two pages that share a border see the same
// samples on both sides of it, one beyond each, so whatever is decided here looks no further than that.

static const float below_ground_m = 1; // water that is none lies so far below the ground

static int32_t apron_index(int32_t i, int32_t j)
{
    return (j + 1) * LAND_APRON_SIDE + i + 1;
}

// ---- normals ------------------------------------------------------------------------------------

static int16_t in_shorts(float value)
{
    return (int16_t)(value * 32767.0f + (value < 0 ? -0.5f : 0.5f));
}

/// East and north of the upward normal by central differences; returns the upward part.
static float normal_at(const land_channel_planes *planes, int32_t p, float *east, float *north)
{
    const float *const height = planes->height + p;
    const float x = height[-1] - height[1], z = height[-LAND_APRON_SIDE] - height[LAND_APRON_SIDE];
    const float y = 2.0f * (float)planes->step;
    const float scale = 1.0f / sqrtf(x * x + y * y + z * z);
    *east = x * scale;
    *north = z * scale;
    return y * scale;
}

// ---- water --------------------------------------------------------------------------------------

static bool is_wet(const land_channel_planes *planes, int32_t p)
{
    return planes->water[p] > LOAM_LAND_DRY;
}

/// The lowest water of four places, LOAM_LAND_DRY if all are dry.
static float lowest_of(const land_channel_planes *planes, const int32_t places[4])
{
    float level = LOAM_LAND_DRY;
    for (int32_t k = 0; k < 4; k++)
    {
        const float water = planes->water[places[k]];
        const bool wet = is_wet(planes, places[k]);
        level = wet && (level <= LOAM_LAND_DRY || water < level) ? water : level;
    }
    return level;
}

/// The water of a dry sample: that of samples beside it, else of those at its corners, under the ground.
static float continued(const land_channel_planes *planes, int32_t p)
{
    enum
    {
        ROW = LAND_APRON_SIDE
    };
    const int32_t beside[4] = {p - 1, p + 1, p - ROW, p + ROW};
    const int32_t corners[4] = {p - ROW - 1, p - ROW + 1, p + ROW - 1, p + ROW + 1};
    const float ground = planes->height[p];
    float level = lowest_of(planes, beside);
    level = level > LOAM_LAND_DRY ? level : lowest_of(planes, corners);
    level = level > LOAM_LAND_DRY ? level : ground - below_ground_m;
    return level < ground ? level : ground;
}

// ---- snow ---------------------------------------------------------------------------------------

/// How much of the ground snow covers for most of the year: less where it is steep, none on open water.
static uint8_t snow_at(const land_channel_planes *planes, int32_t p, float up)
{
    const uint8_t kind = planes->kind[p];
    const float cold = 1.0f - land_ramp(planes->warmth[p], -6.0f, -1.0f);
    const float flat = kind == LOAM_WATER_ICE ? 1.0f : land_ramp(up, 0.55f, 0.8f);
    const bool open = kind != LOAM_WATER_NONE && kind != LOAM_WATER_ICE;
    return open ? 0 : (uint8_t)(cold * flat * 255.0f + 0.5f);
}

// ---- all of them --------------------------------------------------------------------------------

static void put_sample(const land_channel_planes *planes, int32_t p, int32_t at, uint32_t channels,
                       const land_channel_page *out)
{
    float east, north;
    const float up = normal_at(planes, p, &east, &north);
    if (out->normal != NULL)
    {
        out->normal[2 * at] = in_shorts(east);
        out->normal[2 * at + 1] = in_shorts(north);
    }
    const bool goes_on = (channels & LOAM_PAGE_WATER) != 0 && !is_wet(planes, p);
    out->water[at] = goes_on ? continued(planes, p) : planes->water[p];
    if (out->kind != NULL)
    {
        out->kind[at] = planes->kind[p];
    }
    if (out->snow != NULL)
    {
        out->snow[at] = snow_at(planes, p, up);
    }
}

void loam_land_channels_finish(const land_channel_planes *planes, uint32_t channels,
                               const land_channel_page *out)
{
    if ((channels & LOAM_PAGE_APRON) != 0)
    {
        memcpy(out->height, planes->height, LAND_APRON_SAMPLES * sizeof(float));
    }
    for (int32_t j = 0; j < LAND_PATCH_SIDE; j++)
    {
        if ((channels & LOAM_PAGE_APRON) == 0)
        {
            memcpy(out->height + j * LAND_PATCH_SIDE, planes->height + apron_index(0, j),
                   LAND_PATCH_SIDE * sizeof(float));
        }
        for (int32_t i = 0; i < LAND_PATCH_SIDE; i++)
        {
            put_sample(planes, apron_index(i, j), j * LAND_PATCH_SIDE + i, channels, out);
        }
    }
}

// ---- biomes -------------------------------------------------------------------------------------

/// Puts a biome among the four, which are in the order of their weights; equal ones in that of their numbers.
static void insert(float weight, uint8_t biome, float best[4], uint8_t biomes[4])
{
    int32_t at = 4;
    while (at > 0 && weight > best[at - 1])
    {
        at--;
    }
    for (int32_t k = 3; k > at; k--)
    {
        best[k] = best[k - 1];
        biomes[k] = biomes[k - 1];
    }
    if (at < 4)
    {
        best[at] = weight;
        biomes[at] = biome;
    }
}

/// Moves the strongest to the front; if it is not there it takes the place of the last.
static void bring_forward(uint8_t strongest, float weight, float best[4], uint8_t biomes[4])
{
    int32_t at = 0;
    while (at < 3 && biomes[at] != strongest)
    {
        at++;
    }
    for (; at > 0; at--)
    {
        best[at] = best[at - 1];
        biomes[at] = biomes[at - 1];
    }
    best[0] = weight;
    biomes[0] = strongest;
}

void loam_land_pick_biomes(const float *weights, size_t plane, int32_t count, uint8_t strongest,
                           uint8_t biomes[4], uint8_t shares[4])
{
    float best[4] = {0};
    memset(biomes, strongest, 4);
    for (int32_t b = 0; b < count; b++)
    {
        insert(weights[(size_t)b * plane], (uint8_t)b, best, biomes);
    }
    bring_forward(strongest, weights[strongest * plane], best, biomes);
    const float sum = best[0] + best[1] + best[2] + best[3];
    const float scale = sum > 0 ? 255.0f / sum : 0;
    int32_t left = 255;
    for (int32_t k = 1; k < 4; k++)
    {
        const int32_t share = (int32_t)(best[k] * scale + 0.5f);
        shares[k] = (uint8_t)(share < left ? share : left);
        left -= shares[k];
    }
    shares[0] = (uint8_t)left;
}
