// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

// The patchwork of the thesis: plains, hills and mountains (Barrio Morra 2021, fig. 5.7), water (fig. 5.11), and snow on
// the peaks, which it wishes for (6.2).

enum
{
    WATER,
    SAND,
    GRASS,
    HEATH,
    ROCK,
    SNOW,
    MATERIALS,
};

static const loam_patch_material materials[MATERIALS] = {
    [WATER] = {"water", 0x3f6f9c}, [SAND] = {"sand", 0xcdbb8b}, [GRASS] = {"grass", 0x6f9148},
    [HEATH] = {"heath", 0x8d8a52}, [ROCK] = {"rock", 0x807970}, [SNOW] = {"snow", 0xf2f5f8}};

static const loam_patch_biome biomes[] = {
    {.name = "water",
     .colour = 0x3f6f9c,
     .range = {0.0f, 0.25f},
     .temperature = {0.0f, 1.0f},
     .rain = {0.75f, 1.0f},
     .octaves = {2, 3},
     .persistence = {0.4f, 0.5f},
     .lacunarity = {2.0f, 2.2f},
     .scale = {70.0f, 110.0f},
     .vertical = {0.3f, 0.6f},
     .offset = {-12.0f, -12.0f},
     .bands = {{WATER, 0.0f, 0.0f}, {SAND, -9.0f, 1.5f}, {GRASS, -3.0f, 2.0f}},
     .band_count = 3,
     .steep = -1},
    {.name = "plains",
     .colour = 0x7fae52,
     .range = {0.25f, 0.5f},
     .temperature = {0.4f, 1.0f},
     .rain = {0.0f, 0.75f},
     .octaves = {3, 4},
     .persistence = {0.35f, 0.45f},
     .lacunarity = {1.9f, 2.1f},
     .scale = {130.0f, 190.0f},
     .vertical = {5.0f, 9.0f},
     .offset = {0.0f, 3.0f},
     .bands = {{WATER, 0.0f, 0.0f}, {SAND, -10.0f, 1.5f}, {GRASS, -4.0f, 2.0f}},
     .band_count = 3,
     .steep = ROCK,
     .slope = {0.9f, 1.5f}},
    {.name = "hills",
     .colour = 0xb5524a,
     .range = {0.5f, 0.75f},
     .temperature = {0.2f, 0.4f},
     .rain = {0.0f, 0.75f},
     .octaves = {4, 5},
     .persistence = {0.4f, 0.46f},
     .lacunarity = {1.9f, 2.1f},
     .scale = {170.0f, 230.0f},
     .vertical = {28.0f, 40.0f},
     .offset = {18.0f, 26.0f},
     .bands = {{GRASS, 0.0f, 0.0f}, {HEATH, 34.0f, 10.0f}},
     .band_count = 2,
     .steep = ROCK,
     .slope = {0.75f, 1.3f}},
    {.name = "mountains",
     .colour = 0xd9c24a,
     .range = {0.75f, 1.0f},
     .temperature = {0.0f, 0.2f},
     .rain = {0.0f, 0.75f},
     .fractal = LOAM_FRACTAL_RIDGED,
     .octaves = {6, 7},
     .persistence = {0.42f, 0.48f},
     .lacunarity = {2.0f, 2.1f},
     .scale = {330.0f, 400.0f},
     .vertical = {105.0f, 130.0f},
     .offset = {42.0f, 56.0f},
     .bands =
         {{GRASS, 0.0f, 0.0f}, {HEATH, 40.0f, 12.0f}, {ROCK, 72.0f, 16.0f}, {SNOW, 128.0f, 12.0f}},
     .band_count = 4,
     .steep = ROCK,
     .slope = {0.8f, 1.5f},
     .claims = true},
};

loam_patchwork_def loam_default_patchwork_def(void)
{
    loam_patchwork_def def = {.seed = 1,
                              .chunk_size = 128,
                              .sewing_x = 48,
                              .sewing_z = 48,
                              .spacing = 1.0f,
                              .view = 4,
                              .sewing = LOAM_PATCH_BLENDED,
                              .profile = LOAM_PATCH_SMOOTH,
                              .noise = LOAM_NOISE_PERLIN,
                              .choice = LOAM_PATCH_BY_RANGES,
                              .map_scale = 14.0f,
                              .map_octaves = 3,
                              .adaptation = LOAM_PATCH_STAYS,
                              .rate = 0.01f,
                              .least = 0.05f,
                              .material_count = MATERIALS,
                              .biome_count = sizeof biomes / sizeof *biomes};
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        def.materials[i] = materials[i];
    }
    for (int32_t i = 0; i < def.biome_count; i++)
    {
        def.biomes[i] = biomes[i];
    }
    return def;
}
