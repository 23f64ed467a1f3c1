// SPDX-License-Identifier: MIT
// The font and what is written with it.
#include "check.h"
#include "loam/picture.h"

enum
{
    SIDE = 64
};

static loam_colour pixels[SIDE * SIDE];
static loam_picture picture = {.pixels = pixels, .w = SIDE, .h = SIDE};
static const loam_colour ink = {255, 255, 255, 255};

static void write(int32_t x, int32_t y, int32_t scale, const char *text)
{
    memset(pixels, 0, sizeof pixels);
    loam_picture_text(&picture, x, y, scale, ink, text);
}

static bool lit(int32_t x, int32_t y)
{
    return pixels[y * SIDE + x].a != 0;
}

static int32_t count_lit(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        count += pixels[i].a != 0;
    }
    return count;
}

static void test_characters_are_drawn_as_drawn(void)
{
    write(1, 2, 1, "L");
    for (int32_t y = 0; y < 7; y++)
    {
        for (int32_t x = 0; x < 5; x++)
        {
            CHECK(lit(x + 1, y + 2) == (x == 0 || y == 6));
        }
    }
    CHECK_INT(count_lit(), 7 + 4);
}

static void test_every_character_is_another_drawing(void)
{
    static loam_colour all[128][SIDE * SIDE];
    for (int c = ' '; c < 127; c++)
    {
        const char text[] = {(char)c, '\0'};
        write(4, 4, 1, text);
        memcpy(all[c], pixels, sizeof pixels);
        CHECK((count_lit() > 0) == (c != ' '));
        for (int other = ' '; other < c; other++)
        {
            CHECK(memcmp(all[c], all[other], sizeof pixels) != 0);
        }
    }
}

static void test_characters_stay_in_their_box(void)
{
    for (int c = '!'; c < 127; c++)
    {
        const char text[] = {(char)c, '\0'};
        write(10, 10, 1, text);
        int32_t w, h;
        loam_text_size(text, 1, &w, &h);
        for (int32_t i = 0; i < SIDE * SIDE; i++)
        {
            const int32_t x = i % SIDE, y = i / SIDE;
            CHECK(pixels[i].a == 0 || (x >= 10 && x < 10 + w && y >= 10 && y < 10 + h));
        }
    }
}

/// The lowest row that has ink.
static int32_t lowest_row(void)
{
    int32_t lowest = -1;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        lowest = pixels[i].a != 0 ? i / SIDE : lowest;
    }
    return lowest;
}

static void test_tails_hang_below_the_line(void)
{
    static const char *const standing[] = {"a", "x", "M", "."}, *const hanging[] = {"g", "p", "q",
                                                                                    "y", ",", ";"};
    for (int i = 0; i < 4; i++)
    {
        write(0, 0, 1, standing[i]);
        CHECK_INT(lowest_row(), 6);
    }
    for (int i = 0; i < 6; i++)
    {
        write(0, 0, 1, hanging[i]);
        CHECK_INT(lowest_row(), 8);
    }
}

static void test_scale_makes_squares(void)
{
    write(0, 0, 1, "Rg");
    static loam_colour small[SIDE * SIDE];
    memcpy(small, pixels, sizeof pixels);
    write(0, 0, 3, "Rg");
    for (int32_t y = 0; y < 30; y++)
    {
        for (int32_t x = 0; x < 40; x++)
        {
            CHECK(lit(x, y) == (small[y / 3 * SIDE + x / 3].a != 0));
        }
    }
}

static void test_lines_and_sizes(void)
{
    int32_t w, h;
    loam_text_size("", 1, &w, &h);
    CHECK_INT(w, 0);
    CHECK_INT(h, 9);
    loam_text_size("abc", 2, &w, &h);
    CHECK_INT(w, (3 * 6 - 1) * 2);
    CHECK_INT(h, 9 * 2);
    loam_text_size("abc\nde\n", 1, &w, &h);
    CHECK_INT(w, 17);
    CHECK_INT(h, 9 + 2 * 12);
    loam_text_size("abc", 0, &w, &h);
    CHECK_INT(w, 0);
    loam_text_size("abcdefghijklmnopqrstuvwxyz", INT32_MAX, &w, &h);
    CHECK_INT(w, INT32_MAX);
    write(0, 0, 1, "\nL");
    CHECK(!lit(0, 0) && lit(0, 12) && lit(4, 18));
}

static void test_what_is_not_ascii_is_one_box(void)
{
    write(0, 0, 1, "\x7f");
    static loam_colour box[SIDE * SIDE];
    memcpy(box, pixels, sizeof pixels);
    static const char *const strange[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8c\xb1",
                                          "\x01",     "\xff",         "\xc3"};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++)
    {
        int32_t w, h;
        loam_text_size(strange[i], 1, &w, &h);
        CHECK_INT(w, 5);
        write(0, 0, 1, strange[i]);
        CHECK(memcmp(pixels, box, sizeof pixels) == 0);
    }
}

static void test_text_is_clipped(void)
{
    write(60, 60, 1, "WWWW");
    CHECK(count_lit() > 0);
    write(-3, -3, 1, "W");
    CHECK(count_lit() > 0 && count_lit() < 15);
    static const int32_t places[] = {INT32_MIN, -1000, 64, INT32_MAX};
    for (size_t i = 0; i < 16; i++)
    {
        write(places[i / 4], places[i % 4], 1, "text\ntext");
        CHECK_INT(count_lit(), 0);
    }
    write(0, 0, 65536, "M");
    CHECK_INT(count_lit(), SIDE * SIDE);
    write(0, 0, 0, "M");
    write(0, 0, -4, "M");
    CHECK_INT(count_lit(), 0);
}

int main(void)
{
    RUN(test_characters_are_drawn_as_drawn);
    RUN(test_every_character_is_another_drawing);
    RUN(test_characters_stay_in_their_box);
    RUN(test_tails_hang_below_the_line);
    RUN(test_scale_makes_squares);
    RUN(test_lines_and_sizes);
    RUN(test_what_is_not_ascii_is_one_box);
    RUN(test_text_is_clipped);
    return CHECK_DONE();
}
