// SPDX-License-Identifier: MIT
#include "land/surface/mouths.h"

#include "land/basis/detail.h"
#include "land/water/climate.h"
#include "loam/maths.h"

#include <string.h>

// Heights of cells are smoothed into a field, and a cell of the sea between higher ones of the land is lost
// in it: rivers would run there from all sides and end on dry land. So the ground comes down to the sea
// around the site of such a cell and on the way to the deepest sea beside it, as inlets let the sea in on the
// finer graphs. Distances are measured through the warp, as all else is, so that no such coast is a circle.

enum
{
    NEAR_CELLS = 2, // further from a grid than this no place matters to it
    STEPS = 4,      // places on the way from a cell of the sea to the next
    REACH_0 = 60, // per cent of a cell: how far around a place the ground is lowered, by the level
    REACH_1 = 45,
    // How far a grid lies around its block, per cent of a cell.
    BESIDE_BLOCK = 100 * (2 * LAND_CONTROL_MARGIN + 1) / (2 * LAND_CONTROLS_TO_CELL) + 1,
};

// Places and points of the grid are moved, each by the warp at most. A row is 8/9 of a cell.
_Static_assert(REACH_1 <= REACH_0 && REACH_0 + 2 * LAND_WARP_PERCENT <= 100 * NEAR_CELLS,
               "no place further away lowers anything");
_Static_assert((LAND_RIVER_MARGIN + 1 - LAND_FIELD_REACH) * 100 * 8 / 9 >=
                   100 * NEAR_CELLS + BESIDE_BLOCK + LAND_WARP_PERCENT,
               "the field is known at every place that is near");

/// How much is opened on a graph.
typedef struct mouth_figures
{
    float reach_cells; // how far around a place the ground is lowered
    float depth_m;     // of the water there
    float flow_cells;  // whose rain runs into it, at least: brooks find the coast themselves
} mouth_figures;

static const mouth_figures figures[LOAM_LAND_LEVELS - 1] = {{REACH_0 / 100.0f, 6, 0.5f},
                                                            {REACH_1 / 100.0f, 1.5f, 4}};
static const float rounding = 1.3f; // curves between control points cut off what is deepest

/// A place where there has to be water.
typedef struct sea_place
{
    int64_t x, z;         // m
    float warp_x, warp_z; // m
    float drop;           // by how much the ground there is too high
} sea_place;

// What is left to know of a place that is at (x, z) of the field.
static loam_result read_ground(const land_control_source *source, int32_t x, int32_t z,
                               sea_place *out)
{
    const float units = (float)LOAM_GRAPH_CELL * LAND_FIELD_SCALE /
                        (float)loam_land_cell_size(source->level);
    float at[LAND_ATTRIBUTES];
    loam_result result = loam_noise_points(source->warp_x, &out->warp_x, 2, &out->x, &out->z, NULL,
                                           1);
    result = result ? result
                    : loam_noise_points(source->warp_z, &out->warp_z, 2, &out->x, &out->z, NULL, 1);
    if (result == LOAM_OK)
    {
        out->warp_x *= source->warp_m;
        out->warp_z *= source->warp_m;
        loam_land_field_at(source->field, x + (int32_t)(out->warp_x * units),
                           z + (int32_t)(out->warp_z * units), at);
        out->drop = rounding * (at[LAND_HEIGHT] + figures[source->level].depth_m);
    }
    return result;
}

static bool is_near(const land_control_grid *grid, int64_t cell, const sea_place *place)
{
    const int64_t far = NEAR_CELLS * cell;
    return place->x > grid->x - far && place->x < grid->x + grid->w * grid->spacing + far &&
           place->z > grid->z - far && place->z < grid->z + grid->h * grid->spacing + far;
}

// Of places that are close to each other the one that asks for more counts.
static void add_drop(const sea_place *place, float reach, const land_control_grid *grid,
                     float *const *values, float *drop)
{
    const float *warp_x = values[LAND_POINT_SLOPE], *warp_z = values[LAND_POINT_COAST];
    for (int32_t p = 0; p < grid->w * grid->h; p++)
    {
        // Whole metres first: the difference is the same from every grid.
        const float dx = (float)(grid->x + p % grid->w * grid->spacing - place->x) +
                         (warp_x[p] - place->warp_x);
        const float dz = (float)(grid->z + p / grid->w * grid->spacing - place->z) +
                         (warp_z[p] - place->warp_z);
        const float inside = 1 - (dx * dx + dz * dz) / (reach * reach);
        const float here = inside > 0 ? place->drop * inside * inside : 0;
        drop[p] = here > drop[p] ? here : drop[p];
    }
}

/// What drops are found from and for.
typedef struct drop_job
{
    const land_control_source *source;
    const land_river_cells *cells;
    const land_control_grid *grid;
    float *const *values;
    float *drop; // at points, 0 where nothing is to be done
} drop_job;

// Lowers the ground at (x, z) of the field.
static loam_result open_at(const drop_job *job, int32_t x, int32_t z)
{
    const int64_t cell = loam_land_cell_size(job->source->level);
    const int64_t scale = (int64_t)LOAM_GRAPH_CELL * LAND_FIELD_SCALE;
    // Rounded down, so that a place is the same wherever it is counted from.
    sea_place place = {.x = job->cells->origin_x + loam_floor_div(x * cell, scale),
                       .z = job->cells->origin_z + loam_floor_div(z * cell, scale)};
    if (!is_near(job->grid, cell, &place))
    {
        return LOAM_OK;
    }
    const loam_result result = read_ground(job->source, x, z, &place);
    if (!result && place.drop > 0)
    {
        add_drop(&place, figures[job->source->level].reach_cells * (float)cell, job->grid,
                 job->values, job->drop);
    }
    return result;
}

static loam_result open_mouth(const drop_job *job, int32_t cell)
{
    const land_curve_cells *cells = &job->cells->curves;
    const int32_t deepest = loam_land_deepest_beside(cells, cell);
    const bool alone = deepest == LAND_NO_DIRECTION;
    const int32_t to = alone ? cell : land_curve_neighbour(cells, cell, deepest);
    const int32_t steps = alone ? 0 : STEPS;
    loam_result result = open_at(job, cells->x[cell], cells->z[cell]);
    for (int32_t i = 1; i <= steps && !result; i++)
    {
        result = open_at(job, cells->x[cell] + (cells->x[to] - cells->x[cell]) / STEPS * i,
                         cells->z[cell] + (cells->z[to] - cells->z[cell]) / STEPS * i);
    }
    return result;
}

static loam_result open_mouths(const drop_job *job)
{
    const float cell = (float)loam_land_cell_size(job->source->level);
    const float flow = figures[job->source->level].flow_cells * cell * cell * 1e-6f;
    const land_curve_cells *cells = &job->cells->curves;
    const int32_t w = cells->window.w;
    loam_result result = LOAM_OK;
    // Cells at the border of the window are far from the grid.
    for (int32_t i = w; i < w * (cells->window.h - 1) && !result; i++)
    {
        if (cells->kind[i] == LAND_SEA && cells->flow[i] >= flow && land_has_neighbours(i, w))
        {
            result = open_mouth(job, i);
        }
    }
    return result;
}

loam_result loam_land_mouths_open(const land_control_source *source, const land_river_cells *cells,
                                  const land_control_grid *grid, float *const *values)
{
    float *drop = values[LAND_POINT_EAST];
    const size_t count = (size_t)grid->w * (size_t)grid->h;
    memset(drop, 0, count * sizeof *drop);
    const loam_result result = open_mouths(&(drop_job){
        .source = source, .cells = cells, .grid = grid, .values = values, .drop = drop});
    for (size_t p = 0; p < count && !result; p++)
    {
        values[LAND_HEIGHT][p] -= drop[p];
        values[LAND_TEMPERATURE][p] += drop[p] * LAND_LAPSE;
    }
    return result;
}
