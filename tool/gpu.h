// SPDX-License-Identifier: MIT
// What verbs about graphics processors have in common.
#ifndef LOAM_TOOL_GPU_H
#define LOAM_TOOL_GPU_H

#include "report.h"

#include "loam/gpu.h"

/// The option --device, an int64_t.
#define GPU_DEVICE_OPTION(settings_offset) \
    INT_OPTION("device", settings_offset, -1, LOAM_GPU_MAX_DEVICES - 1, "N", "-1", \
               "the number of a device in loam gpu info; -1 for the best one")

/// Opens a device, -1 for the best one.
loam_result gpu_open(int64_t device, loam_gpu **out);

/// Tiles of a device beside those of the processor.
typedef struct gpu_tile_comparison
{
    int64_t areas, tiles, differing;
    uint32_t biomes; // bit i: of biome i
    // Of the first tile that differs, if any does.
    int32_t version;
    uint64_t seed;
    loam_tile_pos at;
    loam_tile expected, got;
} gpu_tile_comparison;

enum
{
    GPU_TILE_SEEDS = 3
};

/// Compares tiles of all versions of the built-in definitions and of changed ones, of several seeds, in every biome,
/// in heights from the surface to 2^40 below it, near the origin and 2^40 tiles from it on both sides.
loam_result gpu_compare_tiles(loam_gpu *gpu, gpu_tile_comparison *out);

/// The same tiles living on a device and in a world on the processor. Set what comes first.
typedef struct gpu_pair
{
    const loam_tile_defs *defs;
    uint64_t seed;
    int32_t ring_log2;
    loam_chunk_pos lowest;
    loam_tile *
        tiles; // of the ring, which both begin with; and what the device has, once they are compared
    loam_gpu_life *life;
    loam_tile_world *world;
} gpu_pair;

/// Makes room for the tiles. To be ended in any case.
loam_result gpu_pair_begin(gpu_pair *pair);
void gpu_pair_end(gpu_pair *pair);

/// What the tiles are of, and where the middle of the ring is.
loam_tile_area gpu_pair_area(const gpu_pair *pair);
loam_tile_pos gpu_pair_centre(const gpu_pair *pair);

/// Either begins with the tiles; the device with air, if there are none yet.
loam_result gpu_pair_device(gpu_pair *pair, loam_gpu *gpu);
loam_result gpu_pair_world(gpu_pair *pair, loam_jobs *jobs);

loam_result gpu_pair_step_world(gpu_pair *pair, int32_t steps);

/// Tiles that have lived on a device beside those of the processor.
typedef struct gpu_life_comparison
{
    int64_t tiles, steps, differing;
    uint64_t moved;
    // Of the first tile that differs, if any does.
    uint64_t seed;
    loam_tile_pos at;
    loam_tile expected, got;
} gpu_life_comparison;

/// Fetches the device's tiles, and adds what is found.
loam_result gpu_pair_compare(gpu_pair *pair, gpu_life_comparison *out);

/// Lets fluids of all kinds move in grown worlds near the origin and 2^40 tiles from it, on both.
loam_result gpu_compare_life(loam_gpu *gpu, int32_t steps, gpu_life_comparison *out);

#endif
