// SPDX-License-Identifier: MIT
// Shapes of what covers the ground, a unit high and a unit wide, from near and with fewer triangles from some metres away.
// Knows no OpenGL.
#ifndef LOAM_SCENE_COVER_FORMS_H
#define LOAM_SCENE_COVER_FORMS_H

#include "scene/cover_plan.h"

enum
{
    COVER_FORM_VERTICES = 128, // at most
    COVER_FORM_INDICES = 384,
};

typedef struct cover_vertex
{
    float at[3];      // the root is at 0, the top at 1
    int8_t normal[4]; // 127 is 1
    // How much of the tip's colour it has; how dark and brown it is; 255: it is not there from afar, 0: it always is; how
    // far along a frond it is, 0 for none. The last but one of a frond's: across it, 127 is its middle.
    uint8_t has[4];
} cover_vertex;

typedef struct cover_shape
{
    cover_vertex vertices[COVER_FORM_VERTICES];
    uint16_t indices[COVER_FORM_INDICES];
    int32_t vertex_count, index_count;
} cover_shape;

/// The far form is the part of the near one that is always there.
void cover_shape_make(cover_form form, bool is_far, cover_shape *out);

#endif
