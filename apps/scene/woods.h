// SPDX-License-Identifier: MIT
// Woods and clearings in the grounds of a clipmap's coarser levels. They come from a noise that is dear, so each texel is
// asked about once for its biome, and of what is new, after a jump, only some in each frame.
#ifndef LOAM_SCENE_WOODS_H
#define LOAM_SCENE_WOODS_H

#include "scene/clipmap.h"

enum
{
    WOODS_UNKNOWN = 255, // instead of a biome, in clipmap_level.wooded
};

/// Whether the grounds of a level know of woods. Those of finer levels are not looked up (weights.glsl).
bool woods_are_in(const clipmap *maps, const clipmap_level *l);

/// Texels that show another place from now on: their grounds are those of their biomes until woods_grow had its turn.
void woods_forget(const clipmap_def *def, clipmap_level *l, clipmap_rect r);

/// Looks at texels that woods_forget or another biome has left without their own woods, row by row and about `max`
/// of them, in l->bare; what has changed is added to l->changed. Returns how many.
int64_t woods_grow(const clipmap *maps, clipmap_level *l, int64_t max);

#endif
