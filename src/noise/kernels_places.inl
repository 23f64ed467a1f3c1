// SPDX-License-Identifier: MIT
// From world positions to lattice positions, for samples that are asked for together: they are mostly near to each
// other, wherever they are, and then 32 bits say how far they are from a common base. The loops are plain; they are
// here so that each instruction set makes vectors of them. What is not near is left to the reference.

/// How many values whole vectors take.
static inline int32_t whole_vectors(int32_t count)
{
    return (count + WIDE_N - 1) / WIDE_N * WIDE_N;
}

/// Counts positions from a base; false if 32 bits are too few.
static bool places(lattice_places *places, const int64_t *at, int32_t count)
{
    const uint64_t base = (uint64_t)at[0] - ((uint64_t)1 << 31);
    uint64_t all = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t above = (uint64_t)at[i] - base;
        places->above[i] = (int32_t)(uint32_t)above;
        all |= above;
    }
    for (int32_t i = count; i < whole_vectors(count); i++)
    {
        places->above[i] = places->above[0];
    }
    uint32_t low = UINT32_MAX, high = 0;
    for (int32_t i = 0; i < whole_vectors(count); i++)
    {
        const uint32_t above = (uint32_t)places->above[i];
        low = above < low ? above : low;
        high = above > high ? above : high;
    }
    places->base = (int64_t)base;
    places->lowest = low;
    places->highest = high;
    return all >> 32 == 0;
}

enum
{
    LOST_BITS = LATTICE_FREQUENCY_BITS - LATTICE_FRACTION_BITS, // of a position's fraction
};

/// Positions rest + above * frequency, of which 64 bits are right.
static void positions_long(lattice_near *near, const lattice_places *places, uint64_t rest,
                           uint64_t frequency, int32_t count)
{
    for (int32_t i = 0; i < count; i += WIDE_N)
    {
        const wi above = wi_load(places->above + i);
        const wl whole = wl_high(wl_mul(above, (uint32_t)(frequency >> 32)));
        const wl way = wl_add(wl_add(wl_set(rest), whole), wl_mul(above, (uint32_t)frequency));
        const wi cell = wl_bits(way, LATTICE_FREQUENCY_BITS);
        wi_store(near->cell + i, wi_add(cell, wi_set(LATTICE_NEAR_MARGIN)));
        wi_store(near->fraction + i, wi_and(wl_bits(way, LOST_BITS), wi_set(LATTICE_ONE - 1)));
    }
}

/// The same where the lower bits of all positions are 0, and what is left fits into 32.
static void positions_short(lattice_near *near, const lattice_places *places, uint32_t rest,
                            uint32_t frequency, int zeros, int32_t count)
{
    const int cells = LATTICE_FREQUENCY_BITS - zeros, fractions = zeros - LOST_BITS;
    for (int32_t i = 0; i < count; i++)
    {
        const uint32_t way = rest + (uint32_t)places->above[i] * frequency;
        near->cell[i] = LATTICE_NEAR_MARGIN + (int32_t)(way >> cells);
        near->fraction[i] = (int32_t)(way << fractions & (LATTICE_ONE - 1));
    }
}

static bool positions(lattice_near *near, const lattice_places *places, uint64_t frequency,
                      int32_t nudge, int32_t count)
{
    const int64_t lowest = (int64_t)((uint64_t)places->base + places->lowest);
    const lattice_point from = loam_lattice_point(lowest, frequency);
    const uint64_t rest = from.rest + ((uint64_t)nudge << LOST_BITS);
    const lattice_wide extent = loam_lattice_multiply(places->highest - places->lowest, frequency);
    if (extent.high != 0 || !loam_lattice_near_enough((extent.low >> LATTICE_FREQUENCY_BITS) + 2) ||
        !loam_lattice_near_base(&near->base, from.cell))
    {
        return false;
    }
    // What the lowest place adds is taken off first: modulo 2^64 or 2^32, as everything here.
    const int zeros = __builtin_ctzll(rest | frequency);
    const int32_t whole = whole_vectors(count);
    if (zeros >= LOST_BITS && zeros <= LATTICE_FREQUENCY_BITS &&
        (rest + extent.low) >> zeros >> 32 == 0)
    {
        const uint32_t step = (uint32_t)(frequency >> zeros);
        positions_short(near, places, (uint32_t)(rest >> zeros) - places->lowest * step, step,
                        zeros, whole);
    }
    else
    {
        positions_long(near, places, rest - places->lowest * frequency, frequency, whole);
    }
    return true;
}

/// Leaves room below and above for what looks at the cells around.
static bool shift(lattice_near *near, const float *offset, float cells_per_unit, int32_t count)
{
    enum
    {
        AROUND = 2
    };
    int32_t all = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const float cells = offset[i] * cells_per_unit;
        int32_t whole = (int32_t)cells;
        whole -= (float)whole > cells ? 1 : 0;
        const int32_t part = (int32_t)((cells - (float)whole) * (float)LATTICE_ONE);
        const int32_t fraction = near->fraction[i] + part;
        near->cell[i] += whole + (fraction >> LATTICE_FRACTION_BITS);
        near->fraction[i] = fraction & (LATTICE_ONE - 1);
        all |= near->cell[i] - AROUND;
    }
    for (int32_t i = count; i < whole_vectors(count); i++)
    {
        near->cell[i] = near->cell[count - 1];
        near->fraction[i] = near->fraction[count - 1];
    }
    return (uint32_t)all >> LATTICE_NEAR_BITS == 0;
}
