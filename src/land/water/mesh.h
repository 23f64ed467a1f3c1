// SPDX-License-Identifier: MIT
// A window of linked cells on which values spread from neighbour to neighbour, one step a round. After n
// rounds a cell knows exactly what lies within n steps, whatever the window: that bounds every influence.
#ifndef LOAM_LAND_MESH_H
#define LOAM_LAND_MESH_H

#include "land/basis/cell_kernels.h"
#include "land/water/ground.h"

typedef struct land_mesh
{
    const loam_env *env; // of its arena, for assertions
    const land_cell_kernels *kernels;
    land_window window;
    size_t count;                   // cells: w * h
    const float *links;             // bits, one a direction
    float *length[LAND_DIRECTIONS]; // m to the neighbour's site, LAND_NO_LINK without a link
    float *taste;                   // 0..1, how well water likes a cell: its own for every cell
} land_mesh;

/// Bytes of scratch memory that a mesh of so many cells takes.
size_t loam_land_mesh_scratch(size_t count);

/// Sites are in units. The outermost cells get no links.
void loam_land_mesh_make(land_mesh *mesh, loam_arena *arena, const land_window *window,
                         float unit_m, const int32_t *x, const int32_t *z, const float *links,
                         uint64_t seed);

/// What spreads: a cell takes the least of its neighbours' values, raised by length * rise of the neighbour,
/// but not below its own floor nor above its own cap. Values begin as the caps.
typedef struct land_spread
{
    const float *floor, *cap, *rise;
    int32_t rounds;
    int32_t
        margin; // cells around those that are wanted, to the border of the window: at least `rounds`
    float *arrival; // gets the round that brought the last change: how many steps values came from
} land_spread;

/// other is work memory of the same size. What is left in value and arrival is exact for cells at least
/// `margin` from the border of the window, and means nothing for others.
void loam_land_mesh_spread(const land_mesh *mesh, const land_spread *spread, float *value,
                           float *other);

/// The direction of the steepest way down, or LAND_NO_DIRECTION; ways that need fewer steps count as `homing`
/// times as steep. steps as from a spread's arrival.
int32_t loam_land_mesh_steepest(const land_mesh *mesh, const float *water, const float *steps,
                                float homing, int32_t cell);

/// A number of its own for each place of a lattice, 0..1.
float loam_land_cell_hash(uint64_t seed, int64_t column, int64_t row);

#endif
