// SPDX-License-Identifier: MIT
// Random numbers: ranges, limits, special values, golden values. Their distribution is measured in
// statistics.c.
#include "loam/random.h"

#include "base/precise.h"
#include "check.h"

#include <float.h>
#include <stdlib.h>

static void test_a_number_depends_on_seed_and_index_alone(void)
{
    uint64_t forward[100];
    for (uint64_t i = 0; i < 100; i++)
    {
        forward[i] = loam_random_u64(5, i);
    }
    for (uint64_t i = 100; i-- > 0;)
    {
        CHECK_U64(loam_random_u64(5, i), forward[i]);
        CHECK_U64(loam_random_u32(5, i), forward[i] >> 32);
        CHECK(loam_random_float(5, i) == (float)(forward[i] >> 40) / 16777216.0f);
        CHECK(loam_random_u64(6, i) != forward[i]);
    }
}

static void test_below_stays_below(void)
{
    static const uint32_t limits[] = {1,          2,          3,          7,          1000,
                                      0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    CHECK_INT(loam_random_below(1, 1, 0), 0);
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++)
    {
        uint32_t lowest = UINT32_MAX, highest = 0;
        for (uint64_t i = 0; i < 20000; i++)
        {
            const uint32_t drawn = loam_random_below(9, i, limits[l]);
            lowest = drawn < lowest ? drawn : lowest;
            highest = drawn > highest ? drawn : highest;
        }
        CHECK(highest < limits[l]);
        // Both ends are reached, up to what 20000 draws miss.
        const uint32_t slack = limits[l] / 2000;
        CHECK(lowest <= slack);
        CHECK(highest >= limits[l] - 1 - slack);
    }
}

typedef struct span
{
    int64_t first;
    int64_t last;
} span;

static void test_range_stays_inside(void)
{
    static const span spans[] = {{0, 0},
                                 {-1, 1},
                                 {-5, 5},
                                 {INT64_MAX, INT64_MAX},
                                 {INT64_MIN, INT64_MIN},
                                 {INT64_MAX - 2, INT64_MAX},
                                 {INT64_MIN, INT64_MIN + 2},
                                 {-(INT64_C(1) << 40), INT64_C(1) << 40},
                                 {INT64_MIN, 0},
                                 {0, INT64_MAX},
                                 {INT64_MIN, INT64_MAX - 1},
                                 {INT64_MIN, INT64_MAX}};
    for (size_t s = 0; s < sizeof spans / sizeof spans[0]; s++)
    {
        int64_t lowest = INT64_MAX, highest = INT64_MIN;
        for (uint64_t i = 0; i < 20000; i++)
        {
            const int64_t drawn = loam_random_range(s, i, spans[s].first, spans[s].last);
            lowest = drawn < lowest ? drawn : lowest;
            highest = drawn > highest ? drawn : highest;
        }
        const uint64_t slack = ((uint64_t)spans[s].last - (uint64_t)spans[s].first) / 2000;
        CHECK(lowest >= spans[s].first && highest <= spans[s].last);
        CHECK((uint64_t)lowest - (uint64_t)spans[s].first <= slack);
        CHECK((uint64_t)spans[s].last - (uint64_t)highest <= slack);
    }
    CHECK_INT(loam_random_range(1, 2, 7, 6), 7);
    CHECK_INT(loam_random_range(1, 2, INT64_MAX, INT64_MIN), INT64_MAX);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 u128;

// The product by halves against the compiler's own, where no redraw interferes.
static void test_range_against_128_bits(void)
{
    for (uint64_t i = 0; i < 300000; i++)
    {
        const uint64_t limit = (loam_random_u64(77, i) >> (i & 63)) | 1;
        const u128 product = (u128)loam_random_u64(78, i) * limit;
        if (limit <= INT64_MAX && (uint64_t)product >= limit)
        {
            CHECK_INT(loam_random_range(78, i, -3, (int64_t)limit - 4),
                      (int64_t)(uint64_t)(product >> 64) - 3);
        }
    }
}
#else
static void test_range_against_128_bits(void)
{
}
#endif

static void test_floats_are_multiples_below_one(void)
{
    float highest = 0.0f, lowest = 1.0f;
    for (uint64_t i = 0; i < 100000; i++)
    {
        const float drawn = loam_random_float(3, i);
        const float scaled = drawn * 16777216.0f;
        CHECK(drawn >= 0.0f && drawn < 1.0f && scaled == (float)(uint32_t)scaled);
        highest = drawn > highest ? drawn : highest;
        lowest = drawn < lowest ? drawn : lowest;
    }
    CHECK(highest > 0.9999f && lowest < 0.0001f);
}

static void test_pick_skips_what_has_no_weight(void)
{
    const float weights[] = {0.0f, -1.0f, 2.0f, NAN, -INFINITY, 3.0f, 0.0f};
    int counts[8] = {0};
    for (uint64_t i = 0; i < 10000; i++)
    {
        counts[loam_random_pick(1, i, weights, 7)]++;
    }
    CHECK_INT(counts[2] + counts[5], 10000);
    CHECK(counts[2] > 3700 && counts[5] > 5700);
}

static void test_pick_of_nothing(void)
{
    const float nothing[] = {0.0f, -2.0f, NAN};
    const float one[] = {0.0f, 1e-45f, 0.0f};
    CHECK_INT(loam_random_pick(1, 1, nothing, 3), 3);
    CHECK_INT(loam_random_pick(1, 1, NULL, 0), 0);
    for (uint64_t i = 0; i < 1000; i++)
    {
        CHECK_INT(loam_random_pick(1, i, one, 3), 1);
    }
}

static void test_pick_with_extreme_weights(void)
{
    const float infinite[] = {1.0f, INFINITY, INFINITY, 5.0f};
    int counts[5] = {0};
    for (uint64_t i = 0; i < 10000; i++)
    {
        counts[loam_random_pick(2, i, infinite, 4)]++;
    }
    CHECK_INT(counts[1] + counts[2], 10000);
    CHECK_RANGE(counts[1], 4700, 5300);
    // A sum that rounds: the last index is still reached, and never passed.
    static float many[100000];
    for (size_t i = 0; i < 100000; i++)
    {
        many[i] = i % 3 == 0 ? 1e-7f : 0.3f;
    }
    size_t highest = 0;
    for (uint64_t i = 0; i < 2000; i++)
    {
        const size_t drawn = loam_random_pick(3, i, many, 100000);
        highest = drawn > highest ? drawn : highest;
    }
    CHECK(highest > 99700 && highest < 100000);
}

static void test_normal_is_finite_at_the_corners(void)
{
    CHECK_NEAR(loam_precise_cos_turns(0.0), 1.0, 0.0);
    CHECK_NEAR(loam_precise_cos_turns(0.25), 0.0, 1e-16);
    CHECK_NEAR(loam_precise_cos_turns(0.5), -1.0, 0.0);
    CHECK_NEAR(loam_precise_cos_turns(0.75), 0.0, 1e-16);
    CHECK_NEAR(loam_precise_cos_turns(1.0 - 0x1p-24), 1.0, 1e-12);
    CHECK_NEAR(loam_precise_log2(0x1p-41), -41.0, 0.0);
    CHECK(loam_precise_log2(1.0 - 0x1p-41) < 0.0);
}

static void test_golden(void)
{
    enum
    {
        COUNT = 20000
    };
    static uint64_t longs[COUNT];
    static uint32_t words[COUNT];
    static float values[COUNT];
    for (uint64_t i = 0; i < COUNT; i++)
    {
        longs[i] = loam_random_u64(i * i, i);
        words[i] = loam_random_below(i, 1, (uint32_t)(i * 214748 + 1));
        values[i] = loam_random_normal(7, i);
    }
    CHECK_U64(loam_hash_u64(longs, COUNT, 0), 0xbb1f1757c27ac5edu);
    CHECK_U64(loam_hash_u32(words, COUNT, 0), 0x36703bdc9d6e98b3u);
    CHECK_U64(loam_hash_f32(values, COUNT, 0), 0x7d4b198c3712db6eu);
    for (uint64_t i = 0; i < COUNT; i++)
    {
        const int64_t reach = (int64_t)(loam_random_u64(i, 8) >> 2);
        longs[i] = (uint64_t)loam_random_range(i, 2, -reach, reach + reach / 2);
        values[i] = loam_random_float(i, 3);
        words[i] = (uint32_t)loam_random_pick(8, i, values, (size_t)(i % 50));
    }
    CHECK_U64(loam_hash_u64(longs, COUNT, 0), 0x6f04d21666cc0a34u);
    CHECK_U64(loam_hash_f32(values, COUNT, 0), 0x2bbbe89770efc4ffu);
    CHECK_U64(loam_hash_u32(words, COUNT, 0), 0x916219329c654f69u);
    CHECK_U64(loam_random_u64(0, 0), 0xe7299dcd09e414d0u);
}

int main(void)
{
    RUN(test_a_number_depends_on_seed_and_index_alone);
    RUN(test_below_stays_below);
    RUN(test_range_stays_inside);
    RUN(test_range_against_128_bits);
    RUN(test_floats_are_multiples_below_one);
    RUN(test_pick_skips_what_has_no_weight);
    RUN(test_pick_of_nothing);
    RUN(test_pick_with_extreme_weights);
    RUN(test_normal_is_finite_at_the_corners);
    RUN(test_golden);
    return CHECK_DONE();
}
