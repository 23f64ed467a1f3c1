// SPDX-License-Identifier: MIT
// One sample, one value: whichever area it was asked in, by whichever function, with whichever
// instruction set. Random definitions and places; LOAM_SOAK makes the test run much longer.
#include "check.h"

#include "loam/noise.h"
#include "loam/random.h"

#include <stdlib.h>

enum
{
    SAMPLES = 1 << 14
};

static float reference[SAMPLES], other[SAMPLES];

static uint64_t draw_seed;
static uint64_t drawn;

static uint32_t draw(uint32_t limit)
{
    return loam_random_below(draw_seed, drawn++, limit);
}

static loam_noise_def random_def(void)
{
    static const double wavelengths[] = {0.07, 0.7, 1.0,  1.3,  2.0,  2.9,    4.0,
                                         5.5,  8.0, 13.0, 20.0, 64.0, 1000.0, 3e7};
    loam_noise_def def = loam_default_noise_def();
    def.kind = (loam_noise_kind)draw(LOAM_NOISE_KIND_COUNT);
    def.fade = (loam_noise_fade)draw(LOAM_FADE_COUNT);
    def.cell = (loam_cell_output)draw(LOAM_CELL_OUTPUT_COUNT);
    def.metric = (loam_cell_metric)draw(LOAM_METRIC_COUNT);
    def.jitter = draw(3) == 0 ? loam_random_float(draw_seed, drawn++) : 1.0f;
    def.wavelength = wavelengths[draw(sizeof wavelengths / sizeof *wavelengths)];
    def.fractal = (loam_noise_fractal)draw(LOAM_FRACTAL_COUNT);
    def.octaves = draw(2) == 0 ? 1 : (int32_t)draw(4) + 1;
    def.lacunarity = draw(2) == 0 ? 2.0 : 1.0 + 2.0 * (double)loam_random_float(draw_seed, drawn++);
    def.warp = draw(5) == 0 ? 30.0 : 0.0;
    def.warp_octaves = (int32_t)draw(3) + 1;
    return def;
}

/// Coordinates near interesting places: the origin, negative ones, and cell numbers at which the
/// halves of a 64-bit lattice coordinate change.
static int64_t random_coordinate(void)
{
    static const int64_t bases[] = {0,
                                    -130,
                                    (int64_t)1 << 32,
                                    -((int64_t)1 << 32),
                                    (int64_t)1 << 38,
                                    -((int64_t)1 << 40),
                                    (int64_t)1 << 40};
    const int64_t base = bases[draw(sizeof bases / sizeof *bases)];
    return base * (draw(3) == 0 ? 4 : 1) + loam_random_range(draw_seed, drawn++, -400, 400);
}

static loam_noise_area random_area(int32_t dims)
{
    loam_noise_area area = {.x = random_coordinate(),
                            .y = random_coordinate(),
                            .z = random_coordinate(),
                            .step = draw(3) == 0 ? (int64_t)draw(40) + 1 : 1,
                            .w = (int32_t)draw(dims == 1 ? 700 : 330) + 1,
                            .h = 1,
                            .d = 1};
    if (dims == 2)
    {
        area.h = (int32_t)draw(SAMPLES / (uint32_t)area.w < 80 ? 40 : 80) + 1;
    }
    if (dims == 3)
    {
        area.w = (int32_t)draw(40) + 1;
        area.h = (int32_t)draw(20) + 1;
        area.d = (int32_t)draw(8) + 1;
    }
    return area;
}

static loam_result fill(const loam_noise *noise, float *out, loam_noise_area area, int32_t dims)
{
    return dims == 1   ? loam_noise_grid1(noise, out, area)
           : dims == 2 ? loam_noise_grid2(noise, out, area)
                       : loam_noise_grid3(noise, out, area);
}

static float at(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z)
{
    return dims == 1   ? loam_noise_at1(noise, x)
           : dims == 2 ? loam_noise_at2(noise, x, y)
                       : loam_noise_at3(noise, x, y, z);
}

static bool same(const float *a, const float *b, size_t count)
{
    return memcmp(a, b, count * sizeof(float)) == 0;
}

static void describe(const loam_noise_def *def, int32_t dims, const loam_noise_area *area)
{
    fprintf(stderr,
            "  %s %dd fade %s cell %s %s wavelength %g %s x%d warp %g at %" PRId64 ",%" PRId64
            ",%" PRId64 " step %" PRId64 " size %dx%dx%d\n",
            loam_noise_kind_name(def->kind), (int)dims, loam_noise_fade_name(def->fade),
            loam_cell_output_name(def->cell), loam_cell_metric_name(def->metric), def->wavelength,
            loam_noise_fractal_name(def->fractal), (int)def->octaves, def->warp, area->x, area->y,
            area->z, area->step, (int)area->w, (int)area->h, (int)area->d);
}

/// The same area with every instruction set.
static void check_instruction_sets(loam_noise_def def, int32_t dims, loam_noise_area area,
                                   size_t samples)
{
    loam_noise noise;
    for (int isa = LOAM_ISA_SCALAR + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if (!loam_isa_available((loam_isa)isa))
        {
            continue;
        }
        def.isa = (loam_isa)isa;
        CHECK_OK(loam_noise_init(&noise, &def, draw_seed));
        memset(other, 0xff, sizeof other);
        CHECK_OK(fill(&noise, other, area, dims));
        const bool equal = same(reference, other, samples);
        CHECK_REPORT(equal, "%s differs from scalar", loam_isa_name((loam_isa)isa));
        if (!equal)
        {
            describe(&def, dims, &area);
        }
        for (size_t i = samples; i < samples + 32 && i < SAMPLES; i++)
        {
            uint32_t bits;
            memcpy(&bits, &other[i], sizeof bits);
            CHECK_U64(bits, 0xffffffffu); // nothing is written past the end
        }
    }
}

/// A smaller area inside of the area.
static void check_part(const loam_noise *noise, int32_t dims, loam_noise_area area)
{
    const int32_t x = (int32_t)draw((uint32_t)area.w), y = (int32_t)draw((uint32_t)area.h);
    const int32_t z = (int32_t)draw((uint32_t)area.d);
    const loam_noise_area part = {.x = area.x + x * area.step,
                                  .y = area.y + y * area.step,
                                  .z = area.z + z * area.step,
                                  .step = area.step,
                                  .w = area.w - x,
                                  .h = area.h - y,
                                  .d = area.d - z};
    CHECK_OK(fill(noise, other, part, dims));
    for (int32_t k = 0; k < part.d; k++)
    {
        for (int32_t j = 0; j < part.h; j++)
        {
            const float *const whole = reference + ((z + k) * area.h + y + j) * area.w + x;
            CHECK(same(whole, other + (k * part.h + j) * part.w, (size_t)part.w));
        }
    }
}

/// Single samples and lists of points out of the area.
static void check_points(const loam_noise *noise, int32_t dims, loam_noise_area area,
                         size_t samples)
{
    enum
    {
        COUNT = 300
    };
    int64_t x[COUNT], y[COUNT], z[COUNT];
    float values[COUNT];
    size_t index[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        index[i] = draw((uint32_t)samples);
        const int64_t n = (int64_t)index[i];
        x[i] = area.x + n % area.w * area.step;
        y[i] = area.y + n / area.w % area.h * area.step;
        z[i] = area.z + n / area.w / area.h * area.step;
    }
    CHECK_OK(loam_noise_points(noise, values, dims, x, y, z, COUNT));
    for (int i = 0; i < COUNT; i++)
    {
        CHECK(same(&values[i], &reference[index[i]], 1));
    }
    for (int i = 0; i < 5; i++)
    {
        const float single = at(noise, dims, x[i], y[i], z[i]);
        CHECK(same(&single, &reference[index[i]], 1));
    }
}

static void check_slope_values(const loam_noise *noise, int32_t dims, loam_noise_area area,
                               size_t samples)
{
    const loam_result result = dims == 1 ? loam_noise_slope1(noise, other, NULL, area)
                               : dims == 2
                                   ? loam_noise_slope2(noise, other, NULL, NULL, area)
                                   : loam_noise_slope3(noise, other, NULL, NULL, NULL, area);
    if (result == LOAM_OK)
    {
        CHECK(same(reference, other, samples));
    }
}

static void test_every_way_gives_the_same_bits(void)
{
    const int rounds = getenv("LOAM_SOAK") != NULL ? 100000 : 2000;
    for (int round = 0; round < rounds; round++)
    {
        draw_seed = (uint64_t)round;
        drawn = 0;
        loam_noise_def def = random_def();
        const int32_t dims = (int32_t)draw(3) + 1;
        const loam_noise_area area = random_area(dims);
        const size_t samples = (size_t)area.w * (size_t)area.h * (size_t)area.d;
        if (samples > SAMPLES)
        {
            continue;
        }
        loam_noise noise;
        def.isa = LOAM_ISA_SCALAR;
        CHECK_OK(loam_noise_init(&noise, &def, draw_seed));
        CHECK_OK(fill(&noise, reference, area, dims));
        check_instruction_sets(def, dims, area, samples);
        def.isa = LOAM_ISA_AUTO;
        CHECK_OK(loam_noise_init(&noise, &def, draw_seed));
        check_part(&noise, dims, area);
        check_points(&noise, dims, area, samples);
        check_slope_values(&noise, dims, area, samples);
        float low, high;
        loam_noise_range(&noise, &low, &high);
        const int before = check_failures;
        for (size_t i = 0; i < samples; i++)
        {
            CHECK_RANGE(reference[i], low, high);
        }
        if (check_failures > before)
        {
            describe(&def, dims, &area);
        }
        if (check_failures > 20)
        {
            return;
        }
    }
}

// Registers of MMX are those of x87: who touches one and does not say so leaves long doubles to its caller that are no
// numbers any more, and printf to Windows.
static void test_long_doubles_work_afterwards(void)
{
    volatile long double one = 1, three = 3;
    CHECK_RANGE((double)(one / three * three), 0.999, 1.001);
}

int main(void)
{
    RUN(test_every_way_gives_the_same_bits);
    RUN(test_long_doubles_work_afterwards);
    return CHECK_DONE();
}
