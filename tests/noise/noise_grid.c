// SPDX-License-Identifier: MIT
// Grids of simplex noise have several ways of their own, by how wide a cell is in samples. Each gives the bits of the
// scalar reference: for wavelengths on either side of every switch, rows of any length, places of any kind, and where
// several borders of simplices fall on one sample.
#include "check.h"

#include "loam/noise.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SAMPLES = 1 << 14,
    BAD_MAX = 10
};

static float reference[SAMPLES], other[SAMPLES];

static uint64_t draw_seed, drawn;

static uint32_t draw(uint32_t limit)
{
    return loam_random_below(draw_seed, drawn++, limit);
}

static void fill(float *out, loam_noise_def def, loam_isa isa, loam_noise_area area, int32_t dims)
{
    loam_noise noise;
    def.isa = isa;
    CHECK_OK(loam_noise_init(&noise, &def, draw_seed));
    CHECK_OK(dims == 2 ? loam_noise_grid2(&noise, out, area) : loam_noise_grid3(&noise, out, area));
}

static void check_sets(const loam_noise_def *def, loam_noise_area area, int32_t dims)
{
    const size_t samples = (size_t)area.w * (size_t)area.h * (size_t)area.d;
    fill(reference, *def, LOAM_ISA_SCALAR, area, dims);
    for (int32_t isa = LOAM_ISA_SCALAR + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if (!loam_isa_available((loam_isa)isa))
        {
            continue;
        }
        memset(other, 0xff, samples * sizeof(float));
        fill(other, *def, (loam_isa)isa, area, dims);
        CHECK_REPORT(memcmp(reference, other, samples * sizeof(float)) == 0,
                     "%s differs: %dd wavelength %g %s x%d at %" PRId64 ",%" PRId64 ",%" PRId64
                     " step %" PRId64 " size %dx%dx%d",
                     loam_isa_name((loam_isa)isa), (int)dims, def->wavelength,
                     loam_noise_fractal_name(def->fractal), (int)def->octaves, area.x, area.y,
                     area.z, area.step, (int)area.w, (int)area.h, (int)area.d);
    }
}

static loam_noise_area area_at(int64_t x, int64_t y, int64_t z, int32_t dims)
{
    const bool flat = dims == 2;
    return (loam_noise_area){.x = x,
                             .y = y,
                             .z = z,
                             .step = 1,
                             .w = (int32_t)draw(draw(2) == 0 ? 40 : 320) + 1,
                             .h = (int32_t)draw(flat ? 40 : 12) + 1,
                             .d = flat ? 1 : (int32_t)draw(4) + 1};
}

static int64_t coordinate(void)
{
    static const int64_t bases[] = {0, -300, (int64_t)1 << 32, -((int64_t)1 << 40),
                                    (int64_t)1 << 56};
    return bases[draw(sizeof bases / sizeof *bases)] +
           loam_random_range(draw_seed, drawn++, -500, 500);
}

// 1.4 to 1400 samples to a cell: hashes, gradients, levels and runs, with the switches between them.
static void test_any_wavelength_gives_the_same_bits(void)
{
    const int rounds = getenv("LOAM_SOAK") != NULL ? 60000 : 1500;
    for (int round = 0; round < rounds && check_failures < BAD_MAX; round++)
    {
        draw_seed = (uint64_t)round;
        drawn = 0;
        const int32_t dims = 2 + (int32_t)draw(2);
        loam_noise_area area = area_at(coordinate(), coordinate(), coordinate(), dims);
        area.step = draw(4) == 0 ? (int64_t)draw(9) + 1 : 1;
        loam_noise_def def = loam_default_noise_def();
        def.wavelength = 1.4 * (1.0 + (double)loam_random_float(draw_seed, drawn++)) *
                         (double)(1 << draw(10)) * (double)area.step;
        def.octaves = draw(3) == 0 ? 2 : 1;
        def.fractal = draw(3) == 0 ? (loam_noise_fractal)draw(LOAM_FRACTAL_COUNT)
                                   : LOAM_FRACTAL_FBM;
        check_sets(&def, area, dims);
    }
}

// Where wavelengths are whole, samples lie on the borders of simplices: several coordinates pass into their next cell
// at one sample, in 3D along diagonals most of all.
static void test_borders_that_meet_give_the_same_bits(void)
{
    static const double wavelengths[] = {3, 4, 6, 8, 9, 12, 16, 24, 41, 64, 71, 82, 256};
    for (int round = 0; round < 900 && check_failures < BAD_MAX; round++)
    {
        draw_seed = (uint64_t)round;
        drawn = 0;
        const int32_t dims = 2 + (int32_t)draw(2);
        loam_noise_def def = loam_default_noise_def();
        def.wavelength = wavelengths[draw(sizeof wavelengths / sizeof *wavelengths)];
        const int64_t cell = (int64_t)def.wavelength;
        const int64_t y = cell * loam_random_range(draw_seed, drawn++, -9, 9);
        const int64_t z = draw(2) == 0 ? y : cell * loam_random_range(draw_seed, drawn++, -9, 9);
        const int64_t x = draw(2) == 0 ? -y - z
                                       : cell * loam_random_range(draw_seed, drawn++, -9, 9);
        check_sets(&def, area_at(x, y, z, dims), dims);
    }
}

// A row's samples do not know where it began.
static void test_a_row_begins_anywhere(void)
{
    enum
    {
        WIDE = 300,
        ROWS = 6
    };
    static const double wavelengths[] = {5, 8, 9.7, 14, 30, 64, 300};
    for (int32_t i = 0; i < 7 * 2; i++)
    {
        const int32_t dims = 2 + i % 2;
        draw_seed = (uint64_t)i;
        loam_noise_def def = loam_default_noise_def();
        def.wavelength = wavelengths[i / 2];
        const loam_noise_area whole = {
            .x = -40, .y = -17, .z = 23, .step = 1, .w = WIDE, .h = ROWS, .d = 1};
        fill(reference, def, LOAM_ISA_AUTO, whole, dims);
        for (int32_t x = 1; x < WIDE; x += 1 + x / 20)
        {
            loam_noise_area part = whole;
            part.x += x;
            part.w -= x;
            fill(other, def, LOAM_ISA_AUTO, part, dims);
            for (int32_t row = 0; row < ROWS; row++)
            {
                CHECK(memcmp(reference + row * WIDE + x, other + row * part.w,
                             (size_t)part.w * sizeof(float)) == 0);
            }
        }
    }
}

int main(void)
{
    RUN(test_any_wavelength_gives_the_same_bits);
    RUN(test_borders_that_meet_give_the_same_bits);
    RUN(test_a_row_begins_anywhere);
    return CHECK_DONE();
}
