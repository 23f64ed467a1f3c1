// SPDX-License-Identifier: MIT
#include "land/water/roads.h"

#include "land/water/climate.h"
#include "land/water/mesh.h"

#include <string.h>

// Basins of rivers are places, and every way across the divide of two of them is a possible pass. A way is
// left out if lower ones nearby join its basins already, directly or by way of others: those are the ways
// that no lowest spanning tree has, so what was joined stays joined (the cycle property, Kruskal 1956, of
// which each way sees LAND_PASS_RING steps). From both cells of a pass the road follows the water down to the
// mouth, where it meets those that come over other passes. (After Blomqvist et al. 2016, 4.2.) No step looks
// further than LAND_ROAD_REACH.

enum
{
    MARGIN = LAND_ROAD_REACH,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    SADDLES = LAND_ROAD_HOPS + LAND_PASS_RING + 1, // around the page, where saddles are looked for
    PASSES = LAND_ROAD_HOPS + 1,                   // and those of them that matter
    ENDS = SADDLES + 1,                            // and where rivers are followed from
    MOST_SADDLES = CELLS * LAND_DIRECTIONS / 2,
};

_Static_assert(ENDS + LAND_ROAD_HOPS + 1 <= MARGIN, "the end of a saddle, its mouth, the sea");
_Static_assert(ENDS + LAND_ROAD_HOPS + LAND_ROAD_RIVER + 1 <= MARGIN,
               "and how long the river is that ends there");

// Degrees, mean of the year: below that there is more ice than anything else, see surface/biomes.c.
static const float coldest = -9;

/// Two cells that a road may cross between: the cell and its neighbour in the direction.
typedef struct saddle
{
    int32_t cell, direction;
    int32_t mouth[2]; // of the rivers on both sides
    float height, hash;
} saddle;

typedef struct road_scratch
{
    land_window window;
    float links[CELLS], kind[CELLS], water[CELLS], receiver[CELLS], warmth[CELLS], road[CELLS];
    // The last cell of its river, -1 if that is too far away, or ice is between.
    int32_t mouth[CELLS];
    int32_t steps[CELLS]; // to there
    bool is_long[CELLS];  // mouths of rivers of at least LAND_ROAD_RIVER steps
    int32_t group[CELLS]; // of mouths: another one that is joined with it
    int32_t saddle_count;
    int32_t first_saddle[H + 1]; // of a row of cells
    saddle saddles[MOST_SADDLES];
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
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, links), work->links},
        {raw, offsetof(land_raw, warmth), work->warmth},
        {ground, offsetof(land_ground, kind), work->kind},
        {ground, offsetof(land_ground, water), work->water},
        {ground, offsetof(land_ground, receiver), work->receiver},
    };
    return loam_land_window_columns(&work->window, columns, sizeof columns / sizeof *columns);
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

static bool is_icy(const road_scratch *work, int32_t cell)
{
    return work->warmth[cell] - loam_land_climate_lapse(work->water[cell]) < coldest;
}

// No road leads down beside a river under ice: it has no mouth then.
static void find_mouth(road_scratch *work, int32_t cell)
{
    int32_t at = cell, to = next_on_land(work, at), steps = 0;
    bool icy = is_icy(work, cell);
    while (to != at && steps < LAND_ROAD_HOPS && !icy)
    {
        at = to;
        to = next_on_land(work, at);
        icy = is_icy(work, at);
        steps++;
    }
    const bool found = to == at && !icy && (int32_t)work->kind[cell] != LAND_SEA;
    work->mouth[cell] = found ? at : -1;
    work->steps[cell] = steps;
}

static bool at_border(int32_t cell)
{
    const int32_t column = cell % W, row = cell / W;
    return column == 0 || row == 0 || column == W - 1 || row == H - 1;
}

// Walks down from a cell: if its river ends after just so many steps, that is long enough for roads.
static void measure_river(road_scratch *work, int32_t cell)
{
    int32_t at = cell, steps = 0;
    while (steps < LAND_ROAD_RIVER && !at_border(at) && next_on_land(work, at) != at)
    {
        at = next_on_land(work, at);
        steps++;
    }
    const bool ends = steps == LAND_ROAD_RIVER && !at_border(at) && next_on_land(work, at) == at;
    work->is_long[at] = work->is_long[at] || ends;
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
    return work->mouth[cell] >= 0 && work->is_long[work->mouth[cell]] &&
           (int32_t)work->kind[cell] == LAND_DRY_LAND;
}

// Whether a road may cross the divide of two rivers between two cells. Passes lie inland, but from one mouth
// to another nearby the lowest way is taken, most often along the coast.
static bool is_crossing(const road_scratch *work, int32_t cell, int32_t to)
{
    if (!may_cross(work, cell) || !may_cross(work, to) || work->mouth[cell] == work->mouth[to])
    {
        return false;
    }
    const int32_t a = work->steps[cell], b = work->steps[to];
    const bool near = steps_between(&work->window, work->mouth[cell], work->mouth[to]) <=
                      LAND_MOUTHS_NEAR;
    return near || (a >= LAND_PASS_COAST && b >= LAND_PASS_COAST);
}

static void find_saddles(road_scratch *work, int32_t cell)
{
    // The other three directions are those of the neighbours.
    for (int32_t d = 0; d < LAND_DIRECTIONS / 2; d++)
    {
        const int32_t to = neighbour(work, cell, d);
        if (((int32_t)work->links[cell] >> d & 1) == 0 || !is_crossing(work, cell, to))
        {
            continue;
        }
        const float here = work->water[cell], there = work->water[to];
        work->saddles[work->saddle_count++] = (saddle){
            .cell = cell,
            .direction = d,
            .mouth = {work->mouth[cell], work->mouth[to]},
            .height = here > there ? here : there,
            .hash = loam_land_cell_hash((uint64_t)d, work->window.column + cell % W,
                                        work->window.row + cell / W)};
    }
}

static void find_all_saddles(road_scratch *work)
{
    const int32_t low = MARGIN - SADDLES, right = W - MARGIN + SADDLES;
    work->saddle_count = 0;
    for (int32_t r = 0; r < H; r++)
    {
        work->first_saddle[r] = work->saddle_count;
        for (int32_t c = low; c < right && r >= low && r < H - low; c++)
        {
            find_saddles(work, r * W + c);
        }
    }
    work->first_saddle[H] = work->saddle_count;
}

static bool is_lower(const saddle *a, const saddle *b)
{
    if (a->height != b->height)
    {
        return a->height < b->height;
    }
    return a->hash != b->hash ? a->hash < b->hash : a->direction < b->direction;
}

static int32_t group_of(const road_scratch *work, int32_t mouth)
{
    while (work->group[mouth] != mouth)
    {
        mouth = work->group[mouth];
    }
    return mouth;
}

// Whether lower saddles within LAND_PASS_RING steps do not join its two rivers already.
static bool is_pass(road_scratch *work, const saddle *at)
{
    const int32_t row = at->cell / W;
    const saddle *const first = &work->saddles[work->first_saddle[row - LAND_PASS_RING]];
    const saddle *const end = &work->saddles[work->first_saddle[row + LAND_PASS_RING + 1]];
    for (const saddle *other = first; other < end; other++)
    {
        work->group[other->mouth[0]] = other->mouth[0];
        work->group[other->mouth[1]] = other->mouth[1];
    }
    for (const saddle *other = first; other < end; other++)
    {
        if (is_lower(other, at) &&
            steps_between(&work->window, at->cell, other->cell) <= LAND_PASS_RING)
        {
            work->group[group_of(work, other->mouth[0])] = group_of(work, other->mouth[1]);
        }
    }
    return group_of(work, at->mouth[0]) != group_of(work, at->mouth[1]);
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
    memset(work->road, 0, sizeof work->road);
    memset(work->is_long, 0, sizeof work->is_long);
    const loam_result result = gather(slice, work);
    if (!result)
    {
        for_cells_around(work, ENDS, find_mouth);
        for_cells_around(work, MARGIN, measure_river);
    }
    return result;
}

static loam_result cross_passes(loam_slice *slice, void *user)
{
    road_scratch *const work = user;
    land_roads *const out = slice->out;
    find_all_saddles(work);
    build_roads(work);
    loam_land_window_page(work->road, MARGIN, out->road);
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
