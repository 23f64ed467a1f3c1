// SPDX-License-Identifier: MIT
// From world positions to lattice positions, for samples that are asked for together: they are mostly near to each
// other, wherever they are, and then 32 bits say how far they are from a common base. The loops are plain; they are
// here so that each instruction set makes vectors of them. What is not near goes the long way, lattice.c, and so do
// single samples.

enum
{
    NEAR_BITS = 24,
    NEAR_HALF = 1 << (NEAR_BITS - 1),
};

/// How far count positions lie above a base, each less than 2^24. False if one is not that near, or if the base is so
/// far out that numbers could wrap around.
static bool near_base(uint32_t *above, const int64_t *at, int64_t base, int32_t count)
{
    uint64_t beyond = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t difference = (uint64_t)at[i] - (uint64_t)base;
        above[i] = (uint32_t)difference;
        beyond |= difference >> NEAR_BITS;
    }
    const int64_t end = (int64_t)1 << 62;
    return beyond == 0 && base > -end && base < end;
}

/// Whole vectors are read: what lies past the end must be a position like any other.
static void pad_places(lattice_axis *axis, int32_t count)
{
    for (int32_t i = count; i < count + WIDE_N - 1; i++)
    {
        axis->cell[i] = axis->cell[count - 1];
        axis->fraction[i] = axis->fraction[count - 1];
    }
}

/// The places of samples at world positions; padded to whole vectors.
static void positions(lattice_axis *axis, const int64_t *at, uint64_t frequency, int32_t count)
{
    const int64_t base = (int64_t)((uint64_t)at[0] - NEAR_HALF);
    const uint64_t limit = (uint64_t)1 << LATTICE_FREQUENCY_BITS;
    uint32_t above[LATTICE_COLUMNS];
    if (WIDE_N == 1 || frequency >= limit || !near_base(above, at, base, count))
    {
        loam_lattice_axis_points(axis, at, frequency, count);
        return;
    }
    const lattice_point from = loam_lattice_point(base, frequency);
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t way = from.rest + above[i] * frequency;
        axis->cell[i] = (int64_t)((uint64_t)from.cell + (way >> LATTICE_FREQUENCY_BITS));
        axis->fraction[i] = (int32_t)(way >> (LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS) &
                                      (LATTICE_ONE - 1));
    }
    pad_places(axis, count);
}

/// Moves positions by offsets in cells (each below 2^30 in size), floored to the lattice's fraction; padded likewise.
static void shift(lattice_axis *axis, const float *offset, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        int32_t whole = (int32_t)offset[i];
        whole -= (float)whole > offset[i] ? 1 : 0;
        const int32_t part = (int32_t)((offset[i] - (float)whole) * (float)LATTICE_ONE);
        const int32_t fraction = axis->fraction[i] + part;
        axis->cell[i] = (int64_t)((uint64_t)axis->cell[i] + (uint64_t)(int64_t)whole +
                                  (uint64_t)(fraction >> LATTICE_FRACTION_BITS));
        axis->fraction[i] = fraction & (LATTICE_ONE - 1);
    }
    pad_places(axis, count);
}

/// Skewed positions near a base: whole cells above it, and remainders.
typedef struct skewed
{
    uint32_t cells[LATTICE_COLUMNS + LATTICE_PAD];
    int32_t rest[LATTICE_COLUMNS + LATTICE_PAD];
} skewed;

/// The skewed coordinate of axis a. above: cells over the base, along each axis; all sums have room in 31 bits.
static WIDE_INLINE void skew_along(skewed *out, lattice_axis *const axis[3],
                                  uint32_t above[3][LATTICE_COLUMNS + LATTICE_PAD], int a, int dims,
                                  int32_t count)
{
    const uint32_t major = dims == 2 ? SKEW2_MAJOR : SKEW3_MAJOR;
    const uint32_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    const uint32_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const uint32_t one = divisor << LATTICE_FRACTION_BITS;
    const int b = (a + 1) % dims, c = (a + 2) % dims;
    const int32_t *const fractions[3] = {axis[a]->fraction, axis[b]->fraction, axis[c]->fraction};
    for (int32_t i = 0; i < count; i++)
    {
        const uint32_t third = dims == 2 ? 0 : above[c][i];
        const uint32_t third_rest = dims == 2 ? 0 : (uint32_t)fractions[2][i];
        const uint32_t cells = major * above[a][i] + minor * (above[b][i] + third);
        const uint32_t whole = cells / divisor;
        const uint32_t rest = ((cells - whole * divisor) << LATTICE_FRACTION_BITS) +
                              major * (uint32_t)fractions[0][i] +
                              minor * ((uint32_t)fractions[1][i] + third_rest);
        const uint32_t carry = (rest >= one ? 1u : 0u) + (rest >= 2 * one ? 1u : 0u);
        out->cells[i] = whole + carry;
        out->rest[i] = (int32_t)(rest - carry * one);
    }
}

/// What loam_lattice_skew does, for cells that are near to each other; false if they are not.
static WIDE_INLINE bool skew_near(lattice_axis *axis[3], int dims, int32_t count)
{
    const int64_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    const uint64_t major = dims == 2 ? SKEW2_MAJOR : SKEW3_MAJOR;
    const uint64_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    uint32_t above[3][LATTICE_COLUMNS + LATTICE_PAD];
    uint64_t steps[3] = {0, 0, 0}, sum = 0; // whole steps of divisor cells are whole cells when skewed, too
    for (int a = 0; a < dims; a++)
    {
        steps[a] = (uint64_t)(axis[a]->cell[0] / divisor - NEAR_HALF / divisor);
        sum += steps[a];
        if (!near_base(above[a], axis[a]->cell, (int64_t)(steps[a] * (uint64_t)divisor), count))
        {
            return false;
        }
    }
    skewed out[3];
    for (int a = 0; a < dims; a++)
    {
        skew_along(&out[a], axis, above, a, dims, count);
    }
    for (int a = 0; a < dims; a++)
    {
        const uint64_t base = (major - minor) * steps[a] + minor * sum;
        for (int32_t i = 0; i < count; i++)
        {
            axis[a]->cell[i] = (int64_t)(base + out[a].cells[i]);
        }
        memcpy(axis[a]->fraction, out[a].rest, (size_t)count * sizeof(int32_t));
    }
    return true;
}

static void skew(lattice_axis *axis[3], int32_t dims, int32_t count)
{
    if (WIDE_N == 1 || !(dims == 2 ? skew_near(axis, 2, count) : skew_near(axis, 3, count)))
    {
        loam_lattice_skew(axis, dims, count);
    }
}
