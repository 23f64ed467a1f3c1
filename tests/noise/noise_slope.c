// SPDX-License-Identifier: MIT
// Derivatives against differences of the noise itself.
#include "check.h"

#include "loam/noise.h"

#include <stdlib.h>

enum
{
    SIDE = 40
};

/// A noise whose unit is so fine that the difference of neighbours two units away is a derivative.
static loam_noise make(loam_noise_kind kind, loam_noise_fade fade, int32_t octaves, loam_isa isa)
{
    loam_noise noise;
    loam_noise_def def = loam_default_noise_def();
    def.kind = kind;
    def.fade = fade;
    def.octaves = octaves;
    def.wavelength = 4096.0;
    def.isa = isa;
    CHECK_OK(loam_noise_init(&noise, &def, 11));
    return noise;
}

static float at(const loam_noise *noise, const int64_t p[3], int32_t dims)
{
    return dims == 1   ? loam_noise_at1(noise, p[0])
           : dims == 2 ? loam_noise_at2(noise, p[0], p[1])
                       : loam_noise_at3(noise, p[0], p[1], p[2]);
}

/// The central difference along an axis, per unit.
static double difference(const loam_noise *noise, const int64_t p[3], int axis, int32_t dims)
{
    enum
    {
        REACH = 16
    };
    int64_t low[3] = {p[0], p[1], p[2]}, high[3] = {p[0], p[1], p[2]};
    low[axis] -= REACH;
    high[axis] += REACH;
    return ((double)at(noise, high, dims) - (double)at(noise, low, dims)) / (2.0 * REACH);
}

static void check_slopes(const loam_noise *noise, int32_t dims, double steepest)
{
    static float out[SIDE * SIDE], slope[3][SIDE * SIDE];
    const int32_t d = dims > 2 ? 2 : 1, h = dims > 1 ? SIDE / d : 1;
    const loam_noise_area area = {
        .x = -30011, .y = 777, .z = -12345, .step = 1789, .w = SIDE, .h = h, .d = d};
    CHECK_OK(dims == 1   ? loam_noise_slope1(noise, out, slope[0], area)
             : dims == 2 ? loam_noise_slope2(noise, out, slope[0], slope[1], area)
                         : loam_noise_slope3(noise, out, slope[0], slope[1], slope[2], area));
    double largest = 0.0;
    for (int32_t i = 0; i < SIDE * h * d; i++)
    {
        const int64_t p[3] = {area.x + i % SIDE * area.step, area.y + i / SIDE % h * area.step,
                              area.z + i / SIDE / h * area.step};
        for (int axis = 0; axis < dims; axis++)
        {
            CHECK_NEAR(slope[axis][i], difference(noise, p, axis, dims), 0.012 * steepest);
            largest = fmax(largest, fabs((double)slope[axis][i]));
        }
    }
    CHECK_RANGE(largest, dims == 1 ? 0.1 * steepest : 0.2 * steepest, steepest);
}

static void test_slopes_are_differences(void)
{
    static const struct
    {
        loam_noise_kind kind;
        loam_noise_fade fade;
        double steepest; // per cell
    } cases[] = {{LOAM_NOISE_VALUE, LOAM_FADE_SMOOTHSTEP, 4.0},
                 {LOAM_NOISE_VALUE, LOAM_FADE_SMOOTHERSTEP, 4.0},
                 {LOAM_NOISE_PERLIN, LOAM_FADE_LINEAR, 5.0},
                 {LOAM_NOISE_SIMPLEX, LOAM_FADE_LINEAR, 9.0}};
    const loam_isa isas[] = {LOAM_ISA_SCALAR, LOAM_ISA_AUTO};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    {
        for (int i = 0; i < 2; i++)
        {
            for (int32_t dims = 1; dims <= 3; dims++)
            {
                loam_noise noise = make(cases[c].kind, cases[c].fade, 1, isas[i]);
                check_slopes(&noise, dims, cases[c].steepest / 4096.0);
                // Each octave of lacunarity 2 and persistence 1/2 adds as much slope as the first.
                noise = make(cases[c].kind, cases[c].fade, 3, isas[i]);
                check_slopes(&noise, dims, 2.0 * cases[c].steepest / 4096.0);
            }
        }
    }
}

/// Linear value noise has kinks at the lattice points; between them its slope is exact.
static void test_the_slope_of_a_straight_line(void)
{
    float value[9], dx[9];
    const loam_noise noise = make(LOAM_NOISE_VALUE, LOAM_FADE_LINEAR, 1, LOAM_ISA_AUTO);
    CHECK_OK(loam_noise_slope1(&noise, value, dx,
                               (loam_noise_area){.x = 4096 * 5 + 100, .step = 400, .w = 9}));
    for (int i = 0; i < 9; i++)
    {
        CHECK_NEAR(dx[i], (double)(value[8] - value[0]) / 3200.0, 1e-7);
    }
}

static void test_the_slope_of_steps_is_zero(void)
{
    float value[9], dx[9];
    const loam_noise noise = make(LOAM_NOISE_VALUE, LOAM_FADE_NEAREST, 1, LOAM_ISA_AUTO);
    CHECK_OK(loam_noise_slope1(&noise, value, dx, (loam_noise_area){.x = 5, .step = 999, .w = 9}));
    for (int i = 0; i < 9; i++)
    {
        CHECK(dx[i] == 0.0f);
    }
}

int main(void)
{
    RUN(test_slopes_are_differences);
    RUN(test_the_slope_of_a_straight_line);
    RUN(test_the_slope_of_steps_is_zero);
    return CHECK_DONE();
}
