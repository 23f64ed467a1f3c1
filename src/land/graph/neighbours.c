// SPDX-License-Identifier: MIT
#include "land/graph/neighbours.h"

#include "land/basis/cell_kernels.h"

#include <string.h>

// The ring of a cell is wrapped like a gift: the nearest site is a neighbour, and from each neighbour the
// next one is the site whose circle through the cell and that neighbour is empty. Sites have whole
// coordinates and neighbours are near, so all of it is exact in 64 bits.
//
// Where four sites lie on a circle (always, on plain squares) the diagram is that of sites moved by
// nothing: the lower a site, the further its cell reaches, so all corners at that place go round the
// lowest site (Edelsbrunner and Muecke 1990, simulation of simplicity, on the lifted sites). It is one
// rule for the whole plane, so cells agree on their corners whoever asks.
//
// Few sites matter. A ring is first wrapped among those nearer than `clear` units; if no circle is that wide
// the ring is right. Else all are taken that could matter.

enum
{
    NEAR_HEXAGONS = 18,
    HEXAGONS_CLEAR = 1775, // units; all sites nearer than that are in two rings of hexagons
    MAX_CANDIDATES = (2 * LOAM_GRAPH_MAX_MARGIN + 1) * (2 * LOAM_GRAPH_MAX_MARGIN + 1) - 1,
};

// Sites around the one in the middle, in ascending order, relative to it.
typedef struct candidates
{
    int32_t count;
    int32_t x[MAX_CANDIDATES], z[MAX_CANDIDATES];
    int32_t index[MAX_CANDIDATES];
    int32_t middle; // its index
    int32_t clear;  // all sites nearer than that are among them
} candidates;

loam_graph_spread loam_graph_spread_of(loam_distributor distributor)
{
    switch (distributor)
    {
    case LOAM_SITES_JITTERED:
    case LOAM_SITES_HEXAGONS:
        return LOAM_SPREAD_HEXAGONS;
    case LOAM_SITES_LLOYD_1:
    case LOAM_SITES_LLOYD_5:
        return LOAM_SPREAD_RELAXED;
    default:
        return LOAM_SPREAD_SQUARES;
    }
}

// Every place has a site within some distance (1082 units on hexagons, 1449 in squares, 2173 relaxed),
// so neighbours are at most twice that apart, and their lattice cells not much further.
int32_t loam_graph_margin(loam_graph_spread spread)
{
    return spread == LOAM_SPREAD_RELAXED ? 6 : 3;
}

static void add_row(candidates *around, const loam_graph_window *window, int32_t first,
                    int32_t count)
{
    const int32_t middle = around->middle, limit = around->clear * around->clear;
    int32_t n = around->count;
    for (int32_t i = first; i < first + count; i++)
    {
        const int32_t x = window->x[i] - window->x[middle], z = window->z[i] - window->z[middle];
        around->x[n] = x;
        around->z[n] = z;
        around->index[n] = i;
        n += i != middle && x * x + z * z < limit;
    }
    around->count = n;
}

static void add_square(candidates *around, const loam_graph_window *window, int32_t margin)
{
    for (int32_t row = -margin; row <= margin; row++)
    {
        add_row(around, window, around->middle + row * window->w - margin, 2 * margin + 1);
    }
}

// Two rings of hexagons.
static void add_hexagons(candidates *around, const loam_graph_window *window, bool odd_row)
{
    const int32_t middle = around->middle, w = window->w, odd = odd_row;
    add_row(around, window, middle - 2 * w - 1, 3);
    add_row(around, window, middle - w - 2 + odd, 4);
    add_row(around, window, middle - 2, 5);
    add_row(around, window, middle + w - 2 + odd, 4);
    add_row(around, window, middle + 2 * w - 1, 3);
}

// Takes the near sites. The hexagons that are left out are at least 2258 units from the middle of this one,
// and the site at most 482. Those outside of a square of squares are two cells away.
static void add_near(candidates *around, const loam_graph_window *window, bool odd_row)
{
    around->count = 0;
    if (window->spread == LOAM_SPREAD_HEXAGONS)
    {
        around->clear = HEXAGONS_CLEAR;
        add_hexagons(around, window, odd_row);
    }
    else
    {
        around->clear = 2 * LOAM_GRAPH_CELL;
        add_square(around, window, window->spread == LOAM_SPREAD_SQUARES ? 2 : 3);
    }
}

// Takes all that could be neighbours.
static void add_all(candidates *around, const loam_graph_window *window)
{
    around->count = 0;
    around->clear = 16 * LOAM_GRAPH_CELL;
    add_square(around, window, loam_graph_margin(window->spread));
}

static int32_t nearest(const candidates *around)
{
    int32_t best = 0;
    int32_t best_distance = INT32_MAX;
    for (int32_t i = 0; i < around->count; i++)
    {
        const int32_t distance = around->x[i] * around->x[i] + around->z[i] * around->z[i];
        if (distance < best_distance)
        {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

// Whether candidate p comes before `best` as the next neighbour after site n, when both lie on one circle
// with the middle and n: corners there go round the lowest of the four.
static bool wins_tie(const candidates *around, int32_t n, int32_t best, int32_t p)
{
    const int32_t lowest_two = around->index[best] < around->index[p] ? best : p;
    const bool middle_first = around->middle < n;
    const int32_t other = middle_first ? around->middle : n;
    if (around->index[lowest_two] < other)
    {
        return lowest_two == p;
    }
    const bool p_is_first = around->x[p] * around->z[best] > around->z[p] * around->x[best];
    return middle_first ? p_is_first : !p_is_first;
}

// The candidate after site n, (nx, nz) from the middle: among those to the left, the one that sees the middle and n
// under the widest angle, that is with the least cotangent. -1 if there is none.
static int32_t next_after(const candidates *around, int32_t n, int32_t nx, int32_t nz)
{
    int32_t best = -1;
    int64_t best_dot = 0, best_cross = 0;
    for (int32_t i = 0; i < around->count; i++)
    {
        const int32_t x = around->x[i], z = around->z[i];
        const int32_t cross = nx * z - nz * x;
        if (cross <= 0)
        {
            continue;
        }
        const int32_t dot = x * (x - nx) + z * (z - nz);
        const int64_t mine = dot * best_cross, its = best_dot * cross;
        if (best < 0 || mine < its || (mine == its && wins_tie(around, n, best, i)))
        {
            best = i;
            best_dot = dot;
            best_cross = cross;
        }
    }
    return best;
}

// Whether the circle around the corner between the site at (nx, nz) and candidate m, which goes through the middle, is too narrow for
// sites that are not among the candidates. Rounding is far below the unit that is left free.
static bool is_clear(const candidates *around, int32_t nx, int32_t nz, int32_t m)
{
    const loam_graph_corner corner = loam_graph_corner_of(nx, nz, around->x[m], around->z[m]);
    const double limit = 0.5 * (around->clear - 1) * corner.d;
    return corner.x * corner.x + corner.z * corner.z < limit * limit;
}

// The site after n around the middle, if n is one whose ring is known: the one before the middle there. Else -1.
static int32_t known_after(const loam_graph_window *window, const loam_graph_rings *known,
                           int32_t middle, int32_t n)
{
    if (known == NULL || n > middle)
    {
        return -1;
    }
    const int32_t row = n / window->w - known->margin, column = n % window->w - known->margin;
    if (row < 0 || column < 0 || column >= LOAM_GRAPH_SIDE)
    {
        return -1;
    }
    const int32_t cell = row * LOAM_GRAPH_SIDE + column;
    const int32_t begin = known->begin[cell], end = known->begin[cell + 1];
    for (int32_t i = begin; i < end; i++)
    {
        if (known->cells[i] == middle)
        {
            return known->cells[i > begin ? i - 1 : end - 1];
        }
    }
    return -1;
}

// Wraps the ring; returns its count, or 0 if a circle is not clear.
static int32_t wrap(const loam_graph_window *window, const loam_graph_rings *known,
                    const candidates *around, int32_t ring[LOAM_GRAPH_MAX_RING])
{
    const int32_t first = around->index[nearest(around)], middle = around->middle;
    int32_t count = 0;
    for (int32_t n = first; count < LOAM_GRAPH_MAX_RING;)
    {
        ring[count++] = n;
        const int32_t known_next = known_after(window, known, middle, n);
        if (known_next < 0)
        {
            const int32_t nx = window->x[n] - window->x[middle];
            const int32_t nz = window->z[n] - window->z[middle];
            const int32_t next = next_after(around, n, nx, nz);
            if (next < 0 || !is_clear(around, nx, nz, next))
            {
                return 0;
            }
            n = around->index[next];
        }
        else
        {
            n = known_next;
        }
        if (n == first)
        {
            return count;
        }
    }
    return 0;
}

static int32_t ring_of(const loam_graph_window *window, const loam_graph_rings *known, int32_t cell,
                       bool odd_row, int32_t ring[LOAM_GRAPH_MAX_RING])
{
    candidates around;
    around.middle = cell;
    add_near(&around, window, odd_row);
    int32_t count = wrap(window, known, &around, ring);
    if (count == 0)
    {
        add_all(&around, window);
        count = wrap(window, known, &around, ring);
    }
    return count;
}

static bool is_odd(const loam_graph_window *window, int32_t row)
{
    return ((window->row + row) & 1) != 0;
}

int32_t loam_graph_ring_beside(const loam_graph_window *window, const loam_graph_rings *known,
                               int32_t column, int32_t row, int32_t ring[LOAM_GRAPH_MAX_RING])
{
    const int32_t margin = loam_graph_margin(window->spread);
    LOAM_ASSERT(window->env, column >= margin && column < window->w - margin);
    LOAM_ASSERT(window->env, row >= margin && row < window->h - margin);
    const int32_t count = ring_of(window, known, row * window->w + column, is_odd(window, row),
                                  ring);
    return count >= 3 ? count : 0;
}

int32_t loam_graph_ring(const loam_graph_window *window, int32_t column, int32_t row,
                        int32_t ring[LOAM_GRAPH_MAX_RING])
{
    return loam_graph_ring_beside(window, NULL, column, row, ring);
}

int32_t loam_graph_step(int32_t direction, bool odd_row, int32_t w)
{
    const int32_t odd = odd_row;
    const int32_t steps[6] = {1, w + odd, w - 1 + odd, -1, -w - 1 + odd, -w + odd};
    return steps[direction];
}

static uint8_t links_of(const loam_graph_window *window, int32_t cell, bool odd_row)
{
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = ring_of(window, NULL, cell, odd_row, ring);
    uint32_t links = 0;
    for (int32_t d = 0; d < 6; d++)
    {
        const int32_t other = cell + loam_graph_step(d, odd_row, window->w);
        for (int32_t i = 0; i < count; i++)
        {
            links |= (uint32_t)(ring[i] == other) << d;
        }
    }
    return (uint8_t)links;
}

/// Where the sites of the two rings of hexagons are from a cell of an even or odd row.
static void list_around(int32_t w, bool odd_row, int32_t steps[LAND_AROUND])
{
    const int32_t odd = odd_row;
    const struct
    {
        int32_t first, count;
    } rows[6] = {{-2 * w - 1, 3}, {-w - 2 + odd, 4}, {-2, 2},
                 {1, 2},          {w - 2 + odd, 4},  {2 * w - 1, 3}};
    int32_t n = 0;
    for (int32_t row = 0; row < 6; row++)
    {
        for (int32_t i = 0; i < rows[row].count; i++)
        {
            steps[n++] = rows[row].first + i;
        }
    }
}

// Half of what cells border on: linked or undecided, in three directions. `links` gets that for the cells that are
// wanted and one more on each side.
static void find_halves(const loam_graph_window *window, int32_t margin, uint8_t *links)
{
    const int32_t w = window->w;
    const land_cell_kernels *const kernels = loam_land_cell_kernels_of(
        window->env == NULL ? LOAM_ISA_AUTO : window->env->isa);
    for (int32_t row = margin - 1; row < window->h - margin; row++)
    {
        const int32_t first = row * w + margin - 1;
        land_link_row run = {
            .x = window->x + first, .z = window->z + first, .clear = HEXAGONS_CLEAR - 1};
        list_around(w, is_odd(window, row), run.around);
        for (int32_t d = 0; d < 3; d++)
        {
            run.towards[d] = loam_graph_step(d, is_odd(window, row), w);
        }
        kernels->find_links(&run, w - 2 * (margin - 1), links + first);
    }
}

// All links of a cell, of its own half and of those of the cells that have the other one.
static uint8_t whole_links(const loam_graph_window *window, int32_t cell, bool odd_row,
                           const uint8_t *halves)
{
    uint32_t own = halves[cell], links = own & 7;
    bool undecided = own > 7;
    for (int32_t d = 3; d < 6; d++)
    {
        const uint32_t half = halves[cell + loam_graph_step(d, odd_row, window->w)];
        links |= (half >> (d - 3) & 1) << d;
        undecided |= (half & LAND_UNDECIDED(d - 3)) != 0;
    }
    return undecided ? links_of(window, cell, odd_row) : (uint8_t)links;
}

void loam_graph_links(const loam_graph_window *window, int32_t margin, uint8_t *links)
{
    LOAM_ASSERT(window->env, window->spread == LOAM_SPREAD_HEXAGONS);
    LOAM_ASSERT(window->env, margin >= loam_graph_margin(window->spread));
    LOAM_ASSERT(window->env, window->w - 2 * (margin - 1) >= LAND_WIDEST_CELLS);
    const int32_t w = window->w, h = window->h;
    memset(links, 0, (size_t)w * (size_t)h);
    find_halves(window, margin, links);
    // From the last cell on: west, south-west and south-east, which have the other halves, come before it.
    for (int32_t row = h - margin - 1; row >= margin; row--)
    {
        for (int32_t column = w - margin - 1; column >= margin; column--)
        {
            const int32_t cell = row * w + column;
            links[cell] = whole_links(window, cell, is_odd(window, row), links);
        }
        links[row * w + w - margin] = 0;
    }
    memset(links, 0, (size_t)margin * (size_t)w);
    for (int32_t row = margin; row < h - margin; row++)
    {
        links[row * w + margin - 1] = 0;
    }
}
