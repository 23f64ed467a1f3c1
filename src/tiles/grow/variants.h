// SPDX-License-Identifier: MIT
// Selection of variants (Dubsky 2022, 3.2.6): edges are highlighted, and no area is of one colour.
#ifndef LOAM_TILES_VARIANTS_H
#define LOAM_TILES_VARIANTS_H

#include "tiles/grow/consolidate.h"

/// White noises that choose variants, one a layer.
typedef struct variant_noises
{
    loam_noise block, wall;
} variant_noises;

loam_result loam_variant_noises_init(variant_noises *noises, uint64_t seed, loam_isa isa);

size_t loam_variants_scratch_size(int32_t w, int32_t h);

/// Fills tiles with a window's types and variants. types has 2 tiles more on each side.
loam_result loam_variants_fill(const tile_recipe *recipe, loam_isa isa,
                               const variant_noises *noises, tile_window window,
                               const tile_types *types, loam_tile *tiles, loam_arena scratch);

#endif
