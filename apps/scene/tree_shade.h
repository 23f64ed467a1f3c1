// SPDX-License-Identifier: MIT
// The shade of what stands around the viewer, as a map over the ground: how much of the sun a crown takes, whose shadow
// lies away from it, and how much of the sky. Made again when the viewer has gone some metres, and when things or the
// sun have changed.
#ifndef LOAM_SCENE_TREE_SHADE_H
#define LOAM_SCENE_TREE_SHADE_H

#include "gl/gl.h"
#include "gl/target.h"
#include "scene/camera.h"

enum
{
    TREE_SHADE_M = 512, // along a side
};

/// One that throws it.
typedef struct shade_spot
{
    float x, z;         // from the low corner of the map, m
    float size, radius; // m, to the top; of the crown
    float low;          // where the crown begins, of its size
} shade_spot;

typedef struct tree_shade
{
    const gl *g;
    GLuint array, instances, indices;
    gl_target target; // red: of the sun, green: of the sky
    bool is_made;
    int64_t x, z;     // of the low corner, m
    uint64_t version; // of the things
    float light[3];   // to the sun
    int32_t side;     // texels
    shade_spot *spots;
    size_t count, room;
} tree_shade;

void tree_shade_begin(const gl *g, tree_shade *out);
/// lost: the context is gone.
void tree_shade_end(tree_shade *s, bool lost);

/// Whether it has to be made for a viewer, things and a sun.
bool tree_shade_is_stale(const tree_shade *s, const camera *from, uint64_t version,
                         const float light[3], int32_t side);

/// Begins one that fits: spots are added, then it is drawn with a program that is in use and has its uniforms.
loam_result tree_shade_place(tree_shade *s, const camera *from, uint64_t version,
                             const float light[3], int32_t side);
loam_result tree_shade_add(tree_shade *s, const shade_spot *spot);
void tree_shade_draw(tree_shade *s, GLuint program);

#endif
