// SPDX-License-Identifier: MIT
#include "land/water/basins.h"

// Every block of 16 x 18 lattice cells may have one basin without an outlet: at the lowest cell in its
// middle, if there is no sea within LAND_SEA_HOPS. So from every cell either a sea or a sink is at most 31
// steps away: 16 to the middle of its block, 15 from there to a sea.

enum
{
    BLOCK_W = LOAM_GRAPH_SIDE / 2,
    BLOCK_H = LAND_ROWS / 2,
    MIDDLE = 2, // cells that a sink may lie from the middle of its block
    MARGIN = LAND_SEA_HOPS,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    CELLS = W * (LAND_ROWS + 2 * MARGIN),
};

_Static_assert(MIDDLE + LAND_SEA_HOPS <= BLOCK_W / 2 + MARGIN,
               "from the middle of a block to the sink, from there to the sea");

size_t loam_land_basins_scratch(void)
{
    return LOAM_ARENA_SIZE(CELLS * sizeof(float));
}

// Whether there is sea within LAND_SEA_HOPS steps of a cell.
static bool sea_near(const float *height, int32_t cell, bool odd)
{
    for (int32_t rows = -LAND_SEA_HOPS; rows <= LAND_SEA_HOPS; rows++)
    {
        const int32_t away = rows < 0 ? -rows : rows;
        // Half of the steps to another row lead one column west (from even rows) or east (from odd ones).
        const int32_t west = LAND_SEA_HOPS - away + (away + (odd ? 0 : 1)) / 2;
        const int32_t east = LAND_SEA_HOPS - away + (away + (odd ? 1 : 0)) / 2;
        for (int32_t i = cell + rows * W - west; i <= cell + rows * W + east; i++)
        {
            if (height[i] < 0)
            {
                return true;
            }
        }
    }
    return false;
}

static int32_t lowest_in_middle(const float *height, int32_t column, int32_t row)
{
    int32_t best = row * W + column;
    for (int32_t r = row - MIDDLE; r <= row + MIDDLE; r++)
    {
        for (int32_t i = r * W + column - MIDDLE; i <= r * W + column + MIDDLE; i++)
        {
            best = height[i] < height[best] ? i : best;
        }
    }
    return best;
}

loam_result loam_land_run_basins(loam_slice *slice)
{
    land_basins *const out = slice->out;
    float *const height = loam_arena_take(&slice->scratch, CELLS * sizeof *height);
    const land_slice_source raw = {.slice = slice, .input = 0};
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    const loam_result result = loam_land_window_gather(&window, loam_land_source_of_slice(&raw),
                                                       offsetof(land_raw, height), height);
    for (int32_t block = 0; block < 4 && !result; block++)
    {
        const int32_t cell = lowest_in_middle(height, MARGIN + BLOCK_W / 2 + block % 2 * BLOCK_W,
                                              MARGIN + BLOCK_H / 2 + block / 2 * BLOCK_H);
        const int32_t column = cell % W - MARGIN, row = cell / W - MARGIN;
        if (!sea_near(height, cell, (row & 1) != 0))
        {
            out->sink[row * LOAM_GRAPH_SIDE + column] = 1;
        }
    }
    return result;
}
