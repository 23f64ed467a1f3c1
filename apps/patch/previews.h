// SPDX-License-Identifier: MIT
// Small pictures beside the knobs: a biome's noise, and which biomes lie around the viewer.
#ifndef LOAM_PATCH_PREVIEWS_H
#define LOAM_PATCH_PREVIEWS_H

#include "loam/loam.h"

/// The noise of a biome from black to white, as its mean numbers make it: `across` wavelengths of its first octave
/// along a side.
loam_result preview_noise(const loam_patchwork_def *def, int32_t biome, float across,
                          loam_picture *out);

/// One pixel a chunk, north above, the chunk in the middle of it. What has not been seen is paler, if ranges change.
void preview_map(const loam_patchwork *patchwork, int64_t chunk_x, int64_t chunk_z,
                 loam_picture *out);

#endif
