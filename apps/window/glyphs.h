// SPDX-License-Identifier: MIT
// Letters as little pictures on one texture, drawn when they are first asked for.
#ifndef LOAM_WINDOW_GLYPHS_H
#define LOAM_WINDOW_GLYPHS_H

#include "window/painter.h"

typedef struct glyphs glyphs;

/// Where the pictures of letters are kept: a square texture of whoever draws.
typedef struct glyph_sheet
{
    /// A texture of side x side pixels; NULL if there can be none, and loam_fail has said why.
    void *(*create)(void *user, int32_t side);
    void (*destroy)(void *user, void *texture);
    /// Replaces a part of it. pixels: white, 0xAARRGGBB, rows of pitch bytes.
    void (*update)(void *user, void *texture, box place, const void *pixels, int32_t pitch);
    void *user;
} glyph_sheet;

typedef struct glyph
{
    uint32_t key;    // size and letter; 0: none
    box place;       // on the texture; w is 0 if there is nothing to see
    int32_t dx, dy;  // of its picture from the line's upper left corner
    int32_t advance; // to the next letter
} glyph;

/// The painter's fonts: the file that LOAM_FONT names, or DejaVu Sans, or another that is often there.
/// LOAM_UNSUPPORTED if there is none.
loam_result glyphs_create(const glyph_sheet *sheet, float scale, glyphs **out);
/// NULL is allowed.
void glyphs_destroy(glyphs *all);

/// Leaves everything as it was if it fails.
loam_result glyphs_set_scale(glyphs *all, float scale);
int32_t glyphs_line_height(const glyphs *all, text_size size);

/// Valid until the next call.
const glyph *glyphs_get(glyphs *all, text_size size, uint32_t letter);

/// White letters, to be tinted.
void *glyphs_texture(const glyphs *all);

#endif
