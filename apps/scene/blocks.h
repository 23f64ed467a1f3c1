// SPDX-License-Identifier: MIT
// Which blocks of the ground are drawn: rings of squares around the viewer, less those outside of the view and
// those behind hills (Dubsky 2022 leaves out what is not seen; hills by horizons as Downs et al. 2001, "Occlusion
// horizons for driving through urban scenery"). Knows no OpenGL.
#ifndef LOAM_SCENE_BLOCKS_H
#define LOAM_SCENE_BLOCKS_H

#include "scene/camera.h"
#include "scene/clipmap.h"

/// As the vertex shader reads it.
typedef struct block
{
    float x, z; // first texel in its level's window
    float level;
} block;

typedef struct block_list
{
    block *ground, *water; // capacity of each: blocks_max()
    int32_t ground_count, water_count;
    int32_t outside, hidden; // that were left out
} block_list;

/// The most that there can be.
int32_t blocks_max(const clipmap *maps);

/// How far the ground below is for the levels: one whose step is less than this, m, is too fine to be drawn.
float blocks_share_below(const clipmap *maps, const camera *viewer);

/// The first level that is drawn: those that end below the viewer before they reach as far out as the ground is away
/// are too fine to be of use.
int32_t blocks_first_level(const clipmap *maps, const camera *viewer);

/// keep_hidden: also those behind hills. viewer: whole metres that the frame is relative to, as in camera.
void blocks_find(const clipmap *maps, const camera *viewer, const camera_frame *frame,
                 bool keep_hidden, block_list *out);

#endif
