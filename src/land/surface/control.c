// SPDX-License-Identifier: MIT
#include "land/surface/control.h"

#include "base/small.h"

#include <math.h>
#include <string.h>

_Static_assert(LAND_CONTROL_SIDE <= LAND_SPLINE_SIDE, "splines run over the control grid");

static const float coast_far = 8192; // see loam_land_place

int32_t loam_land_level_of(int64_t step)
{
    return step <= LOAM_LAND_FINE_STEP ? 2 : step <= LOAM_LAND_MIDDLE_STEP ? 1 : 0;
}

int32_t loam_land_block_side(int64_t step)
{
    const int64_t span = LAND_BLOCK_CELLS * loam_land_cell_size(loam_land_level_of(step)) / step;
    return span < LAND_BLOCK_SIDE - 1 ? (int32_t)span : LAND_BLOCK_SIDE - 1;
}

// The control point nearest to a place.
static int64_t nearest_point(int64_t place, int64_t spacing)
{
    return loam_floor_div(place + spacing / 2, spacing);
}

land_control_grid loam_land_control_over(const land_block *block)
{
    // More on every side than the spline needs: for slopes, and gullies that follow those.
    const int64_t spacing = loam_land_cell_size(block->level) / LAND_CONTROLS_TO_CELL;
    const int64_t x = nearest_point(block->x, spacing) - LAND_CONTROL_MARGIN,
                  z = nearest_point(block->z, spacing) - LAND_CONTROL_MARGIN;
    const int64_t x1 = nearest_point(block->x + (block->w - 1) * block->step, spacing) +
                       LAND_CONTROL_MARGIN;
    const int64_t z1 = nearest_point(block->z + (block->h - 1) * block->step, spacing) +
                       LAND_CONTROL_MARGIN;
    return (land_control_grid){.x = x * spacing,
                               .z = z * spacing,
                               .spacing = spacing,
                               .w = (int32_t)(x1 - x + 1),
                               .h = (int32_t)(z1 - z + 1)};
}

static void init_spline(land_spline *spline, int64_t place, int64_t step, int32_t count,
                        int64_t first, const land_control_grid *grid)
{
    const int64_t spacing = grid->spacing;
    for (int32_t i = 0; i < count; i++, place += step)
    {
        const int64_t nearest = grid->half ? loam_floor_div(place, spacing)
                                           : nearest_point(place, spacing);
        const float f = (float)(place - nearest * spacing) / (float)spacing -
                        (grid->half ? 0.5f : 0);
        spline->first[i] = (int32_t)(nearest - first / spacing) - 1;
        spline->share[0][i] = 0.5f * (0.5f - f) * (0.5f - f);
        spline->share[1][i] = 0.75f - f * f;
        spline->share[2][i] = 0.5f * (0.5f + f) * (0.5f + f);
    }
}

void loam_land_splines_init(land_splines *splines, const land_block *block,
                            const land_control_grid *grid)
{
    init_spline(&splines->columns, block->x, block->step, block->w, grid->x, grid);
    init_spline(&splines->rows, block->z, block->step, block->h, grid->z, grid);
}

// A row of samples from one of control points. Samples between the same points are next to each other.
static void fill_row(const land_spline *columns, int32_t count, const float *points,
                     float *restrict out)
{
    for (int32_t i = 0; i < count;)
    {
        const int32_t first = columns->first[i];
        int32_t end = i + 1;
        while (end < count && columns->first[end] == first)
        {
            end++;
        }
        const float low = points[first], middle = points[first + 1], high = points[first + 2];
        for (; i < end; i++)
        {
            out[i] = columns->share[0][i] * low + columns->share[1][i] * middle +
                     columns->share[2][i] * high;
        }
    }
}

void loam_land_spline_fill(const land_splines *splines, const land_block *block,
                           const land_control_grid *grid, const float *points, float *out)
{
    float row[LAND_SPLINE_SIDE];
    const land_spline *rows = &splines->rows;
    for (int32_t j = 0; j < block->h; j++)
    {
        const float share[3] = {rows->share[0][j], rows->share[1][j], rows->share[2][j]};
        const float *low = points + (size_t)rows->first[j] * (size_t)grid->w;
        const float *middle = low + grid->w, *high = middle + grid->w;
        for (int32_t i = 0; i < grid->w; i++)
        {
            row[i] = share[0] * low[i] + share[1] * middle[i] + share[2] * high[i];
        }
        fill_row(&splines->columns, block->w, row, out + (size_t)j * (size_t)block->w);
    }
}

// ---- control points -------------------------------------------------------------------------------------

static int32_t round_to_int(float value)
{
    return loam_floor_int(value + 0.5f);
}

// Attributes at all places of a group.
static void ask_field(const land_ground_kernels *kernels, const land_field *field,
                      land_field_group *group)
{
    int32_t x0 = group->x[0], z0 = group->z[0], x1 = x0, z1 = z0;
    for (int32_t k = 1; k < LAND_FIELD_GROUP; k++)
    {
        x0 = group->x[k] < x0 ? group->x[k] : x0;
        z0 = group->z[k] < z0 ? group->z[k] : z0;
        x1 = group->x[k] > x1 ? group->x[k] : x1;
        z1 = group->z[k] > z1 ? group->z[k] : z1;
    }
    kernels->fill_group(loam_land_field_around(field, x0, z0, x1, z1), group);
}

// Places of control points of a row from the i-th on, moved by the warps. If there are fewer than places, the
// last one fills them.
static void place_group(const land_control_source *source, const land_control_grid *grid, int32_t i,
                        int32_t j, const float *warp_x, const float *warp_z,
                        land_field_group *group)
{
    const float units = (float)LOAM_GRAPH_CELL * LAND_FIELD_SCALE /
                        (float)loam_land_cell_size(source->level);
    const int64_t z = grid->z - source->origin_z + j * grid->spacing;
    for (int32_t k = 0; k < LAND_FIELD_GROUP; k++)
    {
        const int32_t column = i + k < grid->w ? i + k : grid->w - 1;
        const int64_t x = grid->x - source->origin_x + column * grid->spacing;
        const size_t p = (size_t)j * (size_t)grid->w + (size_t)column;
        group->x[k] = land_field_units(x, source->level) + round_to_int(warp_x[p] * units);
        group->z[k] = land_field_units(z, source->level) + round_to_int(warp_z[p] * units);
    }
}

static void fill_attributes(const land_control_source *source, const land_control_grid *grid,
                            float *const *values)
{
    land_field_group group;
    for (int32_t j = 0; j < grid->h; j++)
    {
        for (int32_t i = 0; i < grid->w; i += LAND_FIELD_GROUP)
        {
            const int32_t left = grid->w - i;
            const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
            const size_t count = (size_t)(left < LAND_FIELD_GROUP ? left : LAND_FIELD_GROUP);
            place_group(source, grid, i, j, values[LAND_POINT_SLOPE], values[LAND_POINT_COAST],
                        &group);
            ask_field(source->kernels, source->field, &group);
            for (int32_t a = 0; a < LAND_ATTRIBUTES; a++)
            {
                memcpy(values[a] + p, group.values[a], count * sizeof(float));
            }
        }
    }
}

loam_result loam_land_control_read(const land_control_source *source, const land_control_grid *grid,
                                   float *const *values)
{
    const loam_noise_area area = {
        .x = grid->x, .y = grid->z, .step = grid->spacing, .w = grid->w, .h = grid->h, .d = 1};
    float *dx = values[LAND_POINT_SLOPE], *dz = values[LAND_POINT_COAST];
    loam_result result = loam_noise_grid2(source->warp_x, dx, area);
    result = result ? result : loam_noise_grid2(source->warp_z, dz, area);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (size_t p = 0; p < (size_t)grid->w * (size_t)grid->h; p++)
    {
        dx[p] *= source->warp_m;
        dz[p] *= source->warp_m;
    }
    fill_attributes(source, grid, values);
    return LOAM_OK;
}

// Slopes and distances to the coast by differences; the outermost points have none and need none.
void loam_land_control_slopes(const land_control_grid *grid, float *const *values)
{
    const float *height = values[LAND_HEIGHT];
    const float scale = 0.5f / (float)grid->spacing;
    for (int32_t j = 0; j < grid->h; j++)
    {
        for (int32_t i = 0; i < grid->w; i++)
        {
            const size_t p = (size_t)j * (size_t)grid->w + (size_t)i;
            const bool inside = i > 0 && j > 0 && i < grid->w - 1 && j < grid->h - 1;
            const float dx = inside ? (height[p + 1] - height[p - 1]) * scale : 0;
            const float dz = inside ? (height[p + (size_t)grid->w] - height[p - (size_t)grid->w]) *
                                          scale
                                    : 0;
            const float slope = sqrtf(dx * dx + dz * dz);
            values[LAND_POINT_SLOPE][p] = slope;
            values[LAND_POINT_EAST][p] = dx;
            values[LAND_POINT_NORTH][p] = dz;
            values[LAND_POINT_COAST][p] = loam_clamp(height[p] / (slope + 1e-5f), -coast_far,
                                                     coast_far);
        }
    }
}
