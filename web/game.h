// SPDX-License-Identifier: MIT
// The tile game as a module for web pages: one game, driven by plain calls that a script can make; words.h says how
// it talks. All that happens in the game is a command, as on the desktop, so a page and a program that are told the
// same give the same world. All calls but game_open need an open game.
#ifndef LOAM_WEB_GAME_H
#define LOAM_WEB_GAME_H

#include "web/words.h"

#define KEEPER_NONE (-2)

/// What a kept game goes on from, besides its chunks: the bytes of the last commit.
MODULE_EXPORT(game_state) void *game_state(void);
MODULE_EXPORT(game_state_room) int32_t game_state_room(void);

/// Opens the game whose seed is in the words, with 2^ring_log2 chunks along the side of what is active. It is a
/// new one, or, if state_size bytes are in the state, the one that they are of. version: of the tile world, as
/// game_version said when it was new; others than 1 to that are refused. kept: whether the page keeps it.
MODULE_EXPORT(game_open)
int32_t game_open(int32_t version, int32_t ring_log2, int32_t limited, int32_t kept,
                  int32_t state_size);
MODULE_EXPORT(game_version) int32_t game_version(void);
MODULE_EXPORT(game_close) void game_close(void);

/// Does the command in the words now: a line of docs/commands.md without the number of its step.
MODULE_EXPORT(game_do) int32_t game_do(void);

/// Aims at what is seen at a pixel of the last frame.
MODULE_EXPORT(game_aim) int32_t game_aim(int32_t x, int32_t y);

/// So many steps, whatever the time is.
MODULE_EXPORT(game_step) int32_t game_step(int32_t count);

/// The steps that are due at a time, in milliseconds; returns how many were made. A step whose chunks are not
/// there yet waits, the frame does not. Now and then it keeps a part of what has changed.
MODULE_EXPORT(game_advance) int32_t game_advance(double now_ms);

/// Keeps all that has changed: before the page is left. Nothing if the page does not keep the game.
MODULE_EXPORT(game_save) int32_t game_save(void);

/// Draws a frame of w x h pixels, zoom of them along a tile; game_pixels has it then, as RGBA.
MODULE_EXPORT(game_draw) int32_t game_draw(int32_t w, int32_t h, int32_t zoom);
MODULE_EXPORT(game_pixels) const void *game_pixels(void);

/// Into the words: the hash of the game, as 16 digits; how things are, as JSON; all materials, as JSON,
/// [id, "name", "#rrggbb", layers] each, blocks 1 and walls 2.
MODULE_EXPORT(game_hash) void game_hash(void);
MODULE_EXPORT(game_status) void game_status(void);
MODULE_EXPORT(game_materials) void game_materials(void);

// ---- what the page has to offer -----------------------------------------------------------------

/// Chunks are read and written whole. Loading returns how many bytes there are, KEEPER_NONE if there are none, and
/// MODULE_FAILED if they cannot be read: they are never grown over.
/// What was saved is found from now on, and kept from the next commit on, all of it or nothing.
MODULE_IMPORT(keeper, load_tiles)
int32_t keeper_load_tiles(int64_t x, int64_t y, void *into, int32_t room);
MODULE_IMPORT(keeper, load_plants)
int32_t keeper_load_plants(int64_t x, int64_t y, void *into, int32_t room);
MODULE_IMPORT(keeper, save_chunk)
int32_t keeper_save_chunk(int64_t x, int64_t y, const void *tiles, int32_t tiles_size,
                          const void *plants, int32_t plants_size);
MODULE_IMPORT(keeper, commit) int32_t keeper_commit(const void *state, int32_t size);

#endif
