// SPDX-License-Identifier: MIT
// Text, as SDL draws it on a picture in memory.
#include "painted.h"

static loam_picture picture_of_text(painter *paint, int32_t x, int32_t y, text_size size,
                                    loam_colour colour, const char *text)
{
    painter_begin(paint, W, H);
    painter_text(paint, x, y, size, colour, text);
    return end_and_read(paint);
}

static void test_text_stands_where_it_is_measured(void)
{
    painter *paint = new_memory();
    static const float scales[] = {0.5f, 1, 1.5f, 2};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    {
        CHECK_OK(painter_set_scale(paint, scales[i]));
        for (int size = 0; size < TEXT_SIZES; size++)
        {
            const int32_t w = painter_text_width(paint, (text_size)size, "Hg", 2);
            const int32_t h = painter_line_height(paint, (text_size)size);
            loam_picture picture = picture_of_text(paint, 20, 5, (text_size)size, white, "Hg");
            const box lit = lit_part(&picture);
            CHECK_RANGE(lit.x, 20, 20 + w / 4);
            CHECK_RANGE(lit.x + lit.w, 20 + w * 3 / 4, 20 + w + 1);
            CHECK_RANGE(lit.y, 5, 5 + h / 2);
            CHECK_RANGE(lit.y + lit.h, 5 + h / 2, 5 + h);
            free_picture(&picture);
        }
    }
    painter_destroy(paint);
}

static void test_letters_stand_on_a_line(void)
{
    painter *paint = new_memory();
    static const char *const texts[] = {"'", "-", "_"}; // from top to bottom
    int32_t above = 0;
    for (int i = 0; i < 3; i++)
    {
        loam_picture picture = picture_of_text(paint, 5, 5, TEXT_TITLE, white, texts[i]);
        const box lit = lit_part(&picture);
        CHECK(lit.h > 0 && lit.y >= above);
        above = lit.y + lit.h;
        free_picture(&picture);
    }
    painter_destroy(paint);
}

static void test_width_is_the_sum_of_letters(void)
{
    painter *paint = new_memory();
    static const char text[] = "Wav\xc3\xa4 T\xc3\x89st 0123";
    int32_t sum = 0;
    for (size_t from = 0, to; text[from] != 0; from = to)
    {
        to = from + 1;
        while (((unsigned char)text[to] & 0xc0) == 0x80)
        {
            to++;
        }
        sum += painter_text_width(paint, TEXT_LARGE, text + from, to - from);
        CHECK_INT(painter_text_width(paint, TEXT_LARGE, text, to), sum);
    }
    CHECK_INT(painter_text_width(paint, TEXT_LARGE, text, SIZE_MAX), sum);
    const int32_t before = sum;
    CHECK_OK(painter_set_scale(paint, 2));
    CHECK_NEAR(painter_text_width(paint, TEXT_LARGE, text, SIZE_MAX), 2 * before, before / 8);
    painter_destroy(paint);
}

static void test_larger_sizes_are_larger(void)
{
    painter *paint = new_memory();
    for (int size = 1; size < TEXT_SIZES; size++)
    {
        CHECK(painter_text_width(paint, (text_size)size, "Loam", 4) >
              painter_text_width(paint, (text_size)(size - 1), "Loam", 4));
        CHECK(painter_line_height(paint, (text_size)size) >
              painter_line_height(paint, (text_size)(size - 1)));
    }
    painter_destroy(paint);
}

static void test_no_utf8_is_question_marks(void)
{
    painter *paint = new_memory();
    loam_picture marks = picture_of_text(paint, 3, 3, TEXT_NORMAL, white, "a??b");
    loam_picture bad = picture_of_text(paint, 3, 3, TEXT_NORMAL, white,
                                       "a\xff\xc3"
                                       "b");
    loam_picture good = picture_of_text(paint, 3, 3, TEXT_NORMAL, white,
                                        "a\xc3\xa4"
                                        "b");
    CHECK(same(&marks, &bad));
    CHECK(!same(&marks, &good));
    free_picture(&marks);
    free_picture(&bad);
    free_picture(&good);
    painter_destroy(paint);
}

// Over a panel that lets the world through, letters are as bright as anywhere.
static void test_text_over_a_transparent_panel(void)
{
    painter *paint = new_memory();
    painter_begin(paint, W, H);
    painter_fill(paint, (box){0, 0, W, H}, (loam_colour){200, 200, 200, 255});
    painter_fill(paint, (box){0, 0, W, H}, (loam_colour){0, 0, 0, 128});
    painter_text(paint, 5, 5, TEXT_TITLE, (loam_colour){255, 255, 0, 255}, "HH");
    painter_text(paint, 5, 60, TEXT_TITLE, (loam_colour){255, 0, 0, 128}, "HH");
    loam_picture picture = end_and_read(paint);
    int32_t brightest = 0, half = 0;
    for (int32_t i = 0; i < W * H; i++)
    {
        const loam_colour at = picture.pixels[i];
        CHECK(at.b <= 101); // no light around letters
        brightest += at.r == 255 && at.g == 255 && at.b == 0;
        half += abs(at.r - 177) < 4 && abs(at.g - 50) < 4;
    }
    CHECK(brightest > 100);
    CHECK(half > 100);
    free_picture(&picture);
    painter_destroy(paint);
}

// More letters than the texture and the table have room for: what is drawn afterwards is right all the same.
static void test_letters_without_end(void)
{
    painter *paint = new_memory();
    loam_picture before = picture_of_text(paint, 3, 3, TEXT_LARGE, white, "Loam \xc3\xa4");
    painter_begin(paint, W, H);
    for (uint32_t letter = 0x800; letter < 0x3000; letter++)
    {
        const char text[] = {(char)(0xe0 | letter >> 12), (char)(0x80 | (letter >> 6 & 63)),
                             (char)(0x80 | (letter & 63)), 0};
        painter_text(paint, 3, 60, TEXT_LARGE, white, text);
    }
    CHECK_OK(painter_end(paint));
    loam_picture after = picture_of_text(paint, 3, 3, TEXT_LARGE, white, "Loam \xc3\xa4");
    CHECK(same(&before, &after));
    free_picture(&before);
    free_picture(&after);
    painter_destroy(paint);
}

static void test_letters_of_which_few_fit(void)
{
    painter *paint = new_memory();
    CHECK_OK(painter_set_scale(paint, 8));
    for (uint32_t letter = 0x400; letter < 0x480; letter++) // Cyrillic
    {
        const char text[] = {(char)(0xc0 | letter >> 6), (char)(0x80 | (letter & 63)), 0};
        loam_picture picture = picture_of_text(paint, 0, -150, TEXT_TITLE, white, text);
        CHECK(lit_part(&picture).w > 0);
        free_picture(&picture);
    }
    painter_destroy(paint);
}

static void test_fonts_that_cannot_be_had(void)
{
    painter *paint = NULL;
    setenv("LOAM_FONT", "/no/such/font.ttf", 1);
    CHECK_INT(painter_memory_create(W, H, &paint), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), "LOAM_FONT");
    CHECK_CONTAINS(loam_last_error(), "/no/such/font.ttf");
    CHECK(paint == NULL);
    setenv("LOAM_FONT", __FILE__, 1); // can be read, but is none
    CHECK_INT(painter_memory_create(W, H, &paint), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), __FILE__);
    setenv("LOAM_FONT", "/", 1);
    CHECK_INT(painter_memory_create(W, H, &paint), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), "LOAM_FONT names /");
    setenv("LOAM_FONT", "", 1); // as if it were not there
    CHECK_OK(painter_memory_create(W, H, &paint));
    painter_destroy(paint);
    unsetenv("LOAM_FONT");
}

int main(void)
{
    RUN(test_text_stands_where_it_is_measured);
    RUN(test_letters_stand_on_a_line);
    RUN(test_width_is_the_sum_of_letters);
    RUN(test_larger_sizes_are_larger);
    RUN(test_no_utf8_is_question_marks);
    RUN(test_text_over_a_transparent_panel);
    RUN(test_letters_without_end);
    RUN(test_letters_of_which_few_fit);
    RUN(test_fonts_that_cannot_be_had);
    return CHECK_DONE();
}
