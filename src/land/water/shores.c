// SPDX-License-Identifier: MIT
#include "land/water/shores.h"

#include <string.h>

// Bent coasts cut off pools, and bent shores corners of lakes. A pool is no sea: what does not hang together
// with open sea, or with an inlet that leads there, is low land, over which rivers run on. Likewise land is
// what does not hang together with the river of its lake: it would have to run out over its shore. And where
// a branch and a river cross the same cells they are the river's; what is left of the branch is a channel if
// it leads on to lower ones. What is left of rivers, behind a bay or beside a lower bed, has only what comes
// in there, see beds.c. A branch whose first cells lie in a bend that its river has cut off leaves the river
// at the end of the bend. All of it is decided within so many steps, so every page decides the same.

enum
{
    MARGIN = LAND_SHORE_MARGIN,
    W = LOAM_GRAPH_SIDE + 2 * MARGIN,
    H = LAND_ROWS + 2 * MARGIN,
    CELLS = W * H,
};

static const float pool_m = 0.3f; // what the ground of a pool lies at

typedef struct shore_scratch
{
    land_window window;
    float links[CELLS], kind[CELLS], height[CELLS], fixed[CELLS], inlet[CELLS];
    float split[CELLS], fork[CELLS], share[CELLS], next[CELLS], carried[CELLS];
    uint8_t wide[CELLS], before[CELLS];
    int32_t waters[CELLS]; // cells that do not hang together with anything yet
    uint8_t hangs[CELLS];  // together with the open sea, or with the river of its lake
    uint8_t arm[CELLS];    // the channel of a branch, and no river's
    uint8_t left[CELLS];   // where a branch may have the bed of its river, which has left it
    uint8_t turn[CELLS];   // steps down a bend from where a branch begins to its river
    float turned[CELLS];   // the level of where it begins then
    float into[CELLS];
    land_bed beds[CELLS]; // this and what follows: see beds.h
    float flow[CELLS], sum[CELLS], most[CELLS];
} shore_scratch;

size_t loam_land_shores_scratch(void)
{
    return LOAM_ARENA_SIZE(sizeof(shore_scratch));
}

static loam_result gather(loam_slice *slice, shore_scratch *work)
{
    const land_slice_source pages = {.slice = slice, .input = 0};
    const land_page_source draft = loam_land_source_of_slice(&pages);
    const land_window_column columns[] = {
        {draft, offsetof(land_raw, links), work->links},
        {draft, offsetof(land_raw, kind), work->kind},
        {draft, offsetof(land_raw, height), work->height},
        {draft, offsetof(land_raw, fixed), work->fixed},
        {draft, offsetof(land_raw, inlet), work->inlet},
        {draft, offsetof(land_raw, split), work->split},
        {draft, offsetof(land_raw, fork), work->fork},
        {draft, offsetof(land_raw, share), work->share},
        {draft, offsetof(land_raw, next), work->next},
        {draft, offsetof(land_raw, carried), work->carried},
        {draft, offsetof(land_raw, into), work->into},
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

// Takes away what has none in a direction, but for the ends of the outermost rows.
static void narrow_row(shore_scratch *work, int32_t row, int32_t step)
{
    const int32_t first = row * W + (row == 1), end = (row + 1) * W - (row == H - 2);
    uint8_t *restrict const wide = work->wide + first;
    const uint8_t *const there = work->before + first + step;
    for (int32_t i = 0; i < end - first; i++)
    {
        wide[i] &= there[i];
    }
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
        for (int32_t row = 1; row < H - 1; row++)
        {
            for (int32_t d = 0; d < LAND_DIRECTIONS; d++)
            {
                narrow_row(work, row, land_step(d, work->window.row + row, W));
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
    return is_open_sea(work, i) || (is_kind(work, i, LAND_LAKE) && work->fixed[i] < LAND_NOWHERE);
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

// Lists water that hangs together with nothing yet.
static int32_t list_waters(shore_scratch *work)
{
    int32_t count = 0;
    for (int32_t i = W + 1; i < CELLS - W - 1; i++)
    {
        const bool water = is_kind(work, i, LAND_SEA) || is_kind(work, i, LAND_LAKE);
        work->waters[count] = i;
        count += water && !work->hangs[i];
    }
    return count;
}

static void spread(shore_scratch *work)
{
    for (int32_t i = 0; i < CELLS; i++)
    {
        work->hangs[i] = is_anchor(work, i);
    }
    int32_t count = list_waters(work), before = count + 1;
    for (int32_t round = 0; round < LAND_HANG_HOPS && count < before; round++)
    {
        before = count;
        count = 0;
        memcpy(work->before, work->hangs, sizeof work->before);
        for (int32_t k = 0; k < before; k++)
        {
            const int32_t i = work->waters[k];
            work->hangs[i] = joins(work, i);
            work->waters[count] = i;
            count += !work->hangs[i];
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

// The channel in direction d of a cell that leads into it, or -1.
static int32_t channel_from(const shore_scratch *work, int32_t i, int32_t d)
{
    const int32_t from = neighbour(work, i, d);
    const bool comes = work->fixed[from] < LAND_NOWHERE &&
                       (int32_t)work->next[from] == land_opposite(d);
    return comes ? from : -1;
}

// Whether a channel that carries at least so much comes into a cell, here or a little further up where it is
// higher than `level`: where a river meets a stream it runs on in the lower bed, with more than what that
// carries.
static bool is_passed(const shore_scratch *work, int32_t i, float flow, float level, int32_t steps)
{
    bool found = work->carried[i] >= flow && work->fixed[i] > level;
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found && steps > 0; d++)
    {
        const int32_t from = channel_from(work, i, d);
        found = from >= 0 && is_passed(work, from, flow, level, steps - 1);
    }
    return found;
}

// Whether a branch takes the cell from a channel: a stream that it crosses, smaller and higher than the
// branch, runs into it. What is left of the stream further down begins there.
static bool takes_stream(const shore_scratch *work, int32_t i)
{
    return work->fixed[i] < LAND_NOWHERE && work->fixed[i] > work->split[i] &&
           !is_passed(work, i, work->share[i], work->split[i], LAND_JOIN_HOPS);
}

// Whether a cell is a channel's, whatever branch crosses it.
static bool is_river(const shore_scratch *work, int32_t i)
{
    return work->fixed[i] < LAND_NOWHERE && !work->left[i] && !takes_stream(work, i);
}

// Whether so much comes into a cell along channels, from at least so many steps up, other than from one
// neighbour.
static bool comes_down(const shore_scratch *work, int32_t i, float flow, int32_t steps,
                       int32_t other)
{
    bool found = false;
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found; d++)
    {
        const int32_t from = channel_from(work, i, d);
        found = from >= 0 && from != other &&
                (steps > 1 ? comes_down(work, from, flow, steps - 1, i)
                           : is_passed(work, from, flow, -LAND_NOWHERE, LAND_BEND_HOPS));
    }
    return found;
}

// Whether the river of a bed does not come there, but perhaps from one neighbour: it has cut off the bend.
static bool is_cut_off(const shore_scratch *work, int32_t i, int32_t other)
{
    const float flow = work->carried[i] < work->into[i] ? work->carried[i] : work->into[i];
    return flow > LAND_RIVER_FLOW && !comes_down(work, i, 0.5f * flow, LAND_BEND_HOPS, other);
}

// Whether a branch comes into a cell from its river.
static bool is_led_to(const shore_scratch *work, int32_t i)
{
    bool found = false;
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found; d++)
    {
        const int32_t from = neighbour(work, i, d);
        found = work->split[from] < LAND_NOWHERE && work->split[from] > work->split[i] &&
                (int32_t)work->fork[from] == land_opposite(d) && !is_cut_off(work, from, i);
    }
    return found;
}

static int32_t down_bed(const shore_scratch *work, int32_t i, int32_t steps)
{
    for (; steps > 0; steps--)
    {
        i = neighbour(work, i, (int32_t)work->next[i]);
    }
    return i;
}

// How many steps it is from a cell in a bend, which its river has cut off, down to where that comes back; 0
// if that is too far or a branch has cells on the way.
static int32_t bend_steps(const shore_scratch *work, int32_t i)
{
    for (int32_t steps = 1; steps <= LAND_TURN_HOPS; steps++)
    {
        const int32_t before = i;
        i = down_bed(work, i, 1);
        if (work->fixed[i] >= LAND_NOWHERE || work->split[i] < LAND_NOWHERE)
        {
            return 0;
        }
        if (!is_cut_off(work, i, before))
        {
            return steps;
        }
    }
    return 0;
}

// Whether a branch shares a bed with its river, which has cut it off.
static bool shares_cut_off(const shore_scratch *work, int32_t i)
{
    return work->split[i] < LAND_NOWHERE && work->fixed[i] < LAND_NOWHERE && !work->left[i] &&
           work->carried[i] > work->share[i] && is_cut_off(work, i, -1);
}

// A branch that goes on along the bed, where the river is again, begins there.
static void leave_bed(shore_scratch *work, int32_t i)
{
    if (work->fork[i] == work->next[i] && shares_cut_off(work, i))
    {
        work->split[i] = LAND_NOWHERE;
        work->left[i] = 1;
    }
}

// Finds out whether a branch that begins in a bend, which its river has cut off, can begin in the river:
// where the bed comes back to that, and up the bed, if it falls on the way.
static void find_turn(shore_scratch *work, int32_t i)
{
    work->turn[i] = 0;
    if (!shares_cut_off(work, i))
    {
        return;
    }
    work->left[i] = is_led_to(work, i);
    const int32_t steps = work->left[i] ? 0 : bend_steps(work, i);
    if (steps > 0)
    {
        const int32_t to = neighbour(work, i, (int32_t)work->fork[i]);
        const float high = work->fixed[down_bed(work, i, steps)], low = work->split[i];
        work->turned[i] = low < high ? low : 0.5f * (high + work->split[to]);
        work->turn[i] = work->turned[i] < high ? (uint8_t)steps : 0;
    }
}

static void turn_bend(shore_scratch *work, int32_t i)
{
    const int32_t steps = work->turn[i];
    if (steps == 0)
    {
        return;
    }
    const float low = work->turned[i], high = work->fixed[down_bed(work, i, steps)];
    work->split[i] = low;
    work->left[i] = 1;
    for (int32_t k = 1, at = i; k <= steps; k++)
    {
        const int32_t down = (int32_t)work->next[at];
        at = neighbour(work, at, down);
        work->split[at] = low + (high - low) * (float)k / (float)steps;
        work->fork[at] = (float)land_opposite(down);
        work->share[at] = work->share[i];
        work->left[at] = k < steps;
    }
}

// Calls a function for cells of which so much is known around them.
static void for_inner(shore_scratch *work, int32_t margin,
                      void (*leave)(shore_scratch *work, int32_t i))
{
    for (int32_t row = margin; row < H - margin; row++)
    {
        for (int32_t i = row * W + margin; i < (row + 1) * W - margin; i++)
        {
            leave(work, i);
        }
    }
}

// Whether a branch may have a cell: there is land, or will be, and no river.
static bool may_be_arm(const shore_scratch *work, int32_t i)
{
    const bool ground = is_kind(work, i, LAND_DRY_LAND) ||
                        (is_kind(work, i, LAND_SEA) && !is_open_sea(work, i));
    return ground && work->split[i] < LAND_NOWHERE && !is_river(work, i);
}

/// The least rectangle of lattice cells around some.
typedef struct extent
{
    int32_t left, right, bottom, top;
} extent;

static extent extent_with(extent box, int32_t i)
{
    const int32_t column = i % W, row = i / W;
    return (extent){.left = column < box.left ? column : box.left,
                    .right = column > box.right ? column : box.right,
                    .bottom = row < box.bottom ? row : box.bottom,
                    .top = row > box.top ? row : box.top};
}

static bool is_small(extent box)
{
    return box.right - box.left <= LAND_ARM_HOPS && box.top - box.bottom <= LAND_ARM_HOPS;
}

// Whether the branch in a cell falls to the open sea, or to a river that carries what flows in it, within a
// rectangle that is not too large. It may bend there as it likes. Every cell on the way then does, too: its
// own way is a part of this one.
static bool arrives(const shore_scratch *work, int32_t i)
{
    extent box = {.left = W, .right = 0, .bottom = H, .top = 0};
    for (box = extent_with(box, i); may_be_arm(work, i) && is_small(box);)
    {
        const int32_t to = neighbour(work, i, (int32_t)work->fork[i]);
        box = extent_with(box, to);
        if (is_open_sea(work, to) || is_river(work, to))
        {
            return is_small(box) && (is_open_sea(work, to) || (work->fixed[to] < work->split[i] &&
                                                               carries(work, to, work->share[i])));
        }
        if (work->split[to] >= work->split[i])
        {
            return false;
        }
        i = to;
    }
    return false;
}

// Whether the branch in a cell leads down to another, as far as that is known so close by.
static bool leads_to(const shore_scratch *work, int32_t from, int32_t to)
{
    const bool sea = is_kind(work, from, LAND_SEA) && work->hangs[from];
    const float water = is_river(work, from) ? work->fixed[from] : work->split[from];
    return !sea && work->split[from] < LAND_NOWHERE && work->split[from] > work->split[to] &&
           water > work->split[to] && neighbour(work, from, (int32_t)work->fork[from]) == to;
}

// Whether the water of a branch comes into a cell from where it leaves its river, or from so many steps up.
// Where a branch comes back into a cell it goes on from there, and what it went round is left dry; likewise
// what lies between one mouth and another.
static bool is_fed(const shore_scratch *work, int32_t i, int32_t steps)
{
    bool found = steps == 0 || is_river(work, i);
    for (int32_t d = 0; d < LAND_DIRECTIONS && !found; d++)
    {
        const int32_t from = neighbour(work, i, d);
        found = leads_to(work, from, i) && is_fed(work, from, steps - 1);
    }
    return found;
}

// In the page and one step around it.
static void find_arms(shore_scratch *work)
{
    memset(work->arm, 0, sizeof work->arm);
    for (int32_t row = MARGIN - 1; row <= H - MARGIN; row++)
    {
        for (int32_t i = row * W + MARGIN - 1; i <= row * W + W - MARGIN; i++)
        {
            work->arm[i] = arrives(work, i) && is_fed(work, i, LAND_FED_HOPS);
        }
    }
}

// Whether the branch in a cell leads on to something lower that carries what flows in it.
static bool leads_on(const shore_scratch *work, int32_t i)
{
    const int32_t to = neighbour(work, i, (int32_t)work->fork[i]);
    return is_open_sea(work, to) ||
           (is_river(work, to)
                ? work->fixed[to] < work->split[i] && carries(work, to, work->share[i])
                : work->arm[to] && work->split[to] < work->split[i]);
}

// The sea takes what ran there as a channel; what runs into an inlet is known of it.
static void clear_channel(land_raw *out, int32_t i)
{
    out->fixed[i] = LAND_NOWHERE;
    out->next[i] = LAND_NO_DIRECTION;
    out->still[i] = 0;
    out->course[i] = 0;
    out->arm[i] = 0;
    out->carried[i] = out->inlet[i] > 0 ? out->carried[i] : 0;
}

static void set_page(const shore_scratch *work, land_raw *out)
{
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        const bool sea = is_kind(work, at, LAND_SEA), lake = is_kind(work, at, LAND_LAKE);
        const bool under_sea = sea && work->hangs[at];
        out->split[i] = work->split[at];
        out->fork[i] = work->fork[at];
        out->share[i] = work->share[at];
        if (under_sea)
        {
            clear_channel(out, i);
        }
        else if ((sea || lake) && !work->hangs[at])
        {
            out->kind[i] = LAND_DRY_LAND;
            out->height[i] = sea ? pool_m : out->height[i];
        }
        if (work->arm[at] && !under_sea)
        {
            out->fixed[i] = out->split[i];
            out->next[i] = out->fork[i];
            out->carried[i] = out->share[i];
            out->still[i] = 0;
            out->course[i] = LAND_COURSE_ARM;
            out->arm[i] = 1;
            continue;
        }
        if (work->left[at] && !under_sea)
        {
            out->carried[i] = LAND_DRY_BED;
            out->course[i] = 0;
        }
        if (out->split[i] >= LAND_NOWHERE || !leads_on(work, at))
        {
            out->fork[i] = LAND_NO_DIRECTION;
        }
    }
}

// Lets channels carry what comes to them.
static void follow_beds(shore_scratch *work, land_raw *out)
{
    const land_beds all = {.window = work->window,
                           .kind = work->kind,
                           .fixed = work->fixed,
                           .next = work->next,
                           .carried = work->carried,
                           .into = work->into,
                           .split = work->split,
                           .fork = work->fork,
                           .share = work->share,
                           .hangs = work->hangs};
    land_bed_work beds = {
        .beds = work->beds, .flow = work->flow, .sum = work->sum, .most = work->most};
    loam_land_beds_follow(&all, &beds);
    for (int32_t i = 0; i < LAND_CELLS; i++)
    {
        const int32_t at = (i / LOAM_GRAPH_SIDE + MARGIN) * W + i % LOAM_GRAPH_SIDE + MARGIN;
        const bool channel = work->fixed[at] < LAND_NOWHERE;
        out->carried[i] = channel ? work->flow[at] : out->carried[i];
        // A stream in the bed of a river that has left it is another.
        out->course[i] = channel && work->flow[at] <= LAND_DRY_BED ? 0 : out->course[i];
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
    const bool water = has_water(work);
    if (water)
    {
        find_open_sea(work);
        spread(work);
    }
    follow_beds(work, out);
    if (water)
    {
        memset(work->left, 0, sizeof work->left);
        for_inner(work, LAND_CUT_MARGIN, leave_bed);
        // Of all before any is turned: what one finds does not depend on another's turn.
        for_inner(work, LAND_TURN_MARGIN, find_turn);
        for_inner(work, LAND_TURN_MARGIN, turn_bend);
        find_arms(work);
        set_page(work, out);
    }
    return LOAM_OK;
}
