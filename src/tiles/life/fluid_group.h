// SPDX-License-Identifier: MIT
// Tiles whose fluids are being moved: what the rules of motion share.
#ifndef LOAM_TILES_FLUID_GROUP_H
#define LOAM_TILES_FLUID_GROUP_H

#include "base/small.h"
#include "tiles/life/fluids.h"

/// On which sides of a quarter the area ends that fluids do not leave: bits.
typedef enum fluid_side
{
    FLUID_LEFT = 1 << 0,
    FLUID_RIGHT = 1 << 1,
    FLUID_BELOW = 1 << 2,
    FLUID_ABOVE = 1 << 3,
} fluid_side;

#define FLUID_BANDS (QUARTER_SIDE / 4) // pairs of rows of cores in a pass

/// What is known of a row of a quarter, or of that below or above: a bit a tile. Further out it is only who
/// wakes up.
typedef struct fluid_row
{
    uint64_t woken, fluids;
    uint64_t open,
        strangers; // air and fluids; fluids that do not flow together. Where they were looked for
} fluid_row;

/// A quarter that is worked on in a copy of its own, with the tiles around it; or the ring itself, for
/// changes here and there. Coordinates are the group's own. In a copy the quarter begins at (1, 1).
typedef struct fluid_group
{
    const fluid_field *field;
    fluid_report *report;
    loam_tile *tiles;
    uint32_t stride;            // tiles from one row to the next
    uint32_t mask;              // coordinates wrap around by it
    uint32_t x, y;              // where the quarter begins
    uint32_t left, down;        // where the group begins in the ring's array
    fluid_row *rows;            // of a copy, from 2 below the quarter to 2 above; NULL for the ring
    const fluid_kind *together; // whose tiles are plain: see fluid_plain.c; none of a ring
    uint64_t seed;
    int32_t wind;                   // of 1024
    uint32_t sides;                 // bits of fluid_side
    int32_t asked_before;           // requests of passes before
    uint32_t turn;                  // of a pass: by rows, then by turns, then from left to right
    uint32_t asked[FLUID_REQUESTS]; // the turns of those who have asked
} fluid_group;

/// A fluid whose turn it is.
typedef struct fluid_mover
{
    const fluid_kind *kind;
    loam_tile *tile;
    uint32_t x, y;
    uint8_t variant;
} fluid_mover;

static inline loam_tile *fluid_tile(const fluid_group *group, uint32_t x, uint32_t y)
{
    return group->tiles + (size_t)(y & group->mask) * group->stride + (x & group->mask);
}

static inline fluid_row *fluid_row_at(const fluid_group *group, uint32_t y)
{
    return group->rows + (y + 1);
}

/// The ring itself as a group.
static inline fluid_group fluid_ring(const fluid_field *field, fluid_report *report)
{
    return (fluid_group){.field = field,
                         .report = report,
                         .tiles = field->tiles,
                         .stride = field->awake.mask + 1,
                         .mask = field->awake.mask};
}

/// Another random number from one and an index (splitmix64's finisher).
static inline uint64_t fluid_mix(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The dice of one of four tiles from those of its core: the upper half is mixed into the lower.
static inline uint64_t fluid_dice(uint64_t core, uint32_t turn)
{
    static const uint64_t odd[4] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9),
                                    UINT64_C(0x94d049bb133111eb), UINT64_C(0xd6e8feb86659fd93)};
    const uint64_t dice = (core | 1) * odd[turn];
    return dice ^ dice >> 32;
}

/// The number of one of the 24 orders of four things; and the order.
static inline uint32_t fluid_order_number(uint64_t random)
{
    return (uint32_t)((random & 0xffff) * FLUID_ORDER_COUNT >> 16);
}

const uint8_t *loam_fluids_order(uint64_t random);

/// Writes a block; the same with a variant that fits, as a conversion: random has 8 bits.
void loam_fluids_set(fluid_group *group, uint32_t x, uint32_t y, uint8_t block, uint8_t variant);
void loam_fluids_convert(fluid_group *group, uint32_t x, uint32_t y, uint8_t block,
                         uint32_t random);

/// A granular solid that has lost what it stood on, or what kept it from sliding, comes loose.
void loam_fluids_loosen(fluid_group *group, uint32_t x, uint32_t y);

/// Something has left (x, y): granular solids that lay on it, or on the slopes beside it, come loose.
void loam_fluids_undermine(fluid_group *group, uint32_t x, uint32_t y);

/// Keeps the bits of a tile in the quarter's columns.
static inline void fluid_set_bits(const fluid_group *group, uint32_t x, uint32_t y, uint8_t block)
{
    fluid_row *const row = fluid_row_at(group, y);
    const uint32_t column = x - 1;
    const uint64_t others = ~((uint64_t)1 << column);
    const uint64_t fluid = group->field->rules->kind_of[block] != 0;
    const uint64_t open = fluid | (block == LOAM_AIR);
    const uint64_t strange = fluid & (block != group->together->material);
    row->fluids = (row->fluids & others) | fluid << column;
    row->open = (row->open & others) | open << column;
    row->strangers = (row->strangers & others) | strange << column;
}

/// Wakes a tile and its neighbours, which are all in the quarter's columns.
static inline void fluid_wake_inside(const fluid_group *group, uint32_t x, uint32_t y)
{
    const uint64_t bits = (uint64_t)7 << (x - 2);
    fluid_row *const row = fluid_row_at(group, y);
    row[-1].woken |= bits;
    row[0].woken |= bits;
    row[1].woken |= bits;
}

/// The blocks of two tiles, one of them at the side of the quarter, have changed places: notes it.
void loam_fluids_note_move(fluid_group *group, const fluid_mover *mover, uint32_t to_x,
                           uint32_t to_y, uint8_t left_behind);

/// Keeps the bits of a tile in the quarter's columns that has become air.
static inline void fluid_set_air(const fluid_group *group, uint32_t x, uint32_t y)
{
    fluid_row *const row = fluid_row_at(group, y);
    const uint64_t bit = (uint64_t)1 << (x - 1);
    row->fluids &= ~bit;
    row->strangers &= ~bit;
    row->open |= bit;
}

/// The same for tiles that have all their neighbours in the quarter.
static inline void fluid_note_move_inside(fluid_group *group, const fluid_mover *mover,
                                          uint32_t to_x, uint32_t to_y, uint8_t left_behind)
{
    if (left_behind == LOAM_AIR)
    {
        fluid_set_air(group, mover->x, mover->y);
    }
    else
    {
        fluid_set_bits(group, mover->x, mover->y, left_behind);
    }
    fluid_row *const row = fluid_row_at(group, to_y);
    const uint64_t bit = (uint64_t)1 << (to_x - 1);
    row->fluids |= bit;
    row->strangers = mover->kind == group->together ? row->strangers & ~bit : row->strangers | bit;
    fluid_wake_inside(group, mover->x, mover->y);
    fluid_wake_inside(group, to_x, to_y);
    group->report->touched |= FLUID_TOUCHED_SELF;
}

/// Another fluid was where it is now: if that was a loose solid that had stood there, aside or below, what
/// lay on it comes loose.
void loam_fluids_displaced(fluid_group *group, const fluid_mover *mover, uint32_t to_x,
                           uint32_t to_y);

/// Changes places with a neighbour, the tile `to` at (to_x, to_y).
static inline void fluid_move(fluid_group *group, const fluid_mover *mover, loam_tile *to,
                              uint32_t to_x, uint32_t to_y, uint8_t variant)
{
    loam_tile *const from = mover->tile;
    const uint8_t block = from->block, other = to->block;
    from->block = other;
    from->block_variant = to->block_variant;
    to->block = block;
    to->block_variant = variant;
    group->report->moved++;
    const bool inside = mover->x - 3 < QUARTER_SIDE - 4 && mover->y - 2 < QUARTER_SIDE - 2;
    if (inside)
    {
        fluid_note_move_inside(group, mover, to_x, to_y, other);
    }
    else
    {
        loam_fluids_note_move(group, mover, to_x, to_y, other);
    }
    if (mover->kind->settled != LOAM_AIR && (variant & FLUID_STOOD))
    {
        to->block_variant = (uint8_t)(variant & ~FLUID_STOOD);
        loam_fluids_undermine(group, mover->x, mover->y);
    }
    if (other != LOAM_AIR)
    {
        loam_fluids_displaced(group, mover, to_x, to_y);
    }
}

/// The turn of one tile in a copy, that is the given one of its core's four.
void loam_fluids_take_turn(fluid_group *group, uint32_t x, uint32_t y, uint32_t turn,
                           uint64_t dice);

/// What is at (x, y) has changed: notes which quarter that is, and wakes what is around.
void loam_fluids_note_change(const fluid_group *group, uint32_t x, uint32_t y);

/// The dice of a core, given its lowest left tile.
static inline uint64_t fluid_core_dice(const fluid_group *group, uint32_t x, uint32_t y)
{
    return fluid_mix(group->seed, y * QUARTER_SIDE + x);
}

/// Nothing can change it until something around does.
void loam_fluids_sleep(const fluid_group *group, const fluid_mover *mover);

/// Whether it turned into something else because of what is beside it.
bool loam_fluids_react(fluid_group *group, const fluid_mover *mover, uint64_t random);

/// A step of a fluid that has a velocity.
void loam_fluids_fly(fluid_group *group, const fluid_mover *mover, uint64_t random);

#endif
