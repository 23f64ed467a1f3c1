// SPDX-License-Identifier: MIT
// Which chunks of the ring slow rules have nothing to do in: most of a sky. Their tiles need not even be drawn.
#ifndef LOAM_TILES_BARREN_H
#define LOAM_TILES_BARREN_H

#include "tiles/life/slow_rules.h"
#include "tiles/state/world.h"

typedef struct loam_barren
{
    uint16_t *witnesses; // of each slot: a tile that some rule was about, or LOAM_CHUNK_TILES
} loam_barren;

loam_result loam_barren_init(loam_barren *barren, const loam_tile_world *world);
void loam_barren_free(loam_barren *barren, const loam_tile_world *world);

/// Whether any rule is about a tile, or its variant has to fit.
static inline bool loam_rules_heed(const slow_rules *rules, loam_tile tile)
{
    return rules->heeded[0][tile.block] || rules->heeded[1][tile.wall];
}

/// Looks through the tiles of a slot.
void loam_barren_look(const loam_barren *barren, const loam_tile_world *world,
                      const slow_rules *rules, int32_t slot);

/// To be called once a step: looks through those of a row of slots, another one in each step, that have not changed
/// for a while.
void loam_barren_step(const loam_barren *barren, const loam_tile_world *world,
                      const slow_rules *rules);

/// Whether surely nothing in an update chunk, given its lowest left tile, is of interest.
bool loam_barren_is(const loam_barren *barren, const loam_tile_world *world, loam_tile_pos low);

#endif
