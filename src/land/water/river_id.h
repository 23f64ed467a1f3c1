// SPDX-License-Identifier: MIT
// Which river a stretch of water belongs to: the same one on every level of the graph and all along its
// course, so that it can have one name.
#ifndef LOAM_LAND_RIVER_ID_H
#define LOAM_LAND_RIVER_ID_H

#include "land/basis/cells.h"

/// A river is known by where it ends: in standing water, or in a river that is larger. That is its last cell,
/// on the coarsest level that has the river.
typedef struct land_river_id
{
    int32_t level;
    int64_t column, row;
    int32_t
        point; // of the cell's curve: its last, or its first for what rises there and is joined by
               // a larger one before it leaves the cell
    int64_t x, z; // of that, 1/8 m
} land_river_id;

/// The river at a point of a line of a level, as loam_land_lines and loam_land_river give them: 1/8 m, and
/// what flows there. LOAM_NOT_FOUND if there is no river of the level within some cells.
loam_result loam_land_river_id_of(loam_land *land, int32_t level, int64_t x, int64_t z, float flow,
                                  land_river_id *out);

#endif
