// SPDX-License-Identifier: MIT
// Roads between the mouths of rivers, over passes: land0.roads, and how finer levels lead them: landN.roads.
#ifndef LOAM_LAND_WATER_ROADS_H
#define LOAM_LAND_WATER_ROADS_H

#include "land/water/ground.h"

enum
{
    LAND_ROAD_HOPS = 23,       // steps from a pass down to a mouth at most
    LAND_PASS_RING = 9,        // steps around a pass where others are looked at
    LAND_ROAD_RIVER = 6,       // steps of rivers that have roads, at least
    LAND_PASS_COAST = 3,       // steps from a pass to either mouth at least, unless those are near
    LAND_MOUTHS_NEAR = 4,      // steps between mouths so near that their pass may lie at the coast
    LAND_ROAD_REACH = 64,      // what a road depends on: from a mouth up to the pass, what
                               // lies around that, and from there down again
    LAND_WAY_REACH = 32,       // how far around a page finer levels look for ways
    LAND_WAY_COARSE_REACH = 8, // and coarse cells around it, for the boxes that ways stay in and
                               // the curves between them
};

/// landN.roads
typedef struct land_roads
{
    float road[LAND_CELLS]; // as in land_cells
} land_roads;

/// Stage function; reads land0.raw and land0.height.
loam_result loam_land_run_roads(loam_slice *slice);

size_t loam_land_roads_scratch(void);
int32_t loam_land_roads_slices(const void *parameters, int32_t level);

/// Stage function of finer levels; reads landN.raw, landN.height and landM.cells of the coarser level.
loam_result loam_land_run_ways(loam_slice *slice);

size_t loam_land_ways_scratch(void);
int32_t loam_land_ways_slices(const void *parameters, int32_t level);

#endif
