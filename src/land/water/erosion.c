// SPDX-License-Identifier: MIT
#include "land/water/erosion.h"

#include "land/water/mesh.h"

#include <math.h>
#include <string.h>

// Where much water runs it has cut its bed down to a gentle slope; where little runs the ground is steep. In
// balance a stream's slope falls with a power of the area that drains through it (Whipple and Tucker 1999,
// with the exponent that rivers have). What such slopes add up to on the way from the channels of the coarser
// level, over the lowest way, is laid on the ground: valleys where water ran, spurs between them and sharp
// crests, on which both sides meet. Then it is filled once more, as streams may have found better ways.

enum
{
    COUNT_HOPS = 6,   // how far upstream streams are counted
    ASCENT_HOPS = 16, // even; how far from channels ground rises all the way
    FILL_HOPS = 1,    // for what is further from them
    BUILD_HOPS = 8,   // and how far from channels the ground is built up; it is level beyond
    MARGIN = LAND_HEIGHT_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    // How far from the border of the window the results of each step are wanted: those of the last on the
    // page and around it.
    FILLED = MARGIN - 1,
    RISEN = FILLED - FILL_HOPS,
    BUILT = RISEN - ASCENT_HOPS,
    COUNTED = BUILT - BUILD_HOPS,
};

// What a way costs for its length, in parts of what the side of a valley would rise on it.
static const float way_part = 0.2f;

_Static_assert(COUNTED >= COUNT_HOPS, "streams, building up, rising, filling, the receiver");

typedef struct erosion_scratch
{
    land_level_figures figures;
    land_mesh mesh;
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], ruggedness[CELLS], boldness[CELLS], fixed[CELLS], carried[CELLS];
    float kind[CELLS], water[CELLS], receiver[CELLS];
    float cells[CELLS], before[CELLS]; // that drain through a cell
    int32_t from[CELLS], to[CELLS];    // of links that water runs along
    float steps[CELLS];                // what the way from a channel costs, see ascend
    float way[CELLS];                  // what a metre of a way costs, in metres of height
    float floor[CELLS], cap[CELLS], rise[CELLS], value[CELLS], other[CELLS];
} erosion_scratch;

size_t loam_land_erosion_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(erosion_scratch)) + loam_land_mesh_scratch(CELLS);
}

static loam_result gather(loam_slice *slice, const land_window *window, erosion_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source filled_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source filled = loam_land_source_of_slice(&filled_pages);
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, links), work->links},
        {raw, offsetof(land_raw, ruggedness), work->ruggedness},
        {raw, offsetof(land_raw, boldness), work->boldness},
        {raw, offsetof(land_raw, fixed), work->fixed},
        {raw, offsetof(land_raw, carried), work->carried},
        {filled, offsetof(land_ground, kind), work->kind},
        {filled, offsetof(land_ground, water), work->water},
        {filled, offsetof(land_ground, receiver), work->receiver},
    };
    const loam_result result = loam_land_window_sites(window, raw, offsetof(land_raw, site_x),
                                                      offsetof(land_raw, site_z), slice->page_x,
                                                      slice->page_z, work->x, work->z);
    return result ? result
                  : loam_land_window_columns(window, columns, sizeof columns / sizeof *columns);
}

// Whether a cell keeps its height and its receiver.
static bool keeps(const erosion_scratch *work, int32_t i)
{
    return (int32_t)work->kind[i] != LAND_DRY_LAND || work->fixed[i] < LAND_NOWHERE;
}

static int32_t list_streams(const land_window *window, erosion_scratch *work)
{
    int32_t count = 0;
    for (int32_t row = 1; row < H - 1; row++)
    {
        int32_t steps[LAND_DIRECTIONS + 1];
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            steps[d] = land_step(d, window->row + row, W);
        }
        steps[LAND_NO_DIRECTION] = 0;
        for (int32_t i = row * W + 1; i < (row + 1) * W - 1; i++)
        {
            const int32_t d = (int32_t)work->receiver[i];
            work->from[count] = i;
            work->to[count] = i + steps[d];
            count += d != LAND_NO_DIRECTION;
        }
    }
    return count;
}

static void count_each_once(float *cells)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        cells[i] = 1;
    }
}

static void count_streams(const land_window *window, float cell_km2, erosion_scratch *work)
{
    const int32_t count = list_streams(window, work);
    count_each_once(work->cells);
    for (int32_t round = 0; round < COUNT_HOPS; round++)
    {
        memcpy(work->before, work->cells, sizeof work->before);
        count_each_once(work->cells);
        for (int32_t k = 0; k < count; k++)
        {
            work->cells[work->to[k]] += work->before[work->from[k]];
        }
    }
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float carried = work->carried[i] / cell_km2;
        work->cells[i] = carried > work->cells[i] ? carried : work->cells[i];
    }
}

// How far ground lies above what it was: left in value.
static void build_up(const land_mesh *mesh, const land_level_figures *figures,
                     erosion_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float rough = work->ruggedness[i];
        const float more = (figures->steep_crest - figures->gentle_crest) * rough * rough;
        const float crest = figures->gentle_crest + more * work->boldness[i];
        // Half of the rise is even, so that the next coarser surface, which knows channels but not streams,
        // can tell how high crests are (surface/crests.c).
        const float taste = 0.85f + 0.3f * mesh->taste[i];
        const float even = keeps(work, i) ? 0 : 0.25f;
        const float steep = (keeps(work, i) ? 1 : 0.5f) * taste / sqrtf(work->cells[i]);
        work->rise[i] = crest * (even + steep);
        work->cap[i] = keeps(work, i) ? 0 : crest * figures->cell_m * (0.4f * BUILD_HOPS);
        work->floor[i] = 0;
    }
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = BUILD_HOPS,
                                .margin = BUILT,
                                .arrival = work->steps};
    loam_land_mesh_spread(mesh, &spread, work->value, work->other);
}

/// What the best way up from a channel or coast costs, and how high a cell lies if the ground rises all along
/// it.
typedef struct ascent
{
    float *cost, *ground;
} ascent;

static void ascend_row(const land_mesh *mesh, const erosion_scratch *work, int32_t row,
                       int32_t margin, const ascent *in, const ascent *out)
{
    const int32_t first = row * W + margin;
    land_ascent_row cells = {.floor = work->floor + first,
                             .rise = work->rise + first,
                             .way = work->way + first,
                             .cost = in->cost + first,
                             .ground = in->ground + first};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = first + land_step(d, mesh->window.row + row, W);
        cells.costs[d] = in->cost + from;
        cells.grounds[d] = in->ground + from;
        cells.lengths[d] = mesh->length[d] + first;
    }
    mesh->kernels->ascend(&cells, W - 2 * margin, out->cost + first, out->ground + first);
}

// Lets ground rise all the way from a channel: else streams would run beside channels for ever, and what
// flows in them could not be counted within the rounds that there are. A way costs what it has to climb and
// something for its length: behind a ridge, or beside a channel that lies high above another, the ground is
// left to the lower one. Were it always the nearest, half of the ground between the two would be filled up to
// the higher one, and end in a wall where the other half begins. For the same reason it takes as many rounds
// as fit: ground that only one of them reaches is filled up from that one. Leaves costs in steps, the ground
// in floor and cap.
static void ascend(const land_mesh *mesh, erosion_scratch *work)
{
    const ascent states[2] = {{work->steps, work->value}, {work->other, work->cap}};
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float rough = work->ruggedness[i], steep = work->figures.steep_side;
        const float gentle = work->figures.gentle_side;
        work->way[i] = way_part * (gentle + (steep - gentle) * rough * rough);
        work->steps[i] = work->other[i] = keeps(work, i) ? work->water[i] : LAND_NOWHERE;
        work->value[i] = work->cap[i] = keeps(work, i) ? work->water[i] : LAND_NOWHERE;
    }
    for (int32_t round = 0; round < ASCENT_HOPS; round++)
    {
        const int32_t margin = RISEN - (ASCENT_HOPS - 1 - round);
        for (int32_t row = margin; row < H - margin; row++)
        {
            ascend_row(mesh, work, row, margin, &states[round % 2], &states[1 - round % 2]);
        }
    }
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool risen = work->steps[i] < LAND_NOWHERE;
        work->floor[i] = risen ? work->value[i] : work->floor[i];
        work->cap[i] = risen ? work->value[i] : LAND_NOWHERE;
    }
}

static void fill(const land_mesh *mesh, const land_level_figures *figures, erosion_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->floor[i] = work->water[i] + work->value[i];
        work->rise[i] = figures->least_slope * (0.4f + 1.2f * mesh->taste[i]);
    }
    ascend(mesh, work);
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = FILL_HOPS,
                                .margin = FILLED,
                                .arrival = work->cells};
    loam_land_mesh_spread(mesh, &spread, work->value, work->other);
}

// Ground that no round reached is a pan of its own.
static void set_cell(const land_mesh *mesh, float homing, const erosion_scratch *work, int32_t i,
                     int32_t at, land_ground *out)
{
    const bool kept = keeps(work, i), reached = work->value[i] < LAND_NOWHERE;
    const int32_t receiver = kept       ? (int32_t)work->receiver[i]
                             : !reached ? LAND_NO_DIRECTION
                                        : loam_land_mesh_steepest(mesh, work->value, work->steps,
                                                                  homing, i);
    out->kind[at] = kept || receiver != LAND_NO_DIRECTION ? work->kind[i] : LAND_SINK;
    out->water[at] = kept || !reached ? work->water[i] : work->value[i];
    out->receiver[at] = (float)receiver;
}

static loam_result begin(loam_slice *slice, void *user)
{
    erosion_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    work->figures = loam_land_figures(parameters->level);
    const loam_result result = gather(slice, &window, work);
    if (!result)
    {
        loam_land_mesh_make(&work->mesh, &slice->scratch, &window,
                            work->figures.cell_m / LOAM_GRAPH_CELL, work->x, work->z, work->links,
                            loam_land_water_seed(parameters->seed, parameters->level));
    }
    return result;
}

static loam_result build(loam_slice *slice, void *user)
{
    (void)slice;
    erosion_scratch *const work = user;
    count_streams(&work->mesh.window, work->figures.cell_km2, work);
    build_up(&work->mesh, &work->figures, work);
    return LOAM_OK;
}

static loam_result finish(loam_slice *slice, void *user)
{
    erosion_scratch *const work = user;
    fill(&work->mesh, &work->figures, work);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t from = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        set_cell(&work->mesh, work->figures.homing, work, from, i, slice->out);
    }
    return LOAM_OK;
}

static land_slice_step *const steps[] = {begin, build, finish};

int32_t loam_land_erosion_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_erosion(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(erosion_scratch));
}
