// SPDX-License-Identifier: MIT
// Shapes of what stands on the land, a unit high: trees of loam/plant_form.h, and few triangles for each from afar.
#ifndef LOAM_SCENE_TREE_MESH_H
#define LOAM_SCENE_TREE_MESH_H

#include "loam/land_things.h"
#include "loam/mesh.h"

enum
{
    TREE_VARIANTS = LOAM_THING_VARIANTS,   // of each kind
    TREE_TRIANGLES = LOAM_THING_TRIANGLES, // of one seen from near, at most
    TREE_FAR_TRIANGLES = 40,               // and from afar
};

/// A corner of a shape.
typedef struct tree_vertex
{
    float at[3];       // the root is at 0, the top at 1
    int8_t normal[4];  // 127 is 1
    uint8_t colour[4]; // the last: how much the year changes it
} tree_vertex;

typedef struct tree_shape
{
    tree_vertex *vertices;
    uint32_t *indices;
    uint32_t vertex_count, index_count;
    float spread, low; // how wide the crown is, from its middle; where it begins
} tree_shape;

/// From near and from afar. If it fails both are empty.
loam_result tree_shapes_create(loam_thing_kind kind, int32_t variant, tree_shape *near,
                               tree_shape *far);
void tree_shape_destroy(tree_shape *shape);

#endif
