// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_copy.h"

#include <string.h>

// Rows of the ring are a power of two apart in memory, where caches and store queues take them for one
// another. In a copy they are not, and all passes but the first find everything in the cache.

/// Copies a row between the ring and the copy. Only its ends can lie beyond the edge of the array.
static void copy_row(const fluid_group *group, uint32_t row, bool back)
{
    loam_tile *const copy = group->tiles + row * COPY_STRIDE;
    const uint32_t mask = group->field->awake.mask;
    loam_tile *const ring = group->field->tiles +
                            ((size_t)((row + group->down) & mask) << group->field->side_log2);
    loam_tile *const first = ring + (group->left & mask);
    loam_tile *const middle = ring + ((group->left + 1) & mask);
    loam_tile *const last = ring + ((group->left + 1 + QUARTER_SIDE) & mask);
    if (back)
    {
        *first = copy[0];
        memcpy(middle, copy + 1, QUARTER_SIDE * sizeof *copy);
        *last = copy[1 + QUARTER_SIDE];
        return;
    }
    copy[0] = *first;
    memcpy(copy + 1, middle, QUARTER_SIDE * sizeof *copy);
    copy[1 + QUARTER_SIDE] = *last;
}

void loam_fluid_copy_rows(fluid_copy *copy, const fluid_group *group, uint32_t first)
{
    for (uint32_t row = first; row < first + 4; row++)
    {
        if (!copy->loaded[row])
        {
            copy->loaded[row] = true;
            copy_row(group, row, false);
        }
    }
}

void loam_fluid_copy_begin(fluid_copy *copy, const fluid_group *group)
{
    const loam_awake *const awake = &group->field->awake;
    const size_t place = loam_awake_quarter(awake, group->left + 1, group->down + 1);
    const uint32_t *const words = awake->words + place, *const fluids = awake->fluids + place;
    memset(copy->loaded, 0, sizeof copy->loaded);
    memset(copy->woken, 0, sizeof copy->woken);
    for (uint32_t row = 0; row < QUARTER_SIDE; row++)
    {
        copy->woken[row + 2] = words[2 * row] | (uint64_t)words[2 * row + 1] << 32;
        copy->fluids[row] = fluids[2 * row] | (uint64_t)fluids[2 * row + 1] << 32;
    }
}

/// The quarter's own bits go back; tiles above and below it that have woken do so, too.
static void store_bits(const fluid_copy *copy, const fluid_group *group)
{
    const loam_awake *const awake = &group->field->awake;
    const uint32_t x = group->left + 1, y = group->down + 1;
    for (uint32_t row = 0; row < WOKEN_ROWS; row++)
    {
        const bool own = row - 2 < QUARTER_SIDE;
        uint32_t *const words = awake->words + loam_awake_place(awake, x, y + row - 2);
        words[0] = (own ? 0 : words[0]) | (uint32_t)copy->woken[row];
        words[1] = (own ? 0 : words[1]) | (uint32_t)(copy->woken[row] >> 32);
    }
    uint32_t *const fluids = awake->fluids + loam_awake_quarter(awake, x, y);
    for (uint32_t row = 0; row < QUARTER_SIDE; row++)
    {
        fluids[2 * row] = (uint32_t)copy->fluids[row];
        fluids[2 * row + 1] = (uint32_t)(copy->fluids[row] >> 32);
    }
}

void loam_fluid_copy_end(const fluid_copy *copy, const fluid_group *group)
{
    for (uint32_t row = 0; row < COPY_SIDE; row++)
    {
        if (copy->loaded[row])
        {
            copy_row(group, row, true);
        }
    }
    store_bits(copy, group);
}
