// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include "loam/random.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// XXH3 reads bytes as little-endian words, so equal bytes give equal hashes everywhere. Words are
// stored differently on a big-endian machine: there they are turned around, a block at a time, and
// fed to the streaming form, which gives the same hash as one call would.

uint64_t loam_hash_bytes(const void *bytes, size_t count, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, count, seed);
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__

static void turn_words(uint8_t *out, const uint8_t *in, size_t bytes, size_t word_size)
{
    for (size_t word = 0; word < bytes; word += word_size)
    {
        for (size_t i = 0; i < word_size; i++)
        {
            out[word + i] = in[word + word_size - 1 - i];
        }
    }
}

static uint64_t hash_words(const void *words, size_t count, size_t word_size, uint64_t seed)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset_withSeed(&state, seed);
    const uint8_t *next = words;
    size_t left = count * word_size;
    uint8_t block[1024];
    while (left > 0)
    {
        const size_t bytes = left < sizeof block ? left : sizeof block;
        turn_words(block, next, bytes, word_size);
        XXH3_64bits_update(&state, block, bytes);
        next += bytes;
        left -= bytes;
    }
    return XXH3_64bits_digest(&state);
}

#else

static uint64_t hash_words(const void *words, size_t count, size_t word_size, uint64_t seed)
{
    return XXH3_64bits_withSeed(words, count * word_size, seed);
}

#endif

uint64_t loam_hash_u32(const uint32_t *words, size_t count, uint64_t seed)
{
    return hash_words(words, count, sizeof *words, seed);
}

uint64_t loam_hash_u64(const uint64_t *words, size_t count, uint64_t seed)
{
    return hash_words(words, count, sizeof *words, seed);
}

uint64_t loam_hash_f32(const float *values, size_t count, uint64_t seed)
{
    return hash_words(values, count, sizeof *values, seed);
}
