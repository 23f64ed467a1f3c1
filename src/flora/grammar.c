// SPDX-License-Identifier: MIT
#include "flora/grammar.h"

#include "flora/parse.h"
#include "loam/random.h"

#include <string.h>

const char *const loam_flora_setting_words[] = {
    "iterations",      "length",      "width",      "taper",   "stiffness", "phyllotactic_angle",
    "branching_angle", "vary_length", "vary_angle", "tropism", NULL};

const char *const loam_flora_tropism_words[] = {"up", "down", "light", "wind", NULL};

const char *const loam_flora_site_words[] = {"soil", "slope", "moisture", "light", "age", NULL};

static const flora_sign signs[] = {
    {'F', false, false, "draw a segment of a length"},
    {'f', false, false, "move by a length"},
    {'+', false, false, "turn left by degrees"},
    {'-', false, false, "turn right by degrees"},
    {'&', false, true, "pitch down by degrees"},
    {'^', false, true, "pitch up by degrees"},
    {'\\', false, true, "roll left by degrees"},
    {'/', false, true, "roll right by degrees"},
    {'[', true, false, "begin a branch"},
    {']', true, false, "end a branch"},
    {'!', false, false, "set the width, or multiply it by the taper"},
    {'~', false, false, "set the stiffness"},
    {'=', false, false, "set the strength of the tropism"},
    {'\'', false, false, "set what segments are made of"},
    {'?', false, false, "mirror the rest of the branch, or not, by chance"},
    {'*', false, false, "a leaf of a size"},
    {'@', false, false, "a bud of a size"},
    {'$', false, false, "a flower of a size"},
};

const flora_sign *loam_flora_sign_find(char sign)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    {
        if (signs[i].sign == sign)
        {
            return &signs[i];
        }
    }
    return NULL;
}

bool loam_flora_sign_known(char sign)
{
    return (sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z') ||
           loam_flora_sign_find(sign) != NULL;
}

// ---- memory -------------------------------------------------------------------------------------

/// Takes count things of a size from one stretch of memory; from NULL it only adds up.
static void *take(char *memory, size_t *used, size_t count, size_t size)
{
    void *const taken = memory != NULL ? memory + *used : NULL;
    *used += LOAM_ARENA_SIZE(count * size);
    return taken;
}

/// Lays out the tables. Settings that a text does not have are expressions too.
static size_t lay_out(loam_grammar *grammar, char *memory, size_t length)
{
    const size_t things = length + FLORA_SETTING_COUNT;
    size_t used = 0;
    grammar->text = take(memory, &used, length, 1);
    grammar->letters = take(memory, &used, things, sizeof *grammar->letters);
    grammar->expressions = take(memory, &used, things, sizeof *grammar->expressions);
    grammar->ops = take(memory, &used, things, sizeof *grammar->ops);
    grammar->bodies = take(memory, &used, things, sizeof *grammar->bodies);
    grammar->rules = take(memory, &used, length / 3 + 1, sizeof *grammar->rules); // "A->"
    return used;
}

static loam_result allocate(loam_grammar *grammar, const char *text, size_t length)
{
    grammar->memory_size = lay_out(grammar, NULL, length);
    grammar->memory = loam_alloc(&grammar->env, grammar->memory_size);
    if (grammar->memory == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    lay_out(grammar, grammar->memory, length);
    memcpy(grammar->text, text, length);
    grammar->text_length = (uint32_t)length;
    return LOAM_OK;
}

/// Everything that plants depend on is in the text form, and nothing else but the title.
static loam_result set_hash(loam_grammar *grammar)
{
    const size_t size = loam_grammar_write(grammar, NULL, 0) + 1;
    char *const text = loam_alloc(&grammar->env, size);
    if (text == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_grammar_write(grammar, text, size);
    grammar->hash = loam_hash_bytes(text, size - 1, 0);
    loam_free(&grammar->env, text, size);
    return LOAM_OK;
}

loam_result loam_grammar_create(const loam_env *env, const char *text, size_t length,
                                loam_grammar **out)
{
    *out = NULL;
    if (length > LOAM_GRAMMAR_MAX_TEXT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the grammar has %zu bytes; must be at most %d", length,
                         LOAM_GRAMMAR_MAX_TEXT);
    }
    loam_grammar *const grammar = loam_alloc(env, sizeof *grammar);
    if (grammar == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(grammar, 0, sizeof *grammar);
    grammar->env = *env;
    loam_result result = allocate(grammar, text, length);
    result = result == LOAM_OK ? loam_flora_parse(grammar) : result;
    result = result == LOAM_OK ? set_hash(grammar) : result;
    if (result != LOAM_OK)
    {
        loam_grammar_destroy(grammar);
        return result;
    }
    *out = grammar;
    return LOAM_OK;
}

void loam_grammar_destroy(loam_grammar *grammar)
{
    if (grammar == NULL)
    {
        return;
    }
    const loam_env env = grammar->env;
    loam_free(&env, grammar->memory, grammar->memory_size);
    loam_free(&env, grammar, sizeof *grammar);
}

const char *loam_grammar_title(const loam_grammar *grammar)
{
    return grammar->title;
}

int32_t loam_grammar_dimensions(const loam_grammar *grammar)
{
    return grammar->dimensions;
}

uint64_t loam_grammar_hash(const loam_grammar *grammar)
{
    return grammar->hash;
}
