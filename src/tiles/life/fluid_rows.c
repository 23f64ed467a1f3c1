// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_copy.h"

// A body of water that falls apart is nearly all of what fluids cost, and nobody can foresee which way a
// tile of it goes, no processor either. So tiles of one kind, of cores that do not touch each other, have
// their turn together: a bit each, a core in four bits of a word. That is done where there is nothing but
// air, solids and more of the same around, for a fluid that falls by its chances alone; all else has its
// turn in fluid_tile.inl. Both go by the same rules and dice.

/// Columns that have all their neighbours in the quarter.
#define INSIDE (~UINT64_C(0) << 1 & ~UINT64_C(0) >> 1)

/// What is around tiles of cores: bits, folded. At a shore a tile may look for another vessel.
typedef struct core_ways
{
    uint64_t movers;
    uint64_t straight;
    uint64_t diagonal[2], sideways[2]; // to the left, to the right
    uint64_t same[2];                  // more of it is beside
    uint64_t alone; // at a shore or at the side: has another turn if it does not go
} core_ways;

/// Where tiles go: bits, folded.
typedef struct core_moves
{
    uint64_t down; // straight or diagonally
    uint64_t left, right;
} core_moves;

static uint64_t spread(uint64_t bits)
{
    return bits | bits << 1 | bits >> 1;
}

static uint32_t count_bits(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/// Tiles of a row that have no strangers around.
static uint64_t find_movers(const fluid_row *row)
{
    const uint64_t strangers = (row[-1].fluids & ~row[-1].same) | (row[0].fluids & ~row[0].same) |
                               (row[1].fluids & ~row[1].same);
    return row->same & ~spread(strangers);
}

/// Where another vessel may be found, as is_at_shore() of one tile; and some other places.
static uint64_t find_shore(const fluid_row *row)
{
    const uint64_t walls = ~(row[0].air | row[0].fluids) | ~(row[1].air | row[1].fluids);
    return row[1].air & row[-1].same & spread(walls);
}

/// Those of the first and last column are only let fall straight down: what is beside them is not known here.
static core_ways look(const fluid_kind *kind, const fluid_row *rows, uint32_t x, uint64_t awake)
{
    const uint64_t inside = fluid_fold(INSIDE, INSIDE, x);
    const fluid_row *const below = rows - 1, *const lower = rows, *const upper = rows + 1;
    const uint64_t taken = kind->diagonal > 0 ? ~UINT64_C(0) : 0;
    const uint64_t slope = taken & below->air & (lower->air | lower->fluids);
    const uint64_t upper_slope = taken & lower->air & (upper->air | upper->fluids);
    return (core_ways){.movers = awake & fluid_fold(find_movers(lower), find_movers(upper), x),
                       .straight = fluid_fold(below->air, lower->air, x),
                       .diagonal = {inside & fluid_fold(slope << 1, upper_slope << 1, x),
                                    inside & fluid_fold(slope >> 1, upper_slope >> 1, x)},
                       .sideways = {inside & fluid_fold(lower->air << 1, upper->air << 1, x),
                                    inside & fluid_fold(lower->air >> 1, upper->air >> 1, x)},
                       .same = {fluid_fold(lower->same << 1, upper->same << 1, x),
                                fluid_fold(lower->same >> 1, upper->same >> 1, x)},
                       .alone = ~inside | fluid_fold(find_shore(lower), find_shore(upper), x)};
}

/// The tile of a bit, given the lowest left one of the first core.
static loam_tile *tile_at(loam_tile *cores, uint32_t bit)
{
    return cores + bit + (bit & 2 ? COPY_STRIDE - 2 : 0);
}

/// The first of straight ahead, diagonally and sideways that leads somewhere, as flow() of one tile. What
/// goes nowhere changes places with itself.
static core_moves go(const fluid_kind *kind, loam_tile *cores, const core_ways *ways,
                     uint64_t movers, const uint64_t *dice, uint32_t turn)
{
    // Tiles are bytes, which could be anything: what is not written to is kept apart.
    const uint8_t material = kind->material;
    const uint32_t restless = kind->levelling > 0 ? FLUID_RESTLESS : 0;
    const uint32_t straight_chance = kind->straight, diagonal_chance = kind->diagonal;
    const uint32_t sideways_chance = kind->sideways;
    core_moves moves = {0};
    for (; movers != 0; movers &= movers - 1)
    {
        const uint32_t bit = fluid_lowest_bit(movers);
        const uint64_t random = fluid_dice(dice[bit / 4], turn);
        loam_tile *const from = tile_at(cores, bit);
        const uint8_t variant = from->block_variant;
        const uint32_t right = variant & 1;
        const uint32_t straight = (ways->straight >> bit & 1) & ((random >> 54) < straight_chance);
        const uint32_t diagonal = (ways->diagonal[right] >> bit & 1) &
                                  ((random >> 44 & 1023) < diagonal_chance) & ~straight;
        const uint32_t sideways = (ways->sideways[right] >> bit & 1) &
                                  ((random >> 24 & 1023) < sideways_chance) & ~straight;
        const uint32_t down = straight | diagonal, aside = diagonal | sideways;
        const uint32_t to_right = aside & right, to_left = aside & ~right;
        loam_tile *const to = from + to_right - to_left - down * COPY_STRIDE;
        from->block = LOAM_AIR;
        from->block_variant = to->block_variant;
        to->block = material;
        to->block_variant = (uint8_t)(variant | (restless & (0 - (down | aside))));
        moves.down |= (uint64_t)down << bit;
        moves.left |= (uint64_t)to_left << bit;
        moves.right |= (uint64_t)to_right << bit;
    }
    return moves;
}

/// Wakes what is beside the quarter, around tiles of its first and last column that have changed.
static void wake_outside(const fluid_group *group, uint32_t y, uint64_t changed)
{
    for (uint32_t row = group->down + y - 1; row != group->down + y + 2; row++)
    {
        if (changed & 1)
        {
            loam_awake_row(&group->field->awake, group->left, row, 1);
        }
        if (changed >> (QUARTER_SIDE - 1))
        {
            loam_awake_row(&group->field->awake, group->left + 1 + QUARTER_SIDE, row, 1);
        }
    }
}

/// Tiles fell out of the quarter.
static void note_below(const fluid_group *group, uint64_t fell)
{
    const loam_awake *const awake = &group->field->awake;
    uint32_t *const fluids = awake->fluids + loam_awake_place(awake, group->left + 1, group->down);
    fluids[0] |= (uint32_t)fell;
    fluids[1] |= (uint32_t)(fell >> 32);
    group->report->touched |= fell != 0 ? FLUID_TOUCHED_BELOW : 0;
}

/// Notes which tiles of a row are what, and who wakes up, after tiles of it have gone.
static void note(const fluid_group *group, uint32_t y, uint64_t down, uint64_t left, uint64_t right)
{
    fluid_row *const row = fluid_row_at(group, y);
    const uint64_t gone = down | left | right, straight = down & ~left & ~right;
    if (gone == 0)
    {
        return;
    }
    const uint64_t fell = straight | (down & left) >> 1 | (down & right) << 1;
    const uint64_t rolled = (left & ~down) >> 1 | (right & ~down) << 1;
    row->fluids = (row->fluids & ~gone) | rolled;
    row->same = (row->same & ~gone) | rolled;
    row->air = (row->air | gone) & ~rolled;
    row[-1].fluids |= fell;
    row[-1].same |= fell;
    row[-1].air &= ~fell;
    const uint64_t here = spread(gone | rolled), below = spread(fell);
    row[-2].woken |= below;
    row[-1].woken |= below | here;
    row[0].woken |= below | here;
    row[1].woken |= here;
    if (y == 1)
    {
        note_below(group, fell);
    }
    if (((fell | rolled | gone) & ~INSIDE) != 0)
    {
        wake_outside(group, y - 1, fell);
        wake_outside(group, y, rolled | gone);
    }
}

/// The bits of one row of the cores, as they were before fluid_fold().
static uint64_t unfold(uint64_t folded, uint32_t up, uint32_t x)
{
    return (folded >> 2 * up & UINT64_C(0x3333333333333333)) << (x - 1);
}

/// What has not moved, and does not decide alone, looks for no other vessel any more, or leans to the other
/// side, as stay() of one tile. Which ones have not changed.
static uint64_t stay(const fluid_kind *kind, loam_tile *cores, const core_ways *ways,
                     uint64_t staying, const uint64_t *dice, uint32_t turn)
{
    const uint64_t aside[2] = {ways->diagonal[0] | ways->sideways[0],
                               ways->diagonal[1] | ways->sideways[1]};
    const uint32_t looking = kind->levelling > 0 ? FLUID_RESTLESS : 0;
    uint64_t unchanged = 0;
    for (; staying != 0; staying &= staying - 1)
    {
        const uint32_t bit = fluid_lowest_bit(staying);
        loam_tile *const tile = tile_at(cores, bit);
        const uint32_t variant = tile->block_variant, right = variant & 1;
        const uint32_t hesitates = (ways->same[right] >> bit & 1) &
                                   ((fluid_dice(dice[bit / 4], turn) >> 14 & 15) != 0);
        const uint32_t turns = (uint32_t)((~aside[right] & aside[1 - right]) >> bit) & 1 &
                               ~hesitates;
        tile->block_variant = (uint8_t)((variant & ~looking) ^ turns);
        unchanged |= (uint64_t)(tile->block_variant == variant) << bit;
    }
    return unchanged;
}

uint64_t loam_fluids_flow_together(fluid_group *group, uint32_t x, uint32_t y, uint64_t awake,
                                   const uint64_t *dice, uint32_t turn)
{
    const fluid_kind *const kind = group->together;
    fluid_row *const rows = fluid_row_at(group, y);
    loam_tile *const cores = group->tiles + y * COPY_STRIDE + x;
    const core_ways ways = look(kind, rows, x, awake);
    const uint64_t free = ways.straight | ways.diagonal[0] | ways.diagonal[1] | ways.sideways[0] |
                          ways.sideways[1];
    const core_moves moves = go(kind, cores, &ways, ways.movers & free, dice, turn);
    const uint64_t moved = moves.down | moves.left | moves.right;
    const uint64_t staying = ways.movers & ~moved & ~ways.alone, done = moved | staying;
    const uint64_t unchanged = stay(kind, cores, &ways, staying, dice, turn);
    for (uint32_t up = 0; up < 2; up++)
    {
        rows[up].woken &= ~unfold(unchanged & ~free, up, x); // they fall asleep
        note(group, y + up, unfold(moves.down, up, x), unfold(moves.left, up, x),
             unfold(moves.right, up, x));
    }
    group->report->moved += count_bits(moved);
    group->report->looked_at += count_bits(done);
    group->report->touched |= (done & ~unchanged) != 0 ? FLUID_TOUCHED_SELF : 0;
    return done;
}
