// SPDX-License-Identifier: MIT
// The 64-bit mixer under seeds and random numbers.
#ifndef LOAM_BASE_HASH_H
#define LOAM_BASE_HASH_H

#include <stdint.h>

/// 2^64 divided by the golden ratio, odd: multiples of it are spread evenly over 64 bits.
#define LOAM_GOLDEN 0x9e3779b97f4a7c15u

/// A bijection of 64 bits in which every bit of the input changes every bit of the output with
/// probability one half, also for inputs that count up (the shifts and factors are Evensen's
/// 'moremur', 2019, found by measuring exactly that).
static inline uint64_t loam_mix(uint64_t x)
{
    x ^= x >> 27;
    x *= 0x3c79ac492ba7b653u;
    x ^= x >> 33;
    x *= 0x1c69b3f74ac4ae35u;
    x ^= x >> 27;
    return x;
}

/// What loam_random_u64 makes of a seed alone: for those who draw many numbers of one.
static inline uint64_t loam_random_key(uint64_t seed)
{
    return loam_mix(seed + LOAM_GOLDEN);
}

/// The same number as loam_random_u64 of the seed that the key was made of.
static inline uint64_t loam_random_by_key(uint64_t key, uint64_t index)
{
    return loam_mix(key + index * LOAM_GOLDEN);
}

/// Keeps the seeds of places apart from those of names.
#define LOAM_PLACE_KEY 0x706c616365206174u

/// What loam_seed_at makes of a seed alone.
static inline uint64_t loam_place_key(uint64_t parent)
{
    return loam_mix(parent + LOAM_GOLDEN) ^ LOAM_PLACE_KEY;
}

#endif
