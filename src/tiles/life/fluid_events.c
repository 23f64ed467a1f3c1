// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_group.h"

// What wakes fluids from outside: changes by players and slow rules, and chunks that arrive.

/// Liquids around a tile that has opened, or that a liquid came to or was taken from, look for a new level.
static void stir_around(fluid_group *group, uint32_t x, uint32_t y)
{
    const fluid_rules *const rules = group->field->rules;
    for (uint32_t i = 0; i < 9; i++)
    {
        const uint32_t at_x = x + i % 3 - 1, at_y = y + i / 3 - 1;
        loam_tile *const tile = fluid_tile(group, at_x, at_y);
        if (rules->kinds[rules->kind_of[tile->block]].levelling > 0)
        {
            loam_fluids_set(group, at_x, at_y, tile->block,
                            (uint8_t)(tile->block_variant | FLUID_RESTLESS));
        }
    }
}

/// What lay beside a tile that has opened could slide past it, down to a hole that was there before.
static void open_sides(fluid_group *group, uint32_t x, uint32_t y)
{
    if (!group->field->rules->holds[fluid_tile(group, x, y - 1)->block])
    {
        loam_fluids_loosen(group, x - 1, y);
        loam_fluids_loosen(group, x + 1, y);
    }
}

void loam_fluids_changed(const fluid_field *field, uint32_t x, uint32_t y, bool opened,
                         fluid_report *report)
{
    *report = (fluid_report){0};
    fluid_group group = fluid_ring(field, report);
    group.x = x & ~(QUARTER_SIDE - 1u);
    group.y = y & ~(QUARTER_SIDE - 1u);
    const bool *const holds = field->rules->holds;
    if (holds[fluid_tile(&group, x, y)->block])
    {
        if (!holds[fluid_tile(&group, x, y - 1)->block])
        {
            loam_fluids_loosen(&group, x, y); // it was put where nothing holds it
        }
        return;
    }
    if (opened)
    {
        loam_fluids_undermine(&group, x, y);
        open_sides(&group, x, y);
    }
    stir_around(&group, x, y);
}

/// Whether a fluid of the ring could change: false only if it surely cannot.
static bool may_change(const fluid_group *ring, uint32_t x, uint32_t y)
{
    const fluid_rules *const rules = ring->field->rules;
    const loam_tile tile = *fluid_tile(ring, x, y);
    const uint8_t number = rules->kind_of[tile.block];
    const fluid_kind *const kind = &rules->kinds[number];
    if (kind->decays || kind->motion == LOAM_FLIES || kind->settled != LOAM_AIR ||
        (kind->levelling > 0 && (tile.block_variant & FLUID_RESTLESS) != 0))
    {
        return true;
    }
    uint8_t around = 0;
    for (uint32_t i = 0; i < 9; i++)
    {
        const uint8_t block = fluid_tile(ring, x + i % 3 - 1, y + i / 3 - 1)->block;
        around |= kind->relations[block];
    }
    return (around & (FLUID_STRAIGHT | FLUID_SIDEWAYS | FLUID_CONTACT)) != 0;
}

/// Wakes count tiles of a row.
static void wake_along(const loam_awake *awake, uint32_t x, uint32_t y, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 32)
    {
        loam_awake_row(awake, x + i, y, count - i < 32 ? count - i : 32);
    }
}

void loam_fluids_reopen(const fluid_field *field)
{
    const fluid_area area = field->closed;
    const uint32_t last = area.side - 1;
    if (area.side == 0)
    {
        return;
    }
    wake_along(&field->awake, area.x, area.y, area.side);
    wake_along(&field->awake, area.x, area.y + last, area.side);
    for (uint32_t row = 0; row < area.side; row++)
    {
        loam_awake_row(&field->awake, area.x, area.y + row, 1);
        loam_awake_row(&field->awake, area.x + last, area.y + row, 1);
    }
}

/// The border of a chunk, inside and outside: what is beside it may be another than before.
static void wake_border(const loam_awake *awake, uint32_t x, uint32_t y)
{
    const uint32_t end = LOAM_CHUNK_SIDE;
    for (uint32_t i = 0; i < 2; i++)
    {
        wake_along(awake, x - 1, y - 1 + i, end + 2);
        wake_along(awake, x - 1, y + end - 1 + i, end + 2);
    }
    for (uint32_t row = 0; row < end; row++)
    {
        loam_awake_row(awake, x - 1, y + row, 2);
        loam_awake_row(awake, x + end - 1, y + row, 2);
    }
}

void loam_fluids_arrived(const fluid_field *field, uint32_t x, uint32_t y)
{
    const uint8_t *const kind_of = field->rules->kind_of;
    const fluid_group ring = fluid_ring(field, NULL);
    for (uint32_t row = 0; row < LOAM_CHUNK_SIDE; row++)
    {
        const loam_tile *const tiles = fluid_tile(&ring, x, y + row);
        for (uint32_t column = 0; column < LOAM_CHUNK_SIDE; column += 32)
        {
            const size_t place = loam_awake_place(&field->awake, x + column, y + row);
            uint32_t fluids = 0, awake = 0;
            for (uint32_t i = 0; i < 32; i++)
            {
                fluids |= (uint32_t)(kind_of[tiles[column + i].block] != 0) << i;
            }
            for (uint32_t left = fluids; left != 0; left &= left - 1)
            {
                const uint32_t i = loam_lowest_bit(left);
                awake |= (uint32_t)may_change(&ring, x + column + i, y + row) << i;
            }
            field->awake.fluids[place] = fluids;
            field->awake.words[place] = 0; // as it was with the chunk before
            loam_awake_word(&field->awake, place, awake);
        }
    }
    wake_border(&field->awake, x, y);
}
