// SPDX-License-Identifier: MIT
// Seeds as things that lie about. (Those that sprout by themselves are growth.h's.)
#ifndef LOAM_TILES_SEEDS_H
#define LOAM_TILES_SEEDS_H

#include "tiles/plants/plants.h"

/// A leaf, or a flower, of a plant comes off in a tile of the ring: one of 64 drops a seed of its species there, if
/// the tile is empty. Whether it did. The low bits of `random` decide.
bool loam_seed_drop(loam_tile_world *world, int32_t species, size_t index, uint64_t random);

#endif
