// SPDX-License-Identifier: MIT
// The ground: sky, horizon, layers of rock, caves and what stands in them, before anything looks at its
// neighbours (Dubsky 2022, 3.2.2 to 3.2.4).
#ifndef LOAM_TILES_GROUND_H
#define LOAM_TILES_GROUND_H

#include "loam/grid.h"
#include "tiles/grow/recipe.h"

/// A window of the world: w x h tiles from (x, y), each step tiles from the next.
typedef struct tile_window
{
    int64_t x, y, step;
    int32_t w, h;
} tile_window;

/// What the ground makes of a window. Which tiles are solid is kept apart from what they are made of,
/// so that an automaton can turn one into the other: each tile says what it is in either case.
typedef struct ground_planes
{
    int32_t w, h;
    uint8_t *solid;   // a block's material where it is solid
    uint8_t *empty;   // what fills the place where it is not: air, water, lava
    uint8_t *wall;    // a wall's material where there is one
    loam_bits blocks; // where blocks are solid
    loam_bits walls;  // where walls are
} ground_planes;

size_t loam_ground_size(int32_t w, int32_t h);
ground_planes loam_ground_planes(void *memory, int32_t w, int32_t h);

size_t loam_ground_scratch_size(const tile_recipe *recipe, int32_t w);

/// Fills planes, which are all zero, for a window of the same sides.
loam_result loam_ground_fill(const tile_recipe *recipe, const ground_noises *noises,
                             tile_window window, ground_planes *planes, loam_arena scratch);

#endif
