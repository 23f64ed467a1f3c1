// SPDX-License-Identifier: MIT
#include "land/graph/pages.h"

#include <string.h>

// Stages that build the diagram of a page (Blomqvist et al. 2016, 3.2.4, appendix C): its sites, its
// corners and its edges. Each step reads pages of the step before around its own, so no step waits for
// itself, and each element is made once, by the page of its lowest site.

// The sites of a page and some cells around it, from pages of sites; and who they are for this page.
typedef struct neighbourhood
{
    loam_graph_window window;
    const loam_graph_ref *refs;
    int32_t margin, rows;
    const loam_graph_triangles *triangles; // NULL if rings have to be wrapped one by one
} neighbourhood;

// A run of cells of one row of a window that are on one page.
typedef struct run
{
    int32_t first, count;   // of the window
    int32_t page_dx, index; // the first one's
} run;

static void copy_run(const loam_graph_around *around, int32_t page_dz, const run *cells, int32_t *x,
                     int32_t *z, loam_graph_ref *refs)
{
    const loam_site_page *const page = around->data[page_dz + 1][cells->page_dx + 1];
    for (int32_t i = 0; i < cells->count; i++)
    {
        const int32_t index = cells->index + i, out = cells->first + i;
        x[out] = page->x[index] + cells->page_dx * LOAM_GRAPH_PAGE;
        z[out] = page->z[index] + page_dz * LOAM_GRAPH_PAGE;
        refs[out] = (loam_graph_ref){(int8_t)cells->page_dx, (int8_t)page_dz, (uint16_t)index};
    }
}

// One row of a window: the ends of rows of the pages on either side, and a whole row between them.
static void copy_row(const loam_graph_around *around, int32_t row, int32_t margin, int32_t *x,
                     int32_t *z, loam_graph_ref *refs)
{
    const int32_t page_dz = (row >= around->rows) - (row < 0);
    const int32_t begin = (row - page_dz * around->rows) * LOAM_GRAPH_SIDE;
    const run runs[3] = {{0, margin, -1, begin + LOAM_GRAPH_SIDE - margin},
                         {margin, LOAM_GRAPH_SIDE, 0, begin},
                         {margin + LOAM_GRAPH_SIDE, margin, 1, begin}};
    for (int32_t i = 0; i < 3; i++)
    {
        copy_run(around, page_dz, &runs[i], x, z, refs);
    }
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
    loam_graph_ref *const refs = loam_arena_take(&slice->scratch, LOAM_GRAPH_WINDOW * sizeof *refs);
    const int32_t margin = loam_graph_gathered(spread);
    const int32_t w = LOAM_GRAPH_SIDE + 2 * margin, h = around.rows + 2 * margin;
    for (int32_t row = 0; row < h; row++)
    {
        copy_row(&around, row - margin, margin, x + row * w, z + row * w, refs + row * w);
    }
    // A page has an even number of rows, so odd rows are odd in all of them.
    *out = (neighbourhood){
        .window =
            {.env = slice->env, .spread = spread, .row = -margin, .w = w, .h = h, .x = x, .z = z},
        .refs = refs,
        .margin = margin,
        .rows = around.rows};
    loam_graph_triangles *const triangles = loam_arena_take(&slice->scratch, sizeof *triangles);
    const bool fit = spread != LOAM_SPREAD_RELAXED &&
                     loam_graph_triangulate(&out->window, -margin, triangles);
    out->triangles = fit ? triangles : NULL;
    return LOAM_OK;
}

static int32_t cell_in_window(const neighbourhood *near, int32_t index)
{
    return (index / LOAM_GRAPH_SIDE + near->margin) * near->window.w + index % LOAM_GRAPH_SIDE +
           near->margin;
}

// The ring of a cell of the page, if not from triangles then with those of cells before it.
static int32_t find_ring(const neighbourhood *near, const loam_graph_rings *known, int32_t index,
                         int32_t ring[LOAM_GRAPH_MAX_RING])
{
    if (near->triangles != NULL)
    {
        return loam_graph_triangles_ring(near->triangles, cell_in_window(near, index), ring);
    }
    return loam_graph_ring_beside(&near->window, known, index % LOAM_GRAPH_SIDE + near->margin,
                                  index / LOAM_GRAPH_SIDE + near->margin, ring);
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
        int32_t ring[LOAM_GRAPH_MAX_RING];
        const int32_t count = find_ring(&near, NULL, i, ring);
        if (count == 0)
        {
            return no_ring(i);
        }
        loam_graph_relax_in_ring(&near.window, cell_in_window(&near, i), ring, count,
                                 column * LOAM_GRAPH_CELL, row * LOAM_GRAPH_CELL, &out->x[i],
                                 &out->z[i]);
    }
    return result;
}

// ---- corners ------------------------------------------------------------------------------------------

// What becomes a page of corners. Triangles know what lies between cells, and rings that were wrapped one by one
// know each other's cells.
typedef struct growing
{
    neighbourhood near;
    loam_corner_page *out;
    loam_graph_trio *corners;
    loam_graph_numbers *numbers; // of triangles
    int32_t *rings;              // cells of the window; without triangles
} growing;

// Rounds value / by down. Both are exact, and what is not whole is further from whole numbers than the quotient is
// from what it should be.
static int32_t divide_down(double value, double by)
{
    const double quotient = value / by;
    const int32_t whole = (int32_t)quotient;
    return whole - ((double)whole > quotient);
}

static loam_graph_corner_cells make_corner(const neighbourhood *near, loam_graph_trio cells)
{
    const int32_t a = cells.a, b = cells.b, c = cells.c;
    const int32_t *const x = near->window.x, *const z = near->window.z;
    const loam_graph_corner corner = loam_graph_corner_of(x[b] - x[a], z[b] - z[a], x[c] - x[a],
                                                          z[c] - z[a]);
    return (loam_graph_corner_cells){.x = x[a] + divide_down(corner.x, corner.d),
                                     .z = z[a] + divide_down(corner.z, corner.d),
                                     .cells = {near->refs[a], near->refs[b], near->refs[c]}};
}

// Makes the corners of a page whose rings are there.
static void make_corners(const growing *page)
{
    loam_graph_corner_cells *const corners = (void *)((uint8_t *)page->out +
                                                      loam_graph_corners_offset(page->out));
    for (int32_t i = 0; i < page->out->vertex_count; i++)
    {
        corners[i] = make_corner(&page->near, page->corners[i]);
    }
}

// How many rings, edges and corners a page has so far.
typedef struct tally
{
    int32_t rings, edges, corners;
} tally;

// The number of an element: the next one if it is new.
static uint16_t number_of(uint16_t known, bool is_new, int32_t *count)
{
    const uint16_t number = is_new ? (uint16_t)*count : known;
    *count += is_new;
    return number;
}

// The place-th side around a cell, to a neighbour: edges to higher cells and corners between two of those are new,
// others have their numbers if their lowest cell is on the page, and so came before.
static void add_side(const growing *page, int32_t cell, const loam_graph_sides *around,
                     int32_t place, tally *count)
{
    const int32_t side = around->sides[place], twin = page->near.triangles->twin[side];
    const int32_t to = around->cells[place], next = around->cells[place + 1];
    uint16_t *const edges = page->numbers->edges, *const corner = &page->numbers->corners[side / 4];
    page->corners[count->corners] = (loam_graph_trio){(uint16_t)cell, (uint16_t)to,
                                                      (uint16_t)next}; // if it is new
    const uint16_t edge = number_of(edges[side], to > cell, &count->edges);
    const uint16_t vertex = number_of(*corner, to > cell && next > cell, &count->corners);
    edges[side] = edges[twin] = edge;
    *corner = vertex;
    page->out->rings[count->rings++] = (loam_graph_beside){page->near.refs[to], edge, vertex};
}

static bool add_sides(const growing *page, int32_t index)
{
    loam_corner_page *const out = page->out;
    const int32_t cell = cell_in_window(&page->near, index);
    tally count = {out->ring_count, out->edge_count, out->vertex_count};
    loam_graph_sides around;
    if (!loam_graph_triangles_sides(page->near.triangles, cell, &around))
    {
        return false;
    }
    for (int32_t i = 0, place = around.first; i < around.count; i++)
    {
        add_side(page, cell, &around, place, &count);
        place = place + 1 < around.count ? place + 1 : 0;
    }
    out->ring_count = count.rings;
    out->edge_count = count.edges;
    out->vertex_count = count.corners;
    return true;
}

// Where a cell of the window stands in the ring of a cell of the page; -1 if it does not.
static int32_t place_in_ring(const growing *page, int32_t index, int32_t cell)
{
    const int32_t end = page->out->ring_begin[index + 1];
    for (int32_t i = page->out->ring_begin[index]; i < end; i++)
    {
        if (page->rings[i] == cell)
        {
            return i;
        }
    }
    return -1;
}

// The edge and the corners that a cell has with a lower neighbour, its i-th, are those that this one has with
// it: if the neighbour is on the page it came before. Two cells go round the corners between them in opposite
// order. `before` is the neighbour before it.
static bool take_over(growing *page, int32_t cell, int32_t i, int32_t before)
{
    loam_corner_page *const out = page->out;
    loam_graph_beside *const ring = out->rings;
    const int32_t index = ring[i].cell.index, place = place_in_ring(page, index, cell);
    const int32_t first = out->ring_begin[index], last = out->ring_begin[index + 1] - 1;
    if (place < 0)
    {
        return false;
    }
    ring[i].edge = ring[place].edge;
    ring[i].vertex = ring[place > first ? place - 1 : last].vertex;
    ring[before].vertex = ring[place].vertex;
    return true;
}

// The same without triangles: numbers the edges from a cell to higher ones, and makes the corners whose lowest
// cell it is.
static void add_new(growing *page, int32_t cell, int32_t begin, int32_t count)
{
    loam_corner_page *const out = page->out;
    const int32_t *const cells = page->rings + begin;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t next = cells[i + 1 < count ? i + 1 : 0];
        loam_graph_beside *const to = &out->rings[begin + i];
        *to = (loam_graph_beside){page->near.refs[cells[i]], LOAM_GRAPH_ELSEWHERE,
                                  LOAM_GRAPH_ELSEWHERE};
        if (cells[i] > cell)
        {
            to->edge = (uint16_t)out->edge_count++;
        }
        if (cells[i] > cell && next > cell)
        {
            to->vertex = (uint16_t)out->vertex_count;
            page->corners[out->vertex_count++] = (loam_graph_trio){
                (uint16_t)cell, (uint16_t)cells[i], (uint16_t)next};
        }
    }
}

// What is between a cell and its neighbours, of what the page has.
static loam_result add_between(growing *page, int32_t cell, int32_t begin, int32_t count)
{
    add_new(page, cell, begin, count);
    for (int32_t i = 0; i < count; i++)
    {
        if (page->rings[begin + i] < cell && loam_graph_is_here(page->out->rings[begin + i].cell) &&
            !take_over(page, cell, begin + i, begin + (i > 0 ? i : count) - 1))
        {
            return loam_graph_disagree("a neighbour");
        }
    }
    return LOAM_OK;
}

static loam_result add_ring(growing *page, int32_t index)
{
    loam_corner_page *const out = page->out;
    const loam_graph_rings known = {page->rings, out->ring_begin, page->near.margin};
    const int32_t begin = out->ring_count;
    int32_t ring[LOAM_GRAPH_MAX_RING];
    const int32_t count = find_ring(&page->near, &known, index, ring);
    if (count == 0)
    {
        return no_ring(index);
    }
    memcpy(page->rings + begin, ring, (size_t)count * sizeof ring[0]);
    out->ring_count += count;
    out->ring_begin[index + 1] = (uint16_t)out->ring_count;
    return add_between(page, cell_in_window(&page->near, index), begin, count);
}

// The ring of one cell, and the corners whose lowest cell it is.
static loam_result add_cell(growing *page, int32_t index)
{
    loam_corner_page *const out = page->out;
    loam_result result = LOAM_OK;
    if (page->near.triangles == NULL)
    {
        result = add_ring(page, index);
    }
    else if (!add_sides(page, index))
    {
        result = no_ring(index);
    }
    out->ring_begin[index + 1] = (uint16_t)out->ring_count;
    out->edge_begin[index + 1] = (uint16_t)out->edge_count;
    out->vertex_begin[index + 1] = (uint16_t)out->vertex_count;
    return result;
}

loam_result loam_graph_run_vertices(loam_slice *slice)
{
    const loam_graph_parameters *const parameters = slice->parameters;
    growing page = {.out = slice->out};
    page.out->zero = 0;
    loam_result result = gather(
        slice, loam_graph_spread_of((loam_distributor)parameters->distributor), &page.near);
    page.rings = loam_arena_take(&slice->scratch, LOAM_GRAPH_MAX_RINGS * sizeof *page.rings);
    page.numbers = loam_arena_take(&slice->scratch, sizeof *page.numbers);
    memset(page.numbers, LOAM_GRAPH_ELSEWHERE & 0xff, sizeof *page.numbers);
    page.corners = loam_arena_take(&slice->scratch,
                                   (LOAM_GRAPH_MAX_VERTICES + 1) * sizeof *page.corners);
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_GRAPH_SIDE * page.near.rows; i++)
    {
        result = add_cell(&page, i);
    }
    make_corners(&page);
    slice->out_size = loam_graph_corners_offset(page.out) +
                      (size_t)page.out->vertex_count * sizeof(loam_graph_corner_cells);
    return result;
}

// ---- edges --------------------------------------------------------------------------------------------

// The corner between neighbours i and i + 1 of a cell.
static bool find_corner(const loam_graph_around *around, int32_t index, int32_t i, int32_t next,
                        loam_graph_ref *out)
{
    const loam_corner_page *const page = around->data[1][1];
    if (page->rings[i].vertex != LOAM_GRAPH_ELSEWHERE)
    {
        *out = (loam_graph_ref){0, 0, page->rings[i].vertex};
        return true;
    }
    const loam_graph_ref cells[3] = {
        {0, 0, (uint16_t)index}, page->rings[i].cell, page->rings[next].cell};
    return loam_graph_find_vertex(around, cells, out);
}

// The edges of one cell towards higher ones, which are numbered already.
static loam_result add_edges(const loam_graph_around *around, int32_t index, loam_edge_page *out)
{
    const loam_corner_page *const page = around->data[1][1];
    const int32_t begin = page->ring_begin[index], last = page->ring_begin[index + 1] - 1;
    const int32_t own = page->edge_begin[index + 1] - page->edge_begin[index];
    for (int32_t i = begin; i <= last; i++)
    {
        const int32_t edge = page->rings[i].edge, before = i > begin ? i - 1 : last;
        if ((uint32_t)(edge - page->edge_begin[index]) >= (uint32_t)own)
        {
            continue;
        }
        loam_graph_edge *const to = &out->edges[edge];
        to->cells[0] = (loam_graph_ref){0, 0, (uint16_t)index};
        to->cells[1] = page->rings[i].cell;
        if (!find_corner(around, index, before, i, &to->vertices[0]) ||
            !find_corner(around, index, i, i < last ? i + 1 : begin, &to->vertices[1]))
        {
            return loam_graph_disagree("a corner");
        }
    }
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
    if (result == LOAM_OK)
    {
        const loam_corner_page *const corners = around.data[1][1];
        memcpy(out->edge_begin, corners->edge_begin, sizeof out->edge_begin);
        out->edge_count = corners->edge_count;
    }
    slice->out_size = offsetof(loam_edge_page, edges) +
                      (size_t)out->edge_count * sizeof out->edges[0];
    return result;
}
