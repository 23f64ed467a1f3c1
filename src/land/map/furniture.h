// SPDX-License-Identifier: MIT
// What stands on a map without being of the land: the grid and the scale bar.
#ifndef LOAM_LAND_MAP_FURNITURE_H
#define LOAM_LAND_MAP_FURNITURE_H

#include "loam/land_map.h"

/// Lines at round coordinates, with the coordinates along the left and the bottom.
void loam_map_draw_grid(const loam_land_map_def *def, loam_picture *picture);

/// A bar of a round length in the lower right corner. Maps that are too small for one get none.
void loam_map_draw_bar(const loam_land_map_def *def, loam_picture *picture);

/// The largest of 1, 2, 5, 10, 20, ... that is at most `most` (at least 1).
int64_t loam_map_round_length(int64_t most);

#endif
