// SPDX-License-Identifier: MIT
// Films of what is seen, and pictures. Both are written in the background.
#ifndef LOAM_PLAY_CLIP_H
#define LOAM_PLAY_CLIP_H

#include "play/app.h"

/// Takes a picture of the window at the end of this frame.
void clip_screenshot(app *a);

/// Begins a film of the world, without the interface, or ends it.
void clip_toggle(app *a);
bool clip_running(const app *a);

/// At the end of every frame, before it is shown.
void clip_take(app *a);

/// Finishes what is being written. NULL is allowed.
void clip_destroy(app_clip *clip);

#endif
