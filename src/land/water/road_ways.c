// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "land/water/curves.h"
#include "land/water/roads.h"

#include <string.h>

// How a finer level leads the roads of the coarser one. Two coarse cells that a road joins have a gate
// between them: a dry cell near the middle of the curve that joins their sites. Within a coarse cell the
// cheapest ways lead from gate to gate, over dry cells of a box around its site: short ones, that climb
// little, keep off shores and, where cells are smaller than rivers, off those. So a road goes around lakes
// and bays, and whoever sees a box finds the same ways in it. Where the ways of both cells come to their gate
// by the same steps, these would lead nowhere: the cells meet where they begin.

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
    COARSE_MARGIN = 2 + 1 + LAND_CURVE_MARGIN, // where boxes touch a page, gates, what curves know
    FINER = 16,                                // cells along a coarse one
    GATE_SEARCH = 6,                 // cells around the middle of a curve where a gate may be
    MOST_ENDS = LAND_DIRECTIONS + 1, // gates, and a harbour
    BOX_SIDE = 2 * BOX + 1,
    // Coarse cells whose boxes touch a page: it is two of them wide and high, boxes come from
    // BOX + SEAWARD cells on each side, and sites lie up to a third of a cell off.
    MOST_TREES = 7 * 7,
    MIDDLE = LAND_CURVE_POINTS / 2,
    FAR = INT32_MAX / 4,
    LEADING = 4, // slices in which ways are led
};

_Static_assert(2 * BOX + 2 <= MARGIN, "a box that touches the page, what it borders on");
_Static_assert(BOX + SEAWARD <= 2 * FINER, "boxes that touch a page, in coarse cells");
_Static_assert(COARSE_MARGIN + 1 + 1 <= LAND_WAY_COARSE_REACH, "the window begins in a cell");

/// Metres that a way may be longer to spare one of climbing, a cell at the shore, and one that a river fills.
static const float climb = 6, shore_cells = 8, river_cells = 3;

/// Cells of the window, from (column, row) on.
typedef struct way_box
{
    int32_t column, row, last_column, last_row;
} way_box;

/// The ways of a coarse cell.
typedef struct way_tree
{
    way_box box;
    int32_t index;                     // of the coarse cell
    int32_t ends[MOST_ENDS];           // gates by direction, the harbour; -1 for none
    int32_t steps;                     // of all ways
    uint8_t ways[BOX_SIDE * BOX_SIDE]; // as road in land_cells
} way_tree;

/// Where the ways of two coarse cells meet.
typedef struct way_meeting
{
    way_tree *a, *b;
    int32_t gate;
    int32_t shared; // steps from there that both take
    int32_t cut; // the direction from the next cell of a to that of b, if they are neighbours and
                 // the corner between them is cut, or LAND_NO_DIRECTION
} way_meeting;

/// The cells around the page, and coarse cells.
typedef struct way_scratch
{
    land_window window;
    int32_t level;
    bool any; // whether there are roads at all
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], kind[CELLS], water[CELLS], receiver[CELLS];
    float carried[CELLS], road[CELLS];
    int32_t burden[CELLS];   // m that crossing a cell counts more
    int32_t cost[CELLS];     // of the way from the first end of a box, m
    land_curve_cells coarse; // sites are units from the low corner of the page
    float coarse_road[COARSE_CELLS];
    int32_t tree_count, meeting_count;
    way_tree trees[MOST_TREES];
    way_meeting meetings[MOST_TREES * LAND_DIRECTIONS / 2];
} way_scratch;

size_t loam_land_ways_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(way_scratch)) + LAND_CURVE_CELLS_SIZE(COARSE_CELLS);
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

static loam_result gather_coarse(loam_slice *slice, way_scratch *work)
{
    const land_parameters *const parameters = slice->parameters;
    const land_slice_source pages = {.slice = slice, .input = 2};
    const int64_t page_x = loam_floor_div(slice->page_x, FINER);
    const int64_t page_z = loam_floor_div(slice->page_z, FINER);
    const land_curve_source source = {
        .cells = loam_land_source_of_slice(&pages),
        .level = work->level - 1,
        .seed = parameters->seed,
        .page_x = page_x,
        .page_z = page_z,
        .x = (int32_t)(slice->page_x - page_x * FINER) * LOAM_GRAPH_PAGE,
        .z = (int32_t)(slice->page_z - page_z * FINER) * LOAM_GRAPH_PAGE};
    const land_window window = loam_land_window_over(source.level, slice->x, slice->z,
                                                     slice->x + slice->extent - 1,
                                                     slice->z + slice->extent - 1, COARSE_MARGIN);
    LOAM_ASSERT(slice->env, window.w <= COARSE_SIDE && window.h <= COARSE_SIDE);
    const loam_result result = loam_land_curve_cells_gather(&window, &source, &slice->scratch,
                                                            &work->coarse);
    return result ? result
                  : loam_land_window_gather(&window, source.cells, offsetof(land_cells, road),
                                            work->coarse_road);
}

static bool is_dry(const way_scratch *work, int32_t cell)
{
    return (int32_t)work->kind[cell] == LAND_DRY_LAND;
}

static int32_t neighbour(const way_scratch *work, int32_t cell, int32_t direction)
{
    return cell + land_step(direction, work->window.row + cell / W, W);
}

static bool is_one(int32_t ways)
{
    return ways != 0 && (ways & (ways - 1)) == 0;
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

// The sea that the river of a coarse cell comes to, -1 for none.
static int32_t sea_after(const way_scratch *work, int32_t index)
{
    const int32_t down = work->coarse.receiver[index];
    const int32_t to = down != LAND_NO_DIRECTION ? land_curve_neighbour(&work->coarse, index, down)
                                                 : -1;
    return to >= 0 && work->coarse.kind[to] == LAND_SEA ? to : -1;
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
    int32_t column = column_of(work->coarse.x[index]), row = row_of(work->coarse.z[index]);
    const int32_t sea = work->coarse_road[index] > 0 ? sea_after(work, index) : -1;
    if (sea >= 0)
    {
        column += seaward(column, column_of(work->coarse.x[sea]));
        row += seaward(row, row_of(work->coarse.z[sea]));
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

static int32_t cell_of_box(const way_box *box, int32_t i)
{
    return (box->row + i / BOX_SIDE) * W + box->column + i % BOX_SIDE;
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
    const int32_t to = land_curve_neighbour(&work->coarse, index, direction);
    const bool down = work->coarse.receiver[index] == direction;
    const bool up = work->coarse.receiver[to] == land_opposite(direction);
    if (down || (!up && direction < LAND_DIRECTIONS / 2))
    {
        loam_land_curve_towards(&work->coarse, index, direction, out);
    }
    else
    {
        loam_land_curve_towards(&work->coarse, to, land_opposite(direction), out);
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

// Where what flows along the first points of a curve comes to the sea, in both boxes: the mouth that most is
// carried to, -1 for none.
static int32_t mouth_along(const way_scratch *work, const way_box *a, const way_box *b,
                           const land_curve *curve, int32_t points)
{
    int32_t found = -1;
    for (int32_t i = 0; i < points; i++)
    {
        const int32_t column = column_of(curve->x[i]), row = row_of(curve->z[i]);
        if (holds(a, column, row) && holds(b, column, row))
        {
            bool arrives;
            const int32_t last = last_before_sea(work, a, b,
                                                 cell_at(work, curve->x[i], curve->z[i]), &arrives);
            found = arrives && (found < 0 || work->carried[last] > work->carried[found]) ? last
                                                                                         : found;
        }
    }
    return found;
}

static int32_t gate(const way_scratch *work, const way_box *own, int32_t index, int32_t direction)
{
    land_curve curve;
    const int32_t to = land_curve_neighbour(&work->coarse, index, direction);
    const way_box other = box_of(work, to);
    curve_between(work, index, direction, &curve);
    const bool river = work->coarse.receiver[index] == direction ||
                       work->coarse.receiver[to] == land_opposite(direction);
    const int32_t mouth = river ? mouth_along(work, own, &other, &curve, MIDDLE + 1) : -1;
    return mouth >= 0 ? nearest_dry(work, own, &other, work->x[mouth], work->z[mouth], false)
                      : nearest_dry(work, own, &other, curve.x[MIDDLE], curve.z[MIDDLE], true);
}

// The last cell before the sea of a coarse cell's river: of those that come to it beside roads the one that
// carries most, or else what runs from its site. -1 if they are there before they come to its box.
static int32_t mouth_of(const way_scratch *work, const way_box *own, int32_t index)
{
    const int32_t site = cell_at(work, work->coarse.x[index], work->coarse.z[index]);
    bool arrives;
    int32_t found = is_sea(work, site) ? -1 : last_before_sea(work, own, own, site, &arrives);
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = land_curve_neighbour(&work->coarse, index, d);
        if (((int32_t)work->coarse_road[index] >> d & 1) != 0 &&
            work->coarse.receiver[from] == land_opposite(d))
        {
            land_curve curve;
            curve_between(work, index, d, &curve);
            const int32_t mouth = mouth_along(work, own, own, &curve, LAND_CURVE_POINTS);
            const bool more = mouth >= 0 &&
                              (found < 0 || work->carried[mouth] > work->carried[found]);
            found = more ? mouth : found;
        }
    }
    return found;
}

// Where a road that ends in a coarse cell does: at its site or, if its river comes to the sea, beside the
// last cell of that; -1 if that is in another cell already.
static int32_t harbour(const way_scratch *work, const way_box *own, int32_t index)
{
    const int32_t at = sea_after(work, index) >= 0
                           ? mouth_of(work, own, index)
                           : cell_at(work, work->coarse.x[index], work->coarse.z[index]);
    return at < 0 ? -1 : nearest_dry(work, own, own, work->x[at], work->z[at], false);
}

// The ends of a coarse cell's ways: its gates and, where a road ends, that end.
static void find_ends(const way_scratch *work, way_tree *tree)
{
    const int32_t index = tree->index, roads = (int32_t)work->coarse_road[index];
    const bool mouth = work->level == 1 && sea_after(work, index) >= 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        tree->ends[d] = (roads >> d & 1) != 0 ? gate(work, &tree->box, index, d) : -1;
    }
    tree->ends[LAND_DIRECTIONS] = mouth || is_one(roads) ? harbour(work, &tree->box, index) : -1;
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

// What it costs to come to each cell of a box from those that are known: goes over it forth and back until
// nothing changes.
static void spread_costs(way_scratch *work, const way_box *box)
{
    for (bool changes = true; changes;)
    {
        changes = false;
        for (int32_t i = 0; i < BOX_SIDE * BOX_SIDE; i++)
        {
            changes = relax(work, box, cell_of_box(box, i)) || changes;
        }
        for (int32_t i = BOX_SIDE * BOX_SIDE - 1; i >= 0; i--)
        {
            changes = relax(work, box, cell_of_box(box, i)) || changes;
        }
    }
}

static void start_costs(way_scratch *work, const way_box *box, int32_t from)
{
    for (int32_t i = 0; i < BOX_SIDE * BOX_SIDE; i++)
    {
        work->cost[cell_of_box(box, i)] = FAR;
    }
    work->cost[from] = 0;
}

static uint8_t *ways_at(way_tree *tree, int32_t cell)
{
    const int32_t column = cell % W - tree->box.column, row = cell / W - tree->box.row;
    return &tree->ways[row * BOX_SIDE + column];
}

// Leads a way from an end to the others, `first` the first of them: on what is there already it counts half,
// so that it rather joins that than runs beside it.
static void lead_way(way_scratch *work, way_tree *tree, int32_t from, int32_t first)
{
    int32_t passed[BOX_SIDE * BOX_SIDE], count = 0, cell = from, cost;
    bool arrives = from == first || *ways_at(tree, from) != 0 || work->cost[from] >= FAR;
    while (!arrives)
    {
        const int32_t d = cheapest(work, &tree->box, cell, &cost);
        *ways_at(tree, cell) |= (uint8_t)(1 << d);
        passed[count++] = cell;
        cell = neighbour(work, cell, d);
        arrives = cell == first || *ways_at(tree, cell) != 0;
        *ways_at(tree, cell) |= (uint8_t)(1 << land_opposite(d));
    }
    for (int32_t i = 0; i < count; i++)
    {
        work->cost[passed[i]] /= 2;
    }
    tree->steps += count;
}

static void lead_roads(way_scratch *work, way_tree *tree)
{
    int32_t first = -1;
    find_ends(work, tree);
    for (int32_t i = 0; i < MOST_ENDS; i++)
    {
        const int32_t end = tree->ends[i];
        if (end >= 0 && first < 0)
        {
            first = end;
            start_costs(work, &tree->box, first);
        }
        else if (end >= 0)
        {
            spread_costs(work, &tree->box);
            lead_way(work, tree, end, first);
        }
    }
}

static loam_result grow_tree(way_scratch *work, int32_t index)
{
    const way_box box = box_of(work, index);
    if (!touches_page(&box))
    {
        return LOAM_OK;
    }
    if (work->tree_count == MOST_TREES)
    {
        return loam_fail(LOAM_FAILED, "more than %d cells of level %d have roads here", MOST_TREES,
                         work->level - 1);
    }
    way_tree *const tree = &work->trees[work->tree_count++];
    *tree = (way_tree){.box = box, .index = index};
    lead_roads(work, tree);
    return LOAM_OK;
}

// ---- where they meet --------------------------------------------------------------------------------------

static int32_t direction_of(int32_t way)
{
    int32_t d = 0;
    while (way >> d != 1)
    {
        d++;
    }
    return d;
}

static int32_t ends_at(const way_tree *tree, int32_t cell)
{
    int32_t count = 0;
    for (int32_t i = 0; i < MOST_ENDS; i++)
    {
        count += tree->ends[i] == cell ? 1 : 0;
    }
    return count;
}

// The direction from the next cell of one way to that of the other if a step between them spares the corner
// that they make. All of it lies in both boxes, so every page that has a part of it sees both ways.
static int32_t cut_corner(const way_scratch *work, const way_box *a, const way_box *b, int32_t cell,
                          int32_t of_a, int32_t of_b)
{
    const int32_t turn = (of_b - of_a + LAND_DIRECTIONS) % LAND_DIRECTIONS;
    const int32_t from = neighbour(work, cell, of_a), to = neighbour(work, cell, of_b);
    const int32_t d = (of_b + (turn == 1 ? 1 : LAND_DIRECTIONS - 1)) % LAND_DIRECTIONS;
    const bool sharp = turn == 1 || turn == LAND_DIRECTIONS - 1;
    const bool cheaper = sharp && in_box(b, from) &&
                         step_cost(work, a, from, d) <
                             step_cost(work, a, cell, of_a) + step_cost(work, a, cell, of_b);
    return cheaper && in_box(a, to) ? d : LAND_NO_DIRECTION;
}

// Follows the steps that two trees share from their gate on, to where one of them has another end or other
// ways. No further than halfway, so that what is taken from all ends of a tree never comes together.
static void share(const way_scratch *work, way_meeting *meeting)
{
    way_tree *const a = meeting->a, *const b = meeting->b;
    const int32_t most = (a->steps < b->steps ? a->steps : b->steps) / 2;
    int32_t cell = meeting->gate, back = 0;
    while (meeting->shared < most && ends_at(a, cell) <= (back == 0) &&
           ends_at(b, cell) <= (back == 0))
    {
        const int32_t of_a = *ways_at(a, cell) & ~back, of_b = *ways_at(b, cell) & ~back;
        if (of_a != of_b || !is_one(of_a))
        {
            meeting->cut = is_one(of_a) && is_one(of_b)
                               ? cut_corner(work, &a->box, &b->box, cell, direction_of(of_a),
                                            direction_of(of_b))
                               : LAND_NO_DIRECTION;
            break;
        }
        const int32_t d = direction_of(of_a);
        cell = neighbour(work, cell, d);
        back = 1 << land_opposite(d);
        meeting->shared++;
    }
}

static void find_meetings(way_scratch *work, way_tree *a)
{
    for (int32_t k = 0; k < work->tree_count; k++)
    {
        way_tree *const b = &work->trees[k];
        for (int32_t d = 0; d < LAND_DIRECTIONS / 2; d++)
        {
            if (a->ends[d] >= 0 && b->index == land_curve_neighbour(&work->coarse, a->index, d))
            {
                way_meeting *const meeting = &work->meetings[work->meeting_count++];
                *meeting = (way_meeting){
                    .a = a, .b = b, .gate = a->ends[d], .cut = LAND_NO_DIRECTION};
                share(work, meeting);
            }
        }
    }
}

// Takes the one step of a tree from a cell away; gives where it led to.
static int32_t drop_step(const way_scratch *work, way_tree *tree, int32_t cell)
{
    const int32_t d = direction_of(*ways_at(tree, cell)), to = neighbour(work, cell, d);
    *ways_at(tree, cell) = 0;
    *ways_at(tree, to) &= (uint8_t) ~(1 << land_opposite(d));
    return to;
}

static void add_ways(way_scratch *work, int32_t cell, int32_t ways)
{
    work->road[cell] = (float)((int32_t)work->road[cell] | ways);
}

static void meet(way_scratch *work, const way_meeting *meeting)
{
    int32_t cell = meeting->gate;
    for (int32_t i = 0; i < meeting->shared; i++)
    {
        drop_step(work, meeting->a, cell);
        cell = drop_step(work, meeting->b, cell);
    }
    if (meeting->cut != LAND_NO_DIRECTION)
    {
        const int32_t from = drop_step(work, meeting->a, cell);
        add_ways(work, from, 1 << meeting->cut);
        add_ways(work, drop_step(work, meeting->b, cell), 1 << land_opposite(meeting->cut));
    }
}

// All meetings are found before the first of them changes a tree.
static void join_trees(way_scratch *work)
{
    for (int32_t i = 0; i < work->tree_count; i++)
    {
        find_meetings(work, &work->trees[i]);
    }
    for (int32_t i = 0; i < work->meeting_count; i++)
    {
        meet(work, &work->meetings[i]);
    }
    for (int32_t i = 0; i < work->tree_count; i++)
    {
        const way_tree *const tree = &work->trees[i];
        for (int32_t k = 0; k < BOX_SIDE * BOX_SIDE; k++)
        {
            add_ways(work, cell_of_box(&tree->box, k), tree->ways[k]);
        }
    }
}

static loam_result see(loam_slice *slice, void *user)
{
    way_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    work->level = parameters->level;
    work->window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    memset(work->road, 0, sizeof work->road);
    work->tree_count = work->meeting_count = 0;
    return gather_coarse(slice, work);
}

static bool has_roads(const way_scratch *work)
{
    bool found = false;
    for (int32_t i = 0; i < work->coarse.window.w * work->coarse.window.h; i++)
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
    const int32_t w = work->coarse.window.w,
                  rows = work->coarse.window.h - 2 * (LAND_CURVE_MARGIN + 1);
    const int32_t part = slice->index - (slice->count - LEADING);
    loam_result result = LOAM_OK;
    for (int32_t r = rows * part / LEADING; r < rows * (part + 1) / LEADING && work->any; r++)
    {
        const int32_t row = r + LAND_CURVE_MARGIN + 1;
        const int32_t end = (row + 1) * w - LAND_CURVE_MARGIN - 1;
        for (int32_t i = row * w + LAND_CURVE_MARGIN + 1; i < end && result == LOAM_OK; i++)
        {
            result = work->coarse_road[i] > 0 ? grow_tree(work, i) : LOAM_OK;
        }
    }
    if (result == LOAM_OK && slice->index == slice->count - 1)
    {
        join_trees(work);
        loam_land_window_page(work->road, MARGIN, out->road);
    }
    return result;
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
