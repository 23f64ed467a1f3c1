// SPDX-License-Identifier: MIT
// Rain and snow before a finished picture, by falls_fragment.glsl.
#ifndef LOAM_SCENE_FALLS_H
#define LOAM_SCENE_FALLS_H

#include "gl/target.h"
#include "scene/camera.h"
#include "scene/sky.h"

typedef struct falls_def
{
    const weather *weather;
    const sky *light;
    const camera *from;
    float exposure;
    double seconds; // moves what falls
} falls_def;

/// Whether anything falls.
bool falls_any(const weather *w);

/// Draws the dry picture and what falls before it into another target of its size. empty: a vertex array.
void falls_draw(const gl *g, GLuint program, GLuint empty, const falls_def *def,
                const gl_target *dry, const gl_target *to);

#endif
