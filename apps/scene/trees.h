// SPDX-License-Identifier: MIT
// What stands on the land around the viewer (loam/land_things.h): all of it near by, tall trees alone from afar. Each
// fades out pixel by pixel towards where it is left out, which is nearer for some than for others, so that woods thin
// out; and goes over from its near form to its far one in the same way. Shapes are made one an update.
#ifndef LOAM_SCENE_TREES_H
#define LOAM_SCENE_TREES_H

#include "gl/gl.h"
#include "loam/land_things.h"
#include "scene/camera.h"
#include "scene/quality.h"

typedef struct trees trees;

/// What a picture has of them.
typedef struct trees_count
{
    int64_t things, triangles;
} trees_count;

/// The shade of what stands around: a map over the ground.
typedef struct trees_shade_map
{
    GLuint texture; // 0: none
    int64_t x, z;   // of its low corner, m
    float side;     // m
} trees_shade_map;

/// things must outlive them.
loam_result trees_create(const gl *g, loam_land_things *things, trees **out);
/// NULL is allowed. lost: the context is gone.
void trees_destroy(trees *t, bool lost);

/// Lets things come for about budget_us. *complete: whether all is there.
loam_result trees_update(trees *t, const camera *from, quality_kind kind, uint64_t budget_us,
                         bool *complete);

/// Grows with everything that comes or leaves.
uint64_t trees_version(const trees *t);

/// Whether the shade is that of another place, another sun or other things. light: to the sun or the moon.
bool trees_wants_shade(const trees *t, const camera *from, const float light[3]);
/// Makes it with a program that is in use and has its uniforms.
loam_result trees_make_shade(trees *t, const camera *from, const float light[3], GLuint program);
trees_shade_map trees_shade(const trees *t);

/// Draws with a program that is in use and has its uniforms.
loam_result trees_draw(trees *t, const camera *from, const camera_frame *frame, GLuint program,
                       trees_count *out);

#endif
