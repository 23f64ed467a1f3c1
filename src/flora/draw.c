// SPDX-License-Identifier: MIT
#include "loam/flora.h"
#include "loam/maths.h"

// Pictures for whoever writes a grammar: branches as lines that taper, leaves, buds and flowers as dots.

enum
{
    TAPER_PIECES = 4, // lines that a tapering segment is made of
    SLABS = 16        // of depth, drawn from the farthest to the nearest
};

loam_plant_look loam_default_plant_look(void)
{
    return (loam_plant_look){.scale = 4.0f,
                             .leaf_size = 1.0f,
                             .wood = loam_rgb(0x5b4632),
                             .leaf = loam_rgb(0x4f8a3c),
                             .bud = loam_rgb(0x6fa04a),
                             .flower = loam_rgb(0xe27aa0)};
}

typedef struct plant_pen
{
    loam_picture *picture;
    const loam_plant_look *look;
    float c, s; // of the turn
} plant_pen;

typedef struct spot
{
    float x, y;  // pixels
    float depth; // towards the viewer, units
} spot;

static spot place(const plant_pen *pen, const float *at)
{
    return (spot){.x = pen->look->x + (at[0] * pen->c + at[2] * pen->s) * pen->look->scale,
                  .y = pen->look->y - at[1] * pen->look->scale,
                  .depth = at[2] * pen->c - at[0] * pen->s};
}

static loam_colour wood_of(const loam_plant_look *look, const loam_plant_segment *segment)
{
    return segment->part == 0 ? look->wood : loam_colour_mix(look->wood, look->leaf, 0.6f);
}

static loam_colour colour_of_depth(int32_t depth)
{
    static const uint32_t colours[] = {0x202020, 0xb03030, 0xc07820, 0x4f8a3c, 0x2f7f9f, 0x6f4fb0};
    const int32_t count = (int32_t)(sizeof colours / sizeof colours[0]);
    return loam_rgb(colours[depth < count ? depth : count - 1]);
}

static void segment_end(const loam_plant_segment *segment, float *end)
{
    for (int k = 0; k < 3; k++)
    {
        end[k] = segment->base[k] + segment->heading[k] * segment->length;
    }
}

static void draw_segment(const plant_pen *pen, const loam_plant_segment *segment)
{
    float end[3];
    segment_end(segment, end);
    const spot a = place(pen, segment->base), b = place(pen, end);
    if (pen->look->skeleton)
    {
        loam_picture_line(pen->picture, a.x, a.y, b.x, b.y, 1.2f, colour_of_depth(segment->depth));
        loam_picture_line(pen->picture, b.x, b.y, b.x, b.y, 2.5f, colour_of_depth(segment->depth));
        return;
    }
    for (int i = 0; i < TAPER_PIECES; i++)
    {
        const float t = (float)i / TAPER_PIECES, u = (float)(i + 1) / TAPER_PIECES;
        const float width = segment->width + (segment->tip_width - segment->width) * (t + u) * 0.5f;
        loam_picture_line(pen->picture, a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t,
                          a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u, width * pen->look->scale,
                          wood_of(pen->look, segment));
    }
}

/// Leaves are lighter and darker by turns, so that crowns have depth.
static void draw_organ(const plant_pen *pen, const loam_plant_organ *organ, int32_t index)
{
    const loam_plant_look *const look = pen->look;
    const loam_colour colours[] = {look->leaf, look->bud, look->flower};
    const spot at = place(pen, organ->at);
    const float size = organ->size * look->leaf_size * look->scale;
    const float reach = look->skeleton ? 0.0f : size * 0.5f;
    const loam_colour colour = loam_colour_shade(colours[organ->kind],
                                                 0.85f + 0.1f * (float)(index * 7 % 4));
    loam_picture_line(pen->picture, at.x, at.y, at.x + organ->heading[0] * reach,
                      at.y - organ->heading[1] * reach, look->skeleton ? 3.0f : size, colour);
}

static int32_t slab_of(float depth, float near, float far)
{
    const float t = near > far ? (depth - far) / (near - far) * (SLABS - 1) : 0.0f;
    return t <= 0.0f ? 0 : t >= SLABS - 1 ? SLABS - 1 : (int32_t)t;
}

void loam_plant_draw(loam_picture *picture, const loam_plant *plant, const loam_plant_look *look)
{
    const float angle = look->turn * (LOAM_PI / 180.0f);
    const plant_pen pen = {
        .picture = picture, .look = look, .c = loam_cos(angle), .s = loam_sin(angle)};
    float low[3], high[3];
    loam_plant_extent(plant, low, high);
    const float reach = (high[0] - low[0]) + (high[2] - low[2]);
    const float near = high[2] > low[2] ? reach : 0.0f, far = -near;
    for (int32_t slab = 0; slab < (near > far ? SLABS : 1); slab++)
    {
        for (int32_t i = 0; i < plant->segment_count; i++)
        {
            if (slab_of(place(&pen, plant->segments[i].base).depth, near, far) == slab)
            {
                draw_segment(&pen, &plant->segments[i]);
            }
        }
        for (int32_t i = 0; i < plant->organ_count; i++)
        {
            if (slab_of(place(&pen, plant->organs[i].at).depth, near, far) == slab)
            {
                draw_organ(&pen, &plant->organs[i], i);
            }
        }
    }
}
