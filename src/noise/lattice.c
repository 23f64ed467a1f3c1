// SPDX-License-Identifier: MIT
#include "noise/lattice.h"

// From world positions to lattice positions. All of it is integer arithmetic, so nothing is lost far
// from the origin: position * frequency is formed with all 128 bits, of which 64 are cell and 24 are
// fraction; the 16 bits below are cut off, for every sample alike.

/// A 128-bit two's complement number.
typedef struct wide_int
{
    uint64_t high, low;
} wide_int;

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;

static wide_int multiply(int64_t a, uint64_t b)
{
    const uint128 product = (uint128)(uint64_t)a * b;
    return (wide_int){(uint64_t)(product >> 64) - (a < 0 ? b : 0), (uint64_t)product};
}
#else
static wide_int multiply(int64_t a, uint64_t b)
{
    const uint64_t ua = (uint64_t)a;
    const uint64_t a0 = ua & 0xffffffffu, a1 = ua >> 32;
    const uint64_t b0 = b & 0xffffffffu, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint64_t middle = (p00 >> 32) + (p01 & 0xffffffffu) + (p10 & 0xffffffffu);
    wide_int product = {p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32), ua * b};
    product.high -= a < 0 ? b : 0;
    return product;
}
#endif

static wide_int add(wide_int a, wide_int b)
{
    wide_int sum = {a.high + b.high, a.low + b.low};
    sum.high += sum.low < a.low;
    return sum;
}

static void put(lattice_axis *axis, int32_t i, wide_int position)
{
    axis->cell[i] = (int64_t)(position.high << (64 - LATTICE_FREQUENCY_BITS) |
                              position.low >> LATTICE_FREQUENCY_BITS);
    axis->fraction[i] = (int32_t)(position.low >> (LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS) &
                                  (LATTICE_ONE - 1));
}

/// Whole vectors are read: what lies past the end must be a position like any other.
static void pad(lattice_axis *axis, int32_t count)
{
    for (int32_t i = count; i < count + LATTICE_PAD; i++)
    {
        axis->cell[i] = axis->cell[count - 1];
        axis->fraction[i] = axis->fraction[count - 1];
    }
}

void loam_lattice_axis(lattice_axis *axis, int64_t start, int64_t step, uint64_t frequency,
                       int32_t count)
{
    const wide_int pace = multiply(step, frequency);
    wide_int position = multiply(start, frequency);
    for (int32_t i = 0; i < count; i++)
    {
        put(axis, i, position);
        position = add(position, pace);
    }
    pad(axis, count);
}

void loam_lattice_axis_points(lattice_axis *axis, const int64_t *at, uint64_t frequency,
                              int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        put(axis, i, multiply(at[i], frequency));
    }
    pad(axis, count);
}

lattice_point loam_lattice_point(int64_t at, uint64_t frequency)
{
    const wide_int position = multiply(at, frequency);
    return (lattice_point){(int64_t)(position.high << (64 - LATTICE_FREQUENCY_BITS) |
                                     position.low >> LATTICE_FREQUENCY_BITS),
                           position.low & (((uint64_t)1 << LATTICE_FREQUENCY_BITS) - 1)};
}

void loam_lattice_nudge(lattice_axis *axis, int32_t amount, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t fraction = axis->fraction[i] + amount;
        axis->cell[i] = (int64_t)((uint64_t)axis->cell[i] +
                                  (uint64_t)(fraction >> LATTICE_FRACTION_BITS));
        axis->fraction[i] = fraction & (LATTICE_ONE - 1);
    }
    pad(axis, count);
}

void loam_lattice_fill(lattice_axis *axis, int64_t cell, int32_t fraction, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        axis->cell[i] = cell;
        axis->fraction[i] = fraction;
    }
    pad(axis, count);
}

static int64_t sum3(int64_t a, int64_t b, int64_t c)
{
    return (int64_t)((uint64_t)a + (uint64_t)b + (uint64_t)c);
}

/// One sample. A skewed coordinate is the major part of its own axis and the minor parts of the others.
static inline void skew(lattice_axis *axis[3], int32_t i, int dims)
{
    const int32_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const int32_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    lattice_part major[3], minor[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int a = 0; a < dims; a++)
    {
        const lattice_quotient q = loam_lattice_divide(axis[a]->cell[i], axis[a]->fraction[i],
                                                       divisor);
        major[a] = loam_lattice_part(q, dims == 2 ? SKEW2_MAJOR : SKEW3_MAJOR, divisor);
        minor[a] = loam_lattice_part(q, dims == 2 ? SKEW2_MINOR : SKEW3_MINOR, divisor);
    }
    for (int a = 0; a < dims; a++)
    {
        const lattice_part p = minor[(a + 1) % dims];
        const lattice_part q = dims == 2 ? (lattice_part){0, 0} : minor[(a + 2) % 3];
        const int32_t rest = major[a].remainder + p.remainder + q.remainder;
        const int32_t carry = (rest >= one) + (rest - one >= one);
        axis[a]->cell[i] = sum3(major[a].cell, p.cell, sum3(q.cell, carry, 0));
        axis[a]->fraction[i] = rest - carry * one;
    }
}

void loam_lattice_skew(lattice_axis *axis[3], int32_t dims, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        skew(axis, i, dims);
    }
}
