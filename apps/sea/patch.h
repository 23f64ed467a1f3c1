// SPDX-License-Identifier: MIT
// A square of ground as samples: an island from its maps or from afar, or the bed of the sea. Knows no OpenGL.
#ifndef LOAM_SEA_PATCH_H
#define LOAM_SEA_PATCH_H

#include "loam/isles.h"

enum
{
    PATCH_QUADS = 16, // along a side of what is drawn at once
    PATCH_KINDS = 8,  // of ground, LOAM_ISLE_MAX_TERRAINS
};

typedef struct patch_texels
{
    int64_t x, z;        // of sample (0, 0), m
    int32_t step;        // m between samples
    int32_t side;        // samples along a side
    float *heights;      // m above the sea
    float *shapes;       // four a sample: normal to the east and north, openness, height
    uint8_t *low, *high; // four a sample: shares of grounds 0..3 and 4..7
    float lowest, highest;
} patch_texels;

/// An island as its maps have it at a stage.
loam_result patch_of_maps(const loam_isles_def *def, const loam_isle_maps *maps,
                          loam_isle_stage stage, patch_texels *out);

/// An island by heights alone, with at least so many samples along a side: grounds are those that its type has at such
/// heights and slopes.
loam_result patch_of_heights(loam_isles *isles, const loam_isle *isle, int32_t side,
                             patch_texels *out);

/// The bed of the sea in a slot.
loam_result patch_of_bed(loam_isles *isles, int64_t slot_x, int64_t slot_z, patch_texels *out);

/// {0} is allowed.
void patch_destroy(patch_texels *patch);

#endif
