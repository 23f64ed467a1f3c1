// SPDX-License-Identifier: MIT
// What a device keeps for tiles.
#ifndef LOAM_GPU_TILES_H
#define LOAM_GPU_TILES_H

#include "gpu/device.h"

/// A tile in one word of the device, its block lowest.
static inline loam_tile loam_gpu_tile_of(uint32_t word)
{
    return (loam_tile){(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                       (uint8_t)(word >> 24)};
}

static inline uint32_t loam_gpu_tile_word(loam_tile tile)
{
    return tile.block | (uint32_t)tile.block_variant << 8 | (uint32_t)tile.wall << 16 |
           (uint32_t)tile.wall_variant << 24;
}

void loam_gpu_tiles_free(loam_gpu *gpu);

#endif
