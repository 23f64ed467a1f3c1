// SPDX-License-Identifier: MIT
// Leaves as crowns show them from near: a picture that repeats, with gaps between them. Knows no OpenGL.
#ifndef LOAM_SCENE_LEAF_TEXTURE_H
#define LOAM_SCENE_LEAF_TEXTURE_H

#include "loam/base.h"

typedef enum leaf_kind
{
    LEAF_BROAD,
    LEAF_NEEDLES,
    LEAF_KINDS,
} leaf_kind;

enum
{
    LEAF_SIDE = 512, // texels
};

/// Metres that a picture covers before it repeats.
#define LEAF_TILE 2.0f

/// Fills LEAF_SIDE x LEAF_SIDE texels of 4 bytes: how bright, tilt to the right and up (128 is none), and whether there is
/// a leaf, 255, or a gap.
void leaf_texture_fill(leaf_kind kind, uint8_t *texels);

#endif
