// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "solid.h"

#include <string.h>

// Cellular automata that go by limits (Barrio Morra 2021, 3.1.1 and 3.1.3), 64 cells at a time.
//
// As in automaton.c, counts are kept bit-sliced: plane b of a sum is a word for every word of cells, and
// holds bit b of 64 counts. Here a count has up to nine planes (343 cells at radius 3), so it is built in
// three stages, each a sum of the one before:
//
//   row k    cells up to k to the left and right                    planes of one row
//   area k   rows above and below: a square, or a diamond of steps  planes of one layer, kept in a ring
//   total    areas before and behind                                compared with the limits
//
// The Moore neighbourhood needs rows and areas of its radius only. The diamond of von Neumann is narrower
// the further it is from the middle, so it needs all kinds from 0 to the radius: an area k is rows k - |dy|,
// and a total is areas radius - |dz|. The cell itself is in its count; limits make up for that.
//
// The words of a framed solid are one stream (see bits.h). It is done in blocks of rows that go through all
// layers, so that the ring stays in the nearest cache.

enum
{
    MAX_KINDS = LOAM_MAX_SMOOTHING_RADIUS + 1,
    MAX_RING = 2 * LOAM_MAX_SMOOTHING_RADIUS + 1,
    ROW_PLANES = 3,  // up to 7
    AREA_PLANES = 6, // up to 49
    BLOCK_WORDS = 256,
};

/// One step from a framed solid to another, and the memory for its sums.
typedef struct smooth_step
{
    const loam_smoothing *smoothing;
    const loam_grid_kernels *kernels;
    const uint64_t *from;
    uint64_t *to;
    int32_t stride, h, d; // of the framed solids
    int32_t block_rows;
    size_t row_pitch, area_pitch; // words of a plane
    uint64_t *rows;               // [kind][plane]
    uint64_t *areas;              // [ring][kind][plane]
    uint64_t *total;              // [plane]
} smooth_step;

// ---- how much there is --------------------------------------------------------------------------

static bool is_solid(const loam_smoothing *smoothing)
{
    return smoothing->dimensions == 3;
}

static int32_t planes_of(int32_t largest)
{
    int32_t planes = 1;
    while (largest >> planes != 0)
    {
        planes++;
    }
    return planes;
}

/// Cells in a ball of steps, the middle included: 1, 2 or 3 dimensions.
static int32_t diamond_cells(int32_t radius, int32_t dimensions)
{
    if (dimensions == 0)
    {
        return 1;
    }
    int32_t cells = 0;
    for (int32_t away = -radius; away <= radius; away++)
    {
        cells += diamond_cells(radius - (away < 0 ? -away : away), dimensions - 1);
    }
    return cells;
}

static int32_t cells_of(loam_neighbourhood neighbourhood, int32_t radius, int32_t dimensions)
{
    const int32_t side = 2 * radius + 1;
    return neighbourhood == LOAM_VON_NEUMANN ? diamond_cells(radius, dimensions)
           : dimensions == 1                 ? side
           : dimensions == 2                 ? side * side
                                             : side * side * side;
}

/// The kind of a part that lies so far from the middle.
static int32_t kind_at(const loam_smoothing *smoothing, int32_t kind, int32_t away)
{
    return smoothing->neighbourhood == LOAM_MOORE ? kind : kind - (away < 0 ? -away : away);
}

/// The first kind that is needed; the last is the radius.
static int32_t first_kind(const loam_smoothing *smoothing)
{
    return smoothing->neighbourhood == LOAM_MOORE ? smoothing->radius : 0;
}

// ---- memory -------------------------------------------------------------------------------------

static int32_t frame_of(const loam_smoothing *smoothing)
{
    return smoothing->edge == LOAM_EDGE_PADDED ? 0 : smoothing->radius;
}

/// Words of a framed solid, with one before the first and one after the last.
static size_t framed_words(const loam_smoothing *smoothing, int32_t w, int32_t h, int32_t d)
{
    const int32_t frame = frame_of(smoothing), deep = is_solid(smoothing) ? frame : 0;
    return (size_t)loam_bits_stride(w + 2 * frame) * (size_t)(h + 2 * frame) *
               (size_t)(d + 2 * deep) +
           2;
}

static size_t round_up(size_t words)
{
    return (words + LOAM_SUM_WORDS - 1) / LOAM_SUM_WORDS * LOAM_SUM_WORDS;
}

/// Fills in the sizes of a step on framed rows so wide; returns the words that its sums take.
static size_t plan_sums(smooth_step *step, int32_t stride)
{
    const size_t radius = (size_t)step->smoothing->radius;
    step->stride = stride;
    step->block_rows = BLOCK_WORDS / stride > 0 ? BLOCK_WORDS / stride : 1;
    step->row_pitch = round_up(((size_t)step->block_rows + 2 * radius) * (size_t)stride);
    step->area_pitch = round_up((size_t)step->block_rows * (size_t)stride);
    const size_t rows = MAX_KINDS * ROW_PLANES * step->row_pitch;
    const size_t areas = (2 * radius + 1) * MAX_KINDS * AREA_PLANES * step->area_pitch;
    return rows + areas + LOAM_MAX_SUM_PLANES * step->area_pitch;
}

static void place_sums(smooth_step *step, uint64_t *memory)
{
    const size_t ring = 2 * (size_t)step->smoothing->radius + 1;
    step->rows = memory;
    step->areas = step->rows + MAX_KINDS * ROW_PLANES * step->row_pitch;
    step->total = step->areas + ring * MAX_KINDS * AREA_PLANES * step->area_pitch;
}

static uint64_t *rows_of(const smooth_step *step, int32_t kind)
{
    return step->rows + (size_t)kind * ROW_PLANES * step->row_pitch;
}

static uint64_t *areas_of(const smooth_step *step, int32_t z, int32_t kind)
{
    const int32_t slot = z % (2 * step->smoothing->radius + 1);
    return step->areas + (size_t)(slot * MAX_KINDS + kind) * AREA_PLANES * step->area_pitch;
}

// ---- sums ---------------------------------------------------------------------------------------

/// The first of several sums is copied, the others are added; most is what they can come to so far.
static void add_sum(const smooth_step *step, uint64_t *to, int32_t *max, loam_sum_planes term,
                    int32_t term_most)
{
    const int32_t before = *max > 0 ? planes_of(*max) : 0;
    *max += term_most;
    term.planes = planes_of(term_most);
    const loam_sum_planes sum = {to, step->area_pitch, planes_of(*max)};
    step->kernels->add_sums(&sum, before, &term, step->area_pitch);
}

/// The 26 or 8 neighbours that are most often wanted have sums of their own.
static bool is_nearest(const loam_smoothing *smoothing)
{
    return smoothing->neighbourhood == LOAM_MOORE && smoothing->radius == 1;
}

/// Rows y0 - radius .. y1 + radius - 1 of a layer.
static void sum_rows(const smooth_step *step, int32_t z, int32_t y0, int32_t rows)
{
    const int32_t radius = step->smoothing->radius;
    const size_t at = ((size_t)z * (size_t)step->h + (size_t)(y0 - radius)) * (size_t)step->stride;
    const size_t count = (size_t)(rows + 2 * radius) * (size_t)step->stride;
    for (int32_t kind = first_kind(step->smoothing); kind <= radius; kind++)
    {
        step->kernels->sum_beside(rows_of(step, kind), step->row_pitch, step->from + at, count,
                                  kind);
    }
}

/// The areas of rows y0 .. y0 + rows - 1 of a layer, into its place in the ring.
static void sum_areas(const smooth_step *step, int32_t z, int32_t y0, int32_t rows)
{
    const loam_smoothing *smoothing = step->smoothing;
    const int32_t radius = smoothing->radius;
    sum_rows(step, z, y0, rows);
    if (is_nearest(smoothing))
    {
        const uint64_t *const above = rows_of(step, 1);
        const uint64_t *const three[3] = {above, above + step->stride, above + 2 * step->stride};
        step->kernels->add_three_twos(areas_of(step, z, 1), step->area_pitch, three,
                                      step->row_pitch, (size_t)rows * (size_t)step->stride);
        return;
    }
    for (int32_t kind = first_kind(smoothing); kind <= radius; kind++)
    {
        int32_t max = 0;
        for (int32_t dy = -kind; dy <= kind; dy++)
        {
            const int32_t row_kind = kind_at(smoothing, kind, dy);
            uint64_t *from = rows_of(step, row_kind) + (size_t)(radius + dy) * (size_t)step->stride;
            add_sum(step, areas_of(step, z, kind), &max,
                    (loam_sum_planes){from, step->row_pitch, 0}, 2 * row_kind + 1);
        }
    }
}

/// The next state of those rows of a layer, whose areas before and behind are in the ring.
static void finish_rows(const smooth_step *step, int32_t z, int32_t y0, int32_t rows)
{
    const loam_smoothing *smoothing = step->smoothing;
    const int32_t reach = is_solid(smoothing) ? smoothing->radius : 0;
    loam_sum_planes total = {areas_of(step, z, smoothing->radius), step->area_pitch, 0};
    int32_t max = cells_of(smoothing->neighbourhood, smoothing->radius, 2);
    const size_t count = (size_t)rows * (size_t)step->stride;
    if (reach > 0 && is_nearest(smoothing))
    {
        const uint64_t *const three[3] = {areas_of(step, z - 1, 1), areas_of(step, z, 1),
                                          areas_of(step, z + 1, 1)};
        total.words = step->total;
        max = 27;
        step->kernels->add_three_fours(step->total, step->area_pitch, three, step->area_pitch,
                                       count);
    }
    else if (reach > 0)
    {
        max = 0;
        total.words = step->total;
        for (int32_t dz = -reach; dz <= reach; dz++)
        {
            const int32_t kind = kind_at(smoothing, smoothing->radius, dz);
            add_sum(step, step->total, &max,
                    (loam_sum_planes){areas_of(step, z + dz, kind), step->area_pitch, 0},
                    cells_of(smoothing->neighbourhood, kind, 2));
        }
    }
    total.planes = planes_of(max);
    const size_t at = ((size_t)z * (size_t)step->h + (size_t)y0) * (size_t)step->stride;
    const loam_sum_limits limits = {smoothing->birth, smoothing->survival + 1};
    step->kernels->apply_limits(step->to + at, step->from + at, &total, limits, count);
}

/// All cells that are at least so many from the sides.
static void do_step(const smooth_step *step, int32_t lost)
{
    const int32_t reach = is_solid(step->smoothing) ? step->smoothing->radius : 0;
    const int32_t deep = is_solid(step->smoothing) ? lost : 0;
    for (int32_t y = lost; y < step->h - lost; y += step->block_rows)
    {
        const int32_t rest = step->h - lost - y;
        const int32_t rows = rest < step->block_rows ? rest : step->block_rows;
        for (int32_t z = deep - reach; z < step->d - deep + reach; z++)
        {
            sum_areas(step, z, y, rows);
            if (z - reach >= deep)
            {
                finish_rows(step, z - reach, y, rows);
            }
        }
    }
}

// ---- frames -------------------------------------------------------------------------------------

/// A framed solid in memory, the frame as the edge says and the rest 0.
static loam_solid make_framed(const loam_smoothing *smoothing, const loam_solid *in,
                              uint64_t *memory)
{
    const int32_t frame = frame_of(smoothing), deep = is_solid(smoothing) ? frame : 0;
    const size_t words = framed_words(smoothing, in->w, in->h, in->d);
    memset(memory, smoothing->edge == LOAM_EDGE_ONE ? 0xff : 0, words * sizeof *memory);
    return (loam_solid){memory + 1, in->w + 2 * frame, in->h + 2 * frame, in->d + 2 * deep};
}

static void put_framed(const loam_smoothing *smoothing, loam_solid *framed, const loam_solid *in)
{
    const int32_t frame = frame_of(smoothing), deep = is_solid(smoothing) ? frame : 0;
    for (int32_t z = 0; z < in->d; z++)
    {
        const loam_bits from = loam_solid_layer_at(in, z);
        loam_bits to = loam_solid_layer_at(framed, z + deep);
        loam_bits_copy_inside(&to, frame, frame, &from, (loam_bits_area){0, 0, in->w, in->h});
    }
}

/// Gives the columns of the frame their state again, and what is beyond the last; its rows and layers
/// are never written.
static void mend_columns(const loam_smoothing *smoothing, loam_solid *framed)
{
    const int32_t frame = frame_of(smoothing), w = framed->w;
    const bool value = smoothing->edge == LOAM_EDGE_ONE;
    for (int32_t z = 0; z < framed->d; z++)
    {
        loam_bits layer = loam_solid_layer_at(framed, z);
        loam_bits_fill_inside(&layer, (loam_bits_area){0, 0, frame, layer.h}, value);
        loam_bits_fill_inside(&layer, (loam_bits_area){w - frame, 0, frame, layer.h}, value);
    }
}

static void take_framed(const loam_smoothing *smoothing, loam_solid *out, const loam_solid *framed)
{
    const int32_t lost = frame_of(smoothing) + loam_smoothing_padding(smoothing);
    for (int32_t z = 0; z < out->d; z++)
    {
        const loam_bits from = loam_solid_layer_at(framed, z + (is_solid(smoothing) ? lost : 0));
        loam_bits to = loam_solid_layer_at(out, z);
        loam_framed_take(&to, &from, lost);
    }
}

// ---- checks -------------------------------------------------------------------------------------

static loam_result check_limit(const char *name, int32_t limit, int32_t neighbours)
{
    if (limit < 0 || limit >= neighbours)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "the limit of %s is %d; must be 0 to %d, below the number of neighbours, "
                         "or no cell meets it",
                         name, (int)limit, (int)neighbours - 1);
    }
    return LOAM_OK;
}

static loam_result check_limits(const loam_smoothing *smoothing)
{
    const int32_t neighbours = loam_smoothing_neighbours(smoothing);
    const loam_result result = check_limit("birth", smoothing->birth, neighbours);
    return result != LOAM_OK ? result : check_limit("survival", smoothing->survival, neighbours);
}

loam_result loam_smoothing_check(const loam_smoothing *smoothing)
{
    if (smoothing->dimensions != 2 && smoothing->dimensions != 3)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a smoothing has %d dimensions; must be 2 or 3",
                         (int)smoothing->dimensions);
    }
    if ((int)smoothing->neighbourhood < 0 || smoothing->neighbourhood >= LOAM_NEIGHBOURHOOD_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "neighbourhood %d; must be LOAM_MOORE or LOAM_VON_NEUMANN",
                         (int)smoothing->neighbourhood);
    }
    if (smoothing->radius < 1 || smoothing->radius > LOAM_MAX_SMOOTHING_RADIUS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the radius is %d; must be 1 to %d",
                         (int)smoothing->radius, LOAM_MAX_SMOOTHING_RADIUS);
    }
    if (smoothing->steps < 0 || smoothing->steps > LOAM_MAX_SMOOTHING_STEPS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%d steps of smoothing; must be 0 to %d",
                         (int)smoothing->steps, LOAM_MAX_SMOOTHING_STEPS);
    }
    if (loam_grid_kernels_of(smoothing->isa) == NULL)
    {
        return loam_fail_isa(smoothing->isa);
    }
    const loam_result result = check_limits(smoothing);
    return result != LOAM_OK ? result : loam_edge_check(smoothing->edge);
}

static loam_result check_sides(const loam_smoothing *smoothing, const loam_solid *out,
                               const loam_solid *in)
{
    loam_result result = loam_solid_check(in, "the input");
    result = result != LOAM_OK ? result : loam_solid_check(out, "the output");
    const int32_t lost = 2 * loam_smoothing_padding(smoothing);
    const int32_t deep = is_solid(smoothing) ? lost : 0;
    if (result == LOAM_OK &&
        (out->w != in->w - lost || out->h != in->h - lost || out->d != in->d - deep))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "an input of %d x %d x %d bits and an output of %d x %d x %d; with a "
                         "padding of %d it must have %d x %d x %d",
                         (int)in->w, (int)in->h, (int)in->d, (int)out->w, (int)out->h, (int)out->d,
                         (int)lost / 2, (int)(in->w - lost), (int)(in->h - lost),
                         (int)(in->d - deep));
    }
    return result;
}

// ---- public -------------------------------------------------------------------------------------

loam_smoothing loam_default_smoothing(int32_t dimensions)
{
    const bool solid = dimensions == 3;
    return (loam_smoothing){.dimensions = solid ? 3 : 2,
                            .neighbourhood = LOAM_MOORE,
                            .radius = 1,
                            .birth = solid ? 15 : 5,
                            .survival = solid ? 14 : 4,
                            .steps = 1,
                            .edge = LOAM_EDGE_PADDED};
}

int32_t loam_smoothing_neighbours(const loam_smoothing *smoothing)
{
    const int32_t dimensions = smoothing->dimensions, radius = smoothing->radius;
    const bool good = (dimensions == 2 || dimensions == 3) && radius >= 1 &&
                      radius <= LOAM_MAX_SMOOTHING_RADIUS && (int)smoothing->neighbourhood >= 0 &&
                      smoothing->neighbourhood < LOAM_NEIGHBOURHOOD_COUNT;
    return good ? cells_of(smoothing->neighbourhood, radius, dimensions) - 1 : 0;
}

int32_t loam_smoothing_padding(const loam_smoothing *smoothing)
{
    return smoothing->edge == LOAM_EDGE_PADDED ? smoothing->steps * smoothing->radius : 0;
}

size_t loam_smoothing_scratch_size(const loam_smoothing *smoothing, int32_t w, int32_t h, int32_t d)
{
    if (loam_solid_size(w, h, d) == 0 || loam_smoothing_check(smoothing) != LOAM_OK)
    {
        return 0;
    }
    smooth_step step = {.smoothing = smoothing};
    const size_t sums = plan_sums(&step, loam_bits_stride(w + 2 * frame_of(smoothing)));
    return (2 * framed_words(smoothing, w, h, d) + sums) * sizeof(uint64_t);
}

loam_result loam_solid_smooth(const loam_smoothing *smoothing, loam_solid *out,
                              const loam_solid *in, void *scratch, size_t scratch_size)
{
    loam_result result = loam_smoothing_check(smoothing);
    result = result != LOAM_OK ? result : check_sides(smoothing, out, in);
    result = result != LOAM_OK
                 ? result
                 : loam_scratch_check(scratch, scratch_size,
                                      loam_smoothing_scratch_size(smoothing, in->w, in->h, in->d));
    if (result != LOAM_OK)
    {
        return result;
    }
    const size_t words = framed_words(smoothing, in->w, in->h, in->d);
    uint64_t *const memory = scratch;
    loam_solid solids[2] = {make_framed(smoothing, in, memory),
                            make_framed(smoothing, in, memory + words)};
    put_framed(smoothing, &solids[0], in);
    smooth_step step = {.smoothing = smoothing,
                        .kernels = loam_grid_kernels_of(smoothing->isa),
                        .h = solids[0].h,
                        .d = solids[0].d};
    plan_sums(&step, loam_bits_stride(solids[0].w));
    place_sums(&step, memory + 2 * words);
    for (int32_t i = 0; i < smoothing->steps; i++)
    {
        step.from = solids[i % 2].words;
        step.to = solids[(i + 1) % 2].words;
        const bool padded = smoothing->edge == LOAM_EDGE_PADDED;
        do_step(&step, padded ? (i + 1) * smoothing->radius : smoothing->radius);
        if (!padded)
        {
            mend_columns(smoothing, &solids[(i + 1) % 2]);
        }
    }
    take_framed(smoothing, out, &solids[smoothing->steps % 2]);
    return LOAM_OK;
}
