// SPDX-License-Identifier: MIT
// A noise over a grid of samples, evaluated by several threads, and figures about it.
#ifndef LOAM_TOOL_FIELD_H
#define LOAM_TOOL_FIELD_H

#include "loam/loam.h"
#include "progress.h"

/// A pool of so many threads, the calling one included; *out is NULL for 0 and 1.
loam_result field_threads(int32_t threads, loam_jobs **out);

/// Fills out[area.w * area.h] in bands of rows; dims 2 or 3, area.d is 1; or out[area.w], in pieces,
/// for dims 1, where area.h is 1. The samples are the same for any number of threads. bar, which may
/// be NULL, counts rows, samples for dims 1.
loam_result field_fill(loam_jobs *jobs, const loam_noise *noise, int32_t dims, loam_noise_area area,
                       float *out, progress *bar);

typedef struct field_figures
{
    uint64_t hash;
    double min, max, mean, sd; // sd: the standard deviation
} field_figures;

/// Figures of values, added up in order, so that they are the same on every machine.
field_figures field_measure(const float *values, size_t count);

#endif
