// SPDX-License-Identifier: MIT
// What a map shows besides its tiles: the sky behind them, colours by column, lines and words.
#ifndef LOAM_EXPORT_TILE_MAP_LAYERS_H
#define LOAM_EXPORT_TILE_MAP_LAYERS_H

#include "loam/export_tile_map.h"

/// How the tiles of a layer are drawn: without a sky.
loam_tile_view loam_tile_map_view(loam_tile_map_layer layer);

/// What the world is like along a map: a column for each tile or sample, and the sky.
typedef struct map_columns
{
    int64_t step; // tiles from one to the next
    loam_tile_column *columns;
    int32_t count;
    loam_colour *skies; // at the horizon, one for each pixel
    int32_t sky_count;
} map_columns;

loam_result loam_tile_map_columns_init(map_columns *columns, const loam_env *env,
                                       const loam_tile_map_def *def, int64_t step);
void loam_tile_map_columns_free(map_columns *columns, const loam_env *env);

/// Adds how many columns each biome has.
void loam_tile_map_columns_count(const map_columns *columns, int64_t biomes[LOAM_BIOMES]);

/// Puts the rest of a layer behind and over its tiles.
loam_result loam_tile_map_finish(const loam_tile_map_def *def, const map_columns *columns,
                                 const loam_env *env, loam_picture *picture);

#endif
