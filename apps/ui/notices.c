// SPDX-License-Identifier: MIT
#include "ui/notices.h"

#include <stdio.h>
#include <string.h>

void notices_add(notices *list, const loam_env *env, bool bad, const char *format, va_list args)
{
    notice *next = &list->all[0];
    for (int32_t i = 1; i < MAX_NOTICES; i++)
    {
        next = list->all[i].seconds < next->seconds ? &list->all[i] : next;
    }
    vsnprintf(next->text, sizeof next->text, format, args);
    next->bad = bad;
    next->seconds = bad ? 8 : 4;
    loam_log_write(env, LOAM_LOG_INFO, "notice: %s", next->text);
}

void notices_draw(notices *list, painter *paint, int32_t y, double seconds)
{
    static const loam_colour good = {255, 255, 255, 235}, bad = {255, 150, 130, 255},
                             shade = {0, 0, 0, 130}; // panels may lie below
    const int32_t gap = painter_scaled(paint, 6);
    for (int32_t i = 0; i < MAX_NOTICES; i++)
    {
        notice *const line = &list->all[i];
        line->seconds -= seconds;
        if (line->seconds > 0)
        {
            const int32_t w = painter_text_width(paint, TEXT_NORMAL, line->text,
                                                 strlen(line->text));
            const text_size size = w < paint->w ? TEXT_NORMAL : TEXT_SMALL;
            const int32_t wide = painter_text_width(paint, size, line->text, strlen(line->text)),
                          high = painter_line_height(paint, size);
            painter_fill(paint, (box){(paint->w - wide) / 2 - gap, y, wide + 2 * gap, high}, shade);
            write_centred(paint, paint->w / 2, y, size, line->bad ? bad : good, line->text);
            y += high;
        }
    }
}

void write_centred(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                   const char *text)
{
    const int32_t left = x - painter_text_width(paint, size, text, strlen(text)) / 2;
    painter_text(paint, left + 1, y + 1, size, (loam_colour){0, 0, 0, 150}, text);
    painter_text(paint, left, y, size, colour, text);
}
