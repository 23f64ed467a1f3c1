// SPDX-License-Identifier: MIT
#include "tiles/life/awake.h"

#include <string.h>

static size_t word_count(const loam_awake *awake)
{
    return (size_t)awake->quarters * awake->quarters * QUARTER_WORDS;
}

loam_result loam_awake_init(loam_awake *awake, const loam_env *env, int32_t ring_side)
{
    awake->mask = (uint32_t)ring_side - 1;
    awake->quarters = (uint32_t)ring_side / QUARTER_SIDE;
    awake->words = loam_alloc(env, word_count(awake) * sizeof *awake->words);
    awake->fluids = loam_alloc(env, word_count(awake) * sizeof *awake->fluids);
    if (awake->words == NULL || awake->fluids == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(awake->words, 0, word_count(awake) * sizeof *awake->words);
    memset(awake->fluids, 0, word_count(awake) * sizeof *awake->fluids);
    return LOAM_OK;
}

void loam_awake_free(loam_awake *awake, const loam_env *env)
{
    loam_free(env, awake->fluids, word_count(awake) * sizeof *awake->fluids);
    loam_free(env, awake->words, word_count(awake) * sizeof *awake->words);
}

bool loam_awake_sift(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const size_t first = loam_awake_quarter(awake, x, y);
    uint32_t *const words = awake->words + first;
    const uint32_t *const fluids = awake->fluids + first;
    uint32_t any = 0;
    for (int32_t i = 0; i < QUARTER_WORDS; i++)
    {
        words[i] &= fluids[i];
        any |= words[i];
    }
    return any != 0;
}

static uint32_t count_bits(uint32_t word)
{
    word -= word >> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >> 2 & 0x33333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f;
    return word * 0x01010101 >> 24;
}

uint64_t loam_awake_count(const loam_awake *awake)
{
    uint64_t count = 0;
    for (size_t i = 0; i < word_count(awake); i++)
    {
        count += count_bits(awake->words[i] & awake->fluids[i]);
    }
    return count;
}
