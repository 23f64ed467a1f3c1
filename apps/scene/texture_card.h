// SPDX-License-Identifier: MIT
// The textures of a set on the graphics card. They come layer by layer, in all their sizes, so that no frame has to wait
// for all of them.
#ifndef LOAM_SCENE_TEXTURE_CARD_H
#define LOAM_SCENE_TEXTURE_CARD_H

#include "gl/texture.h"
#include "scene/textures.h"

typedef struct texture_card
{
    GLuint names[TEXTURE_KINDS]; // 0: none yet
    size_t bytes;                // room that they take
    int32_t kind, size, layer;   // what comes next
} texture_card;

/// Makes room for a set; nothing is in it yet. *out is {0}.
void texture_card_begin(const gl *g, const texture_set *set, texture_card *out);

/// Brings layers of the set, of `max` bytes together or less, but one at least. Returns whether all are there.
bool texture_card_load(const gl *g, const texture_set *set, size_t max, texture_card *card);

/// Makes it {0}.
void texture_card_end(const gl *g, texture_card *card);

#endif
