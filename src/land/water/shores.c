// SPDX-License-Identifier: MIT
#include "land/water/shores.h"

#include <string.h>

// Bent coasts cut off pools, and bent shores corners of lakes. A pool is no sea: what does not hang together
// with open sea, or with an inlet that leads there, is low land, over which rivers run on. Likewise land is
// what does not hang together with the river of its lake: it would have to run out over its shore. And where
// a branch and a river cross the same cells they are the river's; what is left of the branch is a channel if
// it leads on to lower ones. All of it is decided within so many steps, so every page decides the same.

enum
{
    MARGIN = LAND_SHORE_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
    NEAR = (LAND_JOIN_HOPS + 1) * (W + 1), // so many steps stay within the window's cells
};

static const float pool_m = 0.3f; // what the ground of a pool lies at

typedef struct shore_scratch
{
    land_window window;
    float links[CELLS], kind[CELLS], height[CELLS], fixed[CELLS], inlet[CELLS];
    float split[CELLS], fork[CELLS], share[CELLS], next[CELLS], carried[CELLS];
    uint8_t wide[CELLS], before[CELLS];
    uint8_t hangs[CELLS]; // together with the open sea, or with the river of its lake
    uint8_t arm[CELLS];   // the channel of a branch, and no river's
} shore_scratch;

size_t loam_land_shores_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(shore_scratch));
}

static loam_result gather(loam_slice *slice, shore_scratch *work)
{
    const land_slice_source pages = {.slice = slice, .input = 0};
    const land_page_source laid = loam_land_source_of_slice(&pages);
    const land_window_column columns[] = {
        {laid, offsetof(land_raw, links), work->links},
        {laid, offsetof(land_raw, kind), work->kind},
        {laid, offsetof(land_raw, height), work->height},
        {laid, offsetof(land_raw, fixed), work->fixed},
        {laid, offsetof(land_raw, inlet), work->inlet},
        {laid, offsetof(land_raw, split), work->split},
        {laid, offsetof(land_raw, fork), work->fork},
        {laid, offsetof(land_raw, share), work->share},
        {laid, offsetof(land_raw, next), work->next},
        {laid, offsetof(land_raw, carried), work->carried},
    };
    work->window = loam_land_window_around(slice->page_x, slice->page_z, MARGIN);
    return loam_land_window_columns(&work->window, columns, sizeof columns / sizeof *columns);
}

static bool is_kind(const shore_scratch *work, int32_t i, land_kind kind)
{
    return (int32_t)work->kind[i] == (int32_t)kind;
}

static int32_t neighbour(const shore_scratch *work, int32_t i, int32_t direction)
{
    return i + land_step(direction, work->window.row + i / W, W);
}

// Whether there is anything to decide.
static bool has_water(const shore_scratch *work)
{
    bool found = false;
    for (int32_t i = 0; i < CELLS && !found; i++)
    {
        found = is_kind(work, i, LAND_LAKE) || is_kind(work, i, LAND_SEA) ||
                work->split[i] < LAND_NOWHERE;
    }
    return found;
}

// Marks sea that has nothing but sea within LAND_OPEN_SEA steps.
static void find_open_sea(shore_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->wide[i] = is_kind(work, i, LAND_SEA);
    }
    for (int32_t round = 0; round < LAND_OPEN_SEA; round++)
    {
        memcpy(work->before, work->wide, sizeof work->before);
        for (int32_t i = W + 1; i < CELLS - W - 1; i++)
        {
            for (int32_t d = 0; d < LAND_DIRECTIONS && work->wide[i]; d++)
            {
                work->wide[i] = work->before[neighbour(work, i, d)];
            }
        }
    }
}

static bool is_open_sea(const shore_scratch *work, int32_t i)
{
    return is_kind(work, i, LAND_SEA) && (work->wide[i] || work->inlet[i] > 0);
}

static bool is_anchor(const shore_scratch *work, int32_t i)
{
    return is_kind(work, i, LAND_SEA)
               ? work->wide[i] || work->inlet[i] > 0
               : is_kind(work, i, LAND_LAKE) && work->fixed[i] < LAND_NOWHERE;
}

// Whether a cell has water in common with a neighbour that hangs together with something.
static bool joins(const shore_scratch *work, int32_t i)
{
    bool found = false;
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found; d++)
    {
        const int32_t to = neighbour(work, i, d);
        const bool same = (int32_t)work->kind[to] == (int32_t)work->kind[i] &&
                          (is_kind(work, i, LAND_SEA) || work->height[to] == work->height[i]);
        found = work->before[to] && same && ((int32_t)work->links[i] >> d & 1) != 0;
    }
    return found;
}

static void spread(shore_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->hangs[i] = is_anchor(work, i);
    }
    bool changes = true;
    for (int32_t round = 0; round < LAND_HANG_HOPS && changes; round++)
    {
        changes = false;
        memcpy(work->before, work->hangs, sizeof work->before);
        for (int32_t i = W + 1; i < CELLS - W - 1; i++)
        {
            const bool water = is_kind(work, i, LAND_SEA) || is_kind(work, i, LAND_LAKE);
            if (water && !work->before[i] && joins(work, i))
            {
                work->hangs[i] = 1;
                changes = true;
            }
        }
    }
}

// Whether a channel carries so much, here or a little further down: it is the one that a branch belongs to.
static bool carries(const shore_scratch *work, int32_t i, float flow)
{
    for (int32_t hops = 0; hops < LAND_JOIN_HOPS && work->fixed[i] < LAND_NOWHERE; hops++)
    {
        if (work->carried[i] >= flow)
        {
            return true;
        }
        i = neighbour(work, i, (int32_t)work->next[i]);
    }
    return false;
}

// Whether the branch in a cell leads on to something lower that carries what flows in it.
static bool leads_on(const shore_scratch *work, const uint8_t *arm, int32_t i)
{
    const int32_t to = neighbour(work, i, (int32_t)work->fork[i]);
    return is_open_sea(work, to) ||
           (work->fixed[to] < LAND_NOWHERE
                ? work->fixed[to] < work->split[i] && carries(work, to, work->share[i])
                : arm[to] && work->split[to] < work->split[i]);
}

// Whether a branch may have a cell: there is land, or will be, and no river.
static bool may_be_arm(const shore_scratch *work, int32_t i)
{
    const bool ground = is_kind(work, i, LAND_DRY_LAND) ||
                        (is_kind(work, i, LAND_SEA) && !is_open_sea(work, i));
    return ground && work->split[i] < LAND_NOWHERE && work->fixed[i] >= LAND_NOWHERE;
}

// From where branches end, upstream.
static void find_arms(shore_scratch *work)
{
    memset(work->arm, 0, sizeof work->arm);
    bool changes = true;
    for (int32_t round = 0; round < LAND_ARM_HOPS && changes; round++)
    {
        changes = false;
        memcpy(work->before, work->arm, sizeof work->before);
        for (int32_t i = NEAR; i < CELLS - NEAR; i++)
        {
            if (!work->before[i] && may_be_arm(work, i) && leads_on(work, work->before, i))
            {
                work->arm[i] = 1;
                changes = true;
            }
        }
    }
}

// The sea takes what ran there as a channel; what runs into an inlet is known of it.
static void clear_channel(land_raw *out, int32_t i)
{
    out->fixed[i] = LAND_NOWHERE;
    out->next[i] = LAND_NO_DIRECTION;
    out->still[i] = 0;
    out->carried[i] = out->inlet[i] > 0 ? out->carried[i] : 0;
}

static void set_page(const shore_scratch *work, land_raw *out)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        const bool sea = is_kind(work, at, LAND_SEA), lake = is_kind(work, at, LAND_LAKE);
        if (sea && work->hangs[at])
        {
            clear_channel(out, i);
        }
        else if ((sea || lake) && !work->hangs[at])
        {
            out->kind[i] = LAND_DRY_LAND;
            out->height[i] = sea ? pool_m : out->height[i];
        }
        if (work->arm[at] && !(sea && work->hangs[at]))
        {
            out->fixed[i] = out->split[i];
            out->next[i] = out->fork[i];
            out->carried[i] = out->share[i];
        }
        else if (out->split[i] < LAND_NOWHERE && !leads_on(work, work->arm, at))
        {
            out->fork[i] = LAND_NO_DIRECTION;
        }
    }
}

loam_result loam_land_run_shores(loam_slice *slice)
{
    shore_scratch *const work = loam_arena_take(&slice->scratch, sizeof *work);
    land_raw *const out = slice->out;
    const loam_result result = gather(slice, work);
    if (result)
    {
        return result;
    }
    memcpy(out, loam_slice_page(slice, 0, slice->page_x, 0, slice->page_z)->data, sizeof *out);
    if (has_water(work))
    {
        find_open_sea(work);
        spread(work);
        find_arms(work);
        set_page(work, out);
    }
    return LOAM_OK;
}
