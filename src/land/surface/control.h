// SPDX-License-Identifier: MIT
// The attributes of cells on a regular grid of control points, and curves between those: a quadratic
// B-spline, so that a surface costs little where samples are close. A control point lies at an absolute
// multiple of its spacing, so a place has the same values in every block.
#ifndef LOAM_LAND_CONTROL_H
#define LOAM_LAND_CONTROL_H

#include "land/basis/detail.h"
#include "land/basis/field.h"
#include "land/surface/ground_kernels.h"

/// Samples in a grid, as in loam_land_area.
typedef struct land_block
{
    int64_t x, z, step;
    int32_t w, h;
    int32_t level;       // of the graph
    float water_range_m; // m: rivers and lakes are reported up to this far; 0 if nobody asks
} land_block;

enum
{
    LAND_CONTROLS_TO_CELL = 8, // points along a cell of the graph
    LAND_FINEST_WARP_M = 26,   // by how much places are moved on the finest graph, at most
    LAND_BLOCK_SIDE = 129,
    LAND_BLOCK_SAMPLES = LAND_BLOCK_SIDE * LAND_BLOCK_SIDE,
    LAND_BLOCK_CELLS = 32,   // that a block spans at most
    LAND_CONTROL_MARGIN = 3, // points beyond the one next to a block's corner
    LAND_CONTROL_SIDE = LAND_BLOCK_CELLS * LAND_CONTROLS_TO_CELL + 2 * LAND_CONTROL_MARGIN + 1,
    LAND_CONTROL_POINTS = LAND_CONTROL_SIDE * LAND_CONTROL_SIDE,
    LAND_SPLINE_SIDE = 272, // points of any grid that splines run over, at most
};

/// The level of the graph that serves a step.
int32_t loam_land_level_of(int64_t step);

/// How many samples a side of a block may have at a step, besides the shared one.
int32_t loam_land_block_side(int64_t step);

/// Points of a block's control grid: w x h from (x, z), all multiples of the spacing, or half a spacing
/// beyond.
typedef struct land_control_grid
{
    int64_t x, z, spacing;
    int32_t w, h;
    bool half; // points lie half a spacing further on than it says
} land_control_grid;

land_control_grid loam_land_control_over(const land_block *block);

/// Where each column or row of samples lies between control points: the first of three, and their shares.
typedef struct land_spline
{
    int32_t first[LAND_BLOCK_SIDE];
    float share[3][LAND_BLOCK_SIDE];
} land_spline;

typedef struct land_splines
{
    land_spline columns, rows;
} land_splines;

void loam_land_splines_init(land_splines *splines, const land_block *block,
                            const land_control_grid *grid);

/// Values at a block's samples from values at control points.
void loam_land_spline_fill(const land_splines *splines, const land_block *block,
                           const land_control_grid *grid, const float *points, float *out);

/// What is known at control points, one array each.
enum land_control_value
{
    LAND_POINT_SLOPE = LAND_ATTRIBUTES,
    LAND_POINT_COAST,
    LAND_POINT_EAST,  // how the height rises per metre towards the east
    LAND_POINT_NORTH, // and the north
    LAND_POINT_VALUES,
};

/// What control points are read from: the cells around, and by how far places are moved.
typedef struct land_control_source
{
    const land_ground_kernels *kernels;
    int32_t level; // of the graph
    const land_field *field;
    int64_t origin_x, origin_z; // m, where the field's page (0, 0) begins
    const loam_noise *warp_x, *warp_z;
    float warp_m; // at most
} land_control_source;

/// Fills the attributes of values[LAND_POINT_VALUES][w h], and for now, where slopes and coasts will lie,
/// by how many metres each point is moved east and north.
loam_result loam_land_control_read(const land_control_source *source, const land_control_grid *grid,
                                   float *const *values);

/// Fills the rest from the heights.
void loam_land_control_slopes(const land_control_grid *grid, float *const *values);

#endif
