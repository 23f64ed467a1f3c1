// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// loam bench grid: cells per second on one thread. A cell of a cellular automaton is one that an
// iteration gives its next state, without those of the padding that come out wrong. The yardstick is
// copying memory, a byte: a cell is an eighth of one.

enum
{
    CHUNK = 128,
    SIDE = 4096,
    COPY_BYTES = SIDE * SIDE / 8
};

typedef struct grid_context
{
    loam_automaton automaton;
    loam_shape_input shape;
    loam_bits in, out;
    loam_bytes bytes;
    void *scratch;
    size_t scratch_size;
    size_t copied; // bytes
} grid_context;

static void run_copy(void *user)
{
    grid_context *context = user;
    memcpy(context->out.words, context->in.words, context->copied);
}

static void run_automaton(void *user)
{
    grid_context *context = user;
    loam_automaton_run(&context->automaton, &context->out, &context->in, context->scratch,
                       context->scratch_size);
}

static void run_dilate(void *user)
{
    grid_context *context = user;
    loam_bits_dilate(&context->out, &context->shape);
}

static void run_from_bytes(void *user)
{
    grid_context *context = user;
    loam_bits_from_equal(&context->in, context->bytes, 1);
}

static void run_shifted_copy(void *user)
{
    grid_context *context = user;
    loam_bits_copy(&context->out, 0, 0, &context->in,
                   (loam_bits_area){5, 3, context->out.w, context->out.h});
}

/// How many cells get a next state that holds: those of the input less a border that grows by one.
static double count_updates(const grid_context *context)
{
    double updates = 0;
    const bool padded = context->automaton.edge == LOAM_EDGE_PADDED;
    for (int32_t i = 0; i < context->automaton.iterations; i++)
    {
        const int32_t lost = padded ? 2 * (i + 1) : 0;
        updates += (double)(context->in.w - lost) * (double)(context->in.h - lost);
    }
    return updates;
}

static void measure_automata(bench *run, grid_context *context, const bench_work *copy)
{
    const int32_t padding = context->automaton.iterations;
    context->in.w = context->in.h = CHUNK + 2 * padding;
    context->out.w = context->out.h = CHUNK;
    const bench_work chunk = {"grid caves, 128 x 128, 8 iterations, cell", count_updates(context),
                              run_automaton, context};
    bench_measure(run, &chunk, copy);
    context->in.w = context->in.h = SIDE;
    context->out.w = context->out.h = SIDE - 2 * padding;
    const bench_work whole = {"grid caves, 4096 x 4096, 8 iterations, cell", count_updates(context),
                              run_automaton, context};
    bench_measure(run, &whole, copy);
    context->out.w = context->out.h = SIDE;
    context->automaton.edge = LOAM_EDGE_ZERO;
    const bench_work walled = {"grid caves, 4096 x 4096, zeros around, cell",
                               count_updates(context), run_automaton, context};
    bench_measure(run, &walled, copy);
}

static void measure_rest(bench *run, grid_context *context, const bench_work *copy)
{
    context->in.w = context->in.h = CHUNK + 4;
    context->out.w = context->out.h = CHUNK;
    context->shape = (loam_shape_input){.bits = &context->in,
                                        .shape = LOAM_SHAPE_CIRCLE,
                                        .edge = LOAM_EDGE_PADDED,
                                        .scratch = context->scratch,
                                        .scratch_size = context->scratch_size,
                                        .isa = context->automaton.isa};
    const double cells = CHUNK * CHUNK, more_cells = (CHUNK + 4) * (CHUNK + 4);
    const bench_work works[] = {
        {"grid dilate by the circle, 128 x 128, cell", cells, run_dilate, context},
        {"grid shifted copy, 128 x 128, cell", cells, run_shifted_copy, context},
        {"grid bits from bytes, 132 x 132, cell", more_cells, run_from_bytes, context},
    };
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
    {
        bench_measure(run, &works[i], copy);
    }
}

static void measure_all(bench *run, grid_context *context)
{
    context->copied = COPY_BYTES;
    const bench_work copy = {"memory copy, byte", COPY_BYTES, run_copy, context};
    for (uint64_t i = 0; i < COPY_BYTES / sizeof(uint64_t); i++)
    {
        context->in.words[i] = loam_random_u64(1, i);
    }
    context->automaton.isa = bench_isa(run);
    measure_automata(run, context, &copy);
    measure_rest(run, context, &copy);
}

loam_result bench_grid(bench *run)
{
    const loam_env env = loam_default_env();
    const size_t size = loam_bits_size(SIDE, SIDE), bytes_size = (CHUNK + 4) * (CHUNK + 4);
    grid_context context = {.automaton = loam_default_automaton(),
                            .scratch_size = loam_automaton_scratch_size(SIDE, SIDE)};
    void *in = loam_alloc(&env, size), *out = loam_alloc(&env, size);
    uint8_t *bytes = loam_alloc(&env, bytes_size);
    context.scratch = loam_alloc(&env, context.scratch_size);
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (in != NULL && out != NULL && bytes != NULL && context.scratch != NULL)
    {
        memset(bytes, 1, bytes_size);
        context.bytes = (loam_bytes){bytes, 1, CHUNK + 4};
        result = loam_bits_init(&context.in, SIDE, SIDE, in, size);
        result = result != LOAM_OK ? result : loam_bits_init(&context.out, SIDE, SIDE, out, size);
    }
    if (result == LOAM_OK)
    {
        measure_all(run, &context);
    }
    loam_free(&env, in, size);
    loam_free(&env, out, size);
    loam_free(&env, bytes, bytes_size);
    loam_free(&env, context.scratch, context.scratch_size);
    return result;
}
