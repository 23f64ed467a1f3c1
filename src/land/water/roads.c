// SPDX-License-Identifier: MIT
#include "land/water/roads.h"

#include "land/water/mesh.h"

#include <string.h>

// A pass is a saddle between two rivers: two linked cells that drain to different mouths, with higher ground
// on both sides of the way across. Of several that are near the lowest has the road. From both of its cells
// the road follows the water down to the mouth, where it meets those that come over other passes. (After
// Blomqvist et al. 2016, 4.2.) No step looks further than LAND_ROAD_REACH.

enum
{
    MARGIN = LAND_ROAD_REACH,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    SADDLES = LAND_ROAD_HOPS + LAND_PASS_RING + 1, // around the page, where saddles are looked for
    PASSES = LAND_ROAD_HOPS + 1,                   // and those of them that matter
    TRIM_ROUNDS = 3,
    ENDS = SADDLES + 1, // and where rivers are followed from
};

_Static_assert(ENDS + LAND_ROAD_HOPS + 1 <= MARGIN, "the end of a saddle, its mouth, the sea");

/// Two cells that a road may cross between: the cell and its neighbour in the direction.
typedef struct saddle
{
    int32_t cell, direction;
    float height, hash;
} saddle;

typedef struct road_scratch
{
    land_window window;
    float links[CELLS], kind[CELLS], water[CELLS], receiver[CELLS], road[CELLS];
    int32_t mouth[CELLS]; // the last cell of its river, -1 if that is too far away
    int32_t steps[CELLS]; // to there
    int32_t saddle_count;
    saddle saddles[CELLS];
} road_scratch;

size_t loam_land_roads_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(road_scratch));
}

static int32_t neighbour(const road_scratch *work, int32_t cell, int32_t direction)
{
    return cell + land_step(direction, work->window.row + cell / W, W);
}

static loam_result gather(loam_slice *slice, road_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source ground_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source ground = loam_land_source_of_slice(&ground_pages);
    const land_window *const window = &work->window;
    loam_result result = loam_land_window_gather(window, raw, offsetof(land_raw, links),
                                                 work->links);
    result = result
                 ? result
                 : loam_land_window_gather(window, ground, offsetof(land_ground, kind), work->kind);
    result = result ? result
                    : loam_land_window_gather(window, ground, offsetof(land_ground, water),
                                              work->water);
    return result ? result
                  : loam_land_window_gather(window, ground, offsetof(land_ground, receiver),
                                            work->receiver);
}

// Calls visit for all cells of the page and so many around it.
static void for_cells_around(road_scratch *work, int32_t around,
                             void (*visit)(road_scratch *work, int32_t cell))
{
    for (int32_t r = MARGIN - around; r < H - MARGIN + around; r++)
    {
        for (int32_t i = r * W + MARGIN - around; i < (r + 1) * W - MARGIN + around; i++)
        {
            visit(work, i);
        }
    }
}

// The next cell on the way to the mouth; the same cell at the mouth.
static int32_t next_on_land(const road_scratch *work, int32_t cell)
{
    const int32_t d = (int32_t)work->receiver[cell];
    const int32_t to = d == LAND_NO_DIRECTION ? cell : neighbour(work, cell, d);
    return (int32_t)work->kind[to] == LAND_SEA ? cell : to;
}

static void find_mouth(road_scratch *work, int32_t cell)
{
    int32_t at = cell, to = next_on_land(work, at), steps = 0;
    while (to != at && steps < LAND_ROAD_HOPS)
    {
        at = to;
        to = next_on_land(work, at);
        steps++;
    }
    const bool found = to == at && (int32_t)work->kind[cell] != LAND_SEA;
    work->mouth[cell] = found ? at : -1;
    work->steps[cell] = steps;
}

// Steps between two lattice cells, whether they are linked or not.
static int32_t steps_between(const land_window *window, int32_t a, int32_t b)
{
    const int32_t rows = b / W - a / W, away = rows < 0 ? -rows : rows;
    const int32_t odd = (int32_t)((window->row + a / W) & 1);
    const int32_t columns = b % W - a % W;
    // Half of the steps to another row lead one column west (from even rows) or east (from odd ones).
    const int32_t west = (away + 1 - odd) / 2, east = (away + odd) / 2;
    const int32_t rest = columns > east ? columns - east : columns < -west ? -west - columns : 0;
    return away + rest;
}

static bool may_cross(const road_scratch *work, int32_t cell)
{
    return work->mouth[cell] >= 0 && work->steps[cell] >= LAND_PASS_COAST &&
           (int32_t)work->kind[cell] == LAND_DRY_LAND;
}

static bool is_saddle(const road_scratch *work, int32_t cell, int32_t direction)
{
    const int32_t to = neighbour(work, cell, direction);
    if (((int32_t)work->links[cell] >> direction & 1) == 0 || !may_cross(work, cell) ||
        !may_cross(work, to) ||
        steps_between(&work->window, work->mouth[cell], work->mouth[to]) < LAND_MOUTHS_APART)
    {
        return false;
    }
    const float left = work->water[neighbour(work, cell, (direction + 1) % LAND_DIRECTIONS)];
    const float right = work->water[neighbour(work, cell, (direction + 5) % LAND_DIRECTIONS)];
    const float here = work->water[cell], there = work->water[to];
    const float height = here > there ? here : there;
    return left > height && right > height;
}

static void find_saddles(road_scratch *work, int32_t cell)
{
    // The other three directions are those of the neighbours.
    for (int32_t d = 0; d < LAND_DIRECTIONS / 2; d++)
    {
        if (is_saddle(work, cell, d))
        {
            const float here = work->water[cell], there = work->water[neighbour(work, cell, d)];
            work->saddles[work->saddle_count++] = (saddle){
                .cell = cell,
                .direction = d,
                .height = here > there ? here : there,
                .hash = loam_land_cell_hash((uint64_t)d, work->window.column + cell % W,
                                            work->window.row + cell / W)};
        }
    }
}

static bool is_lower(const saddle *a, const saddle *b)
{
    if (a->height != b->height)
    {
        return a->height < b->height;
    }
    return a->hash != b->hash ? a->hash < b->hash : a->direction < b->direction;
}

static bool is_pass(const road_scratch *work, const saddle *at)
{
    for (int32_t i = 0; i < work->saddle_count; i++)
    {
        const saddle *const other = &work->saddles[i];
        if (is_lower(other, at) &&
            steps_between(&work->window, at->cell, other->cell) <= LAND_PASS_RING)
        {
            return false;
        }
    }
    return true;
}

static void join(road_scratch *work, int32_t cell, int32_t direction)
{
    const int32_t to = neighbour(work, cell, direction);
    work->road[cell] = (float)((int32_t)work->road[cell] | 1 << direction);
    work->road[to] = (float)((int32_t)work->road[to] | 1 << land_opposite(direction));
}

static void lead_down(road_scratch *work, int32_t cell)
{
    for (int32_t to = next_on_land(work, cell); to != cell; to = next_on_land(work, cell))
    {
        join(work, cell, (int32_t)work->receiver[cell]);
        cell = to;
    }
}

static void build_roads(road_scratch *work)
{
    for (int32_t i = 0; i < work->saddle_count; i++)
    {
        const saddle *const at = &work->saddles[i];
        const int32_t column = at->cell % W, row = at->cell / W;
        const bool matters = column >= MARGIN - PASSES && column < W - MARGIN + PASSES &&
                             row >= MARGIN - PASSES && row < H - MARGIN + PASSES;
        if (matters && is_pass(work, at))
        {
            join(work, at->cell, at->direction);
            lead_down(work, at->cell);
            lead_down(work, neighbour(work, at->cell, at->direction));
        }
    }
}

static loam_result follow_rivers(loam_slice *slice, void *user)
{
    road_scratch *const work = user;
    work->window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    work->saddle_count = 0;
    memset(work->road, 0, sizeof work->road);
    const loam_result result = gather(slice, work);
    if (!result)
    {
        for_cells_around(work, ENDS, find_mouth);
    }
    return result;
}

static loam_result cross_passes(loam_slice *slice, void *user)
{
    road_scratch *const work = user;
    land_roads *const out = slice->out;
    for_cells_around(work, SADDLES, find_saddles);
    build_roads(work);
    for (int32_t r = 0; r < LAND_ROWS; r++)
    {
        memcpy(out->road + r * LOAM_GRAPH_SIDE, work->road + (r + MARGIN) * W + MARGIN,
               LOAM_GRAPH_SIDE * sizeof(float));
    }
    return LOAM_OK;
}

static land_slice_step *const steps[] = {follow_rivers, cross_passes};

int32_t loam_land_roads_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_roads(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(road_scratch));
}

// ---- finer levels -----------------------------------------------------------------------------------------

/// The stretch of a cell's curve that roads come in at and leave from.
typedef struct stretch
{
    int32_t first, last;
} stretch;

static int32_t neighbour_of(const land_curve_cells *coarse, int32_t index, int32_t direction)
{
    const int32_t w = coarse->window.w;
    return index + land_step(direction, coarse->window.row + index / w, w);
}

// Whether a road leads to a neighbour without following the water of either cell. It begins at one cell's
// site and joins the other's curve.
static bool is_across(const land_curve_cells *coarse, const float *roads, int32_t index,
                      int32_t direction)
{
    const int32_t to = neighbour_of(coarse, index, direction);
    return ((int32_t)roads[index] >> direction & 1) != 0 &&
           direction != (int32_t)coarse->receiver[index] &&
           (int32_t)coarse->receiver[to] != land_opposite(direction);
}

// At a mouth the road goes on to the coast, wherever the finer level has it.
static bool goes_down(const land_curve_cells *coarse, const float *roads, int32_t index)
{
    const int32_t d = (int32_t)coarse->receiver[index];
    return d != LAND_NO_DIRECTION &&
           (((int32_t)roads[index] >> d & 1) != 0 ||
            (int32_t)coarse->kind[neighbour_of(coarse, index, d)] == LAND_SEA);
}

static stretch stretch_of(const land_curve_cells *coarse, const float *roads, int32_t index)
{
    stretch out = {.first = LAND_CURVE_POINTS, .last = 0};
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        if (((int32_t)roads[index] >> d & 1) == 0 || d == (int32_t)coarse->receiver[index])
        {
            continue;
        }
        const bool begins = is_across(coarse, roads, index, d) && d < LAND_DIRECTIONS / 2;
        const int32_t point = begins ? 0 : loam_land_curve_joint(coarse, index, d);
        out.first = point < out.first ? point : out.first;
        out.last = point > out.last ? point : out.last;
    }
    out.first = out.first < LAND_CURVE_POINTS ? out.first : 0;
    out.last = goes_down(coarse, roads, index) ? LAND_CURVE_POINTS - 1 : out.last;
    return out;
}

void loam_land_roads_lay(const land_curve_cells *coarse, const float *roads, int32_t index,
                         const land_channel_cells *cells, int32_t x, int32_t z, land_raw *raw)
{
    land_curve curve;
    const stretch own = stretch_of(coarse, roads, index);
    if (own.first < own.last)
    {
        loam_land_curve_of(coarse, index, &curve);
        loam_land_channel_lay_road(cells, &curve, own.first, own.last, x, z, raw);
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS / 2; d++)
    {
        if (is_across(coarse, roads, index, d))
        {
            loam_land_curve_towards(coarse, index, d, &curve);
            loam_land_channel_lay_road(cells, &curve, 0, LAND_CURVE_POINTS - 1, x, z, raw);
        }
    }
}

static bool is_spike(const land_window *window, const float *kind, const float *road, int32_t cell)
{
    const int32_t ways = (int32_t)road[cell];
    bool dry = ways != 0 && (ways & (ways - 1)) == 0 && (int32_t)kind[cell] == LAND_DRY_LAND;
    for (int32_t d = 0; d < LAND_DIRECTIONS && dry; d++)
    {
        const int32_t to = cell + land_step(d, window->row + cell / window->w, window->w);
        dry = (int32_t)kind[to] == LAND_DRY_LAND;
    }
    return dry;
}

// Roads at a cell without those from and to spikes, and without those that lead into the sea.
static float without_spikes(const land_window *window, const float *kind, const float *road,
                            int32_t cell)
{
    int32_t ways = (int32_t)road[cell];
    if (ways == 0 || is_spike(window, kind, road, cell) || (int32_t)kind[cell] == LAND_SEA)
    {
        return 0;
    }
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = cell + land_step(d, window->row + cell / window->w, window->w);
        const bool ends = (int32_t)kind[to] == LAND_SEA || is_spike(window, kind, road, to);
        ways = ends ? ways & ~(1 << d) : ways;
    }
    return (float)ways;
}

void loam_land_roads_trim(const land_window *window, int32_t margin, const float *kind, float *road,
                          float *other)
{
    const int32_t w = window->w, h = window->h;
    for (int32_t round = TRIM_ROUNDS - 1; round >= 0; round--)
    {
        const int32_t from = margin - round;
        for (int32_t r = from; r < h - from; r++)
        {
            for (int32_t i = r * w + from; i < (r + 1) * w - from; i++)
            {
                other[i] = without_spikes(window, kind, road, i);
            }
        }
        for (int32_t r = from; r < h - from; r++)
        {
            memcpy(road + r * w + from, other + r * w + from,
                   (size_t)(w - 2 * from) * sizeof *road);
        }
    }
}
