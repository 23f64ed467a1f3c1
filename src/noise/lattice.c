// SPDX-License-Identifier: MIT
#include "noise/lattice.h"

// From world positions to lattice positions. All of it is integer arithmetic, so nothing is lost far
// from the origin: position * frequency is formed with all 128 bits, of which 64 are cell and 24 are
// fraction; the 16 bits below are cut off, for every sample alike.

static lattice_wide add(lattice_wide a, lattice_wide b)
{
    lattice_wide sum = {a.high + b.high, a.low + b.low};
    sum.high += sum.low < a.low;
    return sum;
}

static void put(lattice_axis *axis, int32_t i, lattice_wide position)
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

/// The usual case: what lies between the first sample and the last fits into 64 bits.
static void axis_short(lattice_axis *axis, lattice_point from, uint64_t pace, int32_t count)
{
    uint64_t way = from.rest;
    for (int32_t i = 0; i < count; i++)
    {
        axis->cell[i] = (int64_t)((uint64_t)from.cell + (way >> LATTICE_FREQUENCY_BITS));
        axis->fraction[i] = (int32_t)(way >> (LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS) &
                                      (LATTICE_ONE - 1));
        way += pace;
    }
}

static void axis_long(lattice_axis *axis, lattice_wide position, lattice_wide pace, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        put(axis, i, position);
        position = add(position, pace);
    }
}

void loam_lattice_axis(lattice_axis *axis, int64_t start, int64_t step, uint64_t frequency,
                       int32_t count)
{
    const lattice_wide pace = loam_lattice_multiply(step, frequency);
    if (pace.high == 0 && pace.low <= INT64_MAX / LATTICE_COLUMNS)
    {
        axis_short(axis, loam_lattice_point(start, frequency), pace.low, count);
    }
    else
    {
        axis_long(axis, loam_lattice_multiply(start, frequency), pace, count);
    }
    pad(axis, count);
}

void loam_lattice_axis_points(lattice_axis *axis, const int64_t *at, uint64_t frequency,
                              int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        put(axis, i, loam_lattice_multiply(at[i], frequency));
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

void loam_lattice_shift(lattice_axis *axis, const float *offset, float cells_per_unit,
                        int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        const float cells = offset[i] * cells_per_unit;
        int32_t whole = (int32_t)cells;
        whole -= (float)whole > cells ? 1 : 0;
        const int32_t part = (int32_t)((cells - (float)whole) * (float)LATTICE_ONE);
        const int32_t fraction = axis->fraction[i] + part;
        axis->cell[i] = (int64_t)((uint64_t)axis->cell[i] + (uint64_t)(int64_t)whole +
                                  (uint64_t)(fraction >> LATTICE_FRACTION_BITS));
        axis->fraction[i] = fraction & (LATTICE_ONE - 1);
    }
    pad(axis, count);
}

bool loam_lattice_near(lattice_near *near, const lattice_axis *axis, int32_t count)
{
    const uint64_t lowest = (uint64_t)axis->cell[0];
    if (!loam_lattice_near_base(&near->base, axis->cell[0]) ||
        !loam_lattice_near_enough((uint64_t)axis->cell[count - 1] - lowest))
    {
        return false;
    }
    for (int32_t i = 0; i < count + LATTICE_PAD; i++)
    {
        near->cell[i] = (int32_t)((uint64_t)axis->cell[i] - (uint64_t)near->base);
        near->fraction[i] = axis->fraction[i];
    }
    return true;
}

bool loam_lattice_near_fill(lattice_near *near, int64_t cell, int32_t fraction, int32_t count)
{
    for (int32_t i = 0; i < count + LATTICE_PAD; i++)
    {
        near->cell[i] = LATTICE_NEAR_MARGIN;
        near->fraction[i] = fraction;
    }
    return loam_lattice_near_base(&near->base, cell);
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
