// SPDX-License-Identifier: MIT
// What may be asked of a land: one check for all who ask.
#ifndef LOAM_LAND_AREA_H
#define LOAM_LAND_AREA_H

#include "loam/land.h"

/// Refuses areas that are too large, or of which a place lies beyond the end of the land.
loam_result loam_land_check_area(const loam_land_area *area);

/// Likewise a place.
loam_result loam_land_check_place(int64_t x, int64_t z);

#endif
