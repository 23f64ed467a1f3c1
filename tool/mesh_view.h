// SPDX-License-Identifier: MIT
// A look at a mesh: drawn by the processor, seen from above at an angle, with perspective or without.
#ifndef LOAM_TOOL_MESH_VIEW_H
#define LOAM_TOOL_MESH_VIEW_H

#include "loam/loam.h"

typedef struct mesh_view
{
    int32_t w, h;       // pixels
    double turn;        // degrees that the viewer stands to the right of south
    double pitch;       // degrees that the viewer looks down, 5..90
    loam_colour ground; // what is behind everything
    double fov;         // degrees that the picture is high, 0: no perspective
    double zoom;        // with perspective: how much nearer than where all of it is in sight
    double haze; // with perspective: how much of the farthest is lost in what is behind, 0..1
    loam_colour colours[256];
} mesh_view;

/// Draws the fronts of triangles, fitted into the picture, in the colours of their materials. Light comes from
/// the left and above; what lies deeper than its surroundings is darker.
loam_result mesh_view_draw(const loam_env *env, const loam_mesh *mesh, const mesh_view *view,
                           loam_picture *out);

#endif
