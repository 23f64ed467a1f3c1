// SPDX-License-Identifier: MIT
#include "scene/leaf_texture.h"

#include <math.h>
#include <string.h>

// Leaves are thrown on the picture one by one, the later ones nearer to the viewer and brighter; needles in tufts that a
// twig holds.

enum
{
    BROAD = 620,
    TUFTS = 190,
    NEEDLES = 13, // of a tuft
};

/// Numbers that follow from a state alone.
static float next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

/// One leaf: where it begins, where it points, in texels.
typedef struct leaf
{
    float x, y, turn, length, half; // half of its width, at its widest
    float bright, tilt;
} leaf;

/// How wide a leaf is, 0 .. 1, along it.
static float width_at(float t)
{
    const float ends = sqrtf(fmaxf(1 - t * t, 0));
    return t <= 0 || t >= 1 ? 0 : fminf(sqrtf(4.2f * t), 1) * ends * sqrtf(ends);
}

static void put(uint8_t *texels, int32_t x, int32_t y, const leaf *l, float across, float t)
{
    const int32_t mask = LEAF_SIDE - 1;
    uint8_t *const to = texels + 4 * ((y & mask) * LEAF_SIDE + (x & mask));
    const float rib = fabsf(across) < 0.13f ? 0.14f : 0, edge = 0.12f * fabsf(across);
    const float bright = l->bright * (0.86f + 0.14f * t) + rib - edge;
    to[0] = (uint8_t)(255 * fminf(fmaxf(bright, 0), 1));
    to[1] = (uint8_t)(128 + 100 * (l->tilt * cosf(l->turn) - 0.6f * across * sinf(l->turn)));
    to[2] = (uint8_t)(128 + 100 * (l->tilt * sinf(l->turn) + 0.6f * across * cosf(l->turn)));
    to[3] = 255;
}

static void draw_leaf(uint8_t *texels, const leaf *l)
{
    const float c = cosf(l->turn), s = sinf(l->turn), half = l->half + 1;
    const float right = l->length * c, up = l->length * s;
    const int32_t x1 = (int32_t)(l->x + fmaxf(right, 0) + half),
                  y1 = (int32_t)(l->y + fmaxf(up, 0) + half);
    for (int32_t y = (int32_t)floorf(l->y + fminf(up, 0) - half); y <= y1; y++)
    {
        for (int32_t x = (int32_t)floorf(l->x + fminf(right, 0) - half); x <= x1; x++)
        {
            const float dx = (float)x - l->x, dy = (float)y - l->y;
            const float t = (dx * c + dy * s) / l->length;
            const float wide = l->half * width_at(t), across = dy * c - dx * s;
            if (wide > 0 && fabsf(across) <= wide)
            {
                put(texels, x, y, l, across / l->half, t);
            }
        }
    }
}

static void draw_broad(uint8_t *texels, uint32_t *state)
{
    for (int32_t i = 0; i < BROAD; i++)
    {
        const float length = 26 + 16 * next(state);
        const leaf l = {.x = LEAF_SIDE * next(state),
                        .y = LEAF_SIDE * next(state),
                        .turn = 6.2831853f * next(state),
                        .length = length,
                        .half = length * (0.24f + 0.1f * next(state)),
                        .bright = 0.28f + 0.36f * (float)i / BROAD + 0.2f * next(state),
                        .tilt = next(state) - 0.5f};
        draw_leaf(texels, &l);
    }
}

static void draw_tuft(uint8_t *texels, float x, float y, float turn, float bright, uint32_t *state)
{
    for (int32_t i = 0; i < NEEDLES; i++)
    {
        const float along = 44.0f * (float)i / NEEDLES, side = i % 2 == 0 ? 0.75f : -0.75f;
        const leaf l = {.x = x + along * cosf(turn),
                        .y = y + along * sinf(turn),
                        .turn = turn + side + 0.5f * (next(state) - 0.5f),
                        .length = 24 + 12 * next(state),
                        .half = 2.6f,
                        .bright = bright + 0.16f * next(state),
                        .tilt = next(state) - 0.5f};
        draw_leaf(texels, &l);
    }
}

void leaf_texture_fill(leaf_kind kind, uint8_t *texels)
{
    uint32_t state = 7 + (uint32_t)kind;
    const uint8_t gap[4] = {90, 128, 128, 0};
    for (int32_t i = 0; i < LEAF_SIDE * LEAF_SIDE; i++)
    {
        memcpy(texels + 4 * i, gap, sizeof gap);
    }
    if (kind == LEAF_BROAD)
    {
        draw_broad(texels, &state);
        return;
    }
    for (int32_t i = 0; i < TUFTS; i++)
    {
        const float x = LEAF_SIDE * next(&state), y = LEAF_SIDE * next(&state);
        const float turn = 6.2831853f * next(&state);
        draw_tuft(texels, x, y, turn, 0.28f + 0.42f * (float)i / TUFTS, &state);
    }
}
