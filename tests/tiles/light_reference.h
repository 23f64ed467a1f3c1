// SPDX-License-Identifier: MIT
// Light by straight rays, as Dubsky 2022 describes it (4.2.2, algorithm 2, with its bracket where the text
// has it): what the sweeps are measured against. Slow, and as plain as something can be that compilers still
// turn into vectors: units of a row are done side by side, so no unit is looked up by itself.
#ifndef LOAM_TESTS_TILES_LIGHT_REFERENCE_H
#define LOAM_TESTS_TILES_LIGHT_REFERENCE_H

#include "tiles/light/light.h"

/// The light that reaches the lit units of the field that `light` was updated with last, before blending:
/// out[lit.w * lit.h]. Rays come from `range` units away at most, in `rays` directions. range is at most
/// the margin less 1.
void light_reference(const loam_tile_light *light, int32_t rays, int32_t range,
                     float (*out)[LIGHT_CHANNELS]);

#endif
