// SPDX-License-Identifier: MIT
#include "gpu/noise.h"

#include "noise/noise.h"

#include <string.h>

// Grids of noise: one invocation a sample, as many samples at a time as fit into what every device binds. Which
// noise it is, and in how many dimensions, are constants of the kernel; all else is told to it.

enum
{
    PART_SAMPLES = 1 << 22 // 16 MiB, and 65536 groups less one at most are needed for it
};

_Static_assert(PART_SAMPLES / JOB_THREADS <= 65536, "more groups than every device takes");
_Static_assert(JOB_OCTAVES == LOAM_MAX_OCTAVES, "kernels have room for as many octaves");

static const uint32_t noise_code[] =
#include "embedded/noise.comp.inc"
    ;

static gpu_wide wide(uint64_t number)
{
    return (gpu_wide){(uint32_t)number, (uint32_t)(number >> 32)};
}

static struct gpu_octave make_octave(const loam_noise_octave *octave)
{
    struct gpu_octave made = {
        .frequency = wide(octave->frequency),
        .weight = octave->weight,
        .cells_per_unit = (float)((double)octave->frequency / LATTICE_FREQUENCY_ONE)};
    for (int32_t a = 0; a < 3; a++)
    {
        made.key[a] = (gpu_wide){octave->key[a][0], octave->key[a][1]};
    }
    return made;
}

struct gpu_noise_job loam_gpu_noise_job(const loam_noise *noise, const loam_noise_area *area,
                                        int32_t dims)
{
    const loam_noise_def *const def = &noise->def;
    const lattice_shape shape = loam_noise_shape(def, dims);
    struct gpu_noise_job job = {
        .start = {wide((uint64_t)area->x), wide((uint64_t)area->y), wide((uint64_t)area->z)},
        .pace = wide((uint64_t)area->step),
        .w = area->w,
        .h = area->h,
        .d = area->d,
        .octaves = def->octaves,
        .warp_octaves = def->warp_octaves,
        .fractal = (int32_t)def->fractal,
        .fade = (int32_t)shape.fade,
        .cell = (int32_t)shape.cell,
        .metric = (int32_t)shape.metric,
        .plain = def->fractal == LOAM_FRACTAL_FBM && def->octaves == 1,
        .centred = loam_noise_is_centred(def),
        .jitter = shape.jitter,
        .cell_scale = shape.cell_scale};
    for (int32_t i = 0; i < LOAM_MAX_OCTAVES; i++)
    {
        job.octave[i] = make_octave(&noise->octaves[i]);
        for (int32_t a = 0; a < 3; a++)
        {
            job.warp[a * LOAM_MAX_OCTAVES + i] = make_octave(&noise->warp[a][i]);
        }
    }
    return job;
}

loam_result loam_gpu_noise_kernel(loam_gpu *gpu, const loam_noise *noise, int32_t dims,
                                  gpu_kernel **out)
{
    const lattice_shape shape = loam_noise_shape(&noise->def, dims);
    const gpu_source source = {.code = noise_code,
                               .code_bytes = sizeof noise_code,
                               .bindings = 2,
                               .special_count = 3,
                               .special = {(int32_t)shape.kind, dims, noise->def.warp > 0.0}};
    return loam_gpu_kernel_get(gpu, &source, out);
}

void loam_gpu_noise_dispatch(loam_gpu *gpu, const gpu_kernel *kernel, struct gpu_noise_part part)
{
    loam_gpu_dispatch(gpu, kernel, &part, sizeof part,
                      (part.count + JOB_THREADS - 1) / JOB_THREADS);
}

static loam_result need_buffers(loam_gpu *gpu, size_t samples)
{
    const size_t bytes = samples * sizeof(float);
    loam_result result = loam_gpu_buffer_need(gpu, &gpu->job, sizeof(struct gpu_noise_job), true);
    result = result == LOAM_OK ? loam_gpu_buffer_need(gpu, &gpu->samples, bytes, false) : result;
    return result == LOAM_OK ? loam_gpu_buffer_need(gpu, &gpu->staging, bytes, true) : result;
}

static loam_result fill_part(loam_gpu *gpu, const gpu_kernel *kernel, float *out, uint32_t first,
                             uint32_t count)
{
    loam_result result = loam_gpu_begin(gpu);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_gpu_noise_dispatch(gpu, kernel, (struct gpu_noise_part){.first = first, .count = count});
    loam_gpu_barrier(gpu);
    loam_gpu_copy(gpu, &gpu->samples, 0, &gpu->staging, 0, count * sizeof(float));
    loam_gpu_barrier(gpu);
    result = loam_gpu_finish(gpu);
    if (result == LOAM_OK)
    {
        memcpy(out, gpu->staging.mapped, count * sizeof(float));
    }
    return result;
}

static loam_result fill(loam_gpu *gpu, const loam_noise *noise, float *out,
                        const loam_noise_area *area, int32_t dims)
{
    const uint64_t all = (uint64_t)area->w * (uint64_t)area->h * (uint64_t)area->d;
    gpu_kernel *kernel = NULL;
    loam_result result = need_buffers(gpu, all < PART_SAMPLES ? (size_t)all : PART_SAMPLES);
    result = result == LOAM_OK ? loam_gpu_noise_kernel(gpu, noise, dims, &kernel) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const struct gpu_noise_job job = loam_gpu_noise_job(noise, area, dims);
    memcpy(gpu->job.mapped, &job, sizeof job);
    loam_gpu_kernel_bind(gpu, kernel, (const gpu_buffer *const[2]){&gpu->job, &gpu->samples}, 2);
    for (uint64_t first = 0; first < all && result == LOAM_OK; first += PART_SAMPLES)
    {
        const uint64_t left = all - first;
        result = fill_part(gpu, kernel, out + first, (uint32_t)first,
                           left < PART_SAMPLES ? (uint32_t)left : PART_SAMPLES);
    }
    return result;
}

static loam_result grid(loam_gpu *gpu, const loam_noise *noise, float *out, loam_noise_area area,
                        int32_t dims)
{
    LOAM_ASSERT(NULL, gpu != NULL);
    const loam_result result = loam_noise_check_area(noise, out, &area, dims);
    area.h = dims > 1 ? area.h : 1;
    area.d = dims > 2 ? area.d : 1;
    return result == LOAM_OK ? fill(gpu, noise, out, &area, dims) : result;
}

loam_result loam_gpu_noise_grid1(loam_gpu *gpu, const loam_noise *noise, float *out,
                                 loam_noise_area area)
{
    return grid(gpu, noise, out, area, 1);
}

loam_result loam_gpu_noise_grid2(loam_gpu *gpu, const loam_noise *noise, float *out,
                                 loam_noise_area area)
{
    return grid(gpu, noise, out, area, 2);
}

loam_result loam_gpu_noise_grid3(loam_gpu *gpu, const loam_noise *noise, float *out,
                                 loam_noise_area area)
{
    return grid(gpu, noise, out, area, 3);
}
