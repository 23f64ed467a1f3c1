// SPDX-License-Identifier: MIT
// What loam gpu bench measures of fluids.
#ifndef LOAM_TOOL_GPU_BENCH_H
#define LOAM_TOOL_GPU_BENCH_H

#include "gpu.h"

#include "loam/jobs.h"

typedef enum gpu_scene
{
    GPU_DAM,  // that breaks
    GPU_FALL, // of water and sand
    GPU_SCENE_COUNT,
} gpu_scene;

typedef struct gpu_life_figures
{
    double device_ms, one_ms, all_ms; // of a step: on the device, on one thread, on all
    double moves;                     // in a step
    bool equal;                       // all tiles afterwards
} gpu_life_figures;

loam_result gpu_bench_life(const loam_tile_defs *defs, loam_gpu *gpu, loam_jobs *jobs,
                           gpu_scene scene, int32_t ring_log2, int32_t steps,
                           gpu_life_figures *out);

#endif
