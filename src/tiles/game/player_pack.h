// SPDX-License-Identifier: MIT
// The player from bytes.
#ifndef LOAM_TILES_PLAYER_PACK_H
#define LOAM_TILES_PLAYER_PACK_H

#include "loam/tile_game.h"

/// The reverse of loam_player_pack. What no player packs to is refused, and changes nothing.
loam_result loam_player_unpack(loam_player *player, const loam_tile_defs *defs,
                               const uint8_t *bytes, size_t count);

#endif
