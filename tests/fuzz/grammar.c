// SPDX-License-Identifier: MIT
// Grammars: any bytes are a grammar or a message; what is written is read again as it was; and no grammar
// makes more than it may.
#include "loam/flora.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static loam_plant_grower *grower;

static const loam_plant_limits limits = {
    .letters = 4096, .values = 4096, .segments = 1024, .organs = 512};

static void check(bool holds)
{
    if (!holds)
    {
        abort();
    }
}

static void check_round_trip(const loam_env *env, const loam_grammar *grammar)
{
    const size_t size = loam_grammar_write(grammar, NULL, 0);
    char *const text = malloc(size + 1);
    check(text != NULL && loam_grammar_write(grammar, text, size + 1) == size);
    // What is written has every setting, and may be longer than what may be read.
    if (size <= LOAM_GRAMMAR_MAX_TEXT)
    {
        loam_grammar *again;
        check(loam_grammar_create(env, text, size, &again) == LOAM_OK);
        check(loam_grammar_hash(again) == loam_grammar_hash(grammar));
        loam_grammar_destroy(again);
    }
    free(text);
}

static void check_plant(const loam_grammar *grammar, uint64_t seed)
{
    loam_plant_site site = loam_default_plant_site();
    loam_plant plant;
    site.seed = seed;
    if (loam_plant_grow(grower, grammar, &site, &plant) != LOAM_OK)
    {
        return;
    }
    check(plant.letters <= limits.letters && plant.segment_count <= limits.segments &&
          plant.organ_count <= limits.organs);
    for (int32_t i = 0; i < plant.segment_count; i++)
    {
        const loam_plant_segment *const segment = &plant.segments[i];
        check(segment->parent >= -1 && segment->parent < i);
        check(segment->length > 0.0f && segment->length <= 2000000.0f);
        check(segment->depth >= 0 && segment->depth <= LOAM_PLANT_MAX_DEPTH);
        check(segment->width >= 0.0f && segment->tip_width <= segment->width);
    }
    for (int32_t i = 0; i < plant.organ_count; i++)
    {
        check(plant.organs[i].segment >= -1 && plant.organs[i].segment < plant.segment_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    if (grower == NULL)
    {
        check(loam_plant_grower_create(&env, &limits, &grower) == LOAM_OK);
    }
    char *const text = malloc(size + 1); // of exactly this size, so that a step too far is seen
    loam_grammar *grammar = NULL;
    if (text == NULL)
    {
        return 0;
    }
    memcpy(text, data, size);
    if (loam_grammar_create(&env, text, size, &grammar) == LOAM_OK)
    {
        check_round_trip(&env, grammar);
        check_plant(grammar, size);
        loam_grammar_destroy(grammar);
    }
    free(text);
    return 0;
}
