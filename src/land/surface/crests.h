// SPDX-License-Identifier: MIT
// What the next finer level's erosion makes of the ground, foretold from the channels of this one.
#ifndef LOAM_LAND_CRESTS_H
#define LOAM_LAND_CRESTS_H

#include "land/surface/control.h"
#include "land/surface/ground_kernels.h"
#include "land/surface/rivers.h"

/// Samples of a block of a level that has a finer one.
typedef struct land_crest_grid
{
    const land_ground_kernels *kernels;
    const land_block *block;
    const land_river_cells *cells;
    const land_field *field; // of the same window
    const float *ruggedness;
    const float *boldness; // of crests, see land/basis/detail.h
    const float *smooth;   // ground without hills, the same at every step
    const float *slope;    // of it
    float *base;           // read and written
} land_crest_grid;

/// Work memory for blocks whose window has `cells` cells.
size_t loam_land_crests_scratch(size_t cells);

/// The part of crests and valleys of a level that is shown at a step: they fade before samples get too far
/// apart.
float loam_land_crests_shown(int32_t level, int64_t step);

/// By how much crests at `step` and at half of it can differ, at a level that has a finer one.
float loam_land_crests_bound(int32_t level, int64_t step);

/// Lays the ground between the sides of the valleys and builds crests up between them.
void loam_land_crests_raise(const land_crest_grid *grid, loam_arena *arena);

#endif
