// SPDX-License-Identifier: MIT
// The worlds that there are, and what is shown of each before it is opened.
#ifndef LOAM_PLAY_WORLDS_H
#define LOAM_PLAY_WORLDS_H

#include "play/app.h"

/// Keeps a small picture of what is seen now with the world that is played.
void worlds_keep_picture(app *a);

/// NULL is allowed.
void worlds_destroy(app *a, app_world_list *worlds);

#endif
