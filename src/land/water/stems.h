// SPDX-License-Identifier: MIT
// The courses of rivers that are wide for the cells of their graph: banks of a wide river that follows every
// small bend of a channel would be arcs that meet in cusps.
#ifndef LOAM_LAND_WATER_STEMS_H
#define LOAM_LAND_WATER_STEMS_H

#include "land/water/curves.h"

/// The course of a cell's river: loam_land_curve_of, straightened by how wide it is for the cells of its
/// level, and ending on what it joins as that is straightened. Brooks that join brooks have that curve to the
/// bit. Depends on nothing further than LAND_CURVE_MARGIN cells.
void loam_land_stem_of(const land_curve_cells *cells, int32_t index, land_curve *curve);

/// The course of a cell's branch, which it has: from the river's where most of its water comes in, to that of
/// the neighbour. At coarser levels it falls fast at first, so that the finer one, which lets channels run
/// along it, has it lower than its river where it leaves.
void loam_land_branch_of(const land_curve_cells *cells, int32_t index, land_curve *out);

#endif
