// SPDX-License-Identifier: MIT
// Wind, clouds, rain and snow. All of it follows from seed, step and place; nothing is remembered.
#ifndef LOAM_TILES_WEATHER_H
#define LOAM_TILES_WEATHER_H

#include "tiles/state/world.h"

loam_result loam_weather_init(loam_tile_world *world);
void loam_weather_free(loam_tile_world *world);

/// Sets the winds that fluids drift with, of 1024, for each of count columns of 64 tiles of the ring.
void loam_weather_blow(const loam_tile_world *world, int16_t *winds, int32_t count);

/// Sets how wet rain makes what is under the open sky, of 1024, for the same columns: hardly where the air is dry.
/// 0 all over in worlds of version 1.
void loam_weather_soak(const loam_tile_world *world, int16_t *wet, int32_t count);

/// The winds at x, x + 64, x + 128 and so on, of 1024; and the side that the steady wind blows to, -1 or 1.
void loam_weather_winds(const loam_tile_world *world, int64_t x, int32_t *winds, int32_t count);
int32_t loam_weather_side(const loam_tile_world *world);

/// Where clouds are above a column.
int64_t loam_weather_base(const loam_tile_world *world, int64_t x);

/// The columns that may be simulated: those of the update chunks, from here on to before there.
int64_t loam_weather_first_column(const loam_tile_world *world);
int64_t loam_weather_end_column(const loam_tile_world *world);

/// Lets it rain and snow from the clouds. Returns how many drops and flakes appeared.
uint64_t loam_weather_fall(loam_tile_world *world);

/// The time of the year that a world begins with: see year.c.
void loam_year_init(loam_tile_world *world);

#endif
