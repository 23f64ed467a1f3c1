// SPDX-License-Identifier: MIT
// Where a single sample lies on the lattice.
#ifndef LOAM_NOISE_POINT_H
#define LOAM_NOISE_POINT_H

#include "noise/lattice.h"

typedef struct point_place
{
    int64_t cell[3];
    int32_t rest[3]; // fraction of the cell, or the remainder of a skewed position
} point_place;

/// Positions up to here have sums of parts that fit into 64 bits.
#define POINT_CELLS_MAX ((int64_t)1 << 56)

static inline point_place loam_point_place(const int64_t at[3], uint64_t frequency, int dims)
{
    point_place place;
    for (int a = 0; a < dims; a++)
    {
        const lattice_point point = loam_lattice_point(at[a], frequency);
        place.cell[a] = point.cell;
        place.rest[a] = (int32_t)(point.rest >> (LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS));
    }
    return place;
}

/// As loam_lattice_skew. A skewed coordinate is its axis' own and a share of the sum of all, 15/41 or 1/3. False if the
/// place is too far out.
static inline bool loam_point_skew(point_place *place, int dims)
{
    const int64_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    const int64_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const int32_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    int64_t cells = 0, fractions = 0;
    uint64_t far = 0;
    for (int a = 0; a < dims; a++)
    {
        far |= (uint64_t)(place->cell[a] + POINT_CELLS_MAX);
        cells += place->cell[a];
        fractions += place->rest[a];
    }
    if (far >= 2 * (uint64_t)POINT_CELLS_MAX)
    {
        return false;
    }
    const uint64_t up = (uint64_t)1 << 57; // steps that make sums positive
    const int64_t steps = (int64_t)(((uint64_t)cells + up * (uint64_t)divisor) / (uint64_t)divisor -
                                    up);
    const int64_t rest = (cells - steps * divisor) * minor * LATTICE_ONE + fractions * minor;
    const uint32_t whole = (uint32_t)(rest >> LATTICE_FRACTION_BITS) / (uint32_t)divisor;
    const int64_t share = steps * minor + whole;
    for (int a = 0; a < dims; a++)
    {
        const int64_t own = rest - whole * (int64_t)one + place->rest[a] * divisor;
        const bool carry = own >= one;
        place->cell[a] += share + carry;
        place->rest[a] = (int32_t)(own - (carry ? one : 0));
    }
    return true;
}

#endif
