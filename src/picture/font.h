// SPDX-License-Identifier: MIT
// The font of 5 x 7 pixels, as a drawing, for whoever draws letters.
#ifndef LOAM_PICTURE_FONT_H
#define LOAM_PICTURE_FONT_H

#include "loam/base.h"

enum
{
    FONT_W = 5,
    FONT_H = 7,
    FONT_DROP = 2,             // how far letters with a tail sit below the others
    FONT_ADVANCE = FONT_W + 1, // from one character to the next
};

/// The character at *text, stepping over it: one box per UTF-8 sequence, however long.
int32_t loam_font_next(const char **text);

/// Whether a pixel of a character from loam_font_next is set. x 0..FONT_W - 1, y 0..FONT_H - 1 downwards.
bool loam_font_pixel(int32_t character, int32_t x, int32_t y);

/// How much lower than the others it sits: 0 or FONT_DROP.
int32_t loam_font_drop(int32_t character);

#endif
