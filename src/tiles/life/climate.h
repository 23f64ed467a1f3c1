// SPDX-License-Identifier: MIT
// The climate of the ring's columns: follows from the definitions and the seed, whatever stands there now.
#ifndef LOAM_TILES_CLIMATE_H
#define LOAM_TILES_CLIMATE_H

#include "tiles/state/world.h"

/// What the world is like at one x, as it grew.
typedef struct loam_climate_column
{
    int32_t surface;     // the first free tile above the ground
    int32_t water_level; // the same, or the first free tile above a lake
    uint8_t temperature, humidity;
} loam_climate_column;

/// Needs the world's definitions; loam_climate_follow has to be called before anything is asked for.
loam_result loam_climate_init(loam_tile_world *world);
void loam_climate_free(loam_tile_world *world);

/// To be called when the ring has moved: works out the columns that have come.
void loam_climate_follow(loam_tile_world *world);

/// A column; beyond the ring the nearest one that it has.
loam_climate_column loam_climate_at(const loam_tile_world *world, int64_t x);

/// How high the ground is around x, some hundred tiles to each side: for what stands above it. Smooth.
int64_t loam_climate_level(const loam_tile_world *world, int64_t x);

/// Temperature at a tile, 0..LOAM_CLIMATE_MAX: it gets colder with the height.
int32_t loam_climate_temperature(const loam_tile_world *world, int64_t x, int64_t y);

#endif
