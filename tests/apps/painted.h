// SPDX-License-Identifier: MIT
// Pictures that tests of painters look at.
#ifndef LOAM_TESTS_APPS_PAINTED_H
#define LOAM_TESTS_APPS_PAINTED_H

#include "window/painter.h"

#include "check.h"

#include <stdlib.h>

enum
{
    W = 160,
    H = 120
};

static const loam_colour white = {255, 255, 255, 255};
static const loam_colour black = {0, 0, 0, 255};

static inline loam_picture new_picture(int32_t w, int32_t h, loam_colour fill)
{
    const loam_env env = loam_default_env();
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, w, h, fill, &picture));
    return picture;
}

static inline void free_picture(loam_picture *picture)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, picture);
}

static inline painter *new_memory(void)
{
    painter *paint = NULL;
    CHECK_OK(painter_memory_create(W, H, &paint));
    if (paint == NULL)
    {
        exit(CHECK_DONE());
    }
    return paint;
}

static inline loam_picture read_all(painter *paint)
{
    loam_picture picture = new_picture(paint->w, paint->h, (loam_colour){1, 2, 3, 4});
    CHECK_OK(painter_read(paint, &picture));
    return picture;
}

static inline loam_picture end_and_read(painter *paint)
{
    loam_picture picture = read_all(paint);
    CHECK_OK(painter_end(paint));
    return picture;
}

static inline loam_colour pixel(const loam_picture *picture, int32_t x, int32_t y)
{
    return picture->pixels[y * picture->w + x];
}

static inline void check_colour(loam_colour actual, loam_colour expected, int tolerance)
{
    CHECK_NEAR(actual.r, expected.r, tolerance);
    CHECK_NEAR(actual.g, expected.g, tolerance);
    CHECK_NEAR(actual.b, expected.b, tolerance);
    CHECK_INT(actual.a, expected.a);
}

static inline bool same(const loam_picture *a, const loam_picture *b)
{
    return a->w == b->w && a->h == b->h &&
           memcmp(a->pixels, b->pixels, (size_t)a->w * (size_t)a->h * sizeof a->pixels[0]) == 0;
}

// The box of all pixels that are not black.
static inline box lit_part(const loam_picture *picture)
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

static inline void check_box(box actual, box expected)
{
    CHECK_INT(actual.x, expected.x);
    CHECK_INT(actual.y, expected.y);
    CHECK_INT(actual.w, expected.w);
    CHECK_INT(actual.h, expected.h);
}

#endif
