// SPDX-License-Identifier: MIT
// White, value and Perlin noise over a rectangle of a grid.
//
// Along a row these noises are, within a cell, a simple function of the column with coefficients that
// belong to the lattice column: p + u dp for value noise, (a x + b) + u (da x + db) for Perlin noise.
// The coefficients are made once per lattice column and row, from lattice lines that are kept while
// rows stay within a cell; a vector of samples picks its coefficients with one permutation each.

enum
{
    BLOCK_VECTORS = LATTICE_COLUMNS / WIDE_N + 1,
    BLOCK_LATTICE = LATTICE_COLUMNS + 2, // lattice columns, if samples are at most one cell apart
    BLOCK_LINE = BLOCK_LATTICE + 2 * LATTICE_PAD,
};

/// What is the same for every row: which lattice columns each vector of samples picks from.
typedef struct block_columns
{
    _Alignas(LATTICE_ALIGN)
        int32_t index[LATTICE_COLUMNS + LATTICE_PAD]; // relative to the vector's base
    int32_t base[BLOCK_VECTORS];
    int32_t hash[BLOCK_LINE]; // per lattice column
    int32_t lattice;          // how many lattice columns there are
} block_columns;

/// Prepares a sequence of nondecreasing lattice columns for wf_expand; count + spare of them exist.
/// False if they lie too far apart for that.
static inline bool columns_index(block_columns *columns, const int64_t *cell, int32_t count,
                                 int32_t spare)
{
    const uint64_t first = (uint64_t)cell[0];
    const uint64_t extent = (uint64_t)cell[count - 1] - first;
    if (extent + (uint64_t)spare + 1 > BLOCK_LATTICE)
    {
        return false;
    }
    for (int32_t k = 0; k < count; k += WIDE_N)
    {
        const uint64_t base = (uint64_t)cell[k];
        for (int32_t i = k; i < k + WIDE_N; i++)
        {
            const uint64_t ahead = (uint64_t)cell[i] - base;
            if (ahead > WIDE_N - 1)
            {
                return false;
            }
            columns->index[i] = (int32_t)ahead;
        }
        columns->base[k / WIDE_N] = (int32_t)(base - first);
    }
    columns->lattice = (int32_t)extent + 1 + spare;
    return true;
}

static inline bool columns_prepare(block_columns *columns, const lattice_block_job *job)
{
    if (!columns_index(columns, job->columns->cell, job->w, 1))
    {
        return false;
    }
    axis_hashes(columns->hash, job->columns->cell[0], columns->lattice, job->octave->key[0]);
    return true;
}

/// Hashes along y and z around one lattice line of the block, for use with the lanes' functions.
static inline wide_place line_place(const lattice_block_job *job, int64_t row_cell)
{
    wide_place place = {.has_corners = false};
    for (int i = 0; i < 2; i++)
    {
        const int64_t plane = (int64_t)((uint64_t)job->plane_cell + (uint64_t)i);
        place.hash[1][i] = wi_set(axis_hash_one(row_cell, job->octave->key[1]));
        place.hash[2][i] = wi_set(axis_hash_one(plane, job->octave->key[2]));
    }
    place.at[2] = wf_mul(wf_from_i(wi_set(job->plane_fraction)), wf_set(1.0f / (float)LATTICE_ONE));
    return place;
}

static inline row_target block_row(const lattice_block_job *job, int32_t row)
{
    return (row_target){job->target, job->out + row * job->stride, job->w};
}

static inline wf row_at(const lattice_block_job *job, int32_t row)
{
    return wf_mul(wf_from_i(wi_set(job->rows->fraction[row])), wf_set(1.0f / (float)LATTICE_ONE));
}

static inline int64_t next_cell(int64_t cell)
{
    return (int64_t)((uint64_t)cell + 1);
}

// ---- white --------------------------------------------------------------------------------------

static inline void block_white_rows(const lattice_block_job *job, const block_columns *columns,
                                    int dims)
{
    for (int32_t row = 0; row < job->h; row++)
    {
        int32_t rest = dims > 1 ? axis_hash_one(job->rows->cell[row], job->octave->key[1]) : 0;
        wi sum = wi_set(rest);
        if (dims > 2)
        {
            rest = axis_hash_one(job->plane_cell, job->octave->key[2]);
            sum = wi_add(sum, wi_set(rest));
        }
        const row_target to = block_row(job, row);
        for (int32_t k = 0; k < to.count; k += WIDE_N)
        {
            const wi hash = wi_expand(columns->hash + columns->base[k / WIDE_N],
                                      wi_load(columns->index + k));
            emit(&to, k, signed_unit(mix(wi_add(hash, sum))));
        }
    }
}

static bool block_white(const lattice_block_job *job)
{
    block_columns columns;
    if (!columns_prepare(&columns, job))
    {
        return false;
    }
    block_white_rows(job, &columns, job->shape->dims);
    return true;
}

// ---- value and Perlin ---------------------------------------------------------------------------

/// The coefficients of a row, per lattice column: of a x + b, and of its difference to the next column's. Values have no
/// a.
typedef struct smooth_row
{
    float a[BLOCK_LINE], b[BLOCK_LINE], da[BLOCK_LINE], db[BLOCK_LINE];
} smooth_row;

/// Column tables of value and Perlin noise.
typedef struct smooth_columns
{
    block_columns lattice;
    int32_t alike
        [BLOCK_VECTORS]; // vectors from here on that lie within one cell, 0 if this one does not
    _Alignas(LATTICE_ALIGN) float at[LATTICE_COLUMNS + LATTICE_PAD];
    _Alignas(LATTICE_ALIGN) float weight[LATTICE_COLUMNS + LATTICE_PAD];
} smooth_columns;

/// Which vectors need no permutation.
static inline void smooth_runs(smooth_columns *columns, int32_t count)
{
    int32_t run = 0;
    for (int32_t v = (count - 1) / WIDE_N; v >= 0; v--)
    {
        const bool whole = columns->lattice.index[v * WIDE_N + WIDE_N - 1] == 0;
        const bool same = run > 0 && columns->lattice.base[v] == columns->lattice.base[v + 1];
        run = !whole ? 0 : same ? run + 1 : 1;
        columns->alike[v] = run;
    }
}

/// Coefficients of a vector of samples.
typedef struct smooth_wide
{
    wf a, b, da, db;
} smooth_wide;

static WIDE_INLINE void smooth_sample(const smooth_columns *columns, const smooth_wide *by,
                                      const row_target *to, int32_t k, bool ramps)
{
    const wf x = wf_load(columns->at + k);
    const wf left = ramps ? wf_add(wf_mul(by->a, x), by->b) : by->b;
    const wf step = ramps ? wf_add(wf_mul(by->da, x), by->db) : by->db;
    emit(to, k, wf_add(left, wf_mul(wf_load(columns->weight + k), step)));
}

static WIDE_INLINE void smooth_row_samples(const smooth_columns *columns, const smooth_row *row,
                                           const row_target *to, bool ramps)
{
    const row_target endless = {to->target, to->out, INT32_MAX}; // for vectors that are whole
    for (int32_t k = 0; k < to->count;)
    {
        const int32_t v = k / WIDE_N, base = columns->lattice.base[v];
        const int32_t end = k + columns->alike[v] * WIDE_N;
        if (end == k)
        {
            const wi index = wi_load(columns->lattice.index + k);
            smooth_wide by = {.b = wf_expand(row->b + base, index),
                              .db = wf_expand(row->db + base, index)};
            by.a = ramps ? wf_expand(row->a + base, index) : by.b;
            by.da = ramps ? wf_expand(row->da + base, index) : by.db;
            smooth_sample(columns, &by, to, k, ramps);
            k += WIDE_N;
            continue;
        }
        smooth_wide by = {.b = wf_set(row->b[base]), .db = wf_set(row->db[base])};
        by.a = ramps ? wf_set(row->a[base]) : by.b;
        by.da = ramps ? wf_set(row->da[base]) : by.db;
        for (; k < end && k + WIDE_N <= to->count; k += WIDE_N)
        {
            smooth_sample(columns, &by, &endless, k, ramps);
        }
        for (; k < end; k += WIDE_N)
        {
            smooth_sample(columns, &by, to, k, ramps);
        }
    }
}

/// The usual targets are known when this is compiled.
static WIDE_INLINE void smooth_row_emit(const smooth_columns *columns, const smooth_row *row,
                                        row_target to, bool ramps)
{
    const lattice_target target = to.target;
    const bool further = !target.plain && !target.first;
    if (target.plain)
    {
        to.target = (lattice_target){.fractal = LOAM_FRACTAL_FBM, .plain = true};
        smooth_row_samples(columns, row, &to, ramps);
    }
    else if (further && target.fractal == LOAM_FRACTAL_FBM)
    {
        to.target = (lattice_target){.fractal = LOAM_FRACTAL_FBM, .weight = target.weight};
        smooth_row_samples(columns, row, &to, ramps);
    }
    else if (further && target.fractal == LOAM_FRACTAL_RIDGED)
    {
        to.target = (lattice_target){.fractal = LOAM_FRACTAL_RIDGED, .weight = target.weight};
        smooth_row_samples(columns, row, &to, ramps);
    }
    else
    {
        smooth_row_samples(columns, row, &to, ramps);
    }
}

static bool smooth_prepare(smooth_columns *columns, const lattice_block_job *job,
                           loam_noise_fade kind)
{
    if (!columns_prepare(&columns->lattice, job))
    {
        return false;
    }
    for (int32_t k = 0; k < job->w; k += WIDE_N)
    {
        const wf x = fraction_load(job->columns->fraction + k);
        wf_store(columns->at + k, x);
        wf_store(columns->weight + k, fade(kind, x));
    }
    smooth_runs(columns, job->w);
    return true;
}

// ---- value --------------------------------------------------------------------------------------

/// Values of one lattice line, blended along z.
static inline void value_line(const lattice_block_job *job, const block_columns *columns,
                              int64_t row_cell, int dims, float *line)
{
    wide_place place = line_place(job, row_cell);
    const wf weight = dims > 2 ? fade(job->shape->fade, place.at[2]) : wf_set(0);
    for (int32_t c = 0; c < columns->lattice; c += WIDE_N)
    {
        place.hash[0][0] = wi_load(columns->hash + c);
        wf v = value_at(&place, dims, 0, 0, 0);
        v = dims > 2 ? lerp(v, value_at(&place, dims, 0, 0, 1), weight) : v;
        wf_store(line + c, v);
    }
}

/// Values of columns c, c + 1, ... of a row between two lattice lines.
static WIDE_INLINE wf value_between(const float *const line[2], int32_t c, wf blend, int dims)
{
    const wf near = wf_load(line[0] + c);
    return dims > 1 ? lerp(near, wf_load(line[1] + c), blend) : near;
}

/// Those of the next columns are blended again, as with Perlin noise.
static inline void value_row_fill(smooth_row *row, const float *const line[2], wf blend,
                                  int32_t lattice, int dims)
{
    for (int32_t c = 0; c < lattice; c += WIDE_N)
    {
        const wf here = value_between(line, c, blend, dims);
        wf_store(row->b + c, here);
        wf_store(row->db + c, wf_sub(value_between(line, c + 1, blend, dims), here));
    }
}

static void value_row_emit(const smooth_columns *columns, const smooth_row *row, row_target to)
{
    smooth_row_emit(columns, row, to, false);
}

static inline void block_value_rows(const lattice_block_job *job, const smooth_columns *columns,
                                    int dims)
{
    float line[2][BLOCK_LINE] = {{0}};
    smooth_row row;
    for (int32_t r = 0; r < job->h; r++)
    {
        const int64_t cell = dims > 1 ? job->rows->cell[r] : 0;
        if (r == 0 || cell != job->rows->cell[r - 1])
        {
            value_line(job, &columns->lattice, cell, dims, line[0]);
            if (dims > 1)
            {
                value_line(job, &columns->lattice, next_cell(cell), dims, line[1]);
            }
        }
        const wf blend = dims > 1 ? fade(job->shape->fade, row_at(job, r)) : wf_set(0);
        value_row_fill(&row, (const float *const[2]){line[0], line[1]}, blend,
                       columns->lattice.lattice, dims);
        value_row_emit(columns, &row, block_row(job, r));
    }
}

static bool block_value(const lattice_block_job *job)
{
    smooth_columns columns;
    if (!smooth_prepare(&columns, job, job->shape->fade))
    {
        return false;
    }
    switch (job->shape->dims)
    {
    case 1:
        block_value_rows(job, &columns, 1);
        break;
    case 2:
        block_value_rows(job, &columns, 2);
        break;
    default:
        block_value_rows(job, &columns, 3);
        break;
    }
    return true;
}

// ---- Perlin -------------------------------------------------------------------------------------

/// Gradients of one lattice line, blended along z, and the share c of z (see wide_pole).
typedef struct perlin_line
{
    float gx[BLOCK_LINE], gy[BLOCK_LINE], c[BLOCK_LINE];
} perlin_line;

static inline void perlin_line_fill(const lattice_block_job *job, const block_columns *columns,
                                    int64_t row_cell, int dims, perlin_line *line)
{
    wide_place place = line_place(job, row_cell);
    const wf zero = wf_set(0);
    const wf weight[3] = {zero, zero, smootherstep(place.at[2])}, unused[3] = {zero, zero, zero};
    for (int32_t c = 0; c < columns->lattice; c += WIDE_N)
    {
        place.hash[0][0] = wi_load(columns->hash + c);
        const wide_pole pole = perlin_pole(&place, weight, unused, dims, 0, 0);
        wf_store(line->gx + c, pole.gx);
        wf_store(line->gy + c, pole.gy);
        wf_store(line->c + c, pole.c);
    }
}

/// The coefficients a and b of lattice columns c, c + 1, ...
static inline void perlin_blend(const perlin_line *const line[2], int32_t c, wf y0, wf weight,
                                int dims, wf out[2])
{
    const wf y1 = wf_sub(y0, wf_set(1));
    wf t0 = wf_mul(wf_load(line[0]->gy + c), y0);
    wf t1 = wf_mul(wf_load(line[1]->gy + c), y1);
    t0 = dims > 2 ? wf_add(t0, wf_load(line[0]->c + c)) : t0;
    t1 = dims > 2 ? wf_add(t1, wf_load(line[1]->c + c)) : t1;
    out[0] = dims > 1 ? lerp(wf_load(line[0]->gx + c), wf_load(line[1]->gx + c), weight)
                      : wf_load(line[0]->gx + c);
    out[1] = dims > 1 ? lerp(t0, t1, weight) : wf_set(0);
}

/// Coefficients of the next columns are made again: to read them behind what was just written would be to wait for it.
static inline void perlin_row_fill(smooth_row *row, const perlin_line *const line[2], wf y0,
                                   int32_t lattice, int dims)
{
    const wf weight = smootherstep(y0);
    for (int32_t c = 0; c < lattice; c += WIDE_N)
    {
        wf here[2], next[2];
        perlin_blend(line, c, y0, weight, dims, here);
        perlin_blend(line, c + 1, y0, weight, dims, next);
        wf_store(row->a + c, here[0]);
        wf_store(row->b + c, here[1]);
        wf_store(row->da + c, wf_sub(next[0], here[0]));
        wf_store(row->db + c, wf_sub(wf_sub(next[1], next[0]), here[1]));
    }
}

/// The lattice lines around a row; of the next cell one is known already.
static inline void perlin_lines(const lattice_block_job *job, const block_columns *columns,
                                int32_t row, int dims, perlin_line *line[2])
{
    const int64_t cell = dims > 1 ? job->rows->cell[row] : 0;
    if (row > 0 && (dims == 1 || cell == job->rows->cell[row - 1]))
    {
        return;
    }
    if (row > 0 && cell == next_cell(job->rows->cell[row - 1]))
    {
        perlin_line *const far = line[1];
        line[1] = line[0];
        line[0] = far;
    }
    else
    {
        perlin_line_fill(job, columns, cell, dims, line[0]);
    }
    if (dims > 1)
    {
        perlin_line_fill(job, columns, next_cell(cell), dims, line[1]);
    }
}

static void perlin_row_emit(const smooth_columns *columns, const smooth_row *row, row_target to)
{
    smooth_row_emit(columns, row, to, true);
}

static inline void block_perlin_rows(const lattice_block_job *job, const smooth_columns *columns,
                                     int dims)
{
    perlin_line lines[2], *line[2] = {&lines[0], &lines[1]};
    smooth_row row;
    for (int32_t r = 0; r < job->h; r++)
    {
        perlin_lines(job, &columns->lattice, r, dims, line);
        perlin_row_fill(&row, (const perlin_line *const *)line,
                        dims > 1 ? row_at(job, r) : wf_set(0), columns->lattice.lattice, dims);
        perlin_row_emit(columns, &row, block_row(job, r));
    }
}

static bool block_perlin(const lattice_block_job *job)
{
    smooth_columns columns;
    if (!smooth_prepare(&columns, job, LOAM_FADE_SMOOTHERSTEP))
    {
        return false;
    }
    switch (job->shape->dims)
    {
    case 1:
        block_perlin_rows(job, &columns, 1);
        break;
    case 2:
        block_perlin_rows(job, &columns, 2);
        break;
    default:
        block_perlin_rows(job, &columns, 3);
        break;
    }
    return true;
}
