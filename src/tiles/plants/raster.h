// SPDX-License-Identifier: MIT
// Puts plants into the walls of the world, and lifts them out again (Dubsky 2024, 4.2.1 and 4.2.5).
//
// A branch is drawn as a thick curve, row by row along its longer axis. Each tile that it covers has a cell
// of its own in the branch's raster, whatever the angle: what the world does to the tile while the plant
// stands in it is found in that cell when it is lifted out, and nothing else is. A tile belongs to the plant
// that comes first; the wall behind it is kept.
#ifndef LOAM_TILES_RASTER_H
#define LOAM_TILES_RASTER_H

#include "tiles/plants/branch.h"

/// What plants know of a tile.
typedef enum plant_taken
{
    PLANT_TAKEN = 1, // one is there
    PLANT_CUT =
        2, // whatever of a plant comes there next is lost: so a cut goes through all of its branches
} plant_taken;

/// Where plants are put: the ring, or the tiles of a picture.
typedef struct plant_canvas
{
    loam_tile *tiles;
    uint64_t left, low; // tile (x, y) is at ((y - low) & mask) * stride + ((x - left) & mask)
    uint64_t mask, stride;
    uint32_t stride_log2; // of the ring
    loam_tile_area area;  // that may be covered
    uint8_t *taken;   // plant_taken. Not bits of a word: groups of plants are put at the same time
    uint16_t *behind; // the wall behind it, its material in the low byte; else 0. NULL in pictures
    const bool *is_plant; // materials that belong to plants
    const bool *is_front; // and those that no plant covers: torches hang before it
} plant_canvas;

/// A plant and its parts. `places` is, for each cell, where it is in the canvas plus 1, or 0.
typedef struct plant_view
{
    const loam_grown_plant *plant;
    loam_branch *branches;
    loam_plant_cell *cells;
    uint32_t *places;
    int32_t bare; // cells of this rank and below are not put
} plant_view;

/// A branch along its longer axis, in quarters of a tile.
typedef struct plant_stroke
{
    int32_t from, to;            // along
    int32_t begin, control, end; // across
    int32_t count;               // of rows
    bool upright;                // along is y
} plant_stroke;

/// A row of a stroke: `count` cells from `cell` on, in tiles from (x, y) on, to the right if the stroke is
/// upright, else upwards.
typedef struct plant_row
{
    int32_t x, y;
    int32_t count;
    uint32_t row, cell;
} plant_row;

/// 65536 / n, rounded up: a step does not divide.
extern const uint32_t loam_plant_reciprocals[PLANT_MAX_ROWS + 1];

/// The stroke of a branch as it is aimed; of the branch that a falling part begins with.
plant_stroke loam_plant_stroke(const plant_view *view, const loam_branch *branch);
plant_stroke loam_plant_fall_stroke(const plant_view *view, const loam_fall *fall);
plant_row loam_plant_row(const loam_branch *branch, const plant_stroke *stroke, int32_t i);

/// The cells of a row of a branch's raster that are there at any angle: the first one, and how many. What is
/// left of them decides whether the branch holds.
static inline uint32_t loam_plant_core(const loam_branch *branch, uint32_t row, int32_t *count)
{
    const int32_t u = (int32_t)((2 * row + 1) * loam_plant_reciprocals[branch->rows] >> 7);
    const int32_t width = branch->width + ((branch->tip_width - branch->width) * u >> 10);
    const int32_t tiles = (width + PLANT_TILE / 2) >> PLANT_TILE_LOG2;
    *count = tiles < 1 ? 1 : tiles < branch->across ? tiles : branch->across;
    return branch->cell + row * branch->across + (uint32_t)(branch->across - *count) / 2;
}

/// Where a point of a part that falls is now: 1/256 of a tile, both.
void loam_fall_point(const loam_fall *fall, const int32_t point[2], int32_t now[2]);

/// The tips as they are drawn. Whether one of them is elsewhere than it was.
bool loam_plant_aim(const plant_view *view);

/// Puts a plant that is not there into free tiles, as it was aimed. Returns how many cells were cut off.
uint32_t loam_plant_put(const plant_canvas *canvas, const plant_view *view);

/// Lifts it out. Returns how many cells were lost: something has burnt, dug or eaten them. The other one also
/// says whether any has become another material.
uint32_t loam_plant_lift(const plant_canvas *canvas, const plant_view *view);
uint32_t loam_plant_lift_noting(const plant_canvas *canvas, const plant_view *view, bool *changed);

/// Takes one cell out of the canvas, if it is there, whatever has become of it.
void loam_plant_lift_cell(const plant_canvas *canvas, const plant_view *view, uint32_t cell);

/// What a cell is now, in the world or not.
loam_plant_cell loam_plant_cell_now(const plant_canvas *canvas, const plant_view *view,
                                    uint32_t cell);

/// The wall of a tile without the plant that stands before it.
void loam_plant_bare(const plant_canvas *canvas, size_t index, loam_tile *tile);

#endif
