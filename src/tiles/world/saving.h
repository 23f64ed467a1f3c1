// SPDX-License-Identifier: MIT
// Gives chunks to the store: when they are due, when they leave memory, when somebody asks for it.
#ifndef LOAM_TILES_SAVING_H
#define LOAM_TILES_SAVING_H

#include "tiles/state/world.h"

/// What a step saves: what is due, and what leaves memory because it has been there for long or because
/// there is too much of it.
void loam_saving_step(loam_tile_world *world);

/// The ring has moved: a world without a place to save to forgets what is too far away and nobody's work.
void loam_saving_forget(loam_tile_world *world);

/// Saves everything that has changed, and waits until it is safe.
loam_result loam_saving_all(loam_tile_world *world);

/// Saves at most so many from a place on, and waits for nothing. *place is where to go on, 0 at the end.
loam_result loam_saving_some(loam_tile_world *world, int32_t max_chunks, int32_t *cursor);

#endif
