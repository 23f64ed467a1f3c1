// SPDX-License-Identifier: MIT
// Blocks of what covers the ground (cover_plan.h), planned and on the card. A block is planned again only if something
// that it is planned from has changed.
#ifndef LOAM_SCENE_COVER_BLOCKS_H
#define LOAM_SCENE_COVER_BLOCKS_H

#include "gl/gl.h"
#include "scene/cover_plan.h"

typedef struct cover_block
{
    int64_t x, z;     // its number in the land: it covers COVER_BLOCK x ..
    uint64_t made_of; // cover_block_sources
    bool is_made;
    GLuint spots; // cover_spot, relative to the block's corner, form by form; 0: none
    float *ends;  // of the spots; those of a form fall
    uint32_t first[COVER_FORMS + 1];
    float low, high; // of its ground, m
} cover_block;

/// A hash of all that the plan of a block, (x, z) being its number on the square, looks at.
uint64_t cover_block_sources(const cover_ground *ground, int32_t x, int32_t z);

/// Plans it in the place of what was there. room: for COVER_FORMS * COVER_BLOCK_SPOTS.
loam_result cover_block_plan(const gl *g, const cover_ground *ground, int32_t x, int32_t z,
                             cover_spot *room, cover_block *out);

/// g: NULL if the context is gone.
void cover_block_drop(const gl *g, cover_block *block);

#endif
