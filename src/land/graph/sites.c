// SPDX-License-Identifier: MIT
#include "land/graph/sites.h"

#include "base/small.h"
#include "loam/random.h"

// Where sites lie (Blomqvist et al. 2016, 3.2.1, 3.2.5): one to each cell of a lattice, placed by a hash of
// the cell, so that whoever needs a site knows it. Relaxed sites depend on those around them, a few cells
// further with each step (Lloyd 1982).

// loam_graph_sites() relaxes blocks of this side, on the stack.
#define BLOCK 16
#define BLOCK_MARGIN(steps) (3 + ((steps)-1) * LOAM_GRAPH_MAX_MARGIN)
#define BLOCK_SIDE (BLOCK + 2 * BLOCK_MARGIN(5))

const char *loam_distributor_name(loam_distributor distributor)
{
    static const char *const names[LOAM_DISTRIBUTOR_COUNT] = {"jittered", "uniform",  "lloyd1",
                                                              "lloyd5",   "hexagons", "squares"};
    return (uint32_t)distributor < LOAM_DISTRIBUTOR_COUNT ? names[distributor] : "?";
}

int32_t loam_graph_rows(loam_distributor distributor)
{
    return loam_graph_spread_of(distributor) == LOAM_SPREAD_HEXAGONS ? LOAM_GRAPH_MAX_ROWS
                                                                     : LOAM_GRAPH_SIDE;
}

int32_t loam_graph_relaxations(loam_distributor distributor)
{
    return distributor == LOAM_SITES_LLOYD_1 ? 1 : distributor == LOAM_SITES_LLOYD_5 ? 5 : 0;
}

// Places on the lattice wrap around, as positions far enough out have to.
static int64_t moved_by(int64_t place, int32_t cells)
{
    return (int64_t)((uint64_t)place + (uint64_t)(int64_t)cells);
}

// How many lattice cells a place is from the low end of a page.
static int32_t within_page(int64_t place, int64_t page, int32_t cells)
{
    return (int32_t)(int64_t)((uint64_t)place - (uint64_t)page * (uint64_t)cells);
}

// A number in 0 .. limit - 1 from 32 random bits.
static int32_t scale(uint64_t bits, int32_t limit)
{
    return (int32_t)(((bits & 0xffffffffu) * (uint64_t)limit) >> 32);
}

int32_t loam_graph_hexagon_x(int32_t row)
{
    return LOAM_GRAPH_CELL / 4 + ((row & 1) != 0 ? LOAM_GRAPH_CELL / 2 : 0);
}

int32_t loam_graph_hexagon_z(int32_t row)
{
    const int64_t numerator = ((int64_t)row * 2 + 1) * LOAM_GRAPH_PAGE;
    return (int32_t)loam_floor_div(numerator, (int64_t)2 * LOAM_GRAPH_MAX_ROWS);
}

static void hexagon_sites(const loam_graph_sites_def *def, int32_t column, int32_t row, int32_t j,
                          int32_t *x, int32_t *z)
{
    const bool jittered = def->distributor == LOAM_SITES_JITTERED;
    const int32_t middle_x = loam_graph_hexagon_x(row), middle_z = loam_graph_hexagon_z(row);
    for (int32_t i = 0; i < def->w; i++)
    {
        x[i] = (column + i) * LOAM_GRAPH_CELL + middle_x;
        z[i] = middle_z;
        if (jittered)
        {
            const uint64_t bits = loam_seed_at(def->seed, moved_by(def->column, i), 0,
                                               moved_by(def->row, j));
            x[i] += scale(bits, 2 * LOAM_GRAPH_JITTER + 1) - LOAM_GRAPH_JITTER;
            z[i] += scale(bits >> 32, 2 * LOAM_GRAPH_JITTER + 1) - LOAM_GRAPH_JITTER;
        }
    }
}

static void square_sites(const loam_graph_sites_def *def, int32_t column, int32_t row, int32_t j,
                         int32_t *x, int32_t *z)
{
    const bool plain = def->distributor == LOAM_SITES_SQUARES;
    for (int32_t i = 0; i < def->w; i++)
    {
        const uint64_t bits = plain ? 0x8000000080000000u
                                    : loam_seed_at(def->seed, moved_by(def->column, i), 0,
                                                   moved_by(def->row, j));
        x[i] = (column + i) * LOAM_GRAPH_CELL + scale(bits, LOAM_GRAPH_CELL);
        z[i] = row * LOAM_GRAPH_CELL + scale(bits >> 32, LOAM_GRAPH_CELL);
    }
}

void loam_graph_raw_sites(const loam_graph_sites_def *def, int32_t *x, int32_t *z)
{
    const int32_t rows = loam_graph_rows(def->distributor);
    const bool hexagons = rows == LOAM_GRAPH_MAX_ROWS;
    const int32_t column = within_page(def->column, def->page_x, LOAM_GRAPH_SIDE);
    const int32_t row = within_page(def->row, def->page_z, rows);
    for (int32_t j = 0; j < def->h; j++, x += def->w, z += def->w)
    {
        if (hexagons)
        {
            hexagon_sites(def, column, row + j, j, x, z);
        }
        else
        {
            square_sites(def, column, row + j, j, x, z);
        }
    }
}

void loam_graph_page_sites(loam_distributor distributor, uint64_t seed, int64_t page_x,
                           int64_t page_z, int32_t margin, int32_t *x, int32_t *z)
{
    const int32_t rows = loam_graph_rows(distributor);
    const loam_graph_sites_def def = {.distributor = distributor,
                                      .seed = seed,
                                      .column = page_x * LOAM_GRAPH_SIDE - margin,
                                      .row = page_z * rows - margin,
                                      .w = LOAM_GRAPH_SIDE + 2 * margin,
                                      .h = rows + 2 * margin,
                                      .page_x = page_x,
                                      .page_z = page_z};
    loam_graph_raw_sites(&def, x, z);
}

// ---- relaxation ---------------------------------------------------------------------------------------

// Rounds half up. value is small.
static int32_t rounded(double value)
{
    const int32_t whole = (int32_t)(value + 0.5);
    return (double)whole > value + 0.5 ? whole - 1 : whole;
}

static int32_t clamped(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

// The centre of mass of a cell, from its site. Doubles are the same everywhere, and the rounding after them
// is of no more weight than that to units.
static void middle_of(const loam_graph_window *window, int32_t cell, const int32_t *ring,
                      int32_t count, double *x, double *z)
{
    double corner_x[LOAM_GRAPH_MAX_RING], corner_z[LOAM_GRAPH_MAX_RING];
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t b = ring[i], c = ring[i + 1 < count ? i + 1 : 0];
        const loam_graph_corner corner = loam_graph_corner_of(
            window->x[b] - window->x[cell], window->z[b] - window->z[cell],
            window->x[c] - window->x[cell], window->z[c] - window->z[cell]);
        corner_x[i] = corner.x / corner.d;
        corner_z[i] = corner.z / corner.d;
    }
    double area = 0, sum_x = 0, sum_z = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t k = i + 1 < count ? i + 1 : 0;
        const double cross = corner_x[i] * corner_z[k] - corner_z[i] * corner_x[k];
        area += cross;
        sum_x += cross * (corner_x[i] + corner_x[k]);
        sum_z += cross * (corner_z[i] + corner_z[k]);
    }
    *x = sum_x / (3 * area);
    *z = sum_z / (3 * area);
}

// Whether a place, given from the site of a cell, is nearer to that than to any other.
static bool is_within(const loam_graph_window *window, int32_t cell, const int32_t *ring,
                      int32_t count, int32_t x, int32_t z)
{
    bool within = true;
    for (int32_t i = 0; i < count; i++)
    {
        const int64_t dx = window->x[ring[i]] - window->x[cell];
        const int64_t dz = window->z[ring[i]] - window->z[cell];
        within = within && 2 * (x * dx + z * dz) < dx * dx + dz * dz;
    }
    return within;
}

// A site that would leave its cell stays where it is: so no two sites ever fall together.
void loam_graph_relax_in_ring(const loam_graph_window *window, int32_t cell, const int32_t *ring,
                              int32_t count, int32_t square_x, int32_t square_z, int32_t *x,
                              int32_t *z)
{
    const int32_t site_x = window->x[cell], site_z = window->z[cell];
    const int32_t half = LOAM_GRAPH_CELL / 2;
    double dx, dz;
    middle_of(window, cell, ring, count, &dx, &dz);
    const int32_t new_x = clamped(site_x + rounded(dx), square_x - half,
                                  square_x + LOAM_GRAPH_CELL + half - 1);
    const int32_t new_z = clamped(site_z + rounded(dz), square_z - half,
                                  square_z + LOAM_GRAPH_CELL + half - 1);
    const bool within = is_within(window, cell, ring, count, new_x - site_x, new_z - site_z);
    *x = within ? new_x : site_x;
    *z = within ? new_z : site_z;
}

bool loam_graph_relax(const loam_graph_window *window, int32_t column, int32_t row,
                      int32_t square_x, int32_t square_z, int32_t *x, int32_t *z)
{
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = loam_graph_ring(window, column, row, ring);
    const int32_t cell = row * window->w + column;
    *x = window->x[cell];
    *z = window->z[cell];
    if (count > 0)
    {
        loam_graph_relax_in_ring(window, cell, ring, count, square_x, square_z, x, z);
    }
    return count > 0;
}

// ---- sites for everybody ------------------------------------------------------------------------------

typedef struct block
{
    int32_t x[2][BLOCK_SIDE * BLOCK_SIDE], z[2][BLOCK_SIDE * BLOCK_SIDE];
} block;

// Relaxes all of `from` that has enough around it into `to`; both are side x side, and column and row are
// where they begin, in lattice cells of the page.
static void relax_block(block *sites, int32_t from, loam_graph_window window, int32_t column,
                        int32_t row)
{
    const int32_t margin = loam_graph_margin(window.spread);
    const int32_t to = 1 - from, w = window.w - 2 * margin;
    for (int32_t j = 0; j < w; j++)
    {
        for (int32_t i = 0; i < w; i++)
        {
            // Of these sites all have rings.
            (void)loam_graph_relax(&window, i + margin, j + margin,
                                   (column + i + margin) * LOAM_GRAPH_CELL,
                                   (row + j + margin) * LOAM_GRAPH_CELL, &sites->x[to][j * w + i],
                                   &sites->z[to][j * w + i]);
        }
    }
}

// Relaxed sites of BLOCK x BLOCK lattice cells, from the page that the def names. Returns which of the
// two layers they lie in.
static int32_t fill_block(const loam_graph_sites_def *def, int32_t steps, block *sites)
{
    const int32_t margin = BLOCK_MARGIN(steps);
    loam_graph_sites_def grown = *def;
    grown.column = moved_by(grown.column, -margin);
    grown.row = moved_by(grown.row, -margin);
    grown.w = grown.h = BLOCK + 2 * margin;
    loam_graph_raw_sites(&grown, sites->x[0], sites->z[0]);

    int32_t column = within_page(grown.column, def->page_x, LOAM_GRAPH_SIDE);
    int32_t row = within_page(grown.row, def->page_z, LOAM_GRAPH_SIDE);
    loam_graph_window window = {.spread = LOAM_SPREAD_SQUARES, .w = grown.w, .h = grown.h};
    for (int32_t step = 0; step < steps; step++)
    {
        window.x = sites->x[step & 1];
        window.z = sites->z[step & 1];
        relax_block(sites, step & 1, window, column, row);
        const int32_t used = loam_graph_margin(window.spread);
        column += used;
        row += used;
        window.w -= 2 * used;
        window.h -= 2 * used;
        window.spread = LOAM_SPREAD_RELAXED;
    }
    return steps & 1;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int64_t position(int64_t page, int32_t units)
{
    return moved_by((int64_t)((uint64_t)page * LOAM_GRAPH_PAGE), units);
}

// One block: at most BLOCK x BLOCK lattice cells, from (column, row) of the whole.
static void copy_block(loam_graph_sites_def def, int32_t stride, loam_graph_point *out)
{
    block sites;
    const int32_t w = def.w, h = def.h, steps = loam_graph_relaxations(def.distributor);
    int32_t layer = 0, side = w;
    if (steps > 0)
    {
        layer = fill_block(&def, steps, &sites);
        side = BLOCK;
    }
    else
    {
        loam_graph_raw_sites(&def, sites.x[0], sites.z[0]);
    }
    for (int32_t j = 0; j < h; j++)
    {
        for (int32_t i = 0; i < w; i++)
        {
            const int32_t from = j * side + i;
            out[(int64_t)j * stride + i] = (loam_graph_point){
                .x = position(def.page_x, sites.x[layer][from]),
                .z = position(def.page_z, sites.z[layer][from])};
        }
    }
}

void loam_graph_sites(loam_distributor distributor, uint64_t seed, int64_t column, int64_t row,
                      int32_t w, int32_t h, loam_graph_point *out)
{
    const int32_t rows = loam_graph_rows(distributor);
    for (int32_t j = 0; j < h; j += BLOCK)
    {
        for (int32_t i = 0; i < w; i += BLOCK)
        {
            const loam_graph_sites_def def = {
                .distributor = distributor,
                .seed = seed,
                .column = moved_by(column, i),
                .row = moved_by(row, j),
                .w = smaller(BLOCK, w - i),
                .h = smaller(BLOCK, h - j),
                .page_x = loam_floor_div(moved_by(column, i), LOAM_GRAPH_SIDE),
                .page_z = loam_floor_div(moved_by(row, j), rows),
            };
            copy_block(def, w, out + (int64_t)j * w + i);
        }
    }
}
