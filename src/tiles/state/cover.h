// SPDX-License-Identifier: MIT
// What plants cover in the ring: which tiles they stand in, and the walls behind them. Plants keep it; what lives
// and what edits ask it, and note here where something has happened to a plant's tile.
#ifndef LOAM_TILES_COVER_H
#define LOAM_TILES_COVER_H

#include "tiles/state/world.h"

typedef struct loam_cover
{
    uint8_t *taken;   // of each tile of the ring: not 0 where a plant is or was cut
    uint16_t *behind; // the wall behind it, its material in the low byte; else 0
    bool is_plant[LOAM_MAX_MATERIALS], is_wood[LOAM_MAX_MATERIALS];
    bool stands[LOAM_MAX_MATERIALS]; // a plant that nothing has happened to may show it
    bool *reached;                   // slots that a plant may sway or fall into
    bool *disturbed;                 // slots in which something happened to a plant's tile
    bool any_disturbed;
    uint64_t decayed; // tiles of wood that lay in the walls and that slow rules took
} loam_cover;

/// The wall of a tile of the ring without the plant before it.
loam_tile loam_cover_bare(const loam_tile_world *world, size_t index);

/// To be called by whatever has changed the wall of a tile of the ring.
void loam_cover_disturb(loam_tile_world *world, size_t index);

/// Whether a tile of the ring with such a wall may be a plant's: most need no look at what plants know of tiles.
static inline bool loam_cover_may_show(const loam_cover *cover, uint8_t wall)
{
    return cover->stands[wall] || cover->any_disturbed;
}

/// Makes a tile what it is without the plant, given what plants know of it.
static inline void loam_cover_strip(loam_tile *tile, uint8_t taken, uint16_t behind,
                                    const bool *is_plant)
{
    const bool replaced = tile->wall != LOAM_AIR && !is_plant[tile->wall];
    if (taken && !replaced)
    {
        tile->wall = (uint8_t)behind;
        tile->wall_variant = (uint8_t)(behind >> 8);
    }
}

#endif
