// SPDX-License-Identifier: MIT
// A game's insides.
#ifndef LOAM_TILES_GAME_H
#define LOAM_TILES_GAME_H

#include "tiles/game/clipboard.h"
#include "tiles/game/player.h"
#include "tiles/world/undo.h"

struct loam_tile_game
{
    loam_env env;
    loam_tile_world *world;
    loam_player player;
    loam_feel feel;
    loam_undo undo;
    bool clicked;        // the tool was taken up since the last step: it works once at least
    uint32_t drag_group; // of what the tool changes, while it is held
    loam_clipboard clipboard;
};

/// Where the player can be put: as far from the origin as this, on both axes.
#define LOAM_MAX_PLACE (LOAM_PLAYER_END - LOAM_PLAYER_HEIGHT - 1)

/// LOAM_BAD_ARGUMENT if the player cannot be there.
loam_result loam_game_check_place(loam_tile_pos at);

/// Does a command that loam_command_check accepts (game_actions.c).
loam_result loam_game_act(loam_tile_game *game, const loam_command *command);

#endif
