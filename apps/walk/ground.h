// SPDX-License-Identifier: MIT
// The ground of a land as a walker meets it: the heights that are drawn, from pages that are held as long as
// somebody stands near.
#ifndef LOAM_WALK_GROUND_H
#define LOAM_WALK_GROUND_H

#include "loam/land.h"
#include "walk/walker.h"

enum
{
    GROUND_PATCHES = 4
};

typedef struct ground
{
    loam_land *land;
    const loam_land_patch *patches[GROUND_PATCHES]; // NULL: none
    int64_t x[GROUND_PATCHES], z[GROUND_PATCHES];   // of their low corners
    int32_t next;                                   // that is given up
} ground;

void ground_begin(ground *g, loam_land *land);
void ground_end(ground *g);

/// For walker_step; user is a ground *. A page that is not there is grown, which takes a while: ask
/// scene_has_detail before.
walk_world ground_world(ground *g);

/// The biome there.
loam_result ground_biome(ground *g, double x, double z, int32_t *biome);

#endif
