// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// loam bench caves: cells per second of the automaton in three dimensions on one thread, and whole caves.

enum
{
    SIDE = 128,
    STEPS = 8,
};

typedef struct cave_context
{
    loam_env env;
    loam_smoothing smoothing;
    loam_solid solid, copied;
    void *scratch;
    size_t size, scratch_size;
    loam_cave_def def;
} cave_context;

static void run_copy(void *user)
{
    cave_context *const context = user;
    memcpy(context->copied.words, context->solid.words, context->size);
}

static void run_smooth(void *user)
{
    cave_context *const context = user;
    loam_solid_smooth(&context->smoothing, &context->copied, &context->solid, context->scratch,
                      context->scratch_size);
}

static void run_cave(void *user)
{
    cave_context *const context = user;
    loam_cave *cave = NULL;
    loam_cave_create(&context->env, &context->def, false, &cave);
    loam_cave_destroy(cave);
}

static void measure_smoothing(bench *run, cave_context *context, const bench_work *copy)
{
    static const struct
    {
        const char *name;
        loam_neighbourhood neighbourhood;
        int32_t radius;
    } cases[] = {{"caves 26 neighbours, cell update", LOAM_MOORE, 1},
                 {"caves 124 neighbours, cell update", LOAM_MOORE, 2},
                 {"caves 342 neighbours, cell update", LOAM_MOORE, 3},
                 {"caves 6 neighbours, cell update", LOAM_VON_NEUMANN, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        context->smoothing.neighbourhood = cases[i].neighbourhood;
        context->smoothing.radius = cases[i].radius;
        context->smoothing.birth = context->smoothing.survival = loam_smoothing_neighbours(
                                                                     &context->smoothing) /
                                                                 2;
        const bench_work work = {cases[i].name, (double)SIDE * SIDE * SIDE * STEPS, run_smooth,
                                 context};
        bench_measure(run, &work, copy);
    }
}

static void measure_caves(bench *run, cave_context *context, const bench_work *copy)
{
    const bench_work plain = {"caves 64 x 64 x 64, cell", 64.0 * 64 * 64, run_cave, context};
    context->def = loam_default_cave_def(3);
    bench_measure(run, &plain, copy);
    context->def.connect = true;
    context->def.min_room = 50;
    const bench_work joined = {"caves 64 x 64 x 64, rooms joined, cell", 64.0 * 64 * 64, run_cave,
                               context};
    bench_measure(run, &joined, copy);
    context->def = loam_default_cave_def(2);
    context->def.w = context->def.h = 512;
    context->def.connect = true;
    context->def.min_room = 50;
    const bench_work flat = {"caves 512 x 512, rooms joined, cell", 512.0 * 512, run_cave, context};
    bench_measure(run, &flat, copy);
}

static loam_result measure_all(bench *run, cave_context *context)
{
    void *const words[2] = {loam_alloc(&context->env, context->size),
                            loam_alloc(&context->env, context->size)};
    context->scratch = loam_alloc(&context->env, context->scratch_size);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (words[0] != NULL && words[1] != NULL && context->scratch != NULL)
    {
        result = loam_solid_init(&context->solid, SIDE, SIDE, SIDE, words[0], context->size);
        result = result == LOAM_OK
                     ? loam_solid_init(&context->copied, SIDE, SIDE, SIDE, words[1], context->size)
                     : result;
    }
    if (result == LOAM_OK)
    {
        for (size_t i = 0; i < context->size / sizeof(uint64_t); i++)
        {
            context->solid.words[i] = loam_random_u64(1, i);
        }
        const bench_work copy = {"copying a solid, byte", (double)context->size, run_copy, context};
        measure_smoothing(run, context, &copy);
        measure_caves(run, context, &copy);
    }
    loam_free(&context->env, words[0], context->size);
    loam_free(&context->env, words[1], context->size);
    loam_free(&context->env, context->scratch, context->scratch_size);
    return result;
}

loam_result bench_caves(bench *run)
{
    cave_context context = {.env = loam_default_env(), .smoothing = loam_default_smoothing(3)};
    context.smoothing.edge = LOAM_EDGE_ONE;
    context.smoothing.steps = STEPS;
    context.smoothing.isa = bench_isa(run);
    context.size = loam_solid_size(SIDE, SIDE, SIDE);
    loam_smoothing widest = context.smoothing;
    widest.radius = LOAM_MAX_SMOOTHING_RADIUS;
    context.scratch_size = loam_smoothing_scratch_size(&widest, SIDE, SIDE, SIDE);
    return measure_all(run, &context);
}
