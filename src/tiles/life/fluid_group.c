// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_mover.h"

// Changes of tiles, and what has to be known of them: which tiles are fluids, what wakes up, which chunks
// are to be saved.

/// A copy has the bits of the rows below and above it, too.
static void set_fluid(const fluid_group *group, uint32_t x, uint32_t y, uint8_t block)
{
    if (group->rows != NULL && x - 1 < QUARTER_SIDE)
    {
        fluid_set_bits(group, x, y, block);
        return;
    }
    const bool fluid = group->field->rules->kind_of[block] != 0;
    loam_awake_set_fluid(&group->field->awake, x + group->left, y + group->down, fluid);
}

/// Wakes what is around a tile at the side of a quarter, or just outside: the quarter's own tiles are in the
/// copy.
static void wake_at_side(const fluid_group *group, uint32_t x, uint32_t y)
{
    const loam_awake *const awake = &group->field->awake;
    const uint64_t own = x < 2 ? (uint64_t)7 >> (2 - x) : (uint64_t)7 << (x - 2);
    const uint32_t first = x < 2 ? x - 1 : QUARTER_SIDE + 1; // of those outside
    const uint32_t count = x < 2 ? 2 - x : x + 1 - QUARTER_SIDE;
    for (uint32_t row = y - 1; row != y + 2; row++)
    {
        fluid_row_at(group, row)->woken |= own;
        loam_awake_row(awake, first + group->left, row + group->down, count);
    }
}

static void wake_around(const fluid_group *group, uint32_t x, uint32_t y)
{
    if (group->rows == NULL)
    {
        loam_awake_around(&group->field->awake, x, y);
    }
    else if (x - 2 < QUARTER_SIDE - 2)
    {
        fluid_wake_inside(group, x, y);
    }
    else
    {
        wake_at_side(group, x, y);
    }
}

/// What is at (x, y) has changed: notes which quarter that is, and wakes what is around.
void loam_fluids_note_change(const fluid_group *group, uint32_t x, uint32_t y)
{
    const uint32_t column = ((x - group->x + QUARTER_SIDE) & group->mask) / QUARTER_SIDE;
    const uint32_t row = ((y - group->y + QUARTER_SIDE) & group->mask) / QUARTER_SIDE;
    group->report->touched |= UINT32_C(1) << (row * 3 + column);
    wake_around(group, x, y);
}

void loam_fluids_set(fluid_group *group, uint32_t x, uint32_t y, uint8_t block, uint8_t variant)
{
    LOAM_ASSERT(group->field->env,
                group->rows == NULL || (x <= QUARTER_SIDE + 1 && y <= QUARTER_SIDE + 1));
    loam_tile *const tile = fluid_tile(group, x, y);
    tile->block = block;
    tile->block_variant = variant;
    set_fluid(group, x, y, block);
    loam_fluids_note_change(group, x, y);
}

#include "tiles/life/fluid_effects.inl"

void loam_fluids_note_move(fluid_group *group, const fluid_mover *mover, uint32_t to_x,
                           uint32_t to_y, uint8_t left_behind)
{
    set_fluid(group, mover->x, mover->y, left_behind);
    set_fluid(group, to_x, to_y, mover->kind->material);
    loam_fluids_note_change(group, mover->x, mover->y);
    loam_fluids_note_change(group, to_x, to_y);
}

void loam_fluids_sleep(const fluid_group *group, const fluid_mover *mover)
{
    fluid_row_at(group, mover->y)->woken &= ~((uint64_t)1 << (mover->x - 1));
}
