// SPDX-License-Identifier: MIT
// The surface of a whole land, through the public functions.
#include "loam/land.h"
#include "loam/random.h"

#include "check.h"
#include "shared_pages.h"

#include <stdlib.h>

enum
{
    SIDE = 160,
    COUNT = SIDE * SIDE,
};

static loam_land *open_land(uint64_t seed)
{
    loam_land_def def = shared_land_def();
    def.seed = seed;
    loam_land *land = NULL;
    CHECK_OK(loam_land_create(&def, &land));
    return land;
}

// Questions about one place, held pages and areas agree.
static void test_questions_agree(void)
{
    static const int64_t places[][2] = {{-62000, -20700}, {((int64_t)1 << 45) + 77, -12345}};
    loam_land *land = open_land(1);
    for (int32_t p = 0; p < 2; p++)
    {
        float height[16 * 16], water[16 * 16], river[16 * 16];
        uint8_t biome[16 * 16];
        const int64_t x = places[p][0], z = places[p][1];
        const loam_land_area area = {.x = x, .z = z, .step = 1, .w = 16, .h = 16};
        const loam_land_samples samples = {
            .height = height, .water = water, .river = river, .biome = biome};
        CHECK_OK(loam_land_fill(land, area, &samples));
        const loam_land_patch *patch;
        CHECK_OK(loam_land_pin(land, x, z, &patch));
        CHECK(loam_land_patch_height(patch, (double)x, (double)z) == height[0]);
        loam_land_unpin(land, patch);
        for (int32_t i = 0; i < 16 * 16; i++)
        {
            const double at_x = (double)(x + i % 16), at_z = (double)(z + i / 16);
            float value, between;
            int32_t kind;
            CHECK_OK(loam_land_height(land, at_x, at_z, &value));
            CHECK(value == height[i]);
            CHECK_OK(loam_land_height(land, at_x + 0.5, at_z, &between));
            CHECK(i % 16 == 15 || (between - value) * (between - height[i + 1]) <= 0);
            CHECK_OK(loam_land_water(land, at_x, at_z, &value));
            CHECK(value == water[i]);
            CHECK_OK(loam_land_river_distance(land, at_x, at_z, &value));
            CHECK(value == river[i]);
            CHECK_OK(loam_land_biome_at(land, at_x, at_z, &kind));
            CHECK_INT(kind, biome[i]);
        }
    }
    float value;
    CHECK_INT(loam_land_height(land, 1e30, 0, &value), LOAM_BAD_ARGUMENT);
    CHECK_INT(loam_land_height(land, 0, (double)NAN, &value), LOAM_BAD_ARGUMENT);
    loam_land_destroy(land);
}

// A river of 600 m comes out into the sea as wide as it is, also where the coast is high: no bowl with a gap.
static void test_mouths_are_not_pinched(void)
{
    enum
    {
        W = 200,
        H = 180,
        STEP = 8
    };
    static float water[W * H];
    loam_land *land = open_land(loam_seed_from_text("my land"));
    const loam_land_area area = {
        .x = 32475 - W / 2 * STEP, .z = 1238726 - H / 2 * STEP, .step = STEP, .w = W, .h = H};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.water = water}));
    int32_t narrowest = H;
    for (int32_t i = 0; i < W; i++)
    {
        int32_t wet = 0;
        for (int32_t j = 0; j < H; j++)
        {
            wet += water[j * W + i] > LOAM_LAND_DRY;
        }
        narrowest = wet < narrowest ? wet : narrowest;
    }
    CHECK_RANGE(narrowest * STEP, 450, 800);
    loam_land_destroy(land);
}

// A point in the course of a river, the nearest to a place that carries as much.
static loam_river_point river_near(loam_land *land, int64_t x, int64_t z, float min_flow)
{
    loam_river_point points[64] = {0};
    int32_t count = 0;
    loam_river_end end;
    loam_land_river_def def = loam_default_land_river_def();
    def.x = x;
    def.z = z;
    def.min_flow = min_flow;
    CHECK_OK(loam_land_river(land, &def, points, 64, &count, &end));
    return points[count / 2];
}

// Something drains through every dry place, more in rivers; it has no edge at their banks.
static void test_flow_is_everywhere(void)
{
    float *flow = malloc(COUNT * sizeof *flow), *river = malloc(COUNT * sizeof *river);
    int32_t banks = 0;
    for (uint64_t seed = 1; seed <= 2; seed++)
    {
        loam_land *land = open_land(seed);
        const loam_river_point point = river_near(land, -62000, -20700, 20);
        const loam_land_area area = {
            .x = point.x / 8 - SIDE, .z = point.z / 8 - SIDE, .step = 2, .w = SIDE, .h = SIDE};
        CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.flow = flow, .river = river}));
        for (int32_t i = 0; i < COUNT - 1; i++)
        {
            CHECK(flow[i] > 0);
            CHECK(river[i] >= 0 || flow[i] >= 2);
            const bool bank = i % SIDE != SIDE - 1 && (river[i] < 0) != (river[i + 1] < 0);
            CHECK(!bank || (flow[i] < 1.1f * flow[i + 1] && flow[i + 1] < 1.1f * flow[i]));
            banks += bank ? 1 : 0;
        }
        loam_land_destroy(land);
    }
    CHECK(banks > 200);
    free(flow);
    free(river);
}

// Between neighbouring samples of an overview climates change by a band at most.
static void test_climate_makes_sense(void)
{
    loam_land *land = open_land(2);
    uint8_t *biome = malloc(COUNT);
    const loam_land_area area = {
        .x = -SIDE * 4096, .z = -SIDE * 4096, .step = 8192, .w = SIDE, .h = SIDE};
    const loam_land_samples samples = {.biome = biome};
    CHECK_OK(loam_land_fill(land, area, &samples));
    for (int32_t i = 0; i < COUNT - SIDE - 1; i++)
    {
        const int32_t around[] = {i + 1, i + SIDE};
        for (int32_t k = 0; k < 2; k++)
        {
            const int32_t a = biome[i], b = biome[around[k]];
            CHECK(a != LOAM_BIOME_JUNGLE || b != LOAM_BIOME_TUNDRA);
            CHECK(b != LOAM_BIOME_JUNGLE || a != LOAM_BIOME_TUNDRA);
        }
    }
    free(biome);
    loam_land_destroy(land);
}

// Hills below a deep sea stay far below it: they are some metres high.
static void test_the_sea_floor_is_smooth(void)
{
    loam_land *land = open_land(5);
    float *height = malloc(COUNT * sizeof *height), *base = malloc(COUNT * sizeof *base);
    const loam_land_area area = {.x = 30000, .z = 1000, .step = 8, .w = SIDE, .h = SIDE};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height, .base = base}));
    float most = 0, least = 0;
    for (int32_t i = 0; i < COUNT; i++)
    {
        const float added = height[i] - base[i];
        CHECK(base[i] < -30 && height[i] < -10);
        most = added > most ? added : most;
        least = added < least ? added : least;
    }
    CHECK_RANGE(most, 0.5, 20);
    CHECK_RANGE(least, -20, -0.5);
    free(height);
    free(base);
    loam_land_destroy(land);
}

// Heights at two steps agree within the bound, also where the graph changes.
static void test_steps_agree(void)
{
    static const int64_t steps[] = {4, 64, 512, 1024, 8192};
    loam_land *land = open_land(1);
    float *coarse = malloc(COUNT * sizeof *coarse), *fine = malloc(COUNT * sizeof *fine);
    for (int32_t s = 0; s < 5; s++)
    {
        const loam_land_area a = {
            .x = -1147000, .z = -532000, .step = steps[s], .w = SIDE / 4, .h = SIDE / 4};
        const loam_land_area b = {
            .x = a.x, .z = a.z, .step = steps[s] / 2, .w = SIDE / 2, .h = SIDE / 2};
        CHECK_OK(loam_land_fill(land, a, &(loam_land_samples){.height = coarse}));
        CHECK_OK(loam_land_fill(land, b, &(loam_land_samples){.height = fine}));
        const float bound = loam_land_step_bound(land, steps[s]);
        for (int32_t i = 0; i < a.w * a.h; i++)
        {
            CHECK_NEAR(coarse[i] - fine[2 * (i / a.w) * b.w + 2 * (i % a.w)], 0, bound);
        }
    }
    free(coarse);
    free(fine);
    loam_land_destroy(land);
}

// The root of the mean square of the differences between two steps at shared places around (x, z).
static double difference(loam_land *land, int64_t x, int64_t z, int64_t step)
{
    const int32_t w = 64;
    float *coarse = malloc((size_t)(w * w) * sizeof *coarse);
    float *fine = malloc((size_t)(4 * w * w) * sizeof *fine);
    const loam_land_area a = {
        .x = x - w / 2 * step, .z = z - w / 2 * step, .step = step, .w = w, .h = w};
    const loam_land_area b = {.x = a.x, .z = a.z, .step = step / 2, .w = 2 * w, .h = 2 * w};
    CHECK_OK(loam_land_fill(land, a, &(loam_land_samples){.height = coarse}));
    CHECK_OK(loam_land_fill(land, b, &(loam_land_samples){.height = fine}));
    double sum = 0;
    for (int32_t i = 0; i < w * w; i++)
    {
        const double d = (double)coarse[i] - (double)fine[2 * (i / w) * b.w + 2 * (i % w)];
        sum += d * d;
    }
    free(coarse);
    free(fine);
    return sqrt(sum / (w * w));
}

// Where the graph changes a coarse view shows the same mountains as a fine one: they differ by spurs, not by
// crests and valleys, and plains hardly at all.
static void test_graphs_show_the_same_land(void)
{
    static const struct
    {
        uint64_t seed;
        int64_t x, z;
        double fine_m, coarse_m;
    } places[] = {{1, -1089536, -565248, 45, 220}, // high mountains
                  {2, 942080, 1409024, 45, 220},   {7, -827392, 942080, 45, 220},
                  {2, -1138688, 1245184, 8, 30}, // hills
                  {1, -876544, -114688, 4, 35},  // plains
                  {7, 1253376, -688128, 4, 25}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i += (size_t)check_every())
    {
        loam_land *land = open_land(places[i].seed);
        const double fine = difference(land, places[i].x, places[i].z, 2 * LOAM_LAND_FINE_STEP);
        const double coarse = difference(land, places[i].x, places[i].z, 2 * LOAM_LAND_MIDDLE_STEP);
        CHECK_REPORT(fine <= places[i].fine_m && coarse <= places[i].coarse_m,
                     "at %lld, %lld graphs differ by %.1f m and %.1f m", (long long)places[i].x,
                     (long long)places[i].z, fine, coarse);
        loam_land_destroy(land);
    }
}

// The mean weight of swamps in a square.
static double swamp_around(loam_land *land, int64_t x, int64_t z, int64_t step, int32_t w)
{
    static float weights[LOAM_BIOME_COUNT * 128 * 128];
    const int64_t half = step * w / 2;
    const loam_land_area area = {x - half, z - half, step, w, w};
    double sum = 0;
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.weights = weights}));
    for (int32_t i = 0; i < w * w; i++)
    {
        sum += (double)weights[LOAM_BIOME_SWAMP * w * w + i];
    }
    return sum / (w * w);
}

// Low wet land is as much swamp on the finest graph as on the coarser ones, on average: so maps do not change
// their colour where they go over from one to another.
static void test_graphs_have_the_same_swamps(void)
{
    static const struct
    {
        uint64_t seed;
        int64_t x, z;
    } places[] = {{13, -173950, -1560695}, {2, -2868928, -2868928}};
    double more = 0;
    for (int32_t k = 0; k < 2; k++)
    {
        loam_land *land = open_land(places[k].seed);
        const int64_t x = places[k].x, z = places[k].z;
        const double fine = swamp_around(land, x, z, 32, 128);
        const double middle = swamp_around(land, x, z, 64, 64);
        const double wide = swamp_around(land, x, z, 512, 64);
        const double coarse = swamp_around(land, x, z, 1024, 32);
        CHECK_RANGE(fine, 0.2, 0.8);
        CHECK_RANGE(middle, fine - 0.2, fine + 0.2);
        CHECK_RANGE(coarse, wide - 0.08, wide + 0.08);
        more += 0.5 * (fine - middle);
        loam_land_destroy(land);
    }
    CHECK_RANGE(more, -0.1, 0.1);
}

int main(void)
{
    RUN(test_questions_agree);
    RUN_UNSANITIZED(test_mouths_are_not_pinched);
    RUN(test_flow_is_everywhere);
    RUN(test_climate_makes_sense);
    RUN_UNSANITIZED(test_the_sea_floor_is_smooth);
    RUN_UNSANITIZED(test_steps_agree);
    RUN_UNSANITIZED(test_graphs_show_the_same_land);
    RUN_UNSANITIZED(test_graphs_have_the_same_swamps);
    return CHECK_DONE();
}
