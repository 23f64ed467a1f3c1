// SPDX-License-Identifier: MIT
// What stands at the edges of the screen while one plays.
#ifndef LOAM_PLAY_HUD_H
#define LOAM_PLAY_HUD_H

#include "play/app.h"

/// Draws it; part of the screen of the game.
void hud_draw(app *a);

/// Notices, on every screen.
void hud_notices(app *a);

#endif
