// SPDX-License-Identifier: MIT
// The sea where rivers end, on the coarser graphs.
#ifndef LOAM_LAND_SURFACE_MOUTHS_H
#define LOAM_LAND_SURFACE_MOUTHS_H

#include "land/surface/rivers.h"

/// Lowers the ground of control points around the sites of the sea that rivers run into, so that there is
/// water. values as in loam_land_control_read, with the warps, in metres, where slopes and coasts will lie.
/// The cells are those of the source's field.
loam_result loam_land_mouths_open(const land_control_source *source, const land_river_cells *cells,
                                  const land_control_grid *grid, float *const *values);

#endif
