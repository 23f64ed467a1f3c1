// SPDX-License-Identifier: MIT
#include "land/water/deltas.h"

#include "base/small.h"
#include "land/water/mesh.h"

#include <string.h>

// A large river that comes to the sea over low, flat ground has built that ground itself. Around its last
// cells, the fan, land is lowered to a plain that rises very gently from the sea, below the river; so the
// river may leave its bed to either side, and what leaves it reaches the sea on its own. The river itself
// stays where it is. Rivers that do not split are left as they are.

enum
{
    MARGIN = LAND_DELTA_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    FAN = 4,         // steps from the river that its plain reaches
    SPREAD_HOPS = 6, // and from the sea
};

_Static_assert(
    2 * LAND_DELTA_HOPS + 1 + FAN + SPREAD_HOPS + 1 + LAND_BRANCH_HOPS + 2 <= MARGIN,
    "up and down the river, its fan, the plain, the way out of it, a branch, its rivals");

static const float least_flow = 4000;  // of a river with a delta
static const float share = 0.7f;       // of large mouths that have one
static const float most_rugged = 0.5f; // around a delta
static const float highest = 40;       // m, of a cell where a river splits
static const float plain = 0.4f; // slope of the plain, as a part of the least that rivers have

typedef struct delta_scratch
{
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], ruggedness[CELLS], carried[CELLS], fixed[CELLS];
    float kind[CELLS], water[CELLS], receiver[CELLS];
    int32_t hops[CELLS]; // of cells where the river may split: steps to the sea; 0 for others
    uint8_t fan[CELLS];  // steps from the river + 1; 0 outside of fans
    float branch[CELLS]; // where it would like to split to
    float floor[CELLS], cap[CELLS], rise[CELLS], value[CELLS], other[CELLS], arrival[CELLS];
    uint64_t seed;
    land_mesh mesh;
    float least_slope;
    bool splits; // whether any river may
} delta_scratch;

size_t loam_land_deltas_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(delta_scratch)) + loam_land_mesh_scratch(CELLS);
}

static loam_result gather(loam_slice *slice, const land_window *window, delta_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source eroded_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source eroded = loam_land_source_of_slice(&eroded_pages);
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, links), work->links},
        {raw, offsetof(land_raw, ruggedness), work->ruggedness},
        {raw, offsetof(land_raw, carried), work->carried},
        {raw, offsetof(land_raw, fixed), work->fixed},
        {eroded, offsetof(land_ground, kind), work->kind},
        {eroded, offsetof(land_ground, water), work->water},
        {eroded, offsetof(land_ground, receiver), work->receiver},
    };
    const loam_result result = loam_land_window_sites(window, raw, offsetof(land_raw, site_x),
                                                      offsetof(land_raw, site_z), slice->page_x,
                                                      slice->page_z, work->x, work->z);
    return result ? result
                  : loam_land_window_columns(window, columns, sizeof columns / sizeof *columns);
}

static int32_t neighbour(const land_mesh *mesh, int32_t cell, int32_t direction)
{
    return cell + land_step(direction, mesh->window.row + cell / W, W);
}

// Of chance, from the seed of a level's water.
static uint64_t delta_seed(uint64_t seed)
{
    return seed + 29;
}

static float hash_of(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    return loam_land_cell_hash(delta_seed(work->seed), mesh->window.column + cell % W,
                               mesh->window.row + cell / W);
}

// The cell with most water of those that drain into one, or the same if no large river does.
static int32_t upstream(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    int32_t best = cell;
    float most = least_flow;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = neighbour(mesh, cell, d);
        if ((int32_t)work->receiver[from] == land_opposite(d) && work->carried[from] >= most)
        {
            best = from;
            most = work->carried[from];
        }
    }
    return best;
}

// Rivers along a coast may cross a cape or two; what is left of them there comes from nowhere.
static bool comes_from_inland(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    int32_t steps = 0;
    for (int32_t up = upstream(mesh, work, cell); up != cell && steps < LAND_DELTA_HOPS; steps++)
    {
        cell = up;
        up = upstream(mesh, work, cell);
    }
    return steps == LAND_DELTA_HOPS;
}

static bool is_mouth_of_delta(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    return work->ruggedness[cell] < most_rugged && hash_of(mesh, work, cell) < share &&
           comes_from_inland(mesh, work, cell);
}

// Steps to the sea for a cell of a large river that ends in a delta, 0 for all others.
static int32_t hops_of(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    if (work->carried[cell] < least_flow || work->water[cell] > highest)
    {
        return 0;
    }
    for (int32_t hops = 1; hops <= LAND_DELTA_HOPS; hops++)
    {
        const int32_t d = (int32_t)work->receiver[cell];
        if ((int32_t)work->kind[cell] != LAND_DRY_LAND || d == LAND_NO_DIRECTION)
        {
            return 0;
        }
        const int32_t to = neighbour(mesh, cell, d);
        if ((int32_t)work->kind[to] == LAND_SEA)
        {
            return is_mouth_of_delta(mesh, work, cell) ? hops : 0;
        }
        cell = to;
    }
    return 0;
}

// Whether a cell is at least so far from the border of the window.
static bool is_inner(int32_t cell, int32_t border)
{
    return cell % W >= border && cell % W < W - border && cell / W >= border &&
           cell / W < H - border;
}

// Where rivers may split, and the land within FAN steps of there.
static void find_fans(const land_mesh *mesh, delta_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->hops[i] = is_inner(i, 2 * LAND_DELTA_HOPS + 1) ? hops_of(mesh, work, i) : 0;
        work->fan[i] = work->hops[i] > 0 ? 1 : 0;
    }
    for (int32_t step = 1; step <= FAN; step++)
    {
        for (int32_t i = 0; i < CELLS; i++)
        {
            for (int32_t d = 0; d < LAND_DIRECTIONS && work->fan[i] == 0 && is_inner(i, 1); d++)
            {
                work->fan[i] = work->fan[neighbour(mesh, i, d)] == step ? (uint8_t)(step + 1) : 0;
            }
        }
    }
}

static bool is_plain(const delta_scratch *work, int32_t cell)
{
    return work->fan[cell] > 1 && work->fixed[cell] >= LAND_NOWHERE &&
           (int32_t)work->kind[cell] == LAND_DRY_LAND;
}

// Lowers fans to their plain, as far as they lie above it.
static void lower_fans(const land_mesh *mesh, float least_slope, delta_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool sea = (int32_t)work->kind[i] == LAND_SEA;
        work->floor[i] = is_plain(work, i) ? -LAND_NOWHERE : sea ? 0 : LAND_NOWHERE;
        work->cap[i] = is_plain(work, i) ? work->water[i] : sea ? 0 : LAND_NOWHERE;
        work->rise[i] = plain * least_slope * (0.4f + 1.2f * mesh->taste[i]);
    }
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = SPREAD_HOPS,
                                .margin = SPREAD_HOPS,
                                .arrival = work->arrival};
    loam_land_mesh_spread(mesh, &spread, work->value, work->other);
}

// The neighbour that a cell of the plain was lowered from.
static int32_t way_out(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    int32_t best = LAND_NO_DIRECTION;
    float least = LAND_NOWHERE;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = neighbour(mesh, cell, d);
        const float value = work->value[to] + mesh->length[d][cell] * work->rise[to];
        best = value < least ? d : best;
        least = value < least ? value : least;
    }
    return best;
}

static void redirect(const land_mesh *mesh, delta_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        if (is_inner(i, SPREAD_HOPS + 1) && is_plain(work, i) && work->value[i] < work->water[i])
        {
            work->water[i] = work->value[i];
            work->receiver[i] = (float)way_out(mesh, work, i);
        }
    }
}

// Whether water from a cell of the plain reaches the sea without meeting a river.
static bool reaches_sea(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    for (int32_t hops = 0; hops < LAND_BRANCH_HOPS && is_plain(work, cell); hops++)
    {
        const int32_t d = (int32_t)work->receiver[cell];
        if (d == LAND_NO_DIRECTION)
        {
            return false;
        }
        cell = neighbour(mesh, cell, d);
    }
    return (int32_t)work->kind[cell] == LAND_SEA;
}

// A river leaves its bed to the left at one cell and to the right at the next.
static int32_t wanted_branch(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    // Below where other rivers have joined, see loam_land_branch_of.
    const float down = work->water[neighbour(mesh, cell, (int32_t)work->receiver[cell])];
    const float below = 0.5f * (work->water[cell] + (down > 0 ? down : 0));
    const int32_t side = work->hops[cell] % 2 == 0 ? 1 : 5;
    const int32_t source = upstream(mesh, work, cell); // what lies behind it is across the river
    for (int32_t turns = 1; turns <= 2; turns++)
    {
        const int32_t d = ((int32_t)work->receiver[cell] + side * turns) % LAND_DIRECTIONS;
        const int32_t to = neighbour(mesh, cell, d);
        if (to == source)
        {
            return LAND_NO_DIRECTION;
        }
        if (((int32_t)work->links[cell] >> d & 1) != 0 && is_plain(work, to) &&
            work->water[to] < below && reaches_sea(mesh, work, to))
        {
            return d;
        }
    }
    return LAND_NO_DIRECTION;
}

// Of several that would like to split into the same cell the one furthest up does.
static bool is_first(const land_mesh *mesh, const delta_scratch *work, int32_t cell)
{
    const int32_t to = neighbour(mesh, cell, (int32_t)work->branch[cell]);
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = neighbour(mesh, to, d);
        if (from != cell && (int32_t)work->branch[from] == land_opposite(d) &&
            (work->hops[from] > work->hops[cell] ||
             (work->hops[from] == work->hops[cell] &&
              d < land_opposite((int32_t)work->branch[cell]))))
        {
            return false;
        }
    }
    return true;
}

static void find_branches(const land_mesh *mesh, delta_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool may = work->hops[i] > 1 && is_inner(i, MARGIN - 2);
        work->branch[i] = (float)(may ? wanted_branch(mesh, work, i) : LAND_NO_DIRECTION);
    }
}

// Ground that a river has built is flat, less and less so further from it and where it stands higher: finer
// levels would raise hills on it that leave its arms in gorges.
static float flatness(const delta_scratch *work, int32_t cell)
{
    const float near = work->fan[cell] > 0 ? 1 - (float)(work->fan[cell] - 1) / (FAN + 1) : 0;
    return near * loam_clamp01(1.5f - work->water[cell] / highest);
}

static void set_page(const land_mesh *mesh, const delta_scratch *work, land_ground *out)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t from = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        const bool splits = (int32_t)work->branch[from] != LAND_NO_DIRECTION &&
                            is_first(mesh, work, from);
        out->water[i] = work->water[from];
        out->receiver[i] = work->receiver[from];
        out->branch[i] = splits ? work->branch[from] : LAND_NO_DIRECTION;
        out->plain[i] = flatness(work, from);
    }
}

// Most pages have nothing to split, and are done quickly.
static bool has_large_river(const delta_scratch *work)
{
    bool found = false;
    for (int32_t i = 0; i < CELLS && !found; i++)
    {
        found = work->carried[i] >= least_flow && work->water[i] <= highest;
    }
    return found;
}

static void set_unsplit(land_ground *out)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        out->branch[i] = LAND_NO_DIRECTION;
    }
}

/// What is known of a cell before its own water runs.
enum
{
    SEEN_SEA = 1,
    SEEN_RIVER = 2, // a large one
    SEEN_COAST = 4, // flat land

    SEEN_W = 3 * LOAM_GRAPH_SIDE, // of the pages that the window touches
    SEEN_H = 3 * LAND_ROWS,
};

// What is seen of the cells of a page and those around it, from the pages of raw; without scratch memory.
static void look_at(const land_raw *raw, uint8_t *seen)
{
    for (int32_t row = 0; row < LAND_ROWS; row++, seen += SEEN_W)
    {
        for (int32_t c = 0; c < LOAM_GRAPH_SIDE; c++)
        {
            const int32_t i = row * LOAM_GRAPH_SIDE + c;
            const int32_t sea = (int32_t)raw->kind[i] == LAND_SEA ? SEEN_SEA : 0;
            const int32_t river = raw->carried[i] >= least_flow ? SEEN_RIVER : 0;
            const bool coast = (int32_t)raw->kind[i] == LAND_DRY_LAND &&
                               raw->ruggedness[i] < most_rugged;
            seen[c] = (uint8_t)(sea | river | (coast ? SEEN_COAST : 0));
        }
    }
}

// Whether a cell is such a coast, with the sea and the river beside it.
static bool is_mouth(const uint8_t *seen, int32_t i)
{
    int32_t around = 0;
    for (int32_t k = 0; k < 9 && (seen[i] & SEEN_COAST) != 0; k++)
    {
        around |= seen[i + (k / 3 - 1) * SEEN_W + k % 3 - 1];
    }
    return (around & SEEN_SEA) != 0 && (around & SEEN_RIVER) != 0;
}

bool loam_land_deltas_near(loam_slice *slice)
{
    uint8_t seen[SEEN_W * SEEN_H];
    const land_parameters *const parameters = slice->parameters;
    const uint64_t seed = delta_seed(loam_land_water_seed(parameters->seed, parameters->level));
    int32_t count;
    const loam_page *const pages = loam_slice_pages(slice, 0, &count);
    const int64_t column = pages->x * LOAM_GRAPH_SIDE, row = pages->z * LAND_ROWS;
    for (int32_t i = 0; i < count; i++)
    {
        look_at(pages[i].data, seen + i / 3 * LAND_ROWS * SEEN_W + i % 3 * LOAM_GRAPH_SIDE);
    }
    bool found = false;
    for (int32_t i = SEEN_W + 1; i < SEEN_W * (SEEN_H - 1) - 1 && !found; i++)
    {
        found = is_mouth(seen, i) &&
                loam_land_cell_hash(seed, column + i % SEEN_W, row + i / SEEN_W) < share;
    }
    return found;
}

static loam_result begin(loam_slice *slice, void *user)
{
    delta_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    land_ground *const out = slice->out;
    memcpy(out, loam_slice_page(slice, 1, slice->page_x, 0, slice->page_z)->data, sizeof *out);
    set_unsplit(out);
    work->splits = loam_land_deltas_near(slice);
    const loam_result result = work->splits ? gather(slice, &window, work) : LOAM_OK;
    if (result)
    {
        return result;
    }
    work->splits = work->splits && has_large_river(work);
    if (work->splits)
    {
        const land_level_figures figures = loam_land_figures(parameters->level);
        work->least_slope = figures.least_slope;
        work->seed = loam_land_water_seed(parameters->seed, parameters->level);
        loam_land_mesh_make(&work->mesh, &slice->scratch, &window, figures.cell_m / LOAM_GRAPH_CELL,
                            work->x, work->z, work->links, work->seed);
    }
    return LOAM_OK;
}

static loam_result make_plains(loam_slice *slice, void *user)
{
    (void)slice;
    delta_scratch *const work = user;
    if (work->splits)
    {
        find_fans(&work->mesh, work);
        lower_fans(&work->mesh, work->least_slope, work);
    }
    return LOAM_OK;
}

static loam_result split(loam_slice *slice, void *user)
{
    delta_scratch *const work = user;
    if (work->splits)
    {
        redirect(&work->mesh, work);
        find_branches(&work->mesh, work);
        set_page(&work->mesh, work, slice->out);
    }
    return LOAM_OK;
}

static land_slice_step *const steps[] = {begin, make_plains, split};

int32_t loam_land_deltas_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_deltas(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(delta_scratch));
}
