// SPDX-License-Identifier: MIT
// Loam, mesh: bodies that move among cubes, or among the triangles of a mesh, and stop or slide along what is in the way.
//
// All functions are pure and deterministic: additions, multiplications, divisions and square roots only. Numbers are
// small, counted from an origin that the caller keeps as integers.
#ifndef LOAM_MESH_BODY_H
#define LOAM_MESH_BODY_H

#include "loam/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is in the way. is_solid says whether the cube of side 1 whose middle is at whole numbers is; with a mesh it only
/// tells what lies within.
typedef struct loam_mesh_body_scene
{
    bool (*is_solid)(const void *user, const int64_t at[3]);
    const void *user;
    const loam_mesh *mesh; // triangles are met, from their front, instead of cubes; NULL: cubes
} loam_mesh_body_scene;

typedef enum loam_mesh_body_shape
{
    LOAM_MESH_BODY_BOX,
    LOAM_MESH_BODY_CAPSULE,
} loam_mesh_body_shape;

/// A body that stands upright.
typedef struct loam_mesh_body
{
    double at[3];  // the middle of its lower end
    double radius; // half its width, > 0
    double height; // > 0; of a capsule at least 2 radius
    double step;   // so high it climbs without jumping, >= 0
} loam_mesh_body;

typedef struct loam_mesh_body_moved
{
    double at[3];
    bool ground, wall, ceiling; // what it has met
    double normal[3];           // of the ground, if any was met; otherwise up
} loam_mesh_body_moved;

/// The cubes that loam_mesh_body_move may ask for, both ends included; triangles that it may meet are within, too.
LOAM_API void loam_mesh_body_reach(const loam_mesh_body *of, const double wish[3], int64_t low[3],
                                   int64_t high[3]);

/// Whether it is inside of what is solid: then it should not be moved. Of a capsule its middle counts.
LOAM_API bool loam_mesh_body_is_stuck(const loam_mesh_body_scene *of, const loam_mesh_body *at,
                                      loam_mesh_body_shape shape);

/// Moves a body by a wish. Where a wall stops one that goes sideways, it climbs as high as a step.
LOAM_API void loam_mesh_body_move(const loam_mesh_body_scene *of, const loam_mesh_body *from,
                                  const double wish[3], loam_mesh_body_shape shape,
                                  loam_mesh_body_moved *out);

#ifdef __cplusplus
}
#endif
#endif
