// SPDX-License-Identifier: MIT
#include "tiles/state/cover.h"

#include "tiles/state/ring.h"

loam_tile loam_cover_bare(const loam_tile_world *world, size_t index)
{
    const loam_cover *const cover = world->cover;
    loam_tile tile = world->ring.tiles[index];
    if (cover != NULL)
    {
        loam_cover_strip(&tile, cover->taken[index], cover->behind[index], cover->is_plant);
    }
    return tile;
}

void loam_cover_disturb(loam_tile_world *world, size_t index)
{
    loam_cover *const cover = world->cover;
    if (cover != NULL && cover->taken[index] != 0)
    {
        cover->disturbed[loam_ring_slot_at(&world->ring, index)] = true;
        cover->any_disturbed = true;
    }
}
