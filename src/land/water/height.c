// SPDX-License-Identifier: MIT
#include "land/water/height.h"

#include "land/water/mesh.h"

// Water rises inland from seas, sinks and channels: no cell lies lower than its lowest way there, plus a
// little. So every cell has a lower neighbour, by construction, and following them always arrives (after
// Barnes et al. 2014, but in rounds, so that the influence of anything is bounded). Valleys come first:
// channels cap the ground beside them.

enum
{
    MARGIN = LAND_HEIGHT_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    FILLED = MARGIN - 1, // from here on filled ground is wanted: the page and its neighbours
};

_Static_assert(LAND_FIRST_FILL_HOPS + 1 <= MARGIN, "filling, the receiver");
_Static_assert(LAND_MOUTH_HOPS + LAND_VALLEY_HOPS + LAND_FILL_HOPS + 1 <= MARGIN,
               "mouths, valleys, filling, the receiver");

/// A channel that may come down to the sea, and what it leads to; `fork` is `next` where it does not split.
typedef struct sea_channel
{
    int32_t cell, next, fork;
    float rise, fork_rise; // m, of the gentlest way there
} sea_channel;

typedef struct height_scratch
{
    land_level_figures figures;
    land_mesh mesh;
    int32_t x[CELLS], z[CELLS];
    float links[CELLS], kind[CELLS], raw[CELLS], ruggedness[CELLS], fixed[CELLS], next[CELLS];
    float fork[CELLS];
    float sink[CELLS], steps[CELLS], cap[CELLS], floor[CELLS], rise[CELLS], value[CELLS],
        other[CELLS];
    sea_channel channels[CELLS];
} height_scratch;

size_t loam_land_height_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(height_scratch)) + loam_land_mesh_scratch(CELLS);
}

static loam_result gather(loam_slice *slice, const land_window *window, int32_t level,
                          height_scratch *work)
{
    const land_slice_source raw_pages = {.slice = slice, .input = 0};
    const land_slice_source basin_pages = {.slice = slice, .input = 1};
    const land_page_source raw = loam_land_source_of_slice(&raw_pages);
    const land_page_source basins = loam_land_source_of_slice(&basin_pages);
    const land_window_column columns[] = {
        {raw, offsetof(land_raw, links), work->links},
        {raw, offsetof(land_raw, kind), work->kind},
        {raw, offsetof(land_raw, height), work->raw},
        {raw, offsetof(land_raw, ruggedness), work->ruggedness},
        {raw, offsetof(land_raw, fixed), work->fixed},
        {raw, offsetof(land_raw, next), work->next},
        {raw, offsetof(land_raw, fork), work->fork},
        {basins, offsetof(land_basins, sink), work->sink}, // of level 0 alone
    };
    const size_t count = sizeof columns / sizeof *columns - (level == 0 ? 0 : 1);
    const loam_result result = loam_land_window_sites(window, raw, offsetof(land_raw, site_x),
                                                      offsetof(land_raw, site_z), slice->page_x,
                                                      slice->page_z, work->x, work->z);
    return result ? result : loam_land_window_columns(window, columns, count);
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

static bool is_lake(const height_scratch *work, int32_t i)
{
    return (int32_t)work->kind[i] == LAND_LAKE;
}

static bool is_shaped(const height_scratch *work, int32_t i)
{
    return (int32_t)work->kind[i] == LAND_DRY_LAND && work->fixed[i] >= LAND_NOWHERE;
}

static sea_channel channel_of(const land_mesh *mesh, float slope, const height_scratch *work,
                              int32_t i)
{
    const int32_t d = (int32_t)work->next[i], other = (int32_t)work->fork[i];
    const int32_t fork = other == LAND_NO_DIRECTION ? d : other;
    const int64_t row = mesh->window.row + i / W;
    return (sea_channel){.cell = i,
                         .next = i + land_step(d, row, W),
                         .fork = i + land_step(fork, row, W),
                         .rise = slope * mesh->length[d][i],
                         .fork_rise = slope * mesh->length[fork][i]};
}

// Lakes stay where they are, and so does what runs into them.
static int32_t list_channels(const land_mesh *mesh, float slope, height_scratch *work)
{
    int32_t count = 0;
    for (int32_t i = W; i < CELLS - W; i++)
    {
        if ((int32_t)work->next[i] != LAND_NO_DIRECTION && land_has_neighbours(i, W) &&
            !is_lake(work, i))
        {
            work->channels[count++] = channel_of(mesh, slope, work, i);
        }
    }
    return count;
}

// What a channel lies at, at least, if it comes down to the sea as gently as the one, or where it splits two,
// that it leads to.
static float mouth_above(const sea_channel *channel, const float *above)
{
    const float main = above[channel->next] + channel->rise;
    const float branch = above[channel->fork] + channel->fork_rise;
    return branch > main ? branch : main;
}

// Lets channels come down to the sea before they reach it, not in a fall at the coast. Counted along the
// channel from the sea up, so they keep falling.
static void lower_mouths(const land_mesh *mesh, float slope, height_scratch *work)
{
    float *const above = work->value, *const next = work->other;
    for (int32_t i = 0; i < CELLS; i++)
    {
        above[i] = next[i] = (int32_t)work->kind[i] == LAND_SEA ? 0 : LAND_NOWHERE;
    }
    const int32_t count = list_channels(mesh, slope, work);
    for (int32_t round = 0; round < LAND_MOUTH_HOPS; round++)
    {
        for (int32_t k = 0; k < count; k++)
        {
            next[work->channels[k].cell] = mouth_above(&work->channels[k], above);
        }
        for (int32_t k = 0; k < count; k++)
        {
            above[work->channels[k].cell] = next[work->channels[k].cell];
        }
    }
    for (int32_t i = 0; i < CELLS; i++)
    {
        const bool channel = work->fixed[i] < LAND_NOWHERE;
        work->fixed[i] = channel && above[i] < work->fixed[i] ? above[i] : work->fixed[i];
    }
}

// The least over all channels and coasts around of their height plus `slope` times the way there; sign -1 for
// the most of their height minus that.
static void spread_from_channels(const land_mesh *mesh, const land_level_figures *figures,
                                 float slope_part, float sign, height_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float rough = work->ruggedness[i];
        const bool sea = (int32_t)work->kind[i] == LAND_SEA;
        const bool source = sea || work->fixed[i] < LAND_NOWHERE;
        work->rise[i] = slope_part * (figures->gentle_side +
                                      (figures->steep_side - figures->gentle_side) * rough * rough);
        work->cap[i] = source ? sign * (sea ? 0 : work->fixed[i]) : LAND_NOWHERE;
        work->floor[i] = -LAND_NOWHERE;
    }
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = figures->valley_hops,
                                .margin = FILLED - figures->fill_hops,
                                .arrival = work->steps};
    loam_land_mesh_spread(mesh, &spread, work->value, work->other);
}

// Ground beside channels and coasts lies between two slopes: it neither rises from the lowest of them too
// steeply, nor falls away from the highest, which would be left hanging.
static void shape_valleys(const land_mesh *mesh, const land_level_figures *figures,
                          height_scratch *work)
{
    spread_from_channels(mesh, figures, 0.6f, -1, work);
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float low = -work->value[i];
        work->raw[i] = is_shaped(work, i) && work->raw[i] < low ? low : work->raw[i];
    }
    spread_from_channels(mesh, figures, 1, 1, work);
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float high = work->value[i];
        work->raw[i] = is_shaped(work, i) && work->raw[i] > high ? high : work->raw[i];
    }
}

// No lake runs out but where a channel leaves it: its shores lie higher.
static void raise_shores(const land_mesh *mesh, height_scratch *work)
{
    for (int32_t i = W + 1; i < CELLS - W - 1; i++)
    {
        for (int32_t d = 0; d < LAND_DIRECTIONS && is_shaped(work, i); d++)
        {
            const int32_t to = i + land_step(d, mesh->window.row + i / W, W);
            const float shore = land_shore(work->raw[to]);
            work->raw[i] = is_lake(work, to) && work->raw[i] < shore ? shore : work->raw[i];
        }
    }
}

static void fill(const land_mesh *mesh, const land_level_figures *figures, height_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        const float fixed = is_source(work, i) ? work->raw[i] : work->fixed[i];
        work->cap[i] = fixed;
        // Lakes are level but for what it takes to drain.
        const float part = is_lake(work, i) ? 0.002f : 1;
        work->floor[i] = fixed < LAND_NOWHERE ? fixed : work->raw[i];
        work->rise[i] = figures->least_slope * (0.4f + 1.2f * mesh->taste[i]) * part;
    }
    const land_spread spread = {.floor = work->floor,
                                .cap = work->cap,
                                .rise = work->rise,
                                .rounds = figures->fill_hops,
                                .margin = FILLED,
                                .arrival = work->steps};
    loam_land_mesh_spread(mesh, &spread, work->value, work->other);
}

static int32_t receiver_of(const land_mesh *mesh, const land_level_figures *figures,
                           const height_scratch *work, int32_t i)
{
    const bool reached = work->value[i] < LAND_NOWHERE;
    return !reached || is_source(work, i) ? LAND_NO_DIRECTION
           : work->fixed[i] < LAND_NOWHERE
               ? (int32_t)work->next[i]
               : loam_land_mesh_steepest(mesh, work->value, work->steps, figures->homing, i);
}

static void set_cell(const land_mesh *mesh, const land_level_figures *figures,
                     const height_scratch *work, int32_t i, int32_t at, land_ground *out)
{
    const bool reached = work->value[i] < LAND_NOWHERE;
    const int32_t receiver = receiver_of(mesh, figures, work, i);
    out->kind[at] = reached ? work->kind[i] : (float)LAND_SINK;
    out->water[at] = reached ? work->value[i] : work->raw[i];
    out->receiver[at] = (float)receiver;
}

static loam_result begin(loam_slice *slice, void *user)
{
    height_scratch *const work = user;
    const land_parameters *const parameters = slice->parameters;
    const land_window window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    work->figures = loam_land_figures(parameters->level);
    const loam_result result = gather(slice, &window, parameters->level, work);
    if (!result)
    {
        loam_land_mesh_make(&work->mesh, &slice->scratch, &window,
                            work->figures.cell_m / LOAM_GRAPH_CELL, work->x, work->z, work->links,
                            loam_land_water_seed(parameters->seed, parameters->level));
        mark_sinks(parameters->level, work);
    }
    return result;
}

static loam_result shape(loam_slice *slice, void *user)
{
    (void)slice;
    height_scratch *const work = user;
    if (work->figures.valley_hops > 0)
    {
        lower_mouths(&work->mesh, work->figures.least_slope, work);
        shape_valleys(&work->mesh, &work->figures, work);
        raise_shores(&work->mesh, work);
    }
    return LOAM_OK;
}

static loam_result finish(loam_slice *slice, void *user)
{
    height_scratch *const work = user;
    fill(&work->mesh, &work->figures, work);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t from = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        set_cell(&work->mesh, &work->figures, work, from, i, slice->out);
    }
    return LOAM_OK;
}

static land_slice_step *const steps[] = {begin, shape, finish};

int32_t loam_land_height_slices(const void *parameters, int32_t level)
{
    (void)parameters;
    (void)level;
    return sizeof steps / sizeof *steps;
}

loam_result loam_land_run_height(loam_slice *slice)
{
    return loam_land_run_step(slice, steps, sizeof(height_scratch));
}
