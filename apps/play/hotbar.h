// SPDX-License-Identifier: MIT
// Ten materials at hand, kept with the world.
#ifndef LOAM_PLAY_HOTBAR_H
#define LOAM_PLAY_HOTBAR_H

#include "play/app.h"

/// A world was opened: as it was left, else a good beginning.
void hotbar_enter(app *a);
/// It is about to be closed.
void hotbar_leave(app *a);

/// Draws it, and reacts to the mouse.
void hotbar_draw(app *a);

#endif
