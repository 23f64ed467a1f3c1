// SPDX-License-Identifier: MIT
// Pictures, painting with clipping, contact sheets.
#include "base/counting.h"
#include "check.h"
#include "loam/picture.h"

#include <setjmp.h>

static const loam_colour black = {0, 0, 0, 255};
static const loam_colour white = {255, 255, 255, 255};

static loam_colour pixel(const loam_picture *picture, int32_t x, int32_t y)
{
    return picture->pixels[y * picture->w + x];
}

static int32_t count_lit(const loam_picture *picture)
{
    int32_t lit = 0;
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        lit += picture->pixels[i].r != 0;
    }
    return lit;
}

static void test_create_fills_and_destroy_frees(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 3, 5, white, &picture));
    CHECK_INT(picture.w, 3);
    CHECK_INT(picture.h, 5);
    CHECK_INT(count_lit(&picture), 15);
    loam_picture_destroy(&env, &picture);
    CHECK(picture.pixels == NULL);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT(counter.bytes, 0);
    loam_picture_destroy(&env, &picture); // nothing is there any more
}

static void test_create_refuses_bad_sizes(void)
{
    const loam_env env = loam_default_env();
    static const int32_t sizes[][2] = {{0, 1},     {1, 0},         {-1, 5},
                                       {65537, 1}, {1, INT32_MAX}, {INT32_MIN, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        loam_picture picture = {.w = 9};
        CHECK_INT(loam_picture_create(&env, sizes[i][0], sizes[i][1], white, &picture),
                  LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "1 to 65536");
        CHECK(picture.pixels == NULL && picture.w == 0);
    }
}

static void test_without_memory_nothing_leaks(void)
{
    counting counter;
    const loam_env env = counting_env(&counter);
    loam_picture picture, sheet;
    counter.refuse_at = 1;
    CHECK_INT(loam_picture_create(&env, 4, 4, white, &picture), LOAM_OUT_OF_MEMORY);
    CHECK(picture.pixels == NULL);
    CHECK_OK(loam_picture_create(&env, 4, 4, white, &picture));
    const char *const caption = "c";
    counter.refuse_at = counter.asked + 1;
    CHECK_INT(loam_picture_sheet(&env, &picture, &caption, 1, 1, "t", &sheet), LOAM_OUT_OF_MEMORY);
    CHECK(sheet.pixels == NULL);
    loam_picture_destroy(&env, &picture);
    CHECK_INT(counter.blocks, 0);
}

static void test_field_maps_low_to_0_and_high_to_1(void)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, 6, 1, black, &picture));
    int32_t count;
    const loam_ramp_stop *grey = loam_ramp_named("grey", &count);
    const float values[] = {-3.0f, 5.0f, 1.0f, -99.0f, NAN, -INFINITY};
    loam_picture_field(&picture, 0, 0, values, 6, 1, -3.0f, 5.0f, grey, count);
    CHECK_INT(pixel(&picture, 0, 0).r, 0);
    CHECK_INT(pixel(&picture, 1, 0).r, 255);
    CHECK_INT(pixel(&picture, 2, 0).r, 128);
    CHECK_INT(pixel(&picture, 3, 0).r, 0);
    for (int32_t x = 4; x < 6; x++)
    {
        CHECK_INT(pixel(&picture, x, 0).r, 255);
        CHECK_INT(pixel(&picture, x, 0).g, 0);
        CHECK_INT(pixel(&picture, x, 0).b, 255);
    }
    loam_picture_field(&picture, 0, 0, values, 1, 1, 2.0f, 2.0f, grey, count); // no range at all
    CHECK_INT(pixel(&picture, 0, 0).r, 0);
    loam_picture_destroy(&env, &picture);
}

static void test_field_is_clipped_on_every_side(void)
{
    const loam_env env = loam_default_env();
    int32_t count;
    const loam_ramp_stop *grey = loam_ramp_named("grey", &count);
    float values[9];
    for (int i = 0; i < 9; i++)
    {
        values[i] = (float)(i + 1);
    }
    static const int32_t places[][4] = {// x, y, pixels painted, value at the first of them
                                        {0, 0, 9, 1},         {-2, 0, 3, 3},
                                        {0, -2, 3, 7},        {3, 3, 1, 1},
                                        {4, 0, 0, 0},         {0, 4, 0, 0},
                                        {-3, 0, 0, 0},        {0, -3, 0, 0},
                                        {INT32_MAX, 0, 0, 0}, {INT32_MIN, INT32_MIN, 0, 0}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    {
        loam_picture picture;
        CHECK_OK(loam_picture_create(&env, 4, 4, black, &picture));
        loam_picture_field(&picture, places[i][0], places[i][1], values, 3, 3, 0.0f, 255.0f, grey,
                           count);
        CHECK_INT(count_lit(&picture), places[i][2]);
        for (int32_t k = 0; k < 16; k++)
        {
            if (picture.pixels[k].r != 0)
            {
                CHECK_INT(picture.pixels[k].r, places[i][3]);
                break;
            }
        }
        loam_picture_destroy(&env, &picture);
    }
}

static void test_rectangle_and_blit_are_clipped_and_blend(void)
{
    const loam_env env = loam_default_env();
    loam_picture picture, stamp;
    CHECK_OK(loam_picture_create(&env, 8, 8, black, &picture));
    loam_picture_rectangle(&picture, -3, -3, 5, 4, white);
    CHECK_INT(count_lit(&picture), 2);
    loam_picture_rectangle(&picture, 6, 6, INT32_MAX, INT32_MAX, white);
    CHECK_INT(count_lit(&picture), 6);
    loam_picture_rectangle(&picture, 4, 4, -1, 5, white);
    loam_picture_rectangle(&picture, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, white);
    CHECK_INT(count_lit(&picture), 6);
    loam_picture_rectangle(&picture, 3, 3, 1, 1, (loam_colour){200, 0, 0, 128});
    CHECK_INT(pixel(&picture, 3, 3).r, 100);
    CHECK_OK(loam_picture_create(&env, 3, 3, (loam_colour){40, 80, 120, 255}, &stamp));
    stamp.pixels[8] = (loam_colour){0, 0, 0, 0};
    loam_picture_blit(&picture, 2, 2, &stamp);
    CHECK_INT(pixel(&picture, 2, 2).b, 120);
    CHECK_INT(pixel(&picture, 4, 4).b, 0);
    loam_picture_blit(&picture, 7, -2, &stamp);
    CHECK_INT(pixel(&picture, 7, 0).b, 120);
    loam_picture_blit(&picture, INT32_MAX, INT32_MAX, &stamp);
    loam_picture_destroy(&env, &picture);
    loam_picture_destroy(&env, &stamp);
}

/// Where a sheet has a colour first, in reading order.
static void find_first(const loam_picture *sheet, loam_colour colour, int32_t *x, int32_t *y)
{
    for (int32_t i = 0; i < sheet->w * sheet->h; i++)
    {
        if (memcmp(&sheet->pixels[i], &colour, sizeof colour) == 0)
        {
            *x = i % sheet->w;
            *y = i / sheet->w;
            return;
        }
    }
    *x = *y = -1;
}

static void test_sheet_lays_pictures_in_rows(void)
{
    const loam_env env = loam_default_env();
    loam_picture pictures[3], sheet;
    const char *const captions[] = {"a", "b", "c"};
    int32_t x[3], y[3];
    for (int i = 0; i < 3; i++)
    {
        CHECK_OK(
            loam_picture_create(&env, 20, 10, loam_rgb(0xff0000u + (uint32_t)i), &pictures[i]));
    }
    CHECK_OK(loam_picture_sheet(&env, pictures, captions, 3, 2, "title", &sheet));
    for (int i = 0; i < 3; i++)
    {
        find_first(&sheet, loam_rgb(0xff0000u + (uint32_t)i), &x[i], &y[i]);
        CHECK_INT(pixel(&sheet, x[i] + 19, y[i] + 9).b, i);
    }
    CHECK(x[0] > 0 && y[0] > 0 && y[0] == y[1] && x[1] >= x[0] + 20);
    CHECK(x[2] == x[0] && y[2] >= y[0] + 10);
    CHECK(sheet.w == x[1] + 20 + x[0]); // the same margin on both sides
    // Without a title everything moves up; with one column the sheet is as wide as a picture.
    loam_picture bare;
    CHECK_OK(loam_picture_sheet(&env, pictures, captions, 3, 1, NULL, &bare));
    CHECK_INT(bare.w, x[0] + 20 + x[0]);
    int32_t bare_x, bare_y;
    find_first(&bare, loam_rgb(0xff0000u), &bare_x, &bare_y);
    CHECK(bare_y < y[0]);
    loam_picture_destroy(&env, &bare);
    // Rows that are full are followed by no empty one.
    CHECK_OK(loam_picture_sheet(&env, pictures, captions, 2, 2, "title", &bare));
    CHECK_INT(sheet.h - bare.h, y[2] - y[0]);
    loam_picture_destroy(&env, &bare);
    loam_picture_destroy(&env, &sheet);
    for (int i = 0; i < 3; i++)
    {
        loam_picture_destroy(&env, &pictures[i]);
    }
}

/// The height of a sheet with one picture so wide.
static int32_t sheet_height(int32_t w, const char *caption)
{
    const loam_env env = loam_default_env();
    loam_picture picture, sheet;
    CHECK_OK(loam_picture_create(&env, w, 10, white, &picture));
    CHECK_OK(loam_picture_sheet(&env, &picture, &caption, 1, 1, NULL, &sheet));
    const int32_t h = sheet.h;
    loam_picture_destroy(&env, &sheet);
    loam_picture_destroy(&env, &picture);
    return h;
}

// Captions are large as long as they are no wider than their picture.
static void test_captions_fit_below_their_pictures(void)
{
    int32_t wide, high, low;
    loam_text_size("caption", 2, &wide, &high);
    loam_text_size("caption", 1, &(int32_t){0}, &low);
    CHECK_INT(sheet_height(wide, "caption") - sheet_height(wide - 1, "caption"), high - low);
    CHECK_INT(sheet_height(wide, "caption"), sheet_height(2 * wide, "caption"));
}

static void test_sheet_refuses_what_it_cannot_lay_out(void)
{
    const loam_env env = loam_default_env();
    loam_picture pictures[2], sheet;
    const char *const captions[] = {"a", "b"};
    CHECK_OK(loam_picture_create(&env, 4, 4, white, &pictures[0]));
    CHECK_OK(loam_picture_create(&env, 4, 5, white, &pictures[1]));
    CHECK_INT(loam_picture_sheet(&env, pictures, captions, 2, 2, NULL, &sheet), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "4 x 5");
    CHECK_INT(loam_picture_sheet(&env, pictures, captions, 0, 2, NULL, &sheet), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_picture_sheet(&env, pictures, captions, 1, 0, NULL, &sheet), LOAM_BAD_ARGUMENT);
    CHECK(sheet.pixels == NULL);
    // 4000 in a row are wider than a picture can be.
    static loam_picture many[4000];
    static const char *names[4000];
    for (int i = 0; i < 4000; i++)
    {
        many[i] = pictures[0];
        names[i] = "";
    }
    CHECK_INT(loam_picture_sheet(&env, many, names, 4000, 4000, NULL, &sheet), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "1 to 65536");
    loam_picture_destroy(&env, &pictures[0]);
    loam_picture_destroy(&env, &pictures[1]);
}

static jmp_buf back;
static const char *broken; // the condition that did not hold

static void catch_bug(void *user, const char *condition, const char *file, int line)
{
    (void)user;
    (void)file;
    (void)line;
    broken = condition;
    longjmp(back, 1);
}

static void test_null_is_a_bug(void)
{
    loam_env env = loam_default_env();
    env.assertion = (loam_assert_hook){catch_bug, NULL};
    broken = "";
    if (setjmp(back) == 0)
    {
        loam_picture_create(&env, 1, 1, white, NULL);
    }
    CHECK_TEXT(broken, "out != NULL");
    if (setjmp(back) == 0)
    {
        loam_picture_destroy(&env, NULL);
    }
    CHECK_TEXT(broken, "picture != NULL");
    static loam_picture sheet;
    if (setjmp(back) == 0)
    {
        loam_picture_sheet(&env, NULL, NULL, 1, 1, NULL, &sheet);
    }
    CHECK_TEXT(broken, "pictures != NULL");
}

int main(void)
{
    RUN(test_create_fills_and_destroy_frees);
    RUN(test_create_refuses_bad_sizes);
    RUN(test_without_memory_nothing_leaks);
    RUN(test_field_maps_low_to_0_and_high_to_1);
    RUN(test_field_is_clipped_on_every_side);
    RUN(test_rectangle_and_blit_are_clipped_and_blend);
    RUN(test_sheet_lays_pictures_in_rows);
    RUN(test_captions_fit_below_their_pictures);
    RUN(test_sheet_refuses_what_it_cannot_lay_out);
    RUN(test_null_is_a_bug);
    return CHECK_DONE();
}
