// SPDX-License-Identifier: MIT
#include "tiles/life/level.h"

#include "tiles/life/fluid_group.h"

// Tiles of water cannot push each other, so water would never rise in the other arm of a bent tube. What
// does the pushing here is a walk: a tile that has come to rest at a wall, on the surface, follows the wall
// with one hand, through water only. In the plane, that leads along the whole border of the body of water
// and so past each of its surfaces. If one is lower, the tile goes there; if one is higher, a tile of it
// comes here. Either way water gets lower, so it ends. It is tried a few times after water has moved, and
// costs nothing when it lies still: the variant has how many tries are left (fluids.h).

enum
{
    MAX_WALK = 1024
};

typedef struct walker
{
    uint32_t x, y;
    uint32_t heading; // 0 right, 1 up, 2 left, 3 down
    uint32_t hand;    // 1 if the wall is on the left hand, 3 (that is, -1) on the right one
} walker;

static const int8_t headings[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static bool is_inside(const fluid_field *field, const fluid_area *area, uint32_t x, uint32_t y)
{
    // One tile of room on every side: what changes has neighbours that may change.
    const uint32_t mask = field->awake.mask;
    return ((x - area->x - 1) & mask) < area->side - 2 &&
           ((y - area->y - 1) & mask) < area->side - 2;
}

/// One step along the wall, through the same liquid only. False if there is nowhere to go.
static bool walk(const fluid_group *ring, const fluid_area *area, const uint8_t *relations,
                 walker *at)
{
    // Towards the wall, straight on, away from it, back.
    static const uint8_t turns[4] = {1, 0, 3, 2};
    for (uint32_t i = 0; i < 4; i++)
    {
        const uint32_t heading = (at->heading + turns[i] * at->hand) % 4;
        const uint32_t x = at->x + (uint32_t)headings[heading][0];
        const uint32_t y = at->y + (uint32_t)headings[heading][1];
        if (is_inside(ring->field, area, x, y) &&
            (relations[fluid_tile(ring, x, y)->block] & FLUID_SAME))
        {
            *at = (walker){x, y, heading, at->hand};
            return true;
        }
    }
    return false;
}

static const uint8_t *relations_at(const fluid_group *ring, uint32_t x, uint32_t y)
{
    const fluid_rules *const rules = ring->field->rules;
    return rules->kinds[rules->kind_of[fluid_tile(ring, x, y)->block]].relations;
}

/// Whether a tile of a liquid is its surface.
static bool is_surface(const fluid_group *ring, const uint8_t *relations, uint32_t x, uint32_t y)
{
    return relations[fluid_tile(ring, x, y + 1)->block] & FLUID_SPACE;
}

/// Down along a wall; where there is only the edge of a roof, along the surface or the roof. Either way it
/// comes back as it went, once it was all the way around.
static walker begin(const fluid_group *ring, const uint8_t *relations, uint32_t x, uint32_t y,
                    uint64_t random)
{
    const bool left = relations[fluid_tile(ring, x - 1, y)->block] & FLUID_RESTS;
    const bool right = relations[fluid_tile(ring, x + 1, y)->block] & FLUID_RESTS;
    if (!left && !right)
    {
        return random & 1 ? (walker){x, y, 0, 1} : (walker){x, y, 2, 3};
    }
    const bool by_right = right && (!left || (random & 1));
    return (walker){x, y, 3, by_right ? 1 : 3};
}

level_transfer loam_level_seek(const fluid_field *field, const fluid_area *area, uint32_t x,
                               uint32_t y, uint64_t random)
{
    const fluid_group ring = fluid_ring(field, NULL);
    const uint8_t *const relations = relations_at(&ring, x, y);
    const uint32_t mask = field->awake.mask;
    const uint32_t height = (y - area->y) & mask;
    const walker first = begin(&ring, relations, x, y, random);
    walker at = first;
    if (!is_inside(field, area, x, y) || !is_surface(&ring, relations, x, y))
    {
        return (level_transfer){.found = false};
    }
    for (int32_t i = 0; i < MAX_WALK && walk(&ring, area, relations, &at); i++)
    {
        const uint32_t other = (at.y - area->y) & mask;
        if (other + 1 < height && is_surface(&ring, relations, at.x, at.y))
        {
            return (level_transfer){
                .from_x = x, .from_y = y, .to_x = at.x, .to_y = at.y + 1, .found = true};
        }
        if (other > height + 1 && is_surface(&ring, relations, at.x, at.y) &&
            is_inside(field, area, x, y + 1))
        {
            return (level_transfer){
                .from_x = at.x, .from_y = at.y, .to_x = x, .to_y = y + 1, .found = true};
        }
        if (at.x == x && at.y == y && at.heading == first.heading)
        {
            break; // all the way around
        }
    }
    return (level_transfer){.found = false};
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
    const fluid_group ring = fluid_ring(field, NULL);
    const uint32_t from_x = transfer->from_x, from_y = transfer->from_y;
    const uint32_t to_x = transfer->to_x, to_y = transfer->to_y;
    loam_tile *const from = fluid_tile(&ring, from_x, from_y), *const to = fluid_tile(&ring, to_x,
                                                                                      to_y);
    const uint8_t *const relations = relations_at(&ring, from_x, from_y);
    const bool stands = (relations[fluid_tile(&ring, to_x, to_y - 1)->block] & FLUID_SAME) &&
                        (relations[to->block] & FLUID_SPACE) &&
                        is_surface(&ring, relations, from_x, from_y);
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
    stir(&ring, to_x, to_y);
    stir(&ring, to_x, to_y - 1);
    stir(&ring, from_x, from_y - 1);
    loam_awake_around(&field->awake, from_x, from_y);
    loam_awake_around(&field->awake, to_x, to_y);
    return true;
}
