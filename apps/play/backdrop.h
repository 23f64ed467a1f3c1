// SPDX-License-Identifier: MIT
// The moving world behind the title: nobody plays it, and it is kept nowhere.
#ifndef LOAM_PLAY_BACKDROP_H
#define LOAM_PLAY_BACKDROP_H

#include "play/app.h"

/// Begins to grow it, in the background.
loam_result backdrop_create(const loam_env *env, backdrop **out);
/// NULL is allowed.
void backdrop_destroy(backdrop *back);

/// It is a clear morning again, and comes up anew. NULL is allowed.
void backdrop_restart(backdrop *back);

/// Lets it go on; whether something has changed. Grows and steps little at a time.
bool backdrop_advance(backdrop *back, uint64_t now_us);

/// What is to be seen of it; false: nothing yet.
bool backdrop_scene(const backdrop *back, loam_tile_frame_scene *out);

/// 0 dark .. 1: it comes up slowly. 0 for NULL.
float backdrop_light(const backdrop *back);

#endif
