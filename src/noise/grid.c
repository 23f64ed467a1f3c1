// SPDX-License-Identifier: MIT
#include "noise/noise.h"

// Areas are done in blocks that fit into the first caches, all octaves of a block one after another.
// A kernel that cannot use the grid's structure (samples further apart than the lattice, warped
// positions) gets the block row by row as single samples.

enum
{
    WARP_ROWS = 8, // warped blocks are lower, because their offsets are kept for the whole block
    BLOCK_CELLS_PER_STEP = 16, // samples further apart share nothing
};

/// start + number * step, for steps that lead across more than half of all numbers too.
static int64_t stepped(int64_t start, int64_t number, int64_t step)
{
    return (int64_t)((uint64_t)start + (uint64_t)number * (uint64_t)step);
}

/// A rectangle of samples in one plane.
typedef struct block_area
{
    int64_t x, y, z, step;
    int32_t w, h;
    int32_t dims;
} block_area;

/// By how far each sample of a block is moved, world units.
typedef struct block_warp
{
    _Alignas(LATTICE_ALIGN) float offset[3][WARP_ROWS][LATTICE_COLUMNS];
} block_warp;

/// Lattice positions of a block for one octave.
typedef struct block_lattice
{
    lattice_axis columns, rows;
    int64_t plane_cell;
    int32_t plane_fraction;
} block_lattice;

/// Where samples lie: near to each other, or anywhere.
typedef struct row_buffers
{
    lattice_near near[3];
    lattice_axis anywhere[3];
} row_buffers;

/// One octave of a block, and where it goes.
typedef struct octave_job
{
    const struct loam_noise_kernels *kernels;
    const lattice_shape *shape;
    const loam_noise_octave *octave;
    bool centred; // see loam_noise_is_centred
    lattice_target target;
    const block_warp *warp; // may be NULL
    float *out;
    int64_t stride;
} octave_job;

static void axis_at(lattice_axis *axis, int64_t start, int64_t step, uint64_t frequency,
                    int32_t count, bool centred)
{
    loam_lattice_axis(axis, start, step, frequency, count);
    if (centred)
    {
        loam_lattice_nudge(axis, LATTICE_ONE / 2 - 1, count);
    }
}

static void block_positions(block_lattice *lattice, const block_area *area, uint64_t frequency,
                            bool centred)
{
    axis_at(&lattice->columns, area->x, area->step, frequency, area->w, centred);
    axis_at(&lattice->rows, area->y, area->step, frequency, area->h, centred);
    lattice_axis plane;
    axis_at(&plane, area->z, 0, frequency, 1, centred);
    lattice->plane_cell = plane.cell[0];
    lattice->plane_fraction = plane.fraction[0];
}

// ---- single samples -----------------------------------------------------------------------------

/// Cells per world unit.
static double octave_frequency(const loam_noise_octave *octave)
{
    return (double)octave->frequency / LATTICE_FREQUENCY_ONE;
}

/// A job for count single samples.
static lattice_lanes_job lanes_job(const octave_job *octave, int32_t count, float *out)
{
    return (lattice_lanes_job){.shape = octave->shape,
                               .octave = octave->octave,
                               .target = octave->target,
                               .count = count,
                               .out = out};
}

/// Gives a job places near to each other, in their row of the warp; false if that leads them too far.
static bool take_near(lattice_lanes_job *job, lattice_near near[3], const octave_job *octave,
                      int32_t row)
{
    const float cells_per_unit = (float)octave_frequency(octave->octave);
    for (int32_t a = 0; a < job->shape->dims; a++)
    {
        if (octave->warp != NULL && !octave->kernels->shift(&near[a], octave->warp->offset[a][row],
                                                            cells_per_unit, job->count))
        {
            return false;
        }
        job->near[a] = &near[a];
    }
    return true;
}

/// The same for the reference, which takes samples anywhere, and skewed.
static void take_anywhere(lattice_lanes_job *job, lattice_axis axes[3], const octave_job *octave,
                          int32_t row)
{
    const float cells_per_unit = (float)octave_frequency(octave->octave);
    lattice_axis *pointers[3] = {&axes[0], &axes[1], &axes[2]};
    for (int32_t a = 0; a < job->shape->dims; a++)
    {
        if (octave->warp != NULL)
        {
            loam_lattice_shift(&axes[a], octave->warp->offset[a][row], cells_per_unit, job->count);
        }
        job->axis[a] = pointers[a];
    }
    if (job->shape->kind == LOAM_NOISE_SIMPLEX && job->shape->dims > 1)
    {
        loam_lattice_skew(pointers, job->shape->dims, job->count);
    }
}

static bool is_wide(const struct loam_noise_kernels *kernels)
{
    return kernels->width > 1;
}

/// The places of one row of a block.
static bool row_near(lattice_near near[3], const block_lattice *lattice, const block_area *area,
                     int32_t row)
{
    return loam_lattice_near(&near[0], &lattice->columns, area->w) &&
           (area->dims < 2 || loam_lattice_near_fill(&near[1], lattice->rows.cell[row],
                                                     lattice->rows.fraction[row], area->w)) &&
           (area->dims < 3 || loam_lattice_near_fill(&near[2], lattice->plane_cell,
                                                     lattice->plane_fraction, area->w));
}

static void row_axes(lattice_axis axes[3], const block_lattice *lattice, const block_area *area,
                     int32_t row)
{
    axes[0] = lattice->columns;
    if (area->dims > 1)
    {
        loam_lattice_fill(&axes[1], lattice->rows.cell[row], lattice->rows.fraction[row], area->w);
    }
    if (area->dims > 2)
    {
        loam_lattice_fill(&axes[2], lattice->plane_cell, lattice->plane_fraction, area->w);
    }
}

/// Places for a job of one row, and the kernels that take them.
static const struct loam_noise_kernels *row_places(lattice_lanes_job *job, row_buffers *buffers,
                                                   const octave_job *octave,
                                                   const block_lattice *lattice,
                                                   const block_area *area, int32_t row)
{
    if (is_wide(octave->kernels) && row_near(buffers->near, lattice, area, row) &&
        take_near(job, buffers->near, octave, row))
    {
        return octave->kernels;
    }
    row_axes(buffers->anywhere, lattice, area, row);
    take_anywhere(job, buffers->anywhere, octave, row);
    return &loam_noise_kernels_scalar;
}

static void octave_rows(const octave_job *octave, const block_lattice *lattice,
                        const block_area *area)
{
    row_buffers buffers;
    for (int32_t row = 0; row < area->h; row++)
    {
        lattice_lanes_job job = lanes_job(octave, area->w, octave->out + row * octave->stride);
        row_places(&job, &buffers, octave, lattice, area, row)->lanes(&job);
    }
}

// ---- blocks -------------------------------------------------------------------------------------

/// Whether a block's columns ascend by few cells from one to the next, as the block kernels expect.
/// Cells are counted modulo 2^64: with steps of billions of cells they can run backwards, and behind
/// the last one comes the first.
static bool is_ascending(const lattice_axis *columns, const block_area *area, uint64_t frequency)
{
    const uint64_t limit = ((uint64_t)BLOCK_CELLS_PER_STEP << 40) / frequency;
    return (uint64_t)area->step <= limit && columns->cell[area->w - 1] >= columns->cell[0];
}

static void octave_block(const octave_job *octave, const block_area *area)
{
    block_lattice lattice;
    block_positions(&lattice, area, octave->octave->frequency, octave->centred);
    const lattice_block_job job = {.shape = octave->shape,
                                   .octave = octave->octave,
                                   .columns = &lattice.columns,
                                   .rows = &lattice.rows,
                                   .plane_cell = lattice.plane_cell,
                                   .plane_fraction = lattice.plane_fraction,
                                   .target = octave->target,
                                   .w = area->w,
                                   .h = area->h,
                                   .out = octave->out,
                                   .stride = octave->stride};
    if (octave->warp != NULL || !is_ascending(&lattice.columns, area, octave->octave->frequency) ||
        !octave->kernels->block(&job))
    {
        octave_rows(octave, &lattice, area);
    }
}

/// The noise that moves samples along an axis: a sum of simplex octaves, whose weights add up to the
/// warp's size.
static loam_noise_def warp_def(const loam_noise *noise)
{
    loam_noise_def def = loam_default_noise_def();
    def.octaves = noise->def.warp_octaves;
    return def;
}

static lattice_target warp_target(const loam_noise_def *def, const loam_noise_octave *octave,
                                  int32_t number)
{
    lattice_target target = loam_noise_target(def, octave, number);
    target.plain = false; // even a single octave is to be weighed
    return target;
}

static void warp_block(const loam_noise *noise, const block_area *area, block_warp *warp)
{
    const loam_noise_def def = warp_def(noise);
    const lattice_shape shape = loam_noise_shape(&def, area->dims);
    for (int32_t a = 0; a < area->dims; a++)
    {
        for (int32_t i = 0; i < def.octaves; i++)
        {
            const octave_job job = {.kernels = noise->kernels,
                                    .shape = &shape,
                                    .octave = &noise->warp[a][i],
                                    .target = warp_target(&def, &noise->warp[a][i], i),
                                    .out = warp->offset[a][0],
                                    .stride = LATTICE_COLUMNS};
            octave_block(&job, area);
        }
    }
}

static void fill_block(const loam_noise *noise, const lattice_shape *shape, const block_area *area,
                       float *out, int64_t stride)
{
    block_warp warp;
    const bool warped = noise->def.warp > 0.0;
    if (warped)
    {
        warp_block(noise, area, &warp);
    }
    for (int32_t i = 0; i < noise->def.octaves; i++)
    {
        const octave_job job = {.kernels = noise->kernels,
                                .shape = shape,
                                .octave = &noise->octaves[i],
                                .centred = loam_noise_is_centred(&noise->def),
                                .target = loam_noise_target(&noise->def, &noise->octaves[i], i),
                                .warp = warped ? &warp : NULL,
                                .out = out,
                                .stride = stride};
        octave_block(&job, area);
    }
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static void fill_plane(const loam_noise *noise, const lattice_shape *shape, loam_noise_area area,
                       int32_t dims, float *out)
{
    const int32_t rows = noise->def.warp > 0.0 ? WARP_ROWS : LATTICE_ROWS;
    for (int32_t y = 0; y < area.h; y += rows)
    {
        for (int32_t x = 0; x < area.w; x += LATTICE_COLUMNS)
        {
            const block_area block = {.x = stepped(area.x, x, area.step),
                                      .y = stepped(area.y, y, area.step),
                                      .z = area.z,
                                      .step = area.step,
                                      .w = least(LATTICE_COLUMNS, area.w - x),
                                      .h = least(rows, area.h - y),
                                      .dims = dims};
            fill_block(noise, shape, &block, out + (int64_t)y * area.w + x, area.w);
        }
    }
}

void loam_noise_fill(const loam_noise *noise, float *out, loam_noise_area area, int32_t dims)
{
    const lattice_shape shape = loam_noise_shape(&noise->def, dims);
    area.h = dims > 1 ? area.h : 1;
    area.y = dims > 1 ? area.y : 0;
    const int32_t planes = dims > 2 ? area.d : 1;
    const int64_t z = dims > 2 ? area.z : 0;
    for (int32_t i = 0; i < planes; i++)
    {
        area.z = stepped(z, i, area.step);
        fill_plane(noise, &shape, area, dims, out + (int64_t)i * area.w * area.h);
    }
}

// ---- points -------------------------------------------------------------------------------------

/// Points that are asked for together.
typedef struct point_batch
{
    const int64_t *at[3];
    int32_t count;
    bool near; // there are places
    lattice_places places[3];
} point_batch;

static void batch_begin(point_batch *batch, const struct loam_noise_kernels *kernels, int32_t dims,
                        const int64_t *const at[3], size_t done, size_t count)
{
    batch->count = count - done < LATTICE_COLUMNS ? (int32_t)(count - done) : LATTICE_COLUMNS;
    batch->near = is_wide(kernels);
    for (int32_t a = 0; a < dims; a++)
    {
        batch->at[a] = at[a] + done;
        batch->near = batch->near && kernels->places(&batch->places[a], batch->at[a], batch->count);
    }
}

static int32_t nudge_of(const octave_job *octave)
{
    return octave->centred ? LATTICE_ONE / 2 - 1 : 0;
}

static bool points_near(lattice_near near[3], const octave_job *octave, const point_batch *batch)
{
    bool is_near = batch->near;
    for (int32_t a = 0; a < octave->shape->dims && is_near; a++)
    {
        is_near = octave->kernels->positions(&near[a], &batch->places[a], octave->octave->frequency,
                                             nudge_of(octave), batch->count);
    }
    return is_near;
}

static void points_axes(lattice_axis axes[3], const octave_job *octave, const point_batch *batch)
{
    for (int32_t a = 0; a < octave->shape->dims; a++)
    {
        loam_lattice_axis_points(&axes[a], batch->at[a], octave->octave->frequency, batch->count);
        loam_lattice_nudge(&axes[a], nudge_of(octave), batch->count);
    }
}

/// One octave at the points, moved by the first row of its warp.
static void octave_points(const octave_job *octave, const point_batch *batch)
{
    row_buffers buffers;
    lattice_lanes_job job = lanes_job(octave, batch->count, octave->out);
    if (points_near(buffers.near, octave, batch) && take_near(&job, buffers.near, octave, 0))
    {
        octave->kernels->lanes(&job);
        return;
    }
    points_axes(buffers.anywhere, octave, batch);
    take_anywhere(&job, buffers.anywhere, octave, 0);
    loam_noise_kernels_scalar.lanes(&job);
}

static void warp_points(const loam_noise *noise, const struct loam_noise_kernels *kernels,
                        int32_t dims, const point_batch *batch, block_warp *warp)
{
    const loam_noise_def def = warp_def(noise);
    const lattice_shape shape = loam_noise_shape(&def, dims);
    for (int32_t a = 0; a < dims; a++)
    {
        for (int32_t i = 0; i < def.octaves; i++)
        {
            const octave_job job = {.kernels = kernels,
                                    .shape = &shape,
                                    .octave = &noise->warp[a][i],
                                    .target = warp_target(&def, &noise->warp[a][i], i),
                                    .out = warp->offset[a][0]};
            octave_points(&job, batch);
        }
    }
}

static void fill_points(const loam_noise *noise, const struct loam_noise_kernels *kernels,
                        const lattice_shape *shape, const point_batch *batch, float *out)
{
    block_warp warp;
    const bool warped = noise->def.warp > 0.0;
    if (warped)
    {
        warp_points(noise, kernels, shape->dims, batch, &warp);
    }
    for (int32_t i = 0; i < noise->def.octaves; i++)
    {
        const octave_job job = {.kernels = kernels,
                                .shape = shape,
                                .octave = &noise->octaves[i],
                                .centred = loam_noise_is_centred(&noise->def),
                                .target = loam_noise_target(&noise->def, &noise->octaves[i], i),
                                .warp = warped ? &warp : NULL,
                                .out = out};
        octave_points(&job, batch);
    }
}

void loam_noise_fill_points(const loam_noise *noise, const struct loam_noise_kernels *kernels,
                            float *out, int32_t dims, const int64_t *const at[3], size_t count)
{
    const lattice_shape shape = loam_noise_shape(&noise->def, dims);
    point_batch batch;
    for (size_t done = 0; done < count; done += LATTICE_COLUMNS)
    {
        batch_begin(&batch, kernels, dims, at, done, count);
        fill_points(noise, kernels, &shape, &batch, out + done);
    }
}

// ---- slopes -------------------------------------------------------------------------------------

/// One octave of one row: value and derivatives per lattice unit.
typedef struct slope_row
{
    _Alignas(LATTICE_ALIGN) float value[LATTICE_COLUMNS + LATTICE_PAD];
    float slope[3][LATTICE_COLUMNS + LATTICE_PAD];
} slope_row;

/// Adds term to the row at out, or puts it there first.
static void accumulate(float *out, const float *term, float weight, int32_t count, bool first)
{
    for (int32_t i = 0; i < count && out != NULL; i++)
    {
        out[i] = first ? weight * term[i] : out[i] + weight * term[i];
    }
}

static void slope_octave(const octave_job *octave, const block_area *area, slope_row *row)
{
    block_lattice lattice;
    row_buffers buffers;
    block_positions(&lattice, area, octave->octave->frequency, octave->centred);
    lattice_lanes_job job = lanes_job(octave, area->w, row->value);
    for (int a = 0; a < 3; a++)
    {
        job.slope[a] = row->slope[a];
    }
    row_places(&job, &buffers, octave, &lattice, area, 0)->slopes(&job);
}

static void slope_block(const loam_noise *noise, const lattice_shape *shape, const block_area *area,
                        float *out, float *const slope[3])
{
    slope_row row;
    for (int32_t i = 0; i < noise->def.octaves; i++)
    {
        const loam_noise_octave *const octave = &noise->octaves[i];
        const octave_job job = {.kernels = noise->kernels,
                                .shape = shape,
                                .octave = octave,
                                .centred = loam_noise_is_centred(&noise->def)};
        slope_octave(&job, area, &row);
        accumulate(out, row.value, octave->weight, area->w, i == 0);
        const float per_unit = (float)(octave_frequency(octave) * (double)octave->weight);
        for (int32_t a = 0; a < area->dims; a++)
        {
            accumulate(slope[a], row.slope[a], per_unit, area->w, i == 0);
        }
    }
}

void loam_noise_fill_slopes(const loam_noise *noise, float *out, float *const slope[3],
                            loam_noise_area area, int32_t dims)
{
    const lattice_shape shape = loam_noise_shape(&noise->def, dims);
    const int32_t rows = dims > 1 ? area.h : 1, planes = dims > 2 ? area.d : 1;
    for (int64_t line = 0; line < (int64_t)rows * planes; line++)
    {
        for (int32_t x = 0; x < area.w; x += LATTICE_COLUMNS)
        {
            const block_area block = {.x = stepped(area.x, x, area.step),
                                      .y = dims > 1 ? stepped(area.y, line % rows, area.step) : 0,
                                      .z = dims > 2 ? stepped(area.z, line / rows, area.step) : 0,
                                      .step = area.step,
                                      .w = least(LATTICE_COLUMNS, area.w - x),
                                      .h = 1,
                                      .dims = dims};
            float *at[3] = {NULL, NULL, NULL};
            const int64_t offset = line * area.w + x;
            for (int32_t a = 0; a < dims; a++)
            {
                at[a] = slope[a] == NULL ? NULL : slope[a] + offset;
            }
            slope_block(noise, &shape, &block, out + offset, at);
        }
    }
}
