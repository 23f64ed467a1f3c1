// SPDX-License-Identifier: MIT
// A place has the same values whatever area it is asked in, and whatever else is asked of it: over a whole
// land with rivers, lakes and coasts, at steps of every level of the graph. LOAM_SOAK looks at many more
// places.
#include "loam/land.h"

#include "check.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SIDE = 90,
    COUNT = SIDE * SIDE,
    FLOATS = 11,
    WINDOWS = 5, // of each area
};

static const char *const names[FLOATS] = {"height", "water",    "base", "temperature",
                                          "rain",   "humidity", "soil", "ruggedness",
                                          "coast",  "flow",     "river"};

// All that can be asked of an area.
typedef struct area_answers
{
    float floats[FLOATS][COUNT];
    float weights[LOAM_BIOME_COUNT * COUNT];
    uint8_t biome[COUNT];
} area_answers;

// Asks for what has its bit in `wanted`: the floats, the weights, the biome.
static void fill(loam_land *land, loam_land_area area, uint32_t wanted, area_answers *out)
{
    float *floats[FLOATS];
    for (int32_t k = 0; k < FLOATS; k++)
    {
        floats[k] = wanted >> k & 1 ? out->floats[k] : NULL;
    }
    const loam_land_samples samples = {
        .height = floats[0],
        .water = floats[1],
        .base = floats[2],
        .temperature = floats[3],
        .rain = floats[4],
        .humidity = floats[5],
        .soil = floats[6],
        .ruggedness = floats[7],
        .coast = floats[8],
        .flow = floats[9],
        .river = floats[10],
        .weights = wanted >> FLOATS & 1 ? out->weights : NULL,
        .biome = wanted >> (FLOATS + 1) & 1 ? out->biome : NULL,
    };
    CHECK_OK(loam_land_fill(land, area, &samples));
}

// Reports the first place of a window that has another value than in the whole.
static void compare(const float *a, loam_land_area whole, const float *b, loam_land_area part,
                    const char *name)
{
    const int64_t i0 = (part.x - whole.x) / whole.step, j0 = (part.z - whole.z) / whole.step;
    for (int32_t p = 0; p < part.w * part.h; p++)
    {
        const float *there = a + (j0 + p / part.w) * whole.w + i0 + p % part.w;
        if (memcmp(there, b + p, sizeof *b) != 0)
        {
            CHECK_REPORT(false, "step %d: %s at %lld, %lld is %.9g or %.9g", (int)part.step, name,
                         (long long)(part.x + p % part.w * part.step),
                         (long long)(part.z + p / part.w * part.step), (double)*there,
                         (double)b[p]);
            return;
        }
    }
}

static void compare_all(const area_answers *a, loam_land_area whole, const area_answers *b,
                        loam_land_area part, uint32_t wanted)
{
    for (int32_t k = 0; k < FLOATS; k++)
    {
        if (wanted >> k & 1)
        {
            compare(a->floats[k], whole, b->floats[k], part, names[k]);
        }
    }
    for (int32_t k = 0; k < LOAM_BIOME_COUNT && wanted >> FLOATS & 1; k++)
    {
        compare(a->weights + (size_t)k * (size_t)(whole.w * whole.h), whole,
                b->weights + (size_t)k * (size_t)(part.w * part.h), part,
                loam_biome_name((loam_biome)k));
    }
    const int64_t i0 = (part.x - whole.x) / whole.step, j0 = (part.z - whole.z) / whole.step;
    for (int32_t j = 0; j < part.h && wanted >> (FLOATS + 1) & 1; j++)
    {
        CHECK(memcmp(a->biome + (j0 + j) * whole.w + i0, b->biome + j * part.w, (size_t)part.w) ==
              0);
    }
}

// Numbers one after the other.
typedef struct dice
{
    uint64_t seed, thrown;
} dice;

static int32_t below(dice *random, int32_t limit)
{
    return (int32_t)loam_random_below(random->seed, random->thrown++, (uint32_t)limit);
}

static void check_place(loam_land *land, dice *random, int64_t x, int64_t z, int64_t step,
                        area_answers *a, area_answers *b)
{
    const uint32_t all = ((uint32_t)1 << (FLOATS + 2)) - 1;
    const loam_land_area whole = {
        .x = x - SIDE / 2 * step, .z = z - SIDE / 2 * step, .step = step, .w = SIDE, .h = SIDE};
    fill(land, whole, all, a);
    for (int32_t k = 0; k < check_cases(WINDOWS, 3); k++)
    {
        const int32_t i = below(random, SIDE), j = below(random, SIDE);
        const loam_land_area part = {.x = whole.x + i * step,
                                     .z = whole.z + j * step,
                                     .step = step,
                                     .w = 1 + below(random, SIDE - i),
                                     .h = 1 + below(random, SIDE - j)};
        const uint32_t wanted = k == 0 ? all : (uint32_t)below(random, (int32_t)all + 1);
        fill(land, part, wanted, b);
        compare_all(a, whole, b, part, wanted);
    }
}

static loam_land *open_land;

/// The land of a seed, which stays until another one is asked for: what it has grown need not grow again.
static loam_land *land_of(uint64_t seed)
{
    static uint64_t its_seed;
    if (open_land == NULL || its_seed != seed)
    {
        loam_land_destroy(open_land);
        loam_land_def def = loam_default_land_def();
        def.seed = its_seed = seed;
        CHECK_OK(loam_land_create(&def, &open_land));
    }
    return open_land;
}

static void check_land(uint64_t seed, const int64_t (*places)[2], size_t place_count,
                       const int64_t *steps, size_t step_count)
{
    loam_land *const land = land_of(seed);
    dice random = {.seed = seed};
    area_answers *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (size_t p = 0; p < place_count; p++)
    {
        for (size_t s = 0; s < step_count; s += (size_t)check_every())
        {
            // Somewhere near, so that samples lie differently on control points.
            const int64_t x = places[p][0] + below(&random, 200),
                          z = places[p][1] + below(&random, 200);
            check_place(land, &random, x, z, steps[s], a, b);
        }
    }
    free(a);
    free(b);
}

// On the finest graph: a coast with a river, a lake, the far side of rivers.
static void test_fine_steps(void)
{
    static const int64_t places[][2] = {
        {-115308, -90810}, {-437208, 1504044}, {-114524, -92314 + 2048}};
    static const int64_t steps[] = {1, 3, 8, 15, 16, 32};
    check_land(3, places, (size_t)check_cases(3, 2), steps, 6);
}

static void test_middle_steps(void)
{
    static const int64_t places[][2] = {{-115308, -90810}, {-437208, 1504044}};
    static const int64_t steps[] = {33, 100, 255, 256, 512};
    check_land(3, places, (size_t)check_cases(2, 1), steps, 5);
}

static void test_coarse_steps(void)
{
    static const int64_t places[][2] = {{-115308, -90810}, {((int64_t)1 << 45) + 77, -12345}};
    static const int64_t steps[] = {513, 1000, 4096, 20000, 65536};
    check_land(3, places, 2, steps, 5);
}

// Where the sea is one cell of a coarser graph, which mouths open.
static void test_mouths(void)
{
    static const int64_t coarse[][2] = {{-1002400, 305120}}, middle[][2] = {{-2952230, 214188}};
    static const int64_t coarse_steps[] = {600, 4000}, middle_steps[] = {300};
    check_land(42, coarse, 1, coarse_steps, 2);
    check_land(6, middle, 1, middle_steps, 1);
}

static void test_places_anywhere(void)
{
    static const int64_t steps[][3] = {{1, 7, 20}, {40, 300, 500}, {600, 5000, 30000}};
    const int32_t count = getenv("LOAM_SOAK") != NULL ? 60 : 1;
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t level = 0; level < 3; level++)
        {
            const uint64_t at = (uint64_t)(3 * i + level);
            const int64_t place[1][2] = {{loam_random_range(17, at, -3000000, 3000000),
                                          loam_random_range(18, at, -3000000, 3000000)}};
            check_land(19 + (uint64_t)i, place, 1, steps[level], 3);
        }
    }
}

int main(void)
{
    RUN(test_fine_steps);
    RUN(test_middle_steps);
    RUN(test_coarse_steps);
    RUN_UNSANITIZED(test_mouths);
    RUN_UNSANITIZED(test_places_anywhere);
    loam_land_destroy(open_land);
    return CHECK_DONE();
}
