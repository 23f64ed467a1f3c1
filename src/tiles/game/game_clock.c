// SPDX-License-Identifier: MIT
#include "loam/tile_game.h"

// A fixed step, drawn in between (Dubsky 2022, 2.4). Time that passes is put aside and spent in whole
// steps. A program that was away, or that needs longer for a step than the step is, does at most so many
// at a time and forgets the rest: otherwise it would have more to do each time.

loam_timestep loam_timestep_begin(uint64_t now_us, uint64_t step_us, int32_t max_steps)
{
    LOAM_ASSERT(NULL, step_us >= 1 && max_steps >= 1);
    return (loam_timestep){.step_us = step_us, .max_steps = max_steps, .last_us = now_us};
}

int32_t loam_timestep_due(loam_timestep *timestep, uint64_t now_us)
{
    LOAM_ASSERT(NULL, timestep != NULL);
    const uint64_t passed = now_us > timestep->last_us ? now_us - timestep->last_us : 0;
    timestep->last_us = now_us;
    // behind_us is less than a step, but a stall may be as long as the clock can count.
    const uint64_t room = UINT64_MAX - timestep->behind_us;
    timestep->behind_us += passed < room ? passed : room;
    const uint64_t due = timestep->behind_us / timestep->step_us;
    timestep->behind_us %= timestep->step_us;
    return due > (uint64_t)timestep->max_steps ? timestep->max_steps : (int32_t)due;
}

float loam_timestep_fraction(const loam_timestep *timestep)
{
    LOAM_ASSERT(NULL, timestep != NULL);
    return (float)timestep->behind_us / (float)timestep->step_us;
}
