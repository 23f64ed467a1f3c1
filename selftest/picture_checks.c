// SPDX-License-Identifier: MIT
#include "selftest.h"

// Pictures: bytes of pixels, not of files.

enum
{
    SIDE = 64
};

static void check_picture(selftest *run, const char *name, const loam_picture *picture)
{
    const size_t size = (size_t)picture->w * (size_t)picture->h * sizeof(loam_colour);
    selftest_check(run, name, "", loam_hash_bytes(picture->pixels, size, 0));
}

static void fill_field(float *values)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const int32_t x = i % SIDE, y = i / SIDE;
        values[i] = (float)((x * x + 3 * y * y) % 997) * 0.001f - 0.1f;
    }
}

static void check_ramps(selftest *run, loam_picture *picture)
{
    static const char *const names[] = {"grey", "heat", "terrain", "sea"};
    float values[SIDE * SIDE];
    fill_field(values);
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
        int32_t count;
        const loam_ramp_stop *stops = loam_ramp_named(names[i], &count);
        loam_picture_field(picture, 0, 0, values, SIDE, SIDE, 0.0f, 0.8f, stops, count);
        hash = loam_hash_bytes(picture->pixels, SIDE * SIDE * sizeof(loam_colour), hash);
    }
    selftest_check(run, "picture ramps", "", hash);
}

static void check_relief(selftest *run, loam_picture *picture)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        const float dx = (float)(i % SIDE - 32) * 0.11f, dy = (float)(i / SIDE - 32) * 0.07f;
        picture->pixels[i] = loam_colour_shade(loam_rgb(0x7f9a55), loam_relief(dx, dy));
    }
    check_picture(run, "picture relief", picture);
}

static void check_text(selftest *run, loam_picture *picture)
{
    loam_picture_rectangle(picture, 5, 5, 50, 50, (loam_colour){200, 40, 90, 128});
    loam_picture_text(picture, -3, 2, 1, (loam_colour){255, 255, 255, 200},
                      "The quick\nbrown fox\njumps over\nthe lazy\ndog 01234\n56789{~}");
    loam_picture_text(picture, 20, 20, 3, loam_rgb(0x102030), "@#&g");
    check_picture(run, "picture text", picture);
}

static void check_font(selftest *run, loam_picture *picture)
{
    uint64_t hash = 0;
    for (int c = ' '; c <= 127; c++)
    {
        const char text[] = {(char)c, '\0'};
        loam_picture_rectangle(picture, 0, 0, SIDE, SIDE, loam_rgb(0x203040));
        loam_picture_text(picture, 1, 1, 1, loam_rgb(0xffffff), text);
        hash = loam_hash_bytes(picture->pixels, SIDE * 12 * sizeof(loam_colour), hash);
    }
    selftest_check(run, "picture font", "", hash);
}

static void check_sheet(selftest *run, const loam_env *env, const loam_picture *picture)
{
    const loam_picture pictures[] = {*picture, *picture, *picture};
    const char *const captions[] = {"one", "two", "a longer caption"};
    loam_picture sheet;
    if (loam_picture_sheet(env, pictures, captions, 3, 2, "Sheet", &sheet) != LOAM_OK)
    {
        selftest_fail(run, "picture sheet", "", loam_last_error());
        return;
    }
    check_picture(run, "picture sheet", &sheet);
    loam_picture_destroy(env, &sheet);
}

void selftest_picture(selftest *run)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    if (loam_picture_create(&env, SIDE, SIDE, loam_rgb(0x203040), &picture) != LOAM_OK)
    {
        selftest_fail(run, "picture", "", loam_last_error());
        return;
    }
    check_ramps(run, &picture);
    check_relief(run, &picture);
    check_text(run, &picture);
    check_sheet(run, &env, &picture);
    check_font(run, &picture);
    loam_picture_destroy(&env, &picture);
}
