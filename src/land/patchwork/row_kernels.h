// SPDX-License-Identifier: MIT
// The loops over rows of vertices, one set for each instruction set.
#ifndef LOAM_LAND_PATCHWORK_ROW_KERNELS_H
#define LOAM_LAND_PATCHWORK_ROW_KERNELS_H

#include "loam/patchwork.h"

enum
{
    LOAM_PATCH_CORNERS = 4,
    LOAM_PATCH_ALONE = 3,                       // materials of one biome at a place
    LOAM_PATCH_ROW = LOAM_PATCH_MAX_CHUNK + 16, // kernels read and write whole vectors
};

/// A biome, with what is needed for every vertex.
typedef struct loam_patch_look
{
    float bands[LOAM_PATCH_MAX_BANDS];  // where their blends begin
    float blends[LOAM_PATCH_MAX_BANDS]; // 1 / how high they are
    int32_t band_count;
    float steep_from, steep; // the slope where it begins; 1 / how long it takes
    int32_t
        materials[LOAM_PATCH_MAX_BANDS]; // of steep ground, the band below, the band: a byte each
} loam_patch_look;

/// Normals of a row, east in the lower half and north in the upper one, and slopes, rise for a metre.
typedef struct loam_patch_slopes
{
    float slope[LOAM_PATCH_ROW];
    int32_t normals[LOAM_PATCH_ROW];
} loam_patch_slopes;

/// Materials along a row and their weights in parts of 255: a byte for each in both words, the first is the lowest.
typedef struct loam_patch_mix
{
    int32_t materials[LOAM_PATCH_ROW], weights[LOAM_PATCH_ROW];
} loam_patch_mix;

/// Biomes that share a row.
typedef struct loam_patch_shares
{
    int32_t count;                                   // of corners: 2 or 4
    int32_t first[LOAM_PATCH_CORNERS];               // the first corner of the same biome
    float of[LOAM_PATCH_CORNERS][LOAM_PATCH_ROW];    // of each corner at each vertex
    const loam_patch_mix *alone[LOAM_PATCH_CORNERS]; // what each has where it is alone
} loam_patch_shares;

typedef struct loam_patch_kernels
{
    /// Slopes at heights, from those on all four sides. steepness: rise for a metre of a difference between
    /// neighbours' neighbours.
    void (*slopes)(loam_patch_slopes *out, const float *heights, ptrdiff_t stride, int32_t count,
                   float steepness);
    /// What a biome has at heights and slopes. Always the same three, of which some may have no weight.
    void (*alone)(loam_patch_mix *out, const loam_patch_look *look, const float *heights,
                  const float *slope, int32_t count);
    /// The materials of several biomes, each by its share, in the order of corners; rounded to 255, and what rounding
    /// leaves is the heaviest's. Where only one biome has a share all is as there. True if some vertices have more
    /// materials than fit: those are not 0 in crowded, and have nothing of use in out.
    bool (*mix)(loam_patch_mix *out, int32_t crowded[LOAM_PATCH_ROW],
                const loam_patch_shares *shares, int32_t count);
} loam_patch_kernels;

extern const loam_patch_kernels loam_patch_kernels_scalar;
extern const loam_patch_kernels loam_patch_kernels_sse2;
extern const loam_patch_kernels loam_patch_kernels_avx2;
extern const loam_patch_kernels loam_patch_kernels_avx512;
extern const loam_patch_kernels loam_patch_kernels_neon;
extern const loam_patch_kernels loam_patch_kernels_wasm;

/// The kernels of an instruction set that this processor runs.
const loam_patch_kernels *loam_patch_kernels_of(loam_isa isa);

#endif
