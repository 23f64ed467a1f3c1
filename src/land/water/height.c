// SPDX-License-Identifier: MIT
#include "land/water/height.h"

#include "land/water/mesh.h"

// Water rises inland from seas, sinks and channels: no cell lies lower than its lowest way there, plus a little. So
// every cell has a lower neighbour, by construction, and following them always arrives (after Barnes et al. 2014,
// but in rounds, so that the influence of anything is bounded). Valleys come first: channels cap the ground
// beside them.

enum
{
    MARGIN = LAND_HEIGHT_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
};

typedef struct height_scratch
{
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], kind[CELLS], raw[CELLS], ruggedness[CELLS], fixed[CELLS], next[CELLS];
    float fall[CELLS], side[CELLS];
    float sink[CELLS], steps[CELLS], cap[CELLS], floor[CELLS], rise[CELLS], value[CELLS],
        other[CELLS];
} height_scratch;

size_t land_height_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(height_scratch)) + land_mesh_scratch(CELLS);
}

static loam_result gather(loam_slice *slice, const land_window *window, int32_t level,
                          height_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source basin_pages = {.slice = slice, .input = 1};
    const land_page_source raw = land_source_of_slice(&raw_pages);
    loam_result result = land_window_sites(window, raw, offsetof(land_raw, site_x),
                                           offsetof(land_raw, site_z), slice->page_x, slice->page_z,
                                           work->x, work->z);
    const struct
    {
        size_t offset;
        float *out;
    } columns[] = {
        {offsetof(land_raw, links), work->links},
        {offsetof(land_raw, kind), work->kind},
        {offsetof(land_raw, height), work->raw},
        {offsetof(land_raw, ruggedness), work->ruggedness},
        {offsetof(land_raw, fixed), work->fixed},
        {offsetof(land_raw, next), work->next},
        {offsetof(land_raw, fall), work->fall},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !result; i++)
    {
        result = land_window_gather(window, raw, columns[i].offset, columns[i].out);
    }
    if (level == 0 && !result)
    {
        result = land_window_gather(window, land_source_of_slice(&basin_pages),
                                    offsetof(land_basins, sink), work->sink);
    }
    return result;
}

static void mark_sinks(int32_t level, height_scratch *work)
{
    for (int32_t i = 0; i < CELLS && level == 0; i++)
    {
        work->kind[i] = work->sink[i] > 0 ? LAND_SINK : work->kind[i];
    }
}

static bool is_source(const height_scratch *work, int32_t i)
{
    return (int32_t)work->kind[i] == LAND_SEA || (int32_t)work->kind[i] == LAND_SINK;
}

// Lets channels come down to the sea before they reach it, not in a fall at the coast. Counted along the channel from the
// sea up, so they keep falling.
static void lower_mouths(const land_mesh *mesh, float slope, height_scratch *work)
{
    float *const above = work->value, *const next = work->other;
    for (int32_t i = 0; i < CELLS; i++)
    {
        above[i] = next[i] = (int32_t)work->kind[i] == LAND_SEA ? 0 : LAND_NOWHERE;
    }
    for (int32_t round = 0; round < LAND_MOUTH_HOPS; round++)
    {
        for (int32_t i = W; i < CELLS - W; i++)
        {
            const int32_t d = (int32_t)work->next[i];
            if (d != LAND_NO_DIRECTION)
            {
                const int32_t to = i + land_step(d, mesh->window.row + i / W, W);
                next[i] = above[to] + slope * mesh->length[d][i];
            }
        }
        for (int32_t i = W; i < CELLS - W; i++)
        {
            above[i] = next[i];
        }
    }
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool channel = work->fixed[i] < LAND_NOWHERE;
        work->fixed[i] = channel && above[i] < work->fixed[i] ? above[i] : work->fixed[i];
    }
}

/// What a cell knows of the channel or coast that is nearest to it, in an array each: how far it is, how
/// much the ground rises away from it at least, and how high the cell is if the ground rises all the way from there, neither too gently nor too steeply.
typedef struct nearest
{
    float *distance, *rise, *ground;
} nearest;

static void nearest_row(const land_mesh *mesh, int32_t row, const height_scratch *work,
                        const nearest *in, const nearest *out)
{
    const int32_t first = row * W + 1;
    const float *restrict distances[LAND_DIRECTIONS];
    const float *restrict rises[LAND_DIRECTIONS];
    const float *restrict grounds[LAND_DIRECTIONS], *restrict length[LAND_DIRECTIONS];
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t from = first + land_step(d, mesh->window.row + row, W);
        distances[d] = in->distance + from;
        rises[d] = in->rise + from;
        grounds[d] = in->ground + from;
        length[d] = mesh->length[d] + first;
    }
    float *restrict const distance = out->distance + first;
    float *restrict const rise = out->rise + first, *restrict const ground = out->ground + first;
    const float *restrict const own = work->raw + first, *restrict const side = work->side + first;
    for (int32_t i = 0; i < W - 2; i++)
    {
        float best = in->distance[first + i], r = in->rise[first + i];
        float g = in->ground[first + i];
        for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
        {
            const float way = distances[d][i] + length[d][i];
            const float least = grounds[d][i] + rises[d][i] * length[d][i];
            const float most = grounds[d][i] + (1.5f * rises[d][i] + side[i]) * length[d][i];
            const float shaped = own[i] < least ? least : own[i] > most ? most : own[i];
            r = way < best ? rises[d][i] : r;
            g = way < best ? shaped : g;
            best = way < best ? way : best;
        }
        distance[i] = best;
        rise[i] = r;
        ground[i] = g;
    }
}

static nearest find_nearest(const land_mesh *mesh, const land_level_figures *figures,
                            height_scratch *work)
{
    const nearest states[2] = {{work->value, work->rise, work->steps},
                               {work->other, work->floor, work->cap}};
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float rough = work->ruggedness[i];
        work->side[i] = figures->gentle_side +
                        (figures->steep_side - figures->gentle_side) * rough * rough;
        const bool sea = (int32_t)work->kind[i] == LAND_SEA;
        const bool source = sea || work->fixed[i] < LAND_NOWHERE;
        const float rise = figures->least_slope + (sea ? 0 : figures->valley_rise * work->fall[i]);
        for (int32_t k = 0; k < 2; k++)
        {
            states[k].distance[i] = source ? 0 : LAND_NOWHERE;
            states[k].rise[i] = rise;
            states[k].ground[i] = sea ? 0 : work->fixed[i];
        }
    }
    for (int32_t round = 0; round < figures->valley_hops; round++)
    {
        for (int32_t row = 1; row < H - 1; row++)
        {
            nearest_row(mesh, row, work, &states[round % 2], &states[1 - round % 2]);
        }
    }
    return states[figures->valley_hops % 2];
}

// Ground rises away from channels and coasts: else streams would run beside them for ever.
static void shape_valleys(const land_mesh *mesh, const land_level_figures *figures,
                          height_scratch *work)
{
    const nearest found = find_nearest(mesh, figures, work);
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool shaped = !is_source(work, i) && found.distance[i] < LAND_NOWHERE;
        work->raw[i] = shaped ? found.ground[i] : work->raw[i];
    }
}

static void fill(const land_mesh *mesh, const land_level_figures *figures, height_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float fixed = is_source(work, i) ? work->raw[i] : work->fixed[i];
        work->cap[i] = fixed;
        work->floor[i] = fixed < LAND_NOWHERE ? fixed : work->raw[i];
        work->rise[i] = figures->least_slope * (0.4f + 1.2f * mesh->taste[i]);
    }
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = figures->fill_hops,
                                .arrival = work->steps};
    land_mesh_spread(mesh, &spread, work->value, work->other);
}

// How much steeper a way counts than it is. As neighbours like the same cells, streams join rather than run side by side.
// Ways that have fewer steps to go count as steeper too, and those that have more are taken only where there is no
// other (in which case they still lead down): so no stream is much longer than the rounds of filling.
static float liking(const land_level_figures *figures, float taste, float steps_saved)
{
    const float nearer = steps_saved > 0 ? figures->homing : steps_saved < 0 ? 1e-6f : 1;
    return (0.3f + 1.4f * taste) * nearer;
}

static int32_t steepest(const land_mesh *mesh, const land_level_figures *figures,
                        const height_scratch *work, int32_t i)
{
    const float *const water = work->value;
    int32_t best = LAND_NO_DIRECTION;
    float most = 0;
    for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
    {
        const int32_t to = i + land_step(d, mesh->window.row + i / W, W);
        const float fall = (water[i] - water[to]) / mesh->length[d][i] *
                           liking(figures, mesh->taste[to], work->steps[i] - work->steps[to]);
        best = fall > most ? d : best;
        most = fall > most ? fall : most;
    }
    return best;
}

static void set_cell(const land_mesh *mesh, const land_level_figures *figures,
                     const height_scratch *work, int32_t i, int32_t at, land_ground *out)
{
    const bool reached = work->value[i] < LAND_NOWHERE;
    const bool source = is_source(work, i);
    const bool channel = !source && work->fixed[i] < LAND_NOWHERE;
    out->kind[at] = reached ? work->kind[i] : LAND_SINK;
    out->water[at] = reached ? work->value[i] : work->raw[i];
    out->receiver[at] = (float)(!reached || source ? LAND_NO_DIRECTION
                                : channel          ? (int32_t)work->next[i]
                                                   : steepest(mesh, figures, work, i));
}

loam_result land_run_height(loam_slice *slice)
{
    const land_parameters *const parameters = slice->parameters;
    const land_level_figures figures = loam_land_figures(parameters->level);
    const land_window window = land_window_around(slice->page_x, slice->page_z, MARGIN);
    height_scratch *const work = loam_arena_take(&slice->scratch, sizeof *work);
    const loam_result result = gather(slice, &window, parameters->level, work);
    if (result)
    {
        return result;
    }
    land_mesh mesh;
    land_mesh_make(&mesh, &slice->scratch, &window, figures.cell_m / LOAM_GRAPH_CELL, work->x,
                   work->z, work->links, loam_land_water_seed(parameters->seed, parameters->level));
    mark_sinks(parameters->level, work);
    if (figures.valley_hops > 0)
    {
        lower_mouths(&mesh, figures.least_slope, work);
        shape_valleys(&mesh, &figures, work);
    }
    fill(&mesh, &figures, work);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t from = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        set_cell(&mesh, &figures, work, from, i, slice->out);
    }
    return LOAM_OK;
}
