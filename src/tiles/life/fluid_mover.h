// SPDX-License-Identifier: MIT
// What fluid_effects.inl, fluid_flight.inl and fluid_tile.inl ask for, in C: see there.
#ifndef LOAM_TILES_FLUID_MOVER_H
#define LOAM_TILES_FLUID_MOVER_H

#include "tiles/life/fluid_copy.h"

typedef fluid_group *fluid_place;
typedef const fluid_mover *fluid_who;

// Who has its turn is in a copy.
#define MOVER_TILE(dx, dy) mover->tile[(dy)*COPY_STRIDE + (dx)]
#define BLOCK(dx, dy) MOVER_TILE(dx, dy).block
#define VARIANT(dx, dy) MOVER_TILE(dx, dy).block_variant
#define KIND(member) mover->kind->member
#define RELATION(dx, dy) mover->kind->relations[BLOCK(dx, dy)]
#define WIND group->wind
#define BLOCK_AT(x, y) fluid_tile(group, x, y)->block
#define VARIANT_AT(x, y) fluid_tile(group, x, y)->block_variant
#define VARIANTS(block) group->field->rules->variants[block]
#define LOOSE_OF(block) group->field->rules->loose_of[block]
#define HOLDS(block) group->field->rules->holds[block]
#define HARDNESS(block) group->field->rules->hardness[block]
#define IS_LOOSE(block) \
    (group->field->rules->kinds[group->field->rules->kind_of[block]].settled != LOAM_AIR)

static inline void fluid_note_converted(fluid_group *group)
{
    group->report->converted++;
}

/// Has another variant.
static inline void fluid_become(fluid_group *group, const fluid_mover *mover, uint8_t variant)
{
    mover->tile->block_variant = variant;
    group->report->touched |= FLUID_TOUCHED_SELF;
}

/// Goes by a tile, and has another variant.
static inline void fluid_go(fluid_group *group, const fluid_mover *mover, int32_t dx, int32_t dy,
                            uint8_t variant)
{
    fluid_move(group, mover, &MOVER_TILE(dx, dy), mover->x + (uint32_t)dx, mover->y + (uint32_t)dy,
               variant);
}

#endif
