// SPDX-License-Identifier: MIT
#include "check.h"
#include "gpu/driver.h"
#include "loam/gpu.h"

#include <stdlib.h>
#include <string.h>

// Noise of a graphics processor is that of the processor, bit for bit: all kinds in all dimensions, near and far.

enum
{
    W = 37,
    H = 11,
    D = 5,
    MOST = W * H * D
};

static loam_gpu *gpu;

static loam_result fill(const loam_noise *noise, int32_t dims, bool on_gpu, loam_noise_area area,
                        float *out)
{
    switch (dims)
    {
    case 1:
        return on_gpu ? loam_gpu_noise_grid1(gpu, noise, out, area)
                      : loam_noise_grid1(noise, out, area);
    case 2:
        return on_gpu ? loam_gpu_noise_grid2(gpu, noise, out, area)
                      : loam_noise_grid2(noise, out, area);
    default:
        return on_gpu ? loam_gpu_noise_grid3(gpu, noise, out, area)
                      : loam_noise_grid3(noise, out, area);
    }
}

/// How many samples of an area have other bits.
static int differing(const loam_noise *noise, int32_t dims, loam_noise_area area)
{
    static float expected[MOST], got[MOST];
    const int count = dims == 1 ? W : dims == 2 ? W * H : MOST;
    int others = 0;
    memset(got, 0xff, sizeof got);
    CHECK(fill(noise, dims, false, area, expected) == LOAM_OK);
    CHECK(fill(noise, dims, true, area, got) == LOAM_OK);
    for (int i = 0; i < count; i++)
    {
        others += memcmp(&expected[i], &got[i], sizeof got[i]) != 0;
    }
    return others;
}

/// Near the origin, beyond what floats could hold, at the ends of all positions, and with steps longer than a cell.
static void compare(const loam_noise_def *def)
{
    static const loam_noise_area areas[] = {
        {.x = -17, .y = -5, .z = -2, .step = 1},
        {.x = INT64_C(1) << 40, .y = -(INT64_C(1) << 40), .z = INT64_C(1) << 40, .step = 3},
        {.x = INT64_MIN, .y = INT64_MAX - 1000, .z = -7, .step = 50},
        {.x = -INT64_C(0x1234567890abcdef),
         .y = INT64_C(0x0fedcba987654321),
         .z = 12345,
         .step = 1001},
    };
    loam_noise noise;
    CHECK(loam_noise_init(&noise, def, 4711) == LOAM_OK);
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
        for (int32_t dims = 1; dims <= 3; dims++)
        {
            loam_noise_area area = areas[i];
            area.w = W;
            area.h = H;
            area.d = D;
            CHECK_INT(differing(&noise, dims, area), 0);
        }
    }
}

static void test_every_kind_is_equal(void)
{
    for (int32_t kind = 0; kind < LOAM_NOISE_KIND_COUNT; kind++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = (loam_noise_kind)kind;
        def.wavelength = 7.3;
        compare(&def);
        def.octaves = 5;
        def.lacunarity = 1.9;
        compare(&def);
    }
}

static void test_every_fade_is_equal(void)
{
    for (int32_t fade = 0; fade < LOAM_FADE_COUNT; fade++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_VALUE;
        def.fade = (loam_noise_fade)fade;
        def.wavelength = 16;
        def.octaves = 2;
        compare(&def);
    }
}

static void test_every_cell_is_equal(void)
{
    for (int32_t i = 0; i < LOAM_CELL_OUTPUT_COUNT * LOAM_METRIC_COUNT; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = LOAM_NOISE_CELLULAR;
        def.cell = (loam_cell_output)(i % LOAM_CELL_OUTPUT_COUNT);
        def.metric = (loam_cell_metric)(i / LOAM_CELL_OUTPUT_COUNT);
        def.jitter = 0.8f;
        def.wavelength = 5.5;
        compare(&def);
    }
}

static void test_every_fractal_is_equal(void)
{
    for (int32_t fractal = 0; fractal < LOAM_FRACTAL_COUNT; fractal++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.fractal = (loam_noise_fractal)fractal;
        def.octaves = 4;
        def.persistence = 0.6;
        compare(&def);
    }
}

static void test_warps_are_equal(void)
{
    static const loam_noise_kind kinds[] = {LOAM_NOISE_SIMPLEX, LOAM_NOISE_CELLULAR};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
        loam_noise_def def = loam_default_noise_def();
        def.kind = kinds[i];
        def.octaves = 3;
        def.warp = 40;
        def.warp_octaves = 2;
        def.warp_wavelength = 90;
        compare(&def);
    }
}

/// More than fits into one part, so that the second begins within a row.
static void test_large_grids_are_equal(void)
{
    enum
    {
        SIDE = 2053
    };
    const size_t bytes = (size_t)SIDE * SIDE * sizeof(float);
    float *const expected = malloc(bytes), *const got = malloc(bytes);
    const loam_noise_area area = {
        .x = -1000, .y = INT64_C(1) << 40, .step = 1, .w = SIDE, .h = SIDE};
    loam_noise noise;
    const loam_noise_def def = loam_default_noise_def();
    CHECK(loam_noise_init(&noise, &def, 1) == LOAM_OK);
    CHECK(loam_noise_grid2(&noise, expected, area) == LOAM_OK);
    CHECK(loam_gpu_noise_grid2(gpu, &noise, got, area) == LOAM_OK);
    CHECK(memcmp(expected, got, bytes) == 0);
    free(expected);
    free(got);
}

static void test_bad_areas_are_refused(void)
{
    float out[1];
    loam_noise noise;
    const loam_noise_def def = loam_default_noise_def();
    CHECK(loam_noise_init(&noise, &def, 1) == LOAM_OK);
    const loam_noise_area area = {.step = 0, .w = 1, .h = 1};
    CHECK(loam_gpu_noise_grid2(gpu, &noise, out, area) == LOAM_BAD_ARGUMENT);
    CHECK(strcmp(loam_last_error(), "noise: step is 0; must be 1 or more") == 0);
}

int main(void)
{
    keep_driver();
    const loam_gpu_def def = loam_default_gpu_def();
    if (loam_gpu_create(&def, &gpu) != LOAM_OK)
    {
        printf("left out: %s\n", loam_last_error());
        return 77;
    }
    RUN(test_every_kind_is_equal);
    RUN(test_every_fade_is_equal);
    RUN(test_every_cell_is_equal);
    RUN(test_every_fractal_is_equal);
    RUN(test_warps_are_equal);
    RUN(test_large_grids_are_equal);
    RUN(test_bad_areas_are_refused);
    loam_gpu_destroy(gpu);
    return CHECK_DONE();
}
