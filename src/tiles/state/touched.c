// SPDX-License-Identifier: MIT
#include "tiles/state/touched.h"

#include "loam/random.h"

// A chunk that changes is due within autosave_steps. Chunks have different phases, by a hash of their
// place: each is due when the number of the step, modulo the interval, is its own. So however many
// change in one step, a step saves few of them, and a chunk that changes all the time is saved once per
// interval.

static uint64_t next_due(const loam_tile_world *world, loam_chunk_pos chunk)
{
    const uint64_t interval = (uint64_t)world->def.autosave_steps;
    if (interval == 0)
    {
        return UINT64_MAX;
    }
    const uint64_t phase = loam_seed_at(0, chunk.x, chunk.y, 1) % interval;
    const uint64_t next = world->steps + 1;
    return next + (phase + interval - next % interval) % interval;
}

void loam_saving_be_due(loam_tile_world *world, loam_unsaved *unsaved, uint64_t due)
{
    unsaved->due = due;
    world->soonest = due < world->soonest ? due : world->soonest;
}

void loam_saving_touch(loam_tile_world *world, int32_t slot)
{
    loam_unsaved *const unsaved = &world->ring.unsaved[slot];
    world->ring.stirred[slot] = true;
    if (!unsaved->changed)
    {
        unsaved->changed = true;
        unsaved->failed = false;
        world->counters.unsaved++;
        loam_saving_be_due(world, unsaved, next_due(world, world->ring.slots[slot].chunk));
    }
}

void loam_saving_touch_by_hand(loam_tile_world *world, int32_t slot)
{
    loam_saving_touch(world, slot);
    world->ring.unsaved[slot].edited = true;
}
