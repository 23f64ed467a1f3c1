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
static loam_result add_cell(const neighbourhood *near, int32_t index, loam_corner_page *out)
{
    const int32_t column = index % LOAM_GRAPH_SIDE + near->margin;
    const int32_t row = index / LOAM_GRAPH_SIDE + near->margin;
    const int32_t cell = row * near->window.w + column;
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = loam_graph_ring(&near->window, column, row, ring);
    if (count == 0)
    {
        return no_ring(index);
    }
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t b = ring[i], c = ring[i + 1 < count ? i + 1 : 0];
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
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_GRAPH_SIDE * near.rows; i++)
    {
        result = add_cell(&near, i, out);
    }
    slice->out_size = offsetof(loam_corner_page, vertices) +
                      (size_t)out->vertex_count * sizeof out->vertices[0];
    return result;
}

// ---- edges --------------------------------------------------------------------------------------------

// The edges of one cell towards higher ones.
static loam_result add_edges(const loam_graph_around *around, int32_t index, loam_edge_page *out)
{
    const loam_corner_page *const own = around->data[1][1];
    const loam_graph_ref cell = {0, 0, (uint16_t)index};
    const loam_graph_ref *const ring = own->rings + own->ring_begin[index];
    const int32_t count = own->ring_begin[index + 1] - own->ring_begin[index];
    for (int32_t i = 0; i < count; i++)
    {
        if (loam_graph_order(around, ring[i]) < loam_graph_order(around, cell))
        {
            continue;
        }
        loam_graph_edge *const edge = &out->edges[out->edge_count++];
        const loam_graph_ref before[3] = {cell, ring[i > 0 ? i - 1 : count - 1], ring[i]};
        const loam_graph_ref after[3] = {cell, ring[i], ring[i + 1 < count ? i + 1 : 0]};
        edge->cells[0] = cell;
        edge->cells[1] = ring[i];
        if (!loam_graph_find_vertex(around, before, &edge->vertices[0]) ||
            !loam_graph_find_vertex(around, after, &edge->vertices[1]))
        {
            return loam_graph_disagree("a corner");
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
