// SPDX-License-Identifier: MIT
#include "loam/picture.h"

#include "picture/font.h"

#include "loam/maths.h"

#include <math.h>

// Lines and letters with soft edges. A pixel is covered by what its middle's distance to the nearest stroke
// leaves of the stroke's half width, plus half a pixel: exact for straight edges along an axis, and good to
// the eye for all others.
//
// Letters are the font of 5 x 7 pixels, read as a skeleton: every two set pixels that touch are joined by a
// stroke. So there is one drawing of the font, and any size and direction of it.

enum
{
    FAR = 1 << 20,    // pixels: as far as lines reach
    MAX_STROKES = 96, // of one letter: more than the 35 pixels of a glyph can have
};

typedef struct stroke
{
    float x0, y0, x1, y1;
} stroke;

static const float letter_gap = 1.2f; // between letters, pixels of the font

static float distance_to(const stroke *s, float x, float y)
{
    const float dx = s->x1 - s->x0, dy = s->y1 - s->y0;
    const float px = x - s->x0, py = y - s->y0;
    const float length2 = dx * dx + dy * dy;
    float t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const float ex = px - dx * t, ey = py - dy * t;
    return sqrtf(ex * ex + ey * ey);
}

/// Pixels of a side that lie between low and high, from *first to before *last.
static void clip_range(float low, float high, int32_t side, int32_t *first, int32_t *last)
{
    const float from = low < 0 ? 0 : low, to = high > (float)side ? (float)side : high;
    *first = from < (float)side ? (int32_t)from : side;
    *last = to > 0 ? (int32_t)to + 1 : 0;
    *last = *last > side ? side : *last;
}

static void blend(loam_colour *pixel, loam_colour colour, float cover)
{
    if (cover > 0)
    {
        const float share = cover < 1 ? cover : 1;
        colour.a = (uint8_t)((float)colour.a * share + 0.5f);
        *pixel = loam_colour_over(colour, *pixel);
    }
}

/// Paints strokes as one shape, so that they do not darken where they meet.
static void paint(loam_picture *picture, const stroke *strokes, int32_t count, float half,
                  loam_colour colour)
{
    float x0 = FAR, y0 = FAR, x1 = -FAR, y1 = -FAR;
    for (int32_t i = 0; i < count; i++)
    {
        const stroke *s = &strokes[i];
        x0 = fminf(x0, fminf(s->x0, s->x1)), x1 = fmaxf(x1, fmaxf(s->x0, s->x1));
        y0 = fminf(y0, fminf(s->y0, s->y1)), y1 = fmaxf(y1, fmaxf(s->y0, s->y1));
    }
    int32_t left, right, top, bottom;
    clip_range(x0 - half - 1, x1 + half + 1, picture->w, &left, &right);
    clip_range(y0 - half - 1, y1 + half + 1, picture->h, &top, &bottom);
    // Strokes thinner than a pixel become fainter instead.
    const float max = half < 0.5f ? 2 * half : 1;
    for (int32_t row = top; row < bottom; row++)
    {
        for (int32_t column = left; column < right; column++)
        {
            float nearest = FAR;
            for (int32_t i = 0; i < count; i++)
            {
                nearest = fminf(nearest,
                                distance_to(&strokes[i], (float)column + 0.5f, (float)row + 0.5f));
            }
            const float cover = (half < 0.5f ? 1 : half + 0.5f) - nearest;
            blend(&picture->pixels[(size_t)row * (size_t)picture->w + (size_t)column], colour,
                  cover < 1 ? cover * max : max);
        }
    }
}

/// Whether it is a number of pixels that lines reach.
static bool is_near(float value)
{
    return value >= -(float)FAR && value <= (float)FAR;
}

void loam_picture_line(loam_picture *picture, float x0, float y0, float x1, float y1, float width,
                       loam_colour colour)
{
    LOAM_ASSERT(NULL, picture != NULL);
    if (is_near(x0) && is_near(y0) && is_near(x1) && is_near(y1) && width > 0 && is_near(width))
    {
        const stroke line = {x0, y0, x1, y1};
        paint(picture, &line, 1, width * 0.5f, colour);
    }
}

// ---- letters --------------------------------------------------------------------------------------

loam_lettering loam_default_lettering(void)
{
    return (loam_lettering){.size = 10,
                            .weight = 0.13f,
                            .colour = {30, 30, 34, 255},
                            .halo = {255, 255, 255, 0},
                            .halo_width = 1.5f};
}

/// One unit is the distance of two pixels of the font; a capital is six of them high.
static float unit_of(const loam_lettering *lettering)
{
    return lettering->size / (FONT_H - 1);
}

static bool is_set(int32_t character, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < FONT_W && y < FONT_H && loam_font_pixel(character, x, y);
}

/// Columns of the font that a character fills, from *first to before *last.
static void extent_of(int32_t character, int32_t *first, int32_t *last)
{
    *first = FONT_W;
    *last = 0;
    for (int32_t i = 0; i < FONT_W * FONT_H; i++)
    {
        const int32_t x = i % FONT_W;
        if (loam_font_pixel(character, x, i / FONT_W))
        {
            *first = x < *first ? x : *first;
            *last = x >= *last ? x + 1 : *last;
        }
    }
    if (*last == 0)
    {
        *first = 0; // a blank
        *last = 2;
    }
}

/// From a character to the next: letters are as wide as they need.
static float advance_of(const loam_lettering *lettering, int32_t character)
{
    int32_t first, last;
    extent_of(character, &first, &last);
    return unit_of(lettering) * ((float)(last - first) + letter_gap) +
           lettering->spacing * lettering->size;
}

/// Where a pixel of the font comes to lie. Heights are above the base line.
static void place(const loam_lettering *lettering, float pen, float x, float up, const float *turn,
                  float *out_x, float *out_y)
{
    const float unit = unit_of(lettering);
    const float along = pen + x * unit + up * unit * lettering->slant, above = up * unit;
    *out_x = turn[2] + along * turn[0] - above * turn[1];
    *out_y = turn[3] - along * turn[1] - above * turn[0];
}

static int32_t make_strokes(const loam_lettering *lettering, int32_t character, float pen,
                            const float *turn, stroke *out)
{
    // To the right, down, and down to either side; diagonals only where no other way leads around.
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int32_t count = 0, left, right;
    extent_of(character, &left, &right);
    for (int32_t y = 0; y < FONT_H; y++)
    {
        for (int32_t x = left; x < right; x++)
        {
            if (!is_set(character, x, y))
            {
                continue;
            }
            const float up = (float)(FONT_H - 1 - y - loam_font_drop(character));
            stroke s;
            place(lettering, pen, (float)(x - left), up, turn, &s.x0, &s.y0);
            s.x1 = s.x0, s.y1 = s.y0;
            out[count++] = s; // a dot, for those that touch nothing
            for (int32_t i = 0; i < 4; i++)
            {
                const int32_t dx = steps[i][0], dy = steps[i][1];
                const bool around = dx != 0 && dy != 0 &&
                                    (is_set(character, x + dx, y) || is_set(character, x, y + dy));
                if (is_set(character, x + dx, y + dy) && !around && count < MAX_STROKES)
                {
                    place(lettering, pen, (float)(x + dx - left), up - (float)dy, turn, &s.x1,
                          &s.y1);
                    out[count++] = s;
                }
            }
        }
    }
    return count;
}

static void write_letters(loam_picture *picture, const loam_lettering *lettering, const float *turn,
                          float half, loam_colour colour, const char *text)
{
    stroke strokes[MAX_STROKES + FONT_W * FONT_H];
    float pen = 0;
    while (*text != '\0')
    {
        const int32_t character = loam_font_next(&text);
        const int32_t count = make_strokes(lettering, character, pen, turn, strokes);
        if (count > 0)
        {
            paint(picture, strokes, count, half, colour);
        }
        pen += advance_of(lettering, character);
    }
}

void loam_picture_lettering(loam_picture *picture, float x, float y,
                            const loam_lettering *lettering, const char *text)
{
    LOAM_ASSERT(NULL, picture != NULL);
    LOAM_ASSERT(NULL, lettering != NULL);
    LOAM_ASSERT(NULL, text != NULL);
    const float half = lettering->size * lettering->weight * 0.5f;
    if (!is_near(x) || !is_near(y) || !(lettering->size >= 1 && lettering->size <= 4096) ||
        !(half > 0 && is_near(half)))
    {
        return;
    }
    const float turn[4] = {loam_cos(lettering->angle), loam_sin(lettering->angle), x, y};
    if (lettering->halo.a > 0)
    {
        write_letters(picture, lettering, turn, half + lettering->halo_width, lettering->halo,
                      text);
    }
    write_letters(picture, lettering, turn, half, lettering->colour, text);
}

float loam_lettering_width(const loam_lettering *lettering, const char *text)
{
    LOAM_ASSERT(NULL, lettering != NULL);
    LOAM_ASSERT(NULL, text != NULL);
    const float gap = unit_of(lettering) * (letter_gap + 1) + lettering->spacing * lettering->size;
    float width = 0;
    while (*text != '\0')
    {
        width += advance_of(lettering, loam_font_next(&text));
    }
    return width > gap ? width - gap : 0;
}
