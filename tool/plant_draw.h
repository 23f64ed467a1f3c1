// SPDX-License-Identifier: MIT
// What `loam plant draw` shares with the bodies that it makes.
#ifndef LOAM_TOOL_PLANT_DRAW_H
#define LOAM_TOOL_PLANT_DRAW_H

#include "report.h"

#include "loam/loam.h"

typedef enum plant_body
{
    PLANT_PICTURE, // drawn from its segments
    PLANT_MESH,
    PLANT_VOXELS,
} plant_body;

typedef struct plant_settings
{
    const char *species, *grammar;
    uint64_t seed;
    double age, soil, slope, moisture, light, turn, pitch, voxel;
    int64_t count, columns, iterations, level, sides;
    int32_t form;
    option_size size;
    bool skeleton, text, word;
    const char *output;
    bool json;
} plant_settings;

/// Colours of a plant.
typedef struct plant_colours
{
    loam_colour wood, twig, leaf, flower;
} plant_colours;

/// What came of a body.
typedef struct plant_solid
{
    uint32_t vertices, triangles;
    uint64_t voxels, hash;
} plant_solid;

/// Whether the file's name ends as the form needs it.
loam_result plant_check_output(const plant_settings *settings);

/// Makes the body of a plant and writes it to settings->output, if that is not NULL.
loam_result plant_make_solid(const loam_env *env, const plant_settings *settings,
                             const plant_colours *colours, const loam_plant *plant,
                             plant_solid *out);

#endif
