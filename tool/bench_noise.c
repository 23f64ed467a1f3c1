// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <string.h>

// loam bench noise: points per second on one thread. The yardstick of a measure is the scalar
// reference doing the same, so the ratio shows what the instruction set gains; far from the origin it
// is the same near the origin.

enum
{
    SIDE_1D = 1 << 20,
    SIDE_2D = 1024,
    SIDE_3D = 128,
    SAMPLES = 128 * 128 * 128,
    MAX_NAME = 80
};

typedef struct noise_case
{
    loam_noise_kind kind;
    int32_t dims;
    double wavelength;
    int32_t octaves;
    int64_t x;
} noise_case;

typedef struct noise_context
{
    loam_noise noise;
    loam_noise_area area;
    int32_t dims;
    float *out; // SAMPLES
} noise_context;

static void run_grid(void *user)
{
    noise_context *context = user;
    switch (context->dims)
    {
    case 1:
        loam_noise_grid1(&context->noise, context->out, context->area);
        break;
    case 2:
        loam_noise_grid2(&context->noise, context->out, context->area);
        break;
    default:
        loam_noise_grid3(&context->noise, context->out, context->area);
    }
}

static loam_result prepare(const noise_case *what, loam_isa isa, float *out, noise_context *context)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = what->kind;
    def.wavelength = what->wavelength;
    def.octaves = what->octaves;
    def.isa = isa;
    const int32_t side = what->dims == 1 ? SIDE_1D : what->dims == 2 ? SIDE_2D : SIDE_3D;
    context->area = (loam_noise_area){.x = what->x,
                                      .step = 1,
                                      .w = side,
                                      .h = what->dims > 1 ? side : 1,
                                      .d = what->dims > 2 ? side : 1};
    context->dims = what->dims;
    context->out = out;
    return loam_noise_init(&context->noise, &def, 1);
}

static void write_name(char *name, const noise_case *what, const char *isa)
{
    int at = snprintf(name, MAX_NAME, "noise %s %dd wavelength %g",
                      loam_noise_kind_name(what->kind), (int)what->dims, what->wavelength);
    if (what->octaves > 1)
    {
        at += snprintf(name + at, (size_t)(MAX_NAME - at), ", %d octaves", (int)what->octaves);
    }
    if (what->x != 0)
    {
        at += snprintf(name + at, (size_t)(MAX_NAME - at), ", at 2^40");
    }
    snprintf(name + at, (size_t)(MAX_NAME - at), " [%s]", isa);
}

static loam_result measure_case(bench *run, const noise_case *what, loam_isa isa, float *out)
{
    // Far away the question is not what the instruction set gains, but whether it costs more there.
    noise_case near = *what;
    near.x = 0;
    const loam_isa reference_isa = what->x != 0 ? isa : LOAM_ISA_SCALAR;
    noise_context chosen, reference;
    loam_result result = prepare(what, isa, out, &chosen);
    result = result != LOAM_OK ? result : prepare(&near, reference_isa, out, &reference);
    if (result != LOAM_OK)
    {
        return result;
    }
    char name[MAX_NAME], reference_name[MAX_NAME];
    write_name(name, what, loam_isa_name(isa));
    write_name(reference_name, &near, loam_isa_name(reference_isa));
    const double items = (double)chosen.area.w * (double)chosen.area.h * (double)chosen.area.d;
    const bench_work work = {name, items, run_grid, &chosen};
    const bench_work yardstick = {reference_name, items, run_grid, &reference};
    bench_measure(run, &work, &yardstick);
    return LOAM_OK;
}

static loam_result measure_kinds(bench *run, loam_isa isa, float *out)
{
    static const loam_noise_kind kinds[] = {LOAM_NOISE_VALUE, LOAM_NOISE_PERLIN, LOAM_NOISE_SIMPLEX,
                                            LOAM_NOISE_CELLULAR};
    static const double wavelengths[] = {64, 4};
    static const int32_t dims[] = {2, 3, 1};
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < 3 * 4 * 2 && result == LOAM_OK; i++)
    {
        const noise_case what = {.kind = kinds[i / 2 % 4],
                                 .dims = dims[i / 8],
                                 .wavelength = wavelengths[i % 2],
                                 .octaves = 1};
        result = measure_case(run, &what, isa, out);
    }
    return result;
}

static loam_result measure_rest(bench *run, loam_isa isa, float *out)
{
    static const noise_case cases[] = {
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 5},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 4},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .x = 1LL << 40},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 1, .x = 1LL << 40},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && result == LOAM_OK; i++)
    {
        result = measure_case(run, &cases[i], isa, out);
    }
    return result;
}

/// The other instruction sets of this machine, on two kinds.
static loam_result measure_other_sets(bench *run, loam_isa chosen, float *out)
{
    loam_result result = LOAM_OK;
    for (int32_t isa = LOAM_ISA_AUTO + 1; isa < LOAM_ISA_COUNT; isa++)
    {
        if ((loam_isa)isa == chosen || !loam_isa_available((loam_isa)isa))
        {
            continue;
        }
        for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
        {
            const noise_case what = {.kind = i == 0 ? LOAM_NOISE_PERLIN : LOAM_NOISE_SIMPLEX,
                                     .dims = 2,
                                     .wavelength = 64,
                                     .octaves = 1};
            result = measure_case(run, &what, (loam_isa)isa, out);
        }
    }
    return result;
}

loam_result bench_noise(bench *run)
{
    const loam_env env = loam_default_env();
    float *out = loam_alloc(&env, SAMPLES * sizeof *out);
    if (out == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(out, 0, SAMPLES * sizeof *out);
    const loam_isa isa = bench_isa(run);
    loam_result result = measure_kinds(run, isa, out);
    result = result != LOAM_OK ? result : measure_rest(run, isa, out);
    result = result != LOAM_OK ? result : measure_other_sets(run, isa, out);
    loam_free(&env, out, SAMPLES * sizeof *out);
    return result;
}
