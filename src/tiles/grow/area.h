// SPDX-License-Identifier: MIT
// Which areas of tiles there are.
#ifndef LOAM_TILES_AREA_H
#define LOAM_TILES_AREA_H

#include "loam/tiles.h"

/// Whether not all of count tiles, step apart, are in the world.
bool loam_tiles_are_beyond(int64_t start, int64_t count, int64_t step);

/// Whether tiles of an area, step apart, can be filled; if not, the result says why.
loam_result loam_tile_area_check(loam_tile_area area, int64_t step);

#endif
