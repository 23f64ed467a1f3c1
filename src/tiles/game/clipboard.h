// SPDX-License-Identifier: MIT
// Rectangles of tiles that are taken along: the clipboard, and stamps, which have names.
#ifndef LOAM_TILES_CLIPBOARD_H
#define LOAM_TILES_CLIPBOARD_H

#include "loam/tile_game.h"

/// Tiles of a rectangle, row by row, the lowest first; NULL if there are none.
typedef struct loam_clip
{
    int32_t w, h;
    loam_tile *tiles;
} loam_clip;

typedef struct loam_stamp
{
    char name[LOAM_MAX_NAME + 1];
    loam_clip clip;
} loam_stamp;

typedef struct loam_clipboard
{
    loam_env env;
    loam_clip clip;
    loam_stamp stamps[LOAM_MAX_STAMPS]; // in the order in which they were saved
    int32_t count;
} loam_clipboard;

void loam_clipboard_free(loam_clipboard *board);

/// Copies a rectangle, which is in the ring as a whole.
loam_result loam_clipboard_copy(loam_clipboard *board, const loam_tile_world *world,
                                loam_tile_area area);

/// What was copied appears with its lowest left tile at a place, mirrored if flipped; tiles beyond the ring
/// are left out.
loam_result loam_clipboard_paste(const loam_clipboard *board, loam_tile_world *world,
                                 loam_tile_pos at, bool flip);

/// Keeps what was copied under a name; pastes it; forgets it.
loam_result loam_stamp_save(loam_clipboard *board, const char *name);
loam_result loam_stamp_paste(const loam_clipboard *board, const char *name, loam_tile_world *world,
                             loam_tile_pos at, bool flip);
loam_result loam_stamp_drop(loam_clipboard *board, const char *name);

#endif
