// SPDX-License-Identifier: MIT
// What a device keeps for tiles.
#ifndef LOAM_GPU_TILES_H
#define LOAM_GPU_TILES_H

#include "gpu/device.h"

void loam_gpu_tiles_free(loam_gpu *gpu);

#endif
