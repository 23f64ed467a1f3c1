// SPDX-License-Identifier: MIT
#include "window/painter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What all kinds of painters have in common: what they are given is looked at here, once.

enum
{
    MAX_IMAGE_SIDE = 8192
};

// In 64 bits: boxes that are far away, or larger than any screen, are cut like others.
box box_cut(box a, box b)
{
    const int32_t x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
    const int64_t a_right = (int64_t)a.x + a.w, b_right = (int64_t)b.x + b.w;
    const int64_t a_bottom = (int64_t)a.y + a.h, b_bottom = (int64_t)b.y + b.h;
    const int64_t w = (a_right < b_right ? a_right : b_right) - x;
    const int64_t h = (a_bottom < b_bottom ? a_bottom : b_bottom) - y;
    return w > 0 && h > 0 ? (box){x, y, (int32_t)w, (int32_t)h} : (box){x, y, 0, 0};
}

static bool is_size(text_size size)
{
    return (int)size >= 0 && size < TEXT_SIZES;
}

static bool is_hidden(const painter *paint, box at)
{
    const box seen = box_cut(at, painter_clip(paint));
    return seen.w == 0 || seen.h == 0;
}

void painter_destroy(painter *paint)
{
    if (paint != NULL)
    {
        paint->kind->destroy(paint);
    }
}

void painter_begin(painter *paint, int32_t w, int32_t h)
{
    LOAM_ASSERT(NULL, w > 0 && h > 0);
    LOAM_ASSERT(NULL, paint->clip_count == 0);
    paint->w = w;
    paint->h = h;
    paint->drawn = 0;
    paint->kind->begin(paint, w, h);
}

loam_result painter_end(painter *paint)
{
    LOAM_ASSERT(NULL, paint->clip_count == 0); // every push had its pop
    return paint->kind->end(paint);
}

void painter_push_clip(painter *paint, box to)
{
    LOAM_ASSERT(NULL, paint->clip_count < PAINTER_MAX_CLIPS);
    const box cut = box_cut(to, painter_clip(paint));
    paint->clips[paint->clip_count++] = cut;
    paint->kind->clip(paint, cut);
}

void painter_pop_clip(painter *paint)
{
    LOAM_ASSERT(NULL, paint->clip_count > 0);
    paint->clip_count--;
    paint->kind->clip(paint, painter_clip(paint));
}

box painter_clip(const painter *paint)
{
    return paint->clip_count > 0 ? paint->clips[paint->clip_count - 1]
                                 : (box){0, 0, paint->w, paint->h};
}

void painter_fill(painter *paint, box at, loam_colour colour)
{
    if (colour.a == 0 || is_hidden(paint, at))
    {
        return;
    }
    paint->drawn++;
    paint->kind->fill(paint, box_cut(at, painter_clip(paint)), colour);
}

void painter_frame(painter *paint, box at, int32_t thick, loam_colour colour)
{
    const int32_t shorter = at.w < at.h ? at.w : at.h;
    if (thick <= 0 || shorter <= 2 * thick)
    {
        painter_fill(paint, thick <= 0 ? (box){0} : at, colour);
        return;
    }
    const int32_t between = at.h - 2 * thick;
    painter_fill(paint, (box){at.x, at.y, at.w, thick}, colour);
    painter_fill(paint, (box){at.x, at.y + at.h - thick, at.w, thick}, colour);
    painter_fill(paint, (box){at.x, at.y + thick, thick, between}, colour);
    painter_fill(paint, (box){at.x + at.w - thick, at.y + thick, thick, between}, colour);
}

void painter_text(painter *paint, int32_t x, int32_t y, text_size size, loam_colour colour,
                  const char *text)
{
    LOAM_ASSERT(NULL, is_size(size) && text != NULL);
    // A line is never wider than the window before it begins to be seen; letters reach a little beyond
    // their line, hence the half.
    const int32_t high = painter_line_height(paint, size);
    const box clip = painter_clip(paint);
    const box lines = {clip.x, y - high / 2, clip.w, 2 * high};
    if (text[0] == 0 || colour.a == 0 || x >= clip.x + clip.w || is_hidden(paint, lines))
    {
        return;
    }
    paint->drawn++;
    paint->kind->text(paint, x, y, size, colour, text);
}

int32_t painter_text_width(painter *paint, text_size size, const char *text, size_t length)
{
    LOAM_ASSERT(NULL, is_size(size) && text != NULL);
    return paint->kind->text_width(paint, size, text, strnlen(text, length));
}

int32_t painter_line_height(painter *paint, text_size size)
{
    LOAM_ASSERT(NULL, is_size(size));
    return paint->kind->line_height(paint, size);
}

loam_result painter_set_scale(painter *paint, float scale)
{
    if (!(scale >= PAINTER_MIN_SCALE && scale <= PAINTER_MAX_SCALE))
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the scale of text is %g; must be %g to %g",
                         (double)scale, (double)PAINTER_MIN_SCALE, (double)PAINTER_MAX_SCALE);
    }
    if (scale == paint->scale)
    {
        return LOAM_OK;
    }
    const loam_result result = paint->kind->set_scale(paint, scale);
    paint->scale = result == LOAM_OK ? scale : paint->scale;
    return result;
}

int32_t painter_scaled(const painter *paint, float length)
{
    return (int32_t)lroundf(length * paint->scale);
}

loam_result painter_image_create(painter *paint, int32_t w, int32_t h, painter_image **out)
{
    *out = NULL;
    if (w < 1 || h < 1 || w > MAX_IMAGE_SIDE || h > MAX_IMAGE_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an image of %dx%d pixels; must be 1 to %d a side",
                         (int)w, (int)h, MAX_IMAGE_SIDE);
    }
    return paint->kind->image_create(paint, w, h, out);
}

void painter_image_destroy(painter *paint, painter_image *image)
{
    if (image != NULL)
    {
        paint->kind->image_destroy(paint, image);
    }
}

void painter_image_update(painter *paint, painter_image *image, const loam_picture *picture)
{
    LOAM_ASSERT(NULL, image != NULL && picture->pixels != NULL);
    paint->kind->image_update(paint, image, picture);
}

void painter_image_draw(painter *paint, painter_image *image, box from, box to, loam_colour tint,
                        bool smooth)
{
    LOAM_ASSERT(NULL, image != NULL);
    if (tint.a == 0 || from.w <= 0 || from.h <= 0 || is_hidden(paint, to))
    {
        return;
    }
    paint->drawn++;
    paint->kind->image_draw(paint, image, from, to, tint, smooth);
}

loam_result painter_read(painter *paint, loam_picture *out)
{
    if (out->w != paint->w || out->h != paint->h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture of %dx%d for what is drawn on %dx%d",
                         (int)out->w, (int)out->h, (int)paint->w, (int)paint->h);
    }
    return paint->kind->read(paint, out);
}
