// SPDX-License-Identifier: MIT
#include "land/graph/triangles.h"

#include "land/graph/sites.h"

#include <string.h>

// Sites are joined as their lattice is, which gives triangles that cover the window once; then each edge that
// is not in the diagram is turned into the other diagonal of the two triangles beside it, until all are
// (Lawson 1977). The triangles of a window are those of the plane wherever no circle around one reaches out of
// it. Ties are those of neighbours.c: a corner where four cells meet goes round the lowest one. Most edges of the
// lattice are in the diagram, which floats tell at once of whole rows; the others are decided on in whole numbers.
//
// Why the lattice will do: rows and columns of sites go up and right, so the outline of a window does not
// cross itself, and then triangles that all turn left cover what is within it once. Four sites in squares
// around a point follow each other around it, so one of the two diagonals always lies between them; on hexagons
// one nearly always does. Why 32 bits will do: over a place inside of a triangle, the paraboloid that sites are
// lifted to lies below it by a third of its longest edge squared at most, and turning an edge only lowers
// triangles. So no edge is ever longer than 2 / sqrt(3) times the longest one of the lattice: less than 3400
// units.

enum
{
    NO_TWIN = 0xffff,
    MAX_PENDING = 256,
};

_Static_assert(LOAM_GRAPH_MAX_SIDES < (int)NO_TWIN, "sides are numbered in 16 bits");

// What of a square of four cells may not be in the diagram. Its other two edges are those of squares beside it.
enum
{
    DIAGONAL = 1,
    LEFT_EDGE = 2,
    LOWER_EDGE = 4,
};

// The lattice that a window begins with. Squares are known by their cell at the low left.
typedef struct lattice
{
    const loam_graph_window *window;
    float x[LOAM_GRAPH_TRIANGLE_CELLS], z[LOAM_GRAPH_TRIANGLE_CELLS]; // sites, exact
    bool rising[LOAM_GRAPH_TRIANGLE_CELLS]; // whether the diagonal is the one from the low left
    uint8_t doubts[LOAM_GRAPH_TRIANGLE_CELLS];
} lattice;

// ---- the lattice --------------------------------------------------------------------------------------

// How many of some sites are not in low .. low + range, each limit moved by `apart` from site to site.
static int32_t count_outside(const int32_t *sites, int32_t count, int32_t low, int32_t apart,
                             int32_t range)
{
    int32_t outside = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t from_low = sites[i] - (low + i * apart);
        outside += (from_low < 0) | (from_low > range);
    }
    return outside;
}

// Whether the sites of a row lie where their spread says.
static bool is_spread(const loam_graph_window *window, int32_t column, int32_t j)
{
    const int32_t *const x = window->x + j * window->w, *const z = window->z + j * window->w;
    const int32_t row = (int32_t)window->row + j, low_x = column * LOAM_GRAPH_CELL;
    if (window->spread == LOAM_SPREAD_SQUARES)
    {
        return count_outside(x, window->w, low_x, LOAM_GRAPH_CELL, LOAM_GRAPH_CELL - 1) == 0 &&
               count_outside(z, window->w, row * LOAM_GRAPH_CELL, 0, LOAM_GRAPH_CELL - 1) == 0;
    }
    return count_outside(x, window->w, low_x + loam_graph_hexagon_x(row) - LOAM_GRAPH_JITTER,
                         LOAM_GRAPH_CELL, 2 * LOAM_GRAPH_JITTER) == 0 &&
           count_outside(z, window->w, loam_graph_hexagon_z(row) - LOAM_GRAPH_JITTER, 0,
                         2 * LOAM_GRAPH_JITTER) == 0;
}

// Which diagonal the squares of a row usually have: among hexagons the shorter one.
static bool is_rising(const loam_graph_window *window, int32_t row)
{
    return window->spread != LOAM_SPREAD_HEXAGONS || ((window->row + row) & 1) != 0;
}

static float cross(float ax, float az, float bx, float bz)
{
    return ax * bz - az * bx;
}

// Whether the usual diagonal parts all squares of a row, see parts(). Sides are short enough for floats to be exact.
static bool all_part(const lattice *in, int32_t row)
{
    const int32_t w = in->window->w, first = row * w;
    const bool rising = in->rising[first];
    const float *const x = in->x + first, *const z = in->z + first;
    int32_t wrong = 0;
    const int32_t from = rising ? 0 : 1, to = rising ? w + 1 : w;
    const int32_t right = rising ? 1 : w + 1, left = rising ? w : 0;
    for (int32_t i = 0; i + 1 < w; i++)
    {
        const float along_x = x[to + i] - x[from + i], along_z = z[to + i] - z[from + i];
        const float right_x = x[right + i] - x[from + i], right_z = z[right + i] - z[from + i];
        const float left_x = x[left + i] - x[from + i], left_z = z[left + i] - z[from + i];
        wrong += !(cross(right_x, right_z, along_x, along_z) > 0);
        wrong += !(cross(along_x, along_z, left_x, left_z) > 0);
    }
    return wrong == 0;
}

static bool turns_left(const loam_graph_window *window, int32_t a, int32_t b, int32_t c)
{
    const int32_t *const x = window->x, *const z = window->z;
    return (x[b] - x[a]) * (z[c] - z[a]) - (z[b] - z[a]) * (x[c] - x[a]) > 0;
}

// Whether a diagonal of four cells, cell a at the low left, parts them into two triangles: the one from a, or
// the other.
static bool parts(const loam_graph_window *window, int32_t a, bool rising)
{
    const int32_t b = a + 1, d = a + window->w, c = d + 1;
    return rising ? turns_left(window, a, b, c) && turns_left(window, a, c, d)
                  : turns_left(window, a, b, d) && turns_left(window, b, c, d);
}

// Takes the usual diagonal of each square that it parts, else the other one: all that is around those is in doubt.
// False if there are four cells that no diagonal parts.
static bool choose_diagonals(lattice *out, int32_t row)
{
    const loam_graph_window *const window = out->window;
    const int32_t w = window->w, first = row * w;
    const bool rising = is_rising(window, row);
    memset(out->rising + first, rising, (size_t)w * sizeof out->rising[0]);
    if (all_part(out, row))
    {
        return true;
    }
    for (int32_t a = first; a < first + w - 1; a++)
    {
        if (!parts(window, a, rising))
        {
            if (!parts(window, a, !rising))
            {
                return false;
            }
            out->rising[a] = !rising;
            out->doubts[a] |= DIAGONAL | LEFT_EDGE | LOWER_EDGE;
            out->doubts[a + 1] |= LEFT_EDGE;
            out->doubts[a + w] |= LOWER_EDGE;
        }
    }
    return true;
}

// An edge, as steps from a cell, and the cells across to its left and to its right.
typedef struct edge_kind
{
    int32_t from, to, left, right;
    uint8_t doubt;
} edge_kind;

// Notes which of `count` edges alike, at cells from `first` on, may be wrong, see is_wrong(). Crosses and dots of sides
// are whole numbers below 2^24 and exact, and rounding keeps the order of their products: what is more than nothing
// in floats is so.
static void doubt_edges(lattice *in, const edge_kind *edge, int32_t first, int32_t count)
{
    const float *const ax = in->x + first + edge->from, *const az = in->z + first + edge->from;
    const float *const bx = in->x + first + edge->to, *const bz = in->z + first + edge->to;
    const float *const cx = in->x + first + edge->left, *const cz = in->z + first + edge->left;
    const float *const dx = in->x + first + edge->right, *const dz = in->z + first + edge->right;
    const uint8_t doubt = edge->doubt;
    uint8_t *const restrict doubts = in->doubts + first;
    for (int32_t i = 0; i < count; i++)
    {
        const float cax = ax[i] - cx[i], caz = az[i] - cz[i];
        const float cbx = bx[i] - cx[i], cbz = bz[i] - cz[i];
        const float dax = ax[i] - dx[i], daz = az[i] - dz[i];
        const float dbx = bx[i] - dx[i], dbz = bz[i] - dz[i];
        const float left = cross(cax, caz, cbx, cbz) * (dax * dbx + daz * dbz);
        const float right = cross(dbx, dbz, dax, daz) * (cax * cbx + caz * cbz);
        doubts[i] |= left + right > 0 ? 0 : doubt;
    }
}

static void doubt_row(lattice *in, int32_t row)
{
    const int32_t w = in->window->w, first = row * w;
    const bool rising = is_rising(in->window, row), below = is_rising(in->window, row - 1);
    const edge_kind diagonal = rising ? (edge_kind){0, w + 1, w, 1, DIAGONAL}
                                      : (edge_kind){1, w, 0, w + 1, DIAGONAL};
    const edge_kind left = rising ? (edge_kind){0, w, -1, w + 1, LEFT_EDGE}
                                  : (edge_kind){0, w, w - 1, 1, LEFT_EDGE};
    const edge_kind lower = {0, 1, rising ? w + 1 : w, below ? -w : 1 - w, LOWER_EDGE};
    doubt_edges(in, &diagonal, first, w - 1);
    doubt_edges(in, &left, first + 1, w - 2);
    if (row > 0)
    {
        doubt_edges(in, &lower, first, w - 1);
    }
}

// ---- sides --------------------------------------------------------------------------------------------

// A square has two triangles: (a, b, c) and (c, d, a) if its diagonal rises, else (d, a, b) and (b, c, d), where cell a
// is at the low left and b right of it. This is where the sides that are also the square's lie, from its first one.
static int32_t lower_side(bool rising)
{
    return rising ? 0 : 1;
}

static int32_t left_side(bool rising)
{
    return rising ? 5 : 0;
}

static int32_t right_side(bool rising)
{
    return rising ? 1 : 4;
}

static int32_t upper_side(bool rising)
{
    return rising ? 4 : 5;
}

static void link_sides(loam_graph_triangles *out, int32_t a, int32_t b)
{
    out->twin[a] = (uint16_t)b;
    out->twin[b] = (uint16_t)a;
}

static void put_triangle(uint16_t from[4], int32_t a, int32_t b, int32_t c)
{
    from[0] = (uint16_t)a;
    from[1] = (uint16_t)b;
    from[2] = (uint16_t)c;
}

// The first side of the square at a cell.
static int32_t square_side(int32_t cell, int32_t row)
{
    return 8 * (cell - row); // there is one square less in a row than there are cells
}

// Joins the triangles of a square to each other and to the squares at its left and below.
static void add_square(const lattice *in, int32_t a, int32_t row, loam_graph_triangles *out)
{
    const loam_graph_window *const window = in->window;
    const int32_t w = window->w, b = a + 1, d = a + w, c = d + 1;
    const int32_t side = square_side(a, row);
    const bool rising = in->rising[a];
    memset(out->twin + side, NO_TWIN & 0xff, 8 * sizeof out->twin[0]);
    put_triangle(out->from + side, rising ? a : d, rising ? b : a, rising ? c : b);
    put_triangle(out->from + side + 4, rising ? c : b, rising ? d : c, rising ? a : d);
    link_sides(out, side + 2, side + 6);
    if (a > row * w)
    {
        link_sides(out, side + left_side(rising), side - 8 + right_side(in->rising[a - 1]));
    }
    if (row > 0)
    {
        link_sides(out, side + lower_side(rising),
                   square_side(a - w, row - 1) + upper_side(in->rising[a - w]));
    }
    out->leaving[a] = (uint16_t)(side + lower_side(rising));
}

// ---- turning edges ------------------------------------------------------------------------------------

// Whether the edge of a side is not in the diagram: the angles that it is seen under, from the two sites across,
// add up to more than half a turn, so their cotangents to less than nothing. At half a turn the four lie on a
// circle.
static bool is_wrong(const loam_graph_triangles *in, int32_t side, int32_t twin)
{
    const int32_t a = in->from[side], b = in->from[twin];
    const int32_t c = in->from[loam_graph_previous_side(side)],
                  d = in->from[loam_graph_previous_side(twin)];
    const int32_t *const x = in->x, *const z = in->z;
    const int32_t cax = x[a] - x[c], caz = z[a] - z[c], cbx = x[b] - x[c], cbz = z[b] - z[c];
    const int32_t dax = x[a] - x[d], daz = z[a] - z[d], dbx = x[b] - x[d], dbz = z[b] - z[d];
    const int64_t cross_c = cax * cbz - caz * cbx, dot_c = cax * cbx + caz * cbz;
    const int64_t cross_d = dbx * daz - dbz * dax, dot_d = dbx * dax + dbz * daz;
    const int64_t sum = cross_c * dot_d + dot_c * cross_d;
    if (sum == 0)
    {
        return (c < d ? c : d) < (a < b ? a : b);
    }
    return sum < 0;
}

// Side takes the place of the one whose twin was `twin`.
static void take_twin(loam_graph_triangles *out, int32_t side, int32_t twin)
{
    out->twin[side] = (uint16_t)twin;
    if (twin != NO_TWIN)
    {
        out->twin[twin] = (uint16_t)side;
    }
}

// Turns the edge a -> b between triangles (a, b, c) and (b, a, d): they become (a, d, c) and (b, c, d).
static void turn(loam_graph_triangles *out, int32_t side, int32_t twin)
{
    const int32_t next = loam_graph_next_side(side), its_next = loam_graph_next_side(twin);
    const int32_t c = out->from[loam_graph_previous_side(side)];
    const int32_t d = out->from[loam_graph_previous_side(twin)];
    out->leaving[out->from[side]] = (uint16_t)side;
    out->leaving[out->from[twin]] = (uint16_t)twin;
    take_twin(out, side, out->twin[its_next]);
    take_twin(out, twin, out->twin[next]);
    link_sides(out, next, its_next);
    out->from[next] = (uint16_t)d;
    out->from[its_next] = (uint16_t)c;
}

// Edges that may have become wrong, each as one of its sides.
typedef struct pending
{
    int32_t sides[MAX_PENDING];
    int32_t count;
    bool overflown; // there were more: all have to be looked at again
} pending;

static void look_again(pending *todo, int32_t side)
{
    todo->overflown |= todo->count == MAX_PENDING;
    if (todo->count < MAX_PENDING)
    {
        todo->sides[todo->count++] = side;
    }
}

// Turns an edge if it is wrong, and then those around it that have become so.
static void settle(loam_graph_triangles *out, int32_t first, pending *todo)
{
    todo->sides[0] = first;
    todo->count = 1;
    while (todo->count > 0)
    {
        const int32_t side = todo->sides[--todo->count], twin = out->twin[side];
        if (twin != NO_TWIN && is_wrong(out, side, twin))
        {
            turn(out, side, twin);
            look_again(todo, side);
            look_again(todo, loam_graph_previous_side(side));
            look_again(todo, twin);
            look_again(todo, loam_graph_previous_side(twin));
        }
    }
}

// Edges move from side to side as those beside them are turned, and are looked at then.
static void settle_doubts(const lattice *in, loam_graph_triangles *out, pending *todo)
{
    const loam_graph_window *const window = in->window;
    for (int32_t row = 0; row + 1 < window->h; row++)
    {
        for (int32_t a = row * window->w; a < (row + 1) * window->w - 1; a++)
        {
            const int32_t side = square_side(a, row);
            if ((in->doubts[a] & DIAGONAL) != 0)
            {
                settle(out, side + 2, todo);
            }
            if ((in->doubts[a] & LEFT_EDGE) != 0)
            {
                settle(out, side + left_side(in->rising[a]), todo);
            }
            if ((in->doubts[a] & LOWER_EDGE) != 0)
            {
                settle(out, side + lower_side(in->rising[a]), todo);
            }
        }
    }
}

static void settle_all(loam_graph_triangles *out, pending *todo)
{
    for (int32_t side = 0; side < out->side_count; side++)
    {
        if ((side & 3) != 3)
        {
            settle(out, side, todo);
        }
    }
}

// False if sites are not where they should be, or the lattice does not cover them.
static bool begin_lattice(const loam_graph_window *window, int32_t column, lattice *out)
{
    out->window = window;
    memset(out->doubts, 0, sizeof out->doubts);
    for (int32_t i = 0; i < window->w * window->h; i++)
    {
        out->x[i] = (float)window->x[i];
        out->z[i] = (float)window->z[i];
    }
    bool is_fit = window->spread != LOAM_SPREAD_RELAXED;
    for (int32_t row = 0; row < window->h && is_fit; row++)
    {
        is_fit = is_spread(window, column, row);
    }
    for (int32_t row = 0; row + 1 < window->h && is_fit; row++)
    {
        is_fit = choose_diagonals(out, row);
        doubt_row(out, row);
    }
    return is_fit;
}

bool loam_graph_triangulate(const loam_graph_window *window, int32_t column,
                            loam_graph_triangles *out)
{
    LOAM_ASSERT(window->env, window->w * window->h <= LOAM_GRAPH_TRIANGLE_CELLS);
    lattice start;
    if (!begin_lattice(window, column, &start))
    {
        return false;
    }
    out->x = window->x;
    out->z = window->z;
    out->side_count = 8 * (window->w - 1) * (window->h - 1);
    for (int32_t row = 0; row + 1 < window->h; row++)
    {
        for (int32_t a = row * window->w; a < (row + 1) * window->w - 1; a++)
        {
            add_square(&start, a, row, out);
        }
    }
    pending todo = {.overflown = false};
    settle_doubts(&start, out, &todo);
    while (todo.overflown)
    {
        todo.overflown = false;
        settle_all(out, &todo);
    }
    return true;
}

// ---- rings --------------------------------------------------------------------------------------------

// How far a neighbour is, and which one it is of several as far: the lowest.
static int64_t farness(const loam_graph_triangles *in, int32_t cell, int32_t neighbour)
{
    const int32_t x = in->x[neighbour] - in->x[cell], z = in->z[neighbour] - in->z[cell];
    return (int64_t)(x * x + z * z) * LOAM_GRAPH_TRIANGLE_CELLS + neighbour;
}

// Walks around the cell from any neighbour on. The nearest one is among them: the circle that it and the cell
// are furthest apart on is empty.
bool loam_graph_triangles_sides(const loam_graph_triangles *in, int32_t cell, loam_graph_sides *out)
{
    int32_t side = in->leaving[cell], count = 0, nearest = 0;
    const int32_t first = side;
    int64_t least = INT64_MAX;
    do
    {
        const int32_t last = loam_graph_previous_side(side), next = in->from[last];
        const int64_t far = farness(in, cell, next);
        out->sides[count++] = side;
        out->cells[count] = next; // the side after this one leads there
        nearest = far < least ? count : nearest;
        least = far < least ? far : least;
        side = in->twin[last];
    } while (side != first && side != NO_TWIN && count < LOAM_GRAPH_MAX_RING);
    out->cells[0] = out->cells[count];
    out->count = count;
    out->first = nearest < count ? nearest : 0;
    return side == first && count >= 3;
}

int32_t loam_graph_triangles_ring(const loam_graph_triangles *in, int32_t cell,
                                  int32_t ring[LOAM_GRAPH_MAX_RING])
{
    loam_graph_sides around;
    if (!loam_graph_triangles_sides(in, cell, &around))
    {
        return 0;
    }
    for (int32_t i = 0; i < around.count; i++)
    {
        const int32_t place = around.first + i;
        ring[i] = around.cells[place < around.count ? place : place - around.count];
    }
    return around.count;
}
