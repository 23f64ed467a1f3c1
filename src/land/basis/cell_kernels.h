// SPDX-License-Identifier: MIT
// The loops over rows of cells in which the time goes, one set for each instruction set that makes a difference.
// All of them give the same bits: each cell has its own lane, and operations have one order.
#ifndef LOAM_LAND_CELL_KERNELS_H
#define LOAM_LAND_CELL_KERNELS_H

#include "loam/base.h"

enum
{
    LAND_AROUND = 18,       // sites in two rings of hexagons around one
    LAND_WIDEST_CELLS = 16, // cells at a time at most: no row is shorter
};

/// A run of cells on hexagons, and where the sites around are, as steps in x and z.
typedef struct land_link_row
{
    const int32_t *x, *z;        // units, of the first cell
    int32_t around[LAND_AROUND]; // of both rings
    int32_t towards[3];          // east, north-east, north-west
    float clear;                 // units; all sites nearer than that are in both rings
} land_link_row;

/// What row->find_links says of a direction d: linked for sure, or that it has to be looked at exactly.
#define LAND_LINKED(d) (1 << (d))
#define LAND_UNDECIDED(d) (8 << (d))

/// A run of cells, what they take over from those around them, and when.
typedef struct land_spread_row
{
    const float *in[6], *rise[6], *length[6]; // of the neighbours, and the way to them
    const float *before, *floor, *cap;
    float round;
} land_spread_row;

/// A run of cells, and what their neighbours bring: the part of what flows there that comes here.
typedef struct land_flow_row
{
    const float *from[6], *comes[6];
    const float *own, *carried, *channel, *before;
} land_flow_row;

/// A run of cells, and the ways up to them from their neighbours.
typedef struct land_ascent_row
{
    const float *costs[6], *grounds[6], *lengths[6]; // of the neighbours, and to them
    const float *floor, *rise, *way, *cost, *ground;
} land_ascent_row;

/// Counts of cells are LAND_WIDEST_CELLS at least.
typedef struct land_cell_kernels
{
    /// Which of three neighbours cells border on.
    void (*find_links)(const land_link_row *row, int32_t count, uint8_t *out);

    /// Metres from cells to those `there`, or `none` where links do not have the bit.
    void (*measure)(const int32_t *x, const int32_t *z, int32_t there, const float *links,
                    int32_t bit, float unit_m, float none, int32_t count, float *restrict out);

    /// Whether anything changed.
    bool (*spread)(const land_spread_row *row, int32_t count, float *restrict out,
                   float *restrict arrival);

    /// One round of what flows, see water/flow.c. Whether anything changed.
    bool (*flow)(const land_flow_row *row, int32_t count, float *restrict out);

    /// One round of ways up, see water/erosion.c.
    void (*ascend)(const land_ascent_row *row, int32_t count, float *restrict cost,
                   float *restrict ground);
} land_cell_kernels;

extern const land_cell_kernels loam_land_cell_kernels_scalar;
extern const land_cell_kernels loam_land_cell_kernels_sse2;
extern const land_cell_kernels loam_land_cell_kernels_avx2;
extern const land_cell_kernels loam_land_cell_kernels_avx512;
extern const land_cell_kernels loam_land_cell_kernels_neon;
extern const land_cell_kernels loam_land_cell_kernels_wasm;

/// The kernels of an instruction set that this processor runs.
const land_cell_kernels *loam_land_cell_kernels_of(loam_isa isa);

#endif
