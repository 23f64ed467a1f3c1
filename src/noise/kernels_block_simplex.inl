// SPDX-License-Identifier: MIT
// Simplex noise over a rectangle of a grid.
//
// A skewed coordinate is the sum of a part that belongs to the column and one that belongs to the row,
// each a cell and a remainder; adding them needs one comparison for the carry. So the simplex of every
// sample is found in 32-bit integers, exactly. In 2D the gradients of all lattice points under the
// block are made first; along a row the skewed coordinates only grow, so that a vector picks them
// with permutations.

enum
{
    SIMPLEX2_POINTS = 8192, // lattice points under a block, at most
};

/// One skewed coordinate along the block: per column, and per row.
typedef struct skew_axis
{
    _Alignas(LATTICE_ALIGN) int32_t
        column_cell[LATTICE_COLUMNS + LATTICE_PAD]; // relative to the first
    int32_t column_rest[LATTICE_COLUMNS + LATTICE_PAD];
    int32_t row_cell[LATTICE_ROWS]; // relative to the first
    int32_t row_rest[LATTICE_ROWS];
    int64_t first;   // lattice coordinate where both are 0
    int32_t lattice; // how many lattice coordinates are touched, both ends included
    int64_t advance; // the furthest that a vector's last lane is ahead of its first, in remainders
} skew_axis;

/// A position as one number, modulo 2^64; differences within a block are exact.
static WIDE_INLINE uint64_t lattice_bits(const lattice_axis *axis, int32_t k)
{
    return ((uint64_t)axis->cell[k] << LATTICE_FRACTION_BITS) + (uint64_t)axis->fraction[k];
}

static WIDE_INLINE bool skew_columns(skew_axis *axis, const lattice_block_job *job,
                                     int32_t multiplier, int32_t divisor)
{
    const uint64_t extent = (uint64_t)job->columns->cell[job->w - 1] -
                            (uint64_t)job->columns->cell[0];
    if (extent > SIMPLEX2_POINTS)
    {
        return false;
    }
    const lattice_part part = loam_lattice_part(
        loam_lattice_divide(job->columns->cell[0], job->columns->fraction[0], divisor), multiplier,
        divisor);
    const uint64_t origin = lattice_bits(job->columns, 0);
    const uint64_t one = (uint64_t)divisor << LATTICE_FRACTION_BITS;
    for (int32_t k = 0; k < job->w + WIDE_N - 1; k++)
    {
        const uint64_t ahead = lattice_bits(job->columns, k) - origin;
        const uint64_t scaled = (uint64_t)part.remainder + (uint64_t)multiplier * ahead;
        axis->column_cell[k] = (int32_t)(scaled / one);
        axis->column_rest[k] = (int32_t)(scaled % one);
    }
    axis->first = part.cell;
    axis->advance = 0;
    for (int32_t k = 0; k < job->w; k += WIDE_N)
    {
        const int32_t last = k + WIDE_N - 1;
        const int64_t ahead = (axis->column_cell[last] - axis->column_cell[k]) * (int64_t)one +
                              axis->column_rest[last] - axis->column_rest[k];
        axis->advance = ahead > axis->advance ? ahead : axis->advance;
    }
    return true;
}

/// The rows' share is the sum of a part of y and, in 3D, one of z.
static WIDE_INLINE bool skew_rows(skew_axis *axis, const lattice_block_job *job,
                                  int32_t y_multiplier, int32_t z_multiplier, int32_t divisor)
{
    const int32_t one = divisor << LATTICE_FRACTION_BITS;
    int64_t first = 0;
    for (int32_t r = 0; r < job->h; r++)
    {
        lattice_part part = loam_lattice_part(
            loam_lattice_divide(job->rows->cell[r], job->rows->fraction[r], divisor), y_multiplier,
            divisor);
        if (z_multiplier > 0)
        {
            const lattice_part z = loam_lattice_part(
                loam_lattice_divide(job->plane_cell, job->plane_fraction, divisor), z_multiplier,
                divisor);
            const int32_t sum = part.remainder + z.remainder;
            part.cell = (int64_t)((uint64_t)part.cell + (uint64_t)z.cell + (uint64_t)(sum / one));
            part.remainder = sum % one;
        }
        first = r == 0 ? part.cell : first;
        const uint64_t ahead = (uint64_t)part.cell - (uint64_t)first;
        if (ahead > SIMPLEX2_POINTS)
        {
            return false;
        }
        axis->row_cell[r] = (int32_t)ahead;
        axis->row_rest[r] = part.remainder;
    }
    axis->first = (int64_t)((uint64_t)axis->first + (uint64_t)first);
    axis->lattice = axis->column_cell[job->w - 1] + axis->row_cell[job->h - 1] + 3;
    return true;
}

/// Cell and remainder of a vector of samples on one skewed axis.
typedef struct wide_skew
{
    wi cell, rest;
} wide_skew;

/// The share of a row, to be added to every column's.
static WIDE_INLINE wide_skew skew_row(const skew_axis *axis, int32_t row)
{
    return (wide_skew){wi_set(axis->row_cell[row]), wi_set(axis->row_rest[row])};
}

static WIDE_INLINE wide_skew skew_add(wi cell, wi rest, wide_skew row, int32_t one)
{
    const wi sum = wi_add(rest, row.rest);
    const wi carry = wi_from_m(wi_gt(sum, wi_set(one - 1)));
    return (wide_skew){wi_sub(wi_add(cell, row.cell), carry),
                       wi_sub(sum, wi_and(carry, wi_set(one)))};
}

static WIDE_INLINE wide_skew skew_at(const skew_axis *axis, int32_t k, wide_skew row, int32_t one)
{
    return skew_add(wi_load(axis->column_cell + k), wi_load(axis->column_rest + k), row, one);
}

/// A skewed axis with the hashes of its lattice coordinates.
typedef struct simplex_axis
{
    skew_axis skew;
    int32_t hash[BLOCK_LINE];
} simplex_axis;

static WIDE_INLINE bool simplex_axis_prepare(simplex_axis *axis, const lattice_block_job *job,
                                             int number, int dims)
{
    const int32_t major = dims == 2 ? SKEW2_MAJOR : SKEW3_MAJOR;
    const int32_t minor = dims == 2 ? SKEW2_MINOR : SKEW3_MINOR;
    const int32_t divisor = dims == 2 ? SKEW2_DIVISOR : SKEW3_DIVISOR;
    if (!skew_columns(&axis->skew, job, number == 0 ? major : minor, divisor) ||
        !skew_rows(&axis->skew, job, number == 1 ? major : minor,
                   dims == 2     ? 0
                   : number == 2 ? major
                                 : minor,
                   divisor) ||
        axis->skew.lattice > BLOCK_LATTICE)
    {
        return false;
    }
    axis_hashes(axis->hash, axis->skew.first, axis->skew.lattice, job->octave->key[number]);
    return true;
}

// ---- two and three dimensions -------------------------------------------------------------------

/// Remainders and corners' hashes of a row's samples, as the lanes have them. Hashes along an axis are picked.
static WIDE_INLINE void simplex_row_hash(lanes_job *lanes, const simplex_axis axis[3], int32_t row,
                                         int32_t count, int dims)
{
    const int32_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    wide_skew share[3];
    for (int a = 0; a < dims; a++)
    {
        share[a] = skew_row(&axis[a].skew, row);
        lanes->rest[a] = lanes->skewed[a][1];
    }
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        wi rest[3], hash[3][2], corner[CORNERS];
        for (int a = 0; a < dims; a++)
        {
            const wide_skew s = skew_at(&axis[a].skew, k, share[a], one);
            const int32_t first = wi_first(s.cell);
            const wi index = wi_sub(s.cell, wi_set(first));
            rest[a] = s.rest;
            wi_store(lanes->skewed[a][1] + k, s.rest);
            hash[a][0] = wi_expand(axis[a].hash + first, index);
            hash[a][1] = wi_expand(axis[a].hash + first + 1, index);
        }
        simplex_hashes(corner, rest, (const wi(*)[2])hash, dims);
        for (int c = 0; c <= dims; c++)
        {
            wi_store(lanes->corner[c] + k, corner[c]);
        }
    }
}

static WIDE_INLINE void block_simplex_direct(const lattice_block_job *job, const simplex_axis *axis,
                                             int dims)
{
    lanes_job lanes;
    for (int32_t r = 0; r < job->h; r++)
    {
        const row_target to = block_row(job, r);
        simplex_row_hash(&lanes, axis, r, to.count, dims);
        for (int32_t k = 0; k < to.count; k += WIDE_N)
        {
            wi rest[3], corner[CORNERS];
            for (int a = 0; a < dims; a++)
            {
                rest[a] = wi_load(lanes.rest[a] + k);
            }
            for (int c = 0; c <= dims; c++)
            {
                corner[c] = wi_load(lanes.corner[c] + k);
            }
            wide_vector unused;
            emit(&to, k, simplex_at(rest, corner, dims, &unused));
        }
    }
}

// ---- two dimensions -----------------------------------------------------------------------------

/// Gradients of the lattice points under the block, two components to a word.
typedef struct simplex2_points
{
    int32_t word[SIMPLEX2_POINTS + 2 * LATTICE_PAD];
    int32_t stride, lines;
} simplex2_points;

static WIDE_INLINE wide_vector words_gradient(wi word)
{
    return (wide_vector){wf_from_bits(wi_and(word, wi_set((int32_t)0xffff0000u))),
                         wf_from_bits(wi_shl(word, 16)), wf_set(0)};
}

static WIDE_INLINE bool simplex2_fill(simplex2_points *points, const simplex_axis *u,
                                      const simplex_axis *v)
{
    // Whole vectors run over into the next line, which is written after it; so do reads, of lanes that
    // are not used.
    points->stride = u->skew.lattice;
    points->lines = v->skew.lattice;
    if (points->stride * points->lines > SIMPLEX2_POINTS)
    {
        return false;
    }
    for (int32_t j = 0; j < points->lines; j++)
    {
        for (int32_t i = 0; i < points->stride; i += WIDE_N)
        {
            const wi hash = mix(wi_add(wi_load(u->hash + i), wi_set(v->hash[j])));
            const wide_vector g = gradient(hash, 2);
            wi_store(points->word + j * points->stride + i,
                     wi_or(wi_from_bits(g.x), wi_shr(wi_from_bits(g.y), 16)));
        }
    }
    return true;
}

/// Words of the three corners: (0, 0), the middle one, (1, 1).
typedef struct simplex2_words
{
    wi w[3];
} simplex2_words;

/// Picks them from the line of the first lane and those above it, as far as later lanes may have climbed: where there
/// are no more lines none of them has.
static WIDE_INLINE simplex2_words simplex2_pick(const simplex2_points *points, const int32_t *i,
                                                const int32_t *cells, wm lower, int32_t climbs)
{
    const int32_t i0 = i[0], j0 = cells[0];
    const wi index = wi_sub(wi_load(i), wi_set(i0)), j = wi_load(cells);
    const int32_t *line = points->word + j0 * points->stride + i0;
    wi w00 = wi_expand(line, index), w10 = wi_expand(line + 1, index);
    line += points->stride;
    wi w01 = wi_expand(line, index), w11 = wi_expand(line + 1, index);
    wi next0 = w01, next1 = w11;
    for (int32_t climbed = 0; climbed < climbs; climbed++)
    {
        const wm higher = wi_gt(j, wi_set(j0 + climbed));
        w00 = wi_pick(higher, next0, w00);
        w10 = wi_pick(higher, next1, w10);
        line += j0 + climbed + 2 < points->lines ? points->stride : 0;
        next0 = wi_expand(line, index);
        next1 = wi_expand(line + 1, index);
        w01 = wi_pick(higher, next0, w01);
        w11 = wi_pick(higher, next1, w11);
    }
    return (simplex2_words){{w00, wi_pick(lower, w10, w01), w11}};
}

/// Cells and remainders of a row's samples.
typedef struct simplex2_places
{
    _Alignas(LATTICE_ALIGN) int32_t cell[2][LATTICE_COLUMNS + LATTICE_PAD];
    int32_t rest[2][LATTICE_COLUMNS + LATTICE_PAD];
} simplex2_places;

static WIDE_INLINE void simplex2_place(simplex2_places *places, const simplex_axis *axis,
                                       int32_t row, int32_t count)
{
    for (int a = 0; a < 2; a++)
    {
        const wide_skew share = skew_row(&axis[a].skew, row);
        for (int32_t k = 0; k < count; k += WIDE_N)
        {
            const wide_skew s = skew_at(&axis[a].skew, k, share, SKEW2_ONE);
            wi_store(places->cell[a] + k, s.cell);
            wi_store(places->rest[a] + k, s.rest);
        }
    }
}

static WIDE_INLINE void simplex2_row(const simplex2_points *points, const simplex2_places *places,
                                     row_target to, int32_t climbs)
{
    for (int32_t k = 0; k < to.count; k += WIDE_N)
    {
        const wi u = wi_load(places->rest[0] + k), v = wi_load(places->rest[1] + k);
        const wm lower = wi_gt(u, v);
        const simplex2_words words = simplex2_pick(points, places->cell[0] + k, places->cell[1] + k,
                                                   lower, climbs);
        wide_simplex simplex = simplex2_triangle(u, v, lower);
        for (int c = 0; c < 3; c++)
        {
            simplex.gradient[c] = words_gradient(words.w[c]);
        }
        wide_vector unused;
        emit(&to, k, simplex_sum(&simplex, 2, &unused));
    }
}

static WIDE_INLINE void simplex2_rows(const lattice_block_job *job, const simplex2_points *points,
                                      const simplex_axis *axis, int32_t climbs)
{
    for (int32_t row = 0; row < job->h; row++)
    {
        simplex2_places places;
        simplex2_place(&places, axis, row, job->w);
        simplex2_row(points, &places, block_row(job, row), climbs);
    }
}

static WIDE_INLINE void block_simplex2(const lattice_block_job *job, const simplex_axis *axis)
{
    simplex2_points points;
    if (!simplex2_fill(&points, &axis[0], &axis[1]))
    {
        block_simplex_direct(job, axis, 2);
        return;
    }
    // Few climbs are all taken, as a vector that has them cannot be foreseen.
    const int32_t climbs = (int32_t)((axis[1].skew.advance + SKEW2_ONE - 1) / SKEW2_ONE);
    switch (climbs)
    {
    case 0:
    case 1:
        simplex2_rows(job, &points, axis, 1);
        break;
    case 2:
        simplex2_rows(job, &points, axis, 2);
        break;
    default:
        simplex2_rows(job, &points, axis, climbs);
        break;
    }
}
