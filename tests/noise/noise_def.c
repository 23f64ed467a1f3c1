// SPDX-License-Identifier: MIT
// Definitions, areas and names: what is accepted, and what the messages say about the rest.
#include "check.h"

#include "loam/noise.h"

#include <stdlib.h>

static loam_noise_def def;

static void expect_refused(const char *part)
{
    loam_noise noise;
    CHECK_INT(loam_noise_init(&noise, &def, 1), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    CHECK_CONTAINS(loam_last_error(), "must be");
    def = loam_default_noise_def();
}

static void test_the_default_is_accepted(void)
{
    loam_noise noise;
    def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 1));
}

static void test_bad_settings_are_named(void)
{
    def = loam_default_noise_def();
    def.kind = LOAM_NOISE_KIND_COUNT;
    expect_refused("kind is 5");
    def.fade = (loam_noise_fade)-1;
    expect_refused("fade");
    def.cell = (loam_cell_output)99;
    expect_refused("cell is 99");
    def.metric = (loam_cell_metric)3;
    expect_refused("metric");
    def.fractal = (loam_noise_fractal)5;
    expect_refused("fractal");
    def.isa = (loam_isa)77;
    expect_refused("isa");
    def.octaves = 0;
    expect_refused("octaves is 0; must be 1 to 16");
    def.octaves = 17;
    expect_refused("octaves");
    def.octaves = -3;
    expect_refused("octaves is -3");
    def.wavelength = 0.0;
    expect_refused("wavelength is 0");
    def.wavelength = (double)NAN;
    expect_refused("wavelength");
    def.wavelength = (double)INFINITY;
    expect_refused("wavelength");
    def.wavelength = 2e9;
    expect_refused("wavelength is 2e+09");
    def.lacunarity = 0.5;
    expect_refused("lacunarity");
    def.persistence = 1.5;
    expect_refused("persistence");
    def.persistence = (double)NAN;
    expect_refused("persistence");
    def.jitter = -0.1f;
    expect_refused("jitter");
    def.warp = -1.0;
    expect_refused("warp");
    def.warp_wavelength = -8.0;
    expect_refused("warp wavelength");
    def.warp = 1.0;
    def.warp_octaves = 0;
    expect_refused("warp octaves");
}

static void test_too_fine_octaves_are_refused(void)
{
    def = loam_default_noise_def();
    def.octaves = 16;
    def.lacunarity = 16.0;
    expect_refused("16 octaves");
    def.warp = 1e6;
    def.wavelength = 0.001;
    def.lacunarity = 4.0;
    def.octaves = 5;
    expect_refused("warp is 1e+06");
}

static void expect_accepted(void)
{
    loam_noise noise;
    CHECK_OK(loam_noise_init(&noise, &def, 1));
}

// The finest octave has at most 2^20 cells in a unit, and a warp leads at most 2^30 of its cells away.
static void test_the_finest_that_is_accepted(void)
{
    def = loam_default_noise_def();
    def.wavelength = 1.0 / 1024.0;
    def.octaves = 11;
    expect_accepted();
    def.octaves = 12;
    expect_refused("12 octaves");
    def.wavelength = 1.0 / 1024.0;
    def.warp = 1048576.0;
    expect_accepted();
    def.octaves = 2;
    expect_refused("warp is 1.04858e+06; must be at most 524288");
}

// A weight that nobody would see is none.
static void test_weights_that_vanish_are_zero(void)
{
    loam_noise noise;
    def = loam_default_noise_def();
    def.octaves = 12;
    def.persistence = 1e-3;
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    for (int32_t i = 0; i < def.octaves; i++)
    {
        CHECK_INT(noise.octaves[i].weight > 0, i <= 6);
    }
}

static void test_every_coarse_and_fine_setting_that_is_allowed_works(void)
{
    const double wavelengths[] = {1.0 / 1024.0, 0.3, 1.0, 3.7, 1e6, 1073741824.0};
    for (size_t i = 0; i < sizeof wavelengths / sizeof *wavelengths; i++)
    {
        for (int kind = 0; kind < LOAM_NOISE_KIND_COUNT; kind++)
        {
            loam_noise noise;
            float out[64];
            def = loam_default_noise_def();
            def.kind = (loam_noise_kind)kind;
            def.wavelength = wavelengths[i];
            CHECK_OK(loam_noise_init(&noise, &def, 3));
            CHECK_OK(loam_noise_grid2(
                &noise, out, (loam_noise_area){.x = -4, .y = 9, .step = 1, .w = 8, .h = 8}));
            for (int k = 0; k < 64; k++)
            {
                CHECK_RANGE(out[k], -1.0, 1.0);
            }
        }
    }
}

static void test_an_absent_instruction_set_is_refused(void)
{
    int absent = 0;
    for (int isa = 1; isa < LOAM_ISA_COUNT; isa++)
    {
        loam_noise noise;
        def = loam_default_noise_def();
        def.isa = (loam_isa)isa;
        const loam_result result = loam_noise_init(&noise, &def, 1);
        CHECK_INT(result, loam_isa_available((loam_isa)isa) ? LOAM_OK : LOAM_UNSUPPORTED);
        absent += result == LOAM_UNSUPPORTED;
    }
    CHECK(absent > 0); // no processor has both NEON and WebAssembly SIMD
    CHECK_CONTAINS(loam_last_error(), loam_isa_name(loam_isa_best()));
}

static void expect_area_refused(loam_noise_area area, const char *part)
{
    static float out[16];
    loam_noise noise;
    def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    memset(out, 0x55, sizeof out);
    CHECK_INT(loam_noise_grid3(&noise, out, area), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), part);
    for (size_t i = 0; i < sizeof out; i++)
    {
        CHECK_INT(((const unsigned char *)out)[i], 0x55);
    }
}

static void test_bad_areas_are_named_and_nothing_is_written(void)
{
    expect_area_refused((loam_noise_area){.step = 1, .w = 0, .h = 4, .d = 1}, "w is 0");
    expect_area_refused((loam_noise_area){.step = 1, .w = 4, .h = -4, .d = 1}, "h is -4");
    expect_area_refused((loam_noise_area){.step = 1, .w = 4, .h = 4, .d = 1 << 25}, "d is");
    expect_area_refused((loam_noise_area){.step = 0, .w = 4, .h = 4, .d = 1}, "step is 0");
    expect_area_refused((loam_noise_area){.step = 1, .w = 1 << 20, .h = 1 << 20, .d = 1},
                        "samples");
    expect_area_refused((loam_noise_area){.x = INT64_MAX - 2, .step = 1, .w = 4, .h = 1, .d = 1},
                        "largest coordinate");
    expect_area_refused((loam_noise_area){.step = INT64_MAX / 2, .w = 4, .h = 1, .d = 1},
                        "largest coordinate");
    loam_noise noise;
    def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    float out[4];
    CHECK_INT(loam_noise_points(&noise, out, 4, NULL, NULL, NULL, 1), LOAM_BAD_ARGUMENT);
    CHECK_OK(loam_noise_points(&noise, out, 2, NULL, NULL, NULL, 0));
}

static void test_the_last_coordinates_can_be_sampled(void)
{
    loam_noise noise;
    float out[8];
    def = loam_default_noise_def();
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    CHECK_OK(
        loam_noise_grid1(&noise, out, (loam_noise_area){.x = INT64_MAX - 7, .step = 1, .w = 8}));
    CHECK(out[7] == loam_noise_at1(&noise, INT64_MAX));
    CHECK_OK(loam_noise_grid1(&noise, out, (loam_noise_area){.x = INT64_MIN, .step = 1, .w = 8}));
    CHECK(out[0] == loam_noise_at1(&noise, INT64_MIN));
}

static void test_slopes_are_refused_where_there_are_none(void)
{
    loam_noise noise;
    float out[4];
    const loam_noise_area area = {.step = 1, .w = 2, .h = 2};
    def = loam_default_noise_def();
    def.kind = LOAM_NOISE_CELLULAR;
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    CHECK_INT(loam_noise_slope2(&noise, out, NULL, NULL, area), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "cellular");
    def.kind = LOAM_NOISE_PERLIN;
    def.fractal = LOAM_FRACTAL_RIDGED;
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    CHECK_INT(loam_noise_slope2(&noise, out, NULL, NULL, area), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "ridged");
}

static void expect_range(loam_noise_kind kind, loam_cell_output cell, loam_noise_fractal fractal,
                         float low, float high)
{
    loam_noise noise;
    float actual_low, actual_high;
    def = loam_default_noise_def();
    def.kind = kind;
    def.cell = cell;
    def.fractal = fractal;
    CHECK_OK(loam_noise_init(&noise, &def, 1));
    loam_noise_range(&noise, &actual_low, &actual_high);
    CHECK(actual_low == low);
    CHECK(actual_high == high);
}

static void test_ranges(void)
{
    expect_range(LOAM_NOISE_WHITE, LOAM_CELL_F1, LOAM_FRACTAL_FBM, -1.0f, 1.0f);
    expect_range(LOAM_NOISE_SIMPLEX, LOAM_CELL_F1, LOAM_FRACTAL_RIDGED, -1.0f, 1.0f);
    expect_range(LOAM_NOISE_PERLIN, LOAM_CELL_F1, LOAM_FRACTAL_TURBULENCE, 0.0f, 1.0f);
    expect_range(LOAM_NOISE_VALUE, LOAM_CELL_F1, LOAM_FRACTAL_SQUARES, 0.0f, 1.0f);
    expect_range(LOAM_NOISE_VALUE, LOAM_CELL_F1, LOAM_FRACTAL_MINIMUM, 0.0f, 1.0f);
    expect_range(LOAM_NOISE_CELLULAR, LOAM_CELL_F2, LOAM_FRACTAL_FBM, 0.0f, 1.0f);
    expect_range(LOAM_NOISE_CELLULAR, LOAM_CELL_VALUE, LOAM_FRACTAL_FBM, -1.0f, 1.0f);
}

/// The frequency is a number of 40 binary places: even the longest wavelength is kept well.
static void test_long_wavelengths_are_kept(void)
{
    loam_noise noise;
    const double wavelengths[] = {1e6, 1e8, 7e8, 1073741824.0};
    for (size_t i = 0; i < sizeof wavelengths / sizeof *wavelengths; i++)
    {
        def = loam_default_noise_def();
        def.kind = LOAM_NOISE_WHITE;
        def.wavelength = wavelengths[i];
        CHECK_OK(loam_noise_init(&noise, &def, 1));
        // The first cell ends within a thousandth of where it should.
        const float first = loam_noise_at1(&noise, 0);
        CHECK(loam_noise_at1(&noise, (int64_t)(0.999 * wavelengths[i])) == first);
        CHECK(loam_noise_at1(&noise, (int64_t)(1.001 * wavelengths[i])) != first);
    }
}

static void test_names(void)
{
    CHECK_TEXT(loam_noise_kind_name(LOAM_NOISE_PERLIN), "perlin");
    CHECK_TEXT(loam_noise_fade_name(LOAM_FADE_SMOOTHERSTEP), "smootherstep");
    CHECK_TEXT(loam_cell_output_name(LOAM_CELL_F2_MINUS_F1), "f2-f1");
    CHECK_TEXT(loam_cell_metric_name(LOAM_METRIC_CHEBYSHEV), "chebyshev");
    CHECK_TEXT(loam_noise_fractal_name(LOAM_FRACTAL_MINIMUM), "minimum");
    CHECK_TEXT(loam_noise_kind_name((loam_noise_kind)-1), "?");
    CHECK_TEXT(loam_noise_fractal_name(LOAM_FRACTAL_COUNT), "?");
}

int main(void)
{
    RUN(test_the_default_is_accepted);
    RUN(test_bad_settings_are_named);
    RUN(test_too_fine_octaves_are_refused);
    RUN(test_the_finest_that_is_accepted);
    RUN(test_weights_that_vanish_are_zero);
    RUN(test_every_coarse_and_fine_setting_that_is_allowed_works);
    RUN(test_an_absent_instruction_set_is_refused);
    RUN(test_bad_areas_are_named_and_nothing_is_written);
    RUN(test_the_last_coordinates_can_be_sampled);
    RUN(test_slopes_are_refused_where_there_are_none);
    RUN(test_ranges);
    RUN(test_long_wavelengths_are_kept);
    RUN(test_names);
    return CHECK_DONE();
}
