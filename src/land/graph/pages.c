// SPDX-License-Identifier: MIT
#include "land/graph/pages.h"

loam_result loam_graph_fetch(loam_slice *slice, int32_t input, loam_graph_around *out)
{
    const loam_graph_parameters *const parameters = slice->parameters;
    out->rows = loam_graph_rows((loam_distributor)parameters->distributor);
    for (int32_t z = -1; z <= 1; z++)
    {
        for (int32_t x = -1; x <= 1; x++)
        {
            const loam_page *const page = loam_slice_page(slice, input, slice->page_x + x, 0,
                                                          slice->page_z + z);
            if (page == NULL || page->size == 0)
            {
                return loam_fail(LOAM_BAD_ARGUMENT,
                                 "a stage of the graph that it reads is switched off");
            }
            out->data[z + 1][x + 1] = page->data;
        }
    }
    return LOAM_OK;
}

loam_result loam_graph_disagree(const char *what)
{
    return loam_fail(LOAM_FAILED, "pages of the graph do not agree on %s", what);
}

/// `ref` as the page of `page` has it: the reverse of loam_graph_rebase.
static loam_graph_ref seen_from(loam_graph_ref ref, loam_graph_ref page)
{
    ref.page_dx = (int8_t)(ref.page_dx - page.page_dx);
    ref.page_dz = (int8_t)(ref.page_dz - page.page_dz);
    return ref;
}

bool loam_graph_find_vertex(const loam_graph_around *around, const loam_graph_ref cells[3],
                            loam_graph_ref *out)
{
    int32_t first = 0, least = loam_graph_order(around, cells[0]);
    for (int32_t i = 1; i < 3; i++)
    {
        const int32_t order = loam_graph_order(around, cells[i]);
        first = order < least ? i : first;
        least = order < least ? order : least;
    }
    const loam_graph_ref lowest = cells[first];
    const loam_graph_ref second = seen_from(cells[first < 2 ? first + 1 : 0], lowest);
    const loam_graph_ref third = seen_from(cells[first > 0 ? first - 1 : 2], lowest);
    const loam_corner_page *const page = loam_graph_page_of(around, lowest);
    const loam_graph_corner_cells *const corners = loam_graph_corners(page);
    for (int32_t i = page->vertex_begin[lowest.index]; i < page->vertex_begin[lowest.index + 1];
         i++)
    {
        const loam_graph_ref *const its = corners[i].cells;
        if (loam_graph_same(its[1], second) && loam_graph_same(its[2], third))
        {
            *out = (loam_graph_ref){lowest.page_dx, lowest.page_dz, (uint16_t)i};
            return true;
        }
    }
    return false;
}

bool loam_graph_find_edge(const loam_graph_around *around, loam_graph_ref a, loam_graph_ref b,
                          loam_graph_ref *out)
{
    const bool a_first = loam_graph_order(around, a) < loam_graph_order(around, b);
    const loam_graph_ref lower = a_first ? a : b, upper = seen_from(a_first ? b : a, lower);
    const loam_edge_page *const page = loam_graph_page_of(around, lower);
    for (int32_t i = page->edge_begin[lower.index]; i < page->edge_begin[lower.index + 1]; i++)
    {
        if (loam_graph_same(page->edges[i].cells[1], upper))
        {
            *out = (loam_graph_ref){lower.page_dx, lower.page_dz, (uint16_t)i};
            return true;
        }
    }
    return false;
}
