// SPDX-License-Identifier: MIT
// How branches sway: rods on springs, in the wind and under their weight (Dubsky 2024, 4.1.2).
//
// Forces and moments are summed up from the tips to the root, so a branch feels all that it carries; then
// branches are placed from the root to the tips, so joints always meet. Integers only, without divisions.
#ifndef LOAM_TILES_SWAY_H
#define LOAM_TILES_SWAY_H

#include "tiles/plants/branch.h"

#define SWAY_MOMENT_UNIT 16 // a force of 1 at a tile's distance

/// Notes the moment of the weight as it is now: what a branch at rest has made up for.
void loam_sway_set_rest(loam_branch *branches, uint32_t count);

/// One step of a plant in a wind of -PLANT_WIND_FULL .. PLANT_WIND_FULL, and somewhat more in gusts. Whether
/// anything still moves: if not, further steps in the same wind change nothing.
bool loam_sway_step(loam_branch *branches, uint32_t count, int32_t wind);

#endif
