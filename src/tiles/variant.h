// SPDX-License-Identifier: MIT
// Which variant a tile gets.
#ifndef LOAM_TILES_VARIANT_H
#define LOAM_TILES_VARIANT_H

#include "loam/tiles.h"

/// A variant of a material, drawn by a random number: an outer one at an edge, if it has any, otherwise
/// an inner one (Dubsky 2022, 3.2.6). 0 for a material that does not exist. Called for every tile that
/// grows, hence here.
static inline uint8_t loam_variant_pick(const loam_material *material, bool edge, uint32_t random)
{
    const bool outer = edge && material->outer > 0;
    const uint32_t count = (uint32_t)(outer ? material->outer : material->inner);
    const uint32_t first = outer ? (uint32_t)material->inner : 0;
    return (uint8_t)(first + (uint32_t)((uint64_t)random * count >> 32));
}

#endif
