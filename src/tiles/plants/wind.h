// SPDX-License-Identifier: MIT
// The wind that plants feel: that of the sky, in gusts that travel.
#ifndef LOAM_TILES_WIND_H
#define LOAM_TILES_WIND_H

#include "tiles/plants/plants.h"

enum
{
    WIND_COLUMN_LOG2 = 6 // tiles that share a number
};

/// How many numbers loam_wind_follow writes.
int32_t loam_wind_columns(const loam_tile_world *world);

/// Finds out how the wind blows above the ring in this step.
void loam_wind_follow(loam_tile_world *world);

/// The wind at a plant where the air is not calm.
int32_t loam_wind_blowing(const loam_tile_world *world, const loam_standing *standing, int64_t x);

/// The wind at a plant, of PLANT_WIND_FULL, in steps: 0 if it is hardly to be felt.
static inline int32_t loam_wind_at(const loam_tile_world *world, const loam_standing *standing,
                                   int64_t x)
{
    const loam_plants *const plants = world->plants;
    return plants->calm[(x - plants->winds_left) >> WIND_COLUMN_LOG2]
               ? 0
               : loam_wind_blowing(world, standing, x);
}

#endif
