// SPDX-License-Identifier: MIT
// Where the system keeps its fonts.
#ifndef LOAM_WINDOW_FONTS_H
#define LOAM_WINDOW_FONTS_H

#include "loam/base.h"

enum
{
    FONT_MAX_PATH = 1024
};

typedef struct font_files
{
    char plain[FONT_MAX_PATH];
    char bold[FONT_MAX_PATH]; // plain again, if there is none
} font_files;

/// The file that the environment's LOAM_FONT names, or the first one that is there of DejaVu Sans and its
/// like. LOAM_UNSUPPORTED, with a message that says what to do, if there is none.
loam_result fonts_find(font_files *out);

#endif
