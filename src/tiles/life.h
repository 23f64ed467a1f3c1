// SPDX-License-Identifier: MIT
// What lives in a world: fluids, slow rules, weather.
#ifndef LOAM_TILES_LIFE_H
#define LOAM_TILES_LIFE_H

#include "tiles/world.h"

/// One step of everything that lives.
void loam_life_step(loam_tile_world *world);

/// To be called by whatever has changed the block of a tile of the ring, and is no fluid: what is around
/// wakes up, what stood on it may come loose. `before` is the block that was there.
void loam_life_changed(loam_tile_world *world, size_t index, uint8_t before);

#endif
