// SPDX-License-Identifier: MIT
// What covers the ground on close maps: trees, one by one or as woods, and open ground that is not everywhere
// the same.
#ifndef LOAM_ATLAS_COVER_H
#define LOAM_ATLAS_COVER_H

#include "atlas/tile.h"

/// m a pixel: further off nothing of it is seen.
#define LAND_MAP_COVER_SCALE 64

/// How far from rivers banks are green, m.
#define LAND_MAP_BANKS_M 70

/// Fills woods, crown and dapple of a tile that has been filled.
loam_result loam_map_cover_fill(const loam_land *land, const loam_env *env, map_tile *tile);

#endif
