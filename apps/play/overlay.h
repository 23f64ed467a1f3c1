// SPDX-License-Identifier: MIT
// F3: how long everything takes, what the world does, what the cursor points at.
#ifndef LOAM_PLAY_OVERLAY_H
#define LOAM_PLAY_OVERLAY_H

#include "play/app.h"

void overlay_draw(app *a);

#endif
