// SPDX-License-Identifier: MIT
#include "bench.h"
#include "field.h"

#include <string.h>

// loam bench base: hashes, random numbers, mathematics, the overhead of a parallel loop.

enum
{
    BYTES = 4 << 20,
    NUMBERS = 4096,
    RANGES = 1024
};

typedef struct base_context
{
    uint8_t *from, *to; // BYTES each
    loam_jobs *jobs;
    volatile uint64_t sink; // keeps results from being optimised away
} base_context;

static void run_copy(void *user)
{
    base_context *context = user;
    memcpy(context->to, context->from, BYTES);
    context->sink = context->to[context->sink % BYTES];
}

static void run_hash(void *user)
{
    base_context *context = user;
    context->sink = loam_hash_bytes(context->from, BYTES, context->sink);
}

static void run_derive(void *user)
{
    base_context *context = user;
    uint64_t seed = context->sink;
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        seed = loam_seed_at(seed, i, -i, 7);
    }
    context->sink = seed;
}

static void run_random(void *user)
{
    base_context *context = user;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < NUMBERS; i++)
    {
        sum += loam_random_u64(1, i);
    }
    context->sink = sum;
}

/// What a good random number costs elsewhere (Steele, Lea and Flood 2014, SplitMix64).
static void run_splitmix(void *user)
{
    base_context *context = user;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < NUMBERS; i++)
    {
        uint64_t z = 1 + (i + 1) * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        sum += z ^ (z >> 31);
    }
    context->sink = sum;
}

static void run_below(void *user)
{
    base_context *context = user;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < NUMBERS; i++)
    {
        sum += loam_random_below(1, i, 1000003);
    }
    context->sink = sum;
}

static void run_normal(void *user)
{
    base_context *context = user;
    float sum = 0;
    for (uint64_t i = 0; i < NUMBERS; i++)
    {
        sum += loam_random_normal(1, i);
    }
    context->sink = (uint64_t)(int64_t)sum;
}

static void run_maths(void *user)
{
    base_context *context = user;
    float sum = 0;
    for (int32_t i = 0; i < NUMBERS; i++)
    {
        sum += loam_sin((float)i * 0.37f);
    }
    context->sink = (uint64_t)(int64_t)sum;
}

static void empty_range(void *user, int64_t begin, int64_t end)
{
    (void)user;
    (void)begin;
    (void)end;
}

static void run_for(void *user)
{
    base_context *context = user;
    loam_jobs_for(context->jobs, RANGES, 1, empty_range, NULL);
}

static void measure_all(bench *run, base_context *context)
{
    const bench_work copy = {"memory copy, byte", BYTES, run_copy, context};
    const bench_work random = {"random u64", NUMBERS, run_random, context};
    const bench_work splitmix = {"splitmix64", NUMBERS, run_splitmix, context};
    const bench_work hash = {"base hash, byte", BYTES, run_hash, context};
    const bench_work own_random = {"base random u64", NUMBERS, run_random, context};
    const bench_work numbers[] = {
        {"base random below", NUMBERS, run_below, context},
        {"base random normal", NUMBERS, run_normal, context},
        {"base seed at a place", NUMBERS, run_derive, context},
        {"base sine", NUMBERS, run_maths, context},
        {"base parallel loop, range", RANGES, run_for, context},
    };
    bench_measure(run, &hash, &copy);
    bench_measure(run, &own_random, &splitmix);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    {
        bench_measure(run, &numbers[i], &random);
    }
}

loam_result bench_base(bench *run)
{
    const loam_env env = loam_default_env();
    base_context context = {.from = loam_alloc(&env, BYTES), .to = loam_alloc(&env, BYTES)};
    loam_result result = LOAM_OUT_OF_MEMORY;
    if (context.from != NULL && context.to != NULL)
    {
        memset(context.from, 1, BYTES);
        memset(context.to, 2, BYTES);
        result = field_threads(bench_threads(run), &context.jobs);
    }
    if (result == LOAM_OK)
    {
        measure_all(run, &context);
    }
    loam_jobs_destroy(context.jobs);
    loam_free(&env, context.from, BYTES);
    loam_free(&env, context.to, BYTES);
    return result;
}
