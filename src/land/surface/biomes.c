// SPDX-License-Identifier: MIT
#include "land/surface/biomes.h"

#include "land/surface/ramps.h"

#include <string.h>

// What a place is divides it step by step: sea and land, coast and inland, mountains, hills and the rest, and
// the rest by warmth and wetness. Each step hands its share on by ramps that sum to what it got, so that all
// is continuous. Between jungle and tundra there are always the bands between.

// A share that is divided in two: `part` of it goes to the biome, the rest stays.
static float give(float *share, float part, float *biome)
{
    const float given = *share * part;
    *biome += given;
    *share -= given;
    return given;
}

static void divide_sea(const loam_land_place *place, float share, float *weights)
{
    give(&share, 1 - land_ramp(place->temperature, -7, -3), &weights[LOAM_BIOME_ICE]);
    give(&share, land_ramp(-place->base, 140, 420), &weights[LOAM_BIOME_OCEAN]);
    weights[LOAM_BIOME_SHELF] += share;
}

static void divide_mountains(const loam_land_place *place, float share, float *weights)
{
    give(&share, 1 - land_ramp(place->temperature, -13, -8), &weights[LOAM_BIOME_ICE]);
    give(&share, 1 - land_ramp(place->temperature, -4, 1), &weights[LOAM_BIOME_ALPINE]);
    give(&share, land_ramp(place->ruggedness, 0.62f, 0.8f), &weights[LOAM_BIOME_RIDGES]);
    weights[LOAM_BIOME_MOUNTAINS] += share;
}

static void divide_hot(const loam_land_place *place, float share, float *weights)
{
    const float wet = place->humidity;
    float dry = 0;
    give(&share, 1 - land_ramp(wet, 0.2f, 0.3f), &dry);
    give(&dry, land_ramp(place->ruggedness, 0.14f, 0.26f), &weights[LOAM_BIOME_BADLANDS]);
    weights[LOAM_BIOME_DESERT] += dry;
    give(&share, 1 - land_ramp(wet, 0.44f, 0.56f), &weights[LOAM_BIOME_SAVANNA]);
    weights[LOAM_BIOME_JUNGLE] += share;
}

static void divide_mild(const loam_land_place *place, float share, float *weights)
{
    const float wet = place->humidity;
    float dry = 0;
    give(&share, 1 - land_ramp(wet, 0.12f, 0.22f), &dry);
    give(&dry, land_ramp(place->ruggedness, 0.14f, 0.26f), &weights[LOAM_BIOME_BADLANDS]);
    weights[LOAM_BIOME_DESERT] += dry;
    give(&share, 1 - land_ramp(wet, 0.26f, 0.34f), &weights[LOAM_BIOME_STEPPE]);
    float open = 0;
    give(&share, 1 - land_ramp(wet, 0.38f, 0.46f), &open);
    const float flat = 1 - land_ramp(place->ruggedness, 0.05f, 0.11f);
    give(&open, flat * land_ramp(place->soil, 0.45f, 0.65f), &weights[LOAM_BIOME_PLAINS]);
    weights[LOAM_BIOME_GRASSLAND] += open;
    weights[LOAM_BIOME_FOREST] += share;
}

// Warmth and wetness, where it is neither coast nor mountain.
static void divide_climates(const loam_land_place *place, float share, float *weights)
{
    const float warm = place->temperature;
    float band = 0;
    give(&share, 1 - land_ramp(warm, -13, -8), &weights[LOAM_BIOME_ICE]);
    give(&share, 1 - land_ramp(warm, -5, -2), &weights[LOAM_BIOME_TUNDRA]);
    // Water stands on flat low land, from the bogs of the taiga to the mangroves.
    const float flat = (1 - land_ramp(place->ruggedness, 0.06f, 0.14f)) *
                       (1 - land_ramp(place->slope, 0.006f, 0.03f));
    give(&share,
         land_ramp(place->humidity, 0.5f, 0.62f) * flat * (1 - land_ramp(place->base, 50, 110)),
         &weights[LOAM_BIOME_SWAMP]);
    give(&share, 1 - land_ramp(warm, 3.5f, 6.5f), &band);
    give(&band, 1 - land_ramp(place->humidity, 0.2f, 0.34f), &weights[LOAM_BIOME_STEPPE]);
    weights[LOAM_BIOME_TAIGA] += band;
    const float green = land_ramp(place->humidity, 0.3f, 0.42f);
    const float mild = 1 - land_ramp(warm, 19, 23);
    give(&share, land_ramp(place->ruggedness, 0.2f, 0.3f) * green * mild,
         &weights[LOAM_BIOME_HILLS]);
    band = 0;
    give(&share, 1 - land_ramp(warm, 16, 20), &band);
    divide_mild(place, band, weights);
    divide_hot(place, share, weights);
}

static void divide_land(const loam_land_place *place, float share, float *weights)
{
    const float rough = place->ruggedness;
    const float warm = land_ramp(place->temperature, -12, -7); // ice reaches down to the sea
    const float steep = land_ramp(rough + 2 * place->slope, 0.3f, 0.45f);
    const float strand = (1 - land_ramp(place->base, 2.0f, 5.0f)) *
                         (1 - land_ramp(place->coast, 50, 160));
    const float edge = (1 - land_ramp(place->base, 45, 110)) *
                       (1 - land_ramp(place->coast, 90, 320));
    give(&share, warm * strand * (1 - steep), &weights[LOAM_BIOME_BEACH]);
    give(&share, warm * edge * steep, &weights[LOAM_BIOME_CLIFF]);
    float mountains = 0;
    give(&share, land_ramp(rough, 0.42f, 0.58f), &mountains);
    divide_mountains(place, mountains, weights);
    divide_climates(place, share, weights);
}

/// Factors are more than 0, so that the sum is and nothing jumps.
static void scale_weights(const float *factors, float *weights)
{
    float sum = 0;
    for (int32_t i = 0; i < LOAM_BIOME_COUNT; i++)
    {
        weights[i] *= factors[i];
        sum += weights[i];
    }
    for (int32_t i = 0; i < LOAM_BIOME_COUNT; i++)
    {
        weights[i] /= sum;
    }
}

static void add_own(const land_biomes *biomes, const loam_land_place *place, float *weights)
{
    float sum = 1;
    for (int32_t i = 0; i < biomes->own_count; i++)
    {
        const loam_land_biome *own = &biomes->own[i];
        const float weight = own->weight(own->parameters, biomes->seed, place);
        weights[LOAM_BIOME_COUNT + i] = weight > 0 ? weight : 0;
        sum += weights[LOAM_BIOME_COUNT + i];
    }
    for (int32_t i = 0; i < LOAM_BIOME_COUNT + biomes->own_count; i++)
    {
        weights[i] /= sum;
    }
}

void loam_land_biome_weights(const land_biomes *biomes, const loam_land_place *place,
                             float weights[LOAM_MAX_LAND_BIOMES])
{
    memset(weights, 0, sizeof(float) * LOAM_MAX_LAND_BIOMES);
    // Just above the sea, so that what is below it is never called land.
    const float land = land_ramp(place->base, -1.0f, 2.0f);
    if (land < 1)
    {
        divide_sea(place, 1 - land, weights);
    }
    if (land > 0)
    {
        divide_land(place, land, weights);
    }
    if (biomes->factors != NULL)
    {
        scale_weights(biomes->factors, weights);
    }
    if (biomes->own_count > 0)
    {
        add_own(biomes, place, weights);
    }
}
