// SPDX-License-Identifier: MIT
// The wind that plants feel: that of the sky, in gusts that travel.
#ifndef LOAM_TILES_WIND_H
#define LOAM_TILES_WIND_H

#include "tiles/plants/plants.h"

/// How many numbers loam_wind_follow writes.
int32_t loam_wind_columns(const loam_tile_world *world);

/// Finds out how the wind blows above the ring in this step.
void loam_wind_follow(loam_tile_world *world);

/// The wind at a plant, of PLANT_WIND_FULL, in steps: 0 if it is hardly to be felt.
int32_t loam_wind_at(const loam_tile_world *world, const loam_standing *standing, int64_t x);

#endif
