// SPDX-License-Identifier: MIT
// What somebody who has never played is told first.
#ifndef LOAM_PLAY_HINT_H
#define LOAM_PLAY_HINT_H

#include "play/app.h"

/// Once in a player's life: how to walk and dig, and where the rest is said. By the keys as they are bound,
/// of the device that is used.
void hint_run(app *a);

/// The player knows where help is.
void hint_not_needed(app *a);

#endif
