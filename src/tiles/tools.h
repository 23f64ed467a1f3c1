// SPDX-License-Identifier: MIT
// What the player does with the tool in its hand.
#ifndef LOAM_TILES_TOOLS_H
#define LOAM_TILES_TOOLS_H

#include "tiles/game.h"

/// Whether the tool in hand can be used at all: what is chosen may have to be something else.
loam_result loam_tools_check(const loam_tile_game *game);

/// One step of the tool, if it is in use.
void loam_tools_step(loam_tile_game *game);

#endif
