// SPDX-License-Identifier: MIT
// Plants in the ring: which of them can meet, and putting them there in order.
#ifndef LOAM_TILES_STAND_H
#define LOAM_TILES_STAND_H

#include "tiles/plants/plants.h"

/// Finds out anew who stands in the ring, and which of them can meet.
void loam_stand_again(loam_tile_world *world);

/// Whether something may have happened to a tile of a plant since the last step.
bool loam_stand_disturbed(const loam_tile_world *world, const loam_standing *standing);

/// A plant that has come into an area, in some part of the year: all but its numbers.
loam_standing loam_stand_of(const loam_tile_defs *defs, const loam_grown_plant *plant,
                            loam_tile_area area, int32_t year_part);

/// Who comes first where two meet: the lower one.
uint64_t loam_stand_order(const loam_grown_plant *plant);

#endif
