// SPDX-License-Identifier: MIT
// What a map shows besides its tiles: the sky behind them, colours by column, lines and words.
#ifndef LOAM_TOOL_MAP_LAYERS_H
#define LOAM_TOOL_MAP_LAYERS_H

#include "map.h"

/// How the tiles of a layer are drawn: without a sky.
loam_tile_view map_view(map_layer layer);

/// What the world is like along a map: a column for each tile or sample, and the sky.
typedef struct map_columns
{
    int64_t step; // tiles from one to the next
    loam_tile_column *columns;
    int32_t count;
    loam_colour *skies; // at the horizon, one for each pixel
    int32_t sky_count;
} map_columns;

loam_result map_columns_init(map_columns *columns, const loam_env *env, const map_def *def,
                             int64_t step);
void map_columns_free(map_columns *columns, const loam_env *env);

/// Adds how many columns each biome has.
void map_columns_count(const map_columns *columns, int64_t biomes[LOAM_BIOMES]);

/// Puts the rest of a layer behind and over its tiles.
loam_result map_finish(const map_def *def, const map_columns *columns, const loam_env *env,
                       loam_picture *picture);

#endif
