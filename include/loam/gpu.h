// SPDX-License-Identifier: MIT
// Loam, gpu: noise, tiles and fluids on a graphics processor, by Vulkan, with the bits that the processor gives.
//
// Part of loam-gpu, which is there where Vulkan's headers and glslc were when Loam was built. Vulkan itself is
// looked for when it is needed: programs start without it, and get a message that there is none.
#ifndef LOAM_GPU_H
#define LOAM_GPU_H

#include "loam/noise.h"
#include "loam/tile_world.h"

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
/// position. The first call of a kind in that many dimensions waits for the driver to translate its kernel.
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

// ---- life ---------------------------------------------------------------------------------------

/// An area whose tiles stay on a device and live there: fluids and loose solids move, react, decay, settle and find
/// their level, with the bits that loam_tile_world_step gives them in a ring of this size at this place, in still air,
/// without rain, lightning, slow rules and plants. As there, what lives is half a chunk within the ring's border.
typedef struct loam_gpu_life loam_gpu_life;

/// Start from loam_default_gpu_life_def(): a ring of 16 chunks from chunk (0, 0) on, seed 0.
typedef struct loam_gpu_life_def
{
    const loam_tile_defs *defs; // read while it is made; NULL: built in
    uint64_t seed;              // of the world
    int32_t ring_log2;          // 2^ring_log2 chunks wide and high, 3..6
    loam_chunk_pos lowest;      // of the ring: the one with the least x and y
    uint64_t first_step;        // where counting begins: a world continues after that many steps
} loam_gpu_life_def;

/// What has happened since it was made.
typedef struct loam_gpu_lived
{
    uint64_t steps;
    uint64_t moved, converted, levelled; // tiles: as in loam_tile_life
} loam_gpu_lived;

LOAM_API loam_gpu_life_def loam_default_gpu_life_def(void);

/// tiles are those of the whole ring, row by row from its lowest left one on; NULL: air. Nothing follows from their
/// being there but what would in a world that has grown so. LOAM_UNSUPPORTED if the device cannot bind so many. The
/// gpu outlives it. It takes some 5 bytes a tile on the device, as many here.
LOAM_API loam_result loam_gpu_life_create(loam_gpu *gpu, const loam_gpu_life_def *def,
                                          const loam_tile *tiles, loam_gpu_life **out);
LOAM_API void loam_gpu_life_destroy(loam_gpu_life *life); // may be NULL

/// The ring.
LOAM_API loam_tile_area loam_gpu_life_area(const loam_gpu_life *life);

/// So many steps, >= 0, which the device makes one after another. It returns when they are done.
LOAM_API loam_result loam_gpu_life_step(loam_gpu_life *life, int32_t steps);

/// Tiles of an area within the ring, row by row from its lowest left one on.
LOAM_API loam_result loam_gpu_life_read(loam_gpu_life *life, loam_tile_area area, loam_tile *tiles);

/// Changes them. Where a block is another one then, what follows from an edit follows with the next step: what stood on
/// it comes loose, liquids around look for their level.
LOAM_API loam_result loam_gpu_life_write(loam_gpu_life *life, loam_tile_area area,
                                         const loam_tile *tiles);

LOAM_API loam_gpu_lived loam_gpu_life_count(const loam_gpu_life *life);

#ifdef __cplusplus
}
#endif
#endif
