// SPDX-License-Identifier: MIT
// What a land consists of.
#ifndef LOAM_LAND_LAND_H
#define LOAM_LAND_LAND_H

#include "land/basis/cells.h"
#include "land/surface/surface.h"

struct loam_land
{
    loam_env env;
    uint64_t seed;
    loam_land_shape shape;
    loam_pipeline *pipeline;
    loam_graph *graphs[LOAM_LAND_LEVELS];    // land0, land1, land2
    int32_t cell_stages[LOAM_LAND_LEVELS];   // land0.cells, ...
    int32_t ground_stages[LOAM_LAND_LEVELS]; // land0.height, ...
    land_surface *surface;
};

#endif
