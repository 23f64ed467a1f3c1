// SPDX-License-Identifier: MIT
// Simplex noise over a rectangle of a grid whose samples lie close together.
//
// A row crosses one simplex after another, and between two borders everything about its corners but
// the distance along x is the same: a run. A border is where a skewed coordinate, or x - y or x - z,
// which decide the order of the remainders, passes a whole number; those columns are computed. What
// the corners of a run contribute is worked out once, for as many runs at a time as a vector holds;
// then run after run is written, and every sample has only x left to do.

enum
{
    RUNS_LINE = LATTICE_COLUMNS + 2 * LATTICE_PAD,
    RUNS_CORNERS = 4,
    RUNS_WORDS = LATTICE_COLUMNS / 64,
    // Where levels are not known, runs win early; against those only where nearly all of a row is one run. Measured.
    RUNS_SAMPLES_MIN = WIDE_N < 8 ? 4 : 96,
};

/// The runs of one row.
typedef struct simplex_runs
{
    _Alignas(LATTICE_ALIGN)
        int32_t first[RUNS_LINE]; // per run: its first sample, and that sample's column
    int32_t x[RUNS_LINE], cell[3][RUNS_LINE], rest[3][RUNS_LINE];
    int32_t count;
    // Per run: where x is 0 relative to the first corner, and each corner's coefficients.
    int32_t origin[RUNS_LINE];
    float step[RUNS_CORNERS][RUNS_LINE]; // from the first corner, along x
    float gx[RUNS_CORNERS][RUNS_LINE];
    float room[RUNS_CORNERS][RUNS_LINE];
    float share[RUNS_CORNERS][RUNS_LINE];
} simplex_runs;

/// A coordinate that grows along the row; a border is wherever it passes a multiple of one.
typedef struct runs_coordinate
{
    int64_t column[RUNS_LINE]; // since the first column
    int64_t one;
    double columns_per_unit;
} runs_coordinate;

/// What is the same for every row of a block: two or three skewed coordinates, then x itself.
typedef struct runs_block
{
    const simplex_axis *axis;
    runs_coordinate coordinate[4];
    _Alignas(
        LATTICE_ALIGN) int32_t x[RUNS_LINE]; // column position in units of an offset, modulo 2^32
} runs_block;

static WIDE_INLINE void coordinate_finish(runs_coordinate *coordinate, int64_t one, int32_t count)
{
    const int64_t last = coordinate->column[count - 1];
    coordinate->one = one;
    coordinate->columns_per_unit = last == 0 ? 0.0 : (double)(count - 1) / (double)last;
}

static WIDE_INLINE void runs_prepare(runs_block *block, const simplex_axis *axis,
                                     const lattice_block_job *job, int dims)
{
    const int64_t one = dims == 2 ? SKEW2_ONE : SKEW3_ONE;
    block->axis = axis;
    for (int a = 0; a < dims; a++)
    {
        const skew_axis *const skew = &axis[a].skew;
        for (int32_t k = 0; k < job->w; k++)
        {
            block->coordinate[a].column[k] = skew->column_cell[k] * one + skew->column_rest[k] -
                                             skew->column_rest[0];
        }
        coordinate_finish(&block->coordinate[a], one, job->w);
    }
    const uint64_t units = dims == 2 ? 71 : 6;
    const uint64_t first = lattice_bits(job->columns, 0);
    for (int32_t k = 0; k < job->w + WIDE_N - 1; k++)
    {
        const uint64_t position = lattice_bits(job->columns, k);
        block->x[k] = (int32_t)(uint32_t)(position * units);
        block->coordinate[dims].column[k] = (int64_t)(position - first);
    }
    coordinate_finish(&block->coordinate[dims], LATTICE_ONE, job->w);
}

/// Whether there are many samples to a run.
static WIDE_INLINE bool runs_pay(const simplex_axis *axis, const lattice_block_job *job, int dims)
{
    const int64_t cells = job->columns->cell[job->w - 1] - job->columns->cell[0];
    int64_t crossings = cells * (dims - 1);
    for (int a = 0; a < dims; a++)
    {
        crossings += axis[a].skew.column_cell[job->w - 1];
    }
    return WIDE_N <= 8 && crossings * RUNS_SAMPLES_MIN < job->w;
}

/// Marks the columns at which a coordinate passes a border; offset is its value at the first column,
/// less than one.
static WIDE_INLINE void mark_borders(uint64_t marks[RUNS_WORDS], const runs_coordinate *coordinate,
                                     int64_t offset, int32_t count)
{
    const int64_t last = coordinate->column[count - 1];
    for (int64_t border = coordinate->one - offset; border <= last; border += coordinate->one)
    {
        // Columns are evenly spaced but for rounding: the guess is at most one off.
        int32_t k = (int32_t)((double)border * coordinate->columns_per_unit);
        k = k < count ? k : count - 1;
        while (coordinate->column[k] < border)
        {
            k++;
        }
        while (coordinate->column[k - 1] >= border)
        {
            k--;
        }
        marks[k / 64] |= (uint64_t)1 << (k % 64);
    }
}

/// Marks the columns where the runs of a row begin. With equal remainders, 2D takes the upper
/// triangle and 3D the earlier axis first.
static WIDE_INLINE void mark_row(uint64_t marks[RUNS_WORDS], const runs_block *block,
                                 const lattice_block_job *job, int32_t row, int dims)
{
    for (int a = 0; a < dims; a++)
    {
        const skew_axis *const skew = &block->axis[a].skew;
        const int64_t sum = (int64_t)skew->column_rest[0] + skew->row_rest[row];
        const int64_t one = block->coordinate[a].one;
        mark_borders(marks, &block->coordinate[a], sum >= one ? sum - one : sum, job->w);
    }
    const runs_coordinate *const x = &block->coordinate[dims];
    const int32_t at = job->columns->fraction[0], wrap = LATTICE_ONE - 1;
    const int32_t strict = dims == 2 ? 1 : 0;
    mark_borders(marks, x, (at - job->rows->fraction[row] - strict) & wrap, job->w);
    if (dims > 2)
    {
        mark_borders(marks, x, (at - job->plane_fraction) & wrap, job->w);
    }
}

static WIDE_INLINE void runs_begin(simplex_runs *runs, const runs_block *block, int32_t run,
                                   int32_t k, int dims)
{
    runs->first[run] = k;
    runs->x[run] = block->x[k];
    for (int a = 0; a < dims; a++)
    {
        runs->cell[a][run] = block->axis[a].skew.column_cell[k];
        runs->rest[a][run] = block->axis[a].skew.column_rest[k];
    }
}

/// Finds the runs of a row and numbers its samples by them.
static WIDE_INLINE void runs_find(simplex_runs *runs, const runs_block *block,
                                  const lattice_block_job *job, int32_t row, int dims)
{
    uint64_t marks[RUNS_WORDS] = {1};
    mark_row(marks, block, job, row, dims);
    int32_t run = 0;
    for (int32_t word = 0; word < RUNS_WORDS; word++)
    {
        for (uint64_t left = marks[word]; left != 0; left &= left - 1)
        {
            runs_begin(runs, block, run++, word * 64 + __builtin_ctzll(left), dims);
        }
    }
    runs->count = run;
    for (int32_t r = run; r < (run + WIDE_N - 1) / WIDE_N * WIDE_N; r++)
    {
        runs_begin(runs, block, r, job->w - 1, dims);
    }
    runs->first[run] = job->w;
}

/// Hashes of the runs' cells and of the ones behind them. With several samples to a run, cells grow by
/// at most one from run to run.
static WIDE_INLINE void runs_hashes(const int32_t *hashes, wi cell, wi hash[2])
{
    const int32_t first = wi_first(cell);
    const wi index = wi_sub(cell, wi_set(first));
    hash[0] = wi_expand(hashes + first, index);
    hash[1] = wi_expand(hashes + first + 1, index);
}

/// Works out the corners of WIDE_N runs.
static WIDE_INLINE void runs_corners(simplex_runs *runs, const runs_block *block, int32_t r,
                                     int32_t row, int dims)
{
    wi rest[3] = {wi_set(0), wi_set(0), wi_set(0)}, hash[3][2];
    for (int a = 0; a < dims; a++)
    {
        const simplex_axis *const axis = &block->axis[a];
        const wide_skew s = skew_add(wi_load(runs->cell[a] + r), wi_load(runs->rest[a] + r),
                                     skew_row(&axis->skew, row), dims == 2 ? SKEW2_ONE : SKEW3_ONE);
        rest[a] = s.rest;
        runs_hashes(axis->hash, s.cell, hash[a]);
    }
    const wi offset = dims == 2
                          ? simplex2_offset_int(rest[0], rest[1])
                          : simplex3_offset_int(rest[0], simplex3_share(rest[0], rest[1], rest[2]));
    wi_store(runs->origin + r, wi_sub(wi_load(runs->x + r), offset));
    wi corners[CORNERS];
    simplex_hashes(corners, rest, (const wi(*)[2])hash, dims);
    const wide_simplex simplex = dims == 2 ? simplex2_corners(rest, corners)
                                           : simplex3_corners(rest, corners);
    for (int c = 0; c <= dims; c++)
    {
        const wide_vector d = vector_minus(simplex.offset, simplex.step[c].x, simplex.step[c].y,
                                           simplex.step[c].z);
        const wide_corner corner = corner_rest(simplex.gradient[c], d, dims);
        wf_store(runs->step[c] + r, simplex.step[c].x);
        wf_store(runs->gx[c] + r, simplex.gradient[c].x);
        wf_store(runs->room[c] + r, corner.room);
        wf_store(runs->share[c] + r, corner.share);
    }
}

/// The coefficients of one run, the same in all lanes.
typedef struct wide_run
{
    wi origin;
    wf step[RUNS_CORNERS], gx[RUNS_CORNERS];
    wide_corner corner[RUNS_CORNERS];
} wide_run;

static WIDE_INLINE wide_run run_load(const simplex_runs *runs, int32_t r, int dims)
{
    wide_run run = {.origin = wi_set(runs->origin[r])};
    for (int c = 0; c <= dims; c++)
    {
        run.step[c] = wf_set(runs->step[c][r]);
        run.gx[c] = wf_set(runs->gx[c][r]);
        run.corner[c] = (wide_corner){wf_set(runs->room[c][r]), wf_set(runs->share[c][r])};
    }
    return run;
}

static WIDE_INLINE wf run_sample(const wide_run *run, wi column, int dims)
{
    const wf unit = wf_set(dims == 2 ? SKEW2_UNIT : SKEW3_UNIT);
    const wf x = wf_mul(wf_from_i(wi_sub(column, run->origin)), unit);
    wf sum = wf_set(0);
    for (int c = 0; c <= dims; c++)
    {
        // The first corner is where x counts from.
        const wf d = c == 0 ? x : wf_sub(x, run->step[c]);
        const wf own = falloff_value(corner_falloff(run->corner[c], run->gx[c], d));
        sum = c == 0 ? own : wf_add(sum, own);
    }
    return wf_mul(sum, wf_set(simplex_scale[dims]));
}

/// Run after run; the last vector of a run writes over into the next one, which is written after it.
static WIDE_INLINE void runs_row(const lattice_block_job *job, const runs_block *block,
                                 const simplex_runs *runs, int32_t row, int dims)
{
    float line[RUNS_LINE];
    for (int32_t r = 0; r < runs->count; r++)
    {
        const wide_run run = run_load(runs, r, dims);
        const int32_t end = runs->first[r + 1];
        for (int32_t k = runs->first[r]; k < end; k += WIDE_N)
        {
            wf_store(line + k, run_sample(&run, wi_load(block->x + k), dims));
        }
    }
    const row_target to = block_row(job, row);
    for (int32_t k = 0; k < to.count; k += WIDE_N)
    {
        emit(&to, k, wf_load(line + k));
    }
}

static WIDE_INLINE void block_runs(const lattice_block_job *job, const simplex_axis *axis, int dims)
{
    runs_block block;
    simplex_runs runs;
    runs_prepare(&block, axis, job, dims);
    for (int32_t row = 0; row < job->h; row++)
    {
        runs_find(&runs, &block, job, row, dims);
        for (int32_t r = 0; r < runs.count; r += WIDE_N)
        {
            runs_corners(&runs, &block, r, row, dims);
        }
        runs_row(job, &block, &runs, row, dims);
    }
}
