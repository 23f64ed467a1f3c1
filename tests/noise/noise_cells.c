// SPDX-License-Identifier: MIT
// Cellular noise against a search that is written another way: one sample at a time, in doubles, over all
// points of many more cells than can matter, sorted by distance.
#include "check.h"
#include "loam/maths.h"
#include "loam/random.h"
#include "noise/lattice.h"
#include "noise/noise.h"

#include <stdlib.h>

enum
{
    AROUND = 4, // cells to each side: the kernels look at two
    SIDE = 2 * AROUND + 1,
    POINTS = SIDE * SIDE * SIDE,
};

/// A point near a sample.
typedef struct point
{
    double distance;
    uint32_t hash;
} point;

static uint32_t mixed(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static uint32_t hash_of_axis(int64_t cell, const uint32_t key[2])
{
    uint32_t x = ((uint32_t)(uint64_t)cell ^ key[0]) * 0x9e3779b1u;
    x ^= x >> 15;
    return mixed(x + (uint32_t)((uint64_t)cell >> 32) * 0x85ebca77u + key[1]);
}

/// Where in its cell a point lies on an axis, 0 .. 1.
static double place_in_cell(uint32_t hash, int32_t axis, int32_t dims, double jitter)
{
    const double offset = dims < 3   ? (double)(axis == 0 ? hash & 0xffff : hash >> 16) / 32768.0
                          : axis < 2 ? (double)(hash >> 11 * axis & 0x3ff) / 512.0
                                     : (double)(hash >> 22) / 512.0;
    return 0.5 + jitter * (offset - 1.0);
}

static double length_of(loam_cell_metric metric, const double d[3])
{
    const double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    return metric == LOAM_METRIC_EUCLIDEAN   ? sqrt(x * x + y * y + z * z)
           : metric == LOAM_METRIC_MANHATTAN ? x + y + z
                                             : fmax(x, fmax(y, z));
}

static int by_distance(const void *a, const void *b)
{
    const double p = ((const point *)a)->distance, q = ((const point *)b)->distance;
    return (p > q) - (p < q);
}

/// All points around a place, the nearest first.
static int32_t find_points(const loam_noise *noise, const lattice_shape *shape, const int64_t at[3],
                           point points[POINTS])
{
    // With a wavelength that is a power of two this is the place in cells, exactly.
    const double wavelength = noise->def.wavelength;
    int64_t cell[3] = {0};
    double within[3] = {0};
    for (int32_t a = 0; a < shape->dims; a++)
    {
        cell[a] = loam_floor_div(at[a], (int64_t)wavelength);
        within[a] = (double)(at[a] - cell[a] * (int64_t)wavelength) / wavelength;
    }
    int32_t count = 0;
    const int32_t all = shape->dims == 1 ? SIDE : shape->dims == 2 ? SIDE * SIDE : POINTS;
    for (int32_t i = 0; i < all; i++)
    {
        const int64_t off[3] = {i % SIDE - AROUND, i / SIDE % SIDE - AROUND,
                                i / SIDE / SIDE - AROUND};
        uint32_t sum = 0;
        for (int32_t a = 0; a < shape->dims; a++)
        {
            sum += hash_of_axis(cell[a] + off[a], noise->octaves[0].key[a]);
        }
        double d[3] = {0};
        const uint32_t hash = mixed(sum);
        for (int32_t a = 0; a < shape->dims; a++)
        {
            d[a] = (double)off[a] - within[a] +
                   place_in_cell(hash, a, shape->dims, (double)shape->jitter);
        }
        points[count++] = (point){length_of(shape->metric, d), hash};
    }
    qsort(points, (size_t)count, sizeof *points, by_distance);
    return count;
}

static double expected_value(const lattice_shape *shape, const point *points)
{
    const double scale = (double)shape->cell_scale;
    switch (shape->cell)
    {
    case LOAM_CELL_F1:
        return points[0].distance * scale;
    case LOAM_CELL_F2:
        return points[1].distance * scale;
    case LOAM_CELL_F2_MINUS_F1:
        return (points[1].distance - points[0].distance) * scale;
    default:
        return (double)((int32_t)mixed(points[0].hash) >> 8) / 8388608.0;
    }
}

static float value_at(const loam_noise *noise, int32_t dims, const int64_t at[3])
{
    return dims == 1   ? loam_noise_at1(noise, at[0])
           : dims == 2 ? loam_noise_at2(noise, at[0], at[1])
                       : loam_noise_at3(noise, at[0], at[1], at[2]);
}

static void compare_at(const loam_noise *noise, const lattice_shape *shape, const int64_t at[3])
{
    static point points[POINTS];
    (void)find_points(noise, shape, at, points);
    // Which of two equally near ones is the nearest is rounding.
    const bool tie = points[1].distance - points[0].distance < 1e-5;
    if (!(shape->cell == LOAM_CELL_VALUE && tie))
    {
        CHECK_NEAR(value_at(noise, shape->dims, at), expected_value(shape, points), 2e-6);
    }
}

static void check_noise(const loam_noise_def *def, int32_t dims, uint64_t seed)
{
    enum
    {
        SAMPLES = 60,
        FAR = 1 << 30
    };
    loam_noise noise;
    CHECK_OK(loam_noise_init(&noise, def, seed));
    const lattice_shape shape = loam_noise_shape(def, dims);
    for (uint64_t i = 0; i < SAMPLES; i++)
    {
        int64_t at[3] = {0};
        for (int32_t a = 0; a < dims; a++)
        {
            const uint64_t random = loam_random_u64(seed, 3 * i + (uint64_t)a);
            // Near the origin, far away, and on borders and middles of cells.
            at[a] = (int64_t)(random % FAR) - FAR / 2;
            at[a] = i % 3 == 0 ? at[a] * FAR : i % 3 == 1 ? at[a] / 32 * 32 : at[a] % 500;
        }
        compare_at(&noise, &shape, at);
    }
}

static void test_cellular_noise_finds_the_nearest_points(void)
{
    static const float jitters[] = {0.0f, 0.3f, 1.0f};
    for (int32_t i = 0; i < LOAM_METRIC_COUNT * LOAM_CELL_OUTPUT_COUNT * 3 * 3; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_CELLULAR;
        def.wavelength = 64.0;
        def.metric = (loam_cell_metric)(i % LOAM_METRIC_COUNT);
        def.cell = (loam_cell_output)(i / LOAM_METRIC_COUNT % LOAM_CELL_OUTPUT_COUNT);
        const int32_t rest = i / LOAM_METRIC_COUNT / LOAM_CELL_OUTPUT_COUNT;
        def.jitter = jitters[rest % 3];
        check_noise(&def, 1 + rest / 3, (uint64_t)i);
    }
}

// Points that the kernels do not look at are too far away to matter: nearly not so in the middle of a cell,
// with as much jitter as there is.
static void test_points_far_away_are_never_among_the_two_nearest(void)
{
    for (int32_t i = 0; i < 2 * LOAM_METRIC_COUNT; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_CELLULAR;
        def.wavelength = 64.0;
        def.metric = (loam_cell_metric)(i / 2);
        def.cell = LOAM_CELL_F2;
        def.jitter = 1.0f;
        const int32_t dims = 2 + i % 2, samples = dims == 2 ? 20000 : 4000;
        loam_noise noise;
        CHECK_OK(loam_noise_init(&noise, &def, (uint64_t)i));
        const lattice_shape shape = loam_noise_shape(&def, dims);
        for (int64_t k = 0; k < samples; k++)
        {
            const int64_t at[3] = {64 * k + 32, -64 * (k % 100) + 31, dims == 3 ? 32 : 0};
            compare_at(&noise, &shape, at);
        }
    }
}

// Grids go another way through the kernels.
static void test_grids_find_the_nearest_points(void)
{
    enum
    {
        W = 70,
        H = 9
    };
    static float out[W * H];
    static point points[POINTS];
    for (int32_t i = 0; i < LOAM_METRIC_COUNT * LOAM_CELL_OUTPUT_COUNT; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_CELLULAR;
        def.wavelength = 16.0;
        def.metric = (loam_cell_metric)(i % LOAM_METRIC_COUNT);
        def.cell = (loam_cell_output)(i / LOAM_METRIC_COUNT);
        loam_noise noise;
        CHECK_OK(loam_noise_init(&noise, &def, (uint64_t)i));
        const lattice_shape shape = loam_noise_shape(&def, 2);
        const loam_noise_area area = {.x = -333, .y = 50, .step = 3, .w = W, .h = H, .d = 1};
        CHECK_OK(loam_noise_grid2(&noise, out, area));
        for (int32_t k = 0; k < W * H; k++)
        {
            const int64_t at[3] = {area.x + k % W * 3, area.y + k / W * 3};
            (void)find_points(&noise, &shape, at, points);
            const bool tie = points[1].distance - points[0].distance < 1e-5;
            if (!(shape.cell == LOAM_CELL_VALUE && tie))
            {
                CHECK_NEAR(out[k], expected_value(&shape, points), 2e-6);
            }
        }
    }
}

int main(void)
{
    RUN(test_cellular_noise_finds_the_nearest_points);
    RUN(test_points_far_away_are_never_among_the_two_nearest);
    RUN(test_grids_find_the_nearest_points);
    return CHECK_DONE();
}
