// SPDX-License-Identifier: MIT
// How the player's body moves through tiles.
#ifndef LOAM_TILES_PLAYER_H
#define LOAM_TILES_PLAYER_H

#include "loam/tile_game.h"

/// What a body feels of materials, by their ids.
typedef struct loam_feel
{
    bool solid[LOAM_MAX_MATERIALS];
    bool burns[LOAM_MAX_MATERIALS];
    uint16_t density[LOAM_MAX_MATERIALS]; // of what one swims or wades in; else 0
} loam_feel;

void loam_feel_init(loam_feel *feel, const loam_tile_defs *defs);

/// The tiles that a body is in, when the middle of its feet is there.
loam_tile_area loam_body_tiles(int64_t x, int64_t y);

/// Whether nothing solid is in these tiles. What is beyond the ring is solid.
bool loam_area_is_free(const loam_tile_world *world, const loam_feel *feel, loam_tile_area area);

/// A body in a world.
typedef struct loam_body
{
    const loam_tile_world *world;
    const loam_feel *feel;
    loam_player *player;
} loam_body;

/// One step of walking, jumping, falling and swimming, through nothing solid at any speed.
void loam_body_move(const loam_body *body);

/// Health after one step.
void loam_body_feel(const loam_body *body);

/// It jumps as soon as it can, within a moment.
void loam_player_wish_to_jump(loam_player *player);

/// Begins at home anew.
void loam_player_return_home(loam_player *player);

/// The player stands in the middle of a tile, at rest.
void loam_player_place(loam_player *player, loam_tile_pos at);

/// If something solid is in the body: takes it out (escape.c).
void loam_body_escape(const loam_body *body);

/// The same for a body that has been placed: the nearest free place above or below, if there is one.
void loam_body_arrive(const loam_body *body);

#endif
