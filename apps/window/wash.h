// SPDX-License-Identifier: MIT
// Large transparent boxes of one colour, laid quickly over what is there.
#ifndef LOAM_WINDOW_WASH_H
#define LOAM_WINDOW_WASH_H

#include "window/painter.h"

#include <SDL.h>

enum
{
    WASHES = 8, // colours that are kept
    WASH_MIN_PIXELS = 4096,
};

typedef struct washes
{
    SDL_Texture *textures[WASHES]; // of one colour each; NULL: none yet
    loam_colour colours[WASHES];
    uint64_t used[WASHES]; // when, in fills
    uint64_t fills;
} washes;

void washes_destroy(washes *all);

/// Lays colour over the box, as SDL_RenderFillRect would. 0, or as SDL fails.
int washes_fill(washes *all, SDL_Renderer *renderer, box at, loam_colour colour);

#endif
