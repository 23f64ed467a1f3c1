// SPDX-License-Identifier: MIT
// What `loam cave 2d` and `loam cave 3d` share: settings, and the pictures.
#ifndef LOAM_TOOL_CAVE_H
#define LOAM_TOOL_CAVE_H

#include "report.h"

#include "loam/loam.h"

typedef enum cave_view
{
    CAVE_VIEW_CELLS, // 2d: the map; 3d: the form
    CAVE_VIEW_ROOMS, // 2d: rooms in colours, corridors and openings
    CAVE_VIEW_FORM,  // the mesh, shaded
    CAVE_VIEW_STEPS, // a sheet of every smoothing step
} cave_view;

typedef enum cave_shape
{
    CAVE_HEIGHTS,
    CAVE_BLOCKS,
    CAVE_SMOOTH,
} cave_shape;

typedef struct cave_settings
{
    option_size flat; // 2d
    option_box box;   // 3d
    uint64_t seed;
    double fill, wall_height, resolution;
    int32_t start, neighbourhood, view, shape;
    int64_t border, steps, radius, birth, survival, min_room, corridor, openings, level, scale;
    option_position at;
    option_size pixels;
    double turn, pitch, cut;
    bool rooms, connect, straight, no_floor, ceiling, no_merge, ao, shell;
    const char *output;
    bool json;
} cave_settings;

typedef struct cave_work
{
    loam_env env;
    cave_settings settings;
    loam_cave_def def;
    loam_cave_form form;
    loam_cave *cave;
    loam_mesh *mesh; // NULL until somebody needs it
    loam_cave_faces faces;
    loam_vox_counts vox;
} cave_work;

/// Makes the mesh of a cave in a form.
loam_result cave_build(const cave_work *work, const loam_cave *cave, const loam_cave_form *form,
                       loam_mesh **out);

/// Makes the picture that the settings ask for.
loam_result cave_paint(cave_work *work, loam_picture *out);

#endif
