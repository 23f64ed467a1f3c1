// SPDX-License-Identifier: MIT
// A part of a map while it is made: what is known of each of its pixels, and of a margin around it. Whatever
// a pixel shows follows from the places within the margin, so parts fit together without a trace.
#ifndef LOAM_ATLAS_TILE_H
#define LOAM_ATLAS_TILE_H

#include "loam/land_map.h"

enum
{
    MAP_TILE_W = 1024, // pixels without the margin
    MAP_TILE_H = 256,
    MAP_MARGIN = 20,    // pixels on each side
    MAP_WORK_ROWS = 16, // of a piece of work
    MAP_COAST_REACH = 9 // pixels: how far from a coast it is known
};

/// What of the water a pixel shows. Rivers that are narrower than a pixel or two are no water here: they are
/// lines.
typedef enum map_water
{
    MAP_DRY,
    MAP_SALT,
    MAP_FRESH,
} map_water;

typedef struct map_tile
{
    loam_land_area area;  // with the margin; samples lie as in loam_land_fill: rows go north
    int32_t column, row;  // of the map, of its top left pixel
    int32_t w, h;         // without the margin
    loam_land_samples of; // what was filled; NULL for what the layer has no use for
    size_t plane;         // from the weights of a biome to those of the next
    float *ground;        // height of the ground, or of the water above it
    float *smooth;        // ground, smoothed over some pixels
    uint8_t *water;       // a map_water
    float *shore;         // pixels to the shore line, negative under water; -1 and 1 further off
    float *narrow;       // fresh water near a pixel: 1 a strip or spot of few pixels .. 0; -1: none
    float *coast;        // pixels to the other side of the nearest shore, up to MAP_COAST_REACH
    uint32_t *cell;      // a number for each cell of the graph; NULL but for the layer of cells
    float *river, *road; // 0..1: how much of the pixel a drawn line covers
    float *woods;  // 0..1: how much of the pixel trees cover; as those below only for the atlas
    float *crown;  // how much trees are lit, around 0
    float *dapple; // what open ground differs by, around 0
    float *tree_away, *tree_value; // of the nearest tree: how far it is, and a random number
    int32_t biomes;                // of the land
    uint8_t *memory;
    size_t memory_size;
} map_tile;

/// Memory for tiles of a map: what its size and layer need.
loam_result loam_map_tile_create(const loam_env *env, const loam_land *land,
                                 const loam_land_map_def *def, map_tile *out);
void loam_map_tile_destroy(const loam_env *env, map_tile *tile);

/// The place of the low left sample of the map's pixel (column, row).
int64_t loam_map_column_x(const loam_land_map_def *def, int32_t column);
int64_t loam_map_row_z(const loam_land_map_def *def, int32_t row);

/// Moves a tile to a part of a map and fills it, but for the lines. What both have in common is kept if it
/// was the part just above.
loam_result loam_map_tile_fill(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                               int32_t column, int32_t row, map_tile *tile);

/// Draws the rivers, and roads if they are wanted.
loam_result loam_map_tile_lines(loam_land *land, const loam_land_map_def *def, map_tile *tile);

/// Finds the cells that pixels lie in.
loam_result loam_map_tile_cells(loam_land *land, map_tile *tile);

/// The level of the graph whose lines a map shows, and the least flow of a river on it.
int32_t loam_map_line_level(int64_t scale);
float loam_map_line_flow(int64_t scale);

/// How far away waters are known at a scale, m: at least as far as anything on a map asks.
float loam_map_tile_water_range(int64_t scale);

/// How steep heights of a tile are at a sample that has neighbours, rise per metre.
float loam_map_tile_slope(const map_tile *tile, const float *heights, size_t p);

/// Index of sample (i, j) of a tile, margin included, as in loam_land_fill.
static inline size_t map_sample(const map_tile *tile, int32_t i, int32_t j)
{
    return (size_t)j * (size_t)tile->area.w + (size_t)i;
}

/// Index of the sample of a pixel of the tile; (0, 0) is the top left without the margin.
static inline size_t map_tile_at(const map_tile *tile, int32_t column, int32_t row)
{
    const int32_t up = MAP_MARGIN + tile->h - 1 - row;
    return (size_t)up * (size_t)tile->area.w + (size_t)(MAP_MARGIN + column);
}

/// How much of a pixel is under water, 0..1.
static inline float map_wet(const map_tile *tile, size_t p)
{
    const float share = 0.5f - tile->shore[p];
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

#endif
