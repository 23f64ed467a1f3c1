// SPDX-License-Identifier: MIT
#include "land/water/flow.h"

#include "base/small.h"
#include "land/water/climate.h"

#include <string.h>

// Rain that falls on a cell runs to its receiver, and on; a cell sees what comes from LAND_FLOW_HOPS upstream. What
// runs in the channels of the coarser level is known already; streams that enter them count only if they are the
// larger ones, which happens near the channel's head. So flow never falls on the way down.

enum
{
    MARGIN = LAND_FLOW_HOPS + LAND_FLOW_RING,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
};

typedef struct flow_scratch
{
    land_window window;
    float receiver[CELLS], carried[CELLS], rain[CELLS], kind[CELLS];
    float own[CELLS];                    // what falls on the cell, as flow
    float comes[LAND_DIRECTIONS][CELLS]; // 1 where the neighbour drains here
    float channel[CELLS];                // 1 in a channel of the coarser level
    float flow[CELLS], other[CELLS];
} flow_scratch;

size_t land_cells_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(flow_scratch));
}

static loam_result gather(loam_slice *slice, int32_t level, flow_scratch *work)
{
    const land_slice_source raw = {.slice = slice, .input = 0};
    const land_slice_source ground = {.slice = slice, .input = 1};
    const land_slice_source rain = {.slice = slice, .input = 2};
    const land_window *const window = &work->window;
    loam_result result = land_window_gather(window, land_source_of_slice(&raw),
                                            offsetof(land_raw, carried), work->carried);
    result = result ? result
                    : land_window_gather(window, land_source_of_slice(&ground),
                                         offsetof(land_ground, receiver), work->receiver);
    result = result ? result
                    : land_window_gather(window, land_source_of_slice(&ground),
                                         offsetof(land_ground, kind), work->kind);
    return result       ? result
           : level == 0 ? land_window_gather(window, land_source_of_slice(&rain),
                                             offsetof(land_rain, rain), work->rain)
                        : land_window_gather(window, land_source_of_slice(&raw),
                                             offsetof(land_raw, rain), work->rain);
}

static void prepare(flow_scratch *work, float cell_km2)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool sea = (int32_t)work->kind[i] == LAND_SEA;
        work->own[i] = sea ? 0 : work->rain[i] * 0.001f * cell_km2;
        work->channel[i] = work->carried[i] > 0 ? 1 : 0;
        work->flow[i] = work->other[i] = work->own[i];
    }
    memset(work->comes, 0, sizeof work->comes);
    for (int32_t i = W; i < CELLS - W; i++)
    {
        const int32_t d = (int32_t)work->receiver[i];
        if (d != LAND_NO_DIRECTION)
        {
            const int32_t to = i + land_step(d, work->window.row + i / W, W);
            work->comes[land_opposite(d)][to] = 1;
        }
    }
}

static void flow_row(flow_scratch *work, int32_t row, const float *in, float *out)
{
    const float *from[LAND_DIRECTIONS], *comes[LAND_DIRECTIONS];
    const int32_t first = row * W + 1;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        from[d] = in + first + land_step(d, work->window.row + row, W);
        comes[d] = work->comes[d] + first;
    }
    const float *const own = work->own + first, *const carried = work->carried + first;
    const float *const channel = work->channel + first;
    float *restrict const to = out + first;
    for (int32_t i = 0; i < W - 2; i++)
    {
        float sum = own[i], most = carried[i];
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const float part = comes[d][i] * from[d][i];
            sum += part;
            most = part > most ? part : most;
        }
        to[i] = channel[i] > 0 ? most : sum;
    }
}

static void accumulate(flow_scratch *work)
{
    for (int32_t round = 0; round < LAND_FLOW_HOPS; round++)
    {
        const bool even = round % 2 == 0;
        for (int32_t row = 1; row < H - 1; row++)
        {
            flow_row(work, row, even ? work->flow : work->other, even ? work->other : work->flow);
        }
    }
    if (LAND_FLOW_HOPS % 2 != 0)
    {
        memcpy(work->flow, work->other, sizeof work->flow);
    }
}

// Deep where it is flat, low, wet and warm; none on steep ground.
static float soil_of(const land_cells *cells, int32_t i, float slope)
{
    const float steep = loam_clamp01(1 - slope * 6) * (1 - 0.75f * cells->ruggedness[i]);
    const float life = loam_clamp01(cells->humidity[i] * 1.3f) *
                       loam_clamp01((cells->temperature[i] + 12) * 0.05f);
    const float silt = loam_clamp01(cells->flow[i] / (cells->flow[i] + 50)) * 0.3f;
    return loam_clamp01(steep * (0.15f + 0.7f * life + silt));
}

static void set_cell(const flow_scratch *work, const land_raw *raw, const land_ground *ground,
                     int32_t i, int32_t at, land_cells *out)
{
    const bool lake = (int32_t)ground->kind[i] == LAND_LAKE;
    out->site_x[i] = raw->site_x[i];
    out->site_z[i] = raw->site_z[i];
    out->kind[i] = ground->kind[i];
    out->height[i] = lake ? raw->height[i] : ground->water[i];
    out->receiver[i] = ground->receiver[i];
    out->branch[i] = LAND_NO_DIRECTION;
    out->flow[i] = work->flow[at];
    out->inflow[i] = work->flow[at] > work->own[at] ? work->flow[at] - work->own[at] : 0;
    out->ruggedness[i] = raw->ruggedness[i];
    out->temperature[i] = raw->warmth[i] - loam_land_climate_lapse(out->height[i]);
    out->rain[i] = work->rain[at];
    out->humidity[i] = loam_land_climate_humidity(out->rain[i], out->temperature[i]);
    out->soil[i] = soil_of(out, i, 0);
    out->road[i] = raw->road[i];
    out->links[i] = raw->links[i];
}

loam_result land_run_cells(loam_slice *slice)
{
    const land_parameters *const parameters = slice->parameters;
    const land_level_figures figures = loam_land_figures(parameters->level);
    flow_scratch *const work = loam_arena_take(&slice->scratch, sizeof *work);
    work->window = land_window_around(slice->page_x, slice->page_z, MARGIN);
    const loam_result result = gather(slice, parameters->level, work);
    if (result)
    {
        return result;
    }
    prepare(work, figures.cell_km2);
    accumulate(work);
    const land_raw *const raw = loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z)->data;
    const land_ground *const ground =
        loam_slice_page(slice, 1, slice->page_x, 0, slice->page_z)->data;
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        set_cell(work, raw, ground, i, at, slice->out);
    }
    return LOAM_OK;
}
