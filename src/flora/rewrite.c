// SPDX-License-Identifier: MIT
#include "flora/grower.h"

#include "loam/random.h"

#include <string.h>

// Rewriting (Dubský 2024, 4.1.1): in each iteration all letters are replaced at once. Which body a letter
// becomes is decided first, for the whole word, and the lengths are added up; only if they fit is anything
// written. What is drawn by chance depends on the plant's seed, the iteration and the letter's place in the
// word, so neither the machine nor other plants matter.

enum
{
    MAX_VALUE = 1000000000, // of a parameter
    DRAWS_SHIFT = 16,       // each letter has 2^16 random numbers of its own
    VALUE_DRAWS = 1 << 15   // of which those from here on are for the parameters of its body
};

static bool is_sound(float value)
{
    return value >= -(float)MAX_VALUE && value <= (float)MAX_VALUE; // NaN is not
}

// ---- constants and settings ---------------------------------------------------------------------

static loam_result set_constants(loam_plant_grower *grower, const loam_grammar *grammar,
                                 const loam_plant_site *site)
{
    const float known[FLORA_SITE_CONSTANTS] = {site->soil, site->slope, site->moisture, site->light,
                                               site->age};
    memcpy(grower->constants, known, sizeof known);
    flora_scope scope = {.constants = grower->constants,
                         .seed = loam_seed_derive(site->seed, "constants")};
    for (uint32_t i = 0; i < grammar->constant_count; i++)
    {
        const flora_constant constant = grammar->constants[i];
        const float value = flora_value(grammar, constant.expression, &scope);
        if (!is_sound(value))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "the constant %.*s is %g; must be within %d",
                             (int)constant.name.length, grammar->text + constant.name.start,
                             (double)value, MAX_VALUE);
        }
        grower->constants[FLORA_SITE_CONSTANTS + i] = value;
    }
    for (uint32_t i = 0; i < FLORA_SETTING_COUNT; i++)
    {
        grower->settings[i] = flora_value(grammar, grammar->settings[i], &scope);
    }
    return LOAM_OK;
}

static loam_result check_settings(const float *settings)
{
    static const struct
    {
        float low, high;
    } ranges[FLORA_SETTING_COUNT] = {
        [FLORA_ITERATIONS] = {0, LOAM_GRAMMAR_MAX_ITERATIONS},
        [FLORA_LENGTH] = {0, 1000000},
        [FLORA_WIDTH] = {0, 1000000},
        [FLORA_TAPER] = {0, 1},
        [FLORA_STIFFNESS] = {0, 1000000},
        [FLORA_PHYLLOTACTIC_ANGLE] = {-360, 360},
        [FLORA_BRANCHING_ANGLE] = {-360, 360},
        [FLORA_VARY_LENGTH] = {0, 1},
        [FLORA_VARY_ANGLE] = {0, 1},
        [FLORA_TROPISM_STRENGTH] = {-3, 3},
    };
    for (uint32_t i = 0; i < FLORA_SETTING_COUNT; i++)
    {
        if (!(settings[i] >= ranges[i].low && settings[i] <= ranges[i].high))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "%s is %g here; must be %g to %g",
                             loam_flora_setting_words[i], (double)settings[i],
                             (double)ranges[i].low, (double)ranges[i].high);
        }
    }
    return LOAM_OK;
}

// ---- which body ---------------------------------------------------------------------------------

static int32_t choose_body(const loam_grammar *grammar, const flora_rule *rule, flora_scope *scope)
{
    float chance = 100.0f * loam_random_float(scope->seed, scope->index);
    for (uint32_t i = 0; i < rule->body_count; i++)
    {
        chance -= grammar->bodies[rule->first_body + i].share;
        if (chance < 0.0f)
        {
            return (int32_t)(rule->first_body + i);
        }
    }
    // Equal shares may add up to a little less than all.
    return rule->shares_fill ? (int32_t)(rule->first_body + rule->body_count - 1) : FLORA_NONE;
}

/// The body that a letter becomes by the first of its rules whose condition holds; FLORA_NONE: it stays.
static int32_t choose(const loam_grammar *grammar, const flora_letter *letter, flora_scope *scope)
{
    const uint64_t first_draw = scope->index;
    for (int32_t i = letter->first_rule; i != FLORA_NONE; i = grammar->rules[i].next)
    {
        const flora_rule *const rule = &grammar->rules[i];
        scope->index = first_draw + 1;
        if (rule->condition == FLORA_NONE ||
            flora_value(grammar, (uint32_t)rule->condition, scope) != 0.0f)
        {
            scope->index = first_draw;
            return choose_body(grammar, rule, scope);
        }
    }
    return FLORA_NONE;
}

/// Chooses for all letters, and adds up how long the next word becomes.
static void measure(loam_plant_grower *grower, const loam_grammar *grammar, flora_scope *scope,
                    uint64_t *letters, uint64_t *values)
{
    const flora_word *const from = &grower->words[0];
    *letters = *values = 0;
    scope->parameters = from->values;
    for (uint32_t i = 0; i < from->letter_count; i++)
    {
        const flora_letter *const letter = &grammar->alphabet[from->letters[i]];
        scope->index = (uint64_t)i << DRAWS_SHIFT;
        const int32_t choice = letter->sole_body != FLORA_NONE    ? letter->sole_body
                               : letter->first_rule != FLORA_NONE ? choose(grammar, letter, scope)
                                                                  : FLORA_NONE;
        grower->choices[i] = choice;
        *letters += choice != FLORA_NONE ? grammar->bodies[choice].letter_count : 1;
        *values += choice != FLORA_NONE ? grammar->bodies[choice].value_count : letter->values;
        scope->parameters += letter->values;
    }
}

// ---- writing ------------------------------------------------------------------------------------

static bool put_body(const loam_grammar *grammar, const flora_body *body, flora_scope *scope,
                     flora_word *to)
{
    memcpy(to->letters + to->letter_count, grammar->letters + body->first_letter,
           body->letter_count);
    to->letter_count += body->letter_count;
    bool sound = true;
    for (uint32_t i = 0; i < body->value_count; i++)
    {
        const float value = flora_value(grammar, body->first_value + i, scope);
        sound = sound && is_sound(value);
        to->values[to->value_count++] = value;
    }
    return sound;
}

static loam_result put_bodies(loam_plant_grower *grower, const loam_grammar *grammar,
                              flora_scope *scope, int32_t iteration)
{
    const flora_word *const from = &grower->words[0];
    flora_word *const to = &grower->words[1];
    to->letter_count = to->value_count = 0;
    scope->parameters = from->values;
    for (uint32_t i = 0; i < from->letter_count; i++)
    {
        const flora_letter *const letter = &grammar->alphabet[from->letters[i]];
        scope->index = ((uint64_t)i << DRAWS_SHIFT) + VALUE_DRAWS;
        if (grower->choices[i] == FLORA_NONE)
        {
            to->letters[to->letter_count++] = from->letters[i];
            for (uint32_t k = 0; k < letter->values; k++)
            {
                to->values[to->value_count++] = scope->parameters[k];
            }
        }
        else if (!put_body(grammar, &grammar->bodies[grower->choices[i]], scope, to))
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "in iteration %d a rule of %c makes a parameter that is not a number within %d",
                (int)iteration, letter->sign, MAX_VALUE);
        }
        scope->parameters += letter->values;
    }
    return LOAM_OK;
}

static loam_result check_length(const loam_plant_grower *grower, int32_t iteration,
                                uint64_t letters, uint64_t values)
{
    if (letters > (uint64_t)grower->limits.letters)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "iteration %d makes a word of %llu letters; must be at most %d",
                         (int)iteration, (unsigned long long)letters, (int)grower->limits.letters);
    }
    if (values > (uint64_t)grower->limits.values)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "iteration %d makes a word with %llu parameters; must be at most %d",
                         (int)iteration, (unsigned long long)values, (int)grower->limits.values);
    }
    return LOAM_OK;
}

static loam_result begin(loam_plant_grower *grower, const loam_grammar *grammar, flora_scope *scope)
{
    flora_word *const word = &grower->words[0];
    word->letter_count = word->value_count = 0;
    const loam_result result = check_length(grower, 0, grammar->axiom.letter_count,
                                            grammar->axiom.value_count);
    if (result == LOAM_OK && !put_body(grammar, &grammar->axiom, scope, word))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the axiom has a parameter that is not a number within %d", MAX_VALUE);
    }
    return result;
}

static loam_result iterate(loam_plant_grower *grower, const loam_grammar *grammar,
                           flora_scope *scope, int32_t iteration)
{
    uint64_t letters, values;
    measure(grower, grammar, scope, &letters, &values);
    loam_result result = check_length(grower, iteration, letters, values);
    result = result == LOAM_OK ? put_bodies(grower, grammar, scope, iteration) : result;
    if (result == LOAM_OK)
    {
        const flora_word last = grower->words[1];
        grower->words[1] = grower->words[0];
        grower->words[0] = last;
    }
    return result;
}

loam_result loam_flora_rewrite(loam_plant_grower *grower, const loam_grammar *grammar,
                               const loam_plant_site *site, int32_t *iterations)
{
    loam_result result = set_constants(grower, grammar, site);
    result = result == LOAM_OK ? check_settings(grower->settings) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    *iterations = site->iterations >= 0 ? site->iterations
                                        : (int32_t)grower->settings[FLORA_ITERATIONS];
    const uint64_t seed = loam_seed_derive(site->seed, "letters");
    flora_scope scope = {.constants = grower->constants, .seed = loam_random_u64(seed, 0)};
    result = begin(grower, grammar, &scope);
    for (int32_t i = 1; i <= *iterations && result == LOAM_OK; i++)
    {
        scope.seed = loam_random_u64(seed, (uint64_t)i);
        result = iterate(grower, grammar, &scope, i);
    }
    return result;
}
