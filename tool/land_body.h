// SPDX-License-Identifier: MIT
// The land as a body: what `loam land mesh --form smooth` and `--form blocks` make.
#ifndef LOAM_TOOL_LAND_BODY_H
#define LOAM_TOOL_LAND_BODY_H

#include "loam/loam.h"

typedef struct land_body
{
    loam_land *land;
    uint64_t seed;
    const loam_inside *inside;
    loam_volume_form form;
    int32_t level;
    int64_t x, z;    // m, of the south-western corner
    int32_t w, d;    // voxels
    float low, high; // m: between which there is something
} land_body;

/// The level whose voxels are so many metres wide, half a metre being the least; -1000 if there is none.
int32_t land_body_level(double scale);

/// Adds all of it to a mesh, in metres from the corner, heights from the sea. LOAM_IO if Ctrl-C was met.
loam_result land_body_build(const loam_env *env, const land_body *body, loam_mesh *mesh);

#endif
