// SPDX-License-Identifier: MIT
#include "curve.h"

/// The row of a value, 0 on top. Rows beyond the picture are those of its edges.
static int32_t row_of(float value, float low, float high, int32_t h)
{
    const float share = high > low ? (high - value) / (high - low) : 0.5f;
    const float row = share * (float)(h - 1) + 0.5f;
    return row > 0.0f ? row < (float)h ? (int32_t)row : h - 1 : 0;
}

/// One column: ramp from below up to the curve, then the line from the value before to this one.
static void paint_column(loam_picture *picture, int32_t x, int32_t before, int32_t here,
                         const loam_ramp_stop *stops, int32_t count)
{
    const loam_colour line = loam_rgb(0xf2efe6);
    for (int32_t y = here; y < picture->h; y++)
    {
        const float height = 1.0f - (float)y / (float)picture->h;
        picture->pixels[(size_t)y * (size_t)picture->w + (size_t)x] = loam_colour_shade(
            loam_ramp_at(stops, count, height), 0.75f);
    }
    const int32_t top = before < here ? before : here, bottom = before < here ? here : before;
    const int32_t thickness = picture->h / 128 + 1;
    loam_picture_rectangle(picture, x, top - thickness / 2, 1, bottom - top + thickness, line);
}

void curve_paint(loam_picture *picture, const float *values, float low, float high,
                 const char *ramp)
{
    int32_t count;
    const loam_ramp_stop *stops = loam_ramp_named(ramp, &count);
    loam_picture_rectangle(picture, 0, 0, picture->w, picture->h, loam_rgb(0x23262e));
    int32_t before = row_of(values[0], low, high, picture->h);
    for (int32_t x = 0; x < picture->w; x++)
    {
        const int32_t here = row_of(values[x], low, high, picture->h);
        paint_column(picture, x, before, here, stops, count);
        before = here;
    }
}
