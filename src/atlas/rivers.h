// SPDX-License-Identifier: MIT
// Which rivers of a map are named, what they are called, and the courses that their names follow.
#ifndef LOAM_ATLAS_RIVERS_H
#define LOAM_ATLAS_RIVERS_H

#include "atlas/features.h"

enum
{
    MAP_MAX_COURSE = 96
};

/// A river to be named: the part of its course around its strongest stretch in a square of the world.
typedef struct map_river
{
    map_feature feature;                          // MAP_RIVER
    int64_t x[MAP_MAX_COURSE], z[MAP_MAX_COURSE]; // downstream, 1/8 m
    int32_t count;
    float flow;
    float width_m; // where it is strongest
} map_river;

typedef struct map_rivers
{
    map_river *list;
    int32_t count, capacity;
} map_rivers;

/// Finds them; none on layers that do not show rivers.
loam_result loam_map_rivers_find(loam_land *land, const loam_env *env, const loam_land_map_def *def,
                                 map_rivers *out);
void loam_map_rivers_free(const loam_env *env, map_rivers *rivers);

#endif
