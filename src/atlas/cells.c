// SPDX-License-Identifier: MIT
#include "atlas/tile.h"

#include "loam/random.h"

// Which cell of the graph each pixel of a tile lies in.

/// The finest level whose cells are more than a few pixels wide.
static int32_t cell_level(int64_t scale)
{
    int32_t level = LOAM_LAND_LEVELS - 1;
    while (level > 0 && loam_land_cell_size(level) < 6 * scale)
    {
        level--;
    }
    return level;
}

/// Metres as units of a level's graph, rounded down: the unit is a power of two, of metres or of a metre.
static int64_t to_units(int64_t metres, int64_t cell_size)
{
    if (cell_size < LOAM_GRAPH_CELL)
    {
        return metres * (LOAM_GRAPH_CELL / cell_size);
    }
    const int64_t unit = cell_size / LOAM_GRAPH_CELL;
    return (metres >= 0 ? metres : metres - unit + 1) / unit;
}

loam_result loam_map_tile_cells(loam_land *land, map_tile *tile)
{
    const int32_t level = cell_level(tile->area.step);
    const int64_t cell_size = loam_land_cell_size(level);
    loam_graph *graph = loam_land_graph(land, level);
    loam_result result = LOAM_OK;
    for (int32_t p = 0; result == LOAM_OK && p < tile->area.w * tile->area.h; p++)
    {
        const int64_t x = tile->area.x + p % tile->area.w * tile->area.step;
        const int64_t z = tile->area.z + p / tile->area.w * tile->area.step;
        int64_t page_x, page_z;
        int32_t cell = 0;
        result = loam_graph_locate(
            graph, (loam_graph_point){to_units(x, cell_size), to_units(z, cell_size)}, &page_x,
            &page_z, &cell);
        tile->cell[p] = result == LOAM_OK ? (uint32_t)loam_seed_at(0, page_x, page_z, cell) : 0;
    }
    return result;
}
