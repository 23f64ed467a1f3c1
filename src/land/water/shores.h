// SPDX-License-Identifier: MIT
// What is sea and lake, and what only looks like it: from landN.draft to landN.raw, at the finer levels.
#ifndef LOAM_LAND_WATER_SHORES_H
#define LOAM_LAND_WATER_SHORES_H

#include "land/water/beds.h"

enum
{
    LAND_OPEN_SEA = 3, // steps around a cell within which all is sea, for the sea to be open there
    LAND_HANG_HOPS = 14, // steps to the open sea, or through a lake to its river
    LAND_ARM_HOPS = 21,  // columns, and rows, from a branch's river to another or the open sea
    LAND_FED_HOPS = 12,  // steps that a branch is followed up to see whether it comes from anywhere
    LAND_JOIN_HOPS = 4,  // and from there to where that carries it
    LAND_TURN_HOPS = 2,  // steps down a bend that a river has cut off
    LAND_BEND_HOPS = 3, // steps up it to see that, and as many that a river may be in another's bed
    LAND_CUT_MARGIN = 2 * LAND_BEND_HOPS,                // around a cell: whether it is cut off
    LAND_TURN_MARGIN = LAND_CUT_MARGIN + LAND_TURN_HOPS, // and around where a branch begins
    // A branch is followed to cells that a bend may have changed, which begins further out.
    LAND_SHORE_MARGIN = 1 + LAND_ARM_HOPS + LAND_TURN_HOPS + LAND_TURN_MARGIN,
};

_Static_assert((int)LAND_SHORE_MARGIN <= (int)LOAM_GRAPH_SIDE, "one ring of pages is enough");
_Static_assert(LAND_OPEN_SEA + LAND_ARM_HOPS + LAND_JOIN_HOPS + 1 <= LAND_SHORE_MARGIN,
               "along a branch, whether there is open sea, or a river that carries it");

_Static_assert(LAND_HANG_HOPS <= LAND_ARM_HOPS, "the margin holds both");
_Static_assert(1 + LAND_FED_HOPS + LAND_HANG_HOPS + LAND_OPEN_SEA <= LAND_SHORE_MARGIN,
               "up a branch, whether there is sea");
_Static_assert((int)LAND_BED_HOPS + (int)LAND_RUN_ON_HOPS + 1 <= (int)LAND_SHORE_MARGIN,
               "down a bed, along another");
_Static_assert((int)LAND_BED_HOPS + (int)LAND_HANG_HOPS + (int)LAND_OPEN_SEA <=
                   (int)LAND_SHORE_MARGIN,
               "down a bed, whether there is sea");
_Static_assert((int)LAND_HANG_HOPS <= (int)LAND_FILL_HOPS, "filling reaches every cell of a lake");

/// Stage function; reads landN.draft.
loam_result loam_land_run_shores(loam_slice *slice);

size_t loam_land_shores_scratch(void);

#endif
