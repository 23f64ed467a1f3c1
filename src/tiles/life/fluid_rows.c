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
    uint64_t straight;
    uint64_t diagonal, sideways; // of those that do not go straight
    uint64_t right;              // those that go, or lean, to the right
    uint64_t hesitate;           // would not turn to the other side yet
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

/// A tile changes places with one of air, which keeps its variant; or with itself, and stays as it is.
static inline void swap_with_air(loam_tile *from, loam_tile *to, uint8_t material, uint8_t restless)
{
    // Tiles are bytes, which could be anything: what is not written to is kept apart.
    const uint8_t variant = from->block_variant;
    from->block = LOAM_AIR;
    from->block_variant = to->block_variant;
    to->block = material;
    to->block_variant = variant | restless;
}

static uint8_t restless_bits(const fluid_kind *kind)
{
    return kind->levelling > 0 ? FLUID_RESTLESS : 0;
}

/// Lets those go straight ahead whose dice say so. Which ones went.
static uint64_t go_straight(const fluid_kind *kind, loam_tile *cores, uint64_t tiles,
                            const uint64_t *dice, uint32_t turn)
{
    const uint8_t material = kind->material, restless = restless_bits(kind);
    const uint32_t chance = kind->straight;
    uint64_t gone = 0;
    for (; tiles != 0; tiles &= tiles - 1)
    {
        const uint32_t bit = loam_lowest_bit(tiles);
        const uint32_t goes = (fluid_dice(dice[bit / 4], turn) >> 54) < chance;
        loam_tile *const from = tile_at(cores, bit);
        swap_with_air(from, from - (ptrdiff_t)goes * COPY_STRIDE, material,
                      (uint8_t)(restless & (0 - goes)));
        gone |= (uint64_t)goes << bit;
    }
    return gone;
}

/// The dice of those that have not gone straight, and the sides that they lean to.
static core_moves draw_aside(const fluid_kind *kind, loam_tile *cores, uint64_t tiles,
                             const uint64_t *dice, uint32_t turn)
{
    const uint32_t diagonal = kind->diagonal, sideways = kind->sideways;
    core_moves drawn = {0};
    for (; tiles != 0; tiles &= tiles - 1)
    {
        const uint32_t bit = loam_lowest_bit(tiles);
        const uint64_t random = fluid_dice(dice[bit / 4], turn);
        drawn.right |= (uint64_t)(tile_at(cores, bit)->block_variant & 1) << bit;
        drawn.diagonal |= (uint64_t)((random >> 44 & 1023) < diagonal) << bit;
        drawn.sideways |= (uint64_t)((random >> 24 & 1023) < sideways) << bit;
        drawn.hesitate |= (uint64_t)((random >> 14 & 15) != 0) << bit;
    }
    return drawn;
}

/// Of two words, for tiles that lean to the left and to the right, the one that counts.
static uint64_t choose(const uint64_t sides[2], uint64_t right)
{
    return (sides[0] & ~right) | (sides[1] & right);
}

static void go_aside(const fluid_kind *kind, loam_tile *cores, const core_moves *moves)
{
    const uint8_t material = kind->material, restless = restless_bits(kind);
    for (uint64_t tiles = moves->diagonal | moves->sideways; tiles != 0; tiles &= tiles - 1)
    {
        const uint32_t bit = loam_lowest_bit(tiles);
        const ptrdiff_t right = (ptrdiff_t)(moves->right >> bit & 1);
        const ptrdiff_t down = (ptrdiff_t)(moves->diagonal >> bit & 1);
        loam_tile *const from = tile_at(cores, bit);
        swap_with_air(from, from + 2 * right - 1 - down * COPY_STRIDE, material, restless);
    }
}

/// The first of straight ahead, diagonally and sideways that leads somewhere, as flow() of one tile.
static core_moves go(const fluid_kind *kind, loam_tile *cores, const core_ways *ways,
                     uint64_t movers, const uint64_t *dice, uint32_t turn)
{
    const uint64_t straight = go_straight(kind, cores, movers & ways->straight, dice, turn);
    core_moves moves = draw_aside(kind, cores, movers & ~straight, dice, turn);
    moves.straight = straight;
    moves.diagonal &= choose(ways->diagonal, moves.right);
    moves.sideways &= choose(ways->sideways, moves.right) & ~moves.diagonal;
    go_aside(kind, cores, &moves);
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

/// The bits of one row of the cores, as they were before fluid_fold().
static uint64_t unfold(uint64_t folded, uint32_t up, uint32_t x)
{
    return (folded >> 2 * up & UINT64_C(0x3333333333333333)) << (x - 1);
}

/// Notes which tiles of a row are what, and who wakes up, after tiles of it have gone.
static void note(const fluid_group *group, uint32_t y, uint64_t gone, uint64_t down, uint64_t left,
                 uint64_t right)
{
    fluid_row *const row = fluid_row_at(group, y);
    const uint64_t straight = down & ~left & ~right;
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

/// The same for the rows of cores.
static void note_rows(const fluid_group *group, uint32_t x, uint32_t y, const core_moves *moves)
{
    const uint64_t aside = moves->diagonal | moves->sideways,
                   down = moves->straight | moves->diagonal;
    for (uint32_t up = 0; up < 2; up++)
    {
        const uint64_t gone = unfold(moves->straight | aside, up, x);
        if (gone != 0)
        {
            note(group, y + up, gone, unfold(down, up, x), unfold(aside & ~moves->right, up, x),
                 unfold(aside & moves->right, up, x));
        }
    }
}

/// What has not moved, and does not decide alone, looks for no other vessel any more, or leans to the other
/// side, as stay() of one tile. Which ones have not changed.
static uint64_t stay(const fluid_kind *kind, loam_tile *cores, const core_ways *ways,
                     uint64_t staying, const core_moves *moves)
{
    const uint64_t aside[2] = {ways->diagonal[0] | ways->sideways[0],
                               ways->diagonal[1] | ways->sideways[1]};
    const uint64_t right = moves->right;
    const uint64_t hesitate = choose(ways->same, right) & moves->hesitate;
    const uint64_t turns = choose(aside, ~right) & ~choose(aside, right) & ~hesitate;
    const uint32_t looking = kind->levelling > 0 ? FLUID_RESTLESS : 0;
    uint64_t unchanged = 0;
    for (; staying != 0; staying &= staying - 1)
    {
        const uint32_t bit = loam_lowest_bit(staying);
        loam_tile *const tile = tile_at(cores, bit);
        const uint32_t variant = tile->block_variant;
        const uint32_t next = (variant & ~looking) ^ (uint32_t)(turns >> bit & 1);
        tile->block_variant = (uint8_t)next;
        unchanged |= (uint64_t)(next == variant) << bit;
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
    const uint64_t moved = moves.straight | moves.diagonal | moves.sideways;
    const uint64_t staying = ways.movers & ~moved & ~ways.alone, done = moved | staying;
    const uint64_t unchanged = stay(kind, cores, &ways, staying, &moves);
    const uint64_t asleep = unchanged & ~free;
    rows[0].woken &= ~unfold(asleep, 0, x);
    rows[1].woken &= ~unfold(asleep, 1, x);
    note_rows(group, x, y, &moves);
    group->report->moved += count_bits(moved);
    group->report->looked_at += count_bits(done);
    group->report->touched |= (done & ~unchanged) != 0 ? FLUID_TOUCHED_SELF : 0;
    return done;
}
