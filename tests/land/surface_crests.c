// SPDX-License-Identifier: MIT
// Mountains are no field of equal waves: some crests stand bold and others are faint, and the graph that
// foretells them (surface/crests.c) agrees with the one that has them (water/erosion.c) on which.
#include "loam/land.h"

#include "check.h"
#include "land/basis/detail.h"
#include "land/water/ground.h"
#include "shared_pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    W = 192, // samples of the coarser graph, 12 km
    SQUARES = 6,
    COUNT = SQUARES * SQUARES,
};

// How much heights differ from the mean of those half a valley away, in squares of 2 km.
static void measure_relief(const float *height, int32_t w, double *out)
{
    const int32_t side = w / SQUARES, away = side / 4;
    for (int32_t k = 0; k < COUNT; k++)
    {
        double sum = 0;
        int32_t count = 0;
        for (int32_t i = 0; i < side * side; i++)
        {
            const int32_t x = k % SQUARES * side + i % side, z = k / SQUARES * side + i / side;
            if (x >= away && z >= away && x < w - away && z < w - away)
            {
                const float *at = height + z * w + x;
                const float mean = 0.25f * (at[-away] + at[away] + at[-away * w] + at[away * w]);
                sum += (double)((at[0] - mean) * (at[0] - mean));
                count++;
            }
        }
        out[k] = sqrt(sum / count);
    }
}

static void fill_relief(loam_land *land, int64_t x, int64_t z, int64_t step, double *out)
{
    const int32_t w = (int32_t)(W * 2 * LOAM_LAND_FINE_STEP / step);
    float *height = malloc((size_t)(w * w) * sizeof *height);
    const loam_land_area area = {.x = x, .z = z, .step = step, .w = w, .h = w};
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = height}));
    measure_relief(height, w, out);
    free(height);
}

// How much values differ from each other, in parts of their mean.
static double variation(const double *values)
{
    double sum = 0, squares = 0;
    for (int32_t i = 0; i < COUNT; i++)
    {
        sum += values[i] / COUNT;
        squares += values[i] * values[i] / COUNT;
    }
    return sqrt(squares - sum * sum) / sum;
}

// 1 if two sets of values rise and fall together.
static double correlation(const double *a, const double *b)
{
    double mean_a = 0, mean_b = 0, both = 0, own_a = 0, own_b = 0;
    for (int32_t i = 0; i < COUNT; i++)
    {
        mean_a += a[i] / COUNT;
        mean_b += b[i] / COUNT;
    }
    for (int32_t i = 0; i < COUNT; i++)
    {
        both += (a[i] - mean_a) * (b[i] - mean_b);
        own_a += (a[i] - mean_a) * (a[i] - mean_a);
        own_b += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return both / sqrt(own_a * own_b);
}

// In high mountains. Without boldness they vary by 0.13.
static void test_crests_differ_and_graphs_agree(void)
{
    static const struct
    {
        uint64_t seed;
        int64_t x, z;
    } places[] = {{1, -1089536, -565248}, {7, -827392, 942080}};
    for (int32_t p = 0; p < 2; p++)
    {
        loam_land_def def = shared_land_def();
        def.seed = places[p].seed;
        loam_land *land = NULL;
        CHECK_OK(loam_land_create(&def, &land));
        double coarse[COUNT], fine[COUNT];
        fill_relief(land, places[p].x, places[p].z, 2 * LOAM_LAND_FINE_STEP, coarse);
        fill_relief(land, places[p].x, places[p].z, LOAM_LAND_FINE_STEP, fine);
        CHECK_RANGE(variation(coarse), 0.25, 1);
        CHECK_RANGE(variation(fine), 0.25, 1);
        CHECK_RANGE(correlation(coarse, fine), 0.95, 1);
        loam_land_destroy(land);
    }
}

// Boldness is 1 on average, within its limits, and the same for points and areas; at level 1 it is 1.
static void test_boldness(void)
{
    enum
    {
        SIDE = 100,
        POINTS = SIDE * SIDE,
    };
    static float grid[POINTS], points[POINTS];
    static int64_t x[POINTS], z[POINTS];
    for (int32_t level = 1; level < LOAM_LAND_LEVELS; level++)
    {
        land_detail detail;
        CHECK_OK(
            loam_detail_init(&detail, level, loam_land_detail_seed(5, level), 1, LOAM_ISA_AUTO));
        const loam_noise_area area = {
            .x = -70000, .y = 31000, .step = 5000, .w = SIDE, .h = SIDE, .d = 1};
        for (int32_t i = 0; i < POINTS; i++)
        {
            x[i] = area.x + i % SIDE * area.step;
            z[i] = area.y + i / SIDE * area.step;
        }
        CHECK_OK(loam_detail_boldness_grid(&detail, area, grid));
        CHECK_OK(loam_detail_boldness(&detail, x, z, POINTS, points));
        CHECK(memcmp(grid, points, sizeof grid) == 0);
        const float most = land_boldest(level);
        double sum = 0;
        for (int32_t i = 0; i < POINTS; i++)
        {
            CHECK_RANGE(grid[i], 2 - most, most);
            sum += (double)grid[i];
        }
        CHECK_RANGE(sum / POINTS, level == 1 ? 1 : 0.95, level == 1 ? 1 : 1.05);
    }
}

int main(void)
{
    RUN_UNSANITIZED(test_crests_differ_and_graphs_agree);
    RUN(test_boldness);
    return CHECK_DONE();
}
