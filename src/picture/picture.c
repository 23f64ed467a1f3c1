// SPDX-License-Identifier: MIT
#include "loam/picture.h"

#include <math.h>

// A picture is a plain array of pixels. Whatever is painted onto it is first clipped to a rectangle
// that lies inside, in 64 bits, so that no position a caller can give overflows.

typedef struct clip
{
    int32_t x0, y0, x1, y1; // pixels of the picture, the last ones excluded; empty if x1 <= x0
} clip;

static int32_t clamp_to(int64_t value, int32_t high)
{
    return value < 0 ? 0 : value > high ? high : (int32_t)value;
}

static clip clip_to(const loam_picture *picture, int32_t x, int32_t y, int32_t w, int32_t h)
{
    return (clip){.x0 = clamp_to(x, picture->w),
                  .y0 = clamp_to(y, picture->h),
                  .x1 = clamp_to((int64_t)x + w, picture->w),
                  .y1 = clamp_to((int64_t)y + h, picture->h)};
}

static size_t pixel_index(int32_t w, int64_t x, int64_t y)
{
    return (size_t)y * (size_t)w + (size_t)x;
}

loam_result loam_picture_create(const loam_env *env, int32_t w, int32_t h, loam_colour fill,
                                loam_picture *out)
{
    LOAM_ASSERT(env, out != NULL);
    *out = (loam_picture){0};
    if (w < 1 || h < 1 || w > LOAM_MAX_PICTURE_SIDE || h > LOAM_MAX_PICTURE_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture of %d x %d pixels; sides must be 1 to %d",
                         (int)w, (int)h, LOAM_MAX_PICTURE_SIDE);
    }
    const uint64_t count = (uint64_t)w * (uint64_t)h;
    if (count > SIZE_MAX / sizeof(loam_colour))
    {
        return loam_fail(LOAM_OUT_OF_MEMORY,
                         "a picture of %d x %d pixels does not fit into this machine's memory",
                         (int)w, (int)h);
    }
    loam_colour *pixels = loam_alloc(env, (size_t)count * sizeof(loam_colour));
    if (pixels == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < (size_t)count; i++)
    {
        pixels[i] = fill;
    }
    *out = (loam_picture){.pixels = pixels, .w = w, .h = h};
    return LOAM_OK;
}

void loam_picture_destroy(const loam_env *env, loam_picture *picture)
{
    LOAM_ASSERT(env, picture != NULL);
    loam_free(env, picture->pixels, (size_t)picture->w * (size_t)picture->h * sizeof(loam_colour));
    *picture = (loam_picture){0};
}

void loam_picture_field(loam_picture *picture, int32_t x, int32_t y, const float *values, int32_t w,
                        int32_t h, float low, float high, const loam_ramp_stop *stops,
                        int32_t count)
{
    LOAM_ASSERT(NULL, picture != NULL);
    LOAM_ASSERT(NULL, values != NULL);
    const loam_colour not_a_value = {255, 0, 255, 255};
    const float scale = high > low ? 1.0f / (high - low) : 0.0f;
    const clip area = clip_to(picture, x, y, w, h);
    for (int32_t row = area.y0; row < area.y1; row++)
    {
        for (int32_t column = area.x0; column < area.x1; column++)
        {
            const float value = values[pixel_index(w, (int64_t)column - x, (int64_t)row - y)];
            picture->pixels[pixel_index(picture->w, column, row)] =
                isfinite(value) ? loam_ramp_at(stops, count, (value - low) * scale) : not_a_value;
        }
    }
}

void loam_picture_rectangle(loam_picture *picture, int32_t x, int32_t y, int32_t w, int32_t h,
                            loam_colour colour)
{
    LOAM_ASSERT(NULL, picture != NULL);
    const clip area = clip_to(picture, x, y, w, h);
    for (int32_t row = area.y0; row < area.y1; row++)
    {
        for (int32_t column = area.x0; column < area.x1; column++)
        {
            loam_colour *pixel = &picture->pixels[pixel_index(picture->w, column, row)];
            *pixel = loam_colour_over(colour, *pixel);
        }
    }
}

void loam_picture_blit(loam_picture *picture, int32_t x, int32_t y, const loam_picture *source)
{
    LOAM_ASSERT(NULL, picture != NULL);
    LOAM_ASSERT(NULL, source != NULL);
    const clip area = clip_to(picture, x, y, source->w, source->h);
    for (int32_t row = area.y0; row < area.y1; row++)
    {
        for (int32_t column = area.x0; column < area.x1; column++)
        {
            loam_colour *pixel = &picture->pixels[pixel_index(picture->w, column, row)];
            *pixel = loam_colour_over(
                source->pixels[pixel_index(source->w, (int64_t)column - x, (int64_t)row - y)],
                *pixel);
        }
    }
}
