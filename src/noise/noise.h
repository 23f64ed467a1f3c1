// SPDX-License-Identifier: MIT
// Evaluating a prepared noise over areas and points.
#ifndef LOAM_NOISE_NOISE_H
#define LOAM_NOISE_NOISE_H

#include "noise/lattice.h"

/// What selects the kernels of a noise in so many dimensions.
lattice_shape loam_noise_shape(const loam_noise_def *def, int32_t dims);

void loam_noise_fill(const loam_noise *noise, float *out, loam_noise_area area, int32_t dims);

/// slope[a] may be NULL.
void loam_noise_fill_slopes(const loam_noise *noise, float *out, float *const slope[3],
                            loam_noise_area area, int32_t dims);

/// at[a] for a below dims. With count 1 it is quickest with the scalar kernels.
void loam_noise_fill_points(const loam_noise *noise, const struct loam_noise_kernels *kernels,
                            float *out, int32_t dims, const int64_t *const at[3], size_t count);

#endif
