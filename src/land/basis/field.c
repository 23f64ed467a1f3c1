// SPDX-License-Identifier: MIT
#include "land/basis/field.h"

#include "base/small.h"

// The kernel (1 - d^2 / R^2)^3 is twice differentiable and needs no root. Its radius of one and a half cells
// always holds several sites, as none of the lattice's places is further than 1.1 cells from one. Sums go row
// by row over the lattice, so that their rounding does not depend on the window; sites further than the
// radius add nothing at all.

enum
{
    SCALE = LAND_FIELD_SCALE,
    CELL = LOAM_GRAPH_CELL * SCALE,
    RADIUS = LAND_FIELD_RADIUS,
    PAGE = LOAM_GRAPH_PAGE * SCALE,
    JITTER = CELL / 3 + SCALE, // of a site around its place on the lattice, rounded up
};

static int32_t max_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t min_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

land_field_cell loam_land_field_cell_of(const land_cells *cells, int32_t index, int32_t x,
                                        int32_t z)
{
    return (land_field_cell){
        .x = (cells->site_x[index] + x) * SCALE,
        .z = (cells->site_z[index] + z) * SCALE,
        .values = {[LAND_HEIGHT] = cells->height[index],
                   [LAND_RUGGEDNESS] = cells->ruggedness[index],
                   [LAND_TEMPERATURE] = cells->temperature[index],
                   [LAND_RAIN] = cells->rain[index],
                   [LAND_HUMIDITY] = cells->humidity[index],
                   [LAND_SOIL] = cells->soil[index]},
    };
}

// Lattice row r holds sites within JITTER of its middle, (r + 1/2) pages / LAND_ROWS.
static int32_t row_below(int32_t z)
{
    return (int32_t)loam_floor_div(z / 2 * LAND_ROWS - PAGE / 4, PAGE / 2);
}

// Adds the sites of one row within reach of the place.
static float add_row(const land_field_cell *restrict cells, int32_t count, int32_t x, int32_t z,
                     float *restrict sums)
{
    float total = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const land_field_cell *cell = cells + i;
        const float dx = (float)(cell->x - x), dz = (float)(cell->z - z);
        const float inside = 1.0f - (dx * dx + dz * dz) * (1.0f / ((float)RADIUS * (float)RADIUS));
        if (inside > 0)
        {
            const float weight = inside * inside * inside;
            total += weight;
            for (int32_t k = 0; k < LAND_ATTRIBUTES; k++)
            {
                sums[k] += weight * cell->values[k];
            }
        }
    }
    return total;
}

land_field_part loam_land_field_around(const land_field *field, int32_t x0, int32_t z0, int32_t x1,
                                       int32_t z1)
{
    // Odd rows are shifted by half a cell: a column's sites lie around its first or its second half.
    const int32_t first = max_of((int32_t)loam_floor_div(x0 - RADIUS - JITTER - CELL, CELL) + 1,
                                 field->column);
    const int32_t last = min_of((int32_t)loam_floor_div(x1 + RADIUS + JITTER, CELL),
                                field->column + field->w - 1);
    const int32_t low = max_of(row_below(z0 - RADIUS - JITTER) + 1, field->row);
    const int32_t high = min_of(row_below(z1 + RADIUS + JITTER), field->row + field->h - 1);
    return (land_field_part){.cells = field->cells + (size_t)(low - field->row) * (size_t)field->w +
                                      (first - field->column),
                             .columns = last - first + 1,
                             .rows = high - low + 1,
                             .stride = (size_t)field->w};
}

void loam_land_field_at(const land_field *field, int32_t x, int32_t z, float out[LAND_ATTRIBUTES])
{
    const land_field_part part = loam_land_field_around(field, x, z, x, z);
    float sums[LAND_ATTRIBUTES] = {0};
    float total = 0;
    for (int32_t r = 0; r < part.rows; r++)
    {
        total += add_row(part.cells + (size_t)r * part.stride, part.columns, x, z, sums);
    }
    const float scale = 1.0f / total;
    for (int32_t k = 0; k < LAND_ATTRIBUTES; k++)
    {
        out[k] = sums[k] * scale;
    }
}
