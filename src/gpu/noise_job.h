// SPDX-License-Identifier: MIT
// Parameters of a noise kernel. C and GLSL read this one file: all members have the same size and place in both.
#ifndef LOAM_GPU_NOISE_JOB_H
#define LOAM_GPU_NOISE_JOB_H

#ifdef GL_core_profile
#define JOB_WIDE uvec2
#define JOB_INT int
#define JOB_UINT uint
#define JOB_OCTAVE gpu_octave
#else
#include <stdint.h>
#define JOB_WIDE gpu_wide
#define JOB_INT int32_t
#define JOB_UINT uint32_t
#define JOB_OCTAVE struct gpu_octave

/// A 64-bit number in two halves, as GLSL has it.
typedef struct gpu_wide
{
    uint32_t low, high;
} gpu_wide;
#endif

#define JOB_OCTAVES 16
#define JOB_THREADS 64

struct gpu_octave
{
    JOB_WIDE frequency;
    JOB_WIDE key[3];
    float weight;
    float cells_per_unit;
};

struct gpu_noise_job
{
    JOB_WIDE start[3];
    JOB_WIDE pace;
    JOB_INT w, h, d;
    JOB_INT octaves, warp_octaves;
    JOB_INT fractal, fade, cell, metric;
    JOB_INT plain, centred;
    float jitter, cell_scale;
    float zero; // 0, which no compiler knows: -0 + 0 is 0, though they take x + 0 for x
    JOB_OCTAVE octave[JOB_OCTAVES];
    JOB_OCTAVE warp[3 * JOB_OCTAVES];
};

/// Which samples of which job, and where they go.
struct gpu_noise_part
{
    JOB_UINT first, count; // of the grid of the job
    JOB_UINT job;          // its number
    JOB_UINT to;           // where the first one goes
};

#endif
