// SPDX-License-Identifier: MIT
// A surface of hills for tests of volumes: the same at every step, wet where it is low, with all that columns have.
#ifndef LOAM_TESTS_VOLUME_HILLS_H
#define LOAM_TESTS_VOLUME_HILLS_H

#include "check.h"
#include "loam/loam.h"

typedef struct hills
{
    float level;     // m, mean
    float amplitude; // m
    float water;     // LOAM_LAND_DRY, or where it is wet below
    uint8_t ice;     // whether that is frozen
    int32_t asked;   // how often columns were asked for
} hills;

static inline loam_result hills_fill(void *user, loam_land_area area,
                                     const loam_volume_columns *out)
{
    hills *const from = user;
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    def.wavelength = 90;
    def.octaves = 3;
    from->asked++;
    loam_result result = loam_noise_init(&noise, &def, 11);
    result = result == LOAM_OK ? loam_noise_grid2(&noise, out->height,
                                                  (loam_noise_area){.x = area.x,
                                                                    .y = area.z,
                                                                    .step = area.step,
                                                                    .w = area.w,
                                                                    .h = area.h,
                                                                    .d = 1})
                               : result;
    for (int64_t i = 0; i < (int64_t)area.w * area.h && result == LOAM_OK; i++)
    {
        out->base[i] = from->level + 0.5f * from->amplitude * out->height[i];
        out->height[i] = from->level + from->amplitude * out->height[i];
        out->water[i] = out->height[i] < from->water ? from->water : LOAM_LAND_DRY;
        out->temperature[i] = 12.0f;
        out->humidity[i] = 0.5f;
        out->soil[i] = 0.6f;
        out->ruggedness[i] = 0.5f;
        out->bank[i] = 1024.0f;
        out->ice[i] = from->ice;
        out->biome[i] = LOAM_BIOME_GRASSLAND;
    }
    return result;
}

/// A volume over hills, with functions everywhere; NULL: all eight.
typedef struct hills_volume
{
    hills surface;
    loam_volume *volume;
    loam_volume_grower *grower;
} hills_volume;

static inline hills_volume *hills_open(hills surface, const loam_density_function *functions,
                                       int32_t count, bool keep_floating)
{
    hills_volume *const made = calloc(1, sizeof *made);
    made->surface = surface;
    loam_volume_def def = loam_default_volume_def();
    def.surface = (loam_volume_surface){hills_fill, &made->surface};
    def.functions = functions;
    def.function_count = count;
    def.keep_floating = keep_floating;
    CHECK_OK(loam_volume_create(&def, &made->volume));
    CHECK_OK(loam_volume_grower_create(made->volume, &made->grower));
    return made;
}

static inline void hills_close(hills_volume *made)
{
    loam_volume_grower_destroy(made->grower);
    loam_volume_destroy(made->volume);
    free(made);
}

/// All eight, without regard to climate.
static inline void hills_functions(loam_density_function out[LOAM_DENSITY_COUNT])
{
    static loam_tunnels_def tunnels;
    static loam_caverns_def caverns;
    static loam_pillars_def pillars;
    static loam_overhangs_def overhangs;
    static loam_arches_def arches;
    static loam_ravines_def ravines;
    static loam_sinkholes_def sinkholes;
    static loam_cliffs_def cliffs;
    tunnels = loam_default_tunnels_def();
    caverns = loam_default_caverns_def();
    pillars = loam_default_pillars_def();
    overhangs = loam_default_overhangs_def();
    arches = loam_default_arches_def();
    ravines = loam_default_ravines_def();
    sinkholes = loam_default_sinkholes_def();
    cliffs = loam_default_cliffs_def();
    tunnels.share.everywhere = caverns.share.everywhere = pillars.share.everywhere = true;
    overhangs.share.everywhere = arches.share.everywhere = ravines.share.everywhere = true;
    sinkholes.share.everywhere = cliffs.share.everywhere = true;
    arches.chance = sinkholes.chance = 1.0f;
    arches.spacing_m = sinkholes.spacing_m = 100.0f;
    ravines.wavelength_m = 200.0f;
    const loam_density_function all[LOAM_DENSITY_COUNT] = {
        loam_tunnels(&tunnels),     loam_caverns(&caverns), loam_pillars(&pillars),
        loam_overhangs(&overhangs), loam_arches(&arches),   loam_ravines(&ravines),
        loam_sinkholes(&sinkholes), loam_cliffs(&cliffs)};
    memcpy(out, all, sizeof all);
}

#endif
