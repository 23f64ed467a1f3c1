// SPDX-License-Identifier: MIT
// Simplex noise over a rectangle of a grid, for vectors of eight samples and more.
//
// The level of a cell of the skewed lattice is the sum of its coordinates. Along a row skewed coordinates only grow,
// so a level is in one cell, and everything about that cell's corners but the distance along x is worked out once per
// level, for as many levels at a time as a vector holds. Between the first corner of a cell and its last the way is
// one of two for each corner, by how far along x a sample is. So a sample knows its level (cells of the columns, and a
// carry for each axis) and compares its x with the borders of that level; then it picks its corners with permutations.

#if WIDE_N >= 8

enum
{
    // Columns to a level that make levels pay. They also keep a row so short that its x fits into 32 bits.
    LEVELS_COLUMNS2 = 7,
    LEVELS_COLUMNS3 = 3,
    LEVELS_MAX = 96, // LATTICE_COLUMNS / LEVELS_COLUMNS3, and a carry of each axis
    LEVELS_LINE = LEVELS_MAX + 2 * LATTICE_PAD,
    LEVELS_NEAR = WIDE_N / 2 - 1,   // a vector's levels with two choices each are one permutation
    LEVELS_FAR = WIDE_N == 8,       // whether there may be more of them: two permutations
    LEVELS_TWO_STEPS = WIDE_N == 8, // short loops where registers are few. Measured
};

/// Coefficients of a corner, by level or by level and choice.
typedef struct levels_corner
{
    float gx[2 * LEVELS_LINE], room[2 * LEVELS_LINE], share[2 * LEVELS_LINE];
} levels_corner;

/// The levels of one row.
typedef struct simplex_levels
{
    _Alignas(LATTICE_ALIGN) int32_t level[LATTICE_COLUMNS + LATTICE_PAD]; // per column, from 0
    int32_t origin[LEVELS_LINE];    // where x is 0 relative to the first corner
    int32_t border[2][LEVELS_LINE]; // the last x from the first column on before the next choice
    levels_corner corner[4];        // those between the first and the last have two choices each
} simplex_levels;

/// What is the same for every row of a block.
typedef struct levels_block
{
    runs_block row;
    _Alignas(LATTICE_ALIGN) int32_t cells[LATTICE_COLUMNS + LATTICE_PAD]; // levels, without carries
    int32_t ahead[LATTICE_COLUMNS + LATTICE_PAD]; // x from the first column on
} levels_block;

static WIDE_INLINE void levels_prepare(levels_block *block, const simplex_axis *axis,
                                       const lattice_block_job *job, int dims)
{
    runs_prepare(&block->row, axis, job, dims);
    const uint64_t first = lattice_bits(job->columns, 0);
    for (int32_t k = 0; k < job->w + WIDE_N - 1; k++)
    {
        int32_t cells = 0;
        for (int a = 0; a < dims; a++)
        {
            cells += axis[a].skew.column_cell[k];
        }
        block->cells[k] = cells;
        block->ahead[k] = (int32_t)(uint32_t)(lattice_bits(job->columns, k) - first);
    }
}

/// Whether levels fit, and a vector has so few that it pays: otherwise a block does better with its lattice points'
/// gradients, or with hashes. Measured.
static WIDE_INLINE bool levels_pay(const simplex_axis *axis, const lattice_block_job *job, int dims)
{
    const int64_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    int32_t levels = 0, ahead = 0;
    for (int a = 0; a < dims; a++)
    {
        levels += axis[a].skew.column_cell[job->w - 1];
        ahead += (int32_t)((axis[a].skew.advance + one - 1) / one);
    }
    return levels * (dims == 2 ? LEVELS_COLUMNS2 : LEVELS_COLUMNS3) < job->w &&
           ahead < (LEVELS_FAR ? WIDE_N : LEVELS_NEAR + 1);
}

/// Whether the first column's remainder makes a carry.
static WIDE_INLINE int32_t levels_carry(const skew_axis *axis, int32_t row, int32_t one)
{
    return axis->column_rest[0] + axis->row_rest[row] >= one;
}

/// Numbers the samples of a row.
static WIDE_INLINE void levels_number(simplex_levels *levels, const levels_block *block,
                                      int32_t row, int32_t count, int dims)
{
    const int32_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    wi last[3];
    int32_t first = 0;
    for (int a = 0; a < dims; a++)
    {
        const skew_axis *const skew = &block->row.axis[a].skew;
        last[a] = wi_set(one - 1 - skew->row_rest[row]);
        first += levels_carry(skew, row, one);
    }
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        wi level = wi_sub(wi_load(block->cells + k), wi_set(first));
        for (int a = 0; a < dims; a++)
        {
            const wi rest = wi_load(block->row.axis[a].skew.column_rest + k);
            level = wi_raise(level, wi_gt(rest, last[a]));
        }
        wi_store(levels->level + k, level);
    }
}

/// What the levels of a row begin with: the cells of its first sample, relative to the block's first and as they are,
/// and its place across, all modulo 2^32.
typedef struct levels_origin
{
    int32_t index[3];
    uint32_t cell[3], x, y, z;
} levels_origin;

static WIDE_INLINE levels_origin levels_begin(const levels_block *block,
                                              const lattice_block_job *job, int32_t row, int dims)
{
    levels_origin origin = {.x = (uint32_t)lattice_bits(job->columns, 0),
                            .y = (uint32_t)lattice_bits(job->rows, row),
                            .z = ((uint32_t)job->plane_cell << LATTICE_FRACTION_BITS) +
                                 (uint32_t)job->plane_fraction};
    for (int a = 0; a < dims; a++)
    {
        const skew_axis *const skew = &block->row.axis[a].skew;
        origin.index[a] = skew->row_cell[row] +
                          levels_carry(skew, row, dims == 2 ? SKEW2_ONE : SKEW3_ONE);
        origin.cell[a] = (uint32_t)skew->first + (uint32_t)origin.index[a];
    }
    return origin;
}

static WIDE_INLINE wi number_from(int32_t first)
{
    static const int32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return wi_add(wi_load(numbers), wi_set(first));
}

/// Gradient along x and what is left of a corner.
typedef struct wide_coefficients
{
    wf gx;
    wide_corner rest;
} wide_coefficients;

static WIDE_INLINE wide_coefficients coefficients_of(wide_vector g, wf dy, wf dz, int dims)
{
    return (wide_coefficients){g.x, corner_rest(g, (wide_vector){wf_set(0), dy, dz}, dims)};
}

static WIDE_INLINE void store_one(levels_corner *corner, int32_t n, wide_coefficients c)
{
    wf_store(corner->gx + n, c.gx);
    wf_store(corner->room + n, c.rest.room);
    wf_store(corner->share + n, c.rest.share);
}

static WIDE_INLINE void store_two(levels_corner *corner, int32_t n, wide_coefficients c,
                                  wide_coefficients d)
{
    wf_store_pairs(corner->gx + 2 * n, c.gx, d.gx);
    wf_store_pairs(corner->room + 2 * n, c.rest.room, d.rest.room);
    wf_store_pairs(corner->share + 2 * n, c.rest.share, d.rest.share);
}

/// Cells as fixed point numbers, modulo 2^32.
static WIDE_INLINE wi cells_bits(wi cells)
{
    return wi_shl(cells, LATTICE_FRACTION_BITS);
}

static WIDE_INLINE wi wide_bits(uint32_t bits)
{
    return wi_set((int32_t)bits);
}

/// Cells of one axis by level, relative to level 0, and their hashes.
static WIDE_INLINE wi levels_axis(const levels_block *block, const levels_origin *origin, int a,
                                  wi ahead, wi hash[2])
{
    runs_hashes(block->row.axis[a].hash, wi_add(ahead, wi_set(origin->index[a])), hash);
    return wi_add(ahead, wide_bits(origin->cell[a]));
}

// In 2D the second coordinate grows at 15 of 71 levels: v is at the cell j where u is at (56 j - 71 y) / 15, so j is
// the integer below (15 (level + 1) + 71 y) / 71.
static WIDE_INLINE wi levels_second2(const levels_origin *origin, wi level)
{
    const uint32_t cells = 15u * (origin->cell[0] + origin->cell[1] + 1u) - 71u * origin->cell[1];
    const uint32_t rest = (cells << LATTICE_FRACTION_BITS) + 71u * origin->y - 1u;
    const wi scaled = wi_add(wi_mul(level, wi_set(15)), wide_bits(rest >> LATTICE_FRACTION_BITS));
    return wi_shr(wi_mul(scaled, wi_set(59075)), 22);
}

static WIDE_INLINE void levels_corners2(simplex_levels *levels, const levels_block *block,
                                        const levels_origin *origin, int32_t n)
{
    const wi level = number_from(n), second = levels_second2(origin, level);
    wi hash[2][2];
    const wi i = levels_axis(block, origin, 0, wi_sub(level, second), hash[0]);
    const wi j = levels_axis(block, origin, 1, second, hash[1]);
    const wi major = wi_set(SKEW2_MAJOR), minor = wi_set(SKEW2_MINOR);
    wi_store(levels->origin + n, cells_bits(wi_sub(wi_mul(i, major), wi_mul(j, minor))));
    wi_store(levels->border[0] + n,
             wi_add(cells_bits(wi_sub(i, j)), wide_bits(origin->y - origin->x)));
    const wi from = cells_bits(wi_sub(wi_mul(j, major), wi_mul(i, minor)));
    const wf dy = wf_mul(wf_from_i(wi_sub(wide_bits(origin->y * 71u), from)), wf_set(SKEW2_UNIT));
    const wf zero = wf_set(0);
    wide_vector g[4];
    for (int c = 0; c < 4; c++)
    {
        g[c] = gradient(mix(wi_add(hash[0][c % 2], hash[1][c / 2])), 2);
    }
    store_one(&levels->corner[0], n, coefficients_of(g[0], dy, zero, 2));
    store_two(&levels->corner[1], n,
              coefficients_of(g[2], wf_sub(dy, wf_set(SIMPLEX2_NEAR)), zero, 2),
              coefficients_of(g[1], wf_sub(dy, wf_set(SIMPLEX2_SIDE)), zero, 2));
    store_one(&levels->corner[2], n,
              coefficients_of(g[3], wf_sub(dy, wf_set(SIMPLEX2_FAR)), zero, 2));
}

// In 3D, as many as 6 levels are 4 cells of the first coordinate and one of each of the others. v passes into its next
// cell j where u is at 4 j - 5 y - z and w at j - y + z, and w into k where they are at 4 k - y - 5 z and k + y - z.
static WIDE_INLINE wi levels_sixth(wi level, uint32_t first, uint32_t before, bool other)
{
    const int32_t passed = (int32_t)((first - before) >> LATTICE_FRACTION_BITS) + (other ? 2 : 1);
    return wi_shr(wi_mul(wi_add(level, wi_set(6 - passed)), wi_set(10923)), 16);
}

static WIDE_INLINE wi levels_second3(const levels_origin *o, wi level)
{
    const uint32_t w = ((o->cell[1] - o->cell[2]) << LATTICE_FRACTION_BITS) - o->y + o->z;
    return levels_sixth(level, (4u * o->cell[1] + 4u - o->cell[0]) << LATTICE_FRACTION_BITS,
                        5u * o->y + o->z, (int32_t)w >= 0);
}

static WIDE_INLINE wi levels_third3(const levels_origin *o, wi level)
{
    const uint32_t v = ((o->cell[2] - o->cell[1]) << LATTICE_FRACTION_BITS) + o->y - o->z;
    return levels_sixth(level, (4u * o->cell[2] + 4u - o->cell[0]) << LATTICE_FRACTION_BITS,
                        o->y + 5u * o->z, (int32_t)v > 0);
}

static WIDE_INLINE void levels_corners3(simplex_levels *levels, const levels_block *block,
                                        const levels_origin *origin, int32_t n)
{
    const wi level = number_from(n);
    const wi second = levels_second3(origin, level), third = levels_third3(origin, level);
    const wi ahead[3] = {wi_sub(level, wi_add(second, third)), second, third};
    wi hash[3][2], at[3];
    for (int a = 0; a < 3; a++)
    {
        at[a] = levels_axis(block, origin, a, ahead[a], hash[a]);
    }
    const uint32_t x = origin->x, y = origin->y, z = origin->z;
    const wi all = wi_add(at[0], wi_add(at[1], at[2])), six = wi_set(6);
    wi_store(levels->origin + n, cells_bits(wi_sub(wi_mul(at[0], six), all)));
    const wi from_y = cells_bits(wi_sub(wi_mul(at[1], six), all));
    const wi from_z = cells_bits(wi_sub(wi_mul(at[2], six), all));
    const wf unit = wf_set(SKEW3_UNIT);
    const wf dy = wf_mul(wf_from_i(wi_sub(wide_bits(y * 6u), from_y)), unit);
    const wf dz = wf_mul(wf_from_i(wi_sub(wide_bits(z * 6u), from_z)), unit);
    // Where x - y and x - z pass what they are in the cell; the axis that is ahead is passed later.
    const wi pass_y = wi_add(cells_bits(wi_sub(at[0], at[1])), wide_bits(y - x - 1u));
    const wi pass_z = wi_add(cells_bits(wi_sub(at[0], at[2])), wide_bits(z - x - 1u));
    const wm z_ahead = wi_gt(wi_sub(pass_z, pass_y), wi_set(0));
    const wm y_ahead = wi_gt(wi_set(1), wi_sub(pass_z, pass_y));
    wi_store(levels->border[0] + n, wi_pick(z_ahead, pass_z, pass_y));
    wi_store(levels->border[1] + n, wi_pick(z_ahead, pass_y, pass_z));
    const wi rest[3] = {
        wi_add(hash[1][0], hash[2][0]),
        wi_pick(z_ahead, wi_add(hash[1][0], hash[2][1]), wi_add(hash[1][1], hash[2][0])),
        wi_add(hash[1][1], hash[2][1])};
    wide_vector g[2][3];
    for (int c = 0; c < 6; c++)
    {
        g[c / 3][c % 3] = gradient(mix(wi_add(hash[0][c / 3], rest[c % 3])), 3);
    }
    const float s1 = 1.0f / 6.0f, s2 = 2.0f / 6.0f;
    const wf half = wf_set(0.5f), back = wf_set(-s1), on = wf_set(1.0f - s2);
    store_one(&levels->corner[0], n, coefficients_of(g[0][0], dy, dz, 3));
    store_two(&levels->corner[1], n,
              coefficients_of(g[0][1], wf_sub(dy, step_if(y_ahead, s1)),
                              wf_sub(dz, step_if(z_ahead, s1)), 3),
              coefficients_of(g[1][0], wf_sub(dy, back), wf_sub(dz, back), 3));
    store_two(&levels->corner[2], n, coefficients_of(g[0][2], wf_sub(dy, on), wf_sub(dz, on), 3),
              coefficients_of(g[1][1], wf_sub(dy, step_if(y_ahead, s2)),
                              wf_sub(dz, step_if(z_ahead, s2)), 3));
    store_one(&levels->corner[3], n,
              coefficients_of(g[1][2], wf_sub(dy, half), wf_sub(dz, half), 3));
}

/// A corner's share. far: the index may go beyond a vector.
static WIDE_INLINE wf levels_share(const levels_corner *corner, int32_t from, wi index, wf x,
                                   bool far)
{
    const float *const gx = corner->gx + from, *const room = corner->room + from;
    const float *const share = corner->share + from;
    if (far)
    {
        const wide_corner rest = {wf_expand_two(room, index), wf_expand_two(share, index)};
        return falloff_value(corner_falloff(rest, wf_expand_two(gx, index), x));
    }
    const wide_corner rest = {wf_expand(room, index), wf_expand(share, index)};
    return falloff_value(corner_falloff(rest, wf_expand(gx, index), x));
}

/// Where samples are, and which corners they have: an index into those of a level, and into those with two choices.
typedef struct wide_level
{
    wf x;
    wi index[3];
} wide_level;

/// The same of a row.
typedef struct levels_places
{
    _Alignas(LATTICE_ALIGN) float x[LATTICE_COLUMNS + LATTICE_PAD];
    int32_t index[3][LATTICE_COLUMNS + LATTICE_PAD];
} levels_places;

static WIDE_INLINE wide_level levels_place(const simplex_levels *levels, const levels_block *block,
                                           int32_t k, int dims)
{
    const wf unit = wf_set(dims == 2 ? SKEW2_UNIT : SKEW3_UNIT);
    const int32_t from = levels->level[k];
    const wi index = wi_sub(wi_load(levels->level + k), wi_set(from));
    const wi origin = wi_expand(levels->origin + from, index), ahead = wi_load(block->ahead + k);
    wide_level place = {.x = wf_mul(wf_from_i(wi_sub(wi_load(block->row.x + k), origin)), unit),
                        .index = {index, index, index}};
    for (int c = 1; c < dims; c++)
    {
        const wm passed = wi_gt(ahead, wi_expand(levels->border[c - 1] + from, index));
        place.index[c] = wi_raise(wi_add(index, index), passed);
    }
    return place;
}

static WIDE_INLINE void levels_places_store(levels_places *places, const simplex_levels *levels,
                                            const levels_block *block, int32_t count, int dims)
{
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        const wide_level place = levels_place(levels, block, k, dims);
        wf_store(places->x + k, place.x);
        for (int c = 0; c < dims; c++)
        {
            wi_store(places->index[c] + k, place.index[c]);
        }
    }
}

static WIDE_INLINE wide_level levels_places_load(const levels_places *places, int32_t k, int dims)
{
    wide_level place = {.x = wf_load(places->x + k)};
    for (int c = 0; c < dims; c++)
    {
        place.index[c] = wi_load(places->index[c] + k);
    }
    return place;
}

/// far: there may be more than LEVELS_NEAR levels between the vector's lanes.
static WIDE_INLINE wf levels_sample(const simplex_levels *levels, int32_t from, wide_level place,
                                    int dims, bool far)
{
    wf sum = levels_share(&levels->corner[0], from, place.index[0], place.x, false);
    for (int c = 1; c < dims; c++)
    {
        const wm passed = wi_odd(place.index[c]);
        const wf step = dims == 2 ? wf_pick(passed, wf_set(SIMPLEX2_NEAR), wf_set(SIMPLEX2_SIDE))
                                  : step_if(passed, (float)c / 6.0f);
        sum = wf_add(sum, levels_share(&levels->corner[c], 2 * from, place.index[c],
                                       wf_sub(place.x, step), far));
    }
    const wf last = wf_sub(place.x, wf_set(simplex_last_step[dims]));
    sum = wf_add(sum, levels_share(&levels->corner[dims], from, place.index[0], last, false));
    return wf_mul(sum, wf_set(simplex_scale[dims]));
}

static WIDE_INLINE void levels_row(const simplex_levels *levels, const levels_block *block,
                                   row_target to, int dims)
{
    levels_places places;
    if (LEVELS_TWO_STEPS)
    {
        levels_places_store(&places, levels, block, to.count, dims);
    }
    for (int32_t k = 0; k < to.count; k += WIDE_N)
    {
        const int32_t from = levels->level[k], ahead = levels->level[k + WIDE_N - 1] - from;
        const wide_level place = LEVELS_TWO_STEPS ? levels_places_load(&places, k, dims)
                                                  : levels_place(levels, block, k, dims);
        if (!LEVELS_FAR || ahead <= LEVELS_NEAR)
        {
            emit(&to, k, levels_sample(levels, from, place, dims, false));
        }
        else
        {
            emit(&to, k, levels_sample(levels, from, place, dims, true));
        }
    }
}

/// The usual targets are known when this is compiled.
static WIDE_INLINE void levels_row_emit(const simplex_levels *levels, const levels_block *block,
                                        row_target to, int dims)
{
    const lattice_target target = to.target;
    if (target.plain)
    {
        to.target = (lattice_target){.fractal = LOAM_FRACTAL_FBM, .plain = true};
        levels_row(levels, block, to, dims);
    }
    else if (target.fractal == LOAM_FRACTAL_FBM && !target.first)
    {
        to.target = (lattice_target){.fractal = LOAM_FRACTAL_FBM, .weight = target.weight};
        levels_row(levels, block, to, dims);
    }
    else
    {
        levels_row(levels, block, to, dims);
    }
}

static WIDE_INLINE void block_levels(const lattice_block_job *job, const simplex_axis *axis,
                                     int dims)
{
    levels_block block;
    simplex_levels levels;
    levels_prepare(&block, axis, job, dims);
    for (int32_t row = 0; row < job->h; row++)
    {
        const levels_origin origin = levels_begin(&block, job, row, dims);
        levels_number(&levels, &block, row, job->w, dims);
        for (int32_t n = 0; n <= levels.level[job->w - 1]; n += WIDE_N)
        {
            if (dims == 2)
            {
                levels_corners2(&levels, &block, &origin, n);
            }
            else
            {
                levels_corners3(&levels, &block, &origin, n);
            }
        }
        levels_row_emit(&levels, &block, block_row(job, row), dims);
    }
}

#endif
