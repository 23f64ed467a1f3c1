// SPDX-License-Identifier: MIT
// What the pixels of a map have to do with water: which show some, how far the coast is, how broad the water.
#ifndef LOAM_ATLAS_SHORES_H
#define LOAM_ATLAS_SHORES_H

#include "atlas/tile.h"

/// Fills water, ground, coast, narrow and shore from the samples of a tile.
void loam_map_tile_shores(const loam_env *env, map_tile *tile);

#endif
