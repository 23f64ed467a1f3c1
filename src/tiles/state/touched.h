// SPDX-License-Identifier: MIT
// Notes which chunks of the ring have changed, and when they are due to be saved: saving.c does that. Slow rules look
// through them again (life/barren.h).
#ifndef LOAM_TILES_TOUCHED_H
#define LOAM_TILES_TOUCHED_H

#include "tiles/state/world.h"

/// The chunk in a slot has changed, by itself.
void loam_saving_touch(loam_tile_world *world, int32_t slot);

/// The same, but somebody has changed it: it is never forgotten.
void loam_saving_touch_by_hand(loam_tile_world *world, int32_t slot);

/// What has changed is to be saved at this step, or soon after.
void loam_saving_be_due(loam_tile_world *world, loam_unsaved *unsaved, uint64_t due);

#endif
