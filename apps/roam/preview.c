// SPDX-License-Identifier: MIT
#include "roam/preview.h"

#include <math.h>
#include <string.h>

bool roam_preview_begin(roam *r, roam_preview *p, int32_t w, int32_t h)
{
    if (p->image == NULL &&
        (loam_picture_create(&r->env, w, h, loam_rgb(0), &p->picture) != LOAM_OK ||
         painter_image_create(r->paint, w, h, &p->image) != LOAM_OK))
    {
        loam_picture_destroy(&r->env, &p->picture);
        return false;
    }
    return true;
}

void roam_preview_painted(roam *r, roam_preview *p)
{
    painter_image_update(r->paint, p->image, &p->picture);
}

void roam_preview_end(roam *r, roam_preview *p)
{
    if (p->image != NULL)
    {
        painter_image_destroy(r->paint, p->image);
        loam_picture_destroy(&r->env, &p->picture);
    }
    p->image = NULL;
}

void roam_preview_draw(roam *r, roam_preview *p, box at, const char *title, bool smooth)
{
    const int32_t high = painter_line_height(r->paint, TEXT_SMALL);
    painter_fill(r->paint, (box){at.x - 3, at.y - 3, at.w + 6, at.w + high + 6},
                 (loam_colour){0, 0, 0, 150});
    painter_text(r->paint, at.x, at.y, TEXT_SMALL, (loam_colour){255, 255, 255, 235}, title);
    painter_image_draw(r->paint, p->image, (box){0, 0, p->picture.w, p->picture.h},
                       (box){at.x, at.y + high, at.w, at.w}, (loam_colour){255, 255, 255, 255},
                       smooth);
}

void roam_preview_viewer(roam *r, int32_t x, int32_t y)
{
    const int32_t dot = painter_scaled(r->paint, 3) > 2 ? painter_scaled(r->paint, 3) : 2;
    const float turn = (float)(r->yaw * 0.017453292519943295);
    for (int32_t i = 0; i < 5; i++)
    {
        const float far = (float)(i * dot);
        const int32_t size = i == 0 ? dot + 2 : dot;
        painter_fill(r->paint,
                     (box){x + (int32_t)(sinf(turn) * far) - size / 2,
                           y - (int32_t)(cosf(turn) * far) - size / 2, size, size},
                     i == 0 ? loam_rgb(0xffffff) : loam_rgb(0xb03020));
    }
}

void roam_remember(void *items, int32_t *count, int32_t most, size_t size, const void *before)
{
    uint8_t *const bytes = items;
    if (*count == most)
    {
        memmove(bytes, bytes + size, (size_t)(most - 1) * size);
        (*count)--;
    }
    memcpy(bytes + (size_t)*count * size, before, size);
    (*count)++;
}

bool roam_recall(const void *items, int32_t *count, size_t size, void *out)
{
    if (*count == 0)
    {
        return false;
    }
    (*count)--;
    memcpy(out, (const uint8_t *)items + (size_t)*count * size, size);
    return true;
}
