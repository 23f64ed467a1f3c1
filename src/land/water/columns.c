// SPDX-License-Identifier: MIT
#include "land/water/columns.h"

#include "land/basis/window.h"

#include <stdio.h>

// Cells have their columns from landN.cells; edges and vertices get theirs in stages of their own, which
// nobody pays for who does not ask. Names are one space for all elements of a graph.

enum
{
    REACH = 3, // cells that an element's other cells lie away at most
};

static loam_result register_cells(loam_graph *graph, int32_t level)
{
    static const struct
    {
        const char *name;
        size_t offset;
    } columns[] = {
        {"kind", offsetof(land_cells, kind)},
        {"height", offsetof(land_cells, height)},
        {"receiver", offsetof(land_cells, receiver)},
        {"branch", offsetof(land_cells, branch)},
        {"arm", offsetof(land_cells, arm)},
        {"flow", offsetof(land_cells, flow)},
        {"inflow", offsetof(land_cells, inflow)},
        {"lake", offsetof(land_cells, lake)},
        {"ruggedness", offsetof(land_cells, ruggedness)},
        {"temperature", offsetof(land_cells, temperature)},
        {"rain", offsetof(land_cells, rain)},
        {"humidity", offsetof(land_cells, humidity)},
        {"soil", offsetof(land_cells, soil)},
        {"road", offsetof(land_cells, road)},
        {"links", offsetof(land_cells, links)},
    };
    char stage[16];
    snprintf(stage, sizeof stage, "land%d.cells", level);
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !result; i++)
    {
        const loam_graph_column column = {.name = columns[i].name, .element = LOAM_GRAPH_CELLS};
        result = loam_graph_register_column(graph, stage, &column, columns[i].offset);
    }
    return result;
}

// A column at a cell of the page or of one around it.
static float value_at(const loam_graph_view *view, const char *column, loam_graph_ref cell)
{
    const float *const values = loam_graph_view_column(view, column, cell.page_dx, cell.page_dz);
    return values == NULL ? 0 : values[cell.index];
}

// The lattice direction from one cell to another, or LAND_NO_DIRECTION.
static int32_t direction_to(loam_graph_ref from, loam_graph_ref to)
{
    enum
    {
        W = 4 * LOAM_GRAPH_SIDE, // wider than any two cells are apart
    };
    const int32_t columns = (to.page_dx - from.page_dx) * LOAM_GRAPH_SIDE +
                            to.index % LOAM_GRAPH_SIDE - from.index % LOAM_GRAPH_SIDE;
    const int32_t row = from.index / LOAM_GRAPH_SIDE;
    const int32_t rows = (to.page_dz - from.page_dz) * LAND_ROWS + to.index / LOAM_GRAPH_SIDE - row;
    int32_t d = 0;
    while (d < LAND_DIRECTIONS && land_step(d, row, W) != rows * W + columns)
    {
        d++;
    }
    return d;
}

// What flows from one cell into another.
static float flow_into(const loam_graph_view *view, loam_graph_ref from, loam_graph_ref to)
{
    const int32_t d = direction_to(from, to);
    const float flow = value_at(view, "flow", from), arm = value_at(view, "arm", from);
    return d == LAND_NO_DIRECTION                           ? 0
           : d == (int32_t)value_at(view, "receiver", from) ? (arm > 0 ? arm * flow : flow)
           : d == (int32_t)value_at(view, "branch", from)   ? land_branch_part(arm) * flow
                                                            : 0;
}

static loam_result run_edges(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->edge_count; i++)
    {
        const loam_graph_ref a = page->edges[i].cells[0], b = page->edges[i].cells[1];
        const int32_t d = direction_to(a, b), roads = (int32_t)value_at(view, "road", a);
        out[0][i] = flow_into(view, a, b) + flow_into(view, b, a);
        out[1][i] = d != LAND_NO_DIRECTION && (roads >> d & 1) != 0 ? 1 : 0;
    }
    return LOAM_OK;
}

static loam_result run_vertices(const loam_graph_view *view, loam_slice *slice, float *const *out)
{
    (void)slice;
    const loam_graph_page *const page = loam_graph_view_page(view, 0, 0);
    for (int32_t i = 0; i < page->vertex_count; i++)
    {
        const loam_graph_ref *const cells = page->vertices[i].cells;
        const float height[3] = {value_at(view, "height", cells[0]),
                                 value_at(view, "height", cells[1]),
                                 value_at(view, "height", cells[2])};
        const int32_t low = height[1] < height[0] ? 1 : 0;
        out[0][i] = (height[0] + height[1] + height[2]) * (1.0f / 3);
        out[1][i] = (float)(height[2] < height[low] ? 2 : low);
    }
    return LOAM_OK;
}

static loam_result add_edges(loam_graph *graph)
{
    static const char *const reads[] = {"flow", "arm", "receiver", "branch", "road"};
    static const loam_graph_column columns[] = {{"edge.river", LOAM_GRAPH_EDGES},
                                                {"edge.road", LOAM_GRAPH_EDGES}};
    const loam_column_def def = {.name = "edge.ways",
                                 .columns = columns,
                                 .column_count = sizeof columns / sizeof *columns,
                                 .reads = reads,
                                 .read_count = sizeof reads / sizeof *reads,
                                 .reach = REACH,
                                 .version = LOAM_LAND_VERSION,
                                 .run = run_edges};
    return loam_graph_add_columns(graph, &def);
}

static loam_result add_vertices(loam_graph *graph)
{
    static const char *const reads[] = {"height"};
    static const loam_graph_column columns[] = {{"vertex.height", LOAM_GRAPH_VERTICES},
                                                {"vertex.drains", LOAM_GRAPH_VERTICES}};
    const loam_column_def def = {.name = "vertex.ways",
                                 .columns = columns,
                                 .column_count = sizeof columns / sizeof *columns,
                                 .reads = reads,
                                 .read_count = sizeof reads / sizeof *reads,
                                 .reach = REACH,
                                 .version = LOAM_LAND_VERSION,
                                 .run = run_vertices};
    return loam_graph_add_columns(graph, &def);
}

loam_result loam_land_columns_add(loam_graph *graph, int32_t level)
{
    loam_result result = register_cells(graph, level);
    result = result ? result : add_edges(graph);
    return result ? result : add_vertices(graph);
}
