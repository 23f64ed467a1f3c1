// SPDX-License-Identifier: MIT
// Kernels of noise, for whoever puts them into a list of commands.
#ifndef LOAM_GPU_NOISE_H
#define LOAM_GPU_NOISE_H

#include "gpu/device.h"
#include "gpu/noise_job.h"

/// Parameters of the kernel of a noise.
struct gpu_noise_job loam_gpu_noise_job(const loam_noise *noise, const loam_noise_area *area,
                                        int32_t dims);

/// The kernel of a noise in so many dimensions; noises of the same kind share it. It binds jobs and samples.
loam_result loam_gpu_noise_kernel(loam_gpu *gpu, const loam_noise *noise, int32_t dims,
                                  gpu_kernel **out);

void loam_gpu_noise_dispatch(loam_gpu *gpu, const gpu_kernel *kernel, struct gpu_noise_part part);

#endif
