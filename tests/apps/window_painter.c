// SPDX-License-Identifier: MIT
// Painters: the one that draws nothing, and SDL's on a picture in memory.
#include "painted.h"

#include "loam/random.h"

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

// More colours than are kept, in boxes that are no multiple of anything; large and small ones look the same.
static void test_large_transparent_boxes(void)
{
    painter *paint = new_memory();
    for (int i = 0; i < 40; i++)
    {
        const loam_colour colour = {(uint8_t)(i % 3 * 100), (uint8_t)(i % 5 * 60), 0,
                                    (uint8_t)(i * 6 + 10)};
        const box at = {i - 20, 3, W - i + 11, H - 4 - i / 2};
        painter_begin(paint, W, H);
        painter_fill(paint, (box){0, 0, W, H}, (loam_colour){40, 80, 120, 255});
        painter_fill(paint, at, colour);
        loam_picture picture = end_and_read(paint);
        int32_t wrong = 0;
        for (int32_t p = 0; p < W * H; p++)
        {
            const loam_colour below = {40, 80, 120, 255}, seen = picture.pixels[p];
            const loam_colour wanted = box_holds(at, p % W, p / W) ? loam_colour_over(colour, below)
                                                                   : below;
            wrong += abs(seen.r - wanted.r) > 2 || abs(seen.g - wanted.g) > 2 ||
                     abs(seen.b - wanted.b) > 2 || seen.a != 255;
        }
        CHECK_INT(wrong, 0);
        free_picture(&picture);
    }
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

int main(void)
{
    RUN(test_cut_holds_what_both_hold);
    RUN(test_far_boxes_are_cut);
    RUN(test_nothing_measures_letters);
    RUN(test_nothing_counts_what_is_seen);
    RUN(test_what_is_not_accepted);
    RUN(test_fills_are_exact);
    RUN(test_large_transparent_boxes);
    RUN(test_a_frame_has_four_sides);
    RUN(test_clips_nest);
    RUN(test_a_frame_may_have_another_size);
    RUN(test_images_are_copied_as_they_are);
    RUN(test_images_are_stretched);
    RUN(test_images_blend_by_their_alpha);
    RUN(test_images_are_tinted);
    return CHECK_DONE();
}
