// SPDX-License-Identifier: MIT
#include "noise/lattice.h"

// From world positions to lattice positions. All of it is integer arithmetic, so nothing is lost far
// from the origin: position * frequency is formed with all 128 bits, of which 64 are cell and 24 are
// fraction; the 16 bits below are cut off, for every sample alike.

enum
{
    FREQUENCY_BITS = 40
};

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
    axis->cell[i] = (int64_t)(position.high << (64 - FREQUENCY_BITS) |
                              position.low >> FREQUENCY_BITS);
    axis->fraction[i] = (int32_t)(position.low >> (FREQUENCY_BITS - LATTICE_FRACTION_BITS) &
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

void loam_lattice_shift(lattice_axis *axis, const float *offset, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        int32_t whole = (int32_t)offset[i];
        whole -= (float)whole > offset[i];
        const int32_t part = (int32_t)((offset[i] - (float)whole) * (float)LATTICE_ONE);
        const int32_t fraction = axis->fraction[i] + part;
        axis->cell[i] = (int64_t)((uint64_t)axis->cell[i] + (uint64_t)(int64_t)whole +
                                  (uint64_t)(fraction >> LATTICE_FRACTION_BITS));
        axis->fraction[i] = fraction & (LATTICE_ONE - 1);
    }
    pad(axis, count);
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

/// A place in 2D that others are counted from: whole steps of SKEW2_DIVISOR cells along each axis, which are
/// whole cells when skewed too.
typedef struct skew_base
{
    int64_t x, y;            // cells
    uint64_t skew_x, skew_y; // likewise, skewed
} skew_base;

static skew_base base_at(int64_t x, int64_t y)
{
    // Towards 0, so that the base has a number too.
    const uint64_t steps_x = (uint64_t)(x / SKEW2_DIVISOR);
    const uint64_t steps_y = (uint64_t)(y / SKEW2_DIVISOR);
    return (skew_base){.x = (int64_t)(SKEW2_DIVISOR * steps_x),
                       .y = (int64_t)(SKEW2_DIVISOR * steps_y),
                       .skew_x = SKEW2_MAJOR * steps_x + SKEW2_MINOR * steps_y,
                       .skew_y = SKEW2_MINOR * steps_x + SKEW2_MAJOR * steps_y};
}

/// How many cells lie between a base and a cell. False if they are many, also where the numbers of cells end:
/// behind the last one comes the first.
static inline bool near_base(int64_t cell, int64_t base, int64_t *cells)
{
    *cells = (int64_t)((uint64_t)cell - (uint64_t)base);
    return *cells >= INT32_MIN && *cells <= INT32_MAX && (*cells >= 0) == (cell >= base);
}

/// A sample in 2D, cells_x and cells_y from a base that is near, so that whole positions from there have room
/// in 64 bits: what skew gives, in fewer steps.
static inline void skew_near(lattice_axis *x, lattice_axis *y, int32_t i, const skew_base *base,
                             int64_t cells_x, int64_t cells_y)
{
    const int64_t px = cells_x * LATTICE_ONE + x->fraction[i];
    const int64_t py = cells_y * LATTICE_ONE + y->fraction[i];
    const int64_t sx = SKEW2_MAJOR * px + SKEW2_MINOR * py;
    const int64_t sy = SKEW2_MINOR * px + SKEW2_MAJOR * py;
    const int64_t u = loam_lattice_divide(sx >> LATTICE_FRACTION_BITS, 0, SKEW2_DIVISOR).cell;
    const int64_t v = loam_lattice_divide(sy >> LATTICE_FRACTION_BITS, 0, SKEW2_DIVISOR).cell;
    x->cell[i] = (int64_t)(base->skew_x + (uint64_t)u);
    y->cell[i] = (int64_t)(base->skew_y + (uint64_t)v);
    x->fraction[i] = (int32_t)(sx - u * SKEW2_ONE);
    y->fraction[i] = (int32_t)(sy - v * SKEW2_ONE);
}

/// Samples that are asked for together are mostly near to each other, wherever they are.
static void skew2(lattice_axis *axis[3], int32_t count)
{
    lattice_axis *const x = axis[0], *const y = axis[1];
    const skew_base base = base_at(x->cell[0], y->cell[0]);
    for (int32_t i = 0; i < count; i++)
    {
        int64_t cells_x, cells_y;
        if (near_base(x->cell[i], base.x, &cells_x) && near_base(y->cell[i], base.y, &cells_y))
        {
            skew_near(x, y, i, &base, cells_x, cells_y);
        }
        else
        {
            skew(axis, i, 2);
        }
    }
}

void loam_lattice_skew(lattice_axis *axis[3], int32_t dims, int32_t count)
{
    if (dims == 2)
    {
        skew2(axis, count);
        return;
    }
    for (int32_t i = 0; i < count; i++)
    {
        skew(axis, i, 3);
    }
}
