// SPDX-License-Identifier: MIT
#include "land/water/erosion.h"

#include "land/water/climate.h"
#include "land/water/mesh.h"

#include <math.h>
#include <string.h>

// Where much water runs it has cut its bed down to a gentle slope; where little runs the ground is steep. In balance a
// stream's slope falls with a power of the area that drains through it (Whipple and Tucker 1999, with the exponent that
// rivers have). Ground that water has run over is built up from that: beginning at the channels of the coarser
// level, which keep their heights, every cell rises above its receiver by the slope of its stream. So there are
// valleys where water runs, spurs between them and sharp crests, and water still runs where it ran.

enum
{
    MARGIN = LAND_EROSION_HOPS + 1,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
};

typedef struct erosion_scratch
{
    int32_t x[CELLS], z[CELLS];
    float kind[CELLS], receiver[CELLS], flow[CELLS], inflow[CELLS], ruggedness[CELLS], fixed[CELLS];
    int32_t to[CELLS];                 // index of the receiver, or the cell's own
    float rise[CELLS];                 // above the receiver
    float above[CELLS], before[CELLS]; // above the ground that water has run over
} erosion_scratch;

size_t land_erosion_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(erosion_scratch));
}

static loam_result gather(loam_slice *slice, const land_window *window, erosion_scratch *work)
{
    const land_slice_source flow_pages = {.slice = slice, .input = 0};
    const land_slice_source raw_pages = {.slice = slice, .input = 1};
    const land_page_source flow = land_source_of_slice(&flow_pages);
    loam_result result = land_window_sites(window, flow, offsetof(land_cells, site_x),
                                           offsetof(land_cells, site_z), slice->page_x,
                                           slice->page_z, work->x, work->z);
    const struct
    {
        size_t offset;
        float *out;
    } columns[] = {
        {offsetof(land_cells, kind), work->kind},
        {offsetof(land_cells, receiver), work->receiver},
        {offsetof(land_cells, flow), work->flow},
        {offsetof(land_cells, inflow), work->inflow},
        {offsetof(land_cells, ruggedness), work->ruggedness},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !result; i++)
    {
        result = land_window_gather(window, flow, columns[i].offset, columns[i].out);
    }
    return result ? result
                  : land_window_gather(window, land_source_of_slice(&raw_pages),
                                       offsetof(land_raw, fixed), work->fixed);
}

static float distance(const erosion_scratch *work, int32_t a, int32_t b, float unit_m)
{
    const float dx = (float)(work->x[a] - work->x[b]), dz = (float)(work->z[a] - work->z[b]);
    return sqrtf(dx * dx + dz * dz) * unit_m;
}

// Slopes of streams: the steepest for a cell that nothing runs into.
static float slope_of(const land_level_figures *figures, const erosion_scratch *work, int32_t i)
{
    const float rough = work->ruggedness[i];
    const float steepest = figures->gentle_crest +
                           (figures->steep_crest - figures->gentle_crest) * rough * rough;
    const float own = work->flow[i] - work->inflow[i];
    const float cells = own > 0 ? work->flow[i] / own : 1;
    return steepest / sqrtf(cells);
}

static void prepare(const land_window *window, const land_level_figures *figures,
                    erosion_scratch *work)
{
    const float unit_m = figures->cell_m / LOAM_GRAPH_CELL;
    for (int32_t i = 0; i < CELLS; i++)
    {
        const int32_t d = (int32_t)work->receiver[i];
        const bool border = i < W || i >= CELLS - W || i % W == 0 || i % W == W - 1;
        const bool keeps = border || d == LAND_NO_DIRECTION || work->fixed[i] < LAND_NOWHERE ||
                           (int32_t)work->kind[i] != LAND_DRY_LAND;
        work->to[i] = keeps ? i : i + land_step(d, window->row + i / W, W);
        work->rise[i] = keeps ? 0
                              : slope_of(figures, work, i) * distance(work, i, work->to[i], unit_m);
        work->above[i] = 0;
    }
}

static void build_up(erosion_scratch *work)
{
    for (int32_t round = 0; round < LAND_EROSION_HOPS; round++)
    {
        memcpy(work->before, work->above, sizeof work->before);
        for (int32_t i = 0; i < CELLS; i++)
        {
            work->above[i] = work->to[i] == i ? 0 : work->before[work->to[i]] + work->rise[i];
        }
    }
}

loam_result land_run_erosion(loam_slice *slice)
{
    const land_parameters *const parameters = slice->parameters;
    const land_level_figures figures = loam_land_figures(parameters->level);
    const land_window window = land_window_around(slice->page_x, slice->page_z, MARGIN);
    erosion_scratch *const work = loam_arena_take(&slice->scratch, sizeof *work);
    const loam_result result = gather(slice, &window, work);
    if (result)
    {
        return result;
    }
    prepare(&window, &figures, work);
    build_up(work);
    land_cells *const out = slice->out;
    memcpy(out, loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z)->data, sizeof *out);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        const float height = out->height[i] + work->above[at];
        out->temperature[i] += loam_land_climate_lapse(out->height[i]) -
                               loam_land_climate_lapse(height);
        out->height[i] = height;
    }
    return LOAM_OK;
}
