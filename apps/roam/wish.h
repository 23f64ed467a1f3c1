// SPDX-License-Identifier: MIT
// From keys and sticks to what is asked of a step. Knows no window and no land.
#ifndef LOAM_ROAM_WISH_H
#define LOAM_ROAM_WISH_H

#include "play/bindings.h"
#include "walk/walker.h"

/// Ahead, aside, lift, jump and run, by what is held now; the rest of *out stays. turns: left and right turn, rather
/// than stepping aside.
void wish_read(const play_bindings *bindings, const input *now, bool turns, walk_input *out);

/// Degrees that the view turns to the right and lifts in some seconds, by mouse and right stick.
void wish_look(const input *now, double seconds, double *turn, double *lift);

#endif
