// SPDX-License-Identifier: MIT
// The inside of a view, for the files that it is made of.
#ifndef LOAM_PATCH_VIEW_INSIDE_H
#define LOAM_PATCH_VIEW_INSIDE_H

#include "gl/target.h"
#include "patch/view.h"
#include "scene/gpu.h"
#include "scene/materials.h"

struct patch_view
{
    const gl *g;
    quality quality;
    double share; // of their distance that steps of the ground are long
    GLuint ground, sky, cloudy, figure, finish, falls; // programs
    GLuint colours, bumps, noise, clouds, sky_table;   // textures
    GLuint empty;                                      // a vertex array
    GLuint indices[CELL_STRIDES];                      // of cells with `sides`
    int32_t sides[3];                                  // chunk size, sewings
    gl_target cloud_picture, drawn;
    gl_target dry, shown; // the picture without rain or snow; the picture
    cell_vertex *room;    // for a cell on its way to the card
    size_t room_bytes;
    bool is_lit;
    double lit_hour;
    weather_kind lit_weather;
    sky light;
    patch_counters count;
};

#endif
