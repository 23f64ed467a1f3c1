// SPDX-License-Identifier: MIT
// Wind, clouds, rain and snow. All of it follows from seed, step and place; nothing is remembered.
#ifndef LOAM_TILES_WEATHER_H
#define LOAM_TILES_WEATHER_H

#include "tiles/world/world.h"

loam_result loam_weather_init(loam_tile_world *world);
void loam_weather_free(loam_tile_world *world);

/// Sets the winds that fluids drift with, of 1024, for each of count columns of 64 tiles of the ring.
void loam_weather_blow(const loam_tile_world *world, int16_t *winds, int32_t count);

/// Lets it rain and snow from the clouds. Returns how many drops and flakes appeared.
uint64_t loam_weather_fall(loam_tile_world *world);

#endif
