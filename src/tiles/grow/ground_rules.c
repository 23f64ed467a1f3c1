// SPDX-License-Identifier: MIT
#include "tiles/grow/ground_rules.h"

#include "base/small.h"

#include "loam/random.h"

// All that rules divide by, and all that they draw, is here: on a processor, whoever asks.

int32_t loam_ground_margin(const tile_recipe *recipe, int64_t step)
{
    const loam_tile_ground *ground = &recipe->ground;
    const float tiles = ROCK_WANDER * ground->border_wander + ground->border_dither +
                        0.5f * ground->strip_width;
    return ((int32_t)tiles + 2) / (int32_t)step + 1;
}

float loam_ground_least_ore(const loam_tile_ground *ground)
{
    float max = 0.0f;
    for (int32_t i = 0; i < ORES; i++)
    {
        max = ground->ore_shares[i] > max ? ground->ore_shares[i] : max;
    }
    return least_ore_of(max);
}

int32_t loam_clamped_height(int64_t y)
{
    return (int32_t)loam_nearest_in(y, -TILE_HEIGHT_END, TILE_HEIGHT_END);
}

int32_t loam_column_top(const tile_column *column)
{
    return column->water > column->surface ? column->water : column->surface;
}

int64_t loam_ground_sky(int32_t highest)
{
    return (int64_t)highest + LOAM_MAX_CONSOLIDATION + 2;
}

// ---- caves --------------------------------------------------------------------------------------

/// Turbulence is divided by its weights, equation 3.2 is not.
static float sum_of_weights(int32_t octaves)
{
    float sum = 0.0f, weight = 1.0f;
    for (int32_t i = 0; i < octaves; i++)
    {
        sum += weight;
        weight *= 0.5f;
    }
    return sum;
}

cave_rules loam_cave_rules(const loam_tile_ground *ground)
{
    return (cave_rules){
        .wide_gain = sum_of_weights(ground->wide_octaves) * (1.0f / ground->wide_width),
        .thin_gain = 1.0f / ground->thin_width,
        .half_gain = 0.5f * ground->mix_gain,
        .crust_scale = 1.0f / ground->crust_depth,
        .crust_gain = ground->crust_gain,
        .lid_scale = 1.0f / LID_DEPTH,
        .dither_thin = ground->dither_thin,
        .dither_range = ground->dither_wide - ground->dither_thin,
    };
}

/// 1 / (high - low), for heights of at least a tile.
static float scale_between(float low, float high)
{
    return 1.0f / (high - low > 1.0f ? high - low : 1.0f);
}

float loam_cave_threshold(const loam_tile_ground *ground, int32_t y)
{
    const float scale = scale_between(ground->cavern_full, ground->cavern_top);
    const float growth = loam_clamp01((ground->cavern_top - (float)y) * scale);
    return ground->cave_threshold + ground->cavern_gain * growth;
}

// ---- strata -------------------------------------------------------------------------------------

uint64_t loam_strata_seed(uint64_t ground_seed)
{
    return loam_seed_derive(ground_seed, "strata");
}

tile_stratum loam_stratum_make(const loam_tile_ground *ground, uint64_t strata_seed, int64_t cell)
{
    const uint64_t seed = loam_seed_at(strata_seed, cell, 0, 0);
    const int32_t thickness = 3 + (int32_t)loam_random_below(seed, 0, 14);
    const int32_t low = (int32_t)loam_random_below(seed, 1, (uint32_t)(STRATUM_SIDE - thickness));
    return (tile_stratum){
        .low = low,
        .high = low + thickness,
        .material = loam_random_float(seed, 2) < ground->strata_share
                        ? ground->strata[loam_random_below(seed, 3, 4)]
                        : LOAM_AIR,
    };
}
