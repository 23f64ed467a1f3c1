// SPDX-License-Identifier: MIT
// Definitions of a new world that are being turned by knobs, what can be undone of that, and what is seen of it.
#ifndef LOAM_PLAY_SHAPING_H
#define LOAM_PLAY_SHAPING_H

#include "play/app.h"
#include "play/shape_preview.h"
#include "play/tile_knobs.h"

struct shaping
{
    char file[PLAY_MAX_PATH];   // that it began with; "": with what is built in
    loam_tile_defs first, defs; // as they were in the beginning, and now
    loam_tile_defs before;      // the last turn
    uint64_t revision;          // of defs
    bool turned;                // since the beginning
    loam_tile_defs
        undos[TILE_KNOB_UNDOS]; // how they were before the last changes, the oldest first
    int32_t undo_count;
    // the turn before: the same knob that is turned again soon goes on with the same change
    const tile_knob *pulled;
    int32_t pulled_biome;
    uint64_t turned_us;
    int32_t page, biome;

    shape_preview *preview;
    shape_question shown; // by the images
    bool has_shown;
    painter_image *far, *near;
    int32_t far_w, far_h, near_w, near_h; // of the images
    int64_t x, y;                         // in the middle of what is wanted
    bool on_ground;
    int32_t zoom_log2; // tiles along a pixel
    bool dragged;
    int32_t mouse_x, mouse_y;
};

/// Begins with the definitions that are built in, or with those of a file. NULL if there is no memory or the file is
/// not accepted; the message says why.
shaping *shaping_create(app *a, const char *path);
/// NULL is allowed.
void shaping_destroy(app *a, shaping *s);

/// Turns a knob, and remembers how it was; not if the definitions would not be accepted, and the message says why.
loam_result shaping_turn(shaping *s, const tile_knob *knob, int32_t value, uint64_t now_us);
void shaping_undo(shaping *s);
/// As they were in the beginning, which can be undone.
void shaping_reset(shaping *s);

/// All of it as a JSON file of this name in the folder of definitions.
loam_result shaping_write(const app *a, const shaping *s, const char *name,
                          char path[PLAY_MAX_PATH]);

/// Draws what the world looks like into a box of pixels, and lets the mouse move it.
void shaping_show(app *a, shaping *s, box at);

#endif
