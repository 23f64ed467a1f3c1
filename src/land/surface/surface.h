// SPDX-License-Identifier: MIT
// The surface of a land: a stage "land.surface" behind those of its cells, areas of any step, and pages to
// ask.
#ifndef LOAM_LAND_SURFACE_H
#define LOAM_LAND_SURFACE_H

#include "base/spares.h"
#include "land/surface/block.h"
#include "loam/land_world.h"

enum
{
    LAND_PATCH_SIDE = LOAM_SURFACE_SIDE + 1,
    LAND_PATCH_SAMPLES = LAND_PATCH_SIDE * LAND_PATCH_SIDE,
};

/// A page of "land.surface": level k has samples 2^k metres apart, the last row and column shared with the
/// next page.
typedef struct land_patch
{
    float height[LAND_PATCH_SAMPLES];
    float water[LAND_PATCH_SAMPLES];
    float river[LAND_PATCH_SAMPLES];
    uint8_t biome[LAND_PATCH_SAMPLES];
} land_patch;

/// The fields are private to this folder.
typedef struct land_surface
{
    loam_env env;
    loam_pipeline *pipeline;
    land_ground_kit kit;
    int32_t cells[LOAM_LAND_LEVELS]; // stages
    int32_t stage;
    uint32_t channels;  // of pages for renderers; 0: there are none
    int32_t page_stage; // of these
    loam_land_biome *biomes;
    size_t biome_memory;
    size_t scratch;      // of a block
    loam_spares *spares; // for who fills areas
} land_surface;

typedef struct land_surface_def
{
    loam_env env;
    loam_pipeline *pipeline; // with the stages land0.cells, land1.cells, land2.cells
    uint64_t seed;           // of the land
    loam_land_shape shape;
    const loam_land_biome *biomes; // copied
    int32_t biome_count;
    uint32_t channels; // loam_page_channel
} land_surface_def;

/// Adds the stage. The surface must outlive the pipeline's last use of it.
loam_result loam_land_surface_create(const land_surface_def *def, land_surface **out);

/// NULL is allowed.
void loam_land_surface_destroy(land_surface *surface);

/// Index of the stage "land.surface".
int32_t loam_land_surface_stage(const land_surface *surface);

/// See loam_land_fill, loam_land_step_bound.
loam_result loam_land_surface_fill(land_surface *surface, loam_land_area area,
                                   const loam_land_samples *samples);
float loam_land_surface_bound(const land_surface *surface, int64_t step);

/// What may be different from that.
typedef struct land_fill_options
{
    // m: what `river` says is exact up to it, and LAND_RIVER_FAR beyond; less is sooner done.
    float water_range_m;
    size_t plane; // floats from the weights of a biome to those of the next
} land_fill_options;

loam_result loam_land_surface_fill_with(land_surface *surface, loam_land_area area,
                                        const loam_land_samples *samples,
                                        land_fill_options options);

/// The page of 1 m samples that a place lies in, held until loam_pipeline_release.
loam_result loam_land_surface_pin(land_surface *surface, int64_t x, int64_t z,
                                  const loam_page **out);

/// What a held page says of a place in it: between samples, height runs straight; water, biome and distance
/// are those of the nearest sample.
float loam_land_page_height(const loam_page *page, double x, double z);
float loam_land_page_water(const loam_page *page, double x, double z);
float loam_land_page_river(const loam_page *page, double x, double z);
float loam_land_page_biome(const loam_page *page, double x, double z);

#endif
