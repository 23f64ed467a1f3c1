// SPDX-License-Identifier: MIT
// Lightning: drawn from seed, step and place, as rain is; what it strikes may burn.
#ifndef LOAM_TILES_LIGHTNING_H
#define LOAM_TILES_LIGHTNING_H

#include "tiles/state/world.h"

/// Lets it strike, in a storm. Returns how many bolts did.
uint64_t loam_lightning_step(loam_tile_world *world);

#endif
