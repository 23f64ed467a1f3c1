// SPDX-License-Identifier: MIT
// The rivers, lakes and seas of a block, carved into its heights.
#ifndef LOAM_LAND_WATERS_H
#define LOAM_LAND_WATERS_H

#include "land/basis/window.h"
#include "land/surface/control.h"
#include "land/surface/rivers.h"

typedef struct land_waters_grid
{
    const land_block *block;
    const land_ground_kernels *kernels;
    uint64_t seed;                           // of the land
    const float *base, *smooth, *ruggedness; // smooth: base without hills of finer graphs
    const float *slope;                      // of smooth
    const land_river_cells *cells;           // of loam_land_waters_window
    const land_field *field;                 // of loam_land_waters_window
    const loam_noise *warp_x, *warp_z;
    float warp_m;
    float *height; // read and written
    float *water;  // written; likewise those below, which may be NULL
    float *river, *flow;
    uint8_t *kind;
} land_waters_grid;

/// The cells that it reads at a level of the graph, from the block's own down to 0.
land_window loam_land_waters_window(const land_block *block, int32_t level);

/// Work memory for blocks whose window has `cells` cells.
size_t loam_land_waters_scratch(size_t cells);

loam_result loam_land_waters_carve(const land_waters_grid *grid,
                                   const land_page_source sources[LOAM_LAND_LEVELS],
                                   loam_arena *arena);

#endif
