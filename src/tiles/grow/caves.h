// SPDX-License-Identifier: MIT
// Two kinds of caves, and where which is (Dubsky 2022, 3.2.2).
#ifndef LOAM_TILES_CAVES_H
#define LOAM_TILES_CAVES_H

#include "tiles/grow/ground_rules.h"

/// What is needed to carve the rows of a band.
typedef struct tile_caves
{
    const loam_tile_ground *ground;
    float *mix, *thin, *wide;    // noises of the band
    float *surface, *lid, *seal; // of each column: see tile_column; the caller fills them
    int32_t *open;               // of a row: 1 where it is not solid
    cave_rules rules;
} tile_caves;

size_t loam_caves_scratch_size(int32_t w, int32_t band_rows);
void loam_caves_begin(tile_caves *caves, const tile_recipe *recipe, int32_t w, int32_t band_rows,
                      loam_arena *scratch);

/// Samples the noises of a band.
loam_result loam_caves_sample(tile_caves *caves, const ground_noises *noises, loam_noise_area area);

/// Fills open for a row at height y. dither is its white noise, first its first sample in the band.
void loam_caves_row(const tile_caves *caves, const float *dither, size_t first, int32_t y,
                    int32_t w);

#endif
