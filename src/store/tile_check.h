// SPDX-License-Identifier: MIT
// Tiles from outside: whether definitions have what they are made of.
#ifndef LOAM_STORE_TILE_CHECK_H
#define LOAM_STORE_TILE_CHECK_H

#include "loam/tiles.h"

/// How many variants a material has in front and behind; 0 if it may not stand there. A fluid has all
/// that there can be: its state.
typedef struct loam_tile_limits
{
    uint16_t blocks[LOAM_MAX_MATERIALS];
    uint16_t walls[LOAM_MAX_MATERIALS];
} loam_tile_limits;

void loam_tile_limits_init(loam_tile_limits *limits, const loam_tile_defs *defs);

/// The index of the first tile that there cannot be, count if there is none.
size_t loam_tiles_find_bad(const loam_tile_limits *limits, const loam_tile *tiles, size_t count);

/// What is wrong with such a tile: "the block is material 77, which the definitions do not have".
void loam_tile_describe_bad(const loam_tile_limits *limits, const loam_tile_defs *defs,
                            loam_tile tile, char *out, size_t size);

#endif
