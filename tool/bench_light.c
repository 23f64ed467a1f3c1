// SPDX-License-Identifier: MIT
#include "bench.h"

#include <math.h>
#include <string.h>

// Light of a view of 1920 x 1080 pixels, 4 x 4 of them a tile, over a cave with lava. The yardstick is one
// pass over all tiles of a ring of 16 x 16 chunks.
//
// How much straight rays cost (Dubsky 2022, algorithm 2: 256 rays, 40 units long, over emission in four
// channels and translucency, each between four units) is measured with a field of the same size. It is
// written so that compilers turn it into vectors, for the instruction set that they build for, as they
// build the plain kernels of light: these two are compared.

enum
{
    VIEW_W = 480,
    VIEW_H = 270,
    RAYS = 256,
    RANGE = 40,
    CHANNELS = 4,
    PLANES = CHANNELS + 1,
    LIT_W = 122, // units of the view, and of the field
    LIT_H = 70,
    FIELD_W = LIT_W + 2 * RANGE + 8,
    FIELD_H = LIT_H + 2 * RANGE + 8,
};

typedef struct light_context
{
    loam_tile_world *world;
    loam_tile_light *light;
    loam_tile_area view;
    loam_shadow *shadows;
    uint64_t sum;
    bool failed;
    float field[FIELD_H][PLANES][FIELD_W];
    float ray[CHANNELS][LIT_W], gathered[LIT_H][CHANNELS][LIT_W];
} light_context;

// ---- work ---------------------------------------------------------------------------------------

static void run_pass(void *user)
{
    light_context *context = user;
    const loam_tile_ring ring = loam_tile_world_ring(context->world);
    const size_t count = (size_t)ring.side * (size_t)ring.side;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
    {
        sum += ring.tiles[i].block;
    }
    context->sum += sum;
}

static void run_update(void *user)
{
    light_context *context = user;
    const loam_tile_light_scene scene = {.world = context->world, .view = context->view};
    context->failed |= loam_tile_light_update(context->light, &scene) != LOAM_OK;
}

static void run_grid(void *user)
{
    light_context *context = user;
    loam_tile_light_grid(context->light, context->view.x * LOAM_LIGHT_FIXED,
                         context->view.y * LOAM_LIGHT_FIXED, LOAM_LIGHT_FIXED, VIEW_W, VIEW_H,
                         context->shadows);
}

// ---- straight rays ------------------------------------------------------------------------------

/// A row of points: between which units they lie, and how near to each.
typedef struct between
{
    int32_t x, y;
    float weights[4];
} between;

static between between_units(int32_t row, float dx, float dy)
{
    const float left = floorf(dx), low = floorf(dy), u = dx - left, v = dy - low;
    return (between){RANGE + 4 + (int32_t)left,
                     RANGE + 4 + row + (int32_t)low,
                     {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}};
}

static void sample(const light_context *context, const between *at, int32_t plane,
                   float *restrict out)
{
    const float *const restrict low = &context->field[at->y][plane][at->x];
    const float *const restrict top = &context->field[at->y + 1][plane][at->x];
    const float a = at->weights[0], b = at->weights[1], c = at->weights[2], d = at->weights[3];
    for (int32_t i = 0; i < LIT_W; i++)
    {
        out[i] = a * low[i] + b * low[i + 1] + c * top[i] + d * top[i + 1];
    }
}

static void accumulate(light_context *context, const between *at)
{
    float through[LIT_W], emission[LIT_W];
    sample(context, at, CHANNELS, through);
    for (int32_t channel = 0; channel < CHANNELS; channel++)
    {
        sample(context, at, channel, emission);
        float *const restrict ray = context->ray[channel];
        for (int32_t i = 0; i < LIT_W; i++)
        {
            ray[i] = (ray[i] + emission[i]) * through[i];
        }
    }
}

static void run_rays(void *user)
{
    light_context *context = user;
    for (int32_t row = 0; row < LIT_H; row++)
    {
        for (int32_t i = 0; i < RAYS; i++)
        {
            const float turn = 2 * LOAM_PI * (float)i / RAYS;
            const float dx = loam_cos(turn), dy = loam_sin(turn);
            memset(context->ray, 0, sizeof context->ray);
            for (int32_t distance = RANGE; distance > 0; distance--)
            {
                const between at = between_units(row, dx * (float)distance, dy * (float)distance);
                accumulate(context, &at);
            }
            for (int32_t k = 0; k < CHANNELS * LIT_W; k++)
            {
                context->gathered[row][k / LIT_W][k % LIT_W] += context->ray[k / LIT_W][k % LIT_W];
            }
        }
    }
}

static void fill_field(light_context *context)
{
    for (int32_t i = 0; i < FIELD_W * FIELD_H; i++)
    {
        for (int32_t plane = 0; plane < PLANES; plane++)
        {
            const float random = (float)(loam_random_u32((uint64_t)plane, (uint64_t)i) >> 8) *
                                 0x1p-24f;
            context->field[i / FIELD_W][plane][i % FIELD_W] = plane == CHANNELS
                                                                  ? 0.6f + 0.2f * random
                                                                  : 0.01f * random;
        }
    }
}

// ---- measures -----------------------------------------------------------------------------------

/// A line of what is printed. One of plain kernels is compared with straight rays.
typedef struct light_case
{
    const char *name;
    void (*run)(void *context);
    int32_t unit, directions;
    bool plain;
} light_case;

static const light_case cases[] = {
    {"sim light, 480 x 270 tiles, units of 4, 64 directions", run_update, 4, 64, false},
    {"sim light, units of 4, 32 directions", run_update, 4, 32, false},
    {"sim light, units of 2, 64 directions", run_update, 2, 64, false},
    {"sim light, units of 1, 64 directions", run_update, 1, 64, false},
    {"sim light, units of 4, 64 directions, plain kernels", run_update, 4, 64, true},
    {"sim light grid, 480 x 270 points", run_grid, 4, 64, false},
};

enum
{
    CASES = sizeof cases / sizeof *cases
};

static loam_result measure_case(bench *run, light_context *context, const light_case *of)
{
    const bench_work pass = {"one pass over a ring's tiles", 1, run_pass, context};
    const bench_work rays = {"light by 256 straight rays", 1, run_rays, context};
    const bench_work work = {of->name, 1, of->run, context};
    loam_tile_light_def def = loam_default_tile_light_def();
    def.env.isa = of->plain ? LOAM_ISA_SCALAR : bench_isa(run);
    def.unit = of->unit;
    def.directions = of->directions;
    const loam_result result = loam_tile_light_create(&def, &context->light);
    if (result == LOAM_OK)
    {
        run_update(context);
        bench_measure(run, &work, of->plain ? &rays : &pass);
        loam_tile_light_destroy(context->light);
    }
    return result;
}

static loam_result measure_all(bench *run, light_context *context)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < CASES && result == LOAM_OK; i++)
    {
        result = bench_wants(run, cases[i].name) ? measure_case(run, context, &cases[i]) : LOAM_OK;
    }
    return result == LOAM_OK && context->failed ? LOAM_FAILED : result;
}

static bool wants_any(const bench *run)
{
    bool wanted = false;
    for (int32_t i = 0; i < CASES; i++)
    {
        wanted |= bench_wants(run, cases[i].name);
    }
    return wanted;
}

static loam_result open_world(light_context *context)
{
    context->view = (loam_tile_area){-4000, -1684, VIEW_W, VIEW_H};
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = 2;
    def.still = true;
    def.centre = (loam_tile_pos){context->view.x + VIEW_W / 2, context->view.y + VIEW_H / 2};
    return loam_tile_world_create(&def, &context->world);
}

loam_result bench_light(bench *run)
{
    if (!wants_any(run))
    {
        return LOAM_OK;
    }
    const loam_env env = loam_default_env();
    const size_t shadows_size = VIEW_W * VIEW_H * sizeof(loam_shadow);
    light_context *const context = loam_alloc(&env, sizeof *context);
    loam_shadow *const shadows = loam_alloc(&env, shadows_size);
    loam_result result = context != NULL && shadows != NULL ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK)
    {
        memset(context, 0, sizeof *context);
        context->shadows = shadows;
        fill_field(context);
        result = open_world(context);
    }
    if (result == LOAM_OK)
    {
        result = measure_all(run, context);
        loam_tile_world_destroy(context->world);
    }
    loam_free(&env, shadows, shadows_size);
    loam_free(&env, context, sizeof *context);
    return result;
}
