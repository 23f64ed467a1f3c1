// SPDX-License-Identifier: MIT
#include "loam/random.h"

#include "base/hash.h"
#include "base/precise.h"

#include <float.h>
#include <math.h>

// Random numbers without a generator: a number is a strong mix of (seed, index), so tasks share
// nothing and a number can be had in any order. The seed is mixed first; on its own it is often a
// small number, and sequences of neighbouring seeds must not overlap or resemble each other.

// Separates the redraws of an unbiased draw from the draws of other indices.
#define REDRAW_STEP 0xd1b54a32d192ed03u

uint64_t loam_random_u64(uint64_t seed, uint64_t index)
{
    return loam_random_by_key(loam_random_key(seed), index);
}

uint32_t loam_random_u32(uint64_t seed, uint64_t index)
{
    return (uint32_t)(loam_random_u64(seed, index) >> 32);
}

// The next candidate after one that was rejected.
static uint64_t redraw(uint64_t bits)
{
    return loam_mix(bits + REDRAW_STEP);
}

// Lemire 2019, 'Fast random integer generation in an interval': the high half of bits * limit is the
// result; the low half tells the few values apart that would be drawn once too often.
uint32_t loam_random_below(uint64_t seed, uint64_t index, uint32_t limit)
{
    if (limit == 0)
    {
        return 0;
    }
    uint64_t bits = loam_random_u64(seed, index);
    uint64_t product = (bits >> 32) * limit;
    if ((uint32_t)product < limit)
    {
        const uint32_t surplus = (0u - limit) % limit;
        while ((uint32_t)product < surplus)
        {
            bits = redraw(bits);
            product = (bits >> 32) * limit;
        }
    }
    return (uint32_t)(product >> 32);
}

// a * b in 128 bits, by halves: not every compiler has a type for it.
static uint64_t multiply_wide(uint64_t a, uint64_t b, uint64_t *low)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t cross = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t middle = a0 * b1 + (uint32_t)cross;
    *low = a * b;
    return a1 * b1 + (cross >> 32) + (middle >> 32);
}

int64_t loam_random_range(uint64_t seed, uint64_t index, int64_t first, int64_t last)
{
    if (last < first)
    {
        return first;
    }
    uint64_t bits = loam_random_u64(seed, index);
    const uint64_t limit = (uint64_t)last - (uint64_t)first + 1;
    if (limit == 0)
    {
        return (int64_t)bits;
    }
    uint64_t low;
    uint64_t high = multiply_wide(bits, limit, &low);
    if (low < limit)
    {
        const uint64_t surplus = (0u - limit) % limit;
        while (low < surplus)
        {
            bits = redraw(bits);
            high = multiply_wide(bits, limit, &low);
        }
    }
    return (int64_t)((uint64_t)first + high);
}

float loam_random_float(uint64_t seed, uint64_t index)
{
    return (float)(loam_random_u64(seed, index) >> 40) * 0x1p-24f;
}

// Box and Muller 1958. 40 bits make the radius, so that the tails reach 7.5 standard deviations, and
// 24 the angle. The half keeps the logarithm away from 0.
float loam_random_normal(uint64_t seed, uint64_t index)
{
    const uint64_t bits = loam_random_u64(seed, index);
    const double ln2 = 0.69314718055994530942;
    const double distance = ((double)(bits >> 24) + 0.5) * 0x1p-40;
    const double turns = (double)(bits & 0xffffffu) * 0x1p-24;
    return (float)(sqrt(-2.0 * ln2 * loam_precise_log2(distance)) * loam_precise_cos_turns(turns));
}

static double usable_weight(float weight)
{
    if (!(weight > 0.0f))
    {
        return 0.0;
    }
    return weight <= FLT_MAX ? (double)weight : (double)FLT_MAX;
}

size_t loam_random_pick(uint64_t seed, uint64_t index, const float *weights, size_t count)
{
    double total = 0.0;
    for (size_t i = 0; i < count; i++)
    {
        total += usable_weight(weights[i]);
    }
    // Below total whatever the rounding, because the factor is at most 1 - 2^-53; and the second sum
    // ends at exactly total, because it adds the same numbers in the same order.
    const double target = (double)(loam_random_u64(seed, index) >> 11) * 0x1p-53 * total;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
    {
        sum += usable_weight(weights[i]);
        if (target < sum)
        {
            return i;
        }
    }
    return count;
}
