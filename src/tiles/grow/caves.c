// SPDX-License-Identifier: MIT
#include "tiles/grow/caves.h"

#include <string.h>

// Caves are where solidity is low. The wide kind is a sum of octaves, the thin kind the least of two; a
// slow, oversaturated noise says which is where. Most places have one kind only, so the noise of the
// other need not be computed there, as long as that changes no bit.

size_t loam_caves_scratch_size(int32_t w, int32_t band_rows)
{
    const size_t row = (size_t)w * sizeof(float);
    return 3 * LOAM_ARENA_SIZE(row * (size_t)band_rows) + 4 * LOAM_ARENA_SIZE(row);
}

void loam_caves_begin(tile_caves *caves, const tile_recipe *recipe, int32_t w, int32_t band_rows,
                      loam_arena *scratch)
{
    const size_t row = (size_t)w * sizeof(float), band = row * (size_t)band_rows;
    *caves = (tile_caves){.ground = &recipe->ground, .rules = loam_cave_rules(&recipe->ground)};
    caves->mix = loam_arena_take(scratch, band);
    caves->thin = loam_arena_take(scratch, band);
    caves->wide = loam_arena_take(scratch, band);
    caves->surface = loam_arena_take(scratch, row);
    caves->lid = loam_arena_take(scratch, row);
    caves->seal = loam_arena_take(scratch, row);
    caves->open = loam_arena_take(scratch, row);
}

/// Which kinds of caves a band has.
static void find_kinds(const tile_caves *caves, size_t count, bool *thin, bool *wide)
{
    const float *mix = caves->mix;
    int32_t some_thin = 0, some_wide = 0;
    for (size_t i = 0; i < count; i++)
    {
        const float age = cave_age(caves->rules, mix[i]);
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

void loam_caves_row(const tile_caves *caves, const float *dither, size_t first, int32_t y,
                    int32_t w)
{
    const cave_rules rules = caves->rules;
    const float *mix = caves->mix + first;
    const float *wide = caves->wide + first, *thin = caves->thin + first;
    const float *surface = caves->surface, *lids = caves->lid, *seal = caves->seal;
    const float height = (float)y, threshold = loam_cave_threshold(caves->ground, y);
    int32_t *open = caves->open;
    for (int32_t i = 0; i < w; i++)
    {
        const float solidity = cave_solidity(rules, mix[i], thin[i], wide[i], dither[i]);
        const float depth = surface[i] - height;
        open[i] = (ground_solidity(rules, solidity, depth, lids[i]) <= threshold) &
                  (height < seal[i]);
    }
}
