// SPDX-License-Identifier: MIT
// What a world's file keeps of a game, besides where the player is.
#ifndef LOAM_STORE_GAME_H
#define LOAM_STORE_GAME_H

#include "loam/store.h"

/// Room for an encoded one.
#define LOAM_GAME_BYTES (10 + LOAM_MAX_PLAYER_BYTES)

/// LOAM_BAD_ARGUMENT for a weather or a count that there is not.
loam_result loam_game_check(const loam_store_player *player);

/// Writes steps, weather and the player's bytes, and returns how many bytes that is.
size_t loam_game_encode(const loam_store_player *player, uint8_t *out);

/// Reads what was written together with this player, whose steps are known. What was written with
/// another one, by a program that knew nothing of this, is left alone, and so is what nobody writes.
void loam_game_decode(loam_store_player *player, const uint8_t *bytes, size_t size);

#endif
