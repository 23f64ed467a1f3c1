// SPDX-License-Identifier: MIT
#include "land/water/basins.h"

// Every block of 16 x 18 lattice cells may have one basin without an outlet: at the lowest cell in its
// middle, if there is no sea within LAND_SEA_HOPS. So from every cell either a sea or a sink is at most 31
// steps away: 16 to the middle of its block, 15 from there to a sea.

enum
{
    BLOCK_W = LOAM_GRAPH_SIDE / 2,
    BLOCK_H = LAND_ROWS / 2,
    BLOCKS = 4, // of a page
    MIDDLE = 2, // cells that a sink may lie from the middle of its block
    MARGIN = LAND_SEA_HOPS,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
};

_Static_assert(MIDDLE + LAND_SEA_HOPS <= BLOCK_W / 2 + MARGIN,
               "from the middle of a block to the sink, from there to the sea");

/// Heights of a page and so many cells around it.
typedef struct basin_view
{
    const float *height;
    int32_t margin, w, h;
} basin_view;

size_t loam_land_basins_scratch(void)
{
    return LOAM_ARENA_SIZE(W * H * sizeof(float));
}

// Whether the view has sea within LAND_SEA_HOPS steps of a cell of the page.
static bool sea_near(const basin_view *view, int32_t column, int32_t row)
{
    const bool odd = (row & 1) != 0;
    for (int32_t rows = -LAND_SEA_HOPS; rows <= LAND_SEA_HOPS; rows++)
    {
        const int32_t away = rows < 0 ? -rows : rows, r = view->margin + row + rows;
        // Half of the steps to another row lead one column west (from even rows) or east (from odd ones).
        const int32_t west = LAND_SEA_HOPS - away + (away + (odd ? 0 : 1)) / 2;
        const int32_t east = LAND_SEA_HOPS - away + (away + (odd ? 1 : 0)) / 2;
        for (int32_t c = view->margin + column - west; c <= view->margin + column + east; c++)
        {
            if (r >= 0 && r < view->h && c >= 0 && c < view->w && view->height[r * view->w + c] < 0)
            {
                return true;
            }
        }
    }
    return false;
}

// The lowest cell in the middle of a block, by its place on the page.
static int32_t lowest_in_middle(const basin_view *view, int32_t block)
{
    const int32_t column = view->margin + BLOCK_W / 2 + block % 2 * BLOCK_W;
    const int32_t row = view->margin + BLOCK_H / 2 + block / 2 * BLOCK_H;
    int32_t best = row * view->w + column;
    for (int32_t r = row - MIDDLE; r <= row + MIDDLE; r++)
    {
        for (int32_t i = r * view->w + column - MIDDLE; i <= r * view->w + column + MIDDLE; i++)
        {
            best = view->height[i] < view->height[best] ? i : best;
        }
    }
    return (best / view->w - view->margin) * LOAM_GRAPH_SIDE + best % view->w - view->margin;
}

// The cell where water of a block ends inland, -1 if there is sea near.
static int32_t sink_of(const basin_view *view, int32_t block)
{
    const int32_t cell = lowest_in_middle(view, block);
    return sea_near(view, cell % LOAM_GRAPH_SIDE, cell / LOAM_GRAPH_SIDE) ? -1 : cell;
}

bool loam_land_basins_look_around(loam_slice *slice)
{
    const land_raw *const raw = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z)->data;
    const basin_view view = {.height = raw->height, .w = LOAM_GRAPH_SIDE, .h = LAND_ROWS};
    bool look = false;
    for (int32_t block = 0; block < BLOCKS; block++)
    {
        look = look || sink_of(&view, block) >= 0;
    }
    return look;
}

loam_result loam_land_run_basins(loam_slice *slice)
{
    land_basins *const out = slice->out;
    if (!loam_land_basins_look_around(slice))
    {
        return LOAM_OK;
    }
    float *const height = loam_arena_take(&slice->scratch, W * H * sizeof *height);
    const land_slice_source raw = {.slice = slice, .input = 0};
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    const loam_result result = loam_land_window_gather(&window, loam_land_source_of_slice(&raw),
                                                       offsetof(land_raw, height), height);
    const basin_view view = {.height = height, .margin = MARGIN, .w = W, .h = H};
    for (int32_t block = 0; block < BLOCKS && !result; block++)
    {
        const int32_t sink = sink_of(&view, block);
        out->sink[sink < 0 ? 0 : sink] = sink < 0 ? out->sink[0] : 1;
    }
    return result;
}
