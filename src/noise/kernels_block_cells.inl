// SPDX-License-Identifier: MIT
// Cellular noise over a rectangle of a grid: the random points are made once per lattice point, and
// the share of a distance that y and z contribute once per lattice point and row.

enum
{
    CELLS_LATTICE = 96, // lattice columns under a block, at most
    CELLS_LINE = CELLS_LATTICE + 2 * LATTICE_PAD,
    CELLS_LINES = CELL_SPAN * CELL_SPAN,
};

/// The points of one lattice line: where they lie in their cells, and their hashes.
typedef struct cells_line
{
    int32_t hash[CELLS_LINE];
    float x[CELLS_LINE], y[CELLS_LINE], z[CELLS_LINE];
    float rest[CELLS_LINE]; // distance along y and z from the current row
} cells_line;

typedef struct cells_block
{
    block_columns columns;
    float offset[LATTICE_COLUMNS + LATTICE_PAD];
    cells_line line[CELLS_LINES]; // z slowest
} cells_block;

/// The first of the CELL_SPAN cells that a sample looks at.
static WIDE_INLINE int64_t span_first(int64_t cell, int32_t fraction)
{
    return (int64_t)((uint64_t)cell - (fraction >= LATTICE_ONE / 2 ? 1u : 2u));
}

static WIDE_INLINE bool cells_prepare(cells_block *block, const lattice_block_job *job)
{
    int64_t first[LATTICE_COLUMNS + LATTICE_PAD];
    for (int32_t k = 0; k < job->w + WIDE_N - 1; k++)
    {
        first[k] = span_first(job->columns->cell[k], job->columns->fraction[k]);
    }
    if (!columns_index(&block->columns, first, job->w, CELL_SPAN - 1) ||
        block->columns.lattice > CELLS_LATTICE)
    {
        return false;
    }
    axis_hashes(block->columns.hash, first[0], block->columns.lattice, job->octave->key[0]);
    for (int32_t k = 0; k < job->w; k += WIDE_N)
    {
        wf_store(block->offset + k, span_offset(wi_load(job->columns->fraction + k)));
    }
    return true;
}

static WIDE_INLINE void cells_line_fill(const lattice_block_job *job, const block_columns *columns,
                                        cells_line *line, wi rest_hash, int dims)
{
    const wf jitter = wf_set(job->shape->jitter);
    for (int32_t c = 0; c < columns->lattice; c += WIDE_N)
    {
        const wi hash = mix(wi_add(wi_load(columns->hash + c), rest_hash));
        wi_store(line->hash + c, hash);
        wf_store(line->x + c, point_at(hash, 0, dims, jitter));
        wf_store(line->y + c, dims > 1 ? point_at(hash, 1, dims, jitter) : wf_set(0));
        wf_store(line->z + c, dims > 2 ? point_at(hash, 2, dims, jitter) : wf_set(0));
    }
}

static WIDE_INLINE void cells_lines_fill(const lattice_block_job *job, cells_block *block,
                                         int64_t first_row, int dims)
{
    const int64_t first_plane = span_first(job->plane_cell, job->plane_fraction);
    for (int i = 0; i < (dims > 2 ? CELLS_LINES : dims > 1 ? CELL_SPAN : 1); i++)
    {
        const int64_t row = (int64_t)((uint64_t)first_row + (uint64_t)(i % CELL_SPAN));
        const int64_t plane = (int64_t)((uint64_t)first_plane + (uint64_t)(i / CELL_SPAN));
        wi hash = wi_set(dims > 1 ? axis_hash_one(row, job->octave->key[1]) : 0);
        if (dims > 2)
        {
            hash = wi_add(hash, wi_set(axis_hash_one(plane, job->octave->key[2])));
        }
        cells_line_fill(job, &block->columns, &block->line[i], hash, dims);
    }
}

/// What y and z contribute to the distance of each lattice point from the current row.
static WIDE_INLINE void cells_rest(const lattice_block_job *job, cells_block *block, int32_t row,
                                   int dims, loam_cell_metric metric)
{
    const wf y = span_offset(wi_set(dims > 1 ? job->rows->fraction[row] : 0));
    const wf z = span_offset(wi_set(job->plane_fraction));
    for (int i = 0; i < (dims > 2 ? CELLS_LINES : dims > 1 ? CELL_SPAN : 1); i++)
    {
        cells_line *const line = &block->line[i];
        const wf yi = wf_add(wf_set((float)(i % CELL_SPAN)), y);
        const wf zi = wf_add(wf_set((float)(i / CELL_SPAN)), z);
        for (int32_t c = 0; c < block->columns.lattice; c += WIDE_N)
        {
            wf rest = axis_distance(metric, wf_add(wf_load(line->y + c), yi));
            if (dims > 2)
            {
                const wf dz = axis_distance(metric, wf_add(wf_load(line->z + c), zi));
                rest = join_distance(metric, rest, dz);
            }
            wf_store(line->rest + c, dims > 1 ? rest : wf_set(0));
        }
    }
}

static WIDE_INLINE void cells_row(const lattice_block_job *job, const cells_block *block,
                                  int32_t row, int dims, loam_cell_metric metric, bool second,
                                  bool value)
{
    const int lines = dims > 2 ? CELLS_LINES : dims > 1 ? CELL_SPAN : 1;
    const lattice_shape shape = *job->shape;
    const row_target to = block_row(job, row);
    for (int32_t k = 0; k < to.count; k += WIDE_N)
    {
        const wi index = wi_load(block->columns.index + k);
        const int32_t base = block->columns.base[k / WIDE_N];
        const wf offset = wf_load(block->offset + k);
        wide_nearest n = nearest_none();
        for (int i = 0; i < lines; i++)
        {
            const cells_line *const line = &block->line[i];
            for (int x = 0; x < CELL_SPAN; x++)
            {
                const int32_t at = base + x;
                const wf d = wf_add(wf_expand(line->x + at, index),
                                    wf_add(wf_set((float)x), offset));
                const wf distance = join_distance(metric, axis_distance(metric, d),
                                                  wf_expand(line->rest + at, index));
                const wi hash = value ? wi_expand(line->hash + at, index) : wi_set(0);
                nearest_add(&n, distance, hash, second, value);
            }
        }
        emit(&to, k, cells_finish(&shape, &n));
    }
}

/// Chooses the code that computes what the output needs and no more.
static WIDE_INLINE void cells_row_for(const lattice_block_job *job, const cells_block *block,
                                      int32_t row, int dims, loam_cell_metric metric)
{
    switch (job->shape->cell)
    {
    case LOAM_CELL_F1:
        cells_row(job, block, row, dims, metric, false, false);
        break;
    case LOAM_CELL_VALUE:
        cells_row(job, block, row, dims, metric, false, true);
        break;
    default:
        cells_row(job, block, row, dims, metric, true, false);
        break;
    }
}

static WIDE_INLINE void block_cells_rows(const lattice_block_job *job, cells_block *block, int dims,
                                         loam_cell_metric metric)
{
    int64_t current = 0;
    for (int32_t row = 0; row < job->h; row++)
    {
        const int64_t first = dims > 1 ? span_first(job->rows->cell[row], job->rows->fraction[row])
                                       : 0;
        if (row == 0 || first != current)
        {
            cells_lines_fill(job, block, first, dims);
            current = first;
        }
        cells_rest(job, block, row, dims, metric);
        cells_row_for(job, block, row, dims, metric);
    }
}

static WIDE_INLINE void block_cells_metric(const lattice_block_job *job, cells_block *block,
                                           int dims)
{
    switch (job->shape->metric)
    {
    case LOAM_METRIC_EUCLIDEAN:
        block_cells_rows(job, block, dims, LOAM_METRIC_EUCLIDEAN);
        break;
    case LOAM_METRIC_MANHATTAN:
        block_cells_rows(job, block, dims, LOAM_METRIC_MANHATTAN);
        break;
    default:
        block_cells_rows(job, block, dims, LOAM_METRIC_CHEBYSHEV);
        break;
    }
}

static bool block_cells(const lattice_block_job *job)
{
    cells_block block;
    if (!cells_prepare(&block, job))
    {
        return false;
    }
    switch (job->shape->dims)
    {
    case 1:
        block_cells_metric(job, &block, 1);
        break;
    case 2:
        block_cells_metric(job, &block, 2);
        break;
    default:
        block_cells_metric(job, &block, 3);
        break;
    }
    return true;
}
