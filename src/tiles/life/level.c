// SPDX-License-Identifier: MIT
#include "tiles/life/level.h"

#include "tiles/life/fluid_group.h"

// Tiles of water cannot push each other, so water would never rise in the other arm of a bent tube. What
// does the pushing here is a walk: a tile that has come to rest at a wall, on the surface, follows the wall
// with one hand, through water only. In the plane, that leads along the whole border of the body of water
// and so past each of its surfaces. If one is lower, the tile goes there; if one is higher, a tile of it
// comes here. Either way water gets lower, so it ends. It is tried a few times after water has moved, and
// costs nothing when it lies still: the variant has how many tries are left (fluids.h).

/// A ring, seen by one of its liquids.
typedef struct level_view
{
    fluid_group ring;
    const fluid_area *area;
    const uint8_t *relations;
} level_view;

typedef const level_view *level_place;

#define RELATION_AT(x, y) ring->relations[fluid_tile(&ring->ring, x, y)->block]
#define AREA(member) ring->area->member
#define AREA_MASK ring->ring.mask
#include "tiles/life/level_walk.inl"

static const uint8_t *relations_at(const fluid_group *ring, uint32_t x, uint32_t y)
{
    const fluid_rules *const rules = ring->field->rules;
    return rules->kinds[rules->kind_of[fluid_tile(ring, x, y)->block]].relations;
}

level_transfer loam_level_seek(const fluid_field *field, const fluid_area *area, uint32_t x,
                               uint32_t y, uint64_t random)
{
    level_view view = {.ring = fluid_ring(field, NULL), .area = area};
    view.relations = relations_at(&view.ring, x, y);
    const level_found pair = seek_level(&view, x, y, random & 1);
    return (level_transfer){pair.from_x, pair.from_y, pair.to_x, pair.to_y, pair.found, 0};
}

static void stir(const fluid_group *ring, uint32_t x, uint32_t y)
{
    const fluid_rules *const rules = ring->field->rules;
    loam_tile *const tile = fluid_tile(ring, x, y);
    if (rules->kinds[rules->kind_of[tile->block]].levelling > 0)
    {
        tile->block_variant |= FLUID_RESTLESS;
    }
}

bool loam_level_transfer(const fluid_field *field, const level_transfer *transfer)
{
    level_view view = {.ring = fluid_ring(field, NULL)};
    const fluid_group *const ring = &view.ring;
    const uint32_t from_x = transfer->from_x, from_y = transfer->from_y;
    const uint32_t to_x = transfer->to_x, to_y = transfer->to_y;
    loam_tile *const from = fluid_tile(ring, from_x, from_y), *const to = fluid_tile(ring, to_x,
                                                                                     to_y);
    const uint8_t *const relations = view.relations = relations_at(ring, from_x, from_y);
    const bool stands = (relations[fluid_tile(ring, to_x, to_y - 1)->block] & FLUID_SAME) &&
                        (relations[to->block] & FLUID_SPACE) && is_surface(&view, from_x, from_y);
    if (!stands)
    {
        return false;
    }
    const loam_tile moved = *from;
    from->block = to->block;
    from->block_variant = to->block_variant;
    to->block = moved.block;
    to->block_variant = moved.block_variant;
    loam_awake_set_fluid(&field->awake, from_x, from_y, field->rules->kind_of[from->block] != 0);
    loam_awake_set_fluid(&field->awake, to_x, to_y, true);
    stir(ring, to_x, to_y);
    stir(ring, to_x, to_y - 1);
    stir(ring, from_x, from_y - 1);
    loam_awake_around(&field->awake, from_x, from_y);
    loam_awake_around(&field->awake, to_x, to_y);
    return true;
}
