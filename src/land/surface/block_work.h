// SPDX-License-Identifier: MIT
// What the parts of a block hand to each other: private to base.c, block.c, weigh.c, and streams.c,
// which reads the cells of rivers.
#ifndef LOAM_LAND_BLOCK_WORK_H
#define LOAM_LAND_BLOCK_WORK_H

#include "land/basis/window.h"
#include "land/surface/block.h"

enum
{
    LAND_FINEST = LOAM_LAND_LEVELS - 1,
    LAND_FLOW_ROOT =
        LAND_SPARE_0, // the fourth root of what flows, so that brooks show beside rivers
};

// Everything that a block is made from.
struct block_work
{
    const land_ground_kit *kit;
    const land_block *block;
    const land_block_samples *out;
    loam_arena *arena;
    const loam_noise *warp_x, *warp_z;
    float warp_m;
    land_field field;
    land_river_cells cells;
    land_control_grid grid;
    land_splines splines;
    float *points[LAND_POINT_VALUES];     // at control points
    float *place[LAND_POINT_VALUES];      // at samples, NULL until asked for
    float *base, *height;                 // at samples
    float *controls[LAND_CONTROLS];       // at control points or, on coarser graphs, at samples
    float *weights[LOAM_MAX_LAND_BIOMES]; // likewise, NULL where there is none in the block
    float *shown[2];                      // controls at samples
    int32_t biomes;
};

static inline size_t land_samples_of(const block_work *work)
{
    return (size_t)work->block->w * (size_t)work->block->h;
}

static inline size_t land_points_of(const block_work *work)
{
    return (size_t)work->grid.w * (size_t)work->grid.h;
}

static inline float *land_take_floats(loam_arena *arena, size_t count)
{
    return loam_arena_take(arena, count * sizeof(float));
}

/// How much of the octaves of a finer level's hills, which are 12, 6 and 3 cells long, is left when its cells
/// have been smoothed into a field.
static inline float land_octave_left(int32_t octave)
{
    return octave == 0 ? 0.86f : octave == 1 ? 0.64f : 0.26f;
}

/// Reads the attributes of the block's cells at its control points, and the cells of its waters.
loam_result loam_land_block_read(block_work *work, land_page_source source);

/// A value at all samples.
const float *loam_land_block_place(block_work *work, int32_t value);

/// Fills the base: heights of cells, and what finer graphs would add.
loam_result loam_land_block_base(block_work *work);

/// Biomes are weighed at control points where those are fewer than samples, and close enough.
bool loam_land_weighed_at_samples(const block_work *work);

/// A grid on which biomes are weighed: control points or samples.
typedef struct weigh_grid
{
    int64_t x, z, step;
    int32_t w, h;
    const float *values[LAND_POINT_VALUES];
    float unseen_slope; // of the finer graphs
} weigh_grid;

weigh_grid loam_land_weigh_grid(block_work *work, bool at_samples);
loam_land_place loam_land_place_at(const weigh_grid *grid, int32_t i, int32_t j);

/// Fills weights and controls.
void loam_land_block_weigh(block_work *work);

/// Weights of a biome of which there is some, at all samples: those known, or in shown[0].
const float *loam_land_block_weight(block_work *work, int32_t biome);

/// Answers what is asked besides heights and waters.
void loam_land_block_answer(block_work *work);

#endif
