// SPDX-License-Identifier: MIT
#include "tiles/light/light.h"

#include "base/small.h"
#include "loam/jobs.h"

#include <math.h>

// Light becomes shadows. Power 1 is full day: the open sky of noon gives four times as much, so that the
// ground, which sees half of it and swallows some, is not darker than what stands above it. A shadow covers
// 1 - sqrt(power) of what is there (Dubsky 2022, 4.2.2).

enum
{
    SQUARE = 16, // units along the side of what is finished at once
};

#define MOST_POWER 3.0f // of a unit, for its neighbourhood

// ---- units --------------------------------------------------------------------------------------

/// The sum over all groups of a channel at a lit unit.
static float reached(const loam_tile_light *light, int32_t x, int32_t y, int32_t channel)
{
    float rows = 0, columns = 0;
    for (int32_t group = 0; group < light->groups; group++)
    {
        rows += light_sum(&light->lanes[0][group].sums, y, channel)[x];
        columns += light_sum(&light->lanes[1][group].sums, x, channel)[y];
    }
    return rows + columns;
}

/// What is smooth between units: the colour of the light, and how bright it is in the place of alpha. That
/// goes beyond full light, so that the edge of a bright place is as round as it is between units, but not
/// far, so that a lamp does not shine through a thin wall.
static loam_shadow tint_of(const float light[LIGHT_CHANNELS])
{
    const float power = light[3];
    if (!(power > 1e-12f))
    {
        return (loam_shadow){1.0f, 1.0f, 1.0f, 0.0f};
    }
    const float rg = light[0] > light[1] ? light[0] : light[1];
    const float max = 1.0f / (rg > light[2] ? rg : light[2]);
    return (loam_shadow){light[0] * max, light[1] * max, light[2] * max,
                         sqrtf(power < MOST_POWER ? power : MOST_POWER)};
}

static inline loam_shadow shadow_of(loam_shadow tint)
{
    // Weights add up to 1, but for rounding.
    return (loam_shadow){tint.r < 1.0f ? tint.r : 1.0f, tint.g < 1.0f ? tint.g : 1.0f,
                         tint.b < 1.0f ? tint.b : 1.0f, tint.a < 1.0f ? 1.0f - tint.a : 0.0f};
}

loam_shadow loam_light_shadow(const float light[LIGHT_CHANNELS])
{
    return shadow_of(tint_of(light));
}

/// What there was at a unit of the world before, NULL if it was not lit.
static const float *before_at(const loam_tile_light *light, int64_t x, int64_t y)
{
    const light_area *const shown = &light->shown;
    const int64_t column = x - shown->x, row = y - shown->y;
    return column >= 0 && row >= 0 && column < shown->w && row < shown->h
               ? light->before[row * shown->w + column]
               : NULL;
}

static void finish_unit(loam_tile_light *light, int32_t x, int32_t y)
{
    const int32_t margin = light->def.margin;
    const float *const unit = light_plane(&light->field, y + margin, 0) + x + margin;
    const int32_t pitch = light->field.pitch;
    const float through = unit[LIGHT_THROUGH * pitch];
    const float *const before = before_at(light, light->lit.x + x, light->lit.y + y);
    const size_t at = (size_t)y * (size_t)light->lit.w + (size_t)x;
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        const float mean = reached(light, x, y, i) / (float)light->def.directions;
        const float now = (mean + LIGHT_SELF * unit[i * pitch]) * through;
        light->light[at][i] = before != NULL ? now + (before[i] - now) * light->def.smoothing : now;
    }
    light->tints[at] = tint_of(light->light[at]);
}

static void finish_square(loam_tile_light *light, int32_t left, int32_t low)
{
    const int32_t right = left + SQUARE < light->lit.w ? left + SQUARE : light->lit.w;
    const int32_t top = low + SQUARE < light->lit.h ? low + SQUARE : light->lit.h;
    for (int32_t y = low; y < top; y++)
    {
        for (int32_t x = left; x < right; x++)
        {
            finish_unit(light, x, y);
        }
    }
}

/// Square by square: half of the sums are rows for columns.
static void finish_rows(void *context, int64_t begin, int64_t end)
{
    loam_tile_light *const light = context;
    for (int64_t y = begin * SQUARE; y < end * SQUARE; y += SQUARE)
    {
        for (int32_t x = 0; x < light->lit.w; x += SQUARE)
        {
            finish_square(light, x, (int32_t)y);
        }
    }
}

void loam_light_finish(loam_tile_light *light)
{
    loam_jobs_for(light->env.jobs, (light->lit.h + SQUARE - 1) / SQUARE, 1, finish_rows, light);
    light->shown = light->lit;
}

// ---- points between units -----------------------------------------------------------------------

/// The three units around a point on one axis, clamped to those that are lit, and their weights: a
/// quadratic B-spline, which has neither steps nor creases.
typedef struct taps
{
    int32_t at[3];
    float weights[3];
} taps;

/// An axis: lengths are in 1/LOAM_LIGHT_FIXED of a tile.
typedef struct axis
{
    int64_t last; // the last point on it
    int32_t unit_log2;
    int32_t count; // units
} axis;

static axis axis_of(const loam_tile_light *light, int32_t count)
{
    const int32_t unit = light->def.unit * LOAM_LIGHT_FIXED;
    int32_t unit_log2 = 0;
    while (1 << unit_log2 < unit)
    {
        unit_log2++;
    }
    return (axis){(int64_t)count * unit - 1, unit_log2, count};
}

static inline taps taps_at(const axis *on, int64_t position)
{
    const int64_t inside = position < 0 ? 0 : position > on->last ? on->last : position;
    const int32_t middle = (int32_t)(inside >> on->unit_log2), unit = 1 << on->unit_log2;
    const float part = (float)(int32_t)(inside & (unit - 1)) * (1.0f / (float)unit) - 0.5f;
    return (taps){
        .at = {middle > 0 ? middle - 1 : 0, middle, middle < on->count - 1 ? middle + 1 : middle},
        .weights = {0.5f * (0.5f - part) * (0.5f - part), 0.75f - part * part,
                    0.5f * (0.5f + part) * (0.5f + part)},
    };
}

/// Columns of points that are done together, and the units under them.
enum
{
    POINTS = 128,
    STRIP = 66
};

typedef struct point_block
{
    int32_t first, units; // under them
    int32_t count;
    taps columns[POINTS]; // counted from the first unit
} point_block;

static inline loam_shadow mix3(const loam_shadow *a, const loam_shadow *b, const loam_shadow *c,
                               const float weights[3])
{
    const float u = weights[0], v = weights[1], w = weights[2];
    return (loam_shadow){u * a->r + v * b->r + w * c->r, u * a->g + v * b->g + w * c->g,
                         u * a->b + v * b->b + w * c->b, u * a->a + v * b->a + w * c->a};
}

/// The next points, at most `max`, as many as units under them fit into a strip.
static void place_block(point_block *block, const axis *across, int64_t x, int32_t step,
                        int32_t max)
{
    block->count = 0;
    while (block->count < max && block->count < POINTS)
    {
        taps under = taps_at(across, loam_after_steps(x, step, block->count));
        block->first = block->count == 0 ? under.at[0] : block->first;
        if (under.at[2] - block->first >= STRIP)
        {
            return;
        }
        block->units = under.at[2] - block->first + 1;
        for (int32_t i = 0; i < 3; i++)
        {
            under.at[i] -= block->first;
        }
        block->columns[block->count++] = under;
    }
}

static void mix_row(const loam_tile_light *light, const point_block *block, const taps *rows,
                    loam_shadow *restrict out)
{
    const loam_shadow *lines[3];
    for (int32_t i = 0; i < 3; i++)
    {
        lines[i] = light->tints + (size_t)rows->at[i] * (size_t)light->shown.w + block->first;
    }
    loam_shadow mixed[STRIP], tints[POINTS];
    for (int32_t i = 0; i < block->units; i++)
    {
        mixed[i] = mix3(&lines[0][i], &lines[1][i], &lines[2][i], rows->weights);
    }
    for (int32_t i = 0; i < block->count; i++)
    {
        const taps *const under = &block->columns[i];
        tints[i] = mix3(&mixed[under->at[0]], &mixed[under->at[1]], &mixed[under->at[2]],
                        under->weights);
    }
    // Apart, so that several points are done at once.
    for (int32_t i = 0; i < block->count; i++)
    {
        out[i] = shadow_of(tints[i]);
    }
}

void loam_tile_light_grid(const loam_tile_light *light, int64_t x, int64_t y, int32_t step,
                          int32_t columns, int32_t rows, loam_shadow *out)
{
    LOAM_ASSERT(NULL, light != NULL);
    LOAM_ASSERT(&light->env, light->shown.w > 0);
    LOAM_ASSERT(&light->env, step >= 0 && columns >= 0 && rows >= 0);
    // Only the place relative to the view matters: positions may wrap around.
    const uint64_t unit = (uint64_t)light->def.unit * LOAM_LIGHT_FIXED;
    const int64_t left = (int64_t)((uint64_t)x - (uint64_t)light->shown.x * unit);
    const int64_t low = (int64_t)((uint64_t)y - (uint64_t)light->shown.y * unit);
    const axis across = axis_of(light, light->shown.w), upwards = axis_of(light, light->shown.h);
    point_block block;
    for (int32_t column = 0; column < columns; column += block.count)
    {
        place_block(&block, &across, loam_after_steps(left, step, column), step, columns - column);
        for (int32_t row = 0; row < rows; row++)
        {
            const taps around = taps_at(&upwards, loam_after_steps(low, step, row));
            mix_row(light, &block, &around, out + (size_t)row * (size_t)columns + column);
        }
    }
}

loam_shadow loam_tile_light_at(const loam_tile_light *light, int64_t x, int64_t y)
{
    loam_shadow out;
    loam_tile_light_grid(light, x, y, 0, 1, 1, &out);
    return out;
}
