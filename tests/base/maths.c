// SPDX-License-Identifier: MIT
// The deterministic functions against the C library's long double ones, over sweeps of the bit
// patterns of all floats; special values; golden hashes.
#include "loam/maths.h"

#include "loam/random.h"

#include "base/precise.h"
#include "check.h"

#include <float.h>
#include <stdlib.h>

// The C library for Windows has no long double functions that are good enough to measure against.
#ifdef _WIN32
#define HAS_REFERENCE 0
#else
#define HAS_REFERENCE 1
#endif

// Prime, so that all low bits are met. An argument of main replaces it, for slow machines.
static uint32_t stride = 4001;

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Distance to the true value in units of the last place that a float has there. Infinite where the
// one is NaN, or too large for a float, and the other is not.
static double error_ulp(float actual, long double truth)
{
    const long double first_infinite = (long double)FLT_MAX * (1.0L + 0x1p-25L);
    if (actual != actual || truth != truth)
    {
        return actual != actual && truth != truth ? 0.0 : HUGE_VAL;
    }
    const bool infinite = fabsf(actual) > FLT_MAX;
    if (infinite || fabsl(truth) >= first_infinite)
    {
        return infinite && fabsl(truth) >= first_infinite && (actual > 0.0f) == (truth > 0.0L)
                   ? 0.0
                   : HUGE_VAL;
    }
    const int exponent = truth == 0.0L ? -126 : ilogbl(truth);
    const long double ulp = ldexpl(1.0L, (exponent < -126 ? -126 : exponent) - 23);
    return (double)(fabsl((long double)actual - truth) / ulp);
}

// The same for results in double, relative to the true value.
static double error_relative(double actual, long double truth)
{
    const double error = (double)fabsl(((long double)actual - truth) / truth);
    return error == error ? error : HUGE_VAL;
}

typedef struct worst
{
    double error;
    float x;
    float y;
} worst;

static void note(worst *so_far, double error, float x, float y)
{
    if (!(error <= so_far->error))
    {
        *so_far = (worst){error, x, y};
    }
}

static void check_worst(const char *name, worst found, double bound)
{
    CHECK_REPORT(found.error <= bound, "%s: error %.6g at (%.9g, %.9g), expected at most %.6g",
                 name, found.error, (double)found.x, (double)found.y, bound);
    if (getenv("LOAM_TEST_VERBOSE") != NULL)
    {
        printf("%s: error at most %.6g, at (%.9g, %.9g)\n", name, found.error, (double)found.x,
               (double)found.y);
    }
}

typedef float ours(float x);
typedef long double theirs(long double x);

static void note_at(worst *so_far, ours *function, theirs *reference, float x)
{
    note(so_far, error_ulp(function(x), reference((long double)x)), x, 0.0f);
}

static worst sweep(ours *function, theirs *reference)
{
    worst found = {0};
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += stride)
    {
        const float x = float_of((uint32_t)bits);
        if (x - x == 0.0f)
        {
            note_at(&found, function, reference, x);
        }
    }
    return found;
}

// Where a sine is nearly 0 or 1, the reduction of the argument has to be at its best.
static worst sweep_quarters(ours *function, theirs *reference)
{
    worst found = {0};
    for (uint64_t i = 0; i < 60000; i++)
    {
        const double factor = i < 20000 ? (double)i : ldexp((double)(i % 4096 + 1), (int)(i % 110));
        const uint32_t near = bits_of((float)(factor * 1.57079632679489661923));
        for (uint32_t step = 0; step < 5 && HAS_REFERENCE; step++)
        {
            const uint32_t bits = near < 2 ? near : near - 2 + step;
            if (bits < 0x7f800000u)
            {
                note_at(&found, function, reference, float_of(bits));
                note_at(&found, function, reference, float_of(bits | 0x80000000u));
            }
        }
    }
    return found;
}

// Floats that lie closest to a multiple of pi/2, found by trying all that are larger than 2^20.
static const uint32_t hard_angles[] = {
    0x6f79be45u, 0x50a3e87fu, 0x6ff9be45u, 0x5123e87fu, 0x6a1976f1u, 0x7079be45u,
    0x53b146a6u, 0x65898498u, 0x51a3e87fu, 0x77584625u, 0x4c2332e9u, 0x6c55da58u,
    0x6a9976f1u, 0x70f9be45u, 0x5c07bcd0u, 0x543146a6u, 0x66098498u, 0x5223e87fu,
    0x723fa09au, 0x4a2562aeu, 0x77d84625u, 0x642e0733u, 0x4e13d4a5u, 0x7ebdcda0u,
    0x7f3dcda0u, 0x4982665eu, 0x7d7f01bdu, 0x7dff01bdu, 0x7e7f01bdu};

// Before the last rounding an error shows that rounding would hide.
static void test_angles_before_rounding(void)
{
    worst sines = {0}, cosines = {0}, turns = {0};
    const size_t hard = sizeof hard_angles / sizeof hard_angles[0];
    for (uint64_t i = 0; i < 100000 && HAS_REFERENCE; i++)
    {
        const float x = i < hard ? float_of(hard_angles[i]) : float_of((uint32_t)(i * 21313u));
        if (x == 0.0f || !(x - x == 0.0f))
        {
            continue;
        }
        note(&sines, error_relative(loam_precise_sin(x), sinl((long double)x)), x, 0.0f);
        note(&cosines, error_relative(loam_precise_cos(x), cosl((long double)x)), x, 0.0f);
        // Absolute: a quarter turn is exact here, but not in the reference.
        const float turn = loam_random_float(8, i);
        const long double truth = cosl((long double)turn * 6.283185307179586476925287L);
        const long double cosine = (long double)loam_precise_cos_turns((double)turn);
        note(&turns, (double)fabsl(cosine - truth), turn, 0.0f);
    }
    check_worst("sin before rounding", sines, 1e-12);
    check_worst("cos before rounding", cosines, 1e-12);
    check_worst("cos of turns", turns, 1e-12);
}

static void test_others_before_rounding(void)
{
    worst powers = {0}, logarithms = {0}, angles = {0};
    for (uint64_t i = 0; i < 100000 && HAS_REFERENCE; i++)
    {
        const float exponent = loam_random_float(9, i) * 280.0f - 151.0f;
        const double power = loam_precise_exp2((double)exponent);
        note(&powers, error_relative(power, exp2l((long double)exponent)), exponent, 0.0f);
        const float x = 0.5f + loam_random_float(10, i) * (i & 1 ? 1.5f : 1e6f);
        const long double logarithm = log2l((long double)x);
        if (x != 1.0f)
        {
            note(&logarithms, error_relative(loam_precise_log2((double)x), logarithm), x, 0.0f);
        }
        const float y = loam_random_float(11, i) * 2.0f - 1.0f;
        const long double angle = atan2l((long double)y, (long double)x);
        note(&angles, y == 0.0f ? 0.0 : error_relative(loam_precise_atan2(y, x), angle), y, x);
    }
    check_worst("exp2 before rounding", powers, 1e-12);
    check_worst("log2 before rounding", logarithms, 4e-15);
    check_worst("atan2 before rounding", angles, 1e-12);
}

static void test_sin(void)
{
    if (HAS_REFERENCE)
    {
        check_worst("sin", sweep(loam_sin, sinl), 0.5001);
        check_worst("sin near quarters", sweep_quarters(loam_sin, sinl), 0.5001);
    }
    CHECK_U64(bits_of(loam_sin(0.0f)), 0);
    CHECK_U64(bits_of(loam_sin(-0.0f)), 0x80000000u);
    CHECK(isnan(loam_sin(NAN)) && isnan(loam_sin(INFINITY)) && isnan(loam_sin(-INFINITY)));
}

static void test_cos(void)
{
    if (HAS_REFERENCE)
    {
        check_worst("cos", sweep(loam_cos, cosl), 0.5001);
        check_worst("cos near quarters", sweep_quarters(loam_cos, cosl), 0.5001);
    }
    CHECK_NEAR(loam_cos(0.0f), 1.0, 0.0);
    CHECK(isnan(loam_cos(NAN)) && isnan(loam_cos(INFINITY)) && isnan(loam_cos(-INFINITY)));
}

// Both reductions of the argument are odd, and never leave -1 .. 1.
static void test_sin_and_cos_have_their_symmetries(void)
{
    for (uint64_t bits = 0; bits < 0x7f800000u; bits += stride)
    {
        const float x = float_of((uint32_t)bits);
        const float s = loam_sin(x), c = loam_cos(x);
        CHECK(loam_sin(-x) == -s && loam_cos(-x) == c);
        CHECK(s >= -1.0f && s <= 1.0f && c >= -1.0f && c <= 1.0f);
        CHECK(fabs((double)s * (double)s + (double)c * (double)c - 1.0) < 2e-7);
    }
}

static void test_exp2(void)
{
    if (HAS_REFERENCE)
    {
        check_worst("exp2", sweep(loam_exp2, exp2l), 0.5001);
        // Nearly all floats in the range that matters lie close to 0, so this one is even.
        worst found = {0};
        for (int32_t i = -160 * 4096; i < 130 * 4096; i++)
        {
            note_at(&found, loam_exp2, exp2l, (float)i / 4096.0f);
        }
        check_worst("exp2, even", found, 0.5001);
    }
    for (int32_t i = -149; i < 128; i++)
    {
        CHECK(loam_exp2((float)i) == ldexpf(1.0f, i));
    }
    CHECK(loam_exp2(128.0f) == INFINITY && loam_exp2(INFINITY) == INFINITY);
    CHECK(loam_exp2(-150.0f) == 0.0f && loam_exp2(-INFINITY) == 0.0f);
    CHECK(loam_exp2(float_of(bits_of(-150.0f) - 1)) == 1e-45f);
    CHECK(isnan(loam_exp2(NAN)));
}

static void test_log2(void)
{
    if (HAS_REFERENCE)
    {
        check_worst("log2", sweep(loam_log2, log2l), 0.5001);
        worst found = {0};
        for (uint32_t bits = bits_of(0.5f); bits <= bits_of(2.0f); bits += stride / 20 + 1)
        {
            note_at(&found, loam_log2, log2l, float_of(bits));
        }
        for (uint32_t bits = bits_of(1.0f) - 1000; bits <= bits_of(1.0f) + 1000; bits++)
        {
            note_at(&found, loam_log2, log2l, float_of(bits));
        }
        check_worst("log2 near 1", found, 0.5001);
    }
    for (int32_t i = -149; i < 128; i++)
    {
        CHECK(loam_log2(ldexpf(1.0f, i)) == (float)i);
    }
    CHECK(loam_log2(0.0f) == -INFINITY && loam_log2(-0.0f) == -INFINITY);
    CHECK(loam_log2(INFINITY) == INFINITY);
    CHECK(isnan(loam_log2(-1.0f)) && isnan(loam_log2(-INFINITY)) && isnan(loam_log2(NAN)));
}

static void test_atan2(void)
{
    worst found = {0};
    for (uint64_t i = 0; i < (uint64_t)UINT32_MAX / stride && HAS_REFERENCE; i++)
    {
        // Half of the pairs have about the same size; of two random floats, one is usually tiny
        // next to the other.
        const uint32_t bits = loam_random_u32(1, i);
        const uint32_t size = i & 1 ? 0x3f000000u + (bits & 0x1ffffffu) : bits & 0x7fffffffu;
        const float y = float_of((uint32_t)(i * stride));
        const float x = (bits & 0x80000000u) != 0 ? -float_of(size) : float_of(size);
        const float nearby = i & 1 ? (y < 0.0f ? -1.0f : 1.0f) * (1.0f + loam_random_float(2, i))
                                   : y;
        if (x - x == 0.0f && y - y == 0.0f)
        {
            note(&found,
                 error_ulp(loam_atan2(nearby, x), atan2l((long double)nearby, (long double)x)),
                 nearby, x);
        }
    }
    check_worst("atan2", found, 0.5001);
}

static void test_atan2_on_the_axes(void)
{
    const float pi = LOAM_PI, half = LOAM_PI / 2.0f;
    CHECK_U64(bits_of(loam_atan2(0.0f, 0.0f)), 0);
    CHECK_U64(bits_of(loam_atan2(-0.0f, -0.0f)), 0);
    CHECK(loam_atan2(0.0f, 2.0f) == 0.0f && loam_atan2(-0.0f, 2.0f) == 0.0f);
    CHECK(loam_atan2(0.0f, -2.0f) == pi && loam_atan2(-0.0f, -2.0f) == pi);
    CHECK(loam_atan2(3.0f, 0.0f) == half && loam_atan2(3.0f, -0.0f) == half);
    CHECK(loam_atan2(-3.0f, 0.0f) == -half && loam_atan2(-1e-45f, 0.0f) == -half);
    CHECK(loam_atan2(1.0f, 1.0f) == pi / 4.0f && loam_atan2(-1.0f, -1.0f) == -0.75f * pi);
    CHECK(loam_atan2(INFINITY, INFINITY) == pi / 4.0f && loam_atan2(1.0f, INFINITY) == 0.0f);
    CHECK(loam_atan2(INFINITY, -5.0f) == half && loam_atan2(-INFINITY, 5.0f) == -half);
    CHECK(loam_atan2(-1.0f, -INFINITY) == -pi);
    CHECK(isnan(loam_atan2(NAN, 0.0f)) && isnan(loam_atan2(0.0f, NAN)));
    // The smallest quotient that exists does not vanish on the way.
    CHECK(loam_atan2(1e-45f, 1.0f) == 1e-45f && loam_atan2(1e-45f, 3e38f) == 0.0f);
}

static void test_pow(void)
{
    worst found = {0};
    for (uint64_t i = 0; i < (uint64_t)UINT32_MAX / stride && HAS_REFERENCE; i++)
    {
        // A base of any size, and a power chosen so that the result is often near the limits; or
        // bases close to 1 with huge powers, where the logarithm's error is multiplied most.
        const float any = float_of((uint32_t)(i * stride) & 0x7fffffffu);
        const float x = i & 1 ? any : 1.0f + (loam_random_float(3, i) - 0.5f) * 0x1p-10f;
        const double exponent = ((double)loam_random_float(4, i) - 0.5) * 310.0;
        const float y = (float)(exponent / log2((double)x));
        if (x - x == 0.0f && y - y == 0.0f)
        {
            note(&found, error_ulp(loam_pow(x, y), powl((long double)x, (long double)y)), x, y);
        }
    }
    check_worst("pow", found, 0.5001);
}

static void test_pow_of_special_values(void)
{
    CHECK(loam_pow(NAN, 0.0f) == 1.0f && loam_pow(-2.0f, 0.0f) == 1.0f);
    CHECK(loam_pow(0.0f, 0.0f) == 1.0f && loam_pow(INFINITY, -0.0f) == 1.0f);
    CHECK(loam_pow(1.0f, NAN) == 1.0f && loam_pow(1.0f, INFINITY) == 1.0f);
    CHECK(isnan(loam_pow(NAN, 1.0f)) && isnan(loam_pow(2.0f, NAN)) && isnan(loam_pow(-1.0f, 2.0f)));
    CHECK(isnan(loam_pow(-INFINITY, 2.0f)) && isnan(loam_pow(0.0f, NAN)));
    CHECK(loam_pow(0.0f, 2.5f) == 0.0f && loam_pow(-0.0f, 3.0f) == 0.0f);
    CHECK(loam_pow(0.0f, -1.0f) == INFINITY && loam_pow(0.0f, INFINITY) == 0.0f);
    CHECK(loam_pow(0.0f, -INFINITY) == INFINITY);
    CHECK(loam_pow(INFINITY, 2.0f) == INFINITY && loam_pow(INFINITY, -2.0f) == 0.0f);
    CHECK(loam_pow(INFINITY, INFINITY) == INFINITY && loam_pow(INFINITY, -INFINITY) == 0.0f);
    CHECK(loam_pow(2.0f, INFINITY) == INFINITY && loam_pow(2.0f, -INFINITY) == 0.0f);
    CHECK(loam_pow(0.5f, INFINITY) == 0.0f && loam_pow(0.5f, -INFINITY) == INFINITY);
    CHECK(loam_pow(10.0f, 39.0f) == INFINITY && loam_pow(10.0f, -46.0f) == 0.0f);
    CHECK(loam_pow(3.0f, 5.0f) == 243.0f && loam_pow(9.0f, 0.5f) == 3.0f);
    CHECK(loam_pow(7.0f, -1.0f) == 1.0f / 7.0f);
    for (uint64_t i = 0; i < 1000; i++)
    {
        const float x = loam_random_float(5, i) * 100.0f;
        CHECK(loam_pow(x, 1.0f) == x);
    }
}

// The same bits on every machine. A NaN is compared as such: its payload is not promised.
static uint64_t hash_of(float (*function)(float x, float y))
{
    enum
    {
        COUNT = 1 << 17
    };
    static float values[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
    {
        const float x = float_of(i * 32771u);
        const float y = (loam_random_float(6, i) - 0.5f) * 40.0f;
        const float value = function(x, y);
        values[i] = value != value ? -7.0f : value;
    }
    return loam_hash_f32(values, COUNT, 0);
}

static float sin_of_first(float x, float y)
{
    (void)y;
    return loam_sin(x);
}

static float cos_of_first(float x, float y)
{
    (void)y;
    return loam_cos(x);
}

static float exp2_of_second(float x, float y)
{
    (void)x;
    return loam_exp2(y * 7.0f);
}

static float log2_of_first(float x, float y)
{
    (void)y;
    return loam_log2(x);
}

static void test_golden(void)
{
    CHECK_U64(hash_of(sin_of_first), 0x4a4b8b392ba22a91u);
    CHECK_U64(hash_of(cos_of_first), 0xad5204ac5099a5a9u);
    CHECK_U64(hash_of(exp2_of_second), 0xf3bba917e78774b1u);
    CHECK_U64(hash_of(log2_of_first), 0x88f7a5461d747311u);
    CHECK_U64(hash_of(loam_atan2), 0xe236f6d683af2d74u);
    CHECK_U64(hash_of(loam_pow), 0xcf8275e47814471du);
}

// The quotient is the largest whose multiple is not above the value, also where nothing is left over.
static void test_division_rounds_down(void)
{
    static const int64_t bys[] = {1, 2, 3, 128, 1000, (int64_t)1 << 40, INT64_MAX};
    for (size_t i = 0; i < sizeof bys / sizeof bys[0]; i++)
    {
        for (int64_t value = -300; value <= 300; value++)
        {
            const int64_t quotient = loam_floor_div(value, bys[i]);
            const int64_t rest = value - quotient * bys[i];
            CHECK(rest >= 0 && rest < bys[i]);
        }
        CHECK(loam_floor_div(INT64_MIN, bys[i]) == -(INT64_MAX / bys[i]) - 1);
    }
    CHECK(loam_floor_div(INT64_MAX, 1) == INT64_MAX);
}

int main(int argc, char **argv)
{
    stride = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) | 1 : stride;
    RUN(test_angles_before_rounding);
    RUN(test_others_before_rounding);
    RUN(test_sin);
    RUN(test_cos);
    RUN(test_sin_and_cos_have_their_symmetries);
    RUN(test_exp2);
    RUN(test_log2);
    RUN(test_atan2);
    RUN(test_atan2_on_the_axes);
    RUN(test_pow);
    RUN(test_division_rounds_down);
    RUN(test_pow_of_special_values);
    RUN(test_golden);
    return CHECK_DONE();
}
