// SPDX-License-Identifier: MIT
// Where a world gets the pages of its surface: a stage of a pipeline, and how its payloads are read.
#ifndef LOAM_LAND_WORLD_SOURCE_H
#define LOAM_LAND_WORLD_SOURCE_H

#include "loam/land_world.h"

typedef struct land_source
{
    loam_env env;
    loam_pipeline *pipeline;
    int32_t stage; // pages of LOAM_SURFACE_SIDE m at level 0, LOAM_SURFACE_LEVELS levels, axes XZ
    size_t payload_size; // of every page
    /// Sets height, water and biome of *out to what lies in the page.
    void (*read)(const loam_page *page, loam_surface_page *out);
} land_source;

/// A world on any source: for tests, with stages that fail or take their time. def->land is not looked at.
loam_result loam_land_world_create_on(const land_source *source, const loam_land_world_def *def,
                                      loam_land_viewer viewer, loam_land_world **out);

#endif
