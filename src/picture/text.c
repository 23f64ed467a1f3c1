// SPDX-License-Identifier: MIT
#include "loam/picture.h"

#include "picture/font.h"

// A font of 5 x 7 pixels, drawn for Loam. It is kept as a drawing, twelve characters side by side,
// so that whoever wants to change a letter can see it. Letters with a tail (g p q y) and the comma
// are drawn from the top of their box and sit two pixels lower on the line.

enum
{
    TEXT_H = FONT_H + FONT_DROP, // of a single line
    LINE_H = TEXT_H + 3,         // from one line to the next
    BAND = 12,                   // characters side by side in the drawing
    FIRST = ' ',
    OTHER = 127, // stands for everything that is not ASCII
};

static const char *const drawing[(OTHER - FIRST + 1) / BAND * FONT_H] = {
    // space !     "     #     $     %     &     '     (     )     *     +
    "..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... .....",
    "..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#..",
    "..... ..#.. .#.#. ##### #.#.. ...#. #.#.. ..#.. .#... ...#. #.#.# ..#..",
    "..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. #####",
    "..... ..#.. ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#..",
    "..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#..",
    "..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... .....",
    // ,     -     .     /     0     1     2     3     4     5     6     7
    "..... ..... ..... ....# .###. ..#.. .###. .###. ...#. ##### ..##. #####",
    "..... ..... ..... ....# #...# .##.. #...# #...# ..##. #.... .#... ....#",
    "..... ..... ..... ...#. #..## ..#.. ....# ....# .#.#. ####. #.... ...#.",
    ".##.. .###. ..... ..#.. #.#.# ..#.. ...#. ..##. #..#. ....# ####. ...#.",
    ".##.. ..... ..... .#... ##..# ..#.. ..#.. ....# ##### ....# #...# ..#..",
    "..#.. ..... .##.. #.... #...# ..#.. .#... #...# ...#. #...# #...# ..#..",
    ".#... ..... .##.. #.... .###. .###. ##### .###. ...#. .###. .###. ..#..",
    // 8     9     :     ;     <     =     >     ?     @     A     B     C
    ".###. .###. ..... .##.. ...#. ..... .#... .###. .###. .###. ####. .###.",
    "#...# #...# .##.. .##.. ..#.. ..... ..#.. #...# #...# #...# #...# #...#",
    "#...# #...# .##.. ..... .#... ##### ...#. ....# #.### #...# #...# #....",
    ".###. .#### ..... .##.. #.... ..... ....# ...#. #.#.# ##### ####. #....",
    "#...# ....# .##.. .##.. .#... ##### ...#. ..#.. #.### #...# #...# #....",
    "#...# ...#. .##.. ..#.. ..#.. ..... ..#.. ..... #.... #...# #...# #...#",
    ".###. .##.. ..... .#... ...#. ..... .#... ..#.. .###. #...# ####. .###.",
    // D     E     F     G     H     I     J     K     L     M     N     O
    "####. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.",
    "#...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## ##..# #...#",
    "#...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#",
    "#...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#",
    "#...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...#",
    "#...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #..## #...#",
    "####. ##### #.... .#### #...# .###. .##.. #...# ##### #...# #...# .###.",
    // P     Q     R     S     T     U     V     W     X     Y     Z     [
    "####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###.",
    "#...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#...",
    "#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#...",
    "####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. .#...",
    "#.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#... .#...",
    "#.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... .#...",
    "#.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###.",
    // \     ]     ^     _     `     a     b     c     d     e     f     g
    "#.... .###. ..#.. ..... .#... ..... #.... ..... ....# ..... ..##. .####",
    "#.... ...#. .#.#. ..... ..#.. ..... #.... ..... ....# ..... .#..# #...#",
    ".#... ...#. #...# ..... ...#. .###. #.##. .###. .##.# .###. .#... #...#",
    "..#.. ...#. ..... ..... ..... ....# ##..# #.... #..## #...# ###.. #...#",
    "...#. ...#. ..... ..... ..... .#### #...# #.... #...# ##### .#... .####",
    "....# ...#. ..... ..... ..... #...# #...# #...# #...# #.... .#... ....#",
    "....# .###. ..... ##### ..... .#### ####. .###. .#### .###. .#... .###.",
    // h     i     j     k     l     m     n     o     p     q     r     s
    "#.... ..#.. ...#. #.... .##.. ..... ..... ..... ####. .#### ..... .....",
    "#.... ..... ..... #.... ..#.. ..... ..... ..... #...# #...# ..... .....",
    "#.##. .##.. ..##. #..#. ..#.. ##.#. #.##. .###. #...# #...# #.##. .####",
    "##..# ..#.. ...#. #.#.. ..#.. #.#.# ##..# #...# #...# #...# ##..# #....",
    "#...# ..#.. ...#. ##... ..#.. #.#.# #...# #...# ####. .#### #.... .###.",
    "#...# ..#.. #..#. #.#.. ..#.. #...# #...# #...# #.... ....# #.... ....#",
    "#...# .###. .##.. #..#. .###. #...# #...# .###. #.... ....# #.... ####.",
    // t     u     v     w     x     y     z     {     |     }     ~     other
    ".#... ..... ..... ..... ..... #...# ..... ...#. ..#.. .#... ..... #####",
    ".#... ..... ..... ..... ..... #...# ..... ..#.. ..#.. ..#.. ..... #...#",
    "###.. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#... #...#",
    ".#... #...# #...# #...# .#.#. #...# ...#. .#... ..#.. ...#. #.#.# #...#",
    ".#... #...# #...# #.#.# ..#.. .#### ..#.. ..#.. ..#.. ..#.. ...#. #...#",
    ".#..# #..## .#.#. #.#.# .#.#. ....# .#... ..#.. ..#.. ..#.. ..... #...#",
    "..##. .##.# ..#.. .#.#. #...# .###. ##### ...#. ..#.. .#... ..... #####",
};

bool loam_font_pixel(int32_t character, int32_t x, int32_t y)
{
    const int32_t glyph = character - FIRST;
    const char *row = drawing[glyph / BAND * FONT_H + y];
    return row[glyph % BAND * FONT_ADVANCE + x] == '#';
}

int32_t loam_font_drop(int32_t character)
{
    switch (character)
    {
    case 'g':
    case 'p':
    case 'q':
    case 'y':
    case ',':
    case ';':
        return FONT_DROP;
    default:
        return 0;
    }
}

int32_t loam_font_next(const char **text)
{
    const unsigned char first = (unsigned char)*(*text)++;
    if (first >= 0x80)
    {
        while (((unsigned char)**text & 0xC0) == 0x80)
        {
            (*text)++;
        }
    }
    return first == '\n' || (first >= FIRST && first < OTHER) ? first : OTHER;
}

static void draw_glyph(loam_picture *picture, int64_t x, int64_t y, int32_t scale,
                       loam_colour colour, int32_t character)
{
    const int64_t reach = (int64_t)TEXT_H * scale;
    if (x < -reach || y < -reach || x >= picture->w || y >= picture->h)
    {
        return;
    }
    for (int32_t row = 0; row < FONT_H; row++)
    {
        for (int32_t column = 0; column < FONT_W; column++)
        {
            if (loam_font_pixel(character, column, row))
            {
                loam_picture_rectangle(picture, (int32_t)(x + (int64_t)column * scale),
                                       (int32_t)(y + (int64_t)row * scale), scale, scale, colour);
            }
        }
    }
}

void loam_picture_text(loam_picture *picture, int32_t x, int32_t y, int32_t scale,
                       loam_colour colour, const char *text)
{
    LOAM_ASSERT(NULL, picture != NULL);
    LOAM_ASSERT(NULL, text != NULL);
    if (scale < 1 || scale > LOAM_MAX_PICTURE_SIDE)
    {
        return;
    }
    int64_t pen_x = x, pen_y = y;
    while (*text != '\0')
    {
        const int32_t character = loam_font_next(&text);
        if (character == '\n')
        {
            pen_x = x;
            pen_y += (int64_t)LINE_H * scale;
            continue;
        }
        draw_glyph(picture, pen_x, pen_y + (int64_t)loam_font_drop(character) * scale, scale,
                   colour, character);
        pen_x += (int64_t)FONT_ADVANCE * scale;
    }
}

static int32_t pixels(int64_t font_pixels, int32_t scale)
{
    return font_pixels > INT32_MAX / scale ? INT32_MAX : (int32_t)(font_pixels * scale);
}

void loam_text_size(const char *text, int32_t scale, int32_t *w, int32_t *h)
{
    LOAM_ASSERT(NULL, text != NULL);
    LOAM_ASSERT(NULL, w != NULL);
    LOAM_ASSERT(NULL, h != NULL);
    *w = *h = 0;
    if (scale < 1)
    {
        return;
    }
    int32_t columns = 0, widest = 0, lines = 1;
    while (*text != '\0')
    {
        if (loam_font_next(&text) == '\n')
        {
            columns = 0;
            lines++;
            continue;
        }
        columns++;
        widest = columns > widest ? columns : widest;
    }
    *w = widest > 0 ? pixels((int64_t)widest * FONT_ADVANCE - 1, scale) : 0;
    *h = pixels((int64_t)(lines - 1) * LINE_H + TEXT_H, scale);
}
