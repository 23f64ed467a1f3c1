// SPDX-License-Identifier: MIT
// Built-in biomes as numbers: what each does to the surface, and that it does nothing else.
#include "land/basis/shape.h"
#include "shared_pages.h"

#include "check.h"
#include "loam/jobs.h"
#include "loam/land_world.h"

#include <math.h>
#include <stdlib.h>

enum
{
    SIDE = 96,
    COUNT = SIDE * SIDE,
    STEP = 16,
    X = -213900, // a lake and the river through it
    Z = 106050,
};

typedef struct answers
{
    float height[COUNT], water[COUNT], base[COUNT];
    float weights[LOAM_BIOME_COUNT * COUNT];
    uint8_t kind[COUNT], biome[COUNT];
} answers;

static answers usual, other;

static loam_land *open_land(const loam_land_shape *shape)
{
    loam_land_def def = shared_land_def();
    loam_land *land = NULL;
    def.seed = 3;
    def.shape = *shape;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

static loam_land_area area_of(int64_t step)
{
    return (loam_land_area){
        .x = X - SIDE / 2 * step, .z = Z - SIDE / 2 * step, .step = step, .w = SIDE, .h = SIDE};
}

static void fill(loam_land *land, loam_land_area area, answers *out)
{
    CHECK_OK(loam_land_fill(land, area,
                            &(loam_land_samples){.height = out->height,
                                                 .water = out->water,
                                                 .base = out->base,
                                                 .weights = out->weights,
                                                 .kind = out->kind,
                                                 .biome = out->biome}));
}

static void fill_shape(const loam_land_shape *shape, int64_t step, answers *out)
{
    loam_land *const land = open_land(shape);
    fill(land, area_of(step), out);
    loam_land_destroy(land);
}

/// The biome that most of the area is, of those with noise.
static loam_biome commonest(const answers *a)
{
    float best = 0;
    loam_biome found = LOAM_BIOME_COUNT;
    for (int32_t b = LOAM_BIOME_PLAINS; b < LOAM_BIOME_COUNT; b++)
    {
        float sum = 0;
        for (int32_t p = 0; p < COUNT; p++)
        {
            sum += a->weights[b * COUNT + p];
        }
        found = sum > best && loam_default_biome_shape((loam_biome)b).amplitude > 0 ? (loam_biome)b
                                                                                    : found;
        best = sum > best ? sum : best;
    }
    CHECK(found != LOAM_BIOME_COUNT && best > COUNT / 20);
    return found;
}

// ---- numbers --------------------------------------------------------------------------------------

static void test_the_usual_numbers_are_no_part_of_an_identity(void)
{
    loam_land_shape shape = loam_default_land_shape();
    CHECK_U64(loam_land_biome_shapes_identity(shape.biomes), 0);
    CHECK_OK(loam_land_shape_check(&shape));
    shape.biomes[LOAM_BIOME_STEPPE].lacunarity = 2.5f;
    const uint64_t first = loam_land_biome_shapes_identity(shape.biomes);
    shape.biomes[LOAM_BIOME_STEPPE].lacunarity = 2.25f;
    CHECK(first != 0 && loam_land_biome_shapes_identity(shape.biomes) != first);
}

static void test_numbers_are_checked(void)
{
    static const struct
    {
        size_t member;
        float bad;
        const char *words;
    } cases[] = {
        {offsetof(loam_biome_shape, weight), 0.01f,
         "biomes.taiga.weight of the land's shape is 0.01"},
        {offsetof(loam_biome_shape, weight), 11, "must be 0.02 to 10"},
        {offsetof(loam_biome_shape, height), -1, "must be 0 to 4"},
        {offsetof(loam_biome_shape, amplitude), 101, "biomes.taiga.amplitude"},
        {offsetof(loam_biome_shape, scale), 7, "must be 8 to 2000"},
        {offsetof(loam_biome_shape, octaves), 2.5f, "must be a whole number, 1 to 8"},
        {offsetof(loam_biome_shape, octaves), 9, "must be 1 to 8"},
        {offsetof(loam_biome_shape, persistence), 1.5f, "must be 0 to 1"},
        {offsetof(loam_biome_shape, lacunarity), 1, "must be 1.5 to 4"},
        {offsetof(loam_biome_shape, scale), NAN, "biomes.taiga.scale"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        loam_land_def def = loam_default_land_def();
        loam_land *land = NULL;
        memcpy((uint8_t *)&def.shape.biomes[LOAM_BIOME_TAIGA] + cases[i].member, &cases[i].bad,
               sizeof(float));
        CHECK_INT(loam_land_create(&def, &land), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), cases[i].words);
        CHECK(land == NULL);
    }
}

// ---- the surface ------------------------------------------------------------------------------------

/// How many heights differ; none may where there is nothing of the biome.
static int32_t differences(loam_biome biome)
{
    int32_t count = 0;
    for (int32_t p = 0; p < COUNT; p++)
    {
        const bool differs = usual.height[p] != other.height[p];
        count += differs;
        CHECK_REPORT(!differs || usual.weights[(size_t)biome * COUNT + (size_t)p] > 0,
                     "sample %d has no %s and another height", (int)p, loam_biome_name(biome));
    }
    CHECK_INT(memcmp(usual.base, other.base, sizeof usual.base), 0);
    return count;
}

static void test_each_number_of_a_biome_changes_its_ground_alone(void)
{
    const loam_land_shape plain = loam_default_land_shape();
    fill_shape(&plain, STEP, &usual);
    const loam_biome biome = commonest(&usual);
    printf("the commonest biome is %s\n", loam_biome_name(biome));
    for (int32_t k = 0; k < 6; k++)
    {
        loam_land_shape shape = plain;
        loam_biome_shape *const b = &shape.biomes[biome];
        float *const members[6] = {&b->height,  &b->amplitude,   &b->scale,
                                   &b->octaves, &b->persistence, &b->lacunarity};
        *members[k] *= k == 3 ? 0.5f : 1.25f;
        *members[k] = k == 3 ? floorf(*members[k]) : *members[k];
        fill_shape(&shape, STEP, &other);
        CHECK_RANGE(differences(biome), COUNT / 20, COUNT);
        CHECK_INT(memcmp(usual.weights, other.weights, sizeof usual.weights), 0);
    }
}

static void test_weights_win_ground_and_sum_to_one(void)
{
    loam_land_shape shape = loam_default_land_shape();
    fill_shape(&shape, STEP, &usual);
    const loam_biome biome = commonest(&usual);
    shape.biomes[biome].weight = 4;
    fill_shape(&shape, STEP, &other);
    int32_t more = 0;
    for (size_t p = 0; p < COUNT; p++)
    {
        float sum = 0;
        for (size_t b = 0; b < LOAM_BIOME_COUNT; b++)
        {
            sum += other.weights[b * COUNT + p];
        }
        CHECK_NEAR(sum, 1, 1e-4);
        const float before = usual.weights[(size_t)biome * COUNT + p];
        const float after = other.weights[(size_t)biome * COUNT + p];
        CHECK(after >= before - 1e-5f);
        more += after > before + 0.01f;
    }
    CHECK_RANGE(more, 20, COUNT);
}

/// As rough as is accepted, with noise of its own in every biome.
static loam_land_shape wild_shape(void)
{
    loam_land_shape shape = loam_default_land_shape();
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        shape.biomes[b] = (loam_biome_shape){.weight = b % 3 == 0 ? 3 : 0.3f,
                                             .height = 1.5f,
                                             .amplitude = 20.0f + (float)b,
                                             .scale = 300.0f + 37.0f * (float)b,
                                             .octaves = (float)(3 + b % 6),
                                             .persistence = 0.55f,
                                             .lacunarity = 1.7f + 0.1f * (float)(b % 8)};
    }
    return shape;
}

static void test_water_lies_on_wild_ground_as_on_any(void)
{
    const loam_land_shape wild = wild_shape(), plain = loam_default_land_shape();
    fill_shape(&plain, STEP, &usual);
    fill_shape(&wild, STEP, &other);
    int32_t wet = 0;
    for (int32_t p = 0; p < COUNT; p++)
    {
        CHECK((usual.kind[p] == LOAM_WATER_SEA) == (other.kind[p] == LOAM_WATER_SEA));
        if (other.kind[p] != LOAM_WATER_NONE)
        {
            CHECK(other.water[p] >= other.height[p]);
            wet++;
        }
    }
    CHECK_RANGE(wet, 60, COUNT);
}

static void test_places_are_the_same_in_every_area_and_with_threads(void)
{
    enum
    {
        PART = 31
    };
    static answers part;
    const loam_land_shape wild = wild_shape();
    loam_jobs *jobs = NULL;
    CHECK_OK(loam_jobs_create(&(loam_jobs_def){.env = loam_default_env(), .threads = 2}, &jobs));
    loam_land_def def = shared_land_def();
    def.seed = 3;
    def.shape = wild;
    def.env.jobs = jobs;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    fill_shape(&wild, STEP, &other);
    loam_land_area area = area_of(STEP);
    area.x += 20 * STEP;
    area.z += 33 * STEP;
    area.w = area.h = PART;
    fill(land, area, &part);
    for (int32_t p = 0; p < PART * PART; p++)
    {
        const int32_t whole = (33 + p / PART) * SIDE + 20 + p % PART;
        CHECK(part.height[p] == other.height[whole]);
        CHECK(part.biome[p] == other.biome[whole]);
    }
    loam_land_destroy(land);
    loam_jobs_destroy(jobs);
}

static void test_steps_differ_by_no_more_than_their_bound(void)
{
    const loam_land_shape wild = wild_shape();
    loam_land *const land = open_land(&wild);
    static const int64_t steps[] = {2, 16, 32, 128, 1024};
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
    {
        const loam_land_area area = area_of(steps[s]);
        fill(land, area, &usual);
        loam_land_area finer = area;
        finer.step /= 2;
        float most = 0;
        for (int32_t quarter = 0; quarter < 4; quarter++)
        {
            finer.x = area.x + quarter % 2 * SIDE / 2 * area.step;
            finer.z = area.z + quarter / 2 * SIDE / 2 * area.step;
            fill(land, finer, &other);
            for (int32_t p = 0; p < COUNT / 4; p++)
            {
                const int32_t i = p % (SIDE / 2), j = p / (SIDE / 2);
                const int32_t coarse = (j + quarter / 2 * SIDE / 2) * SIDE + i +
                                       quarter % 2 * SIDE / 2;
                most = fmaxf(most,
                             fabsf(usual.height[coarse] - other.height[2 * j * SIDE + 2 * i]));
            }
        }
        printf("step %d: %.1f m of %.1f\n", (int)steps[s], (double)most,
               (double)loam_land_step_bound(land, steps[s]));
        CHECK(most <= loam_land_step_bound(land, steps[s]));
    }
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_the_usual_numbers_are_no_part_of_an_identity);
    RUN(test_numbers_are_checked);
    RUN(test_each_number_of_a_biome_changes_its_ground_alone);
    RUN(test_weights_win_ground_and_sum_to_one);
    RUN(test_water_lies_on_wild_ground_as_on_any);
    RUN(test_places_are_the_same_in_every_area_and_with_threads);
    RUN_UNSANITIZED(test_steps_differ_by_no_more_than_their_bound);
    return CHECK_DONE();
}
