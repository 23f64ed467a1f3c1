// SPDX-License-Identifier: MIT
// Consolidation of edges (Dubsky 2022, 3.2.5): dithered edges of caves become bumps, single tiles go.
#ifndef LOAM_TILES_CONSOLIDATE_H
#define LOAM_TILES_CONSOLIDATE_H

#include "tiles/grow/ground.h"

/// Types of both layers, and which tiles are solid.
typedef struct tile_types
{
    int32_t w, h;
    uint8_t *block, *wall;
    loam_bits blocks, walls;
} tile_types;

size_t loam_types_size(int32_t w, int32_t h);
tile_types loam_types(void *memory, int32_t w, int32_t h);

size_t loam_consolidate_scratch_size(int32_t w, int32_t h);

/// Runs the automata of both layers. types has the sides of ground less twice the larger number of
/// iterations. The materials that were there before decide what air turns into (4.4.1).
loam_result loam_consolidate(const tile_recipe *recipe, loam_isa isa, const ground_planes *ground,
                             tile_types *types, loam_arena scratch);

#endif
