// SPDX-License-Identifier: MIT
// Things made of boxes that stand in a scene: whoever walks there, and what they ride on.
#ifndef LOAM_SCENE_FIGURE_H
#define LOAM_SCENE_FIGURE_H

#include "loam/base.h"

/// A box with round shading, turned as its axes are.
typedef struct figure_box
{
    float centre[3];  // relative to the camera's place; y above the sea, m
    float axes[3][3]; // from the centre to the middle of three sides, m
    float colour[3];  // 0 .. 1
} figure_box;

#endif
