// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <string.h>

// Plants of all presets, at some ages and sites, and a grammar that uses everything.

static const char everything[] =
    "dimensions 3\nletters draw\nconstant a = min(age, 9) * 0.5 + soil\npipe_width "
    "0.5\nvary_length 0.3\n"
    "vary_angle 0.2\ntropism wind 0.2\niterations 6\naxiom X(a)!F~(2)F=(1)F'(3)F?F*@$&F^F/F\\F\n"
    "X(l) : not l < 0.5 and (l > 0.25 or l == 0) -> 66.6% F(random(0, l))[+X(l / 1.5)][&X(l * "
    "0.6)*(sqrt(l))]\n"
    "    | 25% F(if(l > 1, 2, abs(-3)))[/^X(max(l - 1, floor(l)))]\nX(l) -> F(l)@(l)";

static loam_result grow(const loam_grammar *grammar, loam_plant_grower *grower, uint64_t *hash)
{
    loam_result result = LOAM_OK;
    for (uint64_t seed = 0; seed < 8 && result == LOAM_OK; seed++)
    {
        loam_plant_site site = loam_default_plant_site();
        site.seed = seed;
        site.age = (float)(seed % 4) * 4.0f;
        site.soil = (float)(seed % 3) * 0.5f;
        site.heading[0] = (float)seed * 0.1f;
        loam_plant plant;
        result = loam_plant_grow(grower, grammar, &site, &plant);
        const uint64_t words[2] = {*hash, result == LOAM_OK ? loam_plant_hash(&plant) : 0};
        *hash = loam_hash_u64(words, 2, 0);
    }
    return result;
}

static void check_grammar(selftest *run, const char *name, const char *text,
                          loam_plant_grower *grower)
{
    const loam_env env = loam_default_env();
    loam_grammar *grammar = NULL;
    uint64_t hash = 0;
    loam_result result = loam_grammar_create(&env, text, strlen(text), &grammar);
    if (result == LOAM_OK)
    {
        hash = loam_grammar_hash(grammar);
        result = grow(grammar, grower, &hash);
    }
    char title[64];
    snprintf(title, sizeof title, "plant %s", name);
    selftest_report(run, title, "", result, hash);
    loam_grammar_destroy(grammar);
}

void selftest_flora(selftest *run)
{
    const loam_env env = loam_default_env();
    const loam_plant_limits limits = loam_default_plant_limits();
    loam_plant_grower *grower;
    const loam_result result = loam_plant_grower_create(&env, &limits, &grower);
    if (result != LOAM_OK)
    {
        selftest_fail(run, "plants", "", loam_last_error());
        return;
    }
    check_grammar(run, "of everything", everything, grower);
    for (int32_t i = 0; loam_grammar_preset_at(i) != NULL; i++)
    {
        check_grammar(run, loam_grammar_preset_at(i)->name, loam_grammar_preset_at(i)->text,
                      grower);
    }
    loam_plant_grower_destroy(grower);
}
