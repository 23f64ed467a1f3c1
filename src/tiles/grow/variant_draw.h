// SPDX-License-Identifier: MIT
// How a variant is drawn by noise. C and GLSL read this one file.
#ifndef LOAM_TILES_VARIANT_DRAW_H
#define LOAM_TILES_VARIANT_DRAW_H

#ifndef GL_core_profile
#include "tiles/grow/ground_parts.h"
#endif

#define VARIANT_SPREAD 32767.9f

/// A variant of a material that has so many, from a value in -1..1, of which 16 bits are plenty: what
/// loam_variant_pick gives for such a random number.
TILE_FUNCTION int drawn_variant(int inner, int outer, bool edge, float value)
{
    EXACT share = (value + 1.0f) * VARIANT_SPREAD;
    const bool at_edge = edge && outer > 0;
    const int chosen = AS_INT(share) * (at_edge ? outer : inner) >> 16;
    return (at_edge ? inner : 0) + chosen;
}

#endif
