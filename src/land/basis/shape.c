// SPDX-License-Identifier: MIT
#include "land/basis/shape.h"

#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// Plains and hills have the octaves, wavelengths and persistences of Blomqvist et al. 2016, Table A.1 (their
// frequency gains 0.002 and 0.004 are wavelengths of 500 and 250 m); the amplitudes are ours, and fall with the
// wavelength: some 0.3 % of it where it is flat, 1 % in hills. Mountains have crags instead (relief.c).
static const loam_biome_shape usual[LOAM_BIOME_COUNT] = {
    [LOAM_BIOME_OCEAN] = {1, 1, 9, 1000, 5, 0.5f, 2},
    [LOAM_BIOME_SHELF] = {1, 1, 1.6f, 500, 6, 0.5f, 2},
    [LOAM_BIOME_BEACH] = {1, 1, 0.15f, 62.5f, 4, 0.5f, 2},
    [LOAM_BIOME_CLIFF] = {1, 1, 1.5f, 250, 6, 0.5f, 2},
    [LOAM_BIOME_PLAINS] = {1, 1, 1.7f, 500, 2, 0.4f, 2},
    [LOAM_BIOME_GRASSLAND] = {1, 1, 1.9f, 500, 6, 0.42f, 2},
    [LOAM_BIOME_HILLS] = {1, 1, 3.4f, 250, 3, 0.5f, 2},
    [LOAM_BIOME_FOREST] = {1, 1, 1.9f, 250, 5, 0.48f, 2},
    [LOAM_BIOME_TAIGA] = {1, 1, 2, 250, 5, 0.48f, 2},
    [LOAM_BIOME_TUNDRA] = {1, 1, 0.8f, 125, 5, 0.5f, 2},
    [LOAM_BIOME_ICE] = {1, 1, 3, 500, 4, 0.4f, 2},
    [LOAM_BIOME_MOUNTAINS] = {1, 1, 0, 500, 4, 0.5f, 2},
    [LOAM_BIOME_RIDGES] = {1, 1, 0, 500, 4, 0.5f, 2},
    [LOAM_BIOME_ALPINE] = {1, 1, 0, 500, 4, 0.5f, 2},
    [LOAM_BIOME_SAVANNA] = {1, 1, 1.8f, 500, 5, 0.42f, 2},
    [LOAM_BIOME_DESERT] = {1, 1, 1.6f, 500, 3, 0.4f, 2},
    [LOAM_BIOME_BADLANDS] = {1, 1, 1.3f, 125, 5, 0.5f, 2},
    [LOAM_BIOME_JUNGLE] = {1, 1, 2.2f, 250, 5, 0.48f, 2},
    [LOAM_BIOME_SWAMP] = {1, 1, 0.4f, 125, 5, 0.5f, 2},
    [LOAM_BIOME_STEPPE] = {1, 1, 2.2f, 500, 5, 0.42f, 2},
};

loam_biome_shape loam_default_biome_shape(loam_biome biome)
{
    return usual[(uint32_t)biome < LOAM_BIOME_COUNT ? biome : LOAM_BIOME_OCEAN];
}

loam_land_shape loam_default_land_shape(void)
{
    loam_land_shape shape = {.continent_km = 1800,
                             .sea = 0.6f,
                             .relief = 1,
                             .temperature = 0,
                             .rain = 1,
                             .bands_km = 5000};
    memcpy(shape.biomes, usual, sizeof usual);
    return shape;
}

land_world_shape loam_land_world_shape(const loam_land_shape *shape)
{
    return (land_world_shape){.continent_km = shape->continent_km,
                              .sea = shape->sea,
                              .relief = shape->relief,
                              .temperature = shape->temperature,
                              .rain = shape->rain,
                              .bands_km = shape->bands_km};
}

// ---- what is accepted -----------------------------------------------------------------------------------

static loam_result check_range(const char *of, const char *name, float value, float low, float high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s%s of the land's shape is %g; must be %g to %g",
                           of, name, (double)value, (double)low, (double)high);
}

static loam_result check_biome(loam_biome biome, const loam_biome_shape *shape)
{
    char of[48];
    snprintf(of, sizeof of, "biomes.%s.", loam_biome_name(biome));
    loam_result result = check_range(of, "weight", shape->weight, 0.02f, 10);
    result = result ? result : check_range(of, "height", shape->height, 0, 4);
    result = result ? result : check_range(of, "amplitude", shape->amplitude, 0, 100);
    result = result ? result : check_range(of, "scale", shape->scale, 8, 2000);
    result = result ? result : check_range(of, "octaves", shape->octaves, 1, 8);
    if (!result && shape->octaves != (float)(int32_t)shape->octaves)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%soctaves of the land's shape is %g; must be a whole number, 1 to 8", of,
                         (double)shape->octaves);
    }
    result = result ? result : check_range(of, "persistence", shape->persistence, 0, 1);
    return result ? result : check_range(of, "lacunarity", shape->lacunarity, 1.5f, 4);
}

loam_result loam_land_shape_check(const loam_land_shape *shape)
{
    LOAM_ASSERT(NULL, shape != NULL);
    loam_result result = check_range("", "continent_km", shape->continent_km, 400, 4000);
    result = result ? result : check_range("", "sea", shape->sea, 0.1f, 0.9f);
    result = result ? result : check_range("", "relief", shape->relief, 0.1f, 4);
    result = result ? result : check_range("", "temperature", shape->temperature, -40, 40);
    result = result ? result : check_range("", "rain", shape->rain, 0.1f, 4);
    result = result ? result : check_range("", "bands_km", shape->bands_km, 500, 20000);
    for (int32_t b = 0; b < LOAM_BIOME_COUNT && !result; b++)
    {
        result = check_biome((loam_biome)b, &shape->biomes[b]);
    }
    return result;
}

uint64_t loam_land_biome_shapes_identity(const loam_biome_shape shapes[LOAM_BIOME_COUNT])
{
    enum
    {
        NUMBERS = sizeof(loam_biome_shape) / sizeof(float)
    };
    bool is_usual = true;
    float numbers[LOAM_BIOME_COUNT * NUMBERS];
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        const loam_biome_shape *const s = &shapes[b], *const u = &usual[b];
        const float own[NUMBERS] = {s->weight,  s->height,      s->amplitude, s->scale,
                                    s->octaves, s->persistence, s->lacunarity};
        const float known[NUMBERS] = {u->weight,  u->height,      u->amplitude, u->scale,
                                      u->octaves, u->persistence, u->lacunarity};
        for (int32_t k = 0; k < NUMBERS; k++)
        {
            is_usual &= own[k] == known[k];
            numbers[b * NUMBERS + k] = own[k] + 0.0f; // no negative zeros
        }
    }
    return is_usual ? 0 : loam_hash_f32(numbers, LOAM_BIOME_COUNT * NUMBERS, 0);
}
