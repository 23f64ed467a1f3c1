// SPDX-License-Identifier: MIT
// Roads as they are drawn: smooth, and beside the rivers that they follow.
#ifndef LOAM_LAND_WATER_ROAD_LINES_H
#define LOAM_LAND_WATER_ROAD_LINES_H

#include "land/water/curves.h"

enum
{
    LAND_ROAD_STEPS = 8,                                  // pieces of a bend
    LAND_ROAD_PIECES = LAND_DIRECTIONS * LAND_ROAD_STEPS, // of a cell at most
};

/// A straight piece; places as in land_curve_cells.
typedef struct land_road_piece
{
    int32_t x0, z0, x1, z1;
    float height0, height1;
} land_road_piece;

/// The pieces of a cell's roads, each up to the middle of the way to a neighbour. The cell and those around
/// it must not lie at the border of the window. cell_m is the size of cells in metres.
int32_t loam_land_road_pieces(const land_curve_cells *cells, const float *roads, int32_t index,
                              float cell_m, land_road_piece pieces[LAND_ROAD_PIECES]);

#endif
