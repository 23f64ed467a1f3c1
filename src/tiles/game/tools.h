// SPDX-License-Identifier: MIT
// What the player does with the tool in its hand.
#ifndef LOAM_TILES_TOOLS_H
#define LOAM_TILES_TOOLS_H

#include "tiles/game/game.h"

/// How much cheaper it is to remove many tiles at a time: of all but the hardest this part counts.
#define LOAM_DIG_DIVISOR 16

/// Nothing takes more steps to remove than this: the hardest material under the largest brush.
#define LOAM_MAX_DIGGING \
    (LOAM_MAX_HARDNESS + LOAM_MAX_HARDNESS * \
                             ((2 * LOAM_MAX_BRUSH + 1) * (2 * LOAM_MAX_BRUSH + 1) - 1) / \
                             LOAM_DIG_DIVISOR)

/// Whether the tool in hand can be used at all: what is chosen may have to be something else.
loam_result loam_tools_check(const loam_tile_game *game);

/// What the tool changes from now on is undone together, until something else is done in between.
void loam_tools_begin(loam_tile_game *game);

/// One step of the tool, if it is in use.
void loam_tools_step(loam_tile_game *game);

#endif
