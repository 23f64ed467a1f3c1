// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/water/curves.h"
#include "land/water/roads.h"

#include <string.h>

// How a finer level leads the roads of the coarser one. Two coarse cells that a road joins have a gate
// between them: a dry cell near the middle of the curve that joins their sites. Within a coarse cell the
// cheapest ways lead from gate to gate, over dry cells of a box around its site: short ones, that climb
// little, keep off shores and, where cells are smaller than rivers, off those. So a road goes around lakes
// and bays, and whoever sees a box finds the same ways in it.

enum
{
    BOX = 15,    // cells around a coarse site, on each side, that its ways stay in
    SEAWARD = 5, // cells that the box of a mouth lies further towards the sea at most
    MARGIN = LAND_WAY_REACH,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    COARSE_SIDE = 24, // more than a window of coarse cells is wide or high
    COARSE_CELLS = COARSE_SIDE * COARSE_SIDE,
    CURVE_MARGIN = 3,                     // what a curve has to know around its cell
    COARSE_MARGIN = 2 + 1 + CURVE_MARGIN, // where boxes touch a page, gates, what curves know
    FINER = 16,                           // cells along a coarse one
    GATE_SEARCH = 6,                      // cells around the middle of a curve where a gate may be
    MOST_ENDS = 6 + 1,                    // gates, and a harbour
    MIDDLE = LAND_CURVE_POINTS / 2,
    FAR = INT32_MAX / 4,
    LEADING = 4, // slices in which ways are led
};

_Static_assert(2 * BOX + 2 <= MARGIN, "a box that touches the page, what it borders on");
_Static_assert(BOX + SEAWARD <= 2 * FINER, "boxes that touch a page, in coarse cells");
_Static_assert(COARSE_MARGIN + 1 + 1 <= LAND_WAY_COARSE_REACH, "the window begins in a cell");

/// Metres that a way may be longer to spare one of climbing, a cell at the shore, and one that a river fills.
static const float climb = 6, shore_cells = 8, river_cells = 3;

/// The cells around the page, and coarse cells in units of those, from the low corner of a coarse page.
typedef struct way_scratch
{
    land_window window, coarse;
    int32_t level;
    bool any; // whether there are roads at all
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], kind[CELLS], water[CELLS], receiver[CELLS];
    float carried[CELLS], road[CELLS];
    int32_t burden[CELLS]; // m that crossing a cell counts more
    int32_t cost[CELLS];   // of the way from the first end of a box, m
    int32_t coarse_x[COARSE_CELLS], coarse_z[COARSE_CELLS];
    float coarse_kind[COARSE_CELLS], coarse_receiver[COARSE_CELLS], coarse_lake[COARSE_CELLS];
    float coarse_flow[COARSE_CELLS], coarse_height[COARSE_CELLS], coarse_road[COARSE_CELLS];
    land_curve_cells curves;
} way_scratch;

/// Cells of the window, from (column, row) on.
typedef struct way_box
{
    int32_t column, row, last_column, last_row;
} way_box;

size_t loam_land_ways_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(way_scratch));
}

// ---- what is there ----------------------------------------------------------------------------------------

static loam_result gather_fine(loam_slice *slice, way_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source ground_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source ground = loam_land_source_of_slice(&ground_pages);
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, links), work->links},
        {raw, offsetof(land_raw, carried), work->carried},
        {ground, offsetof(land_ground, kind), work->kind},
        {ground, offsetof(land_ground, water), work->water},
        {ground, offsetof(land_ground, receiver), work->receiver},
    };
    const loam_result result = loam_land_window_sites(
        &work->window, raw, offsetof(land_raw, site_x), offsetof(land_raw, site_z), slice->page_x,
        slice->page_z, work->x, work->z);
    return result
               ? result
               : loam_land_window_columns(&work->window, columns, sizeof columns / sizeof *columns);
}

// Coarse sites become units from the low corner of the page.
static void place_coarse(const loam_slice *slice, int64_t page_x, int64_t page_z, way_scratch *work)
{
    const int32_t from_x = (int32_t)(slice->page_x - page_x * FINER) * LOAM_GRAPH_PAGE;
    const int32_t from_z = (int32_t)(slice->page_z - page_z * FINER) * LOAM_GRAPH_PAGE;
    for (int32_t i = 0; i < work->coarse.w * work->coarse.h; i++)
    {
        work->coarse_x[i] = work->coarse_x[i] * FINER - from_x;
        work->coarse_z[i] = work->coarse_z[i] * FINER - from_z;
    }
}

static loam_result gather_coarse(loam_slice *slice, way_scratch *work)
{
    const land_slice_source pages = {.slice = slice, .input = 2};
    const land_page_source source = loam_land_source_of_slice(&pages);
    const land_window_column columns[] = {
        {source, offsetof(land_cells, kind), work->coarse_kind},
        {source, offsetof(land_cells, receiver), work->coarse_receiver},
        {source, offsetof(land_cells, lake), work->coarse_lake},
        {source, offsetof(land_cells, flow), work->coarse_flow},
        {source, offsetof(land_cells, height), work->coarse_height},
        {source, offsetof(land_cells, road), work->coarse_road},
    };
    const int64_t page_x = loam_floor_div(slice->page_x, FINER);
    const int64_t page_z = loam_floor_div(slice->page_z, FINER);
    work->coarse = loam_land_window_over(work->level - 1, slice->x, slice->z,
                                         slice->x + slice->extent - 1, slice->z + slice->extent - 1,
                                         COARSE_MARGIN);
    LOAM_ASSERT(slice->env, work->coarse.w <= COARSE_SIDE && work->coarse.h <= COARSE_SIDE);
    loam_result result = loam_land_window_sites(&work->coarse, source, offsetof(land_cells, site_x),
                                                offsetof(land_cells, site_z), page_x, page_z,
                                                work->coarse_x, work->coarse_z);
    result = result ? result
                    : loam_land_window_columns(&work->coarse, columns,
                                               sizeof columns / sizeof *columns);
    if (result == LOAM_OK)
    {
        place_coarse(slice, page_x, page_z, work);
    }
    return result;
}

static bool is_dry(const way_scratch *work, int32_t cell)
{
    return (int32_t)work->kind[cell] == LAND_DRY_LAND;
}

static int32_t neighbour(const way_scratch *work, int32_t cell, int32_t direction)
{
    return cell + land_step(direction, work->window.row + cell / W, W);
}

static void weigh_cells(way_scratch *work)
{
    const float cell_m = (float)loam_land_cell_size(work->level);
    for (int32_t i = W + 1; i < CELLS - W - 1; i++)
    {
        bool shore = false;
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            shore = shore || !is_dry(work, neighbour(work, i, d));
        }
        const float carried = work->carried[i] > 0 ? work->carried[i] : 0;
        const float river = loam_land_river_width(carried, work->water[i], 0) / cell_m;
        const float wide = river > 1 ? 1 : river;
        work->burden[i] = (int32_t)(cell_m *
                                    (0.5f * river_cells * wide + (shore ? shore_cells : 0)));
    }
}

// ---- ends -------------------------------------------------------------------------------------------------

// The column and the row of the window that a place lies in.
static int32_t column_of(int32_t x)
{
    return (int32_t)loam_floor_div(x, LOAM_GRAPH_CELL) + MARGIN;
}

static int32_t row_of(int32_t z)
{
    return (int32_t)loam_floor_div((int64_t)z * LAND_ROWS, LOAM_GRAPH_PAGE) + MARGIN;
}

static int32_t coarse_neighbour(const way_scratch *work, int32_t index, int32_t direction)
{
    const int32_t w = work->coarse.w;
    return index + land_step(direction, work->coarse.row + index / w, w);
}

// The sea that the river of a coarse cell comes to, -1 for none.
static int32_t sea_after(const way_scratch *work, int32_t index)
{
    const int32_t down = (int32_t)work->coarse_receiver[index];
    const int32_t to = down != LAND_NO_DIRECTION ? coarse_neighbour(work, index, down) : -1;
    return to >= 0 && (int32_t)work->coarse_kind[to] == LAND_SEA ? to : -1;
}

static int32_t seaward(int32_t from, int32_t to)
{
    const int32_t part = (to - from) / 3;
    return part > SEAWARD ? SEAWARD : part < -SEAWARD ? -SEAWARD : part;
}

// The cells of the window that ways of a coarse cell may use. Those of a mouth lie towards the sea: the finer
// level may have the coast anywhere up to the site there.
static way_box box_of(const way_scratch *work, int32_t index)
{
    int32_t column = column_of(work->coarse_x[index]), row = row_of(work->coarse_z[index]);
    const int32_t sea = work->coarse_road[index] > 0 ? sea_after(work, index) : -1;
    if (sea >= 0)
    {
        column += seaward(column, column_of(work->coarse_x[sea]));
        row += seaward(row, row_of(work->coarse_z[sea]));
    }
    return (way_box){column - BOX, row - BOX, column + BOX, row + BOX};
}

static bool touches_page(const way_box *box)
{
    return box->last_column >= MARGIN && box->column < MARGIN + LOAM_GRAPH_SIDE &&
           box->last_row >= MARGIN && box->row < MARGIN + LAND_ROWS;
}

static bool holds(const way_box *box, int32_t column, int32_t row)
{
    return column >= box->column && column <= box->last_column && row >= box->row &&
           row <= box->last_row;
}

static bool in_box(const way_box *box, int32_t cell)
{
    return holds(box, cell % W, cell / W);
}

// The dry cell in both boxes whose site is nearest to a place, -1 for none; `inland` rather not at a shore.
static int32_t nearest_dry(const way_scratch *work, const way_box *a, const way_box *b, int32_t x,
                           int32_t z, bool inland)
{
    const int32_t column = column_of(x), row = row_of(z);
    int64_t best = INT64_MAX;
    int32_t found = -1;
    for (int32_t r = row - GATE_SEARCH; r <= row + GATE_SEARCH; r++)
    {
        for (int32_t c = column - GATE_SEARCH; c <= column + GATE_SEARCH; c++)
        {
            const int32_t i = r * W + c;
            if (c < 1 || r < 1 || c >= W - 1 || r >= H - 1 || !in_box(a, i) || !in_box(b, i) ||
                !is_dry(work, i))
            {
                continue;
            }
            const int64_t dx = work->x[i] - x, dz = work->z[i] - z;
            const int64_t off = inland ? (int64_t)work->burden[i] * LOAM_GRAPH_CELL /
                                             loam_land_cell_size(work->level)
                                       : 0;
            const int64_t distance = dx * dx + dz * dz + off * off;
            found = distance < best ? i : found;
            best = distance < best ? distance : best;
        }
    }
    return found;
}

// The curve between two coarse cells, the same from either: that of the water, if it runs there.
static void curve_between(const way_scratch *work, int32_t index, int32_t direction,
                          land_curve *out)
{
    const int32_t to = coarse_neighbour(work, index, direction);
    const bool down = (int32_t)work->coarse_receiver[index] == direction;
    const bool up = (int32_t)work->coarse_receiver[to] == land_opposite(direction);
    if (down || (!up && direction < LAND_DIRECTIONS / 2))
    {
        loam_land_curve_towards(&work->curves, index, direction, out);
    }
    else
    {
        loam_land_curve_towards(&work->curves, to, land_opposite(direction), out);
    }
}

// The cell whose site is nearest to a place. That lies in a box that touches the page, so the cells around it
// are known.
static int32_t cell_at(const way_scratch *work, int32_t x, int32_t z)
{
    const int32_t column = column_of(x), row = row_of(z);
    int64_t best = INT64_MAX;
    int32_t found = 0;
    for (int32_t k = 0; k < 25; k++)
    {
        const int32_t i = (row + k / 5 - 2) * W + column + k % 5 - 2;
        const int64_t dx = work->x[i] - x, dz = work->z[i] - z;
        const int64_t distance = dx * dx + dz * dz;
        found = distance < best ? i : found;
        best = distance < best ? distance : best;
    }
    return found;
}

static bool is_sea(const way_scratch *work, int32_t cell)
{
    return (int32_t)work->kind[cell] == LAND_SEA;
}

// The last cell of a river before the sea, from one of its cells on, or in the boxes if it leaves them
// before; *arrives says which. -1 if it begins beyond them.
static int32_t last_before_sea(const way_scratch *work, const way_box *a, const way_box *b,
                               int32_t cell, bool *arrives)
{
    int32_t last = -1;
    *arrives = false;
    while (in_box(a, cell) && in_box(b, cell) && !*arrives)
    {
        const int32_t d = (int32_t)work->receiver[cell];
        last = is_sea(work, cell) ? last : cell;
        if (d == LAND_NO_DIRECTION)
        {
            break;
        }
        cell = neighbour(work, cell, d);
        *arrives = is_sea(work, cell);
    }
    return last;
}

// Where a river that the coarser level leads from one cell to another comes to the sea on the way, in both
// boxes; -1 if it does not.
static int32_t early_mouth(const way_scratch *work, const way_box *a, const way_box *b,
                           const land_curve *curve)
{
    int32_t mouth = -1;
    for (int32_t i = 0; i <= MIDDLE && mouth < 0; i++)
    {
        const int32_t column = column_of(curve->x[i]), row = row_of(curve->z[i]);
        if (holds(a, column, row) && holds(b, column, row))
        {
            bool arrives;
            const int32_t last = last_before_sea(work, a, b,
                                                 cell_at(work, curve->x[i], curve->z[i]), &arrives);
            mouth = arrives ? last : -1;
        }
    }
    return mouth;
}

static int32_t gate(const way_scratch *work, const way_box *own, int32_t index, int32_t direction)
{
    land_curve curve;
    const int32_t to = coarse_neighbour(work, index, direction);
    const way_box other = box_of(work, to);
    curve_between(work, index, direction, &curve);
    const bool river = (int32_t)work->coarse_receiver[index] == direction ||
                       (int32_t)work->coarse_receiver[to] == land_opposite(direction);
    const int32_t mouth = river ? early_mouth(work, own, &other, &curve) : -1;
    return mouth >= 0 ? nearest_dry(work, own, &other, work->x[mouth], work->z[mouth], false)
                      : nearest_dry(work, own, &other, curve.x[MIDDLE], curve.z[MIDDLE], true);
}

// The last cell before the sea of the rivers that come to a coarse cell beside roads, whose site the finer
// level has in the sea; that of the largest. -1 if they are there before they come to its box.
static int32_t mouth_above(const way_scratch *work, const way_box *own, int32_t index)
{
    int32_t found = -1;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = coarse_neighbour(work, index, d);
        if (((int32_t)work->coarse_road[index] >> d & 1) != 0 && work->coarse_flow[from] > most &&
            (int32_t)work->coarse_receiver[from] == land_opposite(d))
        {
            land_curve curve;
            curve_between(work, index, d, &curve);
            const int32_t mouth = early_mouth(work, own, own, &curve);
            found = mouth >= 0 ? mouth : found;
            most = mouth >= 0 ? work->coarse_flow[from] : most;
        }
    }
    return found;
}

// Where a road that ends in a coarse cell does: at its site or, if its river comes to the sea, beside the
// last cell of that; -1 if that is in another cell already.
static int32_t harbour(const way_scratch *work, const way_box *own, int32_t index)
{
    const bool mouth = sea_after(work, index) >= 0;
    const int32_t site = cell_at(work, work->coarse_x[index], work->coarse_z[index]);
    bool arrives;
    const int32_t at = mouth && is_sea(work, site) ? mouth_above(work, own, index)
                       : mouth                     ? last_before_sea(work, own, own, site, &arrives)
                                                   : site;
    return at < 0 ? -1 : nearest_dry(work, own, own, work->x[at], work->z[at], false);
}

// The ends of a coarse cell's ways: its gates and, where a road ends, that end.
static int32_t find_ends(const way_scratch *work, const way_box *own, int32_t index,
                         int32_t ends[MOST_ENDS])
{
    const int32_t roads = (int32_t)work->coarse_road[index];
    const bool mouth = work->level == 1 && sea_after(work, index) >= 0;
    int32_t count = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t cell = (roads >> d & 1) != 0 ? gate(work, own, index, d) : -1;
        ends[count] = cell;
        count += cell >= 0 ? 1 : 0;
    }
    if (mouth || (roads & (roads - 1)) == 0)
    {
        ends[count] = harbour(work, own, index);
        count += ends[count] >= 0 ? 1 : 0;
    }
    return count;
}

// ---- ways -------------------------------------------------------------------------------------------------

// What a step counts, the same both ways; FAR where there is none.
static int32_t step_cost(const way_scratch *work, const way_box *box, int32_t cell,
                         int32_t direction)
{
    const int32_t to = neighbour(work, cell, direction);
    if (((int32_t)work->links[cell] >> direction & 1) == 0 || !in_box(box, to) || !is_dry(work, to))
    {
        return FAR;
    }
    const float rise = work->water[to] - work->water[cell];
    const float length = (float)loam_land_cell_size(work->level) +
                         climb * (rise < 0 ? -rise : rise);
    return (int32_t)length + work->burden[cell] + work->burden[to];
}

// The neighbour by which a cell is reached most cheaply: *best gets what that costs. The first of several.
static int32_t cheapest(const way_scratch *work, const way_box *box, int32_t cell, int32_t *best)
{
    int32_t found = LAND_NO_DIRECTION;
    *best = FAR;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t step = step_cost(work, box, cell, d);
        const int32_t cost = step < FAR ? step + work->cost[neighbour(work, cell, d)] : FAR;
        found = cost < *best ? d : found;
        *best = cost < *best ? cost : *best;
    }
    return found;
}

static bool relax(way_scratch *work, const way_box *box, int32_t cell)
{
    int32_t cost = FAR;
    if (is_dry(work, cell))
    {
        cheapest(work, box, cell, &cost);
    }
    const bool better = cost < work->cost[cell];
    work->cost[cell] = better ? cost : work->cost[cell];
    return better;
}

// What it costs to come to each cell of a box from one of them. Goes over the box forth and back until
// nothing changes.
static void spread_costs(way_scratch *work, const way_box *box, int32_t from)
{
    const int32_t w = box->last_column - box->column + 1, h = box->last_row - box->row + 1;
    for (int32_t i = 0; i < w * h; i++)
    {
        work->cost[(box->row + i / w) * W + box->column + i % w] = FAR;
    }
    work->cost[from] = 0;
    for (bool changes = true; changes;)
    {
        changes = false;
        for (int32_t i = 0; i < w * h; i++)
        {
            changes = relax(work, box, (box->row + i / w) * W + box->column + i % w) || changes;
        }
        for (int32_t i = w * h - 1; i >= 0; i--)
        {
            changes = relax(work, box, (box->row + i / w) * W + box->column + i % w) || changes;
        }
    }
}

static void lead_way(way_scratch *work, const way_box *box, int32_t from, int32_t to)
{
    int32_t cost;
    for (int32_t cell = from; cell != to && work->cost[cell] < FAR;)
    {
        const int32_t d = cheapest(work, box, cell, &cost);
        const int32_t next = neighbour(work, cell, d);
        work->road[cell] = (float)((int32_t)work->road[cell] | 1 << d);
        work->road[next] = (float)((int32_t)work->road[next] | 1 << land_opposite(d));
        cell = next;
    }
}

static void lead_roads(way_scratch *work, int32_t index)
{
    const way_box box = box_of(work, index);
    int32_t ends[MOST_ENDS];
    if (!touches_page(&box))
    {
        return;
    }
    const int32_t count = find_ends(work, &box, index, ends);
    if (count < 2)
    {
        return;
    }
    spread_costs(work, &box, ends[0]);
    for (int32_t i = 1; i < count; i++)
    {
        lead_way(work, &box, ends[i], ends[0]);
    }
}

static loam_result see(loam_slice *slice, void *user)
{
    way_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    work->level = parameters->level;
    work->window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    work->curves = (land_curve_cells){
        .x = work->coarse_x,
        .z = work->coarse_z,
        .kind = work->coarse_kind,
        .receiver = work->coarse_receiver,
        .lake = work->coarse_lake,
        .flow = work->coarse_flow,
        .water = work->coarse_height,
        .seed = loam_land_water_seed(parameters->seed, parameters->level)};
    memset(work->road, 0, sizeof work->road);
    const loam_result result = gather_coarse(slice, work);
    work->curves.window = work->coarse;
    return result;
}

static bool has_roads(const way_scratch *work)
{
    bool found = false;
    for (int32_t i = 0; i < work->coarse.w * work->coarse.h; i++)
    {
        found = found || work->coarse_road[i] > 0;
    }
    return found;
}

static loam_result weigh(loam_slice *slice, void *user)
{
    way_scratch *const work = user;
    work->any = has_roads(work);
    const loam_result result = work->any ? gather_fine(slice, work) : LOAM_OK;
    if (work->any && !result)
    {
        weigh_cells(work);
    }
    return result;
}

// Some rows of coarse cells in each slice: the ways of one cell take long enough.
static loam_result lead(loam_slice *slice, void *user)
{
    way_scratch *const work = user;
    land_roads *const out = slice->out;
    const int32_t w = work->coarse.w, rows = work->coarse.h - 2 * (CURVE_MARGIN + 1);
    const int32_t part = slice->index - (slice->count - LEADING);
    for (int32_t r = rows * part / LEADING; r < rows * (part + 1) / LEADING && work->any; r++)
    {
        const int32_t row = r + CURVE_MARGIN + 1;
        for (int32_t i = row * w + CURVE_MARGIN + 1; i < (row + 1) * w - CURVE_MARGIN - 1; i++)
        {
            if (work->coarse_road[i] > 0)
            {
                lead_roads(work, i);
            }
        }
    }
    if (slice->index == slice->count - 1)
    {
        loam_land_window_page(work->road, MARGIN, out->road);
    }
    return LOAM_OK;
}

static land_slice_step *const steps[] = {see, weigh, lead, lead, lead, lead};

int32_t loam_land_ways_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_ways(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(way_scratch));
}
