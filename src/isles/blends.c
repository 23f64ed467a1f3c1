// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "base/small.h"

#include <math.h>
#include <string.h>

// What the ground is made of (Karavasilev 2021, 5.3, terrain texture, and 6.3, texture generator).
//
// Terrains follow each other by height, and go over into each other linearly around the height at which the upper
// one begins. Where a dominant node has risen, its terrain takes the place of the one below it; between nothing
// and the height of blending, in part. Then what the thesis designed and did not build: steep ground is rock, and
// levelled ground a yard.

/// The height at which a terrain begins if another is dominant (-1: none). One that is dominated is not there.
static float begin_of(const loam_isle_type *type, int32_t terrain, int32_t dominant)
{
    return type->terrains[terrain == dominant && terrain > 0 ? terrain - 1 : terrain].from;
}

/// Adds shares of the terrains at a height, by weight.
static void add_shares(const loam_isle_type *type, float height, int32_t dominant, float weight,
                       float out[LOAM_ISLE_MAX_TERRAINS])
{
    float left = weight; // what no terrain from above has taken
    for (int32_t i = type->terrain_count - 1; i > 0 && left > 0.0f; i--)
    {
        if (dominant > 0 && i == dominant - 1)
        {
            continue;
        }
        if (i == 1 && dominant == 1)
        {
            break; // it dominates the first, which begins at the bottom
        }
        const float above = (height - begin_of(type, i, dominant)) / type->blend + 0.5f;
        const float taken = left * loam_clamp01(above);
        out[i] += taken;
        left -= taken;
    }
    out[dominant == 1 ? 1 : 0] += left;
}

void loam_isle_blend(const isle_ground *ground, float height, const float *products, size_t stride,
                     float out[LOAM_ISLE_MAX_TERRAINS])
{
    float weights[LOAM_ISLE_MAX_NODES], total = 0.0f;
    memset(out, 0, LOAM_ISLE_MAX_TERRAINS * sizeof *out);
    for (int32_t i = 0; i < ground->isle.node_count; i++)
    {
        const bool dominant = ground->isle.nodes[i].dominant;
        weights[i] = dominant ? loam_clamp01(products[(size_t)i * stride] / ground->type->blend)
                              : 0.0f;
        total += weights[i];
    }
    for (int32_t i = 0; i < ground->isle.node_count; i++)
    {
        if (weights[i] > 0.0f)
        {
            add_shares(ground->type, height, ground->isle.nodes[i].terrain,
                       total > 1.0f ? weights[i] / total : weights[i], out);
        }
    }
    if (total < 1.0f)
    {
        add_shares(ground->type, height, -1, 1.0f - total, out);
    }
}

/// Lets one terrain have a share of all that is there.
static void give(float shares[LOAM_ISLE_MAX_TERRAINS], int32_t terrain, float share)
{
    for (int32_t i = 0; i < LOAM_ISLE_MAX_TERRAINS; i++)
    {
        shares[i] *= 1.0f - share;
    }
    shares[terrain] += share;
}

bool loam_isle_add_rock(const loam_isle_type *type, float slope,
                        float shares[LOAM_ISLE_MAX_TERRAINS])
{
    if (type->steep < 0 || slope <= type->slope.low)
    {
        return false;
    }
    const float span = type->slope.high - type->slope.low;
    give(shares, type->steep, span > 0.0f ? loam_clamp01((slope - type->slope.low) / span) : 1.0f);
    return true;
}

bool loam_isle_add_yards(const isle_ground *ground, float x, float z,
                         float shares[LOAM_ISLE_MAX_TERRAINS])
{
    bool any = false;
    for (int32_t i = 0; i < ground->isle.site_count; i++)
    {
        const float share = loam_isle_site_share(&ground->isle.sites[i], x, z);
        if (share > 0.0f)
        {
            give(shares, ground->type->yard, share * share);
            any = true;
        }
    }
    return any;
}

void loam_isle_pack(const float shares[LOAM_ISLE_MAX_TERRAINS], uint8_t out[LOAM_ISLE_MAX_TERRAINS])
{
    int32_t max = 0, left = 255;
    for (int32_t i = 0; i < LOAM_ISLE_MAX_TERRAINS; i++)
    {
        out[i] = (uint8_t)(255.0f * loam_clamp01(shares[i]));
        max = shares[i] > shares[max] ? i : max;
        left -= out[i];
    }
    out[max] = (uint8_t)(out[max] + left); // what rounding down has left, so that they are 255
}

void loam_isle_unpack(const uint8_t packed[LOAM_ISLE_MAX_TERRAINS],
                      float out[LOAM_ISLE_MAX_TERRAINS])
{
    for (int32_t i = 0; i < LOAM_ISLE_MAX_TERRAINS; i++)
    {
        out[i] = (float)packed[i] * (1.0f / 255.0f);
    }
}

float loam_isle_slope(float west, float east, float south, float north, float apart)
{
    const float dx = (east - west) / apart, dz = (north - south) / apart;
    return sqrtf(dx * dx + dz * dz);
}
