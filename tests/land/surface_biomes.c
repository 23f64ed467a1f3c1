// SPDX-License-Identifier: MIT
#include "land/surface/biomes.h"

#include "check.h"
#include "loam/random.h"

static const land_biomes built_in;

static loam_land_place random_place(uint64_t seed)
{
    const float height = loam_random_float(seed, 0);
    return (loam_land_place){
        .base = height < 0.3f ? 40 * (height - 0.15f) : 4000 * (height - 0.4f),
        .temperature = -30 + 65 * loam_random_float(seed, 1),
        .rain = 3000 * loam_random_float(seed, 2),
        .humidity = loam_random_float(seed, 3),
        .soil = loam_random_float(seed, 4),
        .ruggedness = loam_random_float(seed, 5),
        .slope = 0.6f * loam_random_float(seed, 6) * loam_random_float(seed, 7),
        .coast = 8192 * (2 * loam_random_float(seed, 8) - 1),
    };
}

static void test_weights_sum_to_one(void)
{
    for (uint64_t i = 0; i < 20000; i++)
    {
        const loam_land_place place = random_place(i);
        float weights[LOAM_MAX_LAND_BIOMES], sum = 0;
        loam_land_biome_weights(&built_in, &place, weights);
        for (int32_t b = 0; b < LOAM_MAX_LAND_BIOMES; b++)
        {
            CHECK(weights[b] >= 0);
            CHECK(b < LOAM_BIOME_COUNT || weights[b] == 0);
            sum += weights[b];
        }
        CHECK_NEAR(sum, 1, 1e-5);
    }
}

static loam_land_place between(const loam_land_place *a, const loam_land_place *b, float t)
{
    return (loam_land_place){
        .base = a->base + t * (b->base - a->base),
        .temperature = a->temperature + t * (b->temperature - a->temperature),
        .rain = a->rain + t * (b->rain - a->rain),
        .humidity = a->humidity + t * (b->humidity - a->humidity),
        .soil = a->soil + t * (b->soil - a->soil),
        .ruggedness = a->ruggedness + t * (b->ruggedness - a->ruggedness),
        .slope = a->slope + t * (b->slope - a->slope),
        .coast = a->coast + t * (b->coast - a->coast),
    };
}

// On the way from any place to any other every small step is a small change.
static void test_weights_never_jump(void)
{
    enum
    {
        STEPS = 20000
    };
    for (uint64_t way = 0; way < 60; way++)
    {
        const loam_land_place a = random_place(2 * way), b = random_place(2 * way + 1);
        float before[LOAM_MAX_LAND_BIOMES];
        loam_land_biome_weights(&built_in, &a, before);
        for (int32_t i = 1; i <= STEPS; i++)
        {
            const loam_land_place place = between(&a, &b, (float)i / STEPS);
            float now[LOAM_MAX_LAND_BIOMES];
            loam_land_biome_weights(&built_in, &place, now);
            for (int32_t k = 0; k < LOAM_BIOME_COUNT; k++)
            {
                // Ramps at the sea are the steepest, 1.5 / 3 m; places are up to 2800 m apart.
                CHECK_NEAR(now[k] - before[k], 0, 0.12);
            }
            memcpy(before, now, sizeof now);
        }
    }
}

// Between them lie the bands of taiga, or of heights.
static void test_no_jungle_beside_tundra(void)
{
    for (uint64_t i = 0; i < 50000; i++)
    {
        const loam_land_place place = random_place(i);
        float weights[LOAM_MAX_LAND_BIOMES];
        loam_land_biome_weights(&built_in, &place, weights);
        CHECK(weights[LOAM_BIOME_JUNGLE] == 0 || weights[LOAM_BIOME_TUNDRA] == 0);
        CHECK(weights[LOAM_BIOME_JUNGLE] == 0 || place.temperature > 15);
        CHECK(weights[LOAM_BIOME_TUNDRA] == 0 || place.temperature < 2);
        CHECK(weights[LOAM_BIOME_OCEAN] + weights[LOAM_BIOME_SHELF] == 0 || place.base < 2);
    }
}

static float weight_at(float temperature, float base, float ruggedness, loam_biome biome)
{
    const loam_land_place place = {.base = base,
                                   .temperature = temperature,
                                   .rain = 500,
                                   .humidity = 0.5f,
                                   .soil = 0.5f,
                                   .ruggedness = ruggedness,
                                   .coast = 20};
    float weights[LOAM_MAX_LAND_BIOMES];
    loam_land_biome_weights(&built_in, &place, weights);
    return weights[biome];
}

// Strands and cliffs are where it is warm enough.
static void test_ice_reaches_the_sea(void)
{
    CHECK_RANGE(weight_at(10, 2, 0.1f, LOAM_BIOME_BEACH), 0.9, 1);
    CHECK_RANGE(weight_at(-15, 2, 0.1f, LOAM_BIOME_BEACH), 0, 0);
    CHECK_RANGE(weight_at(10, 20, 0.41f, LOAM_BIOME_CLIFF), 0.5, 1);
    CHECK_RANGE(weight_at(-15, 20, 0.41f, LOAM_BIOME_CLIFF), 0, 0);
    CHECK_RANGE(weight_at(-15, 2, 0.1f, LOAM_BIOME_ICE), 0.9, 1);
}

// Every biome is the greatest somewhere.
static void test_every_biome_occurs(void)
{
    int32_t counts[LOAM_BIOME_COUNT] = {0};
    for (uint64_t i = 0; i < 200000; i++)
    {
        const loam_land_place place = random_place(i);
        float weights[LOAM_MAX_LAND_BIOMES];
        loam_land_biome_weights(&built_in, &place, weights);
        int32_t best = 0;
        for (int32_t b = 1; b < LOAM_BIOME_COUNT; b++)
        {
            best = weights[b] > weights[best] ? b : best;
        }
        counts[best]++;
    }
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        CHECK_REPORT(counts[b] > 0, "%s is nowhere", loam_biome_name((loam_biome)b));
    }
}

static float bad_weight(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)parameters, (void)seed;
    return place->humidity > 0.5f ? NAN : -3;
}

static float three(const void *parameters, uint64_t seed, const loam_land_place *place)
{
    (void)parameters, (void)seed, (void)place;
    return 3;
}

// A program's own take their share of all; what is not above 0 is none.
static void test_own_biomes_scale_the_others(void)
{
    const loam_land_biome own[] = {{.weight = bad_weight}, {.weight = three}};
    const land_biomes biomes = {.own = own, .own_count = 2};
    for (uint64_t i = 0; i < 100; i++)
    {
        const loam_land_place place = random_place(i);
        float weights[LOAM_MAX_LAND_BIOMES], plain[LOAM_MAX_LAND_BIOMES];
        loam_land_biome_weights(&biomes, &place, weights);
        loam_land_biome_weights(&built_in, &place, plain);
        CHECK(weights[LOAM_BIOME_COUNT] == 0);
        CHECK_NEAR(weights[LOAM_BIOME_COUNT + 1], 0.75, 1e-6);
        for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
        {
            CHECK_NEAR(weights[b], 0.25f * plain[b], 1e-6);
        }
    }
}

int main(void)
{
    RUN(test_weights_sum_to_one);
    RUN(test_weights_never_jump);
    RUN(test_no_jungle_beside_tundra);
    RUN(test_ice_reaches_the_sea);
    RUN(test_every_biome_occurs);
    RUN(test_own_biomes_scale_the_others);
    return CHECK_DONE();
}
