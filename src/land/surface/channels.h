// SPDX-License-Identifier: MIT
// Pages of the surface for renderers: a stage "land.page" whose pages have the channels that a land was asked
// for, and how they lie in them.
#ifndef LOAM_LAND_CHANNELS_H
#define LOAM_LAND_CHANNELS_H

#include "land/surface/surface.h"

enum
{
    LAND_APRON_SIDE = LAND_PATCH_SIDE + 2,
    LAND_APRON_SAMPLES = LAND_APRON_SIDE * LAND_APRON_SIDE,
    LAND_SLOW_SAMPLES = LOAM_SURFACE_SLOW * LOAM_SURFACE_SLOW,
    LAND_COARSE_SIDE = LOAM_SURFACE_COARSE + 2,
    LAND_COARSE_SAMPLES = LAND_COARSE_SIDE * LAND_COARSE_SIDE,
};

/// The channels of one page that is being made; NULL for those that it has not.
typedef struct land_channel_page
{
    float *height; // with its apron
    float *water;
    uint8_t *biome, *weights, *kind, *snow;
    int16_t *normal;
    uint8_t *soil, *wetness;
    int16_t *river, *coast;
    int8_t *flow;
    float *coarser; // with its apron
} land_channel_page;

/// Adds the stage, unless channels is 0. LOAM_BAD_ARGUMENT for bits that are none of loam_page_channel.
loam_result loam_land_channels_add_stage(land_surface *surface, uint32_t channels);

/// Bytes of a page.
size_t loam_land_channels_size(uint32_t channels);

/// Where the channels lie in a page's memory.
land_channel_page loam_land_channels_in(uint8_t *memory, uint32_t channels);

/// What lies in a finished page; it says itself which channels it has.
void loam_land_channels_read(const loam_page *page, loam_surface_page *out);

/// What the samples of a page are made from, beside its channels: LAND_APRON_SAMPLES each.
typedef struct land_channel_planes
{
    float *height, *water;
    float *warmth; // degrees at the height that the ground has
    uint8_t *kind;
    int64_t step;
} land_channel_planes;

/// Fills what needs samples beside a sample: heights, waters, normals and snow.
void loam_land_channels_finish(const land_channel_planes *planes, uint32_t channels,
                               const land_channel_page *out);

#endif
