// SPDX-License-Identifier: MIT
#include "land/basis/detail.h"

#include "base/small.h"
#include "loam/random.h"

// Crests are bold or faint in patches of some valleys, and along a crest there are peaks and saddles.
static const double bold_cells = 5; // of the coarser level

static loam_result init_noise(loam_noise *noise, loam_noise_fractal fractal, double wavelength,
                              int32_t octaves, uint64_t seed, const char *name, loam_isa isa)
{
    loam_noise_def def = loam_default_noise_def();
    def.fractal = fractal;
    def.wavelength = wavelength;
    def.octaves = octaves;
    def.isa = isa;
    return loam_noise_init(noise, &def, loam_seed_derive(seed, name));
}

loam_result loam_detail_init(land_detail *detail, int32_t level, uint64_t seed, float relief,
                             loam_isa isa)
{
    const double cell = level == 1 ? 32768 : 2048; // of the coarser level
    detail->warp_m = (float)(LAND_WARP_PERCENT * cell / 100);
    detail->least_m = relief * (level == 1 ? 12.0f : 2.5f);
    detail->most_m = relief * (level == 1 ? 900.0f : 170.0f);
    detail->faintest = 2 - land_boldest(level);
    detail->coast_m = level == 1 ? 60.0f : 8.0f;
    loam_result result = init_noise(&detail->warp_x, LOAM_FRACTAL_FBM, cell * 1.25, 4, seed,
                                    "warp x", isa);
    result = result ? result
                    : init_noise(&detail->warp_z, LOAM_FRACTAL_FBM, cell * 1.25, 4, seed, "warp z",
                                 isa);
    result = result ? result
                    : init_noise(&detail->rolling, LOAM_FRACTAL_FBM, cell * 0.75, 3, seed,
                                 "rolling", isa);
    result = result ? result
                    : init_noise(&detail->ridged, LOAM_FRACTAL_RIDGED, cell * 0.75, 3, seed,
                                 "ridged", isa);
    return result ? result
                  : init_noise(&detail->boldness, LOAM_FRACTAL_FBM, cell * bold_cells, 2, seed,
                               "boldness", isa);
}

loam_result loam_detail_warp(const land_detail *detail, const int64_t *x, const int64_t *z,
                             size_t count, float *dx, float *dz)
{
    loam_result result = loam_noise_points(&detail->warp_x, dx, 2, x, z, NULL, count);
    result = result ? result : loam_noise_points(&detail->warp_z, dz, 2, x, z, NULL, count);
    for (size_t i = 0; i < count && !result; i++)
    {
        dx[i] *= detail->warp_m;
        dz[i] *= detail->warp_m;
    }
    return result;
}

static void shape_boldness(const land_detail *detail, float *values, size_t count)
{
    const float least = detail->faintest, more = 2 * (1 - least);
    for (size_t i = 0; i < count; i++)
    {
        const float t = loam_clamp01(0.5f + 1.1f * values[i]);
        values[i] = least + more * t * t * (3 - 2 * t);
    }
}

static void set_alike(float *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        out[i] = 1;
    }
}

loam_result loam_detail_boldness(const land_detail *detail, const int64_t *x, const int64_t *z,
                                 size_t count, float *out)
{
    if (detail->faintest >= 1)
    {
        set_alike(out, count);
        return LOAM_OK;
    }
    const loam_result result = loam_noise_points(&detail->boldness, out, 2, x, z, NULL, count);
    shape_boldness(detail, out, result ? 0 : count);
    return result;
}

loam_result loam_detail_boldness_grid(const land_detail *detail, loam_noise_area area, float *out)
{
    const size_t count = (size_t)area.w * (size_t)area.h;
    if (detail->faintest >= 1)
    {
        set_alike(out, count);
        return LOAM_OK;
    }
    const loam_result result = loam_noise_grid2(&detail->boldness, out, area);
    shape_boldness(detail, out, result ? 0 : count);
    return result;
}

static float amplitude(const land_detail *detail, float height, float ruggedness)
{
    const float depth = (height < 0 ? -height : height) / detail->coast_m;
    const float fade = depth < 1 ? depth * depth * (3 - 2 * depth) : 1;
    const float rough = ruggedness * ruggedness;
    // Below the sea the floor is smoother.
    const float wet = height < 0 ? 0.35f : 1;
    return wet * fade * (detail->least_m + (detail->most_m - detail->least_m) * rough);
}

float loam_detail_shape(const land_detail *detail, float height, float ruggedness, float rolling,
                        float ridged)
{
    const float shape = rolling * (1 - ruggedness) + (ridged - LAND_RIDGED_MEAN) * ruggedness;
    const float wanted = shape * amplitude(detail, height, ruggedness);
    // Hills may fade the ground towards the sea, never below it.
    const float lowest = height > 0 ? -0.7f * height : -1e9f;
    return wanted < lowest ? lowest : wanted;
}

loam_result loam_detail_rise(const land_detail *detail, const int64_t *x, const int64_t *z,
                             const float *height, const float *ruggedness, size_t count,
                             float *scratch, float *rise)
{
    loam_result result = loam_noise_points(&detail->rolling, rise, 2, x, z, NULL, count);
    result = result ? result : loam_noise_points(&detail->ridged, scratch, 2, x, z, NULL, count);
    for (size_t i = 0; i < count && !result; i++)
    {
        rise[i] = loam_detail_shape(detail, height[i], ruggedness[i], rise[i], scratch[i]);
    }
    return result;
}
