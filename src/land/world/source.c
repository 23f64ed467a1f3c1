// SPDX-License-Identifier: MIT
#include "land/world/source.h"

#include <string.h>

// FOR NOW a pipeline of its own with one stage, until the land has a stage of surfaces.

enum
{
    SAMPLES = (LOAM_SURFACE_SIDE + 1) * (LOAM_SURFACE_SIDE + 1),
};

typedef struct payload
{
    float height[SAMPLES];
    float water[SAMPLES];
    uint8_t biome[SAMPLES];
} payload;

static loam_result run(loam_slice *slice)
{
    loam_land *land;
    memcpy(&land, slice->parameters, sizeof(loam_land *));
    payload *const out = slice->out;
    const loam_land_area area = {.x = slice->x,
                                 .z = slice->z,
                                 .step = (int64_t)1 << slice->level,
                                 .w = LOAM_SURFACE_SIDE + 1,
                                 .h = LOAM_SURFACE_SIDE + 1};
    const loam_land_samples samples = {
        .height = out->height, .water = out->water, .biome = out->biome};
    return loam_land_fill(land, area, &samples);
}

static void read_payload(const loam_page *page, loam_surface_page *out)
{
    const payload *const in = page->data;
    out->height = in->height;
    out->water = in->water;
    out->biome = in->biome;
}

static loam_result add_stage(loam_pipeline *pipeline, loam_land *land)
{
    loam_stage_def def = loam_default_stage_def();
    def.name = "land.surface";
    def.axes = LOAM_AXES_XZ;
    def.page_size = LOAM_SURFACE_SIDE;
    def.levels = LOAM_SURFACE_LEVELS;
    def.payload_size = sizeof(payload);
    def.parameters = (const void *)&land;
    def.parameters_size = sizeof(loam_land *);
    def.run = run;
    return loam_pipeline_add(pipeline, &def);
}

loam_result loam_land_source_open(loam_land *land, land_source *out)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    *out = (land_source){.env = def.env, .payload_size = sizeof(payload), .read = read_payload};
    loam_result result = loam_pipeline_create(&def, &out->pipeline);
    result = result == LOAM_OK ? add_stage(out->pipeline, land) : result;
    out->own = out->pipeline;
    return result;
}

void loam_land_source_close(const land_source *source)
{
    loam_pipeline_destroy(source->own);
}
