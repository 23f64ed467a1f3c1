// SPDX-License-Identifier: MIT
// Loam, land: an endless Voronoi graph in pages that join exactly, with named columns of attributes on
// its cells, edges and vertices (Blomqvist et al. 2016, 3.2, 4.2, appendix C).
//
// A graph lives on a pipeline. Its stages are NAME.sites, NAME.vertices, NAME.edges and NAME.connect;
// columns are stages behind those. Everything is a pure function of seed and place: pages may be dropped
// and made again, and neighbours agree without talking.
//
// Sites lie on a lattice, one to a lattice cell, LOAM_GRAPH_SIDE columns and loam_graph_rows() rows to a
// page; cell number `row * LOAM_GRAPH_SIDE + column` of a page is the same wherever it is read. Positions
// are whole units, LOAM_GRAPH_CELL to a cell, so 15 bits within a page, and every geometric decision is
// exact; ties go to the lower site. A vertex is known by its three cells, never by comparing positions.
#ifndef LOAM_LAND_GRAPH_H
#define LOAM_LAND_GRAPH_H

#include "loam/base.h"
#include "loam/pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_GRAPH_SIDE 32     // lattice columns of a page
#define LOAM_GRAPH_MAX_ROWS 36 // lattice rows of a page at most
#define LOAM_GRAPH_CELL 1024   // units along a lattice column
#define LOAM_GRAPH_PAGE (LOAM_GRAPH_SIDE * LOAM_GRAPH_CELL)
#define LOAM_GRAPH_MAX_CELLS (LOAM_GRAPH_SIDE * LOAM_GRAPH_MAX_ROWS)
#define LOAM_GRAPH_MAX_RING 24 // neighbours of a cell at most
#define LOAM_MAX_GRAPH_COLUMNS 128
#define LOAM_MAX_COLUMN_NAME 23

/// How sites are spread (Blomqvist et al. 2016, 3.2.5, appendix D).
typedef enum loam_distributor
{
    LOAM_SITES_JITTERED, // hexagons, each site moved by at most a third of a cell along each axis
    LOAM_SITES_UNIFORM,  // anywhere in its square
    LOAM_SITES_LLOYD_1,  // uniform, relaxed once
    LOAM_SITES_LLOYD_5,  // uniform, relaxed five times
    LOAM_SITES_HEXAGONS, // plain
    LOAM_SITES_SQUARES,  // plain
    LOAM_DISTRIBUTOR_COUNT,
} loam_distributor;

/// "jittered", "uniform", "lloyd1", "lloyd5", "hexagons", "squares"; "?" for anything else.
LOAM_API const char *loam_distributor_name(loam_distributor distributor);

/// Lattice rows of a page: 36 for those on hexagons, whose odd rows are shifted by half a cell, 32 for those
/// on squares.
LOAM_API int32_t loam_graph_rows(loam_distributor distributor);

/// A place in units. The origin is the low corner of page (0, 0).
typedef struct loam_graph_point
{
    int64_t x, z;
} loam_graph_point;

/// Sites of w x h lattice cells from (column, row), row by row. A pure function of its arguments; for relaxed
/// sites dear, use pages there. Positions of cells more than 2^52 from the origin do not fit into 64 bits and
/// wrap around.
LOAM_API void loam_graph_sites(loam_distributor distributor, uint64_t seed, int64_t column,
                               int64_t row, int32_t w, int32_t h, loam_graph_point *out);

// ---- graphs -------------------------------------------------------------------------------------------

typedef struct loam_graph loam_graph;

/// Settings of a graph. Start from loam_default_graph_def().
typedef struct loam_graph_def
{
    const char *name; // of its stages, at most 15 characters
    loam_distributor distributor;
    int64_t cell_size; // world units along a lattice column, 1 .. 2^40, a power of two
} loam_graph_def;

LOAM_API loam_graph_def loam_default_graph_def(void);

/// Adds the stages of a graph to a pipeline (axes XZ). Its sites are loam_graph_sites() of the seed
/// loam_seed_derive(world seed, "NAME.sites"); each relaxation is a stage of its own, NAME.relax1 and so on.
/// The graph remembers its stages and columns; destroy it after the pipeline's last use of them, before or
/// after the pipeline.
LOAM_API loam_result loam_graph_create(loam_pipeline *pipeline, const loam_env *env,
                                       const loam_graph_def *def, loam_graph **out);
LOAM_API void loam_graph_destroy(loam_graph *graph); // NULL is allowed

/// An element of a page or of one around it: the page relative to the one that says so, and the index.
typedef struct loam_graph_ref
{
    int8_t page_dx, page_dz;
    uint16_t index;
} loam_graph_ref;

/// A corner where three cells meet. Its page is that of its lowest site.
typedef struct loam_graph_vertex
{
    int32_t x, z; // units from the low corner of its page, rounded down; may lie outside of it
    loam_graph_ref cells[3];
    loam_graph_ref edges[3];    // edges[i] lies opposite of cells[i]
    loam_graph_ref vertices[3]; // at the other end of edges[i]
} loam_graph_vertex;

/// A border between two cells, from vertices[0] to vertices[1] with cells[0] on its left. Its page is that of
/// cells[0], the lower site.
typedef struct loam_graph_edge
{
    loam_graph_ref cells[2];
    loam_graph_ref vertices[2];
} loam_graph_edge;

/// The elements of a connected page, as they lie in its payload.
typedef struct loam_graph_page
{
    int32_t cell_count, edge_count, vertex_count;
    const int32_t *site_x, *site_z; // of each cell, units from the low corner of the page
    const uint16_t
        *ring_begin; // cell_count + 1: ring of cell i is ring_begin[i] .. ring_begin[i + 1] - 1
    const loam_graph_ref *ring_cells;    // neighbours, counterclockwise as x is right and z up
    const loam_graph_ref *ring_edges;    // towards ring_cells[i]
    const loam_graph_ref *ring_vertices; // between ring_cells[i] and the next
    const loam_graph_edge *edges;
    const loam_graph_vertex *vertices;
} loam_graph_page;

/// Index of the stage NAME.connect.
LOAM_API int32_t loam_graph_stage(const loam_graph *graph);

/// Reads a page of NAME.connect; LOAM_BAD_ARGUMENT for any other. *out points into the page, which must stay
/// held.
LOAM_API loam_result loam_graph_read(const loam_page *page, loam_graph_page *out);

// ---- columns ------------------------------------------------------------------------------------------

typedef enum loam_graph_element
{
    LOAM_GRAPH_CELLS,
    LOAM_GRAPH_EDGES,
    LOAM_GRAPH_VERTICES,
} loam_graph_element;

/// One column: a float for each element of a page.
typedef struct loam_graph_column
{
    const char *name; // 1..LOAM_MAX_COLUMN_NAME letters, digits, '_', '-', '.'
    loam_graph_element element;
} loam_graph_column;

typedef struct loam_graph_view loam_graph_view;

/// A stage that adds columns. It reads the graph and earlier columns of its page and of all pages within
/// reach.
typedef struct loam_column_def
{
    const char *name; // of the stage: NAME.name
    const loam_graph_column *columns;
    int32_t column_count;     // 1..16
    const char *const *reads; // names of earlier columns
    int32_t read_count;       // 0..16
    int32_t reach;            // in cells, 0..64
    uint32_t version;
    size_t scratch_size;
    const void *parameters; // copied; see loam_stage_def
    size_t parameters_size;
    /// Fills out[i], column i of the page in the middle of the view: one float for each element.
    loam_result (*run)(const loam_graph_view *view, loam_slice *slice, float *const *out);
} loam_column_def;

/// Before the first page is asked for. LOAM_BAD_ARGUMENT or LOAM_NOT_FOUND with a message; then nothing was
/// added.
LOAM_API loam_result loam_graph_add_columns(loam_graph *graph, const loam_column_def *def);

/// Makes columns known that a plain stage of the pipeline holds: cell columns, floats at the given offset
/// (bytes) of its payload, its pages those of the graph.
LOAM_API loam_result loam_graph_register_column(loam_graph *graph, const char *stage,
                                                const loam_graph_column *column, size_t offset);

/// The name of column `index`, in the order of their addition, NULL after the last.
LOAM_API const char *loam_graph_column_name(const loam_graph *graph, int32_t index,
                                            loam_graph_element *element);

/// What a column stage sees. Page (0, 0) is its own; others within reach by their distance in pages. A page
/// that is not within reach fails the page that is being made and gives NULL.
LOAM_API const loam_graph_page *loam_graph_view_page(const loam_graph_view *view, int32_t page_dx,
                                                     int32_t page_dz);

/// A column that the stage said it reads, of a page within reach.
LOAM_API const float *loam_graph_view_column(const loam_graph_view *view, const char *name,
                                             int32_t page_dx, int32_t page_dz);

/// A column of one page, now: the page is held until loam_pipeline_release(*page), and so are its *count
/// values. From any thread, as loam_pipeline_get.
LOAM_API loam_result loam_graph_get_column(loam_graph *graph, const char *name, int64_t page_x,
                                           int64_t page_z, const loam_page **page,
                                           const float **values, int32_t *count);

/// The cell that a place lies in, that is whose site is nearest (the lower site of several).
LOAM_API loam_result loam_graph_locate(loam_graph *graph, loam_graph_point place, int64_t *page_x,
                                       int64_t *page_z, int32_t *cell);

#ifdef __cplusplus
}
#endif
#endif
