// SPDX-License-Identifier: MIT
// A game on flat ground, for tests: stone below y = 0, air above, and commands as text.
#ifndef LOAM_TESTS_TILES_FLAT_GAME_H
#define LOAM_TESTS_TILES_FLAT_GAME_H

#include "loam/jobs.h"
#include "loam/tile_game.h"

/// A pipeline with that one stage. It prints and aborts if it cannot be made.
loam_pipeline *flat_pipeline(const loam_env *env, uint64_t seed);

typedef struct flat_game
{
    loam_tile_game_def def;
    loam_tile_game *game;
} flat_game;

/// A game whose player stands on the ground at x = 0, in a ring of 8 x 8 chunks.
void flat_open(flat_game *flat, bool still);
void flat_close(flat_game *flat);

/// Does a command: a line without its step.
loam_result flat_try(flat_game *flat, const char *line);
/// The same, and it must work.
void flat_say(flat_game *flat, const char *line);

/// So many steps, which must work.
void flat_steps(flat_game *flat, int32_t count);

/// The player, to be looked at and moved about.
loam_player *flat_player(flat_game *flat);

/// Its feet, in tiles.
double flat_x(flat_game *flat);
double flat_y(flat_game *flat);

/// The names of what is at a place.
const char *flat_block(flat_game *flat, int64_t x, int64_t y);
const char *flat_wall(flat_game *flat, int64_t x, int64_t y);

/// Whether something solid is in the player.
bool flat_is_stuck(flat_game *flat);

#endif
