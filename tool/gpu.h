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

#endif
