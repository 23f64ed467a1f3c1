// SPDX-License-Identifier: MIT
// Who borders on whom among the sites of a lattice, exactly.
#ifndef LOAM_LAND_GRAPH_NEIGHBOURS_H
#define LOAM_LAND_GRAPH_NEIGHBOURS_H

#include "loam/land_graph.h"

/// How far sites may lie from their lattice cells, which bounds how far neighbours are apart.
typedef enum loam_graph_spread
{
    LOAM_SPREAD_HEXAGONS, // at most a third of a cell from the middle of a hexagon, along each axis
    LOAM_SPREAD_SQUARES,  // within their squares
    LOAM_SPREAD_RELAXED,  // at most half a cell outside of their squares
} loam_graph_spread;

loam_graph_spread loam_graph_spread_of(loam_distributor distributor);

/// Neighbours are at most so many lattice columns and rows apart: 3, and 6 for relaxed sites.
int32_t loam_graph_margin(loam_graph_spread spread);

/// The largest of loam_graph_margin.
#define LOAM_GRAPH_MAX_MARGIN 6

/// A rectangle of lattice cells. The order of sites is that of lattice rows, then columns, so it is the
/// same in every window.
typedef struct loam_graph_window
{
    const loam_env *env; // for assertions, may be NULL
    loam_graph_spread spread;
    int64_t row; // lattice row of its first row, for whether it is odd
    int32_t w, h;
    const int32_t *x, *z; // sites, row by row, units from any place that is the same for all
} loam_graph_window;

/// The neighbours of a cell, as indices into the window, counterclockwise as x is right and z up, from
/// the nearest one on. The cell lies at least loam_graph_margin() from the borders of the window.
/// Returns how many, 3 to LOAM_GRAPH_MAX_RING; 0 if there is no such ring, because sites lie further from their
/// lattice cells than they should, or more of them around one.
int32_t loam_graph_ring(const loam_graph_window *window, int32_t column, int32_t row,
                        int32_t ring[LOAM_GRAPH_MAX_RING]);

/// Rings that are known: of the first cells of a page, whose first one lies `margin` columns and rows within the
/// window. Cells of the page before `cell` are known when that one is asked for.
typedef struct loam_graph_rings
{
    const int32_t *cells;  // indices into the window
    const uint16_t *begin; // of each cell's ring, and behind the last
    int32_t margin;
} loam_graph_rings;

/// The same ring. Two cells that share a corner go round it in the same order, so half of a ring is read from those
/// of cells before it.
int32_t loam_graph_ring_beside(const loam_graph_window *window, const loam_graph_rings *known,
                               int32_t column, int32_t row, int32_t ring[LOAM_GRAPH_MAX_RING]);

/// For windows on hexagons: bit d of links[i] is set if cell i borders on its lattice neighbour in
/// direction d: 0 east, 1 north-east, 2 north-west, 3 west, 4 south-west, 5 south-east. Cells nearer to
/// the border of the window than `margin`, at least loam_graph_margin(), get 0; 14 columns at least are not.
void loam_graph_links(const loam_graph_window *window, int32_t margin, uint8_t *links);

/// The index offset of lattice neighbour `direction` in rows of w cells. odd_row: whether the cell's row is.
int32_t loam_graph_step(int32_t direction, bool odd_row, int32_t w);

/// The corner between cell a and its neighbours b, c (counterclockwise), from site a, in exact parts:
/// (x / d, z / d) units, d > 0. Arguments are the neighbours' sites from site a.
typedef struct loam_graph_corner
{
    double x, z, d; // whole, below 2^53
} loam_graph_corner;

static inline loam_graph_corner loam_graph_corner_of(int32_t bx, int32_t bz, int32_t cx, int32_t cz)
{
    const double b = bx * bx + bz * bz, c = cx * cx + cz * cz;
    return (loam_graph_corner){
        .x = b * cz - c * bz, .z = c * bx - b * cx, .d = 2 * (bx * cz - bz * cx)};
}

#endif
