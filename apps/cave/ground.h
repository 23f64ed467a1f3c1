// SPDX-License-Identifier: MIT
// Going through a cave: the triangles that are drawn are in the way, or the blocks. Knows no OpenGL and no window.
#ifndef LOAM_CAVE_GROUND_H
#define LOAM_CAVE_GROUND_H

#include "cave/chunk.h"
#include "walk/inputs.h"
#include "walk/walker.h"

#define CAVE_WALK_TITLE "loam cave walk 1"

/// Start from {rock}.
typedef struct cave_ground
{
    cave_rock *rock;
    cave_mesher mesher;
    int32_t size[3]; // of the box that was looked at last
} cave_ground;

void cave_ground_end(cave_ground *g);

/// For walker_step. Pages that are missing are grown for it: what comes of a step does not depend on what was there.
walk_world cave_ground_world(cave_ground *g);

/// Puts a walker somewhere, m.
void cave_ground_place(walker *w, double x, double y, double z);
/// Whether there is room to be on foot at a place, m.
bool cave_ground_is_free(cave_rock *rock, double x, double y, double z);

/// One step: what flies goes slower than over a land.
loam_result cave_ground_step(cave_ground *g, walker *w, const walk_input *in);

#endif
