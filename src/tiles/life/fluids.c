// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_copy.h"

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

static const uint8_t orders[24][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};

const uint8_t *loam_fluids_order(uint64_t random)
{
    return orders[(random & 0xffff) * 24 >> 16];
}

// ---- what flows -----------------------------------------------------------------------------------

// What falls or rises: liquids, gases, loose solids (Dubsky 2022, 4.5.2). The dice decide which ways are
// tried; the first of straight ahead, diagonally and sideways that leads somewhere is taken.

/// What could be done, as things are around a tile, whatever the dice: bits.
enum
{
    WAY_STRAIGHT = 1 << 0,
    WAY_DIAGONAL = 1 << 1, // to the left; the next bit is to the right
    WAY_SIDEWAYS = 1 << 3, // to the left; the next bit is to the right
    WAY_MOVES = 31,        // all of these
    WAY_LEFT = WAY_DIAGONAL | WAY_SIDEWAYS,
    WAY_CONTACT = 1 << 5,
    WAY_SETTLES = 1 << 6,
};

uint8_t loam_fluid_ways(const loam_tile_fluid *fluid)
{
    const bool settles = fluid->motion == LOAM_FALLS && fluid->settled != LOAM_AIR &&
                         fluid->settle_chance > 0;
    return (uint8_t)(WAY_STRAIGHT | WAY_CONTACT | WAY_SIDEWAYS | WAY_SIDEWAYS << 1 |
                     (fluid->diagonal > 0 ? WAY_DIAGONAL | WAY_DIAGONAL << 1 : 0) |
                     (settles ? WAY_SETTLES : 0));
}

/// It settles on what is solid, unless something loose below it may still slide away. Shifts put the bits of
/// fluid_relation to where those of the ways are.
static uint32_t look(const fluid_mover *mover)
{
    const loam_tile *const tile = mover->tile;
    const ptrdiff_t ahead = mover->kind->ahead * COPY_STRIDE;
    const uint8_t *const relation = mover->kind->relations;
    const uint32_t left = relation[tile[-1].block], right = relation[tile[1].block];
    const uint32_t front = relation[tile[ahead].block], back = relation[tile[-ahead].block];
    const uint32_t front_left = relation[tile[ahead - 1].block];
    const uint32_t front_right = relation[tile[ahead + 1].block];
    return ((front & FLUID_STRAIGHT) | (front_left & left >> 2 & FLUID_STRAIGHT) << 1 |
            (front_right & right >> 2 & FLUID_STRAIGHT) << 2 | (left & FLUID_SIDEWAYS) << 2 |
            (right & FLUID_SIDEWAYS) << 3 | ((left | right | front | back) & FLUID_CONTACT) << 2 |
            ((front & FLUID_RESTS) << 1 & ~((front_left | front_right) & FLUID_SAME))) &
           mover->kind->ways;
}

/// Whether there is no wall: plants keep no wind off.
static bool is_open(const fluid_group *group, const loam_tile *tile, uint32_t x, uint32_t y)
{
    const fluid_field *const field = group->field;
    if (tile->wall == LOAM_AIR || field->planted == NULL)
    {
        return tile->wall == LOAM_AIR;
    }
    const uint32_t mask = field->awake.mask;
    const size_t index = (size_t)((y + group->down) & mask) << field->side_log2 |
                         ((x + group->left) & mask);
    return field->planted[index] != 0 && (field->behind[index] & UINT8_MAX) == LOAM_AIR;
}

/// The variant after a move: restless, and leaning with the wind under the open sky.
static uint8_t moved_variant(const fluid_group *group, const fluid_mover *mover, bool open,
                             uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    const uint8_t variant = kind->levelling > 0 ? mover->variant | FLUID_RESTLESS : mover->variant;
    if (!open)
    {
        return variant;
    }
    const int32_t wind = group->wind, strength = wind < 0 ? -wind : wind;
    const bool drifts = (int32_t)(random >> 34 & 1023) * 1024 < kind->wind * strength;
    return drifts ? (uint8_t)((variant & ~1) | (wind > 0)) : variant;
}

/// Goes by a tile: dx and dy are -1, 0 or 1.
static void go(fluid_group *group, const fluid_mover *mover, int32_t dx, int32_t dy,
               uint64_t random)
{
    loam_tile *const to = mover->tile + dy * COPY_STRIDE + dx;
    const uint32_t x = mover->x + (uint32_t)dx, y = mover->y + (uint32_t)dy;
    const bool open = mover->kind->wind != 0 && is_open(group, to, x, y);
    fluid_move(group, mover, to, x, y, moved_variant(group, mover, open, random));
}

/// Whether it moves to the side that it leans to, and whether diagonally.
static bool moves_aside(const fluid_mover *mover, uint32_t ways, uint64_t random, bool *diagonally)
{
    const fluid_kind *const kind = mover->kind;
    const uint32_t leaning = ways >> (mover->variant & 1);
    *diagonally = (leaning & WAY_DIAGONAL) && (random >> 44 & 1023) < kind->diagonal;
    return *diagonally || ((leaning & WAY_SIDEWAYS) && (random >> 24 & 1023) < kind->sideways);
}

static bool decay(fluid_group *group, const fluid_mover *mover, uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    for (int32_t i = 0; i < LOAM_MAX_DECAYS; i++)
    {
        if ((random >> 16 * i & 0xffff) < kind->decay_chances[i])
        {
            loam_fluids_convert(group, mover->x, mover->y, kind->decay_results[i], random >> 50);
            return true;
        }
    }
    return false;
}

/// At a wall or at the edge of a roof, on the surface of more of the same: there another vessel may be
/// found.
static bool is_at_shore(const fluid_mover *mover)
{
    const uint8_t *const relation = mover->kind->relations;
    const ptrdiff_t ahead = mover->kind->ahead * COPY_STRIDE;
    const loam_tile *const tile = mover->tile, *const above = tile - ahead;
    return (relation[above->block] & FLUID_SPACE) && (relation[tile[ahead].block] & FLUID_SAME) &&
           ((relation[tile[-1].block] | relation[tile[1].block] | relation[above[-1].block] |
             relation[above[1].block]) &
            FLUID_RESTS);
}

/// Asks to look for another vessel, now and then, or gives up.
static void seek(fluid_group *group, const fluid_mover *mover, uint64_t random)
{
    if (!is_at_shore(mover))
    {
        mover->tile->block_variant &= (uint8_t)~FLUID_RESTLESS;
        group->report->touched |= FLUID_TOUCHED_SELF;
        return;
    }
    if ((random >> 20 & 1023) >= mover->kind->levelling)
    {
        return;
    }
    mover->tile->block_variant -= FLUID_RESTLESS_ONE;
    fluid_report *const report = group->report;
    report->touched |= FLUID_TOUCHED_SELF;
    if (report->requests < FLUID_REQUESTS)
    {
        const uint32_t mask = group->field->awake.mask;
        report->seekers[report->requests++] = ((mover->y + group->down) & mask)
                                                  << group->field->side_log2 |
                                              ((mover->x + group->left) & mask);
    }
}

/// Whether it leans to the other side from now on: when it is stopped on this one and there is something to
/// gain there. If it is more of the same that stops it, that may move on at any moment: who turned at once
/// would prefer the side where the order of units lets others go first.
static bool turns(const fluid_mover *mover, uint32_t ways, uint64_t random)
{
    const uint32_t lean = mover->variant & 1;
    const uint8_t beside = mover->kind->relations[mover->tile[lean ? 1 : -1].block];
    const bool stopped = (ways >> lean & WAY_LEFT) == 0 && (ways >> (1 - lean) & WAY_LEFT) != 0;
    return stopped && (!(beside & FLUID_SAME) || (random >> 14 & 15) == 0);
}

/// What a fluid does that has not moved: it decays, settles, leans the other way, or falls asleep.
static void stay(fluid_group *group, const fluid_mover *mover, uint32_t ways, uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    if (kind->decays && decay(group, mover, fluid_mix(random, 1)))
    {
        return;
    }
    if ((ways & (WAY_MOVES | WAY_SETTLES)) == WAY_SETTLES &&
        (random >> 10 & 1023) < kind->settle_chance)
    {
        loam_fluids_convert(group, mover->x, mover->y, kind->settled, random >> 2);
        return;
    }
    if (kind->settled != LOAM_AIR && (ways & WAY_MOVES) == 0 && !(mover->variant & FLUID_STOOD))
    {
        mover->tile->block_variant |= FLUID_STOOD;
        group->report->touched |= FLUID_TOUCHED_SELF;
    }
    const bool restless = kind->levelling > 0 && (mover->variant & FLUID_RESTLESS) != 0;
    if (restless)
    {
        seek(group, mover, random);
    }
    if (turns(mover, ways, random))
    {
        mover->tile->block_variant ^= 1;
        group->report->touched |= FLUID_TOUCHED_SELF;
    }
    if (ways == 0 && !kind->decays && !restless)
    {
        loam_fluids_sleep(group, mover);
    }
}

static void flow(fluid_group *group, const fluid_mover *mover, uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    const uint8_t front = mover->tile[kind->ahead * COPY_STRIDE].block;
    int32_t dx = 0, dy = kind->ahead;
    if (!(kind->relations[front] & FLUID_STRAIGHT) || (random >> 54) >= kind->straight)
    {
        const uint32_t ways = look(mover);
        bool diagonally;
        if ((ways & WAY_CONTACT) && loam_fluids_react(group, mover, fluid_mix(random, 2)))
        {
            return;
        }
        if (!moves_aside(mover, ways, random, &diagonally))
        {
            stay(group, mover, ways, random);
            return;
        }
        dx = mover->variant & 1 ? 1 : -1;
        dy = diagonally ? dy : 0;
    }
    go(group, mover, dx, dy, random);
}

// ---- units ----------------------------------------------------------------------------------------

static void act(fluid_group *group, loam_tile *tile, uint32_t x, uint32_t y, uint64_t random)
{
    const fluid_rules *const rules = group->field->rules;
    const fluid_mover mover = {.kind = &rules->kinds[rules->kind_of[tile->block]],
                               .tile = tile,
                               .x = x,
                               .y = y,
                               .variant = tile->block_variant};
    group->report->looked_at++;
    if (mover.kind->motion == LOAM_FLIES)
    {
        loam_fluids_fly(group, &mover, random);
        return;
    }
    flow(group, &mover, random);
}

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

static void draw_turns(const fluid_group *group, core_turns *turns, uint64_t cores, uint32_t x,
                       uint32_t y)
{
    memset(turns->tiles, 0, sizeof turns->tiles);
    for (; cores != 0; cores &= cores - 1)
    {
        const uint32_t core = fluid_lowest_bit(cores);
        const uint64_t random = fluid_mix(group->seed, y * QUARTER_SIDE + x + core);
        const uint8_t *const order = loam_fluids_order(random);
        for (uint32_t i = 0; i < 4; i++)
        {
            turns->tiles[i] |= (uint64_t)1 << (core + order[i]);
        }
        turns->dice[core / 4] = random;
    }
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

/// The turn of one tile of each core at most.
static void take_turn(fluid_group *group, uint32_t x, uint32_t y, uint64_t tiles,
                      const uint64_t *dice, uint32_t turn)
{
    for (; tiles != 0; tiles &= tiles - 1)
    {
        const uint32_t bit = fluid_lowest_bit(tiles), core = bit / 4;
        const uint32_t column = x + core * 4 + bit % 2, row = y + bit / 2 % 2;
        act(group, group->tiles + row * COPY_STRIDE + column, column, row,
            fluid_dice(dice[core], turn));
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
            const uint32_t column = (x & awake->mask) + i % 2 * 32 + fluid_lowest_bit(bits);
            const size_t row = (y & awake->mask) + i / 2;
            const loam_tile tile = field->tiles[(row << field->side_log2) + column];
            const fluid_kind *const kind = &rules->kinds[rules->kind_of[tile.block]];
            return kind->together ? kind : &rules->kinds[0];
        }
    }
    return &rules->kinds[0];
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
                         .wind = field->winds[(x & field->awake.mask) / QUARTER_SIDE]};
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
