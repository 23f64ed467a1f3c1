// SPDX-License-Identifier: MIT
// Sites in the small numbers that stages work with, and their relaxation.
#ifndef LOAM_LAND_GRAPH_SITES_H
#define LOAM_LAND_GRAPH_SITES_H

#include "land/graph/neighbours.h"

/// Sites before any relaxation, of w x h lattice cells from (column, row) on, row by row, in units from
/// the low corner of page (page_x, page_z), which is near.
typedef struct loam_graph_sites_def
{
    loam_distributor distributor;
    uint64_t seed;
    int64_t column, row;
    int32_t w, h;
    int64_t page_x, page_z;
} loam_graph_sites_def;

void loam_graph_raw_sites(const loam_graph_sites_def *def, int32_t *x, int32_t *z);

/// The same for a page and `margin` lattice cells around it: x and z have
/// (LOAM_GRAPH_SIDE + 2 * margin) * (loam_graph_rows() + 2 * margin) numbers.
void loam_graph_page_sites(loam_distributor distributor, uint64_t seed, int64_t page_x,
                           int64_t page_z, int32_t margin, int32_t *x, int32_t *z);

/// Jittered sites lie at most so far from the middle of their hexagons along each axis: a third of a cell.
#define LOAM_GRAPH_JITTER 341

/// The middle of the first hexagon of a row along x, and of a row along z, from the low corner of a page `row`
/// rows below. Rows are a 36th of a page apart, rounded down.
int32_t loam_graph_hexagon_x(int32_t row);
int32_t loam_graph_hexagon_z(int32_t row);

/// How often sites are relaxed: 0, 1 or 5.
int32_t loam_graph_relaxations(loam_distributor distributor);

/// Lloyd's step: the site of a cell moves to the middle of its cell, rounded, but not further than half a
/// cell outside of its square, whose low corner is (square_x, square_z). column and row as for
/// loam_graph_ring(). False if that finds none: the site stays where it is.
bool loam_graph_relax(const loam_graph_window *window, int32_t column, int32_t row,
                      int32_t square_x, int32_t square_z, int32_t *x, int32_t *z);

/// The same for a cell whose ring is known, given by its index into the window.
void loam_graph_relax_in_ring(const loam_graph_window *window, int32_t cell, const int32_t *ring,
                              int32_t count, int32_t square_x, int32_t square_z, int32_t *x,
                              int32_t *z);

#endif
