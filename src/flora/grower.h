// SPDX-License-Identifier: MIT
// What growing works on: two words, from one to the other and back, and what the turtle leaves behind.
#ifndef LOAM_FLORA_GROWER_H
#define LOAM_FLORA_GROWER_H

#include "flora/grammar.h"

/// A word: letters, and the parameters of all of them, in order.
typedef struct flora_word
{
    uint8_t *letters;
    float *values;
    uint32_t letter_count, value_count;
} flora_word;

struct loam_plant_grower
{
    loam_env env;
    loam_plant_limits limits;
    void *memory;
    size_t memory_size;
    flora_word words[2]; // words[0] is the last word
    int32_t *choices;    // of the letters of a word: the body that each becomes, or FLORA_NONE
    loam_plant_segment *segments;
    loam_plant_organ *organs;
    int32_t segment_count, organ_count; // of all plants so far

    // Of the plant that grows.
    float constants[FLORA_SITE_CONSTANTS + LOAM_GRAMMAR_MAX_CONSTANTS];
    float settings[FLORA_SETTING_COUNT];
};

/// Calculates constants and settings, and rewrites the axiom into the grower's last word.
loam_result loam_flora_rewrite(loam_plant_grower *grower, const loam_grammar *grammar,
                               const loam_plant_site *site, int32_t *iterations);

/// Walks along the last word and adds to the grower's segments and organs; parents are counted from the
/// first segment that it adds.
loam_result loam_flora_walk(loam_plant_grower *grower, const loam_grammar *grammar,
                            const loam_plant_site *site);

#endif
