// SPDX-License-Identifier: MIT
#include "land/water/columns.h"

#include <stdio.h>

loam_result land_columns_add(loam_graph *graph, int32_t level)
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
