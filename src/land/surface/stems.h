// SPDX-License-Identifier: MIT
// The courses of rivers that are wide for the cells of their graph: banks of a wide river that follows every
// small bend of a channel would be arcs that meet in cusps.
#ifndef LOAM_LAND_STEMS_H
#define LOAM_LAND_STEMS_H

#include "land/water/curves.h"

/// Straightens a cell's curve by how wide the river is, and lets it end on what it joins as that is
/// straightened. Brooks that join brooks keep their curve to the bit. Depends on what the curve depends on,
/// and on nothing further than 3 cells.
void loam_land_stem(const land_curve_cells *cells, int32_t index, land_curve *curve);

#endif
