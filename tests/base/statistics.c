// SPDX-License-Identifier: MIT
// What random numbers look like in bulk. All seeds are fixed, so a test passes always or never; the
// bounds are about five standard deviations of what true randomness would give, six where a maximum
// over thousands of measures is taken.
#include "loam/random.h"

#include "check.h"

#include <stdlib.h>

enum
{
    DRAWS = 1 << 18,
    BASES = 4096
};

// One way of drawing the i-th number. Weak mixing shows up in one of them first.
typedef uint64_t draw_function(uint64_t i);

static uint64_t by_index(uint64_t i)
{
    return loam_random_u64(1, i);
}

static uint64_t by_far_index(uint64_t i)
{
    return loam_random_u64(1, i << 40);
}

static uint64_t by_seed(uint64_t i)
{
    return loam_random_u64(i, 0);
}

static uint64_t by_high_seed(uint64_t i)
{
    return loam_random_u64(i << 44, 0);
}

static uint64_t by_both(uint64_t i)
{
    return loam_random_u64(i & 511, i >> 9);
}

static uint64_t by_place(uint64_t i)
{
    return loam_seed_at(1, (int64_t)(i & 511) - 256, (int64_t)(i >> 9) - 256, 0);
}

static uint64_t by_place_above(uint64_t i)
{
    return loam_seed_at(1, 0, (int64_t)(i & 511) - 256, (int64_t)(i >> 9) - 256);
}

static uint64_t by_far_place(uint64_t i)
{
    return loam_seed_at(1, (INT64_C(1) << 40) + (int64_t)(i & 511), 0, -(int64_t)(i >> 9));
}

static uint64_t by_parent(uint64_t i)
{
    return loam_seed_at(i, 0, 0, 0);
}

static uint64_t by_name(uint64_t i)
{
    const char name[] = {'n', (char)('a' + (i & 15)), (char)('a' + (i >> 4 & 15)),
                         (char)('a' + (i >> 8 & 15)), '\0'};
    return loam_seed_derive(i >> 12, name);
}

static uint64_t by_text(uint64_t i)
{
    char text[24];
    snprintf(text, sizeof text, "world %d", (int)i);
    return loam_seed_from_text(text);
}

// What a stage does: a seed by place, then the first few numbers there.
static uint64_t by_index_of_place(uint64_t i)
{
    return loam_random_u64(loam_seed_at(7, (int64_t)(i >> 11), (int64_t)(i >> 2 & 511), 0), i & 3);
}

static const struct
{
    const char *name;
    draw_function *draw;
} ways[] = {
    {"index", by_index},
    {"far index", by_far_index},
    {"seed", by_seed},
    {"high seed", by_high_seed},
    {"seed and index", by_both},
    {"place", by_place},
    {"place above", by_place_above},
    {"far place", by_far_place},
    {"parent", by_parent},
    {"name", by_name},
    {"text", by_text},
    {"index of place", by_index_of_place},
};
enum
{
    WAYS = sizeof ways / sizeof ways[0]
};

static uint64_t drawn[WAYS][DRAWS];

static void draw_all(void)
{
    for (size_t way = 0; way < WAYS; way++)
    {
        for (uint64_t i = 0; i < DRAWS; i++)
        {
            drawn[way][i] = ways[way].draw(i);
        }
    }
}

// How many standard deviations chi-square is away from its mean. Both tails are wrong: too even is
// not random either.
static double chi_square_deviation(const uint32_t *counts, size_t cells, double expected)
{
    double sum = 0.0;
    for (size_t i = 0; i < cells; i++)
    {
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    const double freedom = (double)cells - 1.0;
    return (sum - freedom) / sqrt(2.0 * freedom);
}

static void test_every_byte_is_uniform(void)
{
    for (size_t way = 0; way < WAYS; way++)
    {
        for (int shift = 0; shift < 64; shift += 8)
        {
            uint32_t counts[256] = {0};
            for (size_t i = 0; i < DRAWS; i++)
            {
                counts[drawn[way][i] >> shift & 255]++;
            }
            const double deviation = chi_square_deviation(counts, 256, DRAWS / 256.0);
            CHECK_REPORT(fabs(deviation) < 5.0, "by %s, bits from %d: chi-square off by %.1f sd",
                         ways[way].name, shift, deviation);
        }
    }
}

// Neighbours in the sequence, as pairs of nibbles.
static void test_pairs_are_uniform(void)
{
    static const size_t lags[] = {1, 2, 4, 512};
    for (size_t way = 0; way < WAYS; way++)
    {
        for (size_t test = 0; test < 4 * 16; test++)
        {
            const size_t lag = lags[test / 16], shift = test % 16 * 4;
            uint32_t counts[256] = {0};
            for (size_t i = 0; i < DRAWS - 512; i++)
            {
                const uint64_t a = drawn[way][i] >> shift & 15;
                const uint64_t b = drawn[way][i + lag] >> shift & 15;
                counts[a * 16 + b]++;
            }
            const double deviation = chi_square_deviation(counts, 256, (DRAWS - 512) / 256.0);
            CHECK_REPORT(fabs(deviation) < 5.5, "by %s, lag %d, bits from %d: off by %.1f sd",
                         ways[way].name, (int)lag, (int)shift, deviation);
        }
    }
}

static double unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53 - 0.5;
}

static void test_neighbours_do_not_correlate(void)
{
    for (size_t way = 0; way < WAYS; way++)
    {
        for (size_t lag = 1; lag <= 1024; lag *= 2)
        {
            double sum = 0.0;
            for (size_t i = 0; i < DRAWS - 1024; i++)
            {
                sum += unit(drawn[way][i]) * unit(drawn[way][i + lag]);
            }
            const double correlation = sum * 12.0 / (DRAWS - 1024);
            CHECK_REPORT(fabs(correlation) < 5.0 / sqrt(DRAWS - 1024.0),
                         "by %s, lag %d: correlation %.5f", ways[way].name, (int)lag, correlation);
        }
    }
}

// Of 2^18 numbers of 32 bits, 8 pairs are equal by chance; a sequence that avoids itself has none.
static int compare_u32(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static void test_halves_repeat_as_often_as_chance(void)
{
    static uint32_t sorted[DRAWS];
    int repeats = 0;
    for (size_t way = 0; way < WAYS; way++)
    {
        for (int shift = 0; shift <= 32; shift += 32)
        {
            for (size_t i = 0; i < DRAWS; i++)
            {
                sorted[i] = (uint32_t)(drawn[way][i] >> shift);
            }
            qsort(sorted, DRAWS, sizeof sorted[0], compare_u32);
            int here = 0;
            for (size_t i = 1; i < DRAWS; i++)
            {
                here += sorted[i] == sorted[i - 1] ? 1 : 0;
            }
            CHECK_REPORT(here <= 25, "by %s, bits from %d: %d repeats", ways[way].name, shift,
                         here);
            repeats += here;
        }
    }
    const double expected = 8.0 * 2 * WAYS;
    CHECK_NEAR(repeats, expected, 5.0 * sqrt(expected));
}

// A function of some words of 64 bits, for flipping the input's bits one by one.
typedef uint64_t word_function(const uint64_t *words);

static uint64_t random_words(const uint64_t *words)
{
    return loam_random_u64(words[0], words[1]);
}

static uint64_t place_words(const uint64_t *words)
{
    return loam_seed_at(words[0], (int64_t)words[1], (int64_t)words[2], (int64_t)words[3]);
}

static uint64_t name_words(const uint64_t *words)
{
    // The second word becomes letters; only its low 24 bits count.
    char name[8] = {0};
    for (int i = 0; i < 4; i++)
    {
        name[i] = (char)('0' + (words[1] >> i * 6 & 63));
    }
    return loam_seed_derive(words[0], name);
}

// Every bit of the input has to flip every bit of the output half of the time. Small inputs are the
// hard ones, and what worlds use.
static void check_avalanche(const char *what, word_function *function, int words, int bits_of_last,
                            bool small)
{
    const double bound = 6.0 * 0.5 / sqrt(BASES);
    for (int input = 0; input < (words - 1) * 64 + bits_of_last; input++)
    {
        uint32_t flips[64] = {0};
        for (uint64_t base = 0; base < BASES; base++)
        {
            uint64_t values[4];
            for (uint64_t i = 0; i < 4; i++)
            {
                values[i] = small ? base >> i * 3 & 4095 >> i * 3 : loam_random_u64(99 + i, base);
            }
            const uint64_t before = function(values);
            values[input / 64] ^= UINT64_C(1) << input % 64;
            const uint64_t changed = before ^ function(values);
            for (int output = 0; output < 64; output++)
            {
                flips[output] += (uint32_t)(changed >> output & 1);
            }
        }
        for (int output = 0; output < 64; output++)
        {
            const double share = (double)flips[output] / BASES;
            CHECK_REPORT(fabs(share - 0.5) < bound, "%s: input bit %d flips output bit %d by %.3f",
                         what, input, output, share);
        }
    }
}

static void test_every_bit_matters(void)
{
    check_avalanche("random, small", random_words, 2, 64, true);
    check_avalanche("random", random_words, 2, 64, false);
    check_avalanche("place, small", place_words, 4, 64, true);
    check_avalanche("place", place_words, 4, 64, false);
    check_avalanche("name, small", name_words, 2, 24, true);
    check_avalanche("name", name_words, 2, 24, false);
}

// Without rejection, limits just above a half or three quarters of the range favour some results
// twofold; the rest modulo 3 shows it.
static void test_below_has_no_bias(void)
{
    static const uint32_t limits[] = {3, 5, 6, 7, 10, 48, 100, 255, 3u << 28, 3u << 30};
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++)
    {
        const uint32_t cells = limits[l] <= 256 ? limits[l] : 3;
        uint32_t counts[256] = {0};
        for (uint64_t i = 0; i < DRAWS; i++)
        {
            counts[loam_random_below(l, i, limits[l]) % cells]++;
        }
        const double deviation = chi_square_deviation(counts, cells, (double)DRAWS / cells);
        CHECK_REPORT(deviation < 5.0, "limit %u: off by %.1f sd", limits[l], deviation);
    }
}

static void test_range_has_no_bias(void)
{
    static const int64_t lasts[] = {2, 4, 9, 254, (INT64_C(3) << 60) - 1, (INT64_C(3) << 61) - 1};
    for (size_t l = 0; l < sizeof lasts / sizeof lasts[0]; l++)
    {
        const int64_t cells = lasts[l] < 256 ? lasts[l] + 1 : 3;
        uint32_t counts[256] = {0};
        for (uint64_t i = 0; i < DRAWS; i++)
        {
            counts[loam_random_range(l, i, 0, lasts[l]) % cells]++;
        }
        const double deviation = chi_square_deviation(counts, (size_t)cells, DRAWS / (double)cells);
        CHECK_REPORT(deviation < 5.0, "last %lld: off by %.1f sd", (long long)lasts[l], deviation);
    }
    // Three quarters of all 64-bit numbers, around 0.
    uint32_t counts[3] = {0};
    for (uint64_t i = 0; i < DRAWS; i++)
    {
        const int64_t far = loam_random_range(3, i, -(INT64_C(3) << 61), (INT64_C(3) << 61) - 1);
        counts[((uint64_t)far + ((uint64_t)3 << 61)) % 3]++;
    }
    CHECK_RANGE(chi_square_deviation(counts, 3, DRAWS / 3.0), -5.0, 5.0);
}

// The greatest distance between the measured distribution and the true one (Kolmogorov, Smirnov).
static int compare_float(const void *a, const void *b)
{
    const float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

static double normal_share_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static double uniform_share_below(double x)
{
    return x;
}

static double distance_to(float *values, size_t count, double (*share_below)(double))
{
    double worst = 0.0;
    qsort(values, count, sizeof *values, compare_float);
    for (size_t i = 0; i < count; i++)
    {
        const double share = share_below((double)values[i]);
        worst = fmax(worst, fmax(fabs(share - (double)i / (double)count),
                                 fabs(share - (double)(i + 1) / (double)count)));
    }
    return worst * sqrt((double)count);
}

static float values_drawn[DRAWS];

static void test_floats_are_uniform(void)
{
    double sum = 0.0, squares = 0.0;
    for (uint64_t i = 0; i < DRAWS; i++)
    {
        const double value = (double)(values_drawn[i] = loam_random_float(4, i)) - 0.5;
        sum += value;
        squares += value * value;
    }
    CHECK_NEAR(sum / DRAWS, 0.0, 5.0 * sqrt(1.0 / 12.0 / DRAWS));
    CHECK_NEAR(squares / DRAWS, 1.0 / 12.0, 5.0 * sqrt(1.0 / 180.0 / DRAWS));
    // 2.2 is exceeded once in ten thousand.
    CHECK_RANGE(distance_to(values_drawn, DRAWS, uniform_share_below), 0.2, 2.2);
}

static void test_normals_have_the_right_moments(void)
{
    double sums[5] = {0}, neighbours = 0.0, before = 0.0;
    for (uint64_t i = 0; i < DRAWS; i++)
    {
        const double x = (double)(values_drawn[i] = loam_random_normal(5, i));
        double power = 1.0;
        for (int p = 1; p < 5; p++)
        {
            power *= x;
            sums[p] += power;
        }
        neighbours += x * before;
        before = x;
    }
    CHECK_NEAR(sums[1] / DRAWS, 0.0, 5.0 * sqrt(1.0 / DRAWS));
    CHECK_NEAR(sums[2] / DRAWS, 1.0, 5.0 * sqrt(2.0 / DRAWS));
    CHECK_NEAR(sums[3] / DRAWS, 0.0, 5.0 * sqrt(15.0 / DRAWS));
    CHECK_NEAR(sums[4] / DRAWS, 3.0, 5.0 * sqrt(96.0 / DRAWS));
    CHECK_NEAR(neighbours / DRAWS, 0.0, 5.0 * sqrt(1.0 / DRAWS));
    CHECK_RANGE(distance_to(values_drawn, DRAWS, normal_share_below), 0.2, 2.2);
}

static void test_normals_have_tails(void)
{
    enum
    {
        MANY = 4 * DRAWS
    };
    int beyond[6] = {0};
    double furthest = 0.0;
    for (uint64_t i = 0; i < MANY; i++)
    {
        const double x = fabs((double)loam_random_normal(6, i));
        furthest = fmax(furthest, x);
        for (int limit = 1; limit < 6; limit++)
        {
            beyond[limit] += x > limit ? 1 : 0;
        }
    }
    for (int limit = 1; limit < 6; limit++)
    {
        const double expected = MANY * 2.0 * normal_share_below(-limit);
        CHECK_NEAR(beyond[limit], expected, 5.0 * sqrt(expected) + 1.0);
    }
    CHECK_RANGE(furthest, 4.4, 7.6);
}

static void test_picks_follow_the_weights(void)
{
    enum
    {
        COUNT = 64
    };
    float weights[COUNT];
    double total = 0.0, sum = 0.0;
    uint32_t counts[COUNT + 1] = {0};
    for (uint64_t i = 0; i < COUNT; i++)
    {
        weights[i] = 0.05f + loam_random_float(11, i);
        total += (double)weights[i];
    }
    for (uint64_t i = 0; i < DRAWS; i++)
    {
        counts[loam_random_pick(12, i, weights, COUNT)]++;
    }
    for (size_t i = 0; i < COUNT; i++)
    {
        const double expected = (double)weights[i] / total * DRAWS;
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    CHECK_INT(counts[COUNT], 0);
    CHECK_NEAR((sum - (COUNT - 1)) / sqrt(2.0 * (COUNT - 1)), 0.0, 5.0);
}

int main(void)
{
    draw_all();
    RUN(test_every_byte_is_uniform);
    RUN(test_pairs_are_uniform);
    RUN(test_neighbours_do_not_correlate);
    RUN(test_halves_repeat_as_often_as_chance);
    RUN(test_every_bit_matters);
    RUN(test_below_has_no_bias);
    RUN(test_range_has_no_bias);
    RUN(test_floats_are_uniform);
    RUN(test_normals_have_the_right_moments);
    RUN(test_normals_have_tails);
    RUN(test_picks_follow_the_weights);
    return CHECK_DONE();
}
