// SPDX-License-Identifier: MIT
// What the player has seen of the world, in little.
#ifndef LOAM_PLAY_EXPLORED_H
#define LOAM_PLAY_EXPLORED_H

#include "play/app.h"

/// NULL is allowed.
void explored_destroy(explored *map);

/// A world was opened: what was seen of it is recalled. a->map is NULL if there is no memory for it.
void explored_enter(app *a);
/// It is about to be closed, or is being saved: everything is kept with it.
void explored_leave(app *a);
void explored_keep(app *a);

/// Looks at what is in the view now, a little of it in each frame.
void explored_look(app *a);

#endif
