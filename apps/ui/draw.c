// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <math.h>
#include <string.h>

// What widgets look like is made of boxes with round corners and of lines of text. A painter only fills
// boxes; corners are rows of them, whose ends are weaker where they cover a part of a pixel.

static const ui_theme earth = {
    .panel = {36, 28, 21, 238},
    .panel_edge = {104, 87, 66, 255},
    .widget = {60, 50, 40, 235},
    .widget_hovered = {82, 69, 54, 245},
    .widget_used = {44, 37, 30, 250},
    .focus = {172, 205, 108, 255},
    .text = {238, 230, 215, 255},
    .text_dim = {170, 156, 136, 255},
    .accent = {120, 160, 74, 255},
    .bad = {226, 110, 82, 255},
    .shade = {8, 6, 4, 130},
};

const ui_theme *ui_get_theme(const ui *u)
{
    (void)u;
    return &earth;
}

loam_colour faded(loam_colour colour, float by)
{
    colour.a = (uint8_t)((float)colour.a * by);
    return colour;
}

static void pixel(const ui *u, int32_t x, int32_t y, float cover, loam_colour colour)
{
    if (cover > 0.02F)
    {
        painter_fill(u->paint, (box){x, y, 1, 1}, faded(colour, cover > 1 ? 1 : cover));
    }
}

// A row of pixels whose ends may lie within a pixel.
static void span(const ui *u, int32_t y, float from, float to, loam_colour colour)
{
    const int32_t first = (int32_t)ceilf(from), last = (int32_t)floorf(to);
    if (first > last)
    {
        pixel(u, last, y, to - from, colour);
        return;
    }
    pixel(u, first - 1, y, (float)first - from, colour);
    if (last > first)
    {
        painter_fill(u->paint, (box){first, y, last - first, 1}, colour);
    }
    pixel(u, last, y, to - (float)last, colour);
}

// How far a circle's edge is from the left, in the row of pixels `row` from its top.
static float round_inset(int32_t radius, int32_t row)
{
    const float r = (float)radius, up = r - (float)row - 0.5F;
    return up > 0 ? r - sqrtf(r * r - up * up) : 0;
}

static int32_t round_radius(const ui *u, box at, float radius)
{
    const int32_t r = px(u, radius), half = (at.w < at.h ? at.w : at.h) / 2;
    return r < half ? r : half;
}

void draw_round(const ui *u, box at, float radius, loam_colour colour)
{
    const int32_t r = round_radius(u, at, radius);
    for (int32_t row = 0; row < r; row++)
    {
        const float inset = round_inset(r, row);
        const float left = (float)at.x + inset, right = (float)(at.x + at.w) - inset;
        span(u, at.y + row, left, right, colour);
        span(u, at.y + at.h - 1 - row, left, right, colour);
    }
    if (at.w > 0 && at.h > 2 * r)
    {
        painter_fill(u->paint, (box){at.x, at.y + r, at.w, at.h - 2 * r}, colour);
    }
}

static void edge_row(const ui *u, box at, int32_t y, float outer, float inner, loam_colour colour,
                     bool whole)
{
    const float left = (float)at.x, right = (float)(at.x + at.w);
    span(u, y, left + outer, left + inner, colour);
    if (!whole)
    {
        span(u, y, right - inner, right - outer, colour);
    }
}

void draw_edge(const ui *u, box at, float radius, int32_t thick, loam_colour colour)
{
    if (at.w < 2 * thick || at.h < 2 * thick)
    {
        return;
    }
    int32_t r = round_radius(u, at, radius);
    r = r > thick ? r : thick;
    for (int32_t row = 0; row < r; row++)
    {
        const float outer = round_inset(r, row);
        const float inner = row < thick ? (float)at.w - outer
                                        : (float)thick + round_inset(r - thick, row - thick);
        edge_row(u, at, at.y + row, outer, inner, colour, row < thick);
        edge_row(u, at, at.y + at.h - 1 - row, outer, inner, colour, row < thick);
    }
    if (at.h > 2 * r)
    {
        painter_fill(u->paint, (box){at.x, at.y + r, thick, at.h - 2 * r}, colour);
        painter_fill(u->paint, (box){at.x + at.w - thick, at.y + r, thick, at.h - 2 * r}, colour);
    }
}

void draw_arrow(const ui *u, box at, int32_t way, loam_colour colour)
{
    const int32_t half = px(u, 4.5F), wide = px(u, 5);
    const int32_t middle_x = at.x + at.w / 2, middle_y = at.y + at.h / 2;
    for (int32_t row = -half; row <= half; row++)
    {
        const float reach = (float)wide * (1 - fabsf((float)row) / (float)(half + 1));
        const float base = (float)(middle_x - way * wide / 2);
        const float tip = base + (float)way * reach;
        span(u, middle_y + row, way > 0 ? base : tip, way > 0 ? tip : base, colour);
    }
}

// ---- text ---------------------------------------------------------------------------------------

enum
{
    MAX_LINE = 1024 // bytes
};

// The beginning of the letter that a byte belongs to.
static size_t letter_at(const char *text, size_t i)
{
    for (int back = 0; back < 3 && i > 0 && ((unsigned char)text[i] & 0xc0) == 0x80; back++)
    {
        i--;
    }
    return i;
}

size_t text_fit(const ui *u, text_size size, const char *text, size_t length, int32_t width)
{
    length = length < MAX_LINE ? length : letter_at(text, MAX_LINE - 1);
    if (painter_text_width(u->paint, size, text, length) <= width)
    {
        return length;
    }
    size_t fits = 0, too_long = length;
    while (too_long - fits > 1)
    {
        const size_t middle = fits + (too_long - fits) / 2;
        const size_t whole = letter_at(text, middle);
        if (painter_text_width(u->paint, size, text, whole) <= width)
        {
            fits = middle;
        }
        else
        {
            too_long = middle;
        }
    }
    return letter_at(text, fits);
}

static void copy_line(char out[MAX_LINE + 4], const char *text, size_t length, const char *end)
{
    memcpy(out, text, length);
    memcpy(out + length, end, strlen(end) + 1);
}

void draw_line(const ui *u, box at, ui_align align, text_size size, loam_colour colour,
               const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    const size_t length = strlen(text);
    int32_t width = painter_text_width(u->paint, size, text, length);
    const int32_t y = at.y + (at.h - painter_line_height(u->paint, size)) / 2;
    if (width <= at.w)
    {
        const int32_t rest = at.w - width;
        const int32_t x = at.x + (align == ALIGN_LEFT     ? 0
                                  : align == ALIGN_CENTRE ? rest / 2
                                                          : rest);
        painter_text(u->paint, x, y, size, colour, text);
        return;
    }
    char line[MAX_LINE + 4];
    const int32_t dots = painter_text_width(u->paint, size, ellipsis, sizeof ellipsis - 1);
    if (dots > at.w)
    {
        return;
    }
    const size_t fits = text_fit(u, size, text, length, at.w - dots);
    copy_line(line, text, fits, ellipsis);
    painter_text(u->paint, at.x, y, size, colour, line);
}

// How much of a text stands on its first line, and where the next one begins.
static size_t line_break(const ui *u, text_size size, const char *text, int32_t width, size_t *next)
{
    const char *end = strchr(text, '\n');
    const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    size_t fits = text_fit(u, size, text, length, width);
    if (fits == length)
    {
        *next = length + (end != NULL);
        return fits;
    }
    size_t word = fits;
    while (word > 0 && text[word] != ' ')
    {
        word--;
    }
    if (word > 0)
    {
        *next = word + 1;
        return word;
    }
    if (fits == 0) // not even one letter: it is drawn and cut off
    {
        for (fits = 1; fits < length && ((unsigned char)text[fits] & 0xc0) == 0x80; fits++)
        {
        }
    }
    *next = fits;
    return fits;
}

int32_t draw_wrapped(const ui *u, int32_t x, int32_t y, int32_t width, text_size size,
                     loam_colour colour, const char *text, bool draw)
{
    const int32_t high = painter_line_height(u->paint, size);
    const box clip = painter_clip(u->paint);
    int32_t lines = 0;
    do
    {
        size_t next = 0;
        const size_t length = line_break(u, size, text, width, &next);
        const int32_t top = y + lines * high;
        if (draw && top < clip.y + clip.h && top + high > clip.y)
        {
            char line[MAX_LINE + 4];
            copy_line(line, text, length, "");
            painter_text(u->paint, x, top, size, colour, line);
        }
        text += next;
        lines++;
    } while (*text != '\0');
    return lines * high;
}

int32_t text_widest_line(const ui *u, text_size size, const char *text)
{
    int32_t widest = 0;
    for (;;)
    {
        const char *end = strchr(text, '\n');
        const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        const int32_t width = painter_text_width(u->paint, size, text, length);
        widest = width > widest ? width : widest;
        if (end == NULL)
        {
            return widest;
        }
        text = end + 1;
    }
}
