// SPDX-License-Identifier: MIT
// A plant from a grammar's text, for tests.
#ifndef LOAM_TESTS_FLORA_PLANT_H
#define LOAM_TESTS_FLORA_PLANT_H

#include "check.h"
#include "loam/flora.h"

static loam_grammar *plant_grammar;
static loam_plant_grower *plant_grower;
static loam_plant plant;

static inline void plant_end(void)
{
    loam_grammar_destroy(plant_grammar);
    loam_plant_grower_destroy(plant_grower);
    plant_grammar = NULL;
    plant_grower = NULL;
}

static inline loam_result plant_read(const char *text)
{
    const loam_env env = loam_default_env();
    loam_grammar_destroy(plant_grammar);
    return loam_grammar_create(&env, text, strlen(text), &plant_grammar);
}

/// Grows from a text that must be good.
static inline loam_result plant_grow_at(const char *text, const loam_plant_site *site)
{
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = loam_default_plant_limits();
    if (plant_grower == NULL)
    {
        CHECK_OK(loam_plant_grower_create(&env, &limits, &plant_grower));
    }
    const loam_result result = plant_read(text);
    CHECK_REPORT(result == LOAM_OK, "\"%s\" was refused: %s", text, loam_last_error());
    return result == LOAM_OK ? loam_plant_grow(plant_grower, plant_grammar, site, &plant) : result;
}

static inline loam_result plant_grow(const char *text, int32_t iterations)
{
    loam_plant_site site = loam_default_plant_site();
    site.iterations = iterations;
    return plant_grow_at(text, &site);
}

/// The last word, valid until the next call.
static inline const char *plant_word(void)
{
    static char word[1 << 18];
    CHECK(loam_plant_write_word(plant_grower, plant_grammar, word, sizeof word) < sizeof word);
    return word;
}

#endif
