// SPDX-License-Identifier: MIT
// Lines about what has just happened, shown for some seconds over a world.
#ifndef APPS_UI_NOTICES_H
#define APPS_UI_NOTICES_H

#include "loam/base.h"
#include "window/painter.h"

#include <stdarg.h>

enum
{
    MAX_NOTICES = 4
};

typedef struct notice
{
    char text[240];
    bool bad;
    double seconds; // left
} notice;

typedef struct notices
{
    notice all[MAX_NOTICES];
} notices;

/// The line that is nearest to its end makes room. What is bad stays twice as long. The log has it, too.
void notices_add(notices *list, const loam_env *env, bool bad, const char *format, va_list args);

/// Those that have time left, in the middle from y downwards, after seconds have passed.
void notices_draw(notices *list, painter *paint, int32_t y, double seconds);

/// Text with a shadow, its middle at x.
void write_centred(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                   const char *text);

#endif
