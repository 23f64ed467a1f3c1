// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_mover.h"

#include <string.h>

// Fluids go by units of 4 x 4 tiles with a core of 2 x 2 (Dubsky 2022, 3.4.2 and 3.4.3). What is in the
// core moves by one tile, so units that do not overlap can be done in any order. Four passes cover all
// tiles of a quarter; the order of the passes, and that of the four tiles in a core, is drawn by hash for
// each quarter, each core and each step, so that no direction is preferred. All cores of a row take
// the first of their four turns, then all the second, and so on: where many tiles of one liquid do, they do
// it together (fluid_rows.c).
//
// A tile that is asleep is passed over. It falls asleep only when no outcome of the dice could change it
// as things are around it, and whatever changes wakes its neighbours at once: so passing over it changes
// nothing. That is why a tile leans to the other side only if there is something to gain there.

#define AS_LIST(a, b, c, d) {a, b, c, d},

static const uint8_t orders[FLUID_ORDER_COUNT][4] = {FLUID_ORDERS(AS_LIST)};

/// One of them.
static uint32_t order_number(uint64_t random)
{
    return (uint32_t)((random & 0xffff) * FLUID_ORDER_COUNT >> 16);
}

const uint8_t *loam_fluids_order(uint64_t random)
{
    return orders[order_number(random)];
}

// ---- tiles ----------------------------------------------------------------------------------------

/// Whether there is no wall: plants keep no wind off.
static bool fluid_is_open(const fluid_group *group, const fluid_mover *mover, int32_t dx,
                          int32_t dy)
{
    const fluid_field *const field = group->field;
    const uint8_t wall = MOVER_TILE(dx, dy).wall;
    if (wall == LOAM_AIR || field->planted == NULL)
    {
        return wall == LOAM_AIR;
    }
    const uint32_t x = mover->x + (uint32_t)dx, y = mover->y + (uint32_t)dy;
    const uint32_t mask = field->awake.mask;
    const size_t index = (size_t)((y + group->down) & mask) << field->side_log2 |
                         ((x + group->left) & mask);
    return field->planted[index] != 0 && (field->behind[index] & UINT8_MAX) == LOAM_AIR;
}

/// Asks to look for another vessel.
static void fluid_request(fluid_group *group, const fluid_mover *mover)
{
    fluid_report *const report = group->report;
    if (report->requests < FLUID_REQUESTS)
    {
        const uint32_t mask = group->field->awake.mask;
        report->seekers[report->requests++] = ((mover->y + group->down) & mask)
                                                  << group->field->side_log2 |
                                              ((mover->x + group->left) & mask);
    }
}

#include "tiles/life/fluid_tile.inl"

// ---- units ----------------------------------------------------------------------------------------

enum
{
    MANY = 6, // cores
    FEW = 2   // tiles
};

/// The turns of a row's cores, 16 times four tiles: bits as of fluid_fold().
typedef struct core_turns
{
    uint64_t tiles[4];              // whose turn it is
    uint64_t dice[FLUID_ROW_CORES]; // of cores with somebody awake
} core_turns;

/// An order as four times four bits: of each turn, the one whose turn it is.
#define FOUR_TURNS(a, b, c, d) 1 << (a) | 16 << (b) | 256 << (c) | 4096 << (d),

static const uint16_t turn_bits[FLUID_ORDER_COUNT] = {FLUID_ORDERS(FOUR_TURNS)};

static void draw_turns(const fluid_group *group, core_turns *turns, uint64_t cores, uint32_t x,
                       uint32_t y)
{
    uint64_t first = 0, second = 0, third = 0, fourth = 0;
    for (; cores != 0; cores &= cores - 1)
    {
        const uint32_t core = loam_lowest_bit(cores);
        const uint64_t random = fluid_mix(group->seed, y * QUARTER_SIDE + x + core);
        const uint64_t bits = turn_bits[order_number(random)];
        first |= (bits & 15) << core;
        second |= (bits >> 4 & 15) << core;
        third |= (bits >> 8 & 15) << core;
        fourth |= bits >> 12 << core;
        turns->dice[core / 4] = random;
    }
    turns->tiles[0] = first;
    turns->tiles[1] = second;
    turns->tiles[2] = third;
    turns->tiles[3] = fourth;
}

/// Whether more than so many bits are set.
static bool are_more(uint64_t bits, uint32_t than)
{
    for (uint32_t i = 0; i < than; i++)
    {
        bits &= bits - 1;
    }
    return bits != 0;
}

static void take_turn_of(fluid_group *group, uint32_t x, uint32_t y, uint64_t dice)
{
    const fluid_rules *const rules = group->field->rules;
    loam_tile *const tile = group->tiles + y * COPY_STRIDE + x;
    const fluid_mover mover = {.kind = &rules->kinds[rules->kind_of[tile->block]],
                               .tile = tile,
                               .x = x,
                               .y = y,
                               .variant = tile->block_variant};
    group->report->looked_at++;
    act(group, &mover, dice);
}

/// The turn of one tile of each core at most.
static void take_turn(fluid_group *group, uint32_t x, uint32_t y, uint64_t tiles,
                      const uint64_t *dice, uint32_t turn)
{
    for (; tiles != 0; tiles &= tiles - 1)
    {
        const uint32_t bit = loam_lowest_bit(tiles), core = bit / 4;
        const uint32_t column = x + core * 4 + bit % 2, row = y + bit / 2 % 2;
        take_turn_of(group, column, row, fluid_dice(dice[core], turn));
    }
}

/// The cores of two rows, whose lowest left tiles are x, x + 4, ... of row y. They do not touch each other,
/// so each turn is that of a tile of every core.
static void act_in_rows(fluid_group *group, fluid_copy *copy, uint32_t x, uint32_t y)
{
    const fluid_row *const rows = fluid_row_at(group, y);
    uint64_t cores = fluid_awake_in_cores(rows, x);
    cores |= cores >> 1;
    cores = (cores | cores >> 2) & UINT64_C(0x1111111111111111); // one bit each
    if (cores == 0)
    {
        return;
    }
    loam_fluid_copy_rows(copy, group, y - 1);
    const bool together = group->together->together && are_more(cores, MANY);
    if (together)
    {
        loam_fluid_copy_find(copy, group, y - 1);
    }
    core_turns turns;
    draw_turns(group, &turns, cores, x, y);
    for (uint32_t i = 0; i < 4; i++)
    {
        uint64_t awake = turns.tiles[i] & fluid_awake_in_cores(rows, x);
        if (together && are_more(awake, FEW))
        {
            awake &= ~loam_fluids_flow_together(group, x, y, awake, turns.dice, i);
        }
        take_turn(group, x, y, awake, turns.dice, i);
    }
}

/// The kind that flows together in a quarter: that of the first tile awake, if it can.
static const fluid_kind *find_kind(const fluid_field *field, uint32_t x, uint32_t y)
{
    const loam_awake *const awake = &field->awake;
    const size_t place = loam_awake_quarter(awake, x, y);
    const fluid_rules *const rules = field->rules;
    for (uint32_t i = 0; i < QUARTER_WORDS; i++)
    {
        const uint32_t bits = awake->words[place + i] & awake->fluids[place + i];
        if (bits != 0)
        {
            const uint32_t column = (x & awake->mask) + i % 2 * 32 + loam_lowest_bit(bits);
            const size_t row = (y & awake->mask) + i / 2;
            const loam_tile tile = field->tiles[(row << field->side_log2) + column];
            const fluid_kind *const kind = &rules->kinds[rules->kind_of[tile.block]];
            return kind->together ? kind : &rules->kinds[0];
        }
    }
    return &rules->kinds[0];
}

/// On which sides of a quarter the area ends that fluids do not leave.
static uint32_t find_sides(const fluid_field *field, uint32_t x, uint32_t y)
{
    const fluid_area area = field->closed;
    const uint32_t right = (x - area.x) & field->awake.mask, up = (y - area.y) & field->awake.mask;
    const uint32_t last = area.side - QUARTER_SIDE;
    return area.side == 0 ? 0
                          : (right == 0 ? FLUID_LEFT : 0u) | (right == last ? FLUID_RIGHT : 0u) |
                                (up == 0 ? FLUID_BELOW : 0u) | (up == last ? FLUID_ABOVE : 0u);
}

void loam_fluids_quarter(const fluid_field *field, uint32_t x, uint32_t y, uint64_t seed,
                         fluid_report *report)
{
    *report = (fluid_report){0};
    fluid_copy copy;
    fluid_group group = {.field = field,
                         .report = report,
                         .tiles = copy.tiles,
                         .stride = COPY_STRIDE,
                         .mask = UINT32_MAX,
                         .x = 1,
                         .y = 1,
                         .left = x - 1,
                         .down = y - 1,
                         .rows = copy.rows,
                         .together = find_kind(field, x, y),
                         .seed = seed,
                         .wind = field->winds[(x & field->awake.mask) / QUARTER_SIDE],
                         .sides = find_sides(field, x, y)};
    loam_fluid_copy_begin(&copy, &group);
    const uint8_t *const order = loam_fluids_order(seed);
    for (uint32_t pass = 0; pass < 4; pass++)
    {
        const uint32_t first_x = 1 + 2u * (order[pass] & 1), first_y = 1 + 2u * (order[pass] >> 1);
        for (uint32_t row = 0; row < QUARTER_SIDE; row += 4)
        {
            act_in_rows(&group, &copy, first_x, row + first_y);
        }
    }
    loam_fluid_copy_end(&copy, &group);
}
