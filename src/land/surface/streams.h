// SPDX-License-Identifier: MIT
// Where the rivers of a block flow, and how fast.
#ifndef LOAM_LAND_STREAMS_H
#define LOAM_LAND_STREAMS_H

#include "land/surface/block.h"

/// Places of a block: samples first_i, first_i + every, ... of rows first_j, first_j + every, ...
typedef struct land_stream_places
{
    int32_t first_i, first_j, every;
    float reach; // m from a river's bank, at most LAND_RIVER_FAR
    /// Gets metres a second, east and north, of the nearest river; 0 where none is within reach.
    void (*put)(void *user, int32_t i, int32_t j, float east, float north);
    void *user;
} land_stream_places;

/// Of a block that is filled, whose water_range_m was LAND_RIVER_FAR. The arena needs as much as waters do.
loam_result loam_land_streams_find(const block_work *work, const land_stream_places *places,
                                   loam_arena arena);

#endif
