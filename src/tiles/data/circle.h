// SPDX-License-Identifier: MIT
// The 5 x 5 circle around a tile: what decides whether it is at an edge, and what slow rules look at.
#ifndef LOAM_TILES_CIRCLE_H
#define LOAM_TILES_CIRCLE_H

#include <stdint.h>

enum
{
    LOAM_CIRCLE_TILES = 20,
    LOAM_CIRCLE_REACH = 2
};

typedef struct loam_circle_offset
{
    int8_t x, y;
} loam_circle_offset;

// LOAM_SHAPE_CIRCLE of loam/grid.h.
static const loam_circle_offset loam_circle[LOAM_CIRCLE_TILES] = {
    {-1, -2}, {0, -2}, {1, -2}, {-2, -1}, {-1, -1}, {0, -1}, {1, -1}, {2, -1}, {-2, 0}, {-1, 0},
    {1, 0},   {2, 0},  {-2, 1}, {-1, 1},  {0, 1},   {1, 1},  {2, 1},  {-1, 2}, {0, 2},  {1, 2}};

#endif
