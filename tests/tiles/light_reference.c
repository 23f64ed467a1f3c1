// SPDX-License-Identifier: MIT
#include "light_reference.h"

#include <math.h>
#include <string.h>

enum
{
    MAX_ROW = 512,
};

/// A row of lit units, and the rays that are on their way to them.
typedef struct row
{
    int32_t count;
    float ray[LIGHT_CHANNELS][MAX_ROW];
    float sum[LIGHT_CHANNELS][MAX_ROW];
    float through[MAX_ROW];
} row;

/// Where a row of points lies between units: from the unit at, and its neighbours to the right and above.
typedef struct between
{
    const float *at;
    size_t up;
    float weights[4];
} between;

static void sample(float *restrict out, const between *where, int32_t count)
{
    const float *const restrict low = where->at, *const restrict top = where->at + where->up;
    const float a = where->weights[0], b = where->weights[1];
    const float c = where->weights[2], d = where->weights[3];
    for (int32_t i = 0; i < count; i++)
    {
        out[i] = a * low[i] + b * low[i + 1] + c * top[i] + d * top[i + 1];
    }
}

/// (l + emission) * translucency, at a distance from the units of the row.
static void accumulate(const light_field *field, int32_t x, int32_t y, float dx, float dy, row *r)
{
    const float left = floorf(dx), low = floorf(dy);
    const float u = dx - left, v = dy - low;
    const size_t up = (size_t)field->pitch * LIGHT_PLANES;
    between where = {NULL, up, {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}};
    static float emission[MAX_ROW];
    where.at = light_plane(field, y + (int32_t)low, LIGHT_THROUGH) + x + (int32_t)left;
    sample(r->through, &where, r->count);
    for (int32_t channel = 0; channel < LIGHT_CHANNELS; channel++)
    {
        where.at = light_plane(field, y + (int32_t)low, channel) + x + (int32_t)left;
        sample(emission, &where, r->count);
        float *const restrict ray = r->ray[channel];
        for (int32_t i = 0; i < r->count; i++)
        {
            ray[i] = (ray[i] + emission[i]) * r->through[i];
        }
    }
}

static void gather_row(const light_field *field, int32_t x, int32_t y, int32_t rays, int32_t range,
                       row *r)
{
    memset(r->sum, 0, sizeof r->sum);
    for (int32_t i = 0; i < rays; i++)
    {
        const double turn = 2 * 3.14159265358979323846 * i / rays;
        const float dx = (float)cos(turn), dy = (float)sin(turn);
        memset(r->ray, 0, sizeof r->ray);
        for (int32_t distance = range; distance > 0; distance--)
        {
            accumulate(field, x, y, dx * (float)distance, dy * (float)distance, r);
        }
        for (int32_t channel = 0; channel < LIGHT_CHANNELS; channel++)
        {
            for (int32_t k = 0; k < r->count; k++)
            {
                r->sum[channel][k] += r->ray[channel][k];
            }
        }
    }
}

void light_reference(const loam_tile_light *light, int32_t rays, int32_t range,
                     float (*out)[LIGHT_CHANNELS])
{
    static row r;
    const light_field *const field = &light->field;
    const int32_t margin = light->def.margin;
    r.count = light->lit.w;
    for (int32_t y = 0; y < light->lit.h; y++)
    {
        gather_row(field, margin, y + margin, rays, range, &r);
        for (int32_t x = 0; x < r.count; x++)
        {
            const float *const unit = light_plane(field, y + margin, 0) + x + margin;
            for (int32_t channel = 0; channel < LIGHT_CHANNELS; channel++)
            {
                const float mean = r.sum[channel][x] / (float)rays;
                const float own = LIGHT_SELF * unit[channel * field->pitch];
                out[y * r.count + x][channel] = (mean + own) * unit[LIGHT_THROUGH * field->pitch];
            }
        }
    }
}
