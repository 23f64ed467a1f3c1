// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <string.h>

// loam bench flora: letters that rewriting writes, in all iterations of a plant together, and whole plants.
// The yardstick is copying memory, a byte: a letter is one, and its parameters are four each.

enum
{
    COPY_BYTES = 1 << 20
};

typedef struct flora_context
{
    loam_grammar *grammar;
    loam_plant_grower *grower;
    loam_plant_site site;
    uint8_t *copied; // 2 * COPY_BYTES
} flora_context;

static void run_copy(void *user)
{
    const flora_context *const context = user;
    memcpy(context->copied, context->copied + COPY_BYTES, COPY_BYTES);
}

static void run_rewrite(void *user)
{
    flora_context *const context = user;
    int32_t letters;
    context->site.seed++;
    loam_plant_rewrite(context->grower, context->grammar, &context->site, &letters);
}

static void run_grow(void *user)
{
    flora_context *const context = user;
    loam_plant plant;
    context->site.seed++;
    loam_plant_grow(context->grower, context->grammar, &context->site, &plant);
}

/// Letters that are written for a plant, on average over some.
static double count_letters(flora_context *context, int32_t iterations)
{
    enum
    {
        PLANTS = 64
    };
    double sum = 0.0;
    loam_plant_site site = context->site;
    for (site.seed = 0; site.seed < PLANTS; site.seed++)
    {
        for (site.iterations = 1; site.iterations <= iterations; site.iterations++)
        {
            int32_t letters;
            loam_plant_rewrite(context->grower, context->grammar, &site, &letters);
            sum += letters;
        }
    }
    return sum / PLANTS;
}

static loam_result measure(bench *run, flora_context *context, const char *name, int32_t iterations)
{
    const loam_env env = loam_default_env();
    const loam_grammar_preset *const preset = loam_grammar_preset_find(name);
    const loam_result result = loam_grammar_create(&env, preset->text, strlen(preset->text),
                                                   &context->grammar);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bench_work copy = {"copying memory, byte", COPY_BYTES, run_copy, context};
    char words[96], plants[96];
    snprintf(words, sizeof words, "flora %s, %d iterations, letter", name, (int)iterations);
    snprintf(plants, sizeof plants, "flora %s, grown, plant", name);
    context->site = loam_default_plant_site();
    context->site.iterations = iterations;
    context->site.age = 12.0f;
    const bench_work rewrite = {words, count_letters(context, iterations), run_rewrite, context};
    bench_measure(run, &rewrite, &copy);
    const bench_work grow = {plants, 1, run_grow, context};
    bench_measure(run, &grow, &copy);
    loam_grammar_destroy(context->grammar);
    return LOAM_OK;
}

loam_result bench_flora(bench *run)
{
    const loam_env env = loam_default_env();
    loam_plant_limits limits = loam_default_plant_limits();
    limits.letters = limits.values = 1 << 22;
    limits.segments = limits.organs = 1 << 20;
    flora_context context = {.copied = loam_alloc(&env, 2 * COPY_BYTES)};
    loam_result result = context.copied != NULL
                             ? loam_plant_grower_create(&env, &limits, &context.grower)
                             : LOAM_OUT_OF_MEMORY;
    if (result == LOAM_OK)
    {
        memset(context.copied, 1, 2 * COPY_BYTES);
        result = measure(run, &context, "oak", 10);
    }
    result = result == LOAM_OK ? measure(run, &context, "thesis_2024_figure_4_2", 6) : result;
    loam_plant_grower_destroy(context.grower);
    loam_free(&env, context.copied, 2 * COPY_BYTES);
    return result == LOAM_OK ? bench_plants(run) : result;
}
