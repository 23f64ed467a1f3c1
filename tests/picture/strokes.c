// SPDX-License-Identifier: MIT
// Lines and letters with soft edges.
#include "check.h"
#include "loam/picture.h"

static const loam_colour black = {0, 0, 0, 255};
static const loam_colour white = {255, 255, 255, 255};

static loam_picture make(int32_t w, int32_t h)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, w, h, white, &picture));
    return picture;
}

static void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

static int32_t dark(const loam_picture *picture, int32_t x, int32_t y)
{
    return 255 - picture->pixels[y * picture->w + x].r;
}

static double ink(const loam_picture *picture)
{
    double sum = 0;
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        sum += (255 - picture->pixels[i].r) / 255.0;
    }
    return sum;
}

// A line covers what its width says: whole pixels fully, those at its edges by their share.
static void test_lines_have_their_width(void)
{
    loam_picture picture = make(20, 11);
    loam_picture_line(&picture, -5, 5.5f, 30, 5.5f, 4, black);
    for (int32_t x = 0; x < 20; x++)
    {
        CHECK_INT(dark(&picture, x, 4), 255);
        CHECK_INT(dark(&picture, x, 6), 255);
        CHECK_NEAR(dark(&picture, x, 3), 128, 2);
        CHECK_NEAR(dark(&picture, x, 7), 128, 2);
        CHECK_INT(dark(&picture, x, 2), 0);
        CHECK_INT(dark(&picture, x, 8), 0);
    }
    free_picture(&picture);
}

// Whichever way it runs, a line has as much ink as its length and width.
static void test_directions_are_equal(void)
{
    static const float ends[][2] = {{60, 10}, {60, 60}, {10, 60}, {45, 58}, {57, 33}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    {
        for (float width = 0.5f; width < 6; width *= 3)
        {
            loam_picture picture = make(70, 70);
            loam_picture_line(&picture, 10, 10, ends[i][0], ends[i][1], width, black);
            const double dx = (double)ends[i][0] - 10, dy = (double)ends[i][1] - 10;
            const double area = sqrt(dx * dx + dy * dy) * (double)width;
            CHECK_RANGE(ink(&picture), area * 0.93, area * 1.15 + (double)(width * width));
            free_picture(&picture);
        }
    }
}

// Whatever is given, nothing beyond the picture is touched, and what is no number draws nothing.
static void test_lines_are_clipped(void)
{
    loam_picture picture = make(9, 7);
    loam_picture_line(&picture, -1000000, -1000000, 1000000, 1000000, 1, black);
    CHECK(dark(&picture, 3, 3) > 100);
    CHECK_INT(dark(&picture, 8, 0), 0);
    free_picture(&picture);
    picture = make(9, 7);
    loam_picture_line(&picture, NAN, 0, 5, 5, 1, black);
    loam_picture_line(&picture, 0, 0, INFINITY, 5, 1, black);
    loam_picture_line(&picture, 0, 0, 1e30f, 5, 1, black);
    loam_picture_line(&picture, 0, 0, 5, 5, 0, black);
    loam_picture_line(&picture, 0, 0, 5, 5, NAN, black);
    loam_picture_line(&picture, 20, 0, 20, 7, 3, black);
    loam_picture_line(&picture, 0, -20, 9, -9, 3, black);
    CHECK_INT((int)ink(&picture), 0);
    free_picture(&picture);
}

/// The box of what is darker than half.
static void bounds(const loam_picture *picture, int32_t *x0, int32_t *y0, int32_t *x1, int32_t *y1)
{
    *x0 = picture->w, *y0 = picture->h, *x1 = *y1 = -1;
    for (int32_t i = 0; i < picture->w * picture->h; i++)
    {
        const int32_t x = i % picture->w, y = i / picture->w;
        if (dark(picture, x, y) > 128)
        {
            *x0 = x < *x0 ? x : *x0, *x1 = x > *x1 ? x : *x1;
            *y0 = y < *y0 ? y : *y0, *y1 = y > *y1 ? y : *y1;
        }
    }
}

// Letters stand on the base line, are as high as they should be, and a line as long as was said.
static void test_letters_have_their_size(void)
{
    static const char *const texts[] = {"H", "HELLO", "MMiiMM", "A B"};
    for (size_t i = 0; i < 4; i++)
    {
        for (float size = 9; size < 40; size *= 2)
        {
            loam_picture picture = make(300, 80);
            loam_lettering letters = loam_default_lettering();
            letters.size = size;
            letters.spacing = 0.2f;
            loam_picture_lettering(&picture, 20, 60, &letters, texts[i]);
            int32_t x0, y0, x1, y1;
            bounds(&picture, &x0, &y0, &x1, &y1);
            CHECK_NEAR(x0, 20, 2 + size * 0.1f);
            CHECK_NEAR(x1, 20 + loam_lettering_width(&letters, texts[i]), 2 + size * 0.1f);
            CHECK_NEAR(y0, 60 - size, 2 + size * 0.1f);
            CHECK_NEAR(y1, 60, 2 + size * 0.1f);
            free_picture(&picture);
        }
    }
    const loam_lettering letters = loam_default_lettering();
    CHECK(loam_lettering_width(&letters, "") == 0);
    CHECK(loam_lettering_width(&letters, "ii") < loam_lettering_width(&letters, "MM"));
}

// Letters that are their own mirror image stay that, whatever strokes they are drawn with.
static void test_letters_are_mirrored(void)
{
    static const char *const texts[] = {"A", "H", "I", "O", "T", "U", "V", "W", "X", "Y", "8", "o"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        loam_picture picture = make(80, 80);
        loam_lettering letters = loam_default_lettering();
        letters.size = 48;
        letters.weight = 0.06f;
        loam_picture_lettering(&picture, 40 - 0.5f * loam_lettering_width(&letters, texts[i]), 64,
                               &letters, texts[i]);
        CHECK(ink(&picture) > 50);
        for (int32_t y = 0; y < 80; y++)
        {
            for (int32_t x = 0; x < 40; x++)
            {
                CHECK_NEAR(dark(&picture, x, y), dark(&picture, 79 - x, y), 2);
            }
        }
        free_picture(&picture);
    }
}

// Text that rises to the right ends higher; a quarter turn runs upwards.
static void test_letters_turn(void)
{
    loam_picture picture = make(200, 200);
    loam_lettering letters = loam_default_lettering();
    letters.angle = 1.5707963f;
    loam_picture_lettering(&picture, 100, 150, &letters, "HHHH");
    int32_t x0, y0, x1, y1;
    bounds(&picture, &x0, &y0, &x1, &y1);
    CHECK_NEAR(y1, 150, 3);
    CHECK_NEAR(y0, 150 - loam_lettering_width(&letters, "HHHH"), 3);
    CHECK_NEAR(x1, 100, 3);
    CHECK_NEAR(x0, 90, 3);
    free_picture(&picture);
}

// The halo lies around the letters and under them.
static void test_letters_have_a_halo(void)
{
    loam_picture plain = make(80, 40), haloed = make(80, 40);
    loam_lettering letters = loam_default_lettering();
    loam_picture_lettering(&plain, 10, 30, &letters, "Ok, yes");
    letters.halo = (loam_colour){200, 0, 0, 255};
    loam_picture_lettering(&haloed, 10, 30, &letters, "Ok, yes");
    int32_t red = 0, changed = 0;
    for (int32_t i = 0; i < 80 * 40; i++)
    {
        const loam_colour a = plain.pixels[i], b = haloed.pixels[i];
        red += b.r > 150 && b.g < 50;
        changed += a.r < 40 && b.r > 60;
    }
    CHECK_RANGE(red, 50, 2000);
    CHECK_INT(changed, 0);
    free_picture(&plain);
    free_picture(&haloed);
}

static void test_letters_are_clipped(void)
{
    loam_picture picture = make(12, 9);
    loam_lettering letters = loam_default_lettering();
    letters.halo = black;
    loam_picture_lettering(&picture, -30, 4, &letters, "clipped on the left and on the right");
    loam_picture_lettering(&picture, 3, 900, &letters, "below");
    loam_picture_lettering(&picture, 1e30f, 4, &letters, "far");
    loam_picture_lettering(&picture, NAN, 4, &letters, "nowhere");
    letters.angle = NAN;
    loam_picture_lettering(&picture, 3, 4, &letters, "turned");
    letters.angle = 0;
    letters.size = 5000;
    const double before = ink(&picture);
    loam_picture_lettering(&picture, 3, 4, &letters, "huge");
    CHECK(ink(&picture) == before);
    free_picture(&picture);
}

int main(void)
{
    RUN(test_lines_have_their_width);
    RUN(test_directions_are_equal);
    RUN(test_lines_are_clipped);
    RUN(test_letters_have_their_size);
    RUN(test_letters_are_mirrored);
    RUN(test_letters_turn);
    RUN(test_letters_have_a_halo);
    RUN(test_letters_are_clipped);
    return CHECK_DONE();
}
