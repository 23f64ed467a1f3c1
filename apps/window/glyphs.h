// SPDX-License-Identifier: MIT
// Letters as little pictures on one texture, drawn when they are first asked for.
#ifndef LOAM_WINDOW_GLYPHS_H
#define LOAM_WINDOW_GLYPHS_H

#include "window/painter.h"

#include <SDL.h>

typedef struct glyphs glyphs;

typedef struct glyph
{
    uint32_t key;    // size and letter; 0: none
    SDL_Rect place;  // on the texture; w is 0 if there is nothing to see
    int32_t dx, dy;  // of its picture from the line's upper left corner
    int32_t advance; // to the next letter
} glyph;

/// The painter's fonts: the file that LOAM_FONT names, or DejaVu Sans, or another that is often there.
/// LOAM_UNSUPPORTED if there is none.
loam_result glyphs_create(SDL_Renderer *renderer, float scale, glyphs **out);
/// NULL is allowed.
void glyphs_destroy(glyphs *all);

/// Leaves everything as it was if it fails.
loam_result glyphs_set_scale(glyphs *all, float scale);
int32_t glyphs_line_height(const glyphs *all, text_size size);

/// Valid until the next call.
const glyph *glyphs_get(glyphs *all, text_size size, uint32_t letter);

/// White letters, to be tinted.
SDL_Texture *glyphs_texture(const glyphs *all);

#endif
