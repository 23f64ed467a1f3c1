// SPDX-License-Identifier: MIT
// The pages of a graph's stages: what they hold and how references from page to page are found.
//
// A reference is relative to the page that holds it. Sites are ordered by lattice row, then column; an
// element belongs to the page of its lowest site, and is listed there under that cell. So whoever knows the
// cells of an element finds its index in the page that owns it.
#ifndef LOAM_LAND_GRAPH_PAGES_H
#define LOAM_LAND_GRAPH_PAGES_H

#include "land/graph/sites.h"
#include "land/graph/triangles.h"

#include <stddef.h>
#include <string.h>

// A page and all cells that can border on its own. Edges and corners of a planar graph are less than three
// and two for each cell, and each edge is in two rings.
#define LOAM_GRAPH_WINDOW \
    ((LOAM_GRAPH_SIDE + 2 * LOAM_GRAPH_MAX_MARGIN) * \
     (LOAM_GRAPH_MAX_ROWS + 2 * LOAM_GRAPH_MAX_MARGIN))
#define LOAM_GRAPH_MAX_EDGES (3 * LOAM_GRAPH_WINDOW)
#define LOAM_GRAPH_MAX_VERTICES (2 * LOAM_GRAPH_WINDOW)
#define LOAM_GRAPH_MAX_RINGS (2 * LOAM_GRAPH_MAX_EDGES)

/// The parameters of all stages of a graph.
typedef struct loam_graph_parameters
{
    int32_t distributor;
    int32_t relaxation; // of the stages NAME.relaxN: N; else 0
} loam_graph_parameters;

/// A page of NAME.sites and NAME.relaxN: units from the low corner of the page.
typedef struct loam_site_page
{
    int32_t x[LOAM_GRAPH_MAX_CELLS], z[LOAM_GRAPH_MAX_CELLS];
} loam_site_page;

/// A corner before it is connected.
typedef struct loam_graph_corner_cells
{
    int32_t x, z;
    loam_graph_ref cells[3]; // counterclockwise, the lowest first
} loam_graph_corner_cells;

/// A neighbour in the ring of a cell, and what lies between the two: indices into the edges and corners of the
/// page, or LOAM_GRAPH_ELSEWHERE for those of other pages.
typedef struct loam_graph_beside
{
    loam_graph_ref cell;
    uint16_t edge;
    uint16_t vertex; // between this neighbour and the next
} loam_graph_beside;

#define LOAM_GRAPH_ELSEWHERE 0xffff

/// The edges and corners that sides of triangles are and triangles have on a page, or LOAM_GRAPH_ELSEWHERE.
typedef struct loam_graph_numbers
{
    uint16_t edges[LOAM_GRAPH_MAX_SIDES];
    uint16_t corners[LOAM_GRAPH_MAX_SIDES / 4];
} loam_graph_numbers;

/// Three cells of a window around a corner, counterclockwise, the lowest first.
typedef struct loam_graph_trio
{
    uint16_t a, b, c;
} loam_graph_trio;

/// A page of NAME.vertices. Behind the last of the rings its corners follow.
typedef struct loam_corner_page
{
    int32_t ring_count, vertex_count, edge_count;
    uint16_t ring_begin[LOAM_GRAPH_MAX_CELLS + 1];
    uint16_t vertex_begin[LOAM_GRAPH_MAX_CELLS + 1]; // of the vertices whose lowest cell it is
    uint16_t edge_begin[LOAM_GRAPH_MAX_CELLS + 1];   // of the edges whose lower cell it is
    uint16_t zero;                                   // rings begin, and so end, where corners may
    loam_graph_beside rings[LOAM_GRAPH_MAX_RINGS];
} loam_corner_page;

_Static_assert(offsetof(loam_corner_page, rings) % _Alignof(loam_graph_corner_cells) == 0 &&
                   sizeof(loam_graph_beside) % _Alignof(loam_graph_corner_cells) == 0,
               "corners follow the last ring");

#define LOAM_GRAPH_MAX_CORNER_PAGE \
    (sizeof(loam_corner_page) + LOAM_GRAPH_MAX_VERTICES * sizeof(loam_graph_corner_cells))

/// Where the corners of a page with these rings are.
static inline size_t loam_graph_corners_offset(const loam_corner_page *page)
{
    return offsetof(loam_corner_page, rings) + (size_t)page->ring_count * sizeof page->rings[0];
}

static inline const loam_graph_corner_cells *loam_graph_corners(const loam_corner_page *page)
{
    return (const loam_graph_corner_cells *)(const void *)&page->rings[page->ring_count];
}

/// A page of NAME.edges.
typedef struct loam_edge_page
{
    int32_t edge_count;
    uint16_t edge_begin[LOAM_GRAPH_MAX_CELLS + 1]; // of the edges whose lower cell it is
    loam_graph_edge edges[LOAM_GRAPH_MAX_EDGES];   // the page ends after the last
} loam_edge_page;

/// The pages around a page, by their distance.
typedef struct loam_graph_around
{
    const void *data[3][3]; // z, x
    int32_t rows;           // lattice rows of a page
} loam_graph_around;

/// Fetches the 3 x 3 pages of an input around the page that is made. Fails if one is empty.
loam_result loam_graph_fetch(loam_slice *slice, int32_t input, loam_graph_around *out);

/// The page that a reference points into.
static inline const void *loam_graph_page_of(const loam_graph_around *around, loam_graph_ref ref)
{
    return around->data[ref.page_dz + 1][ref.page_dx + 1];
}

/// The place of a cell in the order of sites.
static inline int32_t loam_graph_order(const loam_graph_around *around, loam_graph_ref cell)
{
    const int32_t row = cell.page_dz * around->rows + cell.index / LOAM_GRAPH_SIDE;
    const int32_t column = cell.page_dx * LOAM_GRAPH_SIDE + cell.index % LOAM_GRAPH_SIDE;
    return row * 8 * LOAM_GRAPH_SIDE + column;
}

/// Finds the corner of three cells, given counterclockwise, among pages of NAME.vertices; false if there is
/// none.
bool loam_graph_find_vertex(const loam_graph_around *around, const loam_graph_ref cells[3],
                            loam_graph_ref *out);

/// Finds the edge between two cells among pages of NAME.edges.
bool loam_graph_find_edge(const loam_graph_around *around, loam_graph_ref a, loam_graph_ref b,
                          loam_graph_ref *out);

/// `ref`, which is relative to the page that `page` points into, relative to the page that page is relative
/// to.
static inline loam_graph_ref loam_graph_rebase(loam_graph_ref ref, loam_graph_ref page)
{
    ref.page_dx = (int8_t)(ref.page_dx + page.page_dx);
    ref.page_dz = (int8_t)(ref.page_dz + page.page_dz);
    return ref;
}

/// Reports that something is missing in a page that owns it, which pages of one graph never do.
loam_result loam_graph_disagree(const char *what);

static inline bool loam_graph_same(loam_graph_ref a, loam_graph_ref b)
{
    return memcmp(&a, &b, sizeof a) == 0; // all of it is numbers
}

/// Whether a reference points into the page that holds it.
static inline bool loam_graph_is_here(loam_graph_ref ref)
{
    return (ref.page_dx | ref.page_dz) == 0;
}

/// What stages do.
loam_result loam_graph_run_sites(loam_slice *slice);
loam_result loam_graph_run_relax(loam_slice *slice);
loam_result loam_graph_run_vertices(loam_slice *slice);
loam_result loam_graph_run_edges(loam_slice *slice);
loam_result loam_graph_run_connect(loam_slice *slice);

/// Work memory for a page of NAME.relaxN and NAME.vertices.
#define LOAM_GRAPH_SCRATCH \
    (3 * LOAM_ARENA_SIZE(LOAM_GRAPH_WINDOW * sizeof(int32_t)) + \
     LOAM_ARENA_SIZE(LOAM_GRAPH_MAX_RINGS * sizeof(int32_t)) + \
     LOAM_ARENA_SIZE((LOAM_GRAPH_MAX_VERTICES + 1) * sizeof(loam_graph_trio)) + \
     LOAM_ARENA_SIZE(sizeof(loam_graph_numbers)) + LOAM_ARENA_SIZE(sizeof(loam_graph_triangles)))

/// The most bytes of a page of NAME.connect.
size_t loam_graph_connected_size(void);

#endif
