// SPDX-License-Identifier: MIT
// No far lands: noise is continuous and of the same quality wherever one goes, across every border of
// its arithmetic, and places that are powers of two apart differ.
#include "check.h"

#include "loam/noise.h"
#include "loam/random.h"
#include "noise/lattice.h"

enum
{
    ROW = 512
};

static const int64_t places[] = {0,
                                 -ROW / 2,
                                 ((int64_t)1 << 32) - ROW / 2,
                                 -((int64_t)1 << 32) - ROW / 2,
                                 (int64_t)1 << 40,
                                 -((int64_t)1 << 40) - ROW / 2,
                                 ((int64_t)1 << 56) - ROW / 2,
                                 ((int64_t)1 << 62)};

static loam_noise make(loam_noise_kind kind, double wavelength, uint64_t seed)
{
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    def.kind = kind;
    def.wavelength = wavelength;
    CHECK_OK(loam_noise_init(&noise, &def, seed));
    return noise;
}

static void fill(const loam_noise *noise, float *out, int64_t x, int64_t y, int64_t z, int32_t dims)
{
    const loam_noise_area area = {.x = x, .y = y, .z = z, .step = 1, .w = ROW, .h = 1, .d = 1};
    CHECK_OK(dims == 1   ? loam_noise_grid1(noise, out, area)
             : dims == 2 ? loam_noise_grid2(noise, out, area)
                         : loam_noise_grid3(noise, out, area));
}

/// The largest step between neighbours along x, y and z around a place.
static float roughest(const loam_noise *noise, int64_t at, int32_t dims)
{
    static float row[4][ROW];
    float worst = 0.0f;
    fill(noise, row[0], at, at, at, dims);
    fill(noise, row[1], at + 1, at, at, dims);
    fill(noise, row[2], at, at + 1, at, dims);
    fill(noise, row[3], at, at, at + 1, dims);
    for (int i = 0; i < ROW; i++)
    {
        for (int32_t a = 0; a < dims; a++)
        {
            worst = fmaxf(worst, fabsf(row[1 + a][i] - row[0][i]));
        }
    }
    return worst;
}

static void test_noise_is_continuous_everywhere(void)
{
    // The steepest that each noise can be, per cell: value noise falls from 1 to -1 with a fade of
    // slope 15/8; the others were measured near the origin. A break would be a step of about 1.
    static const struct
    {
        loam_noise_kind kind;
        float steepest;
    } cases[] = {{LOAM_NOISE_VALUE, 4.0f},
                 {LOAM_NOISE_PERLIN, 5.0f},
                 {LOAM_NOISE_SIMPLEX, 8.0f},
                 {LOAM_NOISE_CELLULAR, 1.5f}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    {
        const loam_noise noise = make(cases[c].kind, 64.0, 9);
        for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        {
            for (int32_t dims = 1; dims <= 3; dims++)
            {
                CHECK_RANGE(roughest(&noise, places[p], dims), 0.004, cases[c].steepest / 64.0f);
            }
        }
    }
}

/// The largest distance that can occur, by which distances are divided: see cell_largest in noise.c.
static double largest_distance(loam_cell_metric metric, loam_cell_output output, int32_t dims)
{
    static const double jitters[3][4] = {
        {0.0, 0.5, 0.46, 0.43}, {0.0, 0.5, 1.0 / 3.0, 0.25}, {0.0, 0.5, 0.5, 0.5}};
    const double n = dims, jitter = jitters[metric][dims];
    const double far = 0.5 + jitter, next = 1.0 + jitter;
    const double corner = metric == LOAM_METRIC_EUCLIDEAN   ? far * sqrt(n)
                          : metric == LOAM_METRIC_MANHATTAN ? far * n
                                                            : far;
    const double centre = metric == LOAM_METRIC_EUCLIDEAN
                              ? sqrt(next * next + (n - 1.0) * jitter * jitter)
                          : metric == LOAM_METRIC_MANHATTAN ? next + (n - 1.0) * jitter
                                                            : next;
    return output == LOAM_CELL_F1 ? corner : fmax(corner, centre);
}

/// Two samples can differ by no more than they are apart: a point that was overlooked would break this.
static void check_distances(loam_cell_metric metric, loam_cell_output output, int32_t dims)
{
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    def.kind = LOAM_NOISE_CELLULAR;
    def.metric = metric;
    def.cell = output;
    def.wavelength = 100.0;
    float worst = 0.0f;
    for (uint64_t seed = 0; seed < 24; seed++)
    {
        CHECK_OK(loam_noise_init(&noise, &def, seed));
        worst = fmaxf(worst, roughest(&noise, -(int64_t)seed * 40, dims));
    }
    const double limit = 0.01 / largest_distance(metric, output, dims);
    CHECK_RANGE(worst, 0.95 * limit, 1.001 * limit);
}

static void test_cellular_distances_are_distances(void)
{
    for (int metric = 0; metric < LOAM_METRIC_COUNT; metric++)
    {
        for (int32_t dims = 1; dims <= 3; dims++)
        {
            check_distances((loam_cell_metric)metric, LOAM_CELL_F1, dims);
            check_distances((loam_cell_metric)metric, LOAM_CELL_F2, dims);
        }
    }
}

static float correlation(const float *a, const float *b, int count)
{
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (int i = 0; i < count; i++)
    {
        ab += (double)(a[i] * b[i]);
        aa += (double)(a[i] * a[i]);
        bb += (double)(b[i] * b[i]);
    }
    return (float)(ab / sqrt(aa * bb));
}

static void test_places_powers_of_two_apart_differ(void)
{
    // With wavelength 1 cells are world units. White, and the others half-way between lattice points
    // by a wavelength of 2 and odd positions.
    static float here[ROW], there[ROW];
    for (int kind = 0; kind < LOAM_NOISE_CELLULAR; kind++)
    {
        const loam_noise noise = make((loam_noise_kind)kind, kind == LOAM_NOISE_WHITE ? 1.0 : 2.0,
                                      5);
        for (int bit = 8; bit <= 60; bit++)
        {
            const int64_t far = (int64_t)1 << bit;
            fill(&noise, here, 1, 7, 3, 2);
            fill(&noise, there, 1 + far, 7, 3, 2);
            CHECK_RANGE(correlation(here, there, ROW), -0.25, 0.25);
            fill(&noise, there, 1, 7 + far, 3, 2);
            CHECK_RANGE(correlation(here, there, ROW), -0.25, 0.25);
            fill(&noise, here, 1, 7, 3, 3);
            fill(&noise, there, 1, 7, 3 + far, 3);
            CHECK_RANGE(correlation(here, there, ROW), -0.25, 0.25);
        }
    }
}

static void test_the_spread_is_the_same_far_away(void)
{
    static float row[ROW];
    for (int kind = 0; kind < LOAM_NOISE_CELLULAR; kind++)
    {
        const loam_noise noise = make((loam_noise_kind)kind, 5.0, 77);
        double deviation[sizeof places / sizeof *places];
        for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        {
            double sum = 0.0;
            for (int64_t y = 0; y < 40; y++)
            {
                fill(&noise, row, places[p], places[p] + y, 0, 2);
                for (int i = 0; i < ROW; i++)
                {
                    sum += (double)(row[i] * row[i]);
                }
            }
            deviation[p] = sqrt(sum / (40.0 * ROW));
            CHECK_NEAR(deviation[p], deviation[0], 0.1 * deviation[0]);
        }
    }
}

/// A wavelength that is not a power of two: positions are rounded alike wherever a row begins.
static void test_rows_join_without_a_seam(void)
{
    static float whole[ROW], part[ROW];
    const loam_noise noise = make(LOAM_NOISE_PERLIN, 37.3, 4);
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    {
        fill(&noise, whole, places[p], 0, 0, 2);
        for (int from = 1; from < ROW; from += 61)
        {
            fill(&noise, part, places[p] + from, 0, 0, 2);
            CHECK(memcmp(whole + from, part, (size_t)(ROW - from) * sizeof(float)) == 0);
        }
    }
}

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;

// A skewed position by long numbers: (56 a + 15 b) / 41 cells.
static void check_skewed(int64_t a, int32_t a_part, int64_t b, int32_t b_part, int64_t cell,
                         int32_t rest)
{
    const int128 sum = SKEW2_MAJOR * ((int128)a * LATTICE_ONE + a_part) +
                       SKEW2_MINOR * ((int128)b * LATTICE_ONE + b_part);
    int128 whole = sum / SKEW2_ONE;
    whole -= whole * SKEW2_ONE > sum ? 1 : 0;
    CHECK_INT(cell, (int64_t)(uint64_t)whole);
    CHECK_INT(rest, (int64_t)(sum - whole * SKEW2_ONE));
}

// Whether positions lie near the origin, far away, or all over the lattice.
static void test_skewing_is_exact(void)
{
    static const int64_t firsts[] = {
        0, -1, INT32_MAX, INT32_MIN, (int64_t)1 << 40, -((int64_t)1 << 57), INT64_MAX, INT64_MIN};
    lattice_axis before[2], after[2];
    lattice_axis *axes[3] = {&after[0], &after[1], NULL};
    for (uint64_t k = 0; k < 2 * 8; k++)
    {
        for (uint64_t i = 0; i < 2 * LATTICE_COLUMNS; i++)
        {
            const uint64_t a = i % 2, bits = loam_random_u64(k, i);
            const uint64_t way = (bits >> 31) - ((uint64_t)1 << 32);
            const uint64_t first = (uint64_t)firsts[(k + a) % 8];
            before[a].cell[i / 2] = (int64_t)(i < 2 ? first : bits % 3 == 0 ? bits : first + way);
            before[a].fraction[i / 2] = (int32_t)(loam_random_u64(99 + a, i) >> 40);
        }
        memcpy(after, before, sizeof before);
        loam_lattice_skew(axes, 2, LATTICE_COLUMNS);
        for (int32_t i = 0; i < LATTICE_COLUMNS; i++)
        {
            const int64_t x = before[0].cell[i], y = before[1].cell[i];
            const int32_t u = before[0].fraction[i], v = before[1].fraction[i];
            check_skewed(x, u, y, v, after[0].cell[i], after[0].fraction[i]);
            check_skewed(y, v, x, u, after[1].cell[i], after[1].fraction[i]);
        }
    }
}
#endif

int main(void)
{
#ifdef __SIZEOF_INT128__
    RUN(test_skewing_is_exact);
#endif
    RUN(test_noise_is_continuous_everywhere);
    RUN(test_cellular_distances_are_distances);
    RUN(test_places_powers_of_two_apart_differ);
    RUN(test_the_spread_is_the_same_far_away);
    RUN(test_rows_join_without_a_seam);
    return CHECK_DONE();
}
