// SPDX-License-Identifier: MIT
#include "land/graph/pages.h"

#include "base/small.h"

#include <string.h>

// Stages that build the diagram of a page (Blomqvist et al. 2016, 3.2.4, appendix C): its sites, its
// corners and its edges. Each step reads pages of the step before around its own, so no step waits for
// itself, and each element is made once, by the page of its lowest site.

// The sites of a page and some cells around it, from pages of sites.
typedef struct neighbourhood
{
    loam_graph_window window;
    int32_t margin, rows;
} neighbourhood;

static void copy_cell(const loam_graph_around *around, int32_t column, int32_t row, int32_t *x,
                      int32_t *z)
{
    const int32_t page_dx = (column >= LOAM_GRAPH_SIDE) - (column < 0);
    const int32_t page_dz = (row >= around->rows) - (row < 0);
    const loam_site_page *const page = around->data[page_dz + 1][page_dx + 1];
    const int32_t index = (row - page_dz * around->rows) * LOAM_GRAPH_SIDE + column -
                          page_dx * LOAM_GRAPH_SIDE;
    *x = page->x[index] + page_dx * LOAM_GRAPH_PAGE;
    *z = page->z[index] + page_dz * LOAM_GRAPH_PAGE;
}

static loam_result gather(loam_slice *slice, loam_graph_spread spread, neighbourhood *out)
{
    loam_graph_around around;
    const loam_result result = loam_graph_fetch(slice, 0, &around);
    if (result != LOAM_OK)
    {
        return result;
    }
    int32_t *const x = loam_arena_take(&slice->scratch, LOAM_GRAPH_WINDOW * sizeof *x);
    int32_t *const z = loam_arena_take(&slice->scratch, LOAM_GRAPH_WINDOW * sizeof *z);
    const int32_t margin = loam_graph_margin(spread);
    const int32_t w = LOAM_GRAPH_SIDE + 2 * margin, h = around.rows + 2 * margin;
    for (int32_t i = 0; i < w * h; i++)
    {
        copy_cell(&around, i % w - margin, i / w - margin, &x[i], &z[i]);
    }
    // A page has an even number of rows, so odd rows are odd in all of them.
    *out = (neighbourhood){
        .window =
            {.env = slice->env, .spread = spread, .row = -margin, .w = w, .h = h, .x = x, .z = z},
        .margin = margin,
        .rows = around.rows};
    return LOAM_OK;
}

loam_result loam_graph_run_sites(loam_slice *slice)
{
    const loam_graph_parameters *const parameters = slice->parameters;
    loam_site_page *const out = slice->out;
    loam_graph_page_sites((loam_distributor)parameters->distributor, slice->seed, slice->page_x,
                          slice->page_z, 0, out->x, out->z);
    return LOAM_OK;
}

static loam_result no_ring(int32_t cell)
{
    return loam_fail(LOAM_FAILED, "cell %d has no ring of 3 to %d neighbours near it", cell,
                     LOAM_GRAPH_MAX_RING);
}

loam_result loam_graph_run_relax(loam_slice *slice)
{
    const loam_graph_parameters *const parameters = slice->parameters;
    const loam_graph_spread before = parameters->relaxation == 1 ? LOAM_SPREAD_SQUARES
                                                                 : LOAM_SPREAD_RELAXED;
    loam_site_page *const out = slice->out;
    neighbourhood near;
    loam_result result = gather(slice, before, &near);
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_GRAPH_SIDE * near.rows; i++)
    {
        const int32_t column = i % LOAM_GRAPH_SIDE, row = i / LOAM_GRAPH_SIDE;
        const bool relaxed = loam_graph_relax(&near.window, column + near.margin, row + near.margin,
                                              column * LOAM_GRAPH_CELL, row * LOAM_GRAPH_CELL,
                                              &out->x[i], &out->z[i]);
        result = relaxed ? LOAM_OK : no_ring(i);
    }
    return result;
}

// ---- corners ------------------------------------------------------------------------------------------

static loam_graph_ref ref_of(const neighbourhood *near, int32_t cell)
{
    const int32_t column = cell % near->window.w - near->margin;
    const int32_t row = cell / near->window.w - near->margin;
    const int32_t page_dx = (column >= LOAM_GRAPH_SIDE) - (column < 0);
    const int32_t page_dz = (row >= near->rows) - (row < 0);
    return (loam_graph_ref){(int8_t)page_dx, (int8_t)page_dz,
                            (uint16_t)((row - page_dz * near->rows) * LOAM_GRAPH_SIDE + column -
                                       page_dx * LOAM_GRAPH_SIDE)};
}

static loam_graph_corner_cells make_corner(const neighbourhood *near, int32_t a, int32_t b,
                                           int32_t c)
{
    const int32_t *const x = near->window.x, *const z = near->window.z;
    const loam_graph_corner corner = loam_graph_corner_of(x[b] - x[a], z[b] - z[a], x[c] - x[a],
                                                          z[c] - z[a]);
    return (loam_graph_corner_cells){.x = x[a] + (int32_t)loam_floor_div(corner.x, corner.d),
                                     .z = z[a] + (int32_t)loam_floor_div(corner.z, corner.d),
                                     .cells = {ref_of(near, a), ref_of(near, b), ref_of(near, c)}};
}

// The ring of one cell, and the corners whose lowest cell it is.
static loam_result add_cell(const neighbourhood *near, int32_t index, int32_t *rings,
                            loam_corner_page *out)
{
    const loam_graph_rings known = {rings, out->ring_begin, near->margin};
    const int32_t column = index % LOAM_GRAPH_SIDE + near->margin;
    const int32_t row = index / LOAM_GRAPH_SIDE + near->margin;
    const int32_t cell = row * near->window.w + column;
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = loam_graph_ring_beside(&near->window, &known, column, row, ring);
    if (count == 0)
    {
        return no_ring(index);
    }
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t b = ring[i], c = ring[i + 1 < count ? i + 1 : 0];
        rings[out->ring_count] = b;
        out->rings[out->ring_count++] = ref_of(near, b);
        if (cell < b && cell < c)
        {
            out->vertices[out->vertex_count++] = make_corner(near, cell, b, c);
        }
    }
    out->ring_begin[index + 1] = (uint16_t)out->ring_count;
    out->vertex_begin[index + 1] = (uint16_t)out->vertex_count;
    return LOAM_OK;
}

loam_result loam_graph_run_vertices(loam_slice *slice)
{
    const loam_graph_parameters *const parameters = slice->parameters;
    loam_corner_page *const out = slice->out;
    neighbourhood near;
    loam_result result = gather(
        slice, loam_graph_spread_of((loam_distributor)parameters->distributor), &near);
    int32_t *const rings = loam_arena_take(&slice->scratch, LOAM_GRAPH_MAX_RINGS * sizeof *rings);
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_GRAPH_SIDE * near.rows; i++)
    {
        result = add_cell(&near, i, rings, out);
    }
    slice->out_size = offsetof(loam_corner_page, vertices) +
                      (size_t)out->vertex_count * sizeof out->vertices[0];
    return result;
}

// ---- edges --------------------------------------------------------------------------------------------

// The ring of a cell, and which of it are higher: those have their edges and corners with it under the cell.
typedef struct cell_ring
{
    const loam_graph_ref *cells;
    int32_t index, count;
    bool higher[LOAM_GRAPH_MAX_RING];
} cell_ring;

// The corner between places i and i + 1 of a ring. own: how many before it belong to the cell itself.
static bool find_corner(const loam_graph_around *around, const cell_ring *ring, int32_t i,
                        int32_t own, loam_graph_ref *out)
{
    const int32_t next = i + 1 < ring->count ? i + 1 : 0;
    if (ring->higher[i] && ring->higher[next])
    {
        const loam_corner_page *const page = around->data[1][1];
        *out = (loam_graph_ref){0, 0, (uint16_t)(page->vertex_begin[ring->index] + own)};
        return true;
    }
    const loam_graph_ref cells[3] = {
        {0, 0, (uint16_t)ring->index}, ring->cells[i], ring->cells[next]};
    return loam_graph_find_vertex(around, cells, out);
}

// The edges of one cell towards higher ones.
static loam_result add_edges(const loam_graph_around *around, int32_t index, loam_edge_page *out)
{
    const loam_corner_page *const own = around->data[1][1];
    const loam_graph_ref cell = {0, 0, (uint16_t)index};
    const int32_t order = loam_graph_order(around, cell);
    cell_ring ring = {.cells = own->rings + own->ring_begin[index],
                      .index = index,
                      .count = own->ring_begin[index + 1] - own->ring_begin[index]};
    loam_graph_ref corners[LOAM_GRAPH_MAX_RING];
    for (int32_t i = 0; i < ring.count; i++)
    {
        ring.higher[i] = loam_graph_order(around, ring.cells[i]) > order;
    }
    for (int32_t i = 0, count = 0; i < ring.count; i++)
    {
        const int32_t next = i + 1 < ring.count ? i + 1 : 0;
        if ((ring.higher[i] || ring.higher[next]) &&
            !find_corner(around, &ring, i, count, &corners[i]))
        {
            return loam_graph_disagree("a corner");
        }
        count += ring.higher[i] && ring.higher[next];
    }
    for (int32_t i = 0; i < ring.count; i++)
    {
        if (ring.higher[i])
        {
            out->edges[out->edge_count++] = (loam_graph_edge){
                .cells = {cell, ring.cells[i]},
                .vertices = {corners[i > 0 ? i - 1 : ring.count - 1], corners[i]}};
        }
    }
    out->edge_begin[index + 1] = (uint16_t)out->edge_count;
    return LOAM_OK;
}

loam_result loam_graph_run_edges(loam_slice *slice)
{
    loam_edge_page *const out = slice->out;
    loam_graph_around around;
    loam_result result = loam_graph_fetch(slice, 0, &around);
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_GRAPH_SIDE * around.rows; i++)
    {
        result = add_edges(&around, i, out);
    }
    slice->out_size = offsetof(loam_edge_page, edges) +
                      (size_t)out->edge_count * sizeof out->edges[0];
    return result;
}
