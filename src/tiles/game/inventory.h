// SPDX-License-Identifier: MIT
// What the player carries.
#ifndef LOAM_TILES_INVENTORY_H
#define LOAM_TILES_INVENTORY_H

#include "loam/tile_game.h"

/// How much of a material there is; how much more of it there is room for.
int64_t loam_inventory_count(const loam_player *player, uint8_t material);
int64_t loam_inventory_room(const loam_player *player, uint8_t material);

/// Puts so much in, for which there is room: into slots that have some of it, then into empty ones.
void loam_inventory_add(const loam_env *env, loam_player *player, uint8_t material, int64_t count);

/// Takes so much out, which there is: from the last slots first.
void loam_inventory_take(const loam_env *env, loam_player *player, uint8_t material, int64_t count);

#endif
