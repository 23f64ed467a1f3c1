// SPDX-License-Identifier: MIT
// Gullies run down the slope, are none on flats, sand and water, and know neither blocks nor steps.
#include "land/surface/biomes.h"
#include "land/surface/gullies.h"
#include "land/surface/relief.h"

#include "check.h"
#include "loam/land.h"
#include "loam/maths.h"
#include "loam/random.h"
#include "shared_pages.h"

#include <stdlib.h>

enum
{
    SIDE = LAND_BLOCK_SIDE,
    COUNT = SIDE * SIDE,
};

static float east[LAND_CONTROL_POINTS], north[LAND_CONTROL_POINTS], strength[LAND_CONTROL_POINTS];

// A slope as steep as 0.3 everywhere, which turns by `turn` radians a kilometre.
static void set_ground(const land_control_grid *grid, float angle, float turn, float deep)
{
    for (int32_t p = 0; p < grid->w * grid->h; p++)
    {
        const float x = (float)(grid->x + p % grid->w * grid->spacing);
        const float way = angle + turn * x / 1000;
        east[p] = 0.3f * loam_cos(way);
        north[p] = 0.3f * loam_sin(way);
        strength[p] = deep;
    }
}

static void fill(const land_block *block, float angle, float turn, float deep, float *out)
{
    static land_gullies gullies;
    const loam_env env = loam_default_env();
    const land_control_grid grid = loam_land_control_over(block);
    set_ground(&grid, angle, turn, deep);
    const land_gully_ground ground = {
        .block = block, .grid = &grid, .east = east, .north = north, .strength = strength};
    const size_t size = loam_land_gullies_scratch();
    void *memory = loam_alloc(&env, size);
    CHECK_OK(loam_land_gullies_init(&gullies, 5, LOAM_ISA_AUTO));
    loam_land_gullies_fill(&gullies, &ground, loam_arena_make(memory, size, &env), out);
    loam_free(&env, memory, size);
}

static land_block block_at(int64_t x, int64_t z, int64_t step, int32_t w, int32_t h)
{
    return (land_block){
        .x = x, .z = z, .step = step, .w = w, .h = h, .level = loam_land_level_of(step)};
}

// How much heights change along a direction and across it, squared and added up.
static void measure(const float *heights, float angle, double *along, double *across)
{
    const float x = loam_cos(angle), z = loam_sin(angle);
    *along = *across = 0;
    for (int32_t p = SIDE; p < COUNT - SIDE; p++)
    {
        const float dx = heights[p + 1] - heights[p - 1],
                    dz = heights[p + SIDE] - heights[p - SIDE];
        const bool inside = p % SIDE > 0 && p % SIDE < SIDE - 1;
        const float a = dx * x + dz * z, b = dz * x - dx * z;
        *along += inside ? (double)(a * a) : 0;
        *across += inside ? (double)(b * b) : 0;
    }
}

// Whatever way the slope falls: ridges and furrows lie along it, so that heights change across it; most of
// all if there is one octave, as the next follow the sides of its ridges too.
static void test_they_run_down(void)
{
    static const int64_t steps[] = {2, 16, 64, 256};
    static const double least[] = {1.6, 5, 1.6, 5};
    static float heights[COUNT];
    for (int32_t s = 0; s < 4; s++)
    {
        for (int32_t k = 0; k < 12; k++)
        {
            const float angle = 0.13f + (float)k * LOAM_PI / 6;
            const land_block block = block_at(5000 * k, -3000, steps[s], SIDE, SIDE);
            fill(&block, angle, 0, 1, heights);
            double along, across;
            measure(heights, angle, &along, &across);
            CHECK_REPORT(across > least[s] * along, "step %d, angle %g: %g across, %g along",
                         (int)steps[s], (double)angle, across, along);
        }
    }
}

// Crests have an edge and furrows a round floor, not the other way round: heights bend most where they bend
// down.
static void test_crests_are_sharp(void)
{
    static float heights[COUNT];
    for (int32_t k = 0; k < 6; k++)
    {
        const land_block block = block_at(5000 * k, -3000, 8, SIDE, SIDE);
        fill(&block, 0.13f + (float)k, 0, 1, heights);
        double down = 0, up = 0;
        for (int32_t p = SIDE; p < COUNT - SIDE; p++)
        {
            const float bend = heights[p - 1] + heights[p + 1] + heights[p - SIDE] +
                               heights[p + SIDE] - 4 * heights[p];
            const bool inside = p % SIDE > 0 && p % SIDE < SIDE - 1;
            down += inside && bend < 0 ? (double)(bend * bend) : 0;
            up += inside && bend > 0 ? (double)(bend * bend) : 0;
        }
        CHECK_REPORT(down > 1.1 * up, "angle %d: %g down, %g up", (int)k, down, up);
    }
}

// Where there are none there are none, and twice as strong is twice as deep as long as slopes are the same.
static void test_strength(void)
{
    static float none[COUNT], some[COUNT];
    const land_block block = block_at(100, 200, 8, SIDE, SIDE);
    fill(&block, 1, 0, 0, none);
    fill(&block, 1, 0, 1, some);
    float least = 0, most = 0;
    for (int32_t p = 0; p < COUNT; p++)
    {
        CHECK(none[p] == 0);
        least = some[p] < least ? some[p] : least;
        most = some[p] > most ? some[p] : most;
    }
    CHECK_RANGE(most, 10, 40);
    CHECK_RANGE(least, -40, -10);
}

// A place has one height, whichever block it lies in, near the origin and far from it.
static void test_blocks_do_not_matter(void)
{
    static const int64_t steps[] = {1, 2, 3, 7, 16, 64, 100, 256};
    static float whole[COUNT], part[COUNT];
    for (int32_t s = 0; s < 8; s++)
    {
        const int64_t step = steps[s], far = s % 2 == 0 ? -700 : ((int64_t)1 << 45) + 123;
        const land_block a = block_at(far, 41, step, SIDE, SIDE);
        const land_block b = block_at(far + 37 * step, 41 + 11 * step, step, 60, 71);
        fill(&a, 0.7f, 0, 0.8f, whole);
        fill(&b, 0.7f, 0, 0.8f, part);
        for (int32_t j = 0; j < b.h; j++)
        {
            CHECK_REPORT(memcmp(part + j * b.w, whole + (j + 11) * SIDE + 37,
                                (size_t)b.w * sizeof(float)) == 0,
                         "the block matters at step %d, row %d", (int)step, j);
        }
    }
}

// Two steps that show the same octaves have the same heights; others differ by what is left out.
static void test_steps_agree(void)
{
    static float coarse[COUNT], fine[COUNT];
    float differ = 0;
    for (int64_t step = 2; step <= 512; step *= 2)
    {
        if (loam_land_level_of(step) != loam_land_level_of(step / 2))
        {
            continue;
        }
        const land_block a = block_at(320, -64, step, SIDE / 2, SIDE / 2);
        const land_block b = block_at(320, -64, step / 2, SIDE, SIDE);
        fill(&a, 2, 1, 1, coarse);
        fill(&b, 2, 1, 1, fine);
        const float bound = loam_land_gullies_bound(step) + 1e-3f;
        for (int32_t p = 0; p < a.w * a.h; p++)
        {
            const float apart = coarse[p] - fine[2 * (p / a.w) * SIDE + 2 * (p % a.w)];
            CHECK_NEAR(apart, 0, bound);
            differ = fabsf(apart) > differ ? fabsf(apart) : differ;
        }
    }
    CHECK(loam_land_gullies_bound(2) == 0);
    CHECK(loam_land_gullies_bound(4) == 0);
    CHECK(differ > 1); // something is left out
}

// ---- where there are any ----------------------------------------------------------------------------------

static loam_land_place mountain_side(void)
{
    return (loam_land_place){.base = 900,
                             .temperature = 6,
                             .rain = 900,
                             .humidity = 0.5f,
                             .soil = 0.3f,
                             .ruggedness = 0.7f,
                             .slope = 0.4f,
                             .coast = 8192};
}

static void test_steeper_is_stronger(void)
{
    loam_land_place place = mountain_side();
    float before = -1;
    for (int32_t k = 0; k <= 100; k++)
    {
        place.slope = 0.01f * (float)k;
        const float now = loam_land_relief_gullies(&place);
        CHECK_RANGE(now, 0, 1);
        CHECK(now >= before);
        CHECK(k > 1 || now == 0); // flats
        before = now;
    }
    CHECK(before > 0.5f);
    place.base = -20;
    CHECK(loam_land_relief_gullies(&place) == 0);
}

static void test_sand_has_none(void)
{
    const land_biomes built_in = {0};
    int32_t deserts = 0;
    for (uint64_t i = 0; i < 50000; i++)
    {
        loam_land_place place = mountain_side();
        place.temperature = -10 + 45 * loam_random_float(i, 0);
        place.humidity = loam_random_float(i, 1);
        place.ruggedness = loam_random_float(i, 2);
        place.slope = 0.5f * loam_random_float(i, 3);
        float weights[LOAM_MAX_LAND_BIOMES];
        loam_land_biome_weights(&built_in, &place, weights);
        if (weights[LOAM_BIOME_DESERT] > 0.9f)
        {
            deserts++;
            CHECK_RANGE(loam_land_relief_gullies(&place), 0, 0.02);
        }
    }
    CHECK(deserts > 500);
}

// What the relief adds to the base around a place: how much it changes along the base's slope and across it,
// squared and added to what is there.
static void measure_relief(loam_land *land, int64_t x, int64_t z, double *along, double *across)
{
    static float height[COUNT], base[COUNT];
    const loam_land_area area = {.x = x, .z = z, .step = 8, .w = SIDE, .h = SIDE};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height, .base = base}));
    for (int32_t p = SIDE; p < COUNT - SIDE; p++)
    {
        const float bx = base[p + 1] - base[p - 1], bz = base[p + SIDE] - base[p - SIDE];
        const float dx = height[p + 1] - height[p - 1] - bx;
        const float dz = height[p + SIDE] - height[p - SIDE] - bz;
        const float slope = sqrtf(bx * bx + bz * bz) / 16;
        if (slope > 0.15f && p % SIDE > 0 && p % SIDE < SIDE - 1)
        {
            const float a = (dx * bx + dz * bz) / (16 * slope);
            const float b = (dz * bx - dx * bz) / (16 * slope);
            *along += (double)(a * a);
            *across += (double)(b * b);
        }
    }
}

// In a land: relief changes more across the base's slope than along it, all in all; where crests are faint
// there are fewer gullies, and less of a difference.
static void test_they_run_down_in_a_land(void)
{
    loam_land_def def = shared_land_def();
    def.seed = 1;
    loam_land *land;
    CHECK_OK(loam_land_create(&def, &land));
    double along = 0, across = 0;
    for (int64_t i = 0; i < 4; i++)
    {
        measure_relief(land, -1155000 + 3000 * i, -524000, &along, &across);
    }
    CHECK(along > 0);
    CHECK_RANGE(across / along, 2, 100);
    loam_land_destroy(land);
}

int main(void)
{
    RUN(test_they_run_down);
    RUN(test_crests_are_sharp);
    RUN(test_strength);
    RUN(test_blocks_do_not_matter);
    RUN(test_steps_agree);
    RUN(test_steeper_is_stronger);
    RUN(test_sand_has_none);
    RUN(test_they_run_down_in_a_land);
    return CHECK_DONE();
}
