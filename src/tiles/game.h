// SPDX-License-Identifier: MIT
// A game's insides.
#ifndef LOAM_TILES_GAME_H
#define LOAM_TILES_GAME_H

#include "tiles/player.h"

struct loam_tile_game
{
    loam_env env;
    loam_tile_world *world;
    loam_player player;
    loam_feel feel;
};

/// Does a command that loam_command_check accepts (game_actions.c).
loam_result loam_game_act(loam_tile_game *game, const loam_command *command);

#endif
