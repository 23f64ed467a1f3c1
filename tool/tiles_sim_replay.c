// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include <inttypes.h>
#include <stdlib.h>

// A replay says itself what it began with: what loam tiles sim would else be told by its options.

loam_result sim_replay_open(sim_replay *replay, sim_settings *settings)
{
    replay_info *const info = &replay->info;
    loam_result result = replay_read(settings->replay, info);
    result = result == LOAM_OK ? replay_path_beside(settings->replay, ".loam", replay->world)
                               : result;
    result = result == LOAM_OK ? replay_path_beside(settings->replay, ".json", replay->defs)
                               : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    if (info->steps > INT64_MAX)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: has %" PRIu64 " steps, which are too many",
                         settings->replay, info->steps);
    }
    settings->version = info->version;
    settings->commands = settings->replay;
    settings->ring = info->ring_log2 - LOAM_MIN_RING_LOG2;
    settings->steps = (int64_t)info->steps;
    if (info->has_world)
    {
        settings->world = replay->world;
        settings->no_save = true;
        return LOAM_OK;
    }
    snprintf(replay->seed, sizeof replay->seed, "%" PRIu64, info->seed);
    settings->seed = replay->seed;
    settings->defs = info->has_defs ? replay->defs : NULL;
    settings->at = (option_position){.x = info->start.x, .y = info->start.y, .given = true};
    return LOAM_OK;
}
