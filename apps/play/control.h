// SPDX-License-Identifier: MIT
// What the player does becomes commands.
#ifndef LOAM_PLAY_CONTROL_H
#define LOAM_PLAY_CONTROL_H

#include "play/app.h"

/// Of a frame in which the game has the keys and the mouse, before its steps.
void control_run(app *a);

/// Lets go of everything: a menu takes over, the window is left. Allowed without a world.
void control_release(app *a);

#endif
