// SPDX-License-Identifier: MIT
#include "land/graph/triangles.h"

#include "land/graph/sites.h"

#include <string.h>

// Sites are joined as their lattice is, which gives triangles that cover the window once; then each edge that
// is not in the diagram is turned into the other diagonal of the two triangles beside it, until all are
// (Lawson 1977). The triangles of a window are those of the plane wherever no circle around one reaches out of
// it. Ties are those of neighbours.c: a corner where four cells meet goes round the lowest one.
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

static int32_t next_side(int32_t side)
{
    return (side & 3) == 2 ? side - 2 : side + 1;
}

static int32_t last_side(int32_t side)
{
    return (side & 3) == 0 ? side + 2 : side - 1;
}

// ---- the lattice --------------------------------------------------------------------------------------

// Whether distance is in -limit .. limit - 1, or limit itself.
static bool is_near(int32_t distance, int32_t limit, int32_t or_at)
{
    return distance >= -limit && distance < limit + or_at;
}

// Whether the sites of a row lie where their spread says.
static bool is_spread(const loam_graph_window *window, int32_t column, int32_t j)
{
    const int32_t *const x = window->x + j * window->w, *const z = window->z + j * window->w;
    const int32_t row = (int32_t)window->row + j;
    const bool hexagons = window->spread == LOAM_SPREAD_HEXAGONS;
    const int32_t limit = hexagons ? LOAM_GRAPH_JITTER : LOAM_GRAPH_CELL / 2;
    const int32_t first = column * LOAM_GRAPH_CELL +
                          (hexagons ? loam_graph_hexagon_x(row) : LOAM_GRAPH_CELL / 2);
    const int32_t middle_z = hexagons ? loam_graph_hexagon_z(row)
                                      : row * LOAM_GRAPH_CELL + LOAM_GRAPH_CELL / 2;
    bool all = true;
    for (int32_t i = 0; i < window->w; i++)
    {
        all = all && is_near(x[i] - (first + i * LOAM_GRAPH_CELL), limit, hexagons) &&
              is_near(z[i] - middle_z, limit, hexagons);
    }
    return all;
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

static void link_sides(loam_graph_triangles *out, int32_t a, int32_t b)
{
    out->twin[a] = (uint16_t)b;
    if (b != NO_TWIN)
    {
        out->twin[b] = (uint16_t)a;
    }
}

static void put_triangle(loam_graph_triangles *out, int32_t side, int32_t a, int32_t b, int32_t c)
{
    out->from[side] = (uint16_t)a;
    out->from[side + 1] = (uint16_t)b;
    out->from[side + 2] = (uint16_t)c;
    out->twin[side + 3] = NO_TWIN; // free
}

// The two triangles between cell a and the cells right of it and above it, with their sides at the left and
// below joined to those that are there. *left and *below become those of the next.
static void add_square(const loam_graph_window *window, int32_t a, bool rising,
                       loam_graph_triangles *out, int32_t *left, uint16_t *below)
{
    const int32_t b = a + 1, d = a + window->w, c = d + 1;
    const int32_t side = out->side_count, other = side + 4;
    out->side_count += 8;
    if (rising)
    {
        put_triangle(out, side, a, b, c);
        put_triangle(out, other, c, d, a);
        link_sides(out, side, *below);
        link_sides(out, other + 1, *left);
        *left = side + 1;
        *below = (uint16_t)other;
    }
    else
    {
        put_triangle(out, side, d, a, b);
        put_triangle(out, other, b, c, d);
        link_sides(out, side + 1, *below);
        link_sides(out, side, *left);
        *left = other;
        *below = (uint16_t)(other + 1);
    }
    link_sides(out, side + 2, other + 2);
    out->twin[*left] = out->twin[*below] = NO_TWIN;
}

// False if there are four cells that no diagonal parts. Among hexagons the shorter one is tried first.
static bool join_lattice(const loam_graph_window *window, loam_graph_triangles *out)
{
    const bool hexagons = window->spread == LOAM_SPREAD_HEXAGONS;
    uint16_t below[LOAM_GRAPH_TRIANGLE_CELLS];
    for (int32_t i = 0; i < window->w; i++)
    {
        below[i] = NO_TWIN;
    }
    for (int32_t row = 0; row + 1 < window->h; row++)
    {
        const bool rising = !hexagons || ((window->row + row) & 1) != 0;
        int32_t left = NO_TWIN;
        for (int32_t i = 0; i + 1 < window->w; i++)
        {
            const int32_t a = row * window->w + i;
            const bool as_usual = parts(window, a, rising);
            if (!as_usual && !parts(window, a, !rising))
            {
                return false;
            }
            add_square(window, a, rising == as_usual, out, &left, &below[i]);
        }
    }
    return true;
}

// ---- turning edges ------------------------------------------------------------------------------------

// Whether the edge of a side is not in the diagram: the angles that it is seen under, from the two sites across,
// add up to more than half a turn, so their cotangents to less than nothing. At half a turn the four lie on a
// circle.
static bool is_wrong(const loam_graph_triangles *in, int32_t side, int32_t twin)
{
    const int32_t a = in->from[side], b = in->from[twin];
    const int32_t c = in->from[last_side(side)], d = in->from[last_side(twin)];
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

// Turns the edge a -> b between triangles (a, b, c) and (b, a, d): they become (a, d, c) and (b, c, d).
static void turn(loam_graph_triangles *out, int32_t side, int32_t twin)
{
    const int32_t next = next_side(side), its_next = next_side(twin);
    const int32_t c = out->from[last_side(side)], d = out->from[last_side(twin)];
    link_sides(out, side, out->twin[its_next]);
    link_sides(out, twin, out->twin[next]);
    link_sides(out, next, its_next);
    out->from[next] = (uint16_t)d;
    out->from[its_next] = (uint16_t)c;
}

// Edges that may have become wrong. Of an edge the lower side counts.
typedef struct pending
{
    int32_t sides[MAX_PENDING];
    int32_t count;
    bool overflown; // there were more: all have to be looked at again
} pending;

// Edges above `done` are looked at later anyway.
static void look_again(pending *todo, const loam_graph_triangles *in, int32_t side, int32_t done)
{
    const int32_t twin = in->twin[side], lower = side < twin ? side : twin;
    if (twin == NO_TWIN || lower > done)
    {
        return;
    }
    todo->overflown |= todo->count == MAX_PENDING;
    if (todo->count < MAX_PENDING)
    {
        todo->sides[todo->count++] = lower;
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
            look_again(todo, out, side, first);
            look_again(todo, out, last_side(side), first);
            look_again(todo, out, twin, first);
            look_again(todo, out, last_side(twin), first);
        }
    }
}

static void settle_all(loam_graph_triangles *out)
{
    pending todo;
    do
    {
        todo.overflown = false;
        for (int32_t side = 0; side < out->side_count; side++)
        {
            const int32_t twin = out->twin[side];
            if (side < twin && twin < NO_TWIN)
            {
                settle(out, side, &todo);
            }
        }
    } while (todo.overflown);
}

bool loam_graph_triangulate(const loam_graph_window *window, int32_t column,
                            loam_graph_triangles *out)
{
    LOAM_ASSERT(window->env, window->w * window->h <= LOAM_GRAPH_TRIANGLE_CELLS);
    bool is_fit = window->spread != LOAM_SPREAD_RELAXED;
    for (int32_t row = 0; row < window->h && is_fit; row++)
    {
        is_fit = is_spread(window, column, row);
    }
    if (!is_fit)
    {
        return false;
    }
    out->x = window->x;
    out->z = window->z;
    out->side_count = 0;
    if (!join_lattice(window, out))
    {
        return false;
    }
    settle_all(out);
    for (int32_t first = 0; first < out->side_count; first += 4)
    {
        for (int32_t side = first; side < first + 3; side++)
        {
            out->leaving[out->from[side]] = (uint16_t)side;
        }
    }
    return true;
}

// ---- rings --------------------------------------------------------------------------------------------

// How far a neighbour is, and which one it is of several as far: the lowest.
static int64_t farness(const loam_graph_triangles *in, int32_t cell, int32_t neighbour)
{
    const int64_t x = in->x[neighbour] - in->x[cell], z = in->z[neighbour] - in->z[cell];
    return (x * x + z * z) * LOAM_GRAPH_TRIANGLE_CELLS + neighbour;
}

// Walks around the cell from any neighbour on. The nearest one is among them: the circle that it and the cell
// are furthest apart on is empty.
int32_t loam_graph_triangles_ring(const loam_graph_triangles *in, int32_t cell,
                                  int32_t ring[LOAM_GRAPH_MAX_RING])
{
    int32_t around[2 * LOAM_GRAPH_MAX_RING];
    const int32_t first = in->leaving[cell];
    int32_t side = first, count = 0, nearest = 0;
    int64_t least = INT64_MAX;
    do
    {
        if (count == LOAM_GRAPH_MAX_RING)
        {
            return 0;
        }
        const int32_t neighbour = in->from[next_side(side)];
        const int64_t far = farness(in, cell, neighbour);
        nearest = far < least ? count : nearest;
        least = far < least ? far : least;
        around[count++] = neighbour;
        side = in->twin[last_side(side)];
    } while (side != first && side != NO_TWIN);
    if (side != first)
    {
        return 0;
    }
    memcpy(around + count, around, (size_t)nearest * sizeof around[0]);
    memcpy(ring, around + nearest, (size_t)count * sizeof around[0]);
    return count;
}
