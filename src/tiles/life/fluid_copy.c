// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_copy.h"

#include <string.h>

// Rows of the ring are a power of two apart in memory, where caches and store queues take them for one
// another. In a copy they are not, and all passes but the first find everything in the cache.

#define EIGHT_BITS 1, 2, 4, 8, 16, 32, 64, 128

/// Multiplying by it adds up eight bytes in the highest one, in whichever order they are.
#define ALL_BYTES UINT64_C(0x0101010101010101)

// Whatever left the area that is alive would hang where it is, and things would pile up there: drops, leaves,
// smoke. So what is air beyond its border is something else in the copy, into which nothing goes.

static bool is_beyond(const fluid_group *group, uint32_t column, uint32_t row)
{
    const uint32_t beyond = (column == 0 ? FLUID_LEFT : 0u) |
                            (column == COPY_SIDE - 1 ? FLUID_RIGHT : 0u) |
                            (row == 0 ? FLUID_BELOW : 0u) |
                            (row == COPY_SIDE - 1 ? FLUID_ABOVE : 0u);
    return (beyond & group->sides) != 0;
}

/// Closes what a row of the copy has beyond the border, or makes it what it is in the ring again.
static void close_beyond(const fluid_group *group, uint32_t row, bool back)
{
    const uint8_t border = group->field->rules->border;
    const uint32_t mask = group->field->awake.mask;
    const loam_tile *const ring = group->field->tiles +
                                  ((size_t)((row + group->down) & mask) << group->field->side_log2);
    const uint32_t stride = row == 0 || row == COPY_SIDE - 1 ? 1 : COPY_SIDE - 1;
    for (uint32_t column = 0; column < COPY_SIDE; column += stride)
    {
        loam_tile *const tile = &group->tiles[row * COPY_STRIDE + column];
        if (tile->block == (back ? border : LOAM_AIR) && is_beyond(group, column, row))
        {
            tile->block = back ? ring[(column + group->left) & mask].block : border;
        }
    }
}

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
    if (back && group->sides != 0)
    {
        close_beyond(group, row, true);
    }
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
    if (group->sides != 0)
    {
        close_beyond(group, row, false);
    }
}

/// Which of a row's blocks are one: bits. Written so that compilers do many at once.
static uint64_t find_block(const uint8_t *blocks, uint8_t block)
{
    static const uint8_t weights[QUARTER_SIDE] = {EIGHT_BITS, EIGHT_BITS, EIGHT_BITS, EIGHT_BITS,
                                                  EIGHT_BITS, EIGHT_BITS, EIGHT_BITS, EIGHT_BITS};
    uint8_t bits[QUARTER_SIDE];
    for (uint32_t i = 0; i < QUARTER_SIDE; i++)
    {
        bits[i] = blocks[i] == block ? weights[i] : 0;
    }
    uint64_t found = 0;
    for (uint32_t i = 0; i < QUARTER_SIDE; i += 8)
    {
        uint64_t bytes;
        memcpy(&bytes, bits + i, sizeof bytes);
        found |= (bytes * ALL_BYTES >> 56) << i;
    }
    return found;
}

/// What is open in a row, and what of it is no plain fluid.
static void find_bits(const fluid_group *group, uint32_t row)
{
    const loam_tile *const tiles = group->tiles + row * COPY_STRIDE + 1;
    fluid_row *const found = fluid_row_at(group, row);
    uint8_t blocks[QUARTER_SIDE];
    for (uint32_t i = 0; i < QUARTER_SIDE; i++)
    {
        blocks[i] = tiles[i].block;
    }
    found->open = found->fluids | find_block(blocks, LOAM_AIR);
    found->strangers = found->fluids == 0
                           ? 0
                           : found->fluids & ~find_block(blocks, group->together->material);
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

void loam_fluid_copy_find(fluid_copy *copy, const fluid_group *group, uint32_t first)
{
    for (uint32_t row = first; row < first + 4; row++)
    {
        if (!copy->found[row])
        {
            copy->found[row] = true;
            find_bits(group, row);
        }
    }
}

void loam_fluid_copy_begin(fluid_copy *copy, const fluid_group *group)
{
    const loam_awake *const awake = &group->field->awake;
    memset(copy->loaded, 0, sizeof copy->loaded);
    memset(copy->found, 0, sizeof copy->found);
    memset(copy->rows, 0, sizeof copy->rows);
    for (uint32_t row = 0; row < COPY_SIDE; row++)
    {
        const size_t place = loam_awake_place(awake, group->left + 1, group->down + row);
        const bool own = row - 1 < QUARTER_SIDE;
        const uint32_t *const words = awake->words + place, *const fluids = awake->fluids + place;
        copy->rows[row + 1].woken = own ? words[0] | (uint64_t)words[1] << 32 : 0;
        copy->rows[row + 1].fluids = fluids[0] | (uint64_t)fluids[1] << 32;
    }
}

/// The bits of a quarter and of the rows below and above it go back; of those further out only who has woken.
static void store_bits(const fluid_copy *copy, const fluid_group *group)
{
    const loam_awake *const awake = &group->field->awake;
    const uint32_t x = group->left + 1, y = group->down + 1;
    for (uint32_t row = 0; row < WOKEN_ROWS; row++)
    {
        const bool own = row - 2 < QUARTER_SIDE;
        const size_t place = loam_awake_place(awake, x, y + row - 2);
        if (own)
        {
            awake->words[place] = awake->words[place + 1] = 0;
        }
        loam_awake_word(awake, place, (uint32_t)copy->rows[row].woken);
        loam_awake_word(awake, place + 1, (uint32_t)(copy->rows[row].woken >> 32));
        if (own || (row - 1 < COPY_SIDE && copy->loaded[row - 1]))
        {
            awake->fluids[place] = (uint32_t)copy->rows[row].fluids;
            awake->fluids[place + 1] = (uint32_t)(copy->rows[row].fluids >> 32);
        }
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
