// SPDX-License-Identifier: MIT
#include "land/water/flow.h"

#include "base/small.h"
#include "land/basis/cell_kernels.h"
#include "land/water/climate.h"
#include "land/water/deltas.h"
#include "land/water/lakes.h"
#include "land/water/roads.h"

#include <string.h>

// Rain that falls on a cell runs to its receiver, and on; a cell sees what comes from so many steps upstream
// that hardly any way is longer, and what falls further up is not counted. What runs in the channels of the
// coarser level is known already: streams add nothing to them, and carry no more than the channel that they
// run into does there. So flow never falls on the way down. A bed that its river has left is a stream's.
//
// Where two channels share a cell its water goes on along the lower one, with what the larger one carries,
// until it comes to a cell that carries as much: these rounds pass it on. Curves stay within 0.3 of the
// triangles beside their lines, so as a rule they are that near to each other only behind their middle,
// where both come to the same receiver. From there it is at most half a curve, some 16 cells, to the
// receiver's curve, and along that at most 12 of its 32 points, some 8 cells, to where the larger one joins
// it: LAND_PASS_HOPS. Thin triangles let curves to different receivers touch, too; for those there is no
// proof, only a test, which walks down from every cell of a channel and has met no way as long.

enum
{
    MAX_MARGIN = LAND_FIRST_FLOW_HOPS + LAND_FLOW_RING,
    FLOW_PARTS = 3,   // of the rounds, a slice each; divides those of all levels
    SHARED_HOPS = 24, // from where a branch begins to where it leaves its river's bed
    BED_HOPS = 6,     // cells of a stream's bed that a river's part is passed on for
};

_Static_assert(LAND_FIRST_FLOW_HOPS % FLOW_PARTS == 0 && LAND_FLOW_HOPS % FLOW_PARTS == 0,
               "no round is left over");
_Static_assert((int)LAND_DELTA_HOPS <= (int)LAND_BRANCH_HOPS + 1, "arms are followed to the sea");
_Static_assert(
    (int)LAND_LAKE_MARGIN <= (int)LAND_FLOW_RING,
    "around what lakes look at there are as many cells as rounds: those at the border of the "
    "window, which see no others, pass on what they have");
_Static_assert(SHARED_HOPS + BED_HOPS <= (int)LAND_FLOW_HOPS, "branches leave within the window");
_Static_assert((int)LAND_PASS_HOPS <= (int)LAND_FLOW_HOPS, "flow is passed on to where it belongs");

typedef struct flow_scratch
{
    const land_cell_kernels *kernels;
    land_window window;
    int32_t count, hops;
    float *receiver, *carried, *rain, *kind, *branch;
    float *arm;                    // as in land_cells
    float *own;                    // what falls on the cell, as flow
    float *comes[LAND_DIRECTIONS]; // 1 where the neighbour drains here
    float *channel;                // 1 in a channel of the coarser level
    float *most;                   // what runs in the channel that a stream ends in, if it does
    float *flow, *other;
    bool changes;         // in the last round
    bool arms;            // whether any delta is near, of the finest level
    land_lake_view lakes; // what the choice of lakes looks at
} flow_scratch;

enum
{
    ARRAYS = 11 + LAND_DIRECTIONS, // of flow_scratch
};

static size_t array_size(int32_t margin)
{
    return (size_t)(LOAM_GRAPH_SIDE + 2 * margin) * (size_t)(LAND_ROWS + 2 * margin) *
           sizeof(float);
}

size_t loam_land_first_cells_scratch(void)
{
    return ARRAYS * LOAM_ARENA_SIZE(array_size(MAX_MARGIN)) + LOAM_ARENA_SIZE(sizeof(flow_scratch));
}

size_t loam_land_cells_scratch(void)
{
    return ARRAYS * LOAM_ARENA_SIZE(array_size(LAND_FLOW_HOPS + LAND_FLOW_RING)) +
           LOAM_ARENA_SIZE(sizeof(flow_scratch));
}

static void take_arrays(flow_scratch *work, loam_arena *arena)
{
    float **const arrays[ARRAYS] = {
        &work->receiver, &work->carried,  &work->rain,     &work->kind,     &work->own,
        &work->channel,  &work->flow,     &work->other,    &work->comes[0], &work->comes[1],
        &work->comes[2], &work->comes[3], &work->comes[4], &work->comes[5], &work->branch,
        &work->most,     &work->arm};
    for (int32_t i = 0; i < ARRAYS; i++)
    {
        *arrays[i] = loam_arena_take(arena, (size_t)work->count * sizeof(float));
    }
}

static loam_result gather(loam_slice *slice, int32_t level, flow_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source ground_pages = {.slice = slice, .input = 1};
    const land_slice_source rain_pages = {.slice = slice, .input = 2};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source ground = loam_land_source_of_slice(&ground_pages);
    const land_page_source rain = loam_land_source_of_slice(&rain_pages);
    const bool first = level == 0;
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, carried), work->carried},
        {raw, offsetof(land_raw, fixed), work->channel},
        {ground, offsetof(land_ground, receiver), work->receiver},
        {ground, offsetof(land_ground, kind), work->kind},
        {first ? rain : raw, first ? offsetof(land_rain, rain) : offsetof(land_raw, rain),
         work->rain},
        {level == 1 ? ground : raw,
         level == 1 ? offsetof(land_ground, branch) : offsetof(land_raw, fork), work->branch},
        {raw, offsetof(land_raw, arm), work->arm}, // not before rivers have split, at level 1
    };
    const size_t count = sizeof columns / sizeof *columns - (level == 0 ? 2 : level == 1 ? 1 : 0);
    return loam_land_window_columns(&work->window, columns, count);
}

// The cell that another drains to, if that is not at the border of the window; -1 for none.
static int32_t receiver_inside(const flow_scratch *work, int32_t i)
{
    const int32_t w = work->window.w, d = (int32_t)work->receiver[i];
    const int32_t to = d == LAND_NO_DIRECTION ? -1 : i + land_step(d, work->window.row + i / w, w);
    return to >= w && to < work->count - w && land_has_neighbours(to, w) ? to : -1;
}

static void prepare(flow_scratch *work, float cell_km2)
{
    for (int32_t i = 0; i < work->count; i++)
    {
        const bool sea = (int32_t)work->kind[i] == LAND_SEA;
        work->own[i] = sea ? 0 : work->rain[i] * 0.001f * cell_km2;
        // One at whose beginning nothing flows yet is a channel, too; one that its river has left is none.
        const bool has_bed = work->channel[i] < LAND_NOWHERE && work->carried[i] > LAND_DRY_BED;
        work->channel[i] = work->carried[i] > 0 || has_bed ? 1 : 0;
        // Cells at the border of the window, which see no others, pass this on.
        work->flow[i] = work->other[i] = work->channel[i] > 0 ? work->carried[i] : work->own[i];
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        memset(work->comes[d], 0, (size_t)work->count * sizeof(float));
    }
    for (int32_t i = 0; i < work->count; i++)
    {
        const int32_t to = receiver_inside(work, i);
        if (to >= 0)
        {
            const bool stream = work->channel[i] <= 0 && work->channel[to] > 0;
            work->comes[land_opposite((int32_t)work->receiver[i])][to] = stream ? 0 : 1;
        }
    }
}

// The cell where what falls on another arrives, in a channel or at its end, within so many steps; -1 if it
// does not.
static int32_t arrival_of(const flow_scratch *work, int32_t cell, int32_t most)
{
    const int32_t w = work->window.w;
    for (int32_t steps = 0; steps <= most; steps++)
    {
        const int32_t d = (int32_t)work->receiver[cell];
        if (d == LAND_NO_DIRECTION || work->channel[cell] > 0)
        {
            return cell;
        }
        cell += land_step(d, work->window.row + cell / w, w);
        if (cell < w || cell >= work->count - w)
        {
            return -1;
        }
    }
    return -1;
}

static bool has_arms(const flow_scratch *work)
{
    float most = 0;
    for (int32_t i = 0; i < work->count; i++)
    {
        most = work->arm[i] > most ? work->arm[i] : most;
    }
    return most > 0;
}

// Where streams end, and how much runs there. A way that is longer than the rounds would lose its farthest
// water at each step, and its flow would fall. What falls so far up is not counted anywhere.
static void find_ends(flow_scratch *work)
{
    for (int32_t i = 0; i < work->count; i++)
    {
        const int32_t end = (int32_t)work->receiver[i] != LAND_NO_DIRECTION
                                ? arrival_of(work, i, work->hops)
                                : i;
        if (end < 0)
        {
            work->own[i] = work->flow[i] = work->other[i] = 0;
        }
        const bool joins = end >= 0 && end != i && work->channel[end] > 0 &&
                           (int32_t)work->receiver[end] != LAND_NO_DIRECTION;
        work->most[i] = joins ? work->carried[end] : LAND_NOWHERE;
    }
}

// What flows in a cell, once all rounds are over.
static float flow_at(const flow_scratch *work, int32_t i)
{
    return work->flow[i] < work->most[i] ? work->flow[i] : work->most[i];
}

// Lets a part of what runs there be left on the way from a cell to the sea.
static void set_arms(flow_scratch *work, int32_t cell, float part)
{
    const int32_t w = work->window.w;
    for (int32_t steps = 0; steps <= LAND_BRANCH_HOPS; steps++)
    {
        const int32_t d = (int32_t)work->receiver[cell];
        if (d == LAND_NO_DIRECTION || cell < w || cell >= work->count - w ||
            !land_has_neighbours(cell, w))
        {
            return;
        }
        work->arm[cell] = (work->arm[cell] > 0 ? work->arm[cell] : 1) * part;
        cell += land_step(d, work->window.row + cell / w, w);
    }
}

// Whether a branch leaves a cell, to a cell that is known.
static bool splits(const flow_scratch *work, int32_t i)
{
    return (int32_t)work->branch[i] != LAND_NO_DIRECTION && land_has_neighbours(i, work->window.w);
}

static int32_t branch_to(const flow_scratch *work, int32_t i)
{
    const int32_t w = work->window.w;
    return i + land_step((int32_t)work->branch[i], work->window.row + i / w, w);
}

// A branch takes its share of the river with it.
static void prepare_branches(flow_scratch *work)
{
    const int32_t w = work->window.w;
    memset(work->arm, 0, (size_t)work->count * sizeof(float));
    for (int32_t i = w; i < work->count - w; i++)
    {
        if (splits(work, i))
        {
            set_arms(work, i, 1 - LAND_BRANCH_SHARE);
            set_arms(work, branch_to(work, i), 1);
        }
    }
    for (int32_t i = w; i < work->count - w; i++)
    {
        if (splits(work, i))
        {
            work->comes[land_opposite((int32_t)work->branch[i])][branch_to(work, i)] =
                land_branch_part(work->arm[i]);
        }
    }
}

// Whether a branch leaves a cell of the finest level, and not just its bed with the river.
static bool parts(const flow_scratch *work, int32_t i)
{
    return (int32_t)work->branch[i] != LAND_NO_DIRECTION &&
           (int32_t)work->branch[i] != (int32_t)work->receiver[i];
}

// The cell that carries most of one and those that drain to it, so many steps up: where a river runs on in
// the bed of a stream for a while, one that the river is known in.
static int32_t largest_above(const flow_scratch *work, int32_t cell, int32_t steps)
{
    const int32_t w = work->window.w;
    int32_t best = cell;
    for (int32_t d = 0; d < LAND_DIRECTIONS && steps > 0 && land_has_neighbours(cell, w); d++)
    {
        const int32_t from = cell + land_step(d, work->window.row + cell / w, w);
        if (work->comes[d][cell] > 0)
        {
            const int32_t above = largest_above(work, from, steps - 1);
            best = work->carried[above] > work->carried[best] ? above : best;
        }
    }
    return best;
}

static float arm_at(const flow_scratch *work, int32_t cell)
{
    return work->channel[cell] > 0 ? work->arm[largest_above(work, cell, BED_HOPS)] : 0;
}

// The part of a river that runs in a cell of the finest level. All of its curve at level 1 is without what
// leaves with its branch, but that leaves further down; where it comes back once more, at last.
static float arm_before_branch(const flow_scratch *work, int32_t cell)
{
    const float arm = work->arms ? arm_at(work, cell) : 0;
    int32_t to = arm > 0 && arm < 1 ? receiver_inside(work, cell) : -1;
    for (int32_t hops = 0; hops < SHARED_HOPS && to >= 0 && arm_at(work, to) == arm; hops++)
    {
        if (parts(work, to) && work->arm[to] == arm) // and not a branch of the next curve
        {
            return arm / (1 - LAND_BRANCH_SHARE);
        }
        to = receiver_inside(work, to);
    }
    return arm;
}

// Whether anything changed.
static bool flow_row(const flow_scratch *work, int32_t row)
{
    const int32_t w = work->window.w, first = row * w + 1; // the ends stay what they are
    land_flow_row cells = {.own = work->own + first,
                           .carried = work->carried + first,
                           .channel = work->channel + first,
                           .before = work->flow + first};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        cells.from[d] = work->flow + first + land_step(d, work->window.row + row, w);
        cells.comes[d] = work->comes[d] + first;
    }
    return work->kernels->flow(&cells, w - 2, work->other + first);
}

// So many rounds more. Stops early where nothing changes any more: further rounds would change nothing
// either.
static void accumulate(flow_scratch *work, int32_t rounds)
{
    for (int32_t round = 0; round < rounds && work->changes; round++)
    {
        work->changes = false;
        for (int32_t row = 1; row < work->window.h - 1; row++)
        {
            work->changes = flow_row(work, row) || work->changes;
        }
        float *const swap = work->flow;
        work->flow = work->other;
        work->other = swap;
    }
}

// Deep where it is flat, low, wet and warm; none on steep ground.
static float soil_of(const land_cells *cells, int32_t i, float slope)
{
    const float steep = loam_clamp01(1 - slope * 6) * (1 - 0.75f * cells->ruggedness[i]);
    const float life = loam_clamp01(cells->humidity[i] * 1.3f) *
                       loam_clamp01((cells->temperature[i] + 12) * 0.05f);
    const float silt = loam_clamp01(cells->flow[i] / (cells->flow[i] + 50)) * 0.3f;
    return loam_clamp01(steep * (0.15f + 0.7f * life + silt));
}

static void set_cell(const flow_scratch *work, const land_raw *raw, const land_ground *ground,
                     int32_t level, int32_t i, int32_t at, land_cells *out)
{
    const float flow = flow_at(work, at);
    out->site_x[i] = raw->site_x[i];
    out->site_z[i] = raw->site_z[i];
    out->kind[i] = ground->kind[i];
    out->height[i] = ground->water[i];
    out->receiver[i] = ground->receiver[i];
    out->flow[i] = flow;
    out->arm[i] = level == 2 ? arm_before_branch(work, at) : level == 1 ? work->arm[at] : 0;
    out->inflow[i] = flow > work->own[at] ? flow - work->own[at] : 0;
    out->ruggedness[i] = raw->ruggedness[i] * (1 - ground->plain[i]);
    out->temperature[i] = raw->warmth[i] - loam_land_climate_lapse(out->height[i]);
    out->rain[i] = work->rain[at];
    out->humidity[i] = loam_land_climate_humidity(out->rain[i], out->temperature[i]);
    out->links[i] = raw->links[i];
    out->course[i] = raw->course[i];
}

// The page and what is next to it, as the choice of lakes sees it.
static loam_result view_lakes(loam_slice *slice, const flow_scratch *work, land_lake_view *view)
{
    const land_parameters *const parameters = slice->parameters;
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source ground_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source ground = loam_land_source_of_slice(&ground_pages);
    view->window = loam_land_window_around(slice->page_x, slice->page_z, LAND_LAKE_MARGIN);
    view->level = parameters->level;
    view->seed = loam_land_water_seed(parameters->seed, parameters->level);
    const land_window *const window = &view->window;
    const land_window_column columns[] = {
        {ground, offsetof(land_ground, kind), view->kind},
        {ground, offsetof(land_ground, water), view->water},
        {ground, offsetof(land_ground, receiver), view->receiver},
        {ground, offsetof(land_ground, branch), view->branch}, // of level 1 alone
    };
    const size_t count = sizeof columns / sizeof *columns - (view->level == 1 ? 0 : 1);
    loam_result result = loam_land_window_sites(window, raw, offsetof(land_raw, site_x),
                                                offsetof(land_raw, site_z), slice->page_x,
                                                slice->page_z, view->x, view->z);
    result = result ? result : loam_land_window_columns(window, columns, count);
    const int32_t inside = work->hops + LAND_FLOW_RING - LAND_LAKE_MARGIN;
    for (int32_t i = 0; i < LAND_LAKE_CELLS; i++)
    {
        view->flow[i] = flow_at(work, (i / LAND_LAKE_W + inside) * work->window.w +
                                          i % LAND_LAKE_W + inside);
    }
    return result;
}

// Rivers split at level 1. At the next a branch leaves where the river's cells and its own part.
static int32_t branch_of(const land_lake_view *view, const land_raw *raw, const land_ground *ground,
                         int32_t i, int32_t at)
{
    const int32_t fork = view->level == 2 ? (int32_t)raw->fork[i] : LAND_NO_DIRECTION;
    if (view->level == 1 || fork == LAND_NO_DIRECTION || fork == (int32_t)view->receiver[at] ||
        (int32_t)view->kind[at] != LAND_DRY_LAND)
    {
        return view->level == 1 ? (int32_t)ground->branch[i] : LAND_NO_DIRECTION;
    }
    const int32_t to = at + land_step(fork, view->window.row + at / LAND_LAKE_W, LAND_LAKE_W);
    const bool falls = view->water[to] < view->water[at] &&
                       (int32_t)view->kind[to] == LAND_DRY_LAND;
    return falls ? fork : LAND_NO_DIRECTION;
}

// What depends on neighbours, also across the page's border.
static void set_by_view(const land_lake_view *view, const land_raw *raw, const land_ground *ground,
                        land_cells *out)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + LAND_LAKE_MARGIN) * LAND_LAKE_W +
                           i % LOAM_GRAPH_SIDE + LAND_LAKE_MARGIN;
        out->soil[i] = soil_of(out, i, loam_land_fall(view, at));
        out->lake[i] = loam_land_lake_radius(view, at);
        out->height[i] = out->lake[i] > 0 ? loam_land_outlet_level(view, at) : out->height[i];
        out->branch[i] = (float)branch_of(view, raw, ground, i, at);
    }
}

static loam_result begin(loam_slice *slice, void *user)
{
    flow_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    const land_level_figures figures = loam_land_figures(parameters->level);
    const int32_t margin = figures.flow_hops + LAND_FLOW_RING;
    work->window = loam_land_window_around(slice->page_x, slice->page_z, margin);
    work->count = work->window.w * work->window.h;
    work->hops = figures.flow_hops;
    work->kernels = loam_land_cell_kernels_of(slice->env->isa);
    work->changes = true;
    take_arrays(work, &slice->scratch);
    const loam_result result = gather(slice, parameters->level, work);
    if (!result)
    {
        prepare(work, figures.cell_km2);
        find_ends(work);
    }
    if (!result && parameters->level == 1)
    {
        prepare_branches(work);
    }
    work->arms = !result && parameters->level == 2 && has_arms(work);
    return result;
}

static loam_result let_flow(loam_slice *slice, void *user)
{
    (void)slice;
    flow_scratch *const work = user;
    accumulate(work, work->hops / FLOW_PARTS);
    return LOAM_OK;
}

static void set_cells(loam_slice *slice, const flow_scratch *work, const land_raw *raw,
                      const land_ground *ground)
{
    const land_parameters *const parameters = slice->parameters;
    const int32_t margin = work->hops + LAND_FLOW_RING;
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + margin) * work->window.w + i % LOAM_GRAPH_SIDE +
                           margin;
        set_cell(work, raw, ground, parameters->level, i, at, slice->out);
    }
    const int32_t input = parameters->level == 0 ? 3 : 2; // after the climate
    const land_roads *const roads =
        loam_slice_page(slice, input, slice->page_x, 0, slice->page_z)->data;
    memcpy(((land_cells *)slice->out)->road, roads->road, sizeof roads->road);
}

static loam_result finish(loam_slice *slice, void *user)
{
    flow_scratch *const work = user;
    const land_raw *const raw = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z)->data;
    const land_ground *const ground =
        loam_slice_page(slice, 1, slice->page_x, 0, slice->page_z)->data;
    set_cells(slice, work, raw, ground);
    const loam_result result = view_lakes(slice, work, &work->lakes);
    if (!result)
    {
        set_by_view(&work->lakes, raw, ground, slice->out);
    }
    return result;
}

static land_slice_step *const steps[FLOW_PARTS + 2] = {begin, let_flow, let_flow, let_flow, finish};

int32_t loam_land_cells_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_cells(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(flow_scratch));
}
