// SPDX-License-Identifier: MIT
#include "tiles/plants/seeds.h"

#include "tiles/life/life.h"
#include "tiles/state/touched.h"

enum
{
    LEAVES_PER_SEED_LOG2 = 6
};

bool loam_seed_drop(loam_tile_world *world, int32_t species, size_t index, uint64_t random)
{
    loam_tile *const tile = &world->ring.tiles[index];
    const uint8_t seed = world->defs->species[species].seed;
    const bool drawn = (random & ((1 << LEAVES_PER_SEED_LOG2) - 1)) == 0;
    if (!drawn || !world->fluid[seed] || tile->block != LOAM_AIR)
    {
        return false;
    }
    tile->block = seed;
    tile->block_variant = 0;
    loam_life_changed(world, index, LOAM_AIR);
    loam_saving_touch(world, loam_ring_slot_at(&world->ring, index));
    world->plants->seeds++;
    return true;
}
