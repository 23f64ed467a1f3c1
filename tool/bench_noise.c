// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <string.h>

// loam bench noise: points per second on one thread. The yardstick of a measure is the scalar
// reference doing the same, so the ratio shows what the instruction set gains; far from the origin it
// is the same near the origin. Single calls, which are always scalar, are compared with the same points in
// one call of the scalar reference.

enum
{
    SIDE_1D = 1 << 20,
    SIDE_2D = 1024,
    SIDE_3D = 128,
    ROW = 1024,
    POINTS = 1 << 16,
    SAMPLES = 3 * SIDE_2D * SIDE_2D, // a grid and its slopes
    MAX_NAME = 80
};

#define FAR ((int64_t)1 << 40)

/// How the samples are asked for.
typedef enum noise_form
{
    FORM_GRID,
    FORM_ROW,    // a single row of a 2D grid
    FORM_POINTS, // at scattered places, 2D
    FORM_SLOPES, // a 2D grid with its slopes
    FORM_SINGLE, // each point of the scattered places in a call of its own
} noise_form;

typedef struct noise_case
{
    noise_form form;
    loam_noise_fractal fractal;
    double warp;
    loam_noise_kind kind;
    int32_t dims;
    double wavelength;
    int32_t octaves;
    int64_t x;
} noise_case;

typedef struct noise_buffers
{
    float *out;     // SAMPLES
    int64_t *x, *y; // POINTS
    int64_t *far_x; // likewise, at 2^40
} noise_buffers;

typedef struct noise_context
{
    loam_noise noise;
    loam_noise_area area;
    int32_t dims;
    double items;
    const noise_buffers *buffers;
} noise_context;

static void run_grid(void *user)
{
    noise_context *context = user;
    switch (context->dims)
    {
    case 1:
        loam_noise_grid1(&context->noise, context->buffers->out, context->area);
        break;
    case 2:
        loam_noise_grid2(&context->noise, context->buffers->out, context->area);
        break;
    default:
        loam_noise_grid3(&context->noise, context->buffers->out, context->area);
    }
}

static void run_points(void *user)
{
    noise_context *context = user;
    const noise_buffers *buffers = context->buffers;
    const int64_t *x = context->area.x != 0 ? buffers->far_x : buffers->x;
    loam_noise_points(&context->noise, buffers->out, 2, x, buffers->y, NULL, POINTS);
}

static void run_slopes(void *user)
{
    noise_context *context = user;
    float *out = context->buffers->out;
    loam_noise_slope2(&context->noise, out, out + SIDE_2D * SIDE_2D, out + 2 * SIDE_2D * SIDE_2D,
                      context->area);
}

static void run_single(void *user)
{
    noise_context *context = user;
    const noise_buffers *buffers = context->buffers;
    for (int32_t i = 0; i < POINTS; i++)
    {
        buffers->out[i] = loam_noise_at2(&context->noise, buffers->x[i], buffers->y[i]);
    }
}

static void (*const runs[])(void *) = {[FORM_GRID] = run_grid,
                                       [FORM_ROW] = run_grid,
                                       [FORM_POINTS] = run_points,
                                       [FORM_SLOPES] = run_slopes,
                                       [FORM_SINGLE] = run_single};

static loam_noise_area make_area(const noise_case *what)
{
    const int32_t side = what->dims == 1 ? SIDE_1D : what->dims == 2 ? SIDE_2D : SIDE_3D;
    const bool row = what->form == FORM_ROW;
    return (loam_noise_area){.x = what->x,
                             .step = 1,
                             .w = row ? ROW : side,
                             .h = what->dims > 1 && !row ? side : 1,
                             .d = what->dims > 2 ? side : 1};
}

static loam_result prepare(const noise_case *what, loam_isa isa, const noise_buffers *buffers,
                           noise_context *context)
{
    loam_noise_def def = loam_default_noise_def();
    def.kind = what->kind;
    def.wavelength = what->wavelength;
    def.octaves = what->octaves;
    def.fractal = what->fractal;
    def.warp = what->warp;
    def.isa = isa;
    const loam_noise_area area = make_area(what);
    context->area = area;
    context->dims = what->dims;
    const bool points = what->form == FORM_POINTS || what->form == FORM_SINGLE;
    context->items = points ? POINTS : (double)area.w * area.h * area.d;
    context->buffers = buffers;
    return loam_noise_init(&context->noise, &def, 1);
}

static void add_to_name(char *name, const char *part)
{
    const size_t length = strlen(name);
    snprintf(name + length, MAX_NAME - length, "%s", part);
}

static void write_name(char *name, const noise_case *what, const char *isa)
{
    static const char *const forms[] = {[FORM_GRID] = "",
                                        [FORM_ROW] = ", a row of 1024",
                                        [FORM_POINTS] = ", points",
                                        [FORM_SLOPES] = ", slopes",
                                        [FORM_SINGLE] = ", single calls"};
    char part[32];
    snprintf(name, MAX_NAME, "noise %s %dd wavelength %g", loam_noise_kind_name(what->kind),
             (int)what->dims, what->wavelength);
    if (what->octaves > 1)
    {
        snprintf(part, sizeof part, ", %d octaves", (int)what->octaves);
        add_to_name(name, part);
    }
    if (what->fractal != LOAM_FRACTAL_FBM)
    {
        snprintf(part, sizeof part, " %s", loam_noise_fractal_name(what->fractal));
        add_to_name(name, part);
    }
    add_to_name(name, what->warp > 0 ? ", warped" : "");
    add_to_name(name, forms[what->form]);
    add_to_name(name, what->x != 0 ? ", at 2^40" : "");
    snprintf(part, sizeof part, " [%s]", isa);
    add_to_name(name, part);
}

static loam_result measure_case(bench *run, const noise_case *what, loam_isa isa,
                                const noise_buffers *buffers)
{
    // Far away the question is not what the instruction set gains, but whether it costs more there.
    noise_case near = *what;
    near.x = 0;
    near.form = what->form == FORM_SINGLE ? FORM_POINTS : what->form;
    const loam_isa reference_isa = what->x != 0 ? isa : LOAM_ISA_SCALAR;
    noise_context chosen, reference;
    loam_result result = prepare(what, isa, buffers, &chosen);
    result = result != LOAM_OK ? result : prepare(&near, reference_isa, buffers, &reference);
    if (result != LOAM_OK)
    {
        return result;
    }
    char name[MAX_NAME], reference_name[MAX_NAME];
    write_name(name, what, loam_isa_name(isa));
    write_name(reference_name, &near, loam_isa_name(reference_isa));
    const bench_work work = {name, chosen.items, runs[what->form], &chosen};
    const bench_work yardstick = {reference_name, reference.items, runs[near.form], &reference};
    // The scalar reference itself is compared with nothing.
    bench_measure(run, &work, strcmp(name, reference_name) != 0 ? &yardstick : NULL);
    return LOAM_OK;
}

static loam_result measure_kinds(bench *run, loam_isa isa, const noise_buffers *buffers)
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
        result = measure_case(run, &what, isa, buffers);
    }
    return result;
}

static loam_result measure_rest(bench *run, loam_isa isa, const noise_buffers *buffers)
{
    static const noise_case cases[] = {
        {.kind = LOAM_NOISE_WHITE, .dims = 2, .wavelength = 1, .octaves = 1},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 5},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 5,
         .fractal = LOAM_FRACTAL_RIDGED},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 1, .warp = 20},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 5, .warp = 20},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 4, .warp = 20},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .form = FORM_ROW},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 1, .form = FORM_ROW},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .form = FORM_POINTS},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 1,
         .form = FORM_POINTS},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 5,
         .form = FORM_POINTS},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .form = FORM_SINGLE},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 1,
         .form = FORM_SINGLE},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .form = FORM_SLOPES},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 1,
         .form = FORM_SLOPES},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 4},
        {.kind = LOAM_NOISE_PERLIN, .dims = 2, .wavelength = 64, .octaves = 1, .x = FAR},
        {.kind = LOAM_NOISE_SIMPLEX, .dims = 2, .wavelength = 64, .octaves = 1, .x = FAR},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 1,
         .form = FORM_POINTS,
         .x = FAR},
        {.kind = LOAM_NOISE_SIMPLEX,
         .dims = 2,
         .wavelength = 64,
         .octaves = 1,
         .form = FORM_SLOPES,
         .x = FAR},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && result == LOAM_OK; i++)
    {
        result = measure_case(run, &cases[i], isa, buffers);
    }
    return result;
}

/// The other instruction sets of this machine, on two kinds.
static loam_result measure_other_sets(bench *run, loam_isa chosen, const noise_buffers *buffers)
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
            result = measure_case(run, &what, (loam_isa)isa, buffers);
        }
    }
    return result;
}

/// Places in a square of the world, in no order.
static void scatter(const noise_buffers *buffers)
{
    for (uint64_t i = 0; i < POINTS; i++)
    {
        buffers->x[i] = (int64_t)(loam_random_u64(1, i) >> 44);
        buffers->y[i] = (int64_t)(loam_random_u64(2, i) >> 44);
        buffers->far_x[i] = FAR + buffers->x[i];
    }
}

static loam_result measure_all(bench *run, const noise_buffers *buffers)
{
    const loam_isa isa = bench_isa(run);
    loam_result result = measure_kinds(run, isa, buffers);
    result = result != LOAM_OK ? result : measure_rest(run, isa, buffers);
    return result != LOAM_OK ? result : measure_other_sets(run, isa, buffers);
}

loam_result bench_noise(bench *run)
{
    const loam_env env = loam_default_env();
    const noise_buffers buffers = {.out = loam_alloc(&env, SAMPLES * sizeof(float)),
                                   .x = loam_alloc(&env, POINTS * sizeof(int64_t)),
                                   .y = loam_alloc(&env, POINTS * sizeof(int64_t)),
                                   .far_x = loam_alloc(&env, POINTS * sizeof(int64_t))};
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (buffers.out != NULL && buffers.x != NULL && buffers.y != NULL && buffers.far_x != NULL)
    {
        memset(buffers.out, 0, SAMPLES * sizeof(float)); // so that no page fault is timed
        scatter(&buffers);
        result = measure_all(run, &buffers);
    }
    loam_free(&env, buffers.out, SAMPLES * sizeof(float));
    loam_free(&env, buffers.x, POINTS * sizeof(int64_t));
    loam_free(&env, buffers.y, POINTS * sizeof(int64_t));
    loam_free(&env, buffers.far_x, POINTS * sizeof(int64_t));
    return result;
}
