// SPDX-License-Identifier: MIT
// What stands on a map without being of the land: the grid and the scale bar.
#ifndef LOAM_ATLAS_FURNITURE_H
#define LOAM_ATLAS_FURNITURE_H

#include "loam/land_map.h"

enum
{
    MAP_EDGE = 16 // px from furniture to the border of the map
};

static const loam_colour map_ink = {44, 52, 66, 255};
static const loam_colour map_paper = {250, 247, 238, 215};

/// Something that stands on a map, in pixels.
typedef struct map_box
{
    float x0, y0, x1, y1;
} map_box;

/// Lines at round coordinates, with the coordinates along the left and the top.
void loam_map_draw_grid(const loam_land_map_def *def, loam_picture *picture);

/// A bar of a round length in the lower right corner. Maps that are too small for one get none.
void loam_map_draw_bar(const loam_land_map_def *def, loam_picture *picture);

/// The upper end of the bar and its length on a map that has them, else MAP_EDGE above the lower border.
float loam_map_bar_top(const loam_land_map_def *def);

/// How many boxes loam_map_furniture writes at most.
int32_t loam_map_furniture_most(const loam_land_map_def *def);

/// The places of what the two write onto a map that has them, which names keep clear of: the coordinates and
/// the bar with its length. Returns how many there are.
int32_t loam_map_furniture(const loam_land_map_def *def, map_box *out);

/// The largest of 1, 2, 5, 10, 20, ... that is at most `max` (at least 1).
int64_t loam_map_round_length(int64_t max);

#endif
