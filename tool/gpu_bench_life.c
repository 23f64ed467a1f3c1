// SPDX-License-Identifier: MIT
#include "gpu_bench.h"
#include "times.h"

#include <string.h>

// How many tiles of fluids move in a second, on a device, on one thread and on all, high up where nothing else is: a
// dam that breaks, where only the surface moves, and water and sand that fall everywhere.

enum
{
    HEIGHT = 1 << 18, // chunks
    WARM_STEPS =
        16, // before time is taken: kernels are translated, the dam is open; not more than are timed
    ROCK = 8 // tiles: how thick the basin is
};

typedef loam_result (*step_function)(gpu_pair *pair, int32_t steps);

/// A basin in the part that lives, open at the top; of its tiles, what is in it.
static void fill_scene(gpu_pair *pair, gpu_scene scene)
{
    const uint8_t stone = (uint8_t)loam_material_find(pair->defs, "stone");
    const uint8_t water = (uint8_t)loam_material_find(pair->defs, "water");
    const uint8_t sand = (uint8_t)loam_material_find(pair->defs, "loose_sand");
    const int32_t side = gpu_pair_area(pair).w, low = LOAM_CHUNK_SIDE / 2 + ROCK, high = side - low;
    memset(pair->tiles, 0, (size_t)side * (size_t)side * sizeof *pair->tiles);
    for (int32_t i = 0; i < side * side; i++)
    {
        const int32_t x = i % side, y = i / side, dice = (x * 7 + y * 11 + x * y % 13) % 16;
        const bool inside = x >= low && x < high && y >= low;
        const bool held = y < side / 2 + low && x < side / 2;
        const uint8_t falling = dice < 4 ? water : dice < 8 ? sand : LOAM_AIR;
        pair->tiles[i].block = !inside             ? (y < high ? stone : LOAM_AIR)
                               : scene == GPU_FALL ? (y < high ? falling : LOAM_AIR)
                               : held              ? water
                                                   : LOAM_AIR;
    }
}

static loam_result step_device(gpu_pair *pair, int32_t steps)
{
    return loam_gpu_life_step(pair->life, steps);
}

static int32_t warm_steps(int32_t steps)
{
    return steps < WARM_STEPS ? steps : WARM_STEPS;
}

/// Milliseconds of a step.
static loam_result measure(gpu_pair *pair, step_function step, int32_t steps, double *ms)
{
    loam_result result = step(pair, warm_steps(steps));
    const uint64_t start = loam_clock_ns();
    result = result == LOAM_OK ? step(pair, steps) : result;
    *ms = ms_since(start) / (double)steps;
    return result;
}

static loam_result measure_scene(gpu_pair *pair, loam_gpu *gpu, loam_jobs *jobs, int32_t steps,
                                 gpu_life_figures *out)
{
    gpu_life_comparison found = {0};
    loam_result result = gpu_pair_world(pair, NULL);
    result = result == LOAM_OK ? measure(pair, gpu_pair_step_world, steps, &out->one_ms) : result;
    result = result == LOAM_OK ? gpu_pair_world(pair, jobs) : result;
    result = result == LOAM_OK ? measure(pair, gpu_pair_step_world, steps, &out->all_ms) : result;
    result = result == LOAM_OK ? gpu_pair_device(pair, gpu) : result;
    result = result == LOAM_OK ? measure(pair, step_device, steps, &out->device_ms) : result;
    result = result == LOAM_OK ? gpu_pair_compare(pair, &found) : result;
    out->moves = (double)found.moved / (double)(steps + warm_steps(steps));
    out->equal = found.differing == 0;
    return result;
}

loam_result gpu_bench_life(const loam_tile_defs *defs, loam_gpu *gpu, loam_jobs *jobs,
                           gpu_scene scene, int32_t ring_log2, int32_t steps, gpu_life_figures *out)
{
    gpu_pair pair = {.defs = defs, .seed = 7, .ring_log2 = ring_log2, .lowest = {0, HEIGHT}};
    loam_result result = gpu_pair_begin(&pair);
    if (result == LOAM_OK)
    {
        fill_scene(&pair, scene);
        result = measure_scene(&pair, gpu, jobs, steps, out);
    }
    gpu_pair_end(&pair);
    return result;
}
