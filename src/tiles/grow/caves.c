// SPDX-License-Identifier: MIT
#include "tiles/grow/caves.h"

#include "base/small.h"

#include <string.h>

// Caves are where solidity is low. The wide kind is a sum of octaves, the thin kind the least of two; a
// slow, oversaturated noise says which is where. Most places have one kind only, so the noise of the
// other need not be computed there, as long as that changes no bit.

#define LID_SCALE (1.0f / 28.0f) // the lid of a column is this thick

size_t loam_caves_scratch_size(int32_t w, int32_t band_rows)
{
    const size_t row = (size_t)w * sizeof(float);
    return 3 * LOAM_ARENA_SIZE(row * (size_t)band_rows) + 4 * LOAM_ARENA_SIZE(row);
}

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

/// 1 / (high - low), for heights of at least a tile.
static float scale_between(float low, float high)
{
    return 1.0f / (high - low > 1.0f ? high - low : 1.0f);
}

void loam_caves_begin(tile_caves *caves, const tile_recipe *recipe, int32_t w, int32_t band_rows,
                      loam_arena *scratch)
{
    const loam_tile_ground *g = &recipe->ground;
    const size_t row = (size_t)w * sizeof(float), band = row * (size_t)band_rows;
    *caves = (tile_caves){
        .ground = g,
        .wide_gain = sum_of_weights(g->wide_octaves) * (1.0f / g->wide_width),
        .thin_gain = 1.0f / g->thin_width,
        .crust_scale = 1.0f / g->crust_depth,
        .cavern_scale = scale_between(g->cavern_full, g->cavern_top),
    };
    caves->mix = loam_arena_take(scratch, band);
    caves->thin = loam_arena_take(scratch, band);
    caves->wide = loam_arena_take(scratch, band);
    caves->surface = loam_arena_take(scratch, row);
    caves->lid = loam_arena_take(scratch, row);
    caves->seal = loam_arena_take(scratch, row);
    caves->open = loam_arena_take(scratch, row);
}

/// How much a place has wide caves, 0..1, from the oversaturated noise: at most places 0 or 1.
static float age_of(float mix, float half_gain)
{
    return loam_clamp01(0.5f + half_gain * mix);
}

/// Which kinds of caves a band has.
static void find_kinds(const tile_caves *caves, size_t count, bool *thin, bool *wide)
{
    const float half_gain = 0.5f * caves->ground->mix_gain;
    const float *mix = caves->mix;
    int32_t some_thin = 0, some_wide = 0;
    for (size_t i = 0; i < count; i++)
    {
        const float age = 0.5f + half_gain * mix[i];
        some_thin |= age < 1.0f;
        some_wide |= age > 0.0f;
    }
    *thin = some_thin;
    *wide = some_wide;
}

static loam_result sample_or_clear(const loam_noise *noise, float *out, loam_noise_area area,
                                   bool wanted)
{
    if (!wanted)
    {
        memset(out, 0, (size_t)area.w * (size_t)area.h * sizeof *out);
        return LOAM_OK;
    }
    return loam_noise_grid2(noise, out, area);
}

/// The noises of caves; of a kind that the band does not have, zeros.
loam_result loam_caves_sample(tile_caves *caves, const ground_noises *noises, loam_noise_area area)
{
    bool thin = false, wide = false;
    loam_result result = loam_noise_grid2(&noises->mix, caves->mix, area);
    find_kinds(caves, (size_t)area.w * (size_t)area.h, &thin, &wide);
    result = result ? result : sample_or_clear(&noises->thin, caves->thin, area, thin);
    return result ? result : sample_or_clear(&noises->wide, caves->wide, area, wide);
}

static float at_most_one(float value)
{
    return value > 1.0f ? 1.0f : value;
}

/// Solidity of both kinds of caves, mixed by the oversaturated noise, dithered by the hash, and more of
/// it close to the surface (Dubsky 2022, equations 3.2 to 3.4 and 3.2.4). Sets open where it is not
/// solid.
void loam_caves_row(const tile_caves *caves, const float *dither, size_t first, int32_t y,
                    int32_t w)
{
    const loam_tile_ground *g = caves->ground;
    const float *mix = caves->mix + first;
    const float *wide = caves->wide + first, *thin = caves->thin + first;
    const float *surface = caves->surface, *lids = caves->lid, *seal = caves->seal;
    const float height = (float)y, w_thin = caves->thin_gain, w_wide = caves->wide_gain;
    const float crust_scale = caves->crust_scale, crust_gain = g->crust_gain;
    const float dither_thin = g->dither_thin, dither_range = g->dither_wide - g->dither_thin;
    int32_t *open = caves->open;
    const float half_gain = 0.5f * g->mix_gain;
    const float growth = loam_clamp01((g->cavern_top - (float)y) * caves->cavern_scale);
    const float threshold = g->cave_threshold + g->cavern_gain * growth;
    for (int32_t i = 0; i < w; i++)
    {
        const float age = age_of(mix[i], half_gain);
        const float young = at_most_one(thin[i] * w_thin);
        const float old = at_most_one(wide[i] * w_wide);
        // Chosen, not mixed, at the ends: a kind that is not there must leave no trace.
        const float mixed = young + (old - young) * age;
        const float settled = age > 0.0f ? mixed : young;
        const float base = age < 1.0f ? settled : old;
        const float hash = 0.5f + 0.5f * dither[i];
        const float solidity = base + (dither_thin + dither_range * age) * (hash - base);
        const float depth = surface[i] - height;
        const float thick = loam_clamp01(1.0f - depth * crust_scale);
        const float crust = thick > crust_gain ? crust_gain : thick;
        const float lid = lids[i] * loam_clamp01(1.0f - depth * LID_SCALE);
        open[i] = (solidity + crust + lid <= threshold) & (height < seal[i]);
    }
}
