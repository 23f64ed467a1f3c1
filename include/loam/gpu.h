// SPDX-License-Identifier: MIT
// Loam, gpu: noise and tiles on a graphics processor, by Vulkan, with the bits that the processor gives.
//
// Part of loam-gpu, which is there where Vulkan's headers and glslc were when Loam was built. Vulkan itself is
// looked for when it is needed: programs start without it, and are told in words that there is none.
#ifndef LOAM_GPU_H
#define LOAM_GPU_H

#include "loam/noise.h"
#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_GPU_NAME 256
#define LOAM_GPU_MAX_DEVICES 16

typedef enum loam_gpu_kind
{
    LOAM_GPU_OTHER,
    LOAM_GPU_INTEGRATED,
    LOAM_GPU_DISCRETE,
    LOAM_GPU_VIRTUAL,
    LOAM_GPU_PROCESSOR, // no graphics processor at all, but a driver that computes as one would
    LOAM_GPU_KIND_COUNT,
} loam_gpu_kind;

/// A device that can compute.
typedef struct loam_gpu_info
{
    char name[LOAM_GPU_NAME];
    loam_gpu_kind kind;
    int32_t vulkan_major, vulkan_minor;
    uint64_t memory; // bytes of the largest heap that is its own
} loam_gpu_info;

typedef struct loam_gpu loam_gpu;

/// Start from loam_default_gpu_def(): the best device.
typedef struct loam_gpu_def
{
    loam_env env; // memory and log
    int32_t
        device; // the number of one in the list of loam_gpu_list; -1: a discrete one, else any other
} loam_gpu_def;

LOAM_API loam_gpu_def loam_default_gpu_def(void);

/// "integrated", "discrete", ...; "?" for anything else.
LOAM_API const char *loam_gpu_kind_name(loam_gpu_kind kind);

/// Lists devices that can compute, at most LOAM_GPU_MAX_DEVICES. LOAM_UNSUPPORTED if there is no Vulkan.
LOAM_API loam_result loam_gpu_list(loam_gpu_info out[LOAM_GPU_MAX_DEVICES], int32_t *count);

/// Opens a device. LOAM_UNSUPPORTED if there is no Vulkan or no device. A gpu is used by one thread at a time.
LOAM_API loam_result loam_gpu_create(const loam_gpu_def *def, loam_gpu **out);
LOAM_API void loam_gpu_destroy(loam_gpu *gpu); // may be NULL

/// What device it is.
LOAM_API loam_gpu_info loam_gpu_describe(const loam_gpu *gpu);

/// What loam_noise_grid1, 2 and 3 do, with the same bits: every kind, fade, metric, fractal and warp, at every
/// position. The first call of a kind in so many dimensions waits for the driver to translate its kernel.
LOAM_API loam_result loam_gpu_noise_grid1(loam_gpu *gpu, const loam_noise *noise, float *out,
                                          loam_noise_area area);
LOAM_API loam_result loam_gpu_noise_grid2(loam_gpu *gpu, const loam_noise *noise, float *out,
                                          loam_noise_area area);
LOAM_API loam_result loam_gpu_noise_grid3(loam_gpu *gpu, const loam_noise *noise, float *out,
                                          loam_noise_area area);

/// What loam_tile_source_fill does, with the same bits: every version, all definitions, every place. The processor does
/// what is done for a column, a row or a place for a pool, the device what is done for a tile. The device holds up to
/// 110 MiB from the first call on, which waits for the driver to translate kernels.
LOAM_API loam_result loam_gpu_tiles_fill(loam_gpu *gpu, const loam_tile_source *source,
                                         loam_tile_area area, loam_tile *tiles);

#ifdef __cplusplus
}
#endif
#endif
