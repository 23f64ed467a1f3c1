// SPDX-License-Identifier: MIT
// Fluids on a device: parameters of the kernels of an area that lives, and what they work on.
#ifndef LOAM_GPU_LIFE_H
#define LOAM_GPU_LIFE_H

#include "gpu/life_job.h"
#include "gpu/tiles.h"

#include "tiles/life/changed.h"
#include "tiles/life/fluids.h"

struct loam_gpu_life
{
    loam_gpu *gpu;
    loam_gpu_life_def def; // defs is NULL
    uint32_t side;         // tiles
    uint64_t fluid_seed;
    gpu_kernel *fluids, *levels[LEVELS_APPLY + 1];
    gpu_buffer job, tiles, state, transfers;
    gpu_buffer staging; // tiles and words of the state, on their way
    uint32_t counted[STATE_WORDS];
    loam_gpu_lived lived;
    // What the program wrote is followed up by the processor, which has the part that it has to do with.
    fluid_rules rules;
    fluid_field field;
    loam_changes changes;
    loam_tile_area changed; // all changes are in it
};

#endif
