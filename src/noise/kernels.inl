// SPDX-License-Identifier: MIT
// The noise kernels of one instruction set. A file kernels_<isa>.c includes its wide_<isa>.h and then
// this; it alone is compiled with that instruction set's flags.

#include "noise/noise.h"
#include "noise/point.h"
#include "noise/tables.h"

#include <string.h>

/// All of a sample becomes one piece of code, so that slopes that nobody asked for cost nothing. With the checks
/// of sanitizers in it that piece takes a compiler half a minute.
#ifdef LOAM_SANITIZED
#define WIDE_INLINE inline
#else
#define WIDE_INLINE inline __attribute__((always_inline))
#endif

#include "noise/kernels_hash.inl"

#include "noise/kernels_emit.inl"

#include "noise/kernels_lanes.inl"

#include "noise/kernels_cells.inl"
#include "noise/kernels_corner.inl"
#include "noise/kernels_simplex.inl"

/// One vector of samples of any noise, with its slope where the noise has one.
static WIDE_INLINE wf lanes_sample(const lanes_job *job, int32_t k, loam_noise_kind kind, int dims,
                                   wide_vector *slope)
{
    switch (kind)
    {
    case LOAM_NOISE_VALUE:
        return lanes_value(job, k, dims, slope);
    case LOAM_NOISE_PERLIN:
        return lanes_perlin(job, k, dims, slope);
    case LOAM_NOISE_SIMPLEX:
        return lanes_simplex(job, k, dims, slope);
    case LOAM_NOISE_CELLULAR:
        return lanes_cells(job, k, dims);
    default:
        *slope = (wide_vector){wf_set(0), wf_set(0), wf_set(0)};
        return lanes_white(job, k, dims);
    }
}

static WIDE_INLINE void lanes_loop(const lattice_lanes_job *job, loam_noise_kind kind, int dims)
{
    const row_target row = {job->target, job->out, job->count};
    lanes_job lanes;
    lanes_prepare(&lanes, job, kind, dims);
    for (int32_t k = 0; k < row.count; k += WIDE_N)
    {
        wide_vector slope;
        emit(&row, k, lanes_sample(&lanes, k, kind, dims, &slope));
    }
}

static WIDE_INLINE void slopes_loop(const lattice_lanes_job *job, loam_noise_kind kind, int dims)
{
    lanes_job lanes;
    lanes_prepare(&lanes, job, kind, dims);
    for (int32_t k = 0; k < job->count; k += WIDE_N)
    {
        wide_vector slope;
        wf_store(job->out + k, lanes_sample(&lanes, k, kind, dims, &slope));
        wf_store(job->slope[0] + k, slope.x);
        wf_store(job->slope[1] + k, slope.y);
        wf_store(job->slope[2] + k, slope.z);
    }
}

// Constants for kind and dims let the compiler make one loop for each.
#define FOR_EACH_DIMS(loop, job, kind) \
    ((job)->shape->dims == 1   ? loop(job, kind, 1) \
     : (job)->shape->dims == 2 ? loop(job, kind, 2) \
                               : loop(job, kind, 3))

static void lanes(const lattice_lanes_job *job)
{
    switch (job->shape->kind)
    {
    case LOAM_NOISE_VALUE:
        FOR_EACH_DIMS(lanes_loop, job, LOAM_NOISE_VALUE);
        break;
    case LOAM_NOISE_PERLIN:
        FOR_EACH_DIMS(lanes_loop, job, LOAM_NOISE_PERLIN);
        break;
    case LOAM_NOISE_SIMPLEX:
        FOR_EACH_DIMS(lanes_loop, job, LOAM_NOISE_SIMPLEX);
        break;
    case LOAM_NOISE_CELLULAR:
        FOR_EACH_DIMS(lanes_loop, job, LOAM_NOISE_CELLULAR);
        break;
    default:
        FOR_EACH_DIMS(lanes_loop, job, LOAM_NOISE_WHITE);
        break;
    }
}

static void slopes(const lattice_lanes_job *job)
{
    switch (job->shape->kind)
    {
    case LOAM_NOISE_VALUE:
        FOR_EACH_DIMS(slopes_loop, job, LOAM_NOISE_VALUE);
        break;
    case LOAM_NOISE_PERLIN:
        FOR_EACH_DIMS(slopes_loop, job, LOAM_NOISE_PERLIN);
        break;
    case LOAM_NOISE_SIMPLEX:
        FOR_EACH_DIMS(slopes_loop, job, LOAM_NOISE_SIMPLEX);
        break;
    default:
        FOR_EACH_DIMS(slopes_loop, job, LOAM_NOISE_WHITE);
        break;
    }
}

#if WIDE_N > 1

#include "noise/kernels_places.inl"

#include "noise/kernels_block.inl"

#include "noise/kernels_block_cells.inl"
#include "noise/kernels_block_simplex.inl"

#include "noise/kernels_block_simplex_runs.inl"

#include "noise/kernels_block_simplex_levels.inl"

#include "noise/kernels_block_simplex_choice.inl"

static bool block(const lattice_block_job *job)
{
    switch (job->shape->kind)
    {
    case LOAM_NOISE_VALUE:
        return block_value(job);
    case LOAM_NOISE_PERLIN:
        return block_perlin(job);
    case LOAM_NOISE_SIMPLEX:
        return block_simplex(job);
    case LOAM_NOISE_CELLULAR:
        return block_cells(job);
    default:
        return block_white(job);
    }
}

#else

/// The reference does the whole work for every sample.
static bool block(const lattice_block_job *job)
{
    (void)job;
    return false;
}

#include "noise/kernels_point.inl"

#endif

const struct loam_noise_kernels WIDE_KERNELS = {.isa = WIDE_ISA,
                                                .width = WIDE_N,
                                                .lanes = lanes,
                                                .slopes = slopes,
                                                .block = block,
                                                .point = WIDE_POINT,
#if WIDE_N > 1
                                                .places = places,
                                                .positions = positions,
                                                .shift = shift
#endif
};
