// SPDX-License-Identifier: MIT
// Connected vessels: liquids find one level.
#ifndef LOAM_TILES_LEVEL_H
#define LOAM_TILES_LEVEL_H

#include "tiles/life/fluids.h"

/// One tile that changes places with the space above another surface.
typedef struct level_transfer
{
    uint32_t from_x, from_y, to_x, to_y;
    bool found;
    uint64_t order; // in which those are done that compete
} level_transfer;

/// Looks from a tile at a wall or a roof, on the surface of a liquid, along the border of the liquid for a
/// surface that is at least two tiles higher or lower. Changes nothing.
level_transfer loam_level_seek(const fluid_field *field, const fluid_area *area, uint32_t x,
                               uint32_t y, uint64_t random);

/// Does it, if nothing has come in between: both tiles and what is under them look for more. Whether it
/// did. The tiles that changed are to be noted by the caller.
bool loam_level_transfer(const fluid_field *field, const level_transfer *transfer);

#endif
