// SPDX-License-Identifier: MIT
#include "tiles/light.h"

#include "base/small.h"
#include "loam/jobs.h"

#include <math.h>

// Light becomes shadows. Power 1 is full day: the open sky of noon gives about twice as much, so that the
// ground, which sees half of it, is not darker than what stands above it. A shadow covers 1 - sqrt(power)
// of what is there (Dubsky 2022, 4.2.2).

enum
{
    ROWS_AT_ONCE = 16,
};

static const float gain = 0.5f;

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

static float shade(float power)
{
    return power < 1.0f ? sqrtf(power > 0.0f ? power : 0.0f) : 1.0f;
}

static loam_shadow shadow_of(const float light[LIGHT_CHANNELS])
{
    const float bright = shade(light[3]);
    const float tint = light[3] > 1e-9f ? 0.35f * bright / light[3] : 0.0f;
    return (loam_shadow){loam_clamp01(light[0] * tint), loam_clamp01(light[1] * tint),
                         loam_clamp01(light[2] * tint), 1.0f - bright};
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
    const float through = gain * unit[LIGHT_THROUGH * pitch];
    const float *const before = before_at(light, light->lit.x + x, light->lit.y + y);
    const size_t at = (size_t)y * (size_t)light->lit.w + (size_t)x;
    for (int32_t i = 0; i < LIGHT_CHANNELS; i++)
    {
        const float mean = reached(light, x, y, i) / (float)light->def.directions;
        const float now = (mean + LIGHT_SELF * unit[i * pitch]) * through;
        light->light[at][i] = before != NULL ? now + (before[i] - now) * light->def.smoothing : now;
    }
    light->shadows[at] = shadow_of(light->light[at]);
}

static void finish_rows(void *context, int64_t begin, int64_t end)
{
    loam_tile_light *const light = context;
    for (int32_t y = (int32_t)begin; y < end; y++)
    {
        for (int32_t x = 0; x < light->lit.w; x++)
        {
            finish_unit(light, x, y);
        }
    }
}

void loam_light_finish(loam_tile_light *light)
{
    loam_jobs_for(light->env.jobs, light->lit.h, ROWS_AT_ONCE, finish_rows, light);
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

static taps taps_at(int64_t position, int32_t length, int32_t count)
{
    const int64_t end = (int64_t)count * length;
    const int64_t inside = position < 0 ? 0 : position >= end ? end - 1 : position;
    const int32_t middle = (int32_t)(inside / length);
    const float part = (float)(inside % length) / (float)length - 0.5f;
    return (taps){
        .at = {middle > 0 ? middle - 1 : 0, middle, middle < count - 1 ? middle + 1 : middle},
        .weights = {0.5f * (0.5f - part) * (0.5f - part), 0.75f - part * part,
                    0.5f * (0.5f + part) * (0.5f + part)},
    };
}

/// A part of a row of points: the shadows of the units under it, mixed from three rows, wait here.
enum
{
    STRIP = 64
};

typedef struct unit_strip
{
    int32_t first, count; // units
    float mixed[STRIP][LIGHT_CHANNELS];
} unit_strip;

static void mix_strip(const loam_tile_light *light, const taps *rows, int32_t first,
                      unit_strip *out)
{
    const int32_t w = light->shown.w;
    const loam_shadow *const low = light->shadows + (size_t)rows->at[0] * (size_t)w + first;
    const loam_shadow *const mid = light->shadows + (size_t)rows->at[1] * (size_t)w + first;
    const loam_shadow *const top = light->shadows + (size_t)rows->at[2] * (size_t)w + first;
    const float a = rows->weights[0], b = rows->weights[1], c = rows->weights[2];
    out->first = first;
    out->count = w - first < STRIP ? w - first : STRIP;
    for (int32_t i = 0; i < out->count; i++)
    {
        out->mixed[i][0] = a * low[i].r + b * mid[i].r + c * top[i].r;
        out->mixed[i][1] = a * low[i].g + b * mid[i].g + c * top[i].g;
        out->mixed[i][2] = a * low[i].b + b * mid[i].b + c * top[i].b;
        out->mixed[i][3] = a * low[i].a + b * mid[i].a + c * top[i].a;
    }
}

static loam_shadow mix_point(const unit_strip *strip, const taps *columns)
{
    const float *const left = strip->mixed[columns->at[0] - strip->first];
    const float *const mid = strip->mixed[columns->at[1] - strip->first];
    const float *const right = strip->mixed[columns->at[2] - strip->first];
    const float a = columns->weights[0], b = columns->weights[1], c = columns->weights[2];
    return (loam_shadow){
        a * left[0] + b * mid[0] + c * right[0], a * left[1] + b * mid[1] + c * right[1],
        a * left[2] + b * mid[2] + c * right[2], a * left[3] + b * mid[3] + c * right[3]};
}

static void mix_row(const loam_tile_light *light, const taps *rows, int64_t x, int32_t step,
                    int32_t columns, loam_shadow *out)
{
    const int32_t length = light->def.unit * LOAM_LIGHT_FIXED;
    unit_strip strip;
    strip.first = strip.count = 0;
    for (int32_t i = 0; i < columns; i++)
    {
        const taps under = taps_at(x + (int64_t)i * step, length, light->shown.w);
        if (under.at[0] < strip.first || under.at[2] >= strip.first + strip.count)
        {
            mix_strip(light, rows, under.at[0], &strip);
        }
        out[i] = mix_point(&strip, &under);
    }
}

void loam_tile_light_grid(const loam_tile_light *light, int64_t x, int64_t y, int32_t step,
                          int32_t columns, int32_t rows, loam_shadow *out)
{
    LOAM_ASSERT(NULL, light != NULL);
    LOAM_ASSERT(&light->env, light->shown.w > 0);
    LOAM_ASSERT(&light->env, step >= 0 && columns >= 0 && rows >= 0);
    const uint64_t length = (uint64_t)light->def.unit * LOAM_LIGHT_FIXED;
    const int64_t left = (int64_t)((uint64_t)x - (uint64_t)light->shown.x * length);
    const int64_t low = (int64_t)((uint64_t)y - (uint64_t)light->shown.y * length);
    for (int32_t row = 0; row < rows; row++)
    {
        const taps around = taps_at(low + (int64_t)row * step, (int32_t)length, light->shown.h);
        mix_row(light, &around, left, step, columns, out + (size_t)row * (size_t)columns);
    }
}

loam_shadow loam_tile_light_at(const loam_tile_light *light, int64_t x, int64_t y)
{
    loam_shadow out;
    loam_tile_light_grid(light, x, y, 0, 1, 1, &out);
    return out;
}
