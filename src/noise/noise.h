// SPDX-License-Identifier: MIT
// Evaluating a prepared noise over areas and points.
#ifndef LOAM_NOISE_NOISE_H
#define LOAM_NOISE_NOISE_H

#include "noise/lattice.h"

/// What selects the kernels of a noise in so many dimensions.
lattice_shape loam_noise_shape(const loam_noise_def *def, int32_t dims);

/// Whether an area can be filled in so many dimensions: if not, the result says why.
loam_result loam_noise_check_area(const loam_noise *noise, const float *out,
                                  const loam_noise_area *area, int32_t dims);

/// Value noise without interpolation is white noise whose cells are centred on the lattice points; a
/// point half-way between two belongs to the lower one (Dubsky 2022, eq. 2.3).
static inline bool loam_noise_is_centred(const loam_noise_def *def)
{
    return def->kind == LOAM_NOISE_VALUE && def->fade == LOAM_FADE_NEAREST;
}

/// What becomes of the values of an octave.
static inline lattice_target loam_noise_target(const loam_noise_def *def,
                                               const loam_noise_octave *octave, int32_t number)
{
    return (lattice_target){.fractal = def->fractal,
                            .weight = octave->weight,
                            .plain = def->fractal == LOAM_FRACTAL_FBM && def->octaves == 1,
                            .first = number == 0};
}

/// One sample of a smooth noise without warp, quicker than loam_noise_fill_points; false if it is another.
bool loam_noise_point(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z,
                      float *out);

/// The same with AVX2.
bool loam_noise_point_avx2(const loam_noise *noise, int32_t dims, int64_t x, int64_t y, int64_t z,
                           float *out);

void loam_noise_fill(const loam_noise *noise, float *out, loam_noise_area area, int32_t dims);

/// slope[a] may be NULL.
void loam_noise_fill_slopes(const loam_noise *noise, float *out, float *const slope[3],
                            loam_noise_area area, int32_t dims);

/// at[a] for a below dims. With count 1 it is quickest with the scalar kernels.
void loam_noise_fill_points(const loam_noise *noise, const struct loam_noise_kernels *kernels,
                            float *out, int32_t dims, const int64_t *const at[3], size_t count);

#endif
