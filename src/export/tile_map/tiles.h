// SPDX-License-Identifier: MIT
// The tiles of a world that may be kept: what a store has of it, and what grows where it has nothing.
#ifndef LOAM_EXPORT_TILE_MAP_TILES_H
#define LOAM_EXPORT_TILE_MAP_TILES_H

#include "loam/store.h"
#include "loam/tiles.h"

typedef struct tile_ground
{
    const loam_tile_source *source;
    loam_store *store; // may be NULL
    // What has grown already, if that is not NULL: an area is in it.
    const loam_tile *grown;
    loam_tile_area grown_area;
} tile_ground;

/// Fills tiles[area.w * area.h] with all tiles of an area, or, with every step-th sample of it, if is_exact is not
/// set. chunk has room for one.
loam_result loam_tile_ground_fill(const tile_ground *ground, loam_tile_area area, int64_t step,
                                  bool is_exact, loam_tile *tiles, loam_tile *chunk);

#endif
