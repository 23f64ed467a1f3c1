// SPDX-License-Identifier: MIT
// Where a coarser level's curves run over the cells of a finer one.
#ifndef LOAM_LAND_CHANNELS_H
#define LOAM_LAND_CHANNELS_H

#include "land/water/curves.h"

enum
{
    LAND_CHANNEL_MARGIN = 6, // cells around a page that channels have to know
    LAND_CHANNEL_W = LOAM_GRAPH_SIDE + 2 * LAND_CHANNEL_MARGIN,
    LAND_CHANNEL_H = LAND_ROWS + 2 * LAND_CHANNEL_MARGIN,
    LAND_CHANNEL_CELLS = LAND_CHANNEL_W * LAND_CHANNEL_H,
};

/// The cells of a page and LAND_CHANNEL_MARGIN around it, row by row; sites in units from the low corner of
/// the page.
typedef struct land_channel_cells
{
    int32_t x[LAND_CHANNEL_CELLS], z[LAND_CHANNEL_CELLS];
    uint8_t links[LAND_CHANNEL_CELLS];
} land_channel_cells;

/// Lays a curve, whose points are units from (x, z) of the page's low corner, over the page: fixed, next,
/// carried, course and into of the cells that it crosses. The lowest of several curves wins. `course` is that
/// of its first point, packed.
void loam_land_channel_lay(const land_channel_cells *cells, const land_curve *curve, int32_t x,
                           int32_t z, int32_t course, land_raw *raw);

/// Likewise for a branch of a river. Half of its way, and longer if it stays near, is split, fork and share:
/// it is lower than its river there, which takes the cells that both cross, see shores.c. Then it is a
/// channel like others. `course` is where it joins.
void loam_land_channel_lay_branch(const land_channel_cells *cells, const land_curve *curve,
                                  const land_curve *river, int32_t x, int32_t z, int32_t course,
                                  land_raw *raw);

/// The cell of the page and its surroundings whose site is nearest to a place; -1 if it is too far out to
/// say.
int32_t loam_land_channel_nearest(const land_channel_cells *cells, int32_t x, int32_t z);

#endif
