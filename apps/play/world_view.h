// SPDX-License-Identifier: MIT
// The world as a picture that fills the window, behind everything else.
#ifndef LOAM_PLAY_WORLD_VIEW_H
#define LOAM_PLAY_WORLD_VIEW_H

#include "play/app.h"

/// A world was opened, or is about to be closed.
void world_view_enter(app *a);
void world_view_leave(app *a);

/// How the camera leads to the cursor from now on: not while a tool is used, and less in small windows.
void world_view_lead(app *a);

/// Composes what is seen of the world that is played, else of the one behind the title, and draws it.
void world_view_draw(app *a);

/// What is composed of a window of w x h pixels: the picture's size, and the zoom, by the settings and so
/// that the view stays within a ring of so many tiles.
typedef struct view_size
{
    int32_t w, h, zoom;
} view_size;
view_size world_view_size(const play_settings *settings, int32_t w, int32_t h, int32_t ring_tiles);

void world_view_destroy(app *a);

#endif
