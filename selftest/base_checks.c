// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <math.h>
#include <string.h>

// Hashes, seeds, random numbers and mathematics.

enum
{
    COUNT = 1024
};

static void check_hashes(selftest *run)
{
    uint8_t bytes[300];
    uint32_t words[64];
    uint64_t longs[64];
    float floats[64];
    for (uint32_t i = 0; i < sizeof bytes; i++)
    {
        bytes[i] = (uint8_t)(i * 7 + i / 11);
    }
    for (uint32_t i = 0; i < 64; i++)
    {
        words[i] = i * 0x9e3779b9u;
        longs[i] = i * 0x9e3779b97f4a7c15u;
        floats[i] = (float)i * 0.37f - 9.0f;
    }
    uint64_t hash = 0;
    for (size_t length = 0; length <= sizeof bytes; length++)
    {
        hash = loam_hash_bytes(bytes, length, hash);
    }
    selftest_check(run, "hash of bytes", "", hash);
    hash = loam_hash_u32(words, 64, 1);
    hash = loam_hash_u64(longs, 64, hash);
    selftest_check(run, "hash of numbers", "", loam_hash_f32(floats, 64, hash));
}

static void check_seeds(selftest *run)
{
    static const char *const texts[] = {
        "",   "0",   "1",           "-1",           "0x10", "18446744073709551615",
        "12", "12 ", "hello world", "h\xc3\xa9llo", "-0x8", "99999999999999999999",
    };
    uint64_t seeds[sizeof texts / sizeof texts[0]];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        seeds[i] = loam_seed_from_text(texts[i]);
    }
    selftest_check(run, "seed from text", "",
                   loam_hash_u64(seeds, sizeof seeds / sizeof seeds[0], 0));
    uint64_t places[COUNT];
    for (int64_t i = 0; i < COUNT; i++)
    {
        places[i] = loam_seed_at(loam_seed_derive(7, i % 2 == 0 ? "height" : "colour"), i - 500,
                                 i * ((int64_t)1 << 40), -i);
    }
    selftest_check(run, "seed of a place", "", loam_hash_u64(places, COUNT, 0));
}

static void check_random_integers(selftest *run)
{
    uint64_t numbers[COUNT];
    for (uint64_t i = 0; i < COUNT; i++)
    {
        numbers[i] = loam_random_u64(3, i) + loam_random_u32(4, i);
    }
    selftest_check(run, "random integers", "", loam_hash_u64(numbers, COUNT, 0));
    for (uint64_t i = 0; i < COUNT; i++)
    {
        const uint32_t limit = 0xffffffffu >> (i % 32);
        numbers[i] = loam_random_below(5, i, limit);
        numbers[i] += (uint64_t)loam_random_range(6, i, -(int64_t)i, (int64_t)(i * i));
    }
    selftest_check(run, "random in a range", "", loam_hash_u64(numbers, COUNT, 0));
    static const float weights[] = {0.5f, 0.0f, 3.0f, -1.0f, 1.25f};
    for (uint64_t i = 0; i < COUNT; i++)
    {
        numbers[i] = loam_random_pick(7, i, weights, 5);
    }
    selftest_check(run, "random pick", "", loam_hash_u64(numbers, COUNT, 0));
}

static void check_random_floats(selftest *run)
{
    float numbers[COUNT];
    for (uint64_t i = 0; i < COUNT; i++)
    {
        numbers[i] = loam_random_float(8, i);
    }
    selftest_check(run, "random floats", "", loam_hash_f32(numbers, COUNT, 0));
    for (uint64_t i = 0; i < COUNT; i++)
    {
        numbers[i] = loam_random_normal(9, i);
    }
    selftest_check(run, "random normal", "", loam_hash_f32(numbers, COUNT, 0));
}

// ---- mathematics --------------------------------------------------------------------------------

/// Machines differ in the sign and payload of a NaN that an operation makes.
static float one_nan(float value)
{
    return isnan(value) ? NAN : value;
}

static float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Goes through the floats of all magnitudes, and densely through those that are used.
static void sweep(selftest *run, const char *name, float (*function)(float))
{
    float out[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
    {
        out[i] = one_nan(function(float_from_bits(i * 4194301u)));
    }
    uint64_t hash = loam_hash_f32(out, COUNT, 0);
    for (int32_t i = 0; i < COUNT; i++)
    {
        out[i] = one_nan(function((float)(i - COUNT / 2) * 0.0371f));
    }
    hash = loam_hash_f32(out, COUNT, hash);
    selftest_check(run, name, "", hash);
}

static void sweep_pairs(selftest *run, const char *name, float (*function)(float, float))
{
    float out[COUNT];
    for (int32_t i = 0; i < COUNT; i++)
    {
        const float a = (float)(i % 32 - 16) * 0.573f, b = (float)(i / 32 - 16) * 0.317f;
        out[i] = one_nan(function(a, b));
    }
    uint64_t hash = loam_hash_f32(out, COUNT, 0);
    for (uint32_t i = 0; i < COUNT; i++)
    {
        out[i] = one_nan(function(float_from_bits(i * 4194301u), float_from_bits(i * 2796203u)));
    }
    hash = loam_hash_f32(out, COUNT, hash);
    selftest_check(run, name, "", hash);
}

void selftest_base(selftest *run)
{
    check_hashes(run);
    check_seeds(run);
    check_random_integers(run);
    check_random_floats(run);
    sweep(run, "sine", loam_sin);
    sweep(run, "cosine", loam_cos);
    sweep(run, "power of two", loam_exp2);
    sweep(run, "logarithm", loam_log2);
    sweep_pairs(run, "arc tangent", loam_atan2);
    sweep_pairs(run, "power", loam_pow);
}
