// SPDX-License-Identifier: MIT
#include "land/graph/pages.h"

#include <string.h>

// The last step (Blomqvist et al. 2016, appendix C, connectEdges): with the edges of the pages around,
// every reference is known. What it makes is a payload of counts and arrays, which loam_graph_read() finds
// again.

#define MAGIC 0x68707267u // "grph"

typedef struct connected_header
{
    uint32_t magic;
    int32_t cell_count, edge_count, vertex_count, ring_count;
} connected_header;

// The arrays of a page. Those of loam_graph_page, to write to.
typedef struct connected
{
    int32_t *site_x, *site_z;
    uint16_t *ring_begin;
    loam_graph_ref *ring_cells, *ring_edges, *ring_vertices;
    loam_graph_edge *edges;
    loam_graph_vertex *vertices;
} connected;

// Where the next array of a payload begins; *offset goes on behind it.
static size_t reserve(size_t *offset, int32_t count, size_t size)
{
    const size_t begin = *offset;
    *offset += LOAM_ARENA_SIZE((size_t)count * size);
    return begin;
}

// Finds the arrays behind `base`, which may be NULL to learn the size only.
static size_t lay_out(const connected_header *counts, const uint8_t *base, loam_graph_page *out)
{
    const int32_t cells = counts->cell_count, rings = counts->ring_count;
    size_t end = LOAM_ARENA_SIZE(sizeof(connected_header));
    const size_t at[] = {
        reserve(&end, cells, sizeof(int32_t)),
        reserve(&end, cells, sizeof(int32_t)),
        reserve(&end, cells + 1, sizeof(uint16_t)),
        reserve(&end, rings, sizeof(loam_graph_ref)),
        reserve(&end, rings, sizeof(loam_graph_ref)),
        reserve(&end, rings, sizeof(loam_graph_ref)),
        reserve(&end, counts->edge_count, sizeof(loam_graph_edge)),
        reserve(&end, counts->vertex_count, sizeof(loam_graph_vertex)),
    };
    if (base != NULL)
    {
        *out = (loam_graph_page){.cell_count = cells,
                                 .edge_count = counts->edge_count,
                                 .vertex_count = counts->vertex_count,
                                 .site_x = (const int32_t *)(base + at[0]),
                                 .site_z = (const int32_t *)(base + at[1]),
                                 .ring_begin = (const uint16_t *)(base + at[2]),
                                 .ring_cells = (const loam_graph_ref *)(base + at[3]),
                                 .ring_edges = (const loam_graph_ref *)(base + at[4]),
                                 .ring_vertices = (const loam_graph_ref *)(base + at[5]),
                                 .edges = (const loam_graph_edge *)(base + at[6]),
                                 .vertices = (const loam_graph_vertex *)(base + at[7])};
    }
    return end;
}

size_t loam_graph_connected_size(void)
{
    const connected_header most = {.cell_count = LOAM_GRAPH_MAX_CELLS,
                                   .edge_count = LOAM_GRAPH_MAX_EDGES,
                                   .vertex_count = LOAM_GRAPH_MAX_VERTICES,
                                   .ring_count = LOAM_GRAPH_MAX_RINGS};
    return lay_out(&most, NULL, NULL);
}

static bool is_count(int32_t count, int32_t most)
{
    return count >= 0 && count <= most;
}

loam_result loam_graph_read(const loam_page *page, loam_graph_page *out)
{
    LOAM_ASSERT(NULL, page != NULL && out != NULL);
    connected_header header = {0};
    if (page->size >= sizeof header)
    {
        memcpy(&header, page->data, sizeof header);
    }
    if (header.magic != MAGIC || !is_count(header.cell_count, LOAM_GRAPH_MAX_CELLS) ||
        !is_count(header.edge_count, LOAM_GRAPH_MAX_EDGES) ||
        !is_count(header.vertex_count, LOAM_GRAPH_MAX_VERTICES) ||
        !is_count(header.ring_count, LOAM_GRAPH_MAX_RINGS) ||
        lay_out(&header, NULL, NULL) != page->size)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a page of %zu bytes is not one of a graph's stage NAME.connect",
                         page->size);
    }
    lay_out(&header, page->data, out);
    return LOAM_OK;
}

// ---- the stage ----------------------------------------------------------------------------------------

typedef struct joint
{
    loam_graph_around corners, edges;
    connected out;
} joint;

// A neighbour in the ring of a cell, and those beside it: indices into the rings of the page.
typedef struct ring_place
{
    int32_t before, here, after;
} ring_place;

// Whichever end of an edge is not this corner of the page.
static loam_graph_ref other_end(const joint *in, loam_graph_ref edge, int32_t corner)
{
    const loam_edge_page *const page = loam_graph_page_of(&in->edges, edge);
    const loam_graph_ref *const ends = page->edges[edge.index].vertices;
    const loam_graph_ref self = {0, 0, (uint16_t)corner};
    const loam_graph_ref first = loam_graph_rebase(ends[0], edge);
    return loam_graph_same(first, self) ? loam_graph_rebase(ends[1], edge) : first;
}

// The corner of a cell, its lowest, behind its i-th neighbour. Where neither of the other two cells is on the page,
// which has the edge between them in its ring, the edge has to be looked for.
static loam_result connect_lowest(const joint *in, const loam_graph_corner_cells *from,
                                  int32_t corner, const ring_place *at)
{
    const loam_graph_ref *const edges = in->out.ring_edges, *const ends = in->out.ring_vertices;
    loam_graph_vertex *const to = &in->out.vertices[corner];
    to->x = from->x;
    to->z = from->z;
    memcpy(to->cells, from->cells, sizeof to->cells);
    to->edges[1] = edges[at->after];
    to->edges[2] = edges[at->here];
    to->vertices[1] = ends[at->after];
    to->vertices[2] = ends[at->before];
    if (!loam_graph_is_here(from->cells[1]) && !loam_graph_is_here(from->cells[2]))
    {
        if (!loam_graph_find_edge(&in->edges, from->cells[1], from->cells[2], &to->edges[0]))
        {
            return loam_graph_disagree("an edge");
        }
        to->vertices[0] = other_end(in, to->edges[0], corner);
    }
    return LOAM_OK;
}

// The corners of the page around a cell whose ring is connected. What lies opposite of a corner's lowest cell is found
// beside the other two.
static loam_result connect_corners(const joint *in, int32_t index)
{
    const loam_corner_page *const own = in->corners.data[1][1];
    const loam_graph_corner_cells *const corners = loam_graph_corners(own);
    const int32_t begin = own->ring_begin[index], end = own->ring_begin[index + 1];
    const uint32_t first = own->vertex_begin[index], count = own->vertex_begin[index + 1] - first;
    loam_result result = LOAM_OK;
    for (int32_t i = begin; i < end && result == LOAM_OK; i++)
    {
        const int32_t corner = own->rings[i].vertex;
        const ring_place at = {i > begin ? i - 1 : end - 1, i, i + 1 < end ? i + 1 : begin};
        if (corner - first < count)
        {
            result = connect_lowest(in, &corners[corner], corner, &at);
        }
        else if (corner != LOAM_GRAPH_ELSEWHERE)
        {
            const bool second = loam_graph_same(corners[corner].cells[1],
                                                (loam_graph_ref){0, 0, (uint16_t)index});
            loam_graph_vertex *const to = &in->out.vertices[corner];
            to->edges[0] = in->out.ring_edges[second ? at.here : at.after];
            to->vertices[0] = in->out.ring_vertices[second ? at.before : at.after];
        }
    }
    return result;
}

// Both corners of an edge are known to it: for its lower cell the second one is the next, for the other the
// first.
static loam_result connect_ring(const joint *in, int32_t index)
{
    const loam_corner_page *const own = in->corners.data[1][1];
    const loam_edge_page *const edges = in->edges.data[1][1];
    const loam_graph_ref cell = {0, 0, (uint16_t)index};
    const int32_t end = own->ring_begin[index + 1];
    for (int32_t i = own->ring_begin[index]; i < end; i++)
    {
        const loam_graph_beside *const from = &own->rings[i];
        loam_graph_ref edge = {0, 0, from->edge}, vertex = {0, 0, from->vertex};
        if (from->edge == LOAM_GRAPH_ELSEWHERE &&
            !loam_graph_find_edge(&in->edges, cell, from->cell, &edge))
        {
            return loam_graph_disagree("an edge");
        }
        if (from->vertex == LOAM_GRAPH_ELSEWHERE)
        {
            const loam_edge_page *const page = loam_graph_page_of(&in->edges, edge);
            const loam_graph_edge *const its = &page->edges[edge.index];
            const bool lower = page == edges && its->cells[0].index == index;
            vertex = loam_graph_rebase(its->vertices[lower], edge);
        }
        in->out.ring_cells[i] = from->cell;
        in->out.ring_edges[i] = edge;
        in->out.ring_vertices[i] = vertex;
    }
    in->out.ring_begin[index + 1] = (uint16_t)end;
    return LOAM_OK;
}

// Lays the payload out for what there is, and copies what is known already.
static void begin_page(loam_slice *slice, const loam_site_page *sites, joint *in)
{
    const loam_corner_page *const corners = in->corners.data[1][1];
    const loam_edge_page *const edges = in->edges.data[1][1];
    connected_header *const header = slice->out;
    *header = (connected_header){.magic = MAGIC,
                                 .cell_count = LOAM_GRAPH_SIDE * in->corners.rows,
                                 .edge_count = edges->edge_count,
                                 .vertex_count = corners->vertex_count,
                                 .ring_count = corners->ring_count};
    loam_graph_page page;
    slice->out_size = lay_out(header, slice->out, &page);
    const size_t cells = (size_t)header->cell_count;
    in->out = (connected){(int32_t *)page.site_x,
                          (int32_t *)page.site_z,
                          (uint16_t *)page.ring_begin,
                          (loam_graph_ref *)page.ring_cells,
                          (loam_graph_ref *)page.ring_edges,
                          (loam_graph_ref *)page.ring_vertices,
                          (loam_graph_edge *)page.edges,
                          (loam_graph_vertex *)page.vertices};
    memcpy(in->out.site_x, sites->x, cells * sizeof(int32_t));
    memcpy(in->out.site_z, sites->z, cells * sizeof(int32_t));
    memcpy(in->out.edges, edges->edges, (size_t)edges->edge_count * sizeof(loam_graph_edge));
}

loam_result loam_graph_run_connect(loam_slice *slice)
{
    joint in;
    loam_result result = loam_graph_fetch(slice, 1, &in.corners);
    if (result == LOAM_OK)
    {
        result = loam_graph_fetch(slice, 2, &in.edges);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_page *const sites = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z);
    begin_page(slice, sites->data, &in);
    const connected_header *const header = slice->out;
    for (int32_t i = 0; result == LOAM_OK && i < header->cell_count; i++)
    {
        result = connect_ring(&in, i);
        result = result == LOAM_OK ? connect_corners(&in, i) : result;
    }
    return result;
}
