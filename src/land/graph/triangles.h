// SPDX-License-Identifier: MIT
// The triangles between the sites of a page and around it: who borders on whom, for all of them at once.
#ifndef LOAM_LAND_GRAPH_TRIANGLES_H
#define LOAM_LAND_GRAPH_TRIANGLES_H

#include "land/graph/neighbours.h"

/// So many cells around those whose rings are asked for: no edge of the window comes near their neighbours.
#define LOAM_GRAPH_TRIANGLE_MARGIN 4

#define LOAM_GRAPH_TRIANGLE_CELLS \
    ((LOAM_GRAPH_SIDE + 2 * LOAM_GRAPH_TRIANGLE_MARGIN) * \
     (LOAM_GRAPH_MAX_ROWS + 2 * LOAM_GRAPH_TRIANGLE_MARGIN))

/// Three sides to a triangle and a place left free, less than two triangles to a cell.
#define LOAM_GRAPH_MAX_SIDES (8 * LOAM_GRAPH_TRIANGLE_CELLS)

/// Sides of triangles, counterclockwise: those of triangle t are 4 * t to 4 * t + 2.
typedef struct loam_graph_triangles
{
    const int32_t *x, *z;
    int32_t side_count;                          // places, those left free among them
    uint16_t from[LOAM_GRAPH_MAX_SIDES];         // the cell that a side begins at
    uint16_t twin[LOAM_GRAPH_MAX_SIDES];         // the same, the other way, in the next triangle
    uint16_t leaving[LOAM_GRAPH_TRIANGLE_CELLS]; // a side that begins at each cell
} loam_graph_triangles;

/// Triangulates a window of at most LOAM_GRAPH_TRIANGLE_CELLS cells. Its first cell is lattice cell
/// (column, window->row) of the page whose low corner sites are measured from. False if sites may lie, or do,
/// outside of their squares or further than a third of a cell from the middle of their hexagons; or, rarely
/// and on hexagons only, if they are too unlike their lattice to begin with it.
bool loam_graph_triangulate(const loam_graph_window *window, int32_t column,
                            loam_graph_triangles *out);

/// How many cells around a page have to be known to find the rings of its own.
static inline int32_t loam_graph_gathered(loam_graph_spread spread)
{
    return spread == LOAM_SPREAD_RELAXED ? loam_graph_margin(spread) : LOAM_GRAPH_TRIANGLE_MARGIN;
}

/// The sides of the same triangle that come after a side and before it.
static inline int32_t loam_graph_next_side(int32_t side)
{
    return side + 1 - 3 * ((side & 3) == 2);
}

static inline int32_t loam_graph_previous_side(int32_t side)
{
    return side - 1 + 3 * ((side & 3) == 0);
}

/// The sides from a cell to its neighbours, counterclockwise. From `first` on it is the order of loam_graph_ring().
typedef struct loam_graph_sides
{
    int32_t count, first;
    int32_t sides[LOAM_GRAPH_MAX_RING];
    int32_t cells[LOAM_GRAPH_MAX_RING + 1]; // that they lead to; behind the last the same as at 0
} loam_graph_sides;

/// Finds the sides around a cell; false where loam_graph_triangles_ring() gives 0.
bool loam_graph_triangles_sides(const loam_graph_triangles *in, int32_t cell,
                                loam_graph_sides *out);

/// The same as loam_graph_ring(), for a cell at least LOAM_GRAPH_TRIANGLE_MARGIN from the borders of the
/// window; 0 if its ring is not closed or too large.
int32_t loam_graph_triangles_ring(const loam_graph_triangles *in, int32_t cell,
                                  int32_t ring[LOAM_GRAPH_MAX_RING]);

#endif
