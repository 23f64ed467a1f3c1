// SPDX-License-Identifier: MIT
// Clumps of leaves around a bud (Dubsky 2024, 4.2.5).
#ifndef LOAM_TILES_CLUMP_H
#define LOAM_TILES_CLUMP_H

#include "loam/base.h"

enum
{
    LOAM_CLUMP_REACH = 15, // tiles from the bud, at most
    LOAM_CLUMP_TILES = (2 * LOAM_CLUMP_REACH + 1) * (2 * LOAM_CLUMP_REACH + 1)
};

/// The tiles of a clump relative to its bud, x and y, in the order in which they grow: the bud's own is the
/// first, and each has one before it beside it, but for a few holes. A leaf of a power, less loss with every
/// tile that it spreads, to its 4 or 8 neighbours; power >= 0, loss >= 1. Returns how many tiles it has,
/// capacity at most; none without power.
int32_t loam_clump_grow(int32_t power, int32_t loss, int32_t neighbours, uint64_t seed,
                        int8_t (*offsets)[2], int32_t capacity);

#endif
