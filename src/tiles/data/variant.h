// SPDX-License-Identifier: MIT
// Which variant a tile gets, and which one it looks like.
#ifndef LOAM_TILES_VARIANT_H
#define LOAM_TILES_VARIANT_H

#include "loam/tiles.h"

/// A variant, drawn by a random number, of a material that has so many: an outer one at an edge, if it
/// has any, otherwise an inner one (Dubsky 2022, 3.2.6). 0 for a material that does not exist. Called for
/// every tile that grows, hence here.
static inline uint8_t loam_variant_pick(int32_t inner, int32_t outer, bool edge, uint32_t random)
{
    const bool at_edge = edge && outer > 0;
    const uint32_t count = (uint32_t)(at_edge ? outer : inner);
    const uint32_t first = at_edge ? (uint32_t)inner : 0;
    return (uint8_t)(first + (uint32_t)((uint64_t)random * count >> 32));
}

/// Whether a variant is one that could have been drawn.
static inline bool loam_variant_fits(int32_t inner, int32_t outer, bool edge, int32_t variant)
{
    const bool at_edge = edge && outer > 0;
    return variant < inner + outer && (variant >= inner) == at_edge;
}

/// The colour or the light, 0..LOAM_MAX_VARIANTS - 1, that a variant of a material has. What flows keeps
/// its state in the bits above those of its look, so its variants go round; others that there are not
/// look like the last one.
static inline int32_t loam_variant_look(const loam_material *material, uint8_t variant)
{
    const bool flows = (material->properties & (LOAM_LIQUID | LOAM_GAS | LOAM_LOOSE)) != 0;
    const int32_t count = material->inner + material->outer;
    const int32_t look = variant < count                ? variant
                         : flows && material->inner > 0 ? variant % material->inner
                                                        : count - 1;
    return look < 0 ? 0 : look < LOAM_MAX_VARIANTS ? look : LOAM_MAX_VARIANTS - 1;
}

#endif
