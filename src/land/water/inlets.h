// SPDX-License-Identifier: MIT
// Where rivers of a coarser level end in its sea, and the sea of the finer one comes in to meet them.
#ifndef LOAM_LAND_INLETS_H
#define LOAM_LAND_INLETS_H

#include "land/water/curves.h"

enum
{
    LAND_INLET_STEPS = 3, // from a mouth to where the sea is wide, in coarse cells
    LAND_INLET_REACH = 2, // coarse cells that an inlet's cell may lie from a page that it is dug in
    LAND_INLET_MARGIN =
        4, // of a window, where nothing is dug: beside a mouth a river's course begins
    LAND_INLET_CELLS = 576, // the most that a window has
};

/// What inlets are made from.
typedef struct land_inlets
{
    const loam_env *env; // for assertions
    const land_curve_cells *coarse;
    const float *height; // of those
    int32_t x, z; // low corner of the page, where the places of the coarse cells are counted from
    float mouth;  // m, of the ground at mouths: so low that the ground between cells is sea, too
} land_inlets;

/// Makes sea of a page's ground around the sites of coarse cells of the sea that water runs into, and along a
/// way from there to deeper sea, to where it is wide. Kinds are known before. Where an inlet is, carried gets
/// what runs into it, so that the next level knows it.
void loam_land_inlets_open(const land_inlets *inlets, land_raw *raw);

#endif
