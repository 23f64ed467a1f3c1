// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_mover.h"

#include <string.h>

// Fluids go by units of 4 x 4 tiles with a core of 2 x 2 (Dubsky 2022, 3.4.2 and 3.4.3). What is in the
// core moves by one tile, so units that do not overlap can be done in any order. Four passes cover all
// tiles of a quarter; the order of the passes, and that of the four tiles in a core, is drawn by hash for
// each quarter, each core and each step, so that no direction is preferred. Where many cores of a pass have
// somebody awake, those with nothing but one liquid around take their turns together (fluid_plain.c).
//
// A tile that is asleep is passed over. It falls asleep only when no outcome of the dice could change it
// as things are around it, and whatever changes wakes its neighbours at once: so passing over it changes
// nothing. That is why a tile leans to the other side only if there is something to gain there.

#define AS_LIST(a, b, c, d) {a, b, c, d},

static const uint8_t orders[FLUID_ORDER_COUNT][4] = {FLUID_ORDERS(AS_LIST)};

const uint8_t *loam_fluids_order(uint64_t random)
{
    return orders[fluid_order_number(random)];
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

/// Asks to look for another vessel. Rows of cores ask one after the other; of a row those who have their turn first.
static void fluid_request(fluid_group *group, const fluid_mover *mover)
{
    fluid_report *const report = group->report;
    const uint32_t mask = group->field->awake.mask;
    int32_t at = report->requests;
    while (at > group->asked_before && group->asked[at - 1] > group->turn)
    {
        at--;
    }
    report->requests += report->requests < FLUID_REQUESTS ? 1 : 0;
    for (int32_t i = report->requests - 1; i > at; i--)
    {
        group->asked[i] = group->asked[i - 1];
        report->seekers[i] = report->seekers[i - 1];
    }
    if (at < FLUID_REQUESTS)
    {
        group->asked[at] = group->turn;
        report->seekers[at] = ((mover->y + group->down) & mask) << group->field->side_log2 |
                              ((mover->x + group->left) & mask);
    }
}

#include "tiles/life/fluid_tile.inl"

// ---- units ----------------------------------------------------------------------------------------

enum
{
    MANY = 40 // cores of a pass: fewer are done sooner one by one
};

/// Which of the cores of two rows have a tile that is awake: bits of the columns from x on.
static uint64_t find_awake_cores(const fluid_row *rows, uint32_t x)
{
    const uint64_t awake = (rows[0].woken & rows[0].fluids) | (rows[1].woken & rows[1].fluids);
    return (awake | awake >> 1) >> (x - 1) & UINT64_C(0x1111111111111111);
}

/// How many bits are set.
static uint32_t count_cores(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
    {
        count++;
    }
    return count;
}

void loam_fluids_take_turn(fluid_group *group, uint32_t x, uint32_t y, uint32_t turn, uint64_t dice)
{
    const fluid_rules *const rules = group->field->rules;
    loam_tile *const tile = group->tiles + y * COPY_STRIDE + x;
    const fluid_mover mover = {.kind = &rules->kinds[rules->kind_of[tile->block]],
                               .tile = tile,
                               .x = x,
                               .y = y,
                               .variant = tile->block_variant};
    group->report->looked_at++;
    group->turn = ((y - 1) / 2 * 4 + turn) * QUARTER_SIDE + x;
    act(group, &mover, dice);
}

/// The four turns of a core whose lowest left tile is (x, y).
static void act_in_core(fluid_group *group, uint32_t x, uint32_t y)
{
    const uint64_t random = fluid_core_dice(group, x, y);
    const uint8_t *const order = loam_fluids_order(random);
    for (uint32_t turn = 0; turn < 4; turn++)
    {
        const uint32_t at_x = x + order[turn] % 2, at_y = y + order[turn] / 2;
        const fluid_row *const row = fluid_row_at(group, at_y);
        if ((row->woken & row->fluids) >> (at_x - 1) & 1)
        {
            loam_fluids_take_turn(group, at_x, at_y, turn, fluid_dice(random, turn));
        }
    }
}

/// Finds the cores of a pass that have a tile awake, and fetches what is around them. How many there are.
static uint32_t find_cores(const fluid_group *group, fluid_copy *copy, uint32_t x, uint32_t y,
                           uint64_t cores[FLUID_BANDS])
{
    uint32_t count = 0;
    for (uint32_t band = 0; band < FLUID_BANDS; band++, y += 4)
    {
        cores[band] = find_awake_cores(fluid_row_at(group, y), x);
        if (cores[band] != 0)
        {
            count += count_cores(cores[band]);
            loam_fluid_copy_rows(copy, group, y - 1);
        }
    }
    return count;
}

/// The cores whose lowest left tiles are (x, y) and every fourth one from there. They do not touch each other.
static void act_in_pass(fluid_group *group, fluid_copy *copy, uint32_t x, uint32_t y)
{
    uint64_t cores[FLUID_BANDS];
    const uint32_t count = find_cores(group, copy, x, y, cores);
    group->asked_before = group->report->requests;
    if (group->together->together && count > MANY)
    {
        loam_fluids_flow_plain(group, copy, x, y, cores);
    }
    for (uint32_t band = 0; band < FLUID_BANDS; band++, y += 4)
    {
        for (; cores[band] != 0; cores[band] &= cores[band] - 1)
        {
            act_in_core(group, x + loam_lowest_bit(cores[band]), y);
        }
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
        act_in_pass(&group, &copy, first_x, first_y);
    }
    loam_fluid_copy_end(&copy, &group);
}
