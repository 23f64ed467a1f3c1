// SPDX-License-Identifier: MIT
// What the world is like along x: climate, biome, the height of the ground, lakes (Dubsky 2022, 3.2.3).
#ifndef LOAM_TILES_COLUMNS_H
#define LOAM_TILES_COLUMNS_H

#include "tiles/grow/column.h"
#include "tiles/grow/recipe.h"

/// Heights are whole tiles within +-TILE_HEIGHT_END: y is clamped to that before it is compared.
#define TILE_HEIGHT_END (1 << 28)

/// The numbers of a biome, blended from the four nearest ones.
typedef struct biome_numbers
{
    float surface_depth;
    float elevation, elevation_range, peaks, dunes;
    float roughness, roughness_slope;
    float soil_depth, soil_flat;
    float cover_line, cover_depth;
    float lakes, lake_depth, pools;
} biome_numbers;

typedef struct tile_column tile_column;

/// Columns at x, x + step, ...
loam_result loam_columns_fill(const tile_recipe *recipe, const ground_noises *noises, int64_t x,
                              int64_t step, int32_t count, tile_column *out);

/// What is under ground at one column, without lakes: quicker than a column.
typedef struct column_depths
{
    int32_t surface;
    float pools;
} column_depths;

loam_result loam_column_depths(const tile_recipe *recipe, const ground_noises *noises, int64_t x,
                               column_depths *out);

#endif
