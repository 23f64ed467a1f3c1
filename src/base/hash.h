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

#endif
