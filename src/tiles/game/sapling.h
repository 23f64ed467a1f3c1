// SPDX-License-Identifier: MIT
// The tool that plants: of what is chosen, leaves, a flower or wood, grows a plant that has it.
#ifndef LOAM_TILES_SAPLING_H
#define LOAM_TILES_SAPLING_H

#include "tiles/game/game.h"

/// Whether something would be planted at the cursor, and if not, why: for people.
loam_result loam_sapling_check(const loam_tile_game *game);

/// Plants it, if it can be.
void loam_sapling_use(loam_tile_game *game);

#endif
