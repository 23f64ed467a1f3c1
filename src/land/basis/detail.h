// SPDX-License-Identifier: MIT
// What a level of the graph adds to the coarser one: by how far places are moved before the coarser level is
// read, so that coasts and borders become fractal without holes, and hills and ridges between the coarser
// cells. Water runs over it at the finer level; a surface that has only the coarser one shows the same
// hills, so that scales agree.
#ifndef LOAM_LAND_DETAIL_H
#define LOAM_LAND_DETAIL_H

#include "loam/base.h"
#include "loam/noise.h"

/// Ridged noise is above 0 more often than below. This much is taken off, so that hills neither lift nor sink
/// the land as a whole; an octave that is left out counts as this.
#define LAND_RIDGED_MEAN 0.35f

/// How far places are moved at most, per cent of a cell of the coarser level.
#define LAND_WARP_PERCENT 40

/// The most of loam_detail_boldness at a level. It is 1 everywhere at level 1, whose ranges differ by
/// themselves.
static inline float land_boldest(int32_t level)
{
    return level == 1 ? 1.0f : 1.75f;
}

/// Noises of one level.
typedef struct land_detail
{
    loam_noise warp_x, warp_z, rolling, ridged, boldness;
    float warp_m;   // how far places are moved at most: LAND_WARP_PERCENT of a coarser cell
    float least_m;  // half the height of hills where it is flat
    float most_m;   // where it is alpine
    float faintest; // the least of loam_detail_boldness; 1 where all crests are alike
    float coast_m;  // hills fade below this height, so that they cannot move the coast
} land_detail;

/// Of level 1 or 2.
loam_result loam_detail_init(land_detail *detail, int32_t level, uint64_t seed, float relief,
                             loam_isa isa);

/// By how much places are moved, in metres.
loam_result loam_detail_warp(const land_detail *detail, const int64_t *x, const int64_t *z,
                             size_t count, float *dx, float *dz);

/// How far hills rise above, or valleys lie below, the coarser level's height at places with the given
/// height and ruggedness, in metres. scratch holds count floats.
loam_result loam_detail_rise(const land_detail *detail, const int64_t *x, const int64_t *z,
                             const float *height, const float *ruggedness, size_t count,
                             float *scratch, float *rise);

/// How high running water builds crests at places, in parts of what their ruggedness adds to that of plains:
/// at most land_boldest, and 1 on average.
loam_result loam_detail_boldness(const land_detail *detail, const int64_t *x, const int64_t *z,
                                 size_t count, float *out);
loam_result loam_detail_boldness_grid(const land_detail *detail, loam_noise_area area, float *out);

/// The rise at one place, from the values of both noises there.
float loam_detail_shape(const land_detail *detail, float height, float ruggedness, float rolling,
                        float ridged);

#endif
