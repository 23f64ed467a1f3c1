// SPDX-License-Identifier: MIT
// What the rules of the ground need beside a tile: numbers that are the same for a world, a row or a stratum.
#ifndef LOAM_TILES_GROUND_RULES_H
#define LOAM_TILES_GROUND_RULES_H

#include "tiles/grow/columns.h"
#include "tiles/grow/ground_parts.h"

/// How many columns, step tiles apart, beyond a window a border of biomes can be fetched from.
int32_t loam_ground_margin(const tile_recipe *recipe, int64_t step);

/// The value below which no kind of ore is found.
float loam_ground_least_ore(const loam_tile_ground *ground);

/// A height as rules compare it: within +-TILE_HEIGHT_END.
int32_t loam_clamped_height(int64_t y);

/// The first free tile above the ground and the water of a column.
int32_t loam_column_top(const tile_column *column);

/// From this height on there is nothing but air, whatever automata do, where no column reaches higher.
int64_t loam_ground_sky(int32_t highest);

cave_rules loam_cave_rules(const loam_tile_ground *ground);

/// What solidity is open at a height, at most.
float loam_cave_threshold(const loam_tile_ground *ground, int32_t y);

uint64_t loam_strata_seed(uint64_t ground_seed);

/// The one stratum, if any, of heights cell << STRATUM_LOG2 and on along the bent layers.
tile_stratum loam_stratum_make(const loam_tile_ground *ground, uint64_t strata_seed, int64_t cell);

#endif
