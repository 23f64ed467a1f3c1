// SPDX-License-Identifier: MIT
// The parts of an island's mesh.
#ifndef LOAM_ISLES_MESH_PARTS_H
#define LOAM_ISLES_MESH_PARTS_H

#include "loam/isles_mesh.h"

/// The ground of a mesh: a grid of heights with one more on every side.
typedef struct isle_mesh_ground
{
    float *heights; // (i, j) at [(j + 1) * stride + i + 1]
    int32_t count;  // along a side, without those around
    int32_t stride;
    float step; // m
} isle_mesh_ground;

/// Adds a body for each object of the maps.
loam_result loam_mesh_add_isle_objects(loam_mesh *mesh, const loam_isle_maps *maps,
                                       const isle_mesh_ground *ground);

#endif
