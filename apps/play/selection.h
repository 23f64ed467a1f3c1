// SPDX-License-Identifier: MIT
// Marking rectangles, copying, cutting and pasting.
#ifndef LOAM_PLAY_SELECTION_H
#define LOAM_PLAY_SELECTION_H

#include "play/ingame.h"

/// The rectangle that is marked; its sides are at most LOAM_MAX_EDIT_BOX.
loam_tile_area selection_area(const app_selection *marked);

/// Where the lowest left tile of something of w x h goes, if it hangs at the cursor by its middle.
loam_tile_pos selection_place(loam_tile_pos aim, int32_t w, int32_t h);

/// What the keys for it do in this frame, after the aim.
void selection_run(app *a);

/// Whether the cursor is busy with it, so that tools rest.
bool selection_is_busy(const app *a);

/// Gives up what is being done, or the mark; whether there was something.
bool selection_cancel(app *a);

/// Stamps: the clipboard under a name, pasted later, forgotten. Failures are reported.
void selection_save_stamp(app *a, const char *name);
void selection_take_stamp(app *a, int32_t index);
void selection_drop_stamp(app *a, int32_t index);

/// What a stamp, or the clipboard, looks like; NULL if there is no memory for it.
painter_image *selection_image(app *a, ingame_stamp *stamp);

void selection_draw(app *a);
void selection_forget(app *a);

#endif
