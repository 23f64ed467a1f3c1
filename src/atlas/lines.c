// SPDX-License-Identifier: MIT
#include "atlas/tile.h"

#include "loam/maths.h"

#include <math.h>

// Rivers and roads, drawn as how much of each pixel they cover. Where lines meet, the greatest share counts,
// so their order does not matter; and distances are taken from whole numbers relative to the pixel, so they
// are the same from every tile.

enum
{
    EIGHTHS = 8, // of a metre: what positions of lines are in
    AROUND = 5,  // pixels: more than half of the widest line
};

static const float widest = 3.5f; // pixels: what is wider is water of the surface itself

typedef struct line_pen
{
    map_tile *tile;
    int64_t scale;
    float least; // flow
    bool roads;
} line_pen;

int32_t loam_map_line_level(int64_t scale)
{
    return scale <= LOAM_LAND_FINE_STEP ? 2 : scale <= LOAM_LAND_MIDDLE_STEP ? 1 : 0;
}

float loam_map_line_flow(int64_t scale)
{
    // What falls on a square of some thirty pixels makes a river that is worth a line: so there are as many
    // to the eye at every scale. No river is longer than its continent: from far away the square grows by
    // less.
    const float pixels = scale <= 1024 ? 30 : 30 * loam_pow(1024.0f / (float)scale, 0.4f);
    const float side_km = (float)scale * 0.001f * pixels;
    return side_km * side_km > 2 ? side_km * side_km : 2;
}

static float width_px(const line_pen *pen, float flow, float width_m)
{
    const float drawn = 0.75f * loam_pow(flow / pen->least, 0.17f);
    const float real = width_m / (float)pen->scale;
    const float width = drawn > real ? drawn : real;
    return width < 0.6f ? 0.6f : width > widest ? widest : width;
}

typedef struct bounds
{
    int32_t i0, j0, i1, j1; // samples of the tile, the last ones included
} bounds;

static int32_t clamp_index(int64_t value, int32_t count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : (int32_t)value;
}

static int64_t low_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/// Samples that a line can cover; false if there are none.
static bool bound_line(const map_tile *tile, const loam_land_line *line, bounds *out)
{
    const int64_t unit = tile->area.step * EIGHTHS;
    const int64_t x0 = tile->area.x * EIGHTHS, z0 = tile->area.z * EIGHTHS;
    const int64_t left = (low_of(line->x0, line->x1) - x0) / unit - AROUND;
    const int64_t right = (-low_of(-line->x0, -line->x1) - x0) / unit + AROUND;
    const int64_t low = (low_of(line->z0, line->z1) - z0) / unit - AROUND;
    const int64_t high = (-low_of(-line->z0, -line->z1) - z0) / unit + AROUND;
    *out = (bounds){clamp_index(left, tile->area.w), clamp_index(low, tile->area.h),
                    clamp_index(right, tile->area.w), clamp_index(high, tile->area.h)};
    return right >= 0 && high >= 0 && left < tile->area.w && low < tile->area.h;
}

/// The place of a sample along a line, 0..1, and its distance in pixels.
static float nearest_on(const map_tile *tile, const loam_land_line *line, int32_t i, int32_t j,
                        float *distance)
{
    const double unit = (double)(tile->area.step * EIGHTHS);
    const int64_t x = (tile->area.x + i * tile->area.step) * EIGHTHS;
    const int64_t z = (tile->area.z + j * tile->area.step) * EIGHTHS;
    const double dx = (double)(line->x1 - line->x0) / unit,
                 dz = (double)(line->z1 - line->z0) / unit;
    const double px = (double)(x - line->x0) / unit, pz = (double)(z - line->z0) / unit;
    const double length2 = dx * dx + dz * dz;
    double t = length2 > 0 ? (px * dx + pz * dz) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const double ex = px - dx * t, ez = pz - dz * t;
    *distance = (float)sqrt(ex * ex + ez * ez);
    return (float)t;
}

static float cover_of(float width, float distance)
{
    const float cover = width * 0.5f + 0.5f - distance;
    const float max = width < 1 ? width : 1;
    return cover <= 0 ? 0 : cover >= 1 ? max : cover * max;
}

static void draw_river(const line_pen *pen, const loam_land_line *line)
{
    bounds box;
    if (!bound_line(pen->tile, line, &box) || line->width0 > widest * (float)pen->scale)
    {
        return;
    }
    const float from = width_px(pen, line->flow0, line->width0);
    const float to = width_px(pen, line->flow1, line->width1);
    for (int32_t j = box.j0; j <= box.j1; j++)
    {
        for (int32_t i = box.i0; i <= box.i1; i++)
        {
            float distance;
            const float t = nearest_on(pen->tile, line, i, j, &distance);
            const float cover = cover_of(from + (to - from) * t, distance);
            float *here = &pen->tile->river[(size_t)j * (size_t)pen->tile->area.w + (size_t)i];
            *here = cover > *here ? cover : *here;
        }
    }
}

static void draw_road(const line_pen *pen, const loam_land_line *line)
{
    // Where rivers become short from far away, roads are faint, or there would be more of them than of
    // rivers.
    const float width = pen->scale <= 512 ? 1.3f
                                          : 1.3f * loam_pow(512.0f / (float)pen->scale, 0.25f);
    bounds box;
    if (!bound_line(pen->tile, line, &box))
    {
        return;
    }
    for (int32_t j = box.j0; j <= box.j1; j++)
    {
        for (int32_t i = box.i0; i <= box.i1; i++)
        {
            float distance;
            nearest_on(pen->tile, line, i, j, &distance);
            const float cover = cover_of(width, distance);
            float *here = &pen->tile->road[(size_t)j * (size_t)pen->tile->area.w + (size_t)i];
            *here = cover > *here ? cover : *here;
        }
    }
}

static loam_result draw_line(void *user, const loam_land_line *line)
{
    const line_pen *pen = user;
    if (line->kind == LOAM_LINE_ROAD)
    {
        if (pen->roads)
        {
            draw_road(pen, line);
        }
    }
    else if (line->flow1 >= pen->least)
    {
        draw_river(pen, line);
    }
    return LOAM_OK;
}

loam_result loam_map_tile_lines(loam_land *land, const loam_land_map_def *def, map_tile *tile)
{
    line_pen pen = {tile, def->scale, loam_map_line_flow(def->scale), def->roads};
    // Nobody looks at lines on the margin, but for those that reach beyond it.
    loam_land_area area = tile->area;
    area.x += (MAP_MARGIN - AROUND) * area.step;
    area.z += (MAP_MARGIN - AROUND) * area.step;
    area.w -= 2 * (MAP_MARGIN - AROUND);
    area.h -= 2 * (MAP_MARGIN - AROUND);
    return loam_land_lines(land, loam_map_line_level(def->scale), area, pen.least, draw_line, &pen);
}
