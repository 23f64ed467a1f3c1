// SPDX-License-Identifier: MIT
#include "loam/maths.h"

#include "base/precise.h"

#include <math.h>
#include <string.h>

// The functions of the C library differ between systems in the last place, and with it whole worlds.
// These work in double with + - * / alone, which IEEE 754 rounds in one way only, and round to float
// once at the end. What a double keeps beyond a float leaves room for plain Taylor series, whose
// coefficients anyone can check. They are cut where the next term is below 1e-12 of the result, which
// is a 60,000th of the last place of a float; the logarithm's goes on to 1e-15, because pow multiplies
// its error.

static const double pi = 3.141592653589793238462643;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Sine and cosine of a first octant, |r| <= pi/4.

static double octant_sin(double r)
{
    const double z = r * r;
    double sum = 1.0 / 6227020800.0;
    sum = sum * z - 1.0 / 39916800.0;
    sum = sum * z + 1.0 / 362880.0;
    sum = sum * z - 1.0 / 5040.0;
    sum = sum * z + 1.0 / 120.0;
    sum = sum * z - 1.0 / 6.0;
    return r * (1.0 + z * sum); // in this form, the sine of -0 is -0
}

static double octant_cos(double r)
{
    const double z = r * r;
    double sum = 1.0 / 479001600.0;
    sum = sum * z - 1.0 / 3628800.0;
    sum = sum * z + 1.0 / 40320.0;
    sum = sum * z - 1.0 / 720.0;
    sum = sum * z + 1.0 / 24.0;
    sum = sum * z - 1.0 / 2.0;
    return 1.0 + z * sum;
}

// An angle as a number of quarter turns, of which the last two bits count, and a rest.
typedef struct quarters
{
    uint32_t count;
    double rest; // radians, |rest| <= pi/4 or an ulp more
} quarters;

// The sine of an angle; that of a quarter turn more is the cosine.
static double quarters_sin(quarters angle)
{
    const double size = (angle.count & 1) != 0 ? octant_cos(angle.rest) : octant_sin(angle.rest);
    return (angle.count & 2) != 0 ? -size : size;
}

// Up to here a count of quarter turns has 20 bits, so that its product with a 33-bit part of pi/2 is
// exact in a double (Cody and Waite 1980).
static const float near_limit = 1048576.0f;

static quarters reduce_near(double x)
{
    const double half_pi_high = 0x1.921fb544p+0;             // the first 33 bits of pi/2
    const double half_pi_low = 6.0771005065061926014751e-11; // the rest of it
    const double turned = x * 0.636619772367581343075535;
    const int32_t count = (int32_t)(turned + (turned < 0.0 ? -0.5 : 0.5));
    const double rest = (x - count * half_pi_high) - count * half_pi_low;
    return (quarters){.count = (uint32_t)count, .rest = rest};
}

// Payne and Hanek 1983. x = mantissa * 2^exponent, both integers. Bits of 2/pi that stand for whole
// turns after the multiplication are left out, 96 of the following ones are kept, and the product is
// made in integers: 2 bits of quarter turns, 94 of fraction.
static quarters reduce_far(float x)
{
    // 2/pi in binary, after 32 zero bits that stand for its whole part.
    static const uint32_t two_over_pi[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                            0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    const int32_t exponent = (int32_t)(bits >> 23 & 0xffu) - 150;
    const int32_t start = exponent + 30;
    const uint32_t *const words = two_over_pi + start / 32;
    const int32_t shift = start % 32;
    uint64_t carry = 0;
    uint32_t product[3];
    for (int32_t i = 2; i >= 0; i--)
    {
        const uint64_t pair = (uint64_t)words[i] << 32 | words[i + 1];
        carry += mantissa * (uint32_t)(pair << shift >> 32);
        product[i] = (uint32_t)carry;
        carry >>= 32;
    }
    const uint64_t top = (uint64_t)product[0] << 32 | product[1];
    const uint32_t count = (uint32_t)((top + (1ull << 61)) >> 62);
    const int64_t fraction = (int64_t)(top - ((uint64_t)count << 62));
    const double rest = ((double)fraction * 0x1p-62 + (double)product[2] * 0x1p-94) * (pi / 2);
    const bool negative = bits >> 31 != 0;
    return (quarters){.count = negative ? 0u - count : count, .rest = negative ? -rest : rest};
}

static quarters reduce(float x)
{
    return x >= -near_limit && x <= near_limit ? reduce_near((double)x) : reduce_far(x);
}

double loam_precise_sin(float x)
{
    return quarters_sin(reduce(x));
}

double loam_precise_cos(float x)
{
    quarters angle = reduce(x);
    angle.count++;
    return quarters_sin(angle);
}

double loam_precise_cos_turns(double turns)
{
    const double scaled = turns * 4.0;
    const int32_t count = (int32_t)(scaled + 0.5);
    return quarters_sin(
        (quarters){.count = (uint32_t)count + 1, .rest = (scaled - count) * (pi / 2)});
}

// The arc tangent of 0 <= x <= 1. The nearest eighth is taken off by the addition theorem, which
// leaves |z| <= 1/16.
static double unit_atan(double x)
{
    static const double atan_of_eighths[9] = {0.0,
                                              0.124354994546761435031354,
                                              0.244978663126864154172082,
                                              0.358770670270572220395920,
                                              0.463647609000806116214256,
                                              0.558599315343562435971508,
                                              0.643501108793284386802809,
                                              0.718829999621624505417014,
                                              0.785398163397448309615660};
    const int32_t eighths = (int32_t)(x * 8.0 + 0.5);
    const double offset = eighths / 8.0;
    const double z = (x - offset) / (1.0 + x * offset);
    const double s = z * z;
    double sum = 1.0 / 9.0;
    sum = sum * s - 1.0 / 7.0;
    sum = sum * s + 1.0 / 5.0;
    sum = sum * s - 1.0 / 3.0;
    return atan_of_eighths[eighths] + (z + z * s * sum);
}

double loam_precise_atan2(float y, float x)
{
    const double width = x < 0.0f ? -(double)x : (double)x;
    const double height = y < 0.0f ? -(double)y : (double)y;
    const bool steep = height > width;
    // Two infinities count as equal.
    const double slope = height == width ? 1.0 : steep ? width / height : height / width;
    double angle = unit_atan(slope);
    angle = steep ? pi / 2 - angle : angle;
    angle = x < 0.0f ? pi - angle : angle;
    return y < 0.0f ? -angle : angle;
}

double loam_precise_exp2(double x)
{
    const int32_t whole = (int32_t)(x + (x < 0.0 ? -0.5 : 0.5));
    const double t = (x - whole) * 0.693147180559945309417232;
    double sum = 1.0 / 3628800.0;
    sum = sum * t + 1.0 / 362880.0;
    sum = sum * t + 1.0 / 40320.0;
    sum = sum * t + 1.0 / 5040.0;
    sum = sum * t + 1.0 / 720.0;
    sum = sum * t + 1.0 / 120.0;
    sum = sum * t + 1.0 / 24.0;
    sum = sum * t + 1.0 / 6.0;
    sum = sum * t + 1.0 / 2.0;
    sum = sum * t + 1.0;
    sum = sum * t + 1.0;
    return sum * double_of((uint64_t)(whole + 1023) << 52);
}

// x = m * 2^e with m between the square roots of 1/2 and 2; log m = 2 artanh((m - 1) / (m + 1)),
// where the argument is at most 0.172.
double loam_precise_log2(double x)
{
    const uint64_t one = 0x3ff0000000000000u, mantissa_mask = 0x000fffffffffffffu;
    const uint64_t bits = bits_of(x);
    double m = double_of((bits & mantissa_mask) | one);
    int32_t e = (int32_t)(bits >> 52) - 1023;
    if (m > 1.41421356237309505)
    {
        m *= 0.5;
        e++;
    }
    const double z = (m - 1.0) / (m + 1.0);
    const double s = z * z;
    double sum = 1.0 / 17.0;
    sum = sum * s + 1.0 / 15.0;
    sum = sum * s + 1.0 / 13.0;
    sum = sum * s + 1.0 / 11.0;
    sum = sum * s + 1.0 / 9.0;
    sum = sum * s + 1.0 / 7.0;
    sum = sum * s + 1.0 / 5.0;
    sum = sum * s + 1.0 / 3.0;
    return e + (z + z * s * sum) * 2.885390081777926814719849;
}

static bool is_finite(float x)
{
    return x - x == 0.0f;
}

float loam_sin(float x)
{
    return is_finite(x) ? (float)loam_precise_sin(x) : NAN;
}

float loam_cos(float x)
{
    return is_finite(x) ? (float)loam_precise_cos(x) : NAN;
}

float loam_atan2(float y, float x)
{
    if (x != x || y != y)
    {
        return NAN;
    }
    return x == 0.0f && y == 0.0f ? 0.0f : (float)loam_precise_atan2(y, x);
}

// 2^x rounded to float. Beyond these limits the result is infinite, or rounds to 0.
static float exp2_to_float(double x)
{
    if (x >= 128.0)
    {
        return INFINITY;
    }
    return x < -150.0 ? 0.0f : (float)loam_precise_exp2(x);
}

float loam_exp2(float x)
{
    return x != x ? NAN : exp2_to_float((double)x);
}

float loam_log2(float x)
{
    if (x == 0.0f)
    {
        return -INFINITY;
    }
    if (!(x > 0.0f))
    {
        return NAN;
    }
    return is_finite(x) ? (float)loam_precise_log2((double)x) : INFINITY;
}

float loam_pow(float x, float y)
{
    if (y == 0.0f || x == 1.0f)
    {
        return 1.0f;
    }
    if (!(x >= 0.0f) || y != y)
    {
        return NAN;
    }
    if (x == 0.0f || !is_finite(x))
    {
        return (x == 0.0f) == (y > 0.0f) ? 0.0f : INFINITY;
    }
    // An infinite y makes the product infinite, never NaN: the logarithm is not 0 here.
    return exp2_to_float((double)y * loam_precise_log2((double)x));
}
