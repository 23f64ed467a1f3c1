// SPDX-License-Identifier: MIT
#include "bench.h"

// loam bench isles: heights and whole islands on one thread, and pixels of the water.

enum
{
    SIDE = 256,
    PLANS = 16, // slots in a row
};

typedef struct isles_context
{
    loam_env env;
    loam_isles_def def;
    loam_isles *isles;
    loam_isle isle; // a large one
    loam_noise noise;
    loam_sea sea;
    float heights[SIDE * SIDE];
    uint32_t sum; // so that nothing is left out
} isles_context;

static void run_noise(void *user)
{
    isles_context *const context = user;
    (void)loam_noise_grid2(&context->noise, context->heights,
                           (loam_noise_area){.step = 4, .w = SIDE, .h = SIDE, .d = 1});
}

static void run_heights(void *user)
{
    isles_context *const context = user;
    (void)loam_isles_heights(context->isles,
                             (loam_isles_area){.x = context->isle.x - 2 * SIDE,
                                               .z = context->isle.z - 2 * SIDE,
                                               .step = 4,
                                               .w = SIDE,
                                               .h = SIDE},
                             context->heights);
}

/// A new sea, in which nothing has grown.
static loam_isles *begin_anew(const isles_context *context)
{
    loam_isles *isles = NULL;
    (void)loam_isles_create(&context->env, &context->def, &isles);
    return isles;
}

static void run_plans(void *user)
{
    isles_context *const context = user;
    loam_isles *const isles = begin_anew(context);
    for (int32_t i = 0; i < PLANS && isles != NULL; i++)
    {
        loam_isle isle;
        (void)loam_isles_at(isles, i, 0, &isle);
    }
    loam_isles_destroy(isles);
}

static void run_island(void *user)
{
    isles_context *const context = user;
    loam_isles *const isles = begin_anew(context);
    loam_isle_maps maps;
    if (isles != NULL && loam_isles_open(isles, context->isle.slot_x, context->isle.slot_z,
                                         LOAM_ISLE_OBJECTS, &maps) == LOAM_OK)
    {
        loam_isles_close(isles, &maps);
    }
    loam_isles_destroy(isles);
}

static void run_water(void *user)
{
    isles_context *const context = user;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
    {
        context->sum += loam_sea_colour(&context->sea, i % SIDE, i / SIDE, 1000, (float)(i % 16),
                                        loam_rgb(0xcdbb86))
                            .r;
    }
}

static bool take_large(void *user, const loam_isle *isle)
{
    loam_isle *const best = user;
    if (best->radius < isle->radius)
    {
        *best = *isle;
    }
    return true;
}

static loam_result prepare(isles_context *context)
{
    const loam_sea_look look = loam_default_sea_look();
    loam_noise_def noise = loam_default_noise_def();
    noise.octaves = 5;
    context->def = loam_default_isles_def();
    loam_result result = loam_noise_init(&context->noise, &noise, 1);
    result = result == LOAM_OK ? loam_sea_init(&context->sea, &look) : result;
    result = result == LOAM_OK ? loam_isles_create(&context->env, &context->def, &context->isles)
                               : result;
    return result == LOAM_OK ? loam_isles_find(context->isles, (loam_isles_box){0, 0, 16384, 16384},
                                               take_large, &context->isle)
                             : result;
}

loam_result bench_isles(bench *run)
{
    const loam_env env = loam_default_env();
    isles_context *const context = loam_alloc(&env, sizeof *context);
    if (context == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *context = (isles_context){.env = env};
    const loam_result result = prepare(context);
    if (result == LOAM_OK)
    {
        const double points = (double)SIDE * SIDE;
        const bench_work noise = {"noise of five octaves, point", points, run_noise, context};
        const bench_work all[] = {
            {"isles heights in a grid, point", points, run_heights, context},
            {"isles water, pixel", points, run_water, context},
            {"isles plan of a slot", PLANS, run_plans, context},
            {"isles large island with objects", 1.0, run_island, context},
        };
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        {
            bench_measure(run, &all[i], &noise);
        }
    }
    loam_isles_destroy(context->isles);
    loam_free(&env, context, sizeof *context);
    return result;
}
