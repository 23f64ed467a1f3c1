// SPDX-License-Identifier: MIT
// Statistics that would show a defect: ranges that are not used, correlation between seeds, octaves or
// neighbours, directions that are preferred, and the lattice shining through.
#include "check.h"

#include "loam/noise.h"

#include <stdlib.h>

enum
{
    SIDE = 512,
    SAMPLES = SIDE * SIDE
};

static float a[SAMPLES], b[SAMPLES];

static void fill(float *out, loam_noise_def def, uint64_t seed, int32_t dims)
{
    loam_noise noise;
    CHECK_OK(loam_noise_init(&noise, &def, seed));
    loam_noise_area area = {
        .x = -SIDE / 2, .y = 1000, .z = 3, .step = 1, .w = SIDE, .h = SIDE, .d = 1};
    if (dims == 1)
    {
        area.w = SAMPLES;
        CHECK_OK(loam_noise_grid1(&noise, out, area));
        return;
    }
    if (dims == 3)
    {
        area.w = area.h = area.d = 64;
        CHECK_OK(loam_noise_grid3(&noise, out, area));
        return;
    }
    CHECK_OK(loam_noise_grid2(&noise, out, area));
}

static loam_noise_def def_of(loam_noise_kind kind, double wavelength)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = kind;
    def.wavelength = wavelength;
    return def;
}

typedef struct moments
{
    double low, high, mean, deviation;
} moments;

static moments measure(const float *values)
{
    moments m = {1e9, -1e9, 0.0, 0.0};
    double squares = 0.0;
    for (int i = 0; i < SAMPLES; i++)
    {
        const double v = (double)values[i];
        m.low = fmin(m.low, v);
        m.high = fmax(m.high, v);
        m.mean += v / SAMPLES;
        squares += v * v / SAMPLES;
    }
    m.deviation = sqrt(squares - m.mean * m.mean);
    return m;
}

static double correlate(const float *u, const float *v, int count)
{
    double uv = 0.0, uu = 0.0, vv = 0.0, mu = 0.0, mv = 0.0;
    for (int i = 0; i < count; i++)
    {
        mu += (double)u[i] / count;
        mv += (double)v[i] / count;
    }
    for (int i = 0; i < count; i++)
    {
        const double x = (double)u[i] - mu, y = (double)v[i] - mv;
        uv += x * y;
        uu += x * x;
        vv += y * y;
    }
    return uv / sqrt(uu * vv);
}

static void test_ranges_are_used(void)
{
    // A million samples of a short wavelength: how near to the ends of its range does each noise come?
    // The ends are the largest values that can occur; in space it is rare that all eight gradients
    // around a point agree.
    static const struct
    {
        loam_noise_kind kind;
        double reach[4]; // by dimensions
    } cases[] = {{LOAM_NOISE_WHITE, {0, 0.999, 0.999, 0.999}},
                 {LOAM_NOISE_VALUE, {0, 0.99, 0.98, 0.93}},
                 {LOAM_NOISE_PERLIN, {0, 0.95, 0.95, 0.72}},
                 {LOAM_NOISE_SIMPLEX, {0, 0.95, 0.97, 0.87}}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    {
        for (int32_t dims = 1; dims <= 3; dims++)
        {
            double low = 0.0, high = 0.0;
            for (uint64_t seed = 0; seed < 4; seed++)
            {
                fill(a, def_of(cases[c].kind, 2.9), seed, dims);
                const moments m = measure(a);
                low = fmin(low, m.low);
                high = fmax(high, m.high);
                CHECK_NEAR(m.mean, 0.0, 0.02);
            }
            CHECK_RANGE(low, -1.0, -cases[c].reach[dims]);
            CHECK_RANGE(high, cases[c].reach[dims], 1.0);
        }
    }
}

static void test_cellular_ranges_are_used(void)
{
    for (int metric = 0; metric < LOAM_METRIC_COUNT; metric++)
    {
        for (int output = 0; output < LOAM_CELL_VALUE; output++)
        {
            for (int32_t dims = 1; dims <= 3; dims++)
            {
                loam_noise_def def = def_of(LOAM_NOISE_CELLULAR, 2.9);
                def.metric = (loam_cell_metric)metric;
                def.cell = (loam_cell_output)output;
                fill(a, def, 3, dims);
                const moments m = measure(a);
                CHECK_RANGE(m.low, 0.0, output == LOAM_CELL_F2 ? 0.3 : 0.03);
                CHECK_RANGE(m.high, 0.55, 1.0);
            }
        }
    }
}

/// White noise and lattice values must be uniform: chi-square over 64 bins.
static void test_white_noise_is_uniform(void)
{
    for (uint64_t seed = 0; seed < 8; seed++)
    {
        int bins[64] = {0};
        fill(a, def_of(LOAM_NOISE_WHITE, 1.0), seed, (int32_t)(seed % 3) + 1);
        for (int i = 0; i < SAMPLES; i++)
        {
            bins[(int)((a[i] + 1.0f) * 32.0f)]++;
        }
        double chi = 0.0;
        for (int i = 0; i < 64; i++)
        {
            const double expected = SAMPLES / 64.0;
            chi += (bins[i] - expected) * (bins[i] - expected) / expected;
        }
        CHECK_RANGE(chi, 25.0, 120.0); // 63 degrees of freedom: one in 10^5 beyond
    }
}

static void test_neighbours_of_white_noise_are_unrelated(void)
{
    fill(a, def_of(LOAM_NOISE_WHITE, 1.0), 99, 2);
    const int shifts[] = {1, 2, 3, 64, SIDE, SIDE + 1, SIDE - 1, 2 * SIDE, 7 * SIDE + 5};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
    {
        // 1 / sqrt(262144) is 0.002.
        CHECK_NEAR(correlate(a, a + shifts[i], SAMPLES - shifts[i]), 0.0, 0.01);
    }
    // Rows against rows and columns against columns: a sum of row and column hashes that is mixed too
    // little shows here.
    for (int row = 1; row < 200; row++)
    {
        CHECK_NEAR(correlate(a, a + row * SIDE, SIDE), 0.0, 0.22);
    }
}

static void test_seeds_are_unrelated(void)
{
    for (int kind = 0; kind < LOAM_NOISE_KIND_COUNT; kind++)
    {
        fill(a, def_of((loam_noise_kind)kind, 3.0), 1000, 2);
        const uint64_t others[] = {1001, 1002, 1000 ^ (1u << 16), 1000 ^ ((uint64_t)1 << 40),
                                   1000 ^ ((uint64_t)1 << 63)};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        {
            fill(b, def_of((loam_noise_kind)kind, 3.0), others[i], 2);
            // Every jittered grid is a little nearer to the centres of its cells than to their corners.
            CHECK_NEAR(correlate(a, b, SAMPLES), 0.0, kind == LOAM_NOISE_CELLULAR ? 0.08 : 0.03);
        }
    }
}

static void test_octaves_are_unrelated(void)
{
    // With lacunarity 1 all octaves have the same frequency: only their seeds tell them apart. Equal
    // seeds would leave the deviation as it is; independent ones divide it by the root of their number.
    loam_noise_def def = def_of(LOAM_NOISE_PERLIN, 5.0);
    fill(a, def, 5, 2);
    def.octaves = 4;
    def.lacunarity = 1.0;
    def.persistence = 1.0;
    fill(b, def, 5, 2);
    CHECK_NEAR(measure(b).deviation / measure(a).deviation, 0.5, 0.05);
}

/// Mean squared difference of samples (dx, dy) apart.
static double variogram(const float *field, int dx, int dy)
{
    double sum = 0.0;
    int count = 0;
    for (int y = 20; y < SIDE - 20; y++)
    {
        for (int x = 20; x < SIDE - 20; x++)
        {
            const double d = (double)(field[y * SIDE + x] - field[(y + dy) * SIDE + x + dx]);
            sum += d * d;
            count++;
        }
    }
    return sum / count;
}

static void test_no_direction_is_preferred(void)
{
    // Samples 5 apart along the axes and along the diagonals of (3, 4): the lattice of Perlin noise
    // shows a little, that of simplex noise less. A poor choice of gradients is far beyond.
    static const struct
    {
        loam_noise_kind kind;
        double bias;
    } cases[] = {{LOAM_NOISE_PERLIN, 0.16}, {LOAM_NOISE_SIMPLEX, 0.08}, {LOAM_NOISE_CELLULAR, 0.1}};
    static const int steps[][2] = {{5, 0}, {0, 5}, {3, 4}, {4, 3}, {4, -3}, {3, -4}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    {
        double sum[6] = {0}, mean = 0.0;
        for (uint64_t seed = 0; seed < 4; seed++)
        {
            fill(a, def_of(cases[c].kind, 10.0), seed, 2);
            for (int i = 0; i < 6; i++)
            {
                sum[i] += variogram(a, steps[i][0], steps[i][1]);
            }
        }
        for (int i = 0; i < 6; i++)
        {
            mean += sum[i] / 6.0;
        }
        for (int i = 0; i < 6; i++)
        {
            CHECK_NEAR(sum[i] / mean, 1.0, cases[c].bias);
        }
        CHECK_NEAR(sum[0] / sum[1], 1.0, 0.08);
        CHECK_NEAR((sum[2] + sum[3]) / (sum[4] + sum[5]), 1.0, 0.08);
    }
}

/// Mean squared difference of samples a step apart, in space.
static double variogram3(const float *field, const int step[3])
{
    enum
    {
        N = 64
    };
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < N * N * N; i++)
    {
        const int x = i % N + step[0], y = i / N % N + step[1], z = i / N / N + step[2];
        if (x >= 0 && x < N && y >= 0 && y < N && z >= 0 && z < N)
        {
            const double d = (double)(field[i] - field[(z * N + y) * N + x]);
            sum += d * d;
            count++;
        }
    }
    return sum / count;
}

static void test_no_direction_of_space_is_preferred(void)
{
    // Steps of length 3: along the axes, and along (2, 2, 1) in all orders.
    static const int steps[][3] = {{3, 0, 0}, {0, 3, 0}, {0, 0, 3},  {2, 2, 1},
                                   {2, 1, 2}, {1, 2, 2}, {2, -2, 1}, {-1, 2, 2}};
    static const struct
    {
        loam_noise_kind kind;
        double bias;
    } cases[] = {{LOAM_NOISE_PERLIN, 0.2}, {LOAM_NOISE_SIMPLEX, 0.1}, {LOAM_NOISE_CELLULAR, 0.1}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    {
        double sum[8] = {0}, mean = 0.0;
        for (uint64_t seed = 0; seed < 4; seed++)
        {
            fill(a, def_of(cases[c].kind, 6.0), seed, 3);
            for (int i = 0; i < 8; i++)
            {
                sum[i] += variogram3(a, steps[i]);
            }
        }
        for (int i = 0; i < 8; i++)
        {
            mean += sum[i] / 8.0;
        }
        for (int i = 0; i < 8; i++)
        {
            CHECK_NEAR(sum[i] / mean, 1.0, cases[c].bias);
        }
    }
}

static void test_the_lattice_does_not_show_in_simplex_noise(void)
{
    // The mean square over every residue of the wavelength must be even, along x and along y.
    double column[8] = {0}, row[8] = {0};
    fill(a, def_of(LOAM_NOISE_SIMPLEX, 8.0), 21, 2);
    for (int y = 0; y < SIDE; y++)
    {
        for (int x = 0; x < SIDE; x++)
        {
            const double square = (double)(a[y * SIDE + x] * a[y * SIDE + x]) / (SAMPLES / 8.0);
            column[x % 8] += square;
            row[y % 8] += square;
        }
    }
    for (int i = 0; i < 8; i++)
    {
        CHECK_NEAR(column[i] / column[0], 1.0, 0.1);
        CHECK_NEAR(row[i] / row[0], 1.0, 0.1);
    }
}

/// fBm's spectrum: the difference of near samples comes from the fine octaves.
static void test_fractals_do_what_they_say(void)
{
    loam_noise_def def = def_of(LOAM_NOISE_SIMPLEX, 60.0);
    fill(a, def, 2, 2);
    const double smooth = variogram(a, 1, 0);
    def.octaves = 6;
    fill(a, def, 2, 2);
    CHECK_RANGE(variogram(a, 1, 0) / smooth, 1.05, 50.0);
    def.octaves = 1;
    fill(a, def, 2, 2);
    def.fractal = LOAM_FRACTAL_TURBULENCE;
    fill(b, def, 2, 2);
    for (int i = 0; i < SAMPLES; i += 97)
    {
        CHECK(b[i] == fabsf(a[i]));
    }
    def.fractal = LOAM_FRACTAL_SQUARES;
    fill(b, def, 2, 2);
    for (int i = 0; i < SAMPLES; i += 97)
    {
        CHECK(b[i] == a[i] * a[i]);
    }
    def.fractal = LOAM_FRACTAL_RIDGED;
    fill(b, def, 2, 2);
    for (int i = 0; i < SAMPLES; i += 97)
    {
        CHECK_NEAR(b[i], 1.0f - 2.0f * fabsf(a[i]), 1e-6);
    }
}

/// The least of octaves: never above any one of them (Dubsky 2022, eq. 3.3 has 1 and 1.5, 1/1.5).
static void test_minimum_of_octaves(void)
{
    loam_noise_def def = def_of(LOAM_NOISE_SIMPLEX, 60.0);
    def.fractal = LOAM_FRACTAL_MINIMUM;
    def.lacunarity = 1.5;
    def.persistence = 1.0 / 1.5;
    fill(a, def, 6, 2);
    def.octaves = 2;
    fill(b, def, 6, 2);
    int lower = 0;
    for (int i = 0; i < SAMPLES; i++)
    {
        CHECK(b[i] <= a[i]);
        CHECK(b[i] >= 0.0f);
        lower += b[i] < a[i];
    }
    CHECK_RANGE(lower / (double)SAMPLES, 0.3, 0.8);
}

static void test_warp_moves_samples_by_no_more_than_it_says(void)
{
    // Warped linear ramps: cellular noise cannot change by more than the distance moved.
    loam_noise_def def = def_of(LOAM_NOISE_CELLULAR, 100.0);
    fill(a, def, 8, 2);
    def.warp = 10.0;
    def.warp_wavelength = 50.0;
    for (int32_t octaves = 1; octaves <= 3; octaves++)
    {
        def.warp_octaves = octaves;
        fill(b, def, 8, 2);
        double moved = 0.0;
        for (int i = 0; i < SAMPLES; i++)
        {
            moved = fmax(moved, fabs((double)(a[i] - b[i])));
        }
        CHECK_RANGE(moved, 0.03, 10.0 * 1.4143 / 100.0 / 1.3);
    }
}

/// The four ways to get from one lattice point to the next (Dubsky 2022, eq. 2.3 to 2.6).
static void test_fades(void)
{
    float line[4][101];
    for (int fade = 0; fade < LOAM_FADE_COUNT; fade++)
    {
        loam_noise noise;
        loam_noise_def def = def_of(LOAM_NOISE_VALUE, 128.0); // divides 2^40: exact positions
        def.fade = (loam_noise_fade)fade;
        CHECK_OK(loam_noise_init(&noise, &def, 4));
        CHECK_OK(loam_noise_grid1(&noise, line[fade], (loam_noise_area){.step = 1, .w = 101}));
    }
    const double left = (double)line[LOAM_FADE_LINEAR][0];
    const double right = left + ((double)line[LOAM_FADE_LINEAR][64] - left) * 2.0;
    for (int i = 0; i < 101; i++)
    {
        const double t = i / 128.0;
        const double weight[4] = {t > 0.5, t, t * t * (3 - 2 * t),
                                  t * t * t * (10 + t * (6 * t - 15))};
        for (int fade = 0; fade < LOAM_FADE_COUNT; fade++)
        {
            CHECK_NEAR(line[fade][i], left + weight[fade] * (right - left), 1e-5);
        }
    }
}

int main(void)
{
    RUN(test_ranges_are_used);
    RUN(test_cellular_ranges_are_used);
    RUN(test_white_noise_is_uniform);
    RUN(test_neighbours_of_white_noise_are_unrelated);
    RUN(test_seeds_are_unrelated);
    RUN(test_octaves_are_unrelated);
    RUN(test_no_direction_is_preferred);
    RUN(test_no_direction_of_space_is_preferred);
    RUN(test_the_lattice_does_not_show_in_simplex_noise);
    RUN(test_fractals_do_what_they_say);
    RUN(test_minimum_of_octaves);
    RUN(test_warp_moves_samples_by_no_more_than_it_says);
    RUN(test_fades);
    return CHECK_DONE();
}
