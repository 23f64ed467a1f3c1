// SPDX-License-Identifier: MIT
#include "loam/tile_game.h"

// A fixed step, drawn in between (Dubsky 2022, 2.4). Time that passes is put aside and spent in whole
// steps. A program that was away, or that needs longer for a step than the step is, does at most so many
// at a time and forgets the rest: otherwise it would have more to do each time.

loam_clockwork loam_clockwork_begin(uint64_t now_us, uint64_t step_us, int32_t most)
{
    LOAM_ASSERT(NULL, step_us >= 1 && most >= 1);
    return (loam_clockwork){.step_us = step_us, .most = most, .last_us = now_us};
}

int32_t loam_clockwork_due(loam_clockwork *clockwork, uint64_t now_us)
{
    LOAM_ASSERT(NULL, clockwork != NULL);
    const uint64_t passed = now_us > clockwork->last_us ? now_us - clockwork->last_us : 0;
    clockwork->last_us = now_us;
    // behind_us is less than a step, but a stall may be as long as the clock can count.
    const uint64_t room = UINT64_MAX - clockwork->behind_us;
    clockwork->behind_us += passed < room ? passed : room;
    const uint64_t due = clockwork->behind_us / clockwork->step_us;
    clockwork->behind_us %= clockwork->step_us;
    return due > (uint64_t)clockwork->most ? clockwork->most : (int32_t)due;
}

float loam_clockwork_between(const loam_clockwork *clockwork)
{
    LOAM_ASSERT(NULL, clockwork != NULL);
    return (float)clockwork->behind_us / (float)clockwork->step_us;
}
