// SPDX-License-Identifier: MIT
#include "land/water/sites.h"

#include "base/small.h"
#include "land/graph/sites.h"

void loam_land_sites_make(const loam_slice *slice, land_channel_cells *cells, land_raw *raw)
{
    const land_parameters *const parameters = slice->parameters;
    loam_graph_page_sites(LOAM_SITES_JITTERED,
                          loam_land_site_seed(parameters->seed, parameters->level), slice->page_x,
                          slice->page_z, LAND_CHANNEL_MARGIN, cells->x, cells->z);
    const loam_graph_window window = {.env = slice->env,
                                      .spread = LOAM_SPREAD_HEXAGONS,
                                      .row = slice->page_z * LAND_ROWS - LAND_CHANNEL_MARGIN,
                                      .w = LAND_CHANNEL_W,
                                      .h = LAND_CHANNEL_H,
                                      .x = cells->x,
                                      .z = cells->z};
    loam_graph_links(&window, loam_graph_margin(LOAM_SPREAD_HEXAGONS), cells->links);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t from = (i / LOAM_GRAPH_SIDE + LAND_CHANNEL_MARGIN) * LAND_CHANNEL_W +
                             i % LOAM_GRAPH_SIDE + LAND_CHANNEL_MARGIN;
        raw->site_x[i] = cells->x[from];
        raw->site_z[i] = cells->z[from];
        raw->links[i] = cells->links[from];
        raw->fixed[i] = LAND_NOWHERE;
        raw->next[i] = LAND_NO_DIRECTION;
        raw->fork[i] = LAND_NO_DIRECTION;
        raw->split[i] = LAND_NOWHERE;
    }
}

void loam_land_sites_metres(int32_t level, int64_t x, int64_t z, const land_raw *raw,
                            int64_t *out_x, int64_t *out_z)
{
    const int64_t cell = loam_land_cell_size(level);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        out_x[i] = x + loam_floor_div(raw->site_x[i] * cell, LOAM_GRAPH_CELL);
        out_z[i] = z + loam_floor_div(raw->site_z[i] * cell, LOAM_GRAPH_CELL);
    }
}
