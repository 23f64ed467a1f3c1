// SPDX-License-Identifier: MIT
#include "tiles/life/awake.h"

#include <string.h>

static size_t word_count(const loam_awake *awake)
{
    return (size_t)awake->quarters * awake->quarters * QUARTER_WORDS;
}

static size_t mark_bytes(const loam_awake *awake)
{
    return (size_t)awake->quarters * awake->quarters * AWAKE_MARKS * sizeof *awake->marks;
}

loam_result loam_awake_init(loam_awake *awake, const loam_env *env, int32_t ring_side)
{
    awake->mask = (uint32_t)ring_side - 1;
    awake->quarters = (uint32_t)ring_side / QUARTER_SIDE;
    awake->words = loam_alloc(env, word_count(awake) * sizeof *awake->words);
    awake->fluids = loam_alloc(env, word_count(awake) * sizeof *awake->fluids);
    awake->marks = loam_alloc(env, mark_bytes(awake));
    if (awake->words == NULL || awake->fluids == NULL || awake->marks == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(awake->words, 0, word_count(awake) * sizeof *awake->words);
    memset(awake->fluids, 0, word_count(awake) * sizeof *awake->fluids);
    memset(awake->marks, 0, mark_bytes(awake));
    return LOAM_OK;
}

void loam_awake_free(loam_awake *awake, const loam_env *env)
{
    loam_free(env, awake->marks, mark_bytes(awake));
    loam_free(env, awake->fluids, word_count(awake) * sizeof *awake->fluids);
    loam_free(env, awake->words, word_count(awake) * sizeof *awake->words);
}

void loam_awake_all(const loam_awake *awake)
{
    memset(awake->words, UINT8_MAX, word_count(awake) * sizeof *awake->words);
    memset(awake->marks, true, mark_bytes(awake));
}

/// Whether a tile of a quarter, whose words begin at `first`, may be awake.
static bool is_marked(const loam_awake *awake, size_t first)
{
    const bool *const marks = loam_awake_mark(awake, first);
    return marks[0] | marks[1] | marks[2] | marks[3];
}

bool loam_awake_sift(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const size_t first = loam_awake_quarter(awake, x, y);
    if (!is_marked(awake, first))
    {
        return false;
    }
    uint32_t *const words = awake->words + first;
    const uint32_t *const fluids = awake->fluids + first;
    uint32_t any = 0;
    for (int32_t i = 0; i < QUARTER_WORDS; i++)
    {
        words[i] &= fluids[i];
        any |= words[i];
    }
    if (any == 0)
    {
        memset(loam_awake_mark(awake, first), false, AWAKE_MARKS * sizeof *awake->marks);
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
    for (size_t first = 0; first < word_count(awake); first += QUARTER_WORDS)
    {
        for (size_t i = 0; i < QUARTER_WORDS && is_marked(awake, first); i++)
        {
            count += count_bits(awake->words[first + i] & awake->fluids[first + i]);
        }
    }
    return count;
}
