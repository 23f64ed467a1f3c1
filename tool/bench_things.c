// SPDX-License-Identifier: MIT
#include "bench.h"

#include "loam/land_things.h"

// loam bench things: what stands on a wood, found anew on a land that has been grown, on one thread; handed out again from
// the cache; and the shape of a tree. The yardstick is drawing a hash.

enum
{
    SIDE = 256, // m
};

static const loam_land_things_area wood = {-300000 - SIDE / 2, -60000 - SIDE / 2, SIDE, SIDE};

typedef struct things_context
{
    loam_land *land;
    loam_land_things *things; // whose cache has the wood
    uint64_t count, sum;
} things_context;

static void run_hash(void *user)
{
    things_context *const context = user;
    for (int64_t i = 0; i < SIDE * SIDE; i++)
    {
        context->sum += loam_seed_at(1, i % SIDE, i / SIDE, 0);
    }
}

static loam_result take(void *user, const loam_land_thing *thing)
{
    things_context *const context = user;
    context->count++;
    context->sum += thing->id;
    return LOAM_OK;
}

static loam_result create(things_context *context, loam_land_things **out)
{
    loam_land_things_def def = loam_default_land_things_def();
    def.land = context->land;
    return loam_land_things_create(&def, out);
}

static void run_new(void *user)
{
    things_context *const context = user;
    loam_land_things *things = NULL;
    if (create(context, &things) == LOAM_OK)
    {
        (void)loam_land_things_find(things, wood, 0, take, context);
    }
    loam_land_things_destroy(things);
}

static void run_again(void *user)
{
    things_context *const context = user;
    (void)loam_land_things_find(context->things, wood, 0, take, context);
}

static void run_shape(void *user)
{
    things_context *const context = user;
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    if (loam_mesh_create(&env, &mesh) == LOAM_OK &&
        loam_mesh_add_thing(mesh, LOAM_THING_OAK, 0, 0) == LOAM_OK)
    {
        context->sum += mesh->index_count;
    }
    loam_mesh_destroy(mesh);
}

static void measure(bench *run, things_context *context)
{
    const bench_work hash = {"hashing a place", (double)SIDE * SIDE, run_hash, context};
    run_again(context);
    const double count = (double)context->count;
    const bench_work works[] = {
        {"things of a wood, 256 x 256 m, thing", count, run_new, context},
        {"things of a wood, from the cache, thing", count, run_again, context},
        {"things shape of an oak", 1, run_shape, context}};
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
    {
        bench_measure(run, &works[i], &hash);
    }
}

loam_result bench_things(bench *run)
{
    things_context context = {0};
    loam_land_def def = loam_default_land_def();
    def.seed = 7;
    if (!bench_wants(run, "things of a wood, 256 x 256 m, thing") &&
        !bench_wants(run, "things of a wood, from the cache, thing") &&
        !bench_wants(run, "things shape of an oak"))
    {
        return LOAM_OK;
    }
    loam_result result = loam_land_create(&def, &context.land);
    result = result == LOAM_OK ? create(&context, &context.things) : result;
    if (result == LOAM_OK)
    {
        measure(run, &context);
    }
    loam_land_things_destroy(context.things);
    loam_land_destroy(context.land);
    return result;
}
