// SPDX-License-Identifier: MIT
#include "flora/grower.h"

#include "flora/writer.h"
#include "loam/random.h"

#include <string.h>

loam_plant_site loam_default_plant_site(void)
{
    return (loam_plant_site){.seed = 1,
                             .age = 8.0f,
                             .soil = 0.5f,
                             .moisture = 0.5f,
                             .light = 1.0f,
                             .heading = {0.0f, 1.0f, 0.0f},
                             .towards = {0.0f, 1.0f, 0.0f},
                             .wind = {1.0f, 0.0f, 0.0f},
                             .iterations = -1};
}

loam_plant_limits loam_default_plant_limits(void)
{
    return (loam_plant_limits){
        .letters = 65536, .values = 65536, .segments = 16384, .organs = 16384};
}

const char *loam_plant_organ_name(loam_plant_organ_kind kind)
{
    static const char *const names[] = {"leaf", "bud", "flower"};
    return (uint32_t)kind < LOAM_ORGAN_KIND_COUNT ? names[kind] : "?";
}

// ---- memory -------------------------------------------------------------------------------------

static loam_result check_limit(const char *name, int32_t value, int32_t low, int32_t high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "the limit of %s is %d; must be %d to %d", name,
                           (int)value, (int)low, (int)high);
}

static loam_result check_limits(const loam_plant_limits *limits)
{
    loam_result result = check_limit("letters", limits->letters, 1, LOAM_PLANT_MAX_LETTERS);
    result = result == LOAM_OK ? check_limit("values", limits->values, 1, LOAM_PLANT_MAX_LETTERS)
                               : result;
    result = result == LOAM_OK
                 ? check_limit("segments", limits->segments, 1, LOAM_PLANT_MAX_SEGMENTS)
                 : result;
    return result == LOAM_OK ? check_limit("organs", limits->organs, 0, LOAM_PLANT_MAX_SEGMENTS)
                             : result;
}

static size_t memory_for(const loam_plant_limits *limits)
{
    const size_t letters = (size_t)limits->letters, values = (size_t)limits->values;
    return 2 * (LOAM_ARENA_SIZE(letters) + LOAM_ARENA_SIZE(values * sizeof(float))) +
           LOAM_ARENA_SIZE(letters * sizeof(int32_t)) +
           LOAM_ARENA_SIZE((size_t)limits->segments * sizeof(loam_plant_segment)) +
           LOAM_ARENA_SIZE((size_t)limits->organs * sizeof(loam_plant_organ));
}

static void lay_out(loam_plant_grower *grower)
{
    const loam_plant_limits limits = grower->limits;
    loam_arena arena = loam_arena_make(grower->memory, grower->memory_size, &grower->env);
    for (int i = 0; i < 2; i++)
    {
        grower->words[i].letters = loam_arena_take(&arena, (size_t)limits.letters);
        grower->words[i].values = loam_arena_take(&arena, (size_t)limits.values * sizeof(float));
    }
    grower->choices = loam_arena_take(&arena, (size_t)limits.letters * sizeof(int32_t));
    grower->segments = loam_arena_take(&arena, (size_t)limits.segments * sizeof *grower->segments);
    grower->organs = loam_arena_take(&arena, (size_t)limits.organs * sizeof *grower->organs);
}

loam_result loam_plant_grower_create(const loam_env *env, const loam_plant_limits *limits,
                                     loam_plant_grower **out)
{
    *out = NULL;
    const loam_result result = check_limits(limits);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_plant_grower *const grower = loam_alloc(env, sizeof *grower);
    if (grower == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(grower, 0, sizeof *grower);
    grower->env = *env;
    grower->limits = *limits;
    grower->memory_size = memory_for(limits);
    grower->memory = loam_alloc(env, grower->memory_size);
    if (grower->memory == NULL)
    {
        loam_plant_grower_destroy(grower);
        return LOAM_OUT_OF_MEMORY;
    }
    lay_out(grower);
    *out = grower;
    return LOAM_OK;
}

void loam_plant_grower_destroy(loam_plant_grower *grower)
{
    if (grower == NULL)
    {
        return;
    }
    const loam_env env = grower->env;
    loam_free(&env, grower->memory, grower->memory_size);
    loam_free(&env, grower, sizeof *grower);
}

// ---- growing ------------------------------------------------------------------------------------

static loam_result check_fact(const char *name, float value, float low, float high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s is %g; must be %g to %g", name, (double)value,
                           (double)low, (double)high);
}

static loam_result check_direction(const char *name, const float *v)
{
    for (int i = 0; i < 3; i++)
    {
        if (!(v[i] >= -1000000.0f && v[i] <= 1000000.0f))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s has a part of %g; must be within 1000000", name,
                             (double)v[i]);
        }
    }
    return LOAM_OK;
}

static loam_result check_site(const loam_plant_site *site)
{
    const struct
    {
        const char *name;
        float value, low, high;
    } facts[] = {
        {"age", site->age, 0.0f, 10000.0f},
        {"soil", site->soil, 0.0f, 1.0f},
        {"slope", site->slope, -8.0f, 8.0f},
        {"moisture", site->moisture, 0.0f, 1.0f},
        {"light", site->light, 0.0f, 1.0f},
        {"iterations", (float)site->iterations, -1.0f, LOAM_GRAMMAR_MAX_ITERATIONS},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof facts / sizeof facts[0] && result == LOAM_OK; i++)
    {
        result = check_fact(facts[i].name, facts[i].value, facts[i].low, facts[i].high);
    }
    result = result == LOAM_OK ? check_direction("heading", site->heading) : result;
    result = result == LOAM_OK ? check_direction("towards", site->towards) : result;
    return result == LOAM_OK ? check_direction("wind", site->wind) : result;
}

loam_result loam_plant_rewrite(loam_plant_grower *grower, const loam_grammar *grammar,
                               const loam_plant_site *site, int32_t *letters)
{
    int32_t iterations;
    loam_result result = check_site(site);
    result = result == LOAM_OK ? loam_flora_rewrite(grower, grammar, site, &iterations) : result;
    *letters = result == LOAM_OK ? (int32_t)grower->words[0].letter_count : 0;
    return result;
}

/// Adds a plant to those that the grower has.
static loam_result grow(loam_plant_grower *grower, const loam_grammar *grammar,
                        const loam_plant_site *site, loam_plant *out)
{
    const int32_t first_segment = grower->segment_count, first_organ = grower->organ_count;
    int32_t iterations = 0;
    loam_result result = check_site(site);
    result = result == LOAM_OK ? loam_flora_rewrite(grower, grammar, site, &iterations) : result;
    result = result == LOAM_OK ? loam_flora_walk(grower, grammar, site) : result;
    if (result == LOAM_OK)
    {
        *out = (loam_plant){.segments = grower->segments + first_segment,
                            .organs = grower->organs + first_organ,
                            .segment_count = grower->segment_count - first_segment,
                            .organ_count = grower->organ_count - first_organ,
                            .letters = (int32_t)grower->words[0].letter_count,
                            .iterations = iterations};
    }
    return result;
}

loam_result loam_plant_grow(loam_plant_grower *grower, const loam_grammar *grammar,
                            const loam_plant_site *site, loam_plant *out)
{
    grower->segment_count = grower->organ_count = 0;
    *out = (loam_plant){0};
    return grow(grower, grammar, site, out);
}

loam_result loam_plants_grow(loam_plant_grower *grower, const loam_plant_seed *seeds, int32_t count,
                             loam_plant *out)
{
    grower->segment_count = grower->organ_count = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_result result = grow(grower, seeds[i].grammar, &seeds[i].site, &out[i]);
        if (result != LOAM_OK)
        {
            return loam_fail(result, "plant %d: %s", (int)i, loam_last_error());
        }
    }
    return LOAM_OK;
}

// ---- looking at plants --------------------------------------------------------------------------

size_t loam_plant_write_word(const loam_plant_grower *grower, const loam_grammar *grammar,
                             char *out, size_t size)
{
    flora_writer writer = {.out = out, .size = size};
    const flora_word *const word = &grower->words[0];
    const float *value = word->values;
    for (uint32_t i = 0; i < word->letter_count; i++)
    {
        const flora_letter letter = grammar->alphabet[word->letters[i]];
        loam_flora_put(&writer, &letter.sign, 1);
        for (uint32_t k = 0; k < letter.values; k++)
        {
            loam_flora_put_text(&writer, k > 0 ? ", " : "(");
            loam_flora_put_number(&writer, *value++);
        }
        loam_flora_put_text(&writer, letter.values > 0 ? ")" : "");
    }
    return loam_flora_writer_end(&writer);
}

static void include(const float *at, float *low, float *high)
{
    for (int i = 0; i < 3; i++)
    {
        low[i] = at[i] < low[i] ? at[i] : low[i];
        high[i] = at[i] > high[i] ? at[i] : high[i];
    }
}

void loam_plant_extent(const loam_plant *plant, float low[3], float high[3])
{
    for (int i = 0; i < 3; i++)
    {
        low[i] = high[i] = 0.0f;
    }
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        const loam_plant_segment *const segment = &plant->segments[i];
        float end[3];
        for (int k = 0; k < 3; k++)
        {
            end[k] = segment->base[k] + segment->heading[k] * segment->length;
        }
        include(segment->base, low, high);
        include(end, low, high);
    }
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        include(plant->organs[i].at, low, high);
    }
}

static uint64_t hash_segment(const loam_plant_segment *segment, uint64_t seed)
{
    const uint32_t numbers[] = {(uint32_t)segment->parent, (uint32_t)segment->depth,
                                (uint32_t)segment->part};
    const float values[] = {segment->base[0],    segment->base[1],    segment->base[2],
                            segment->heading[0], segment->heading[1], segment->heading[2],
                            segment->length,     segment->width,      segment->tip_width,
                            segment->stiffness};
    return loam_hash_f32(values, 10, loam_hash_u32(numbers, 3, seed));
}

static uint64_t hash_organ(const loam_plant_organ *organ, uint64_t seed)
{
    const uint32_t numbers[] = {(uint32_t)organ->segment, (uint32_t)organ->kind};
    const float values[] = {organ->at[0],      organ->at[1],      organ->at[2], organ->heading[0],
                            organ->heading[1], organ->heading[2], organ->size};
    return loam_hash_f32(values, 7, loam_hash_u32(numbers, 2, seed));
}

uint64_t loam_plant_hash(const loam_plant *plant)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < plant->segment_count; i++)
    {
        hash = hash_segment(&plant->segments[i], hash);
    }
    for (int32_t i = 0; i < plant->organ_count; i++)
    {
        hash = hash_organ(&plant->organs[i], hash);
    }
    return hash;
}
