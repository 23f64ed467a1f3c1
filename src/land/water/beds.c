// SPDX-License-Identifier: MIT
#include "land/water/beds.h"

// A channel carries what its curve does, wherever that comes from. Where a bay has taken cells on the way, or
// a lower bed, the river ends there, or runs on in that bed; what lies behind would begin with all of it. So
// channels are fed from cell to cell: one into which much less comes than curves have brought carries only
// that, and so does the next. A lower bed brings the river back where it belongs, and there it is fed again.
// A bed that nothing comes into is that of a stream. Branches, too, feed only what they are fed.
//
// First all rivers run on in lower beds, whatever the sea has taken, then those that are not fed become less,
// never more: so what is left after LAND_BED_HOPS rounds does not swing. Further down a bed is taken for fed.

static const float fed_part = 0.5f;           // of what curves bring into a cell has to come there
static const float trickle = LAND_RIVER_FLOW; // less is no river of the coarser level

static bool is_sea(const land_beds *all, int32_t i)
{
    return (int32_t)all->kind[i] == LAND_SEA && all->hangs[i];
}

// Whether a channel or a branch leads from a cell, which has all its neighbours in the window.
static bool is_bed(const land_beds *all, int32_t i)
{
    const int32_t w = all->window.w;
    return i >= w && i < w * (all->window.h - 1) && land_has_neighbours(i, w) &&
           (all->fixed[i] < LAND_NOWHERE || all->split[i] < LAND_NOWHERE);
}

// The bed in a direction from a cell, or -1.
static int32_t target(const land_beds *all, int32_t i, float direction)
{
    const int32_t w = all->window.w, d = (int32_t)direction;
    const int32_t to = d == LAND_NO_DIRECTION ? -1 : i + land_step(d, all->window.row + i / w, w);
    return to >= 0 && is_bed(all, to) ? to : -1;
}

// What its curve brings to a bed: a branch's if no channel runs there.
static float carried_by(const land_beds *all, int32_t i)
{
    return all->fixed[i] < LAND_NOWHERE ? all->carried[i] : all->share[i];
}

static void list_beds(const land_beds *all, land_bed_work *work)
{
    const int32_t w = all->window.w;
    work->count = 0;
    for (int32_t i = w; i < w * (all->window.h - 1); i++)
    {
        const bool channel = all->fixed[i] < LAND_NOWHERE, branch = all->split[i] < LAND_NOWHERE;
        if (is_bed(all, i))
        {
            work->flow[i] = carried_by(all, i);
            work->beds[work->count++] = (land_bed){
                .cell = i,
                .to = target(all, i, channel ? all->next[i] : LAND_NO_DIRECTION),
                .branch_to = target(all, i, branch ? all->fork[i] : LAND_NO_DIRECTION),
            };
        }
    }
}

// The sea takes what runs into it.
static void end_in_sea(const land_beds *all, land_bed_work *work)
{
    for (int32_t k = 0; k < work->count; k++)
    {
        land_bed *const bed = &work->beds[k];
        const bool sea = is_sea(all, bed->cell);
        bed->to = sea ? -1 : bed->to;
        bed->branch_to = sea ? -1 : bed->branch_to;
    }
}

static void bring(land_bed_work *work, int32_t to, float flow)
{
    if (to >= 0)
    {
        work->sum[to] += flow > 0 ? flow : 0;
        work->most[to] = flow > work->most[to] ? flow : work->most[to];
    }
}

// Counts what comes into every bed.
static void bring_all(const land_beds *all, land_bed_work *work)
{
    for (int32_t k = 0; k < work->count; k++)
    {
        work->sum[work->beds[k].cell] = work->most[work->beds[k].cell] = 0;
    }
    for (int32_t k = 0; k < work->count; k++)
    {
        const land_bed *const bed = &work->beds[k];
        bring(work, bed->to, work->flow[bed->cell]);
        // A branch that leaves a channel takes its share, whatever is left there.
        const bool leaves = all->fixed[bed->cell] < LAND_NOWHERE;
        bring(work, bed->branch_to, leaves ? all->share[bed->cell] : work->flow[bed->cell]);
    }
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

// Where a lower bed has taken a river it carries more than its own. Whether anything changed.
static bool run_on(const land_beds *all, land_bed_work *work)
{
    bring_all(all, work);
    bool changes = false;
    for (int32_t k = 0; k < work->count; k++)
    {
        const int32_t i = work->beds[k].cell;
        changes = changes || work->most[i] > work->flow[i];
        work->flow[i] = larger(work->flow[i], work->most[i]);
    }
    return changes;
}

static float fed_flow(const land_beds *all, const land_bed_work *work, int32_t i)
{
    const float carried = carried_by(all, i), sum = work->sum[i];
    return sum >= fed_part * all->into[i] ? larger(carried, work->most[i])
           : sum < trickle                ? LAND_DRY_BED
                                          : smaller(sum, carried);
}

// Whether anything changed.
static bool feed(const land_beds *all, land_bed_work *work)
{
    bring_all(all, work);
    bool changes = false;
    for (int32_t k = 0; k < work->count; k++)
    {
        const int32_t i = work->beds[k].cell;
        // An arm does not come out of a brook.
        const bool parts = all->fixed[i] < LAND_NOWHERE && all->split[i] < LAND_NOWHERE;
        const float flow = parts ? work->flow[i] : smaller(fed_flow(all, work, i), work->flow[i]);
        changes = changes || flow != work->flow[i];
        work->flow[i] = flow;
    }
    return changes;
}

void loam_land_beds_follow(const land_beds *all, land_bed_work *work)
{
    list_beds(all, work);
    bool changes = true;
    for (int32_t round = 0; round < LAND_RUN_ON_HOPS && changes; round++)
    {
        changes = run_on(all, work);
    }
    end_in_sea(all, work);
    changes = true;
    for (int32_t round = 0; round < LAND_BED_HOPS && changes; round++)
    {
        changes = feed(all, work);
    }
    for (int32_t k = 0; k < work->count; k++)
    {
        const int32_t i = work->beds[k].cell;
        work->flow[i] = smaller(work->flow[i], all->carried[i]);
    }
}
