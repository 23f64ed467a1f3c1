// SPDX-License-Identifier: MIT
// What stands on a part of a land, as meshes for a file (loam/export.h).
#ifndef LOAM_TOOL_THING_SETS_H
#define LOAM_TOOL_THING_SETS_H

#include "loam/export.h"
#include "loam/land_things.h"

enum
{
    THING_SETS = LOAM_MAX_THING_KINDS * LOAM_THING_VARIANTS,
};

/// Heights of the mesh that they stand on: w x h samples, a step apart, north behind south, `stride` in a row.
typedef struct thing_ground
{
    int64_t x, z, step; // of the south-western sample, m
    int32_t w, h, stride;
    const float *height;
} thing_ground;

typedef struct thing_sets
{
    loam_env env;
    thing_ground ground;
    loam_thing_plan plan;
    loam_mesh_set sets[THING_SETS];
    loam_mesh *meshes[THING_SETS];
    loam_mesh_place *places[THING_SETS];
    int32_t room[THING_SETS];
    loam_mesh_material materials[LOAM_THING_KIND_COUNT][LOAM_THING_MATERIALS];
    int32_t count;                            // of all places
    uint32_t shape_vertices, shape_triangles; // of all meshes
    uint64_t standing_triangles;              // of each mesh in all its places
} thing_sets;

/// Finds what stands on the ground by a plan, a set for each kind and variant, in shapes of a level (loam_mesh_add_thing). LOAM_BAD_ARGUMENT for more than a file
/// may have. Ends with thing_sets_end in any case.
loam_result thing_sets_find(const loam_env *env, loam_land *land, const loam_thing_plan *plan,
                            const thing_ground *ground, int32_t level, thing_sets *out);
void thing_sets_end(thing_sets *sets);

#endif
