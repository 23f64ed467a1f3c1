// SPDX-License-Identifier: MIT
#include "window/painter.h"

#include "window/utf8.h"

#include <stdlib.h>
#include <string.h>

// Nothing is drawn, and everything is measured: all letters of a size are equally wide, so that tests can
// say where things stand.

struct painter_image
{
    int32_t w, h;
};

static void nothing_destroy(painter *paint)
{
    free(paint);
}

static void nothing_begin(painter *paint, int32_t w, int32_t h)
{
    (void)paint, (void)w, (void)h;
}

static loam_result nothing_end(painter *paint)
{
    (void)paint;
    return LOAM_OK;
}

static void nothing_clip(painter *paint, box to)
{
    (void)paint, (void)to;
}

static void nothing_fill(painter *paint, box at, loam_colour colour)
{
    (void)paint, (void)at, (void)colour;
}

static void nothing_text(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                         const char *text)
{
    (void)paint, (void)x, (void)y, (void)size, (void)colour, (void)text;
}

static int32_t nothing_text_width(painter *paint, text_size size, const char *text, size_t length)
{
    static const float widths[TEXT_SIZES] = {7, 8, 11, 22};
    int32_t letters = 0;
    for (const char *at = text, *end = text + length; at < end; letters++)
    {
        (void)utf8_next(&at, end);
    }
    return letters * painter_scaled(paint, widths[size]);
}

static int32_t nothing_line_height(painter *paint, text_size size)
{
    static const float heights[TEXT_SIZES] = {16, 19, 26, 52};
    return painter_scaled(paint, heights[size]);
}

static loam_result nothing_set_scale(painter *paint, float scale)
{
    (void)paint, (void)scale;
    return LOAM_OK;
}

static loam_result nothing_image_create(painter *paint, int32_t w, int32_t h, painter_image **out)
{
    (void)paint;
    *out = malloc(sizeof **out);
    if (*out == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for an image");
    }
    **out = (painter_image){.w = w, .h = h};
    return LOAM_OK;
}

static void nothing_image_destroy(painter *paint, painter_image *image)
{
    (void)paint;
    free(image);
}

static void nothing_image_update(painter *paint, painter_image *image, const loam_picture *picture)
{
    (void)paint;
    LOAM_ASSERT(NULL, picture->w == image->w && picture->h == image->h);
}

static void nothing_image_draw(painter *paint, painter_image *image, box from, box to,
                               loam_colour tint, bool smooth)
{
    (void)paint, (void)to, (void)tint, (void)smooth;
    LOAM_ASSERT(NULL, from.x >= 0 && from.y >= 0);
    LOAM_ASSERT(NULL, from.x + from.w <= image->w && from.y + from.h <= image->h);
}

// Black, as every frame is at its beginning.
static loam_result nothing_read(painter *paint, loam_picture *out)
{
    (void)paint;
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i] = (loam_colour){0, 0, 0, 255};
    }
    return LOAM_OK;
}

static const painter_kind nothing = {
    .destroy = nothing_destroy,
    .begin = nothing_begin,
    .end = nothing_end,
    .clip = nothing_clip,
    .fill = nothing_fill,
    .text = nothing_text,
    .text_width = nothing_text_width,
    .line_height = nothing_line_height,
    .set_scale = nothing_set_scale,
    .image_create = nothing_image_create,
    .image_destroy = nothing_image_destroy,
    .image_update = nothing_image_update,
    .image_draw = nothing_image_draw,
    .read = nothing_read,
};

loam_result painter_nothing_create(painter **out)
{
    *out = malloc(sizeof **out);
    if (*out == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a painter");
    }
    **out = (painter){.kind = &nothing, .scale = 1};
    return LOAM_OK;
}
