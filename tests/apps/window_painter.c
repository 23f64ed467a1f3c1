// SPDX-License-Identifier: MIT
// Painters: the one that draws nothing, and SDL's on a picture in memory.
#include "window/painter.h"

#include "check.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    W = 160,
    H = 120
};

static const loam_colour white = {255, 255, 255, 255};
static const loam_colour black = {0, 0, 0, 255};

static loam_picture new_picture(int32_t w, int32_t h, loam_colour fill)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, w, h, fill, &picture));
    return picture;
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

static painter *new_memory(void)
{
    painter *paint = NULL;
    CHECK_OK(painter_memory_create(W, H, &paint));
    if (paint == NULL)
    {
        exit(CHECK_DONE());
    }
    return paint;
}

static loam_picture read_all(painter *paint)
{
    loam_picture picture = new_picture(paint->w, paint->h, (loam_colour){1, 2, 3, 4});
    CHECK_OK(painter_read(paint, &picture));
    return picture;
}

static loam_picture end_and_read(painter *paint)
{
    loam_picture picture = read_all(paint);
    CHECK_OK(painter_end(paint));
    return picture;
}

static loam_colour pixel(const loam_picture *picture, int32_t x, int32_t y)
{
    return picture->pixels[y * picture->w + x];
}

static void check_colour(loam_colour actual, loam_colour expected, int tolerance)
{
    CHECK_NEAR(actual.r, expected.r, tolerance);
    CHECK_NEAR(actual.g, expected.g, tolerance);
    CHECK_NEAR(actual.b, expected.b, tolerance);
    CHECK_INT(actual.a, expected.a);
}

static bool same(const loam_picture *a, const loam_picture *b)
{
    return a->w == b->w && a->h == b->h &&
           memcmp(a->pixels, b->pixels, (size_t)a->w * (size_t)a->h * sizeof a->pixels[0]) == 0;
}

// The box of all pixels that are not black.
static box lit_part(const loam_picture *picture)
{
    int32_t left = picture->w, top = picture->h, right = 0, bottom = 0;
    for (int32_t y = 0; y < picture->h; y++)
    {
        for (int32_t x = 0; x < picture->w; x++)
        {
            const loam_colour at = pixel(picture, x, y);
            if (at.r != 0 || at.g != 0 || at.b != 0)
            {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
    }
    return right > left ? (box){left, top, right - left, bottom - top} : (box){0};
}

static void check_box(box actual, box expected)
{
    CHECK_INT(actual.x, expected.x);
    CHECK_INT(actual.y, expected.y);
    CHECK_INT(actual.w, expected.w);
    CHECK_INT(actual.h, expected.h);
}

// ---- boxes --------------------------------------------------------------------------------------

static int32_t small_number(uint64_t *next, int32_t low, int32_t high)
{
    return (int32_t)loam_random_range(3, (*next)++, low, high);
}

static void test_cut_holds_what_both_hold(void)
{
    uint64_t next = 0;
    for (int i = 0; i < 500; i++)
    {
        box both[2];
        for (int k = 0; k < 2; k++)
        {
            both[k] = (box){small_number(&next, -5, 5), small_number(&next, -5, 5),
                            small_number(&next, 0, 8), small_number(&next, 0, 8)};
        }
        const box cut = box_cut(both[0], both[1]);
        int32_t wrong = 0;
        for (int32_t p = 0; p < 400; p++)
        {
            const int32_t x = p % 20 - 6, y = p / 20 - 6;
            wrong += box_holds(cut, x, y) != (box_holds(both[0], x, y) && box_holds(both[1], x, y));
        }
        CHECK_INT(wrong, 0);
    }
}

static void test_far_boxes_are_cut(void)
{
    const box far = {INT32_MAX - 1, INT32_MIN, INT32_MAX, INT32_MAX};
    CHECK_INT(box_cut(far, (box){0, 0, 10, 10}).w, 0);
    check_box(box_cut((box){-5, -5, INT32_MAX, INT32_MAX}, (box){0, 0, 10, 10}),
              (box){0, 0, 10, 10});
}

// ---- nothing ------------------------------------------------------------------------------------

static void test_nothing_measures_letters(void)
{
    painter *paint;
    CHECK_OK(painter_nothing_create(&paint));
    const int32_t one = painter_text_width(paint, TEXT_NORMAL, "a", 1);
    CHECK(one > 0);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "abc", SIZE_MAX), 3 * one);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "abc", 2), 2 * one);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "\xc3\xa4\xe2\x82\xac", 99), 2 * one);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "\xc3\xa4\xe2\x82\xac", 2), one);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "\xff", 1), one);
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "", 5), 0);
    CHECK(painter_text_width(paint, TEXT_TITLE, "a", 1) > one);
    const int32_t high = painter_line_height(paint, TEXT_NORMAL);
    CHECK_OK(painter_set_scale(paint, 2));
    CHECK_INT(painter_text_width(paint, TEXT_NORMAL, "a", 1), 2 * one);
    CHECK_INT(painter_line_height(paint, TEXT_NORMAL), 2 * high);
    CHECK_INT(painter_scaled(paint, 10), 20);
    painter_destroy(paint);
}

static void test_nothing_counts_what_is_seen(void)
{
    painter *paint;
    painter_image *image;
    CHECK_OK(painter_nothing_create(&paint));
    CHECK_OK(painter_image_create(paint, 4, 4, &image));
    painter_begin(paint, 100, 50);
    painter_fill(paint, (box){0, 0, 5, 5}, white);
    painter_text(paint, 0, 0, TEXT_SMALL, white, "a");
    painter_image_draw(paint, image, (box){0, 0, 4, 4}, (box){0, 0, 9, 9}, white, false);
    CHECK_U64(paint->drawn, 3);
    painter_fill(paint, (box){100, 0, 5, 5}, white);
    painter_fill(paint, (box){0, 0, 5, 5}, (loam_colour){255, 0, 0, 0});
    painter_text(paint, 0, 200, TEXT_SMALL, white, "a");
    painter_text(paint, 0, 0, TEXT_SMALL, white, "");
    painter_image_draw(paint, image, (box){0, 0, 4, 4}, (box){0, -9, 9, 9}, white, false);
    CHECK_U64(paint->drawn, 3);
    loam_picture picture = end_and_read(paint);
    CHECK_INT(lit_part(&picture).w, 0);
    painter_begin(paint, 100, 50);
    CHECK_U64(paint->drawn, 0);
    CHECK_OK(painter_end(paint));
    free_picture(&picture);
    painter_image_destroy(paint, image);
    painter_destroy(paint);
}

static void test_what_is_not_accepted(void)
{
    painter *paint;
    painter_image *image;
    CHECK_OK(painter_nothing_create(&paint));
    static const float scales[] = {0, 0.49f, 8.1f, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    {
        CHECK_INT(painter_set_scale(paint, scales[i]), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "0.5 to 8");
        CHECK(paint->scale == 1);
    }
    static const int32_t sizes[][2] = {{0, 5}, {5, 0}, {8193, 1}, {1, 8193}, {-1, -1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        CHECK_INT(painter_image_create(paint, sizes[i][0], sizes[i][1], &image), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "1 to 8192");
        CHECK(image == NULL);
    }
    painter_begin(paint, 20, 10);
    loam_picture picture = new_picture(20, 11, white);
    CHECK_INT(painter_read(paint, &picture), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "20x11");
    free_picture(&picture);
    painter_destroy(paint);
    painter_destroy(NULL);
    painter_image_destroy(NULL, NULL);
}

// ---- in memory: boxes ---------------------------------------------------------------------------

static void test_fills_are_exact(void)
{
    painter *paint = new_memory();
    painter_begin(paint, W, H);
    painter_fill(paint, (box){10, 20, 30, 40}, (loam_colour){1, 2, 3, 255});
    painter_fill(paint, (box){-10, -10, 15, 15}, (loam_colour){9, 8, 7, 255});
    painter_fill(paint, (box){100, 100, 10, 10}, white);
    painter_fill(paint, (box){100, 100, 10, 10}, (loam_colour){255, 0, 0, 128});
    loam_picture picture = end_and_read(paint);
    check_colour(pixel(&picture, 0, 0), (loam_colour){9, 8, 7, 255}, 0);
    check_colour(pixel(&picture, 5, 5), black, 0);
    check_colour(pixel(&picture, 10, 20), (loam_colour){1, 2, 3, 255}, 0);
    check_colour(pixel(&picture, 39, 59), (loam_colour){1, 2, 3, 255}, 0);
    check_colour(pixel(&picture, 40, 59), black, 0);
    check_colour(pixel(&picture, 105, 105), (loam_colour){255, 127, 127, 255}, 2);
    free_picture(&picture);
    painter_destroy(paint);
}

static void test_a_frame_has_four_sides(void)
{
    painter *paint = new_memory();
    painter_begin(paint, W, H);
    painter_frame(paint, (box){10, 10, 20, 15}, 2, (loam_colour){255, 255, 255, 128});
    painter_frame(paint, (box){60, 10, 3, 15}, 2, white);  // all of it
    painter_frame(paint, (box){90, 10, 30, 15}, 0, white); // nothing
    loam_picture picture = end_and_read(paint);
    int32_t lit = 0, twice = 0;
    for (int32_t i = 0; i < 40 * H; i++)
    {
        const loam_colour at = pixel(&picture, i % 40, i / 40);
        lit += at.r != 0;
        twice += at.r > 140; // corners are not drawn two times
    }
    CHECK_INT(lit, 20 * 15 - 16 * 11);
    CHECK_INT(twice, 0);
    check_box(lit_part(&picture), (box){10, 10, 53, 15});
    check_colour(pixel(&picture, 61, 17), white, 0);
    free_picture(&picture);
    painter_destroy(paint);
}

static void test_clips_nest(void)
{
    painter *paint = new_memory();
    const box all = {-1000, -1000, 4000, 4000};
    painter_begin(paint, W, H);
    painter_push_clip(paint, (box){10, 10, 50, 50});
    painter_push_clip(paint, (box){40, 0, 50, 30});
    check_box(painter_clip(paint), (box){40, 10, 20, 20});
    painter_fill(paint, all, white);
    painter_push_clip(paint, (box){0, 0, 5, 5}); // nothing is left
    painter_fill(paint, all, (loam_colour){255, 0, 0, 255});
    painter_text(paint, 40, 10, TEXT_TITLE, (loam_colour){255, 0, 0, 255}, "WWW");
    painter_pop_clip(paint);
    painter_pop_clip(paint);
    loam_picture picture = read_all(paint);
    check_box(lit_part(&picture), (box){40, 10, 20, 20});
    check_colour(pixel(&picture, 45, 15), white, 0);
    painter_pop_clip(paint);
    painter_fill(paint, all, white);
    loam_picture after = end_and_read(paint);
    check_box(lit_part(&after), (box){0, 0, W, H});
    free_picture(&picture);
    free_picture(&after);
    painter_destroy(paint);
}

static void test_a_frame_may_have_another_size(void)
{
    painter *paint = new_memory();
    static const int32_t sizes[][2] = {{W, H}, {64, 300}, {1, 1}, {W, H}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        painter_begin(paint, sizes[i][0], sizes[i][1]);
        loam_picture empty = read_all(paint);
        CHECK_INT(lit_part(&empty).w, 0); // black at its beginning
        painter_fill(paint, (box){0, 0, 5000, 5000}, white);
        loam_picture full = end_and_read(paint);
        check_box(lit_part(&full), (box){0, 0, sizes[i][0], sizes[i][1]});
        free_picture(&empty);
        free_picture(&full);
    }
    painter_destroy(paint);
}

// ---- in memory: images --------------------------------------------------------------------------

static void test_images_are_copied_as_they_are(void)
{
    painter *paint = new_memory();
    painter_image *image;
    CHECK_OK(painter_image_create(paint, W, H, &image));
    loam_picture source = new_picture(W, H, black);
    for (int frame = 0; frame < 2; frame++)
    {
        for (int32_t i = 0; i < W * H; i++)
        {
            const uint32_t bits = loam_random_u32((uint64_t)frame, (uint64_t)i);
            source.pixels[i] = (loam_colour){(uint8_t)bits, (uint8_t)(bits >> 8),
                                             (uint8_t)(bits >> 16), 255};
        }
        painter_begin(paint, W, H);
        painter_image_update(paint, image, &source);
        painter_image_draw(paint, image, (box){0, 0, W, H}, (box){0, 0, W, H}, white, false);
        loam_picture picture = end_and_read(paint);
        CHECK(same(&picture, &source));
        free_picture(&picture);
    }
    free_picture(&source);
    painter_image_destroy(paint, image);
    painter_destroy(paint);
}

static void test_images_are_stretched(void)
{
    painter *paint = new_memory();
    painter_image *image;
    CHECK_OK(painter_image_create(paint, 4, 2, &image));
    loam_picture source = new_picture(4, 2, black);
    source.pixels[1] = (loam_colour){250, 0, 0, 255};
    source.pixels[2] = (loam_colour){0, 250, 0, 255};
    painter_begin(paint, W, H);
    painter_image_update(paint, image, &source);
    painter_image_draw(paint, image, (box){1, 0, 2, 1}, (box){10, 10, 20, 10}, white, false);
    painter_image_draw(paint, image, (box){1, 0, 2, 1}, (box){10, 30, 20, 10}, white, true);
    loam_picture picture = end_and_read(paint);
    check_colour(pixel(&picture, 10, 10), source.pixels[1], 0);
    check_colour(pixel(&picture, 19, 19), source.pixels[1], 0);
    check_colour(pixel(&picture, 20, 10), source.pixels[2], 0);
    check_colour(pixel(&picture, 29, 19), source.pixels[2], 0);
    check_colour(pixel(&picture, 30, 10), black, 0);
    check_colour(pixel(&picture, 10, 35), source.pixels[1], 2);
    check_colour(pixel(&picture, 29, 35), source.pixels[2], 2);
    CHECK_RANGE(pixel(&picture, 19, 35).r, 60, 190); // between the two
    CHECK_RANGE(pixel(&picture, 20, 35).g, 60, 190);
    free_picture(&picture);
    free_picture(&source);
    painter_image_destroy(paint, image);
    painter_destroy(paint);
}

// What is transparent shows what is below, also if the image was opaque before, and the other way round.
static void test_images_blend_by_their_alpha(void)
{
    painter *paint = new_memory();
    painter_image *image;
    CHECK_OK(painter_image_create(paint, 2, 1, &image));
    static const uint8_t alphas[] = {255, 128, 0, 255, 64};
    for (size_t i = 0; i < sizeof alphas; i++)
    {
        loam_picture source = new_picture(2, 1, (loam_colour){200, 100, 0, alphas[i]});
        source.pixels[1].a = 255;
        painter_begin(paint, W, H);
        painter_fill(paint, (box){0, 0, W, H}, (loam_colour){0, 100, 200, 255});
        painter_image_update(paint, image, &source);
        painter_image_draw(paint, image, (box){0, 0, 2, 1}, (box){0, 0, 40, 20}, white, false);
        loam_picture picture = end_and_read(paint);
        const int part = alphas[i];
        const loam_colour mixed = {(uint8_t)(200 * part / 255), 100,
                                   (uint8_t)(200 * (255 - part) / 255), 255};
        check_colour(pixel(&picture, 5, 5), mixed, 3);
        check_colour(pixel(&picture, 30, 5), (loam_colour){200, 100, 0, 255}, 0);
        free_picture(&picture);
        free_picture(&source);
    }
    painter_image_destroy(paint, image);
    painter_destroy(paint);
}

static void test_images_are_tinted(void)
{
    painter *paint = new_memory();
    painter_image *image;
    CHECK_OK(painter_image_create(paint, 8, 8, &image));
    loam_picture source = new_picture(8, 8, (loam_colour){200, 200, 200, 255});
    painter_begin(paint, W, H);
    painter_image_update(paint, image, &source);
    const box from = {0, 0, 8, 8};
    painter_image_draw(paint, image, from, (box){0, 0, 8, 8}, (loam_colour){255, 128, 0, 255},
                       false);
    painter_image_draw(paint, image, from, (box){20, 0, 8, 8}, (loam_colour){255, 255, 255, 128},
                       false);
    painter_image_draw(paint, image, from, (box){40, 0, 8, 8}, white, false);
    loam_picture picture = end_and_read(paint);
    check_colour(pixel(&picture, 4, 4), (loam_colour){200, 100, 0, 255}, 2);
    check_colour(pixel(&picture, 24, 4), (loam_colour){100, 100, 100, 255}, 2);
    check_colour(pixel(&picture, 44, 4), (loam_colour){200, 200, 200, 255}, 0);
    free_picture(&picture);
    free_picture(&source);
    painter_image_destroy(paint, image);
    painter_destroy(paint);
}

// ---- in memory: text ----------------------------------------------------------------------------

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
    for (char letter = '0'; letter <= 'z'; letter++)
    {
        const char text[] = {letter, 'H', 0};
        const int32_t left = painter_text_width(paint, TEXT_TITLE, text, 1);
        loam_picture picture = picture_of_text(paint, -left, -150, TEXT_TITLE, white, text);
        CHECK(lit_part(&picture).h == H); // an H reaches over the whole picture
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
    RUN(test_cut_holds_what_both_hold);
    RUN(test_far_boxes_are_cut);
    RUN(test_nothing_measures_letters);
    RUN(test_nothing_counts_what_is_seen);
    RUN(test_what_is_not_accepted);
    RUN(test_fills_are_exact);
    RUN(test_a_frame_has_four_sides);
    RUN(test_clips_nest);
    RUN(test_a_frame_may_have_another_size);
    RUN(test_images_are_copied_as_they_are);
    RUN(test_images_are_stretched);
    RUN(test_images_blend_by_their_alpha);
    RUN(test_images_are_tinted);
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
