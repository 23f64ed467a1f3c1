// SPDX-License-Identifier: MIT
#include "bench.h"

// loam bench scatter: points of an area on one thread, by each method and as a wood, pages around the area included, and
// what a single page costs alone. The yardstick is drawing a point's hash.

enum
{
    SIDE = 256,
};

typedef struct scatter_context
{
    loam_env env;
    loam_scatter_def def;
    int64_t side;
    loam_scatter_point *points;
    size_t room, count;
    uint64_t sum;
} scatter_context;

static void run_hash(void *user)
{
    scatter_context *const context = user;
    for (int64_t i = 0; i < SIDE * SIDE; i++)
    {
        context->sum += loam_seed_at(1, i % SIDE, i / SIDE, 0);
    }
}

static void run_area(void *user)
{
    scatter_context *const context = user;
    (void)loam_scatter_points(&context->env, &context->def, 1,
                              (loam_scatter_area){0, 0, context->side, context->side},
                              context->points, context->room, &context->count);
}

/// Runs it once, so that points are known, and measures.
static void measure(bench *run, scatter_context *context, const char *name)
{
    const bench_work hash = {"hashing a place", (double)SIDE * SIDE, run_hash, context};
    if (bench_wants(run, name))
    {
        run_area(context);
        const bench_work work = {name, (double)context->count, run_area, context};
        bench_measure(run, &work, &hash);
    }
}

static void measure_all(bench *run, scatter_context *context)
{
    static const char *const names[LOAM_SCATTER_METHOD_COUNT] = {
        "scatter jitter, 256 x 256, point", "scatter hex, 256 x 256, point",
        "scatter poisson, 256 x 256, point"};
    context->side = SIDE;
    context->def = loam_default_scatter_def();
    context->def.layers[0].spacing = 1.0f;
    for (int32_t i = 0; i < LOAM_SCATTER_METHOD_COUNT; i++)
    {
        context->def.layers[0].method = (loam_scatter_method)i;
        measure(run, context, names[i]);
    }
    context->def = loam_forest_scatter_def();
    measure(run, context, "scatter forest, 256 x 256, point");
    context->side = context->def.page_size;
    measure(run, context, "scatter forest, one page alone, point");
}

loam_result bench_scatter(bench *run)
{
    scatter_context context = {.env = loam_default_env(), .room = (size_t)SIDE * SIDE * 2};
    context.points = loam_alloc(&context.env, context.room * sizeof *context.points);
    if (context.points == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    measure_all(run, &context);
    loam_free(&context.env, context.points, context.room * sizeof *context.points);
    return LOAM_OK;
}
