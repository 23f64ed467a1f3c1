// SPDX-License-Identifier: MIT
#include "patch/previews.h"

#include <math.h>
#include <stdlib.h>

static double middle(loam_range range)
{
    return 0.5 * ((double)range.low + (double)range.high);
}

static loam_noise_def noise_of(const loam_patchwork_def *def, int32_t biome, double wavelength)
{
    const loam_patch_biome *const b = &def->biomes[biome];
    loam_noise_def noise = loam_default_noise_def();
    noise.kind = def->noise;
    noise.fractal = b->fractal;
    noise.octaves = (int32_t)lround(middle(b->octaves));
    noise.persistence = middle(b->persistence);
    noise.lacunarity = middle(b->lacunarity);
    noise.wavelength = wavelength;
    return noise;
}

static void paint(const float *values, float low, float high, loam_picture *out)
{
    for (int32_t i = 0; i < out->w * out->h; i++)
    {
        // North above: rows of noise go up.
        const float value = values[(out->h - 1 - i / out->w) * out->w + i % out->w];
        const float share = fminf(fmaxf((value - low) / (high - low), 0), 1);
        const uint8_t grey = (uint8_t)(share * 255 + 0.5f);
        out->pixels[i] = (loam_colour){grey, grey, grey, 255};
    }
}

loam_result preview_noise(const loam_patchwork_def *def, int32_t biome, float across,
                          loam_picture *out)
{
    const loam_noise_area area = {.step = 1, .w = out->w, .h = out->h, .d = 1};
    const loam_noise_def of = noise_of(def, biome, (double)out->w / (double)across);
    float *const values = malloc((size_t)out->w * (size_t)out->h * sizeof *values);
    loam_noise noise;
    loam_result result = values != NULL
                             ? loam_noise_init(&noise, &of, def->seed)
                             : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a preview");
    result = result == LOAM_OK ? loam_noise_grid2(&noise, values, area) : result;
    if (result == LOAM_OK)
    {
        float low, high;
        loam_noise_range(&noise, &low, &high);
        paint(values, low, high, out);
    }
    free(values);
    return result;
}

void preview_map(const loam_patchwork *patchwork, int64_t chunk_x, int64_t chunk_z,
                 loam_picture *out)
{
    const loam_patchwork_def *const def = loam_patchwork_def_of(patchwork);
    const bool fades = def->adaptation != LOAM_PATCH_STAYS;
    for (int32_t i = 0; i < out->w * out->h; i++)
    {
        const int64_t x = chunk_x + i % out->w - out->w / 2;
        const int64_t z = chunk_z - (i / out->w - out->h / 2);
        const int32_t biome = loam_patchwork_chunk(patchwork, x, z).biome;
        const loam_colour colour = loam_rgb(def->biomes[biome].colour);
        const bool pale = fades && !loam_patchwork_has_seen(patchwork, x, z);
        out->pixels[i] = pale ? loam_colour_mix(colour, loam_rgb(0xe8e2d4), 0.55f) : colour;
    }
}
