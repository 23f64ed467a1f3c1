// SPDX-License-Identifier: MIT
// What the world is like along x: climate, biome, the height of the ground, lakes (Dubsky 2022, 3.2.3).
#ifndef LOAM_TILES_COLUMNS_H
#define LOAM_TILES_COLUMNS_H

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

/// One column of the world.
typedef struct tile_column
{
    int32_t surface;   // the first free tile above the ground, the bed of a lake
    int32_t water;     // the first free tile above a lake, -TILE_HEIGHT_END without one
    int32_t seal;      // down to here there are no caves, because of a lake
    int32_t rock_line; // the common rock begins below it
    int32_t tilt;      // by how much rock layers are lifted here
    float lid;         // what the topmost ground is more solid by, so that caves seldom open
    float soil;        // how deep the soil is
    float slope;       // of the elevation, 0 flat .. 1 steepest
    float temperature, humidity; // 0..1
    float cover_line, cover_depth, surface_depth, pools;
    int32_t biome; // the nearest one
} tile_column;

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
