// SPDX-License-Identifier: MIT
// The inside of a view, for the files that it is made of.
#ifndef LOAM_PATCH_VIEW_INSIDE_H
#define LOAM_PATCH_VIEW_INSIDE_H

#include "patch/view.h"
#include "scene/materials.h"
#include "scene/sky_frame.h"

struct patch_view
{
    sky_frame frame;
    double share;                 // of their distance that steps of the ground are long
    GLuint ground;                // a program
    GLuint indices[CELL_STRIDES]; // of cells with `sides`
    int32_t sides[3];             // chunk size, sewings
    cell_vertex *room;            // for a cell on its way to the card
    size_t room_bytes;
    patch_counters count;
};

#endif
