// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_copy.h"

#include <string.h>

// A body of water that falls apart is nearly all of what fluids cost, and nobody can foresee which way a tile of it
// goes, no processor either: what hurts are branches. So the turns of plain tiles are computed, not decided. Plain are
// those of the kind that flows together in a quarter, a liquid that falls by its chances alone, in units with nothing
// but air, solids and more of the same. For them all that counts is which tiles are open and which of these are air,
// bits of rows; who wakes up follows from which of them have changed, a row at a time. All others have their turn in
// fluid_tile.inl. Both go by the same rules and dice.

/// Of four bits of a core, the two of its lower row: so tiles of two rows fit into a word.
#define LOWER UINT64_C(0x3333333333333333)

/// One bit of each core.
#define CORES UINT64_C(0x1111111111111111)

/// The kind of plain tiles. Chances are compared with the highest bits of dice: those may be as great, at most.
typedef struct plain_kind
{
    uint64_t straight, diagonal, sideways;
    uint64_t slopes;   // all bits if it ever goes diagonally
    uint32_t restless; // what a variant gets when it moves: bits
} plain_kind;

/// Two rows of cores, four bits each.
typedef struct plain_band
{
    uint64_t turns[4]; // whose turn it is
    uint64_t woken, open;
} plain_band;

/// The cores of a pass and what is around them, in rows of the copy. Bit 0 of a row is the column to the left of the
/// first core.
typedef struct plain_pass
{
    fluid_group *group;
    plain_kind kind;
    uint32_t x, y;                            // of the first core
    loam_tile *tiles;                         // that of bit 0 of row 0
    uint64_t air[COPY_SIDE], open[COPY_SIDE]; // open is air and fluids
    uint64_t slope[COPY_SIDE]; // where one can go diagonally downwards past: open, and air below
    uint64_t moves[COPY_SIDE]; // what has changed in this turn
    uint64_t changed[COPY_SIDE];
    plain_band bands[FLUID_BANDS];
    uint64_t dice[COPY_SIDE * FLUID_BANDS];     // of cores, for each of their rows
    uint32_t active[FLUID_BANDS], active_count; // bands that have plain cores
    uint32_t moved, looked_at, touched;
} plain_pass;

/// Tiles whose turn it is: a row and a bit of it, in 6 bits.
typedef struct plain_list
{
    uint32_t count;
    uint16_t tiles[FLUID_BANDS * FLUID_BANDS + 1];
} plain_list;

static plain_kind boil_down(const fluid_kind *kind)
{
    return (plain_kind){.straight = ((uint64_t)kind->straight << 54) - 1,
                        .diagonal = ((uint64_t)kind->diagonal << 54) - 1,
                        .sideways = ((uint64_t)kind->sideways << 54) - 1,
                        .slopes = kind->diagonal > 0 ? ~UINT64_C(0) : 0,
                        .restless = kind->levelling > 0 ? FLUID_RESTLESS : 0};
}

// ---- rows -----------------------------------------------------------------------------------------

/// Bits of the quarter's columns, as those of units that begin at column 0 or 2, where x is 1 or 3.
static uint64_t to_units(uint64_t columns, uint32_t x)
{
    return columns << (x == 1) >> (x != 1);
}

static uint64_t from_units(uint64_t units, uint32_t x)
{
    return units << (x != 1) >> (x == 1);
}

/// Tiles of cores from two rows: four bits a core.
static uint64_t fold(const uint64_t *rows)
{
    return (rows[0] >> 1 & LOWER) | (rows[1] >> 1 & LOWER) << 2;
}

/// One bit for each core of which a bit is set.
static uint64_t any_of_cores(uint64_t tiles)
{
    tiles |= tiles >> 1;
    return (tiles | tiles >> 2) & CORES;
}

/// Fetches a row of units. Which tiles in it are other fluids.
static uint64_t begin_row(plain_pass *pass, uint32_t y)
{
    const fluid_row *const row = fluid_row_at(pass->group, y);
    pass->open[y] = to_units(row->open, pass->x);
    pass->air[y] = to_units(row->open & ~row->fluids, pass->x);
    pass->changed[y] = pass->moves[y] = 0;
    return to_units(row->strangers, pass->x);
}

/// Fetches the tile of a row of units that is beside the quarter. Whether it is another fluid.
static uint64_t begin_side(plain_pass *pass, uint32_t y)
{
    const fluid_group *const group = pass->group;
    const uint32_t bit = pass->x == 1 ? 0 : QUARTER_SIDE - 1;
    const uint8_t block = pass->tiles[y * COPY_STRIDE + bit].block;
    const uint64_t fluid = group->field->rules->kind_of[block] != 0, air = block == LOAM_AIR;
    pass->open[y] |= (fluid | air) << bit;
    pass->air[y] |= air << bit;
    return (fluid & (block != group->together->material)) << bit;
}

/// Of each turn, the one of a core whose turn it is, as bits.
#define FOUR_TURNS(a, b, c, d) {1 << (a), 1 << (b), 1 << (c), 1 << (d)},

static const uint8_t turn_bits[FLUID_ORDER_COUNT][4] = {FLUID_ORDERS(FOUR_TURNS)};

static void draw_turns(plain_pass *pass, uint32_t band, uint64_t cores)
{
    uint64_t first = 0, second = 0, third = 0, fourth = 0;
    for (; cores != 0; cores &= cores - 1)
    {
        const uint32_t bit = loam_lowest_bit(cores);
        const uint64_t dice = fluid_core_dice(pass->group, pass->x + bit, pass->y + 4 * band);
        const uint8_t *const bits = turn_bits[fluid_order_number(dice)];
        first |= (uint64_t)bits[0] << bit;
        second |= (uint64_t)bits[1] << bit;
        third |= (uint64_t)bits[2] << bit;
        fourth |= (uint64_t)bits[3] << bit;
        const uint32_t at = (pass->y + 4 * band) * FLUID_BANDS + bit / 4;
        pass->dice[at] = pass->dice[at + FLUID_BANDS] = dice;
    }
    uint64_t *const turns = pass->bands[band].turns;
    turns[0] = first;
    turns[1] = second;
    turns[2] = third;
    turns[3] = fourth;
}

/// Which cores have plain units.
static uint64_t begin_band(plain_pass *pass, uint32_t band, uint64_t cores)
{
    const uint32_t y = pass->y + 4 * band;
    const fluid_row *const row = fluid_row_at(pass->group, y);
    const uint64_t woken[2] = {to_units(row[0].woken, pass->x), to_units(row[1].woken, pass->x)};
    const bool beside = (cores & (pass->x == 1 ? 1 : UINT64_C(1) << 60)) != 0;
    uint64_t strangers = 0;
    for (uint32_t i = y - 1; i < y + 3; i++)
    {
        strangers |= begin_row(pass, i);
        strangers |= beside ? begin_side(pass, i) : 0;
    }
    cores &= ~any_of_cores(strangers);
    if (cores != 0)
    {
        pass->active[pass->active_count++] = band;
        pass->bands[band].woken = fold(woken);
        pass->bands[band].open = fold(pass->open + y);
        draw_turns(pass, band, cores);
    }
    return cores;
}

/// Notes the moves of a turn in a band. What has moved wakes all of its core.
static inline void apply_moves(plain_pass *pass, uint32_t band)
{
    const uint32_t low = pass->y + 4 * band;
    pass->bands[band].woken |= any_of_cores(fold(pass->moves + low)) * 15;
    for (uint32_t y = low - 1; y < low + 2; y++)
    {
        const uint64_t moves = pass->moves[y];
        pass->air[y] ^= moves;
        pass->changed[y] |= moves;
        pass->moves[y] = 0;
    }
}

/// Notes what has changed in the first two or the last two columns of units: some of it is not in the quarter.
static void note_edge(const plain_pass *pass, uint32_t y)
{
    const bool left = pass->x == 1;
    const uint32_t first = left ? 0 : QUARTER_SIDE, outer = left ? 0 : QUARTER_SIDE + 1;
    const uint32_t place = left ? 0 : QUARTER_SIDE - 2;
    const uint64_t fluids = pass->open[y] & ~pass->air[y];
    const fluid_group *const group = pass->group;
    loam_awake_set_fluid(&group->field->awake, group->left + outer, group->down + y,
                         fluids >> (left ? 0 : QUARTER_SIDE - 1) & 1);
    for (uint32_t i = 0; i < 2; i++)
    {
        if (pass->changed[y] >> (place + i) & 1)
        {
            loam_fluids_note_change(group, first + i, y);
        }
    }
}

static void end_band(const plain_pass *pass, uint32_t band)
{
    const uint32_t low = pass->y + 4 * band;
    const uint64_t edge = pass->x == 1 ? UINT64_C(3) : UINT64_C(3) << 62;
    const plain_band *const b = &pass->bands[band];
    for (uint32_t y = low - 1; y < low + 3; y++)
    {
        fluid_row *const row = fluid_row_at(pass->group, y);
        const uint64_t changed = from_units(pass->changed[y], pass->x);
        const uint64_t wakes = changed | changed << 1 | changed >> 1;
        const uint64_t fluids = from_units(pass->open[y] & ~pass->air[y], pass->x);
        row->fluids = (row->fluids & ~changed) | (fluids & changed);
        row[-1].woken |= wakes;
        row[0].woken |= wakes;
        row[1].woken |= wakes;
        if ((pass->changed[y] & edge) != 0)
        {
            note_edge(pass, y);
        }
    }
    const uint64_t slept = (b->turns[0] | b->turns[1] | b->turns[2] | b->turns[3]) & ~b->woken;
    fluid_row *const row = fluid_row_at(pass->group, low);
    row[0].woken &= ~from_units((slept & LOWER) << 1, pass->x);
    row[1].woken &= ~from_units((slept >> 2 & LOWER) << 1, pass->x);
    const uint64_t below = from_units(pass->changed[low - 1], pass->x);
    const uint64_t changed = below | pass->changed[low] | pass->changed[low + 1];
    pass->group->report->touched |= (changed != 0 ? FLUID_TOUCHED_SELF : 0) |
                                    (low == 1 && below != 0 ? FLUID_TOUCHED_BELOW : 0);
}

// ---- tiles ----------------------------------------------------------------------------------------

/// Of a place in a core its row and its bit.
#define PLACE(place) ((place) / 2 % 2 * 64 + (place) / 4 * 4 + (place) % 2 + 1)

/// The dice of a tile.
static uint64_t dice_of(const plain_pass *pass, uint32_t tile, uint32_t turn)
{
    return fluid_dice(pass->dice[(tile - 1) / 4], turn);
}

static loam_tile *tile_of(const plain_pass *pass, uint32_t tile)
{
    return pass->tiles + tile + tile / 64 * (COPY_STRIDE - 64);
}

#define FOUR(base) PLACE(base), PLACE(base + 1), PLACE(base + 2), PLACE(base + 3)
#define SIXTEEN(base) FOUR(base), FOUR(base + 4), FOUR(base + 8), FOUR(base + 12)

static const uint8_t places[64] = {SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)};

/// Finds who is awake and has its turn, after the moves of the turn before.
static void find_turns(plain_pass *pass, uint32_t turn, plain_list *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < pass->active_count; i++)
    {
        const uint32_t band = pass->active[i], y = pass->y + 4 * band;
        const plain_band *const b = &pass->bands[band];
        apply_moves(pass, band);
        pass->slope[y] = pass->air[y - 1] & pass->open[y] & pass->kind.slopes;
        pass->slope[y + 1] = pass->air[y] & pass->open[y + 1] & pass->kind.slopes;
        uint64_t tiles = b->turns[turn] & b->woken & b->open & ~fold(pass->air + y);
        for (; tiles != 0; tiles &= tiles - 1)
        {
            list->tiles[count++] = (uint16_t)(y * 64 + places[loam_lowest_bit(tiles)]);
        }
    }
    list->count = count;
}

/// Where a tile goes: how far in the copy and in rows of 64, and whether at all.
typedef struct plain_way
{
    int32_t by_tiles, by_places;
    uint64_t goes;
} plain_way;

#define DOWN(right) \
    { \
        (right) - COPY_STRIDE, (right)-64, 1 \
    }
#define ASIDE(right) \
    { \
        (right), (right), 1 \
    }
#define LEANING(right) \
    {0, 0, 0}, DOWN(0), DOWN(right), DOWN(0), ASIDE(right), DOWN(0), DOWN(right), DOWN(0)

/// By whether it could go straight, 1, diagonally, 2, and sideways, 4; and by the side that it leans to.
static const plain_way plain_ways[16] = {LEANING(-1), LEANING(1)};

/// The first of straight ahead, diagonally and sideways that leads somewhere, as flow() of fluid_tile.inl: changes
/// places with air, or with itself. Whether it has gone.
static inline uint32_t flow(plain_pass *pass, uint32_t tile, uint32_t turn)
{
    const uint32_t y = tile / 64;
    const uint64_t dice = dice_of(pass, tile, turn);
    loam_tile *const from = tile_of(pass, tile);
    const uint32_t lean = from->block_variant & 1, side = tile + 2 * lean - 1;
    const uint32_t straight = (uint32_t)(pass->air[y - 1] >> tile % 64) &
                              (dice <= pass->kind.straight);
    const uint32_t diagonal = (uint32_t)(pass->slope[y] >> side % 64) &
                              (dice << 10 <= pass->kind.diagonal);
    const uint32_t sideways = (uint32_t)(pass->air[y] >> side % 64) &
                              (dice << 30 <= pass->kind.sideways);
    const plain_way *const way = &plain_ways[straight + 2 * diagonal + 4 * sideways + 8 * lean];
    loam_tile *const to = from + way->by_tiles;
    const uint32_t to_place = tile + (uint32_t)way->by_places;
    const loam_tile own = *from, other = *to;
    from->block = other.block;
    from->block_variant = other.block_variant;
    to->block = own.block;
    to->block_variant = (uint8_t)(own.block_variant | (pass->kind.restless * (uint32_t)way->goes));
    pass->moves[y] |= way->goes << tile % 64;
    pass->moves[to_place / 64] |= way->goes << to_place % 64;
    return (uint32_t)way->goes;
}

static uint32_t bit_at(uint64_t row, uint32_t bit)
{
    return (uint32_t)(row >> bit % 64) & 1;
}

/// Whether it is at the surface and something beside it is not open: there another vessel may be found, which it does
/// not decide here.
static bool may_be_at_shore(const plain_pass *pass, uint32_t y, uint32_t bit)
{
    const uint64_t *const air = pass->air + y, *const open = pass->open + y;
    const uint32_t walls = (uint32_t)((~open[0] | ~open[1]) >> (bit - 1) % 64) & 7;
    return walls != 0 && bit_at(air[1] & open[-1] & ~air[-1], bit) != 0;
}

/// What it does that has not moved, as stay() of fluid_tile.inl: it gives up looking for another vessel, leans to the
/// other side, or falls asleep.
static void stay(plain_pass *pass, uint32_t at, uint32_t turn)
{
    const uint32_t y = at / 64, bit = at % 64;
    const uint64_t dice = dice_of(pass, at, turn);
    loam_tile *const tile = tile_of(pass, at);
    const uint32_t variant = tile->block_variant, restless = variant & pass->kind.restless;
    if (restless != 0 && may_be_at_shore(pass, y, bit))
    {
        pass->looked_at--;
        loam_fluids_take_turn(pass->group, pass->x - 1 + bit, y, turn, dice);
        return;
    }
    const uint64_t sides = pass->air[y] | pass->slope[y];
    const uint32_t side = at + 2 * (variant & 1) - 1, other = at + at - side;
    const uint32_t free = bit_at(sides, side), other_free = bit_at(sides, other);
    const uint32_t same = bit_at(pass->open[y] & ~pass->air[y], side);
    const uint32_t hesitates = same & (DRAW(dice, 14, 4) != 0);
    const uint32_t turns = other_free & ~free & ~hesitates;
    tile->block_variant = (uint8_t)((variant & ~restless) ^ turns);
    pass->touched |= (restless | turns) != 0 ? FLUID_TOUCHED_SELF : 0;
    const uint64_t sleeps = (free | other_free | bit_at(pass->air[y - 1], bit) | restless) == 0;
    pass->bands[(y - pass->y) / 4].woken &= ~(sleeps << ((bit - 1) + (y - pass->y) % 4 * 2));
}

static void take_turn(plain_pass *pass, uint32_t turn)
{
    plain_list list, staying;
    uint32_t count = 0;
    find_turns(pass, turn, &list);
    for (uint32_t i = 0; i < list.count; i++)
    {
        staying.tiles[count] = list.tiles[i];
        count += 1 - flow(pass, list.tiles[i], turn);
    }
    pass->looked_at += list.count;
    pass->moved += list.count - count;
    for (uint32_t i = 0; i < count; i++)
    {
        stay(pass, staying.tiles[i], turn);
    }
}

void loam_fluids_flow_plain(fluid_group *group, fluid_copy *copy, uint32_t x, uint32_t y,
                            uint64_t cores[FLUID_BANDS])
{
    plain_pass pass; // most of it is written when a band begins
    pass.group = group;
    pass.kind = boil_down(group->together);
    pass.x = x;
    pass.y = y;
    pass.tiles = group->tiles + x - 1;
    pass.active_count = pass.moved = pass.looked_at = pass.touched = 0;
    for (uint32_t band = 0; band < FLUID_BANDS; band++)
    {
        if (cores[band] != 0)
        {
            loam_fluid_copy_find(copy, group, y + 4 * band - 1);
            cores[band] &= ~begin_band(&pass, band, cores[band]);
        }
    }
    for (uint32_t turn = 0; turn < 4; turn++)
    {
        take_turn(&pass, turn);
    }
    for (uint32_t i = 0; i < pass.active_count; i++)
    {
        apply_moves(&pass, pass.active[i]);
        end_band(&pass, pass.active[i]);
    }
    group->report->moved += pass.moved;
    group->report->looked_at += pass.looked_at;
    group->report->touched |= pass.touched;
}
