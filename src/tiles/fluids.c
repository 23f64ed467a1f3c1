// SPDX-License-Identifier: MIT
#include "tiles/fluid_group.h"

// Fluids go by units of 4 x 4 tiles with a core of 2 x 2 (Dubsky 2022, 3.4.2 and 3.4.3). What is in the
// core moves by one tile, so units that do not overlap can be done in any order. Four passes cover all
// tiles of a quarter; the order of the passes, and that of the four tiles in a core, is drawn by hash for
// each quarter, each core and each step, so that no direction is preferred.
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

// ---- changing tiles -----------------------------------------------------------------------------

/// What is at (x, y) has changed: notes it for saving, and wakes what is around.
static void changed(fluid_group *group, uint32_t x, uint32_t y)
{
    const uint32_t column = ((x - group->x + QUARTER_SIDE) & group->field->awake.mask) /
                            QUARTER_SIDE;
    const uint32_t row = ((y - group->y + QUARTER_SIDE) & group->field->awake.mask) / QUARTER_SIDE;
    group->report->touched |= UINT32_C(1) << (row * 3 + column);
    loam_awake_around(&group->field->awake, x, y);
}

void loam_fluids_set(fluid_group *group, uint32_t x, uint32_t y, uint8_t block, uint8_t variant)
{
    loam_tile *const tile = fluid_tile(group->field, x, y);
    tile->block = block;
    tile->block_variant = variant;
    changed(group, x, y);
}

/// What a fluid is after a conversion: a fluid leans to a random side, a solid gets any inner variant.
void loam_fluids_convert(fluid_group *group, uint32_t x, uint32_t y, uint8_t block, uint64_t random)
{
    const uint8_t spread = block == LOAM_AIR ? 0 : 11;
    loam_fluids_set(group, x, y, block, (uint8_t)((random & 15) * (spread + 1u) >> 4));
    group->report->converted++;
}

/// A granular solid that has lost what it stood on comes loose.
static void loosen(fluid_group *group, uint32_t x, uint32_t y)
{
    const loam_tile *const tile = fluid_tile(group->field, x, y);
    const uint8_t loose = group->field->rules->loose_of[tile->block];
    if (loose != LOAM_AIR)
    {
        loam_fluids_set(group, x, y, loose, tile->block_variant & 15);
    }
}

void loam_fluids_undermine(fluid_group *group, uint32_t x, uint32_t y)
{
    loosen(group, x, y + 1);
    if (!group->field->rules->holds[fluid_tile(group->field, x, y + 1)->block])
    {
        loosen(group, x - 1, y + 1);
        loosen(group, x + 1, y + 1);
    }
}

/// Changes places with what is at (to_x, to_y), one tile away.
void loam_fluids_move(fluid_group *group, const fluid_mover *mover, uint32_t to_x, uint32_t to_y,
                      uint8_t variant)
{
    loam_tile *const from = fluid_tile(group->field, mover->x, mover->y);
    loam_tile *const to = fluid_tile(group->field, to_x, to_y);
    const uint8_t block = from->block;
    from->block = to->block;
    from->block_variant = to->block_variant;
    to->block = block;
    to->block_variant = variant;
    changed(group, mover->x, mover->y);
    changed(group, to_x, to_y);
    group->report->moved++;
    if (mover->kind->settled != LOAM_AIR)
    {
        loam_fluids_undermine(group, mover->x, mover->y);
    }
}

// ---- contacts and decays --------------------------------------------------------------------------

/// Whether it turned into something else because of what is beside it.
bool loam_fluids_react(fluid_group *group, const fluid_mover *mover, const uint8_t beside[4],
                       uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        const uint8_t with = kind->contacts[i];
        const bool meets = with != LOAM_AIR && (beside[0] == with || beside[1] == with ||
                                                beside[2] == with || beside[3] == with);
        if (meets && (random >> 10 * i & 1023) < kind->contact_chances[i])
        {
            loam_fluids_convert(group, mover->x, mover->y, kind->contact_results[i], random >> 50);
            return true;
        }
    }
    return false;
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

// ---- what flows -----------------------------------------------------------------------------------

/// What can be done, as things are around a tile.
typedef struct fluid_ways
{
    bool straight;
    bool diagonal[2], sideways[2]; // to the left, to the right
    bool contact, settles, seeks;
} fluid_ways;

static fluid_ways look(const fluid_group *group, const fluid_mover *mover, uint8_t beside[4])
{
    const fluid_field *const field = group->field;
    const fluid_kind *const kind = mover->kind;
    const uint32_t x = mover->x, y = mover->y;
    const uint32_t ahead = kind->motion == LOAM_RISES ? 1 : (uint32_t)-1;
    const uint8_t *const relation = mover->relations;
    beside[0] = fluid_tile(field, x - 1, y)->block;
    beside[1] = fluid_tile(field, x + 1, y)->block;
    beside[2] = fluid_tile(field, x, y + ahead)->block;
    beside[3] = fluid_tile(field, x, y - ahead)->block;
    const uint8_t left = relation[beside[0]], right = relation[beside[1]];
    const uint8_t front = relation[beside[2]], back = relation[beside[3]];
    const uint8_t front_left = relation[fluid_tile(field, x - 1, y + ahead)->block];
    const uint8_t front_right = relation[fluid_tile(field, x + 1, y + ahead)->block];
    const bool slides = kind->diagonal > 0;
    return (fluid_ways){
        .straight = front & FLUID_STRAIGHT,
        .diagonal = {slides && (front_left & FLUID_STRAIGHT) && (left & FLUID_PASSES),
                     slides && (front_right & FLUID_STRAIGHT) && (right & FLUID_PASSES)},
        .sideways = {left & FLUID_SIDEWAYS, right & FLUID_SIDEWAYS},
        .contact = (left | right | front | back) & FLUID_CONTACT,
        .settles = kind->settle_chance > 0 && (front & FLUID_RESTS),
        .seeks = (back & FLUID_SPACE) && (front & FLUID_SAME) && ((left | right) & FLUID_RESTS),
    };
}

/// The variant after a move: restless, and leaning with the wind under the open sky.
static uint8_t moved_variant(const fluid_group *group, const fluid_mover *mover, uint32_t to_x,
                             uint32_t to_y, uint64_t random)
{
    uint8_t variant = mover->variant;
    if (mover->kind->levelling > 0)
    {
        variant |= FLUID_RESTLESS;
    }
    const int32_t wind = group->wind;
    const int32_t strength = wind < 0 ? -wind : wind;
    if (mover->kind->wind > 0 &&
        (int32_t)(random >> 34 & 1023) * 1024 < mover->kind->wind * strength &&
        fluid_tile(group->field, to_x, to_y)->wall == LOAM_AIR)
    {
        variant = (uint8_t)((variant & ~1) | (wind > 0));
    }
    return variant;
}

/// Tries to move; true if it did.
static bool flow(fluid_group *group, const fluid_mover *mover, const fluid_ways *ways,
                 uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    const uint32_t lean = mover->variant & 1;
    const uint32_t ahead = kind->motion == LOAM_RISES ? 1 : (uint32_t)-1;
    const bool straight = ways->straight && (random >> 54 & 1023) < kind->straight;
    const bool diagonal = ways->diagonal[lean] && (random >> 44 & 1023) < kind->diagonal;
    const bool sideways = ways->sideways[lean] && (random >> 24 & 1023) < kind->sideways;
    if (!straight && !diagonal && !sideways)
    {
        return false;
    }
    const uint32_t to_x = straight ? mover->x : mover->x + 2 * lean - 1;
    const uint32_t to_y = straight || diagonal ? mover->y + ahead : mover->y;
    loam_fluids_move(group, mover, to_x, to_y, moved_variant(group, mover, to_x, to_y, random));
    return true;
}

/// Asks to look for another vessel, now and then, or gives up.
static void seek(fluid_group *group, const fluid_mover *mover, bool seeks, uint64_t random)
{
    loam_tile *const tile = fluid_tile(group->field, mover->x, mover->y);
    if (!seeks)
    {
        tile->block_variant &= (uint8_t)~FLUID_RESTLESS;
        group->report->touched |= FLUID_TOUCHED_SELF;
        return;
    }
    if ((random >> 20 & 1023) >= mover->kind->levelling)
    {
        return;
    }
    tile->block_variant -= FLUID_RESTLESS_ONE;
    group->report->touched |= FLUID_TOUCHED_SELF;
    fluid_report *const report = group->report;
    if (report->requests < FLUID_REQUESTS)
    {
        report->seekers[report->requests++] = (uint32_t)(tile - group->field->tiles);
    }
}

/// What a fluid does that could not move: it decays, settles, leans the other way, or falls asleep.
static void stay(fluid_group *group, const fluid_mover *mover, const fluid_ways *ways,
                 uint64_t random)
{
    const fluid_kind *const kind = mover->kind;
    const uint32_t lean = mover->variant & 1;
    const bool here = ways->diagonal[lean] || ways->sideways[lean];
    const bool there = ways->diagonal[1 - lean] || ways->sideways[1 - lean];
    const bool rests = !ways->straight && !here && !there;
    if (kind->decays && decay(group, mover, fluid_mix(random, 1)))
    {
        return;
    }
    if (rests && ways->settles && (random >> 10 & 1023) < kind->settle_chance)
    {
        loam_fluids_convert(group, mover->x, mover->y, kind->settled, random >> 4);
        return;
    }
    const bool restless = kind->levelling > 0 && (mover->variant & FLUID_RESTLESS) != 0;
    if (restless)
    {
        seek(group, mover, ways->seeks, random);
    }
    if (!here && there)
    {
        fluid_tile(group->field, mover->x, mover->y)->block_variant ^= 1;
        group->report->touched |= FLUID_TOUCHED_SELF;
    }
    if (rests && !ways->settles && !ways->contact && !kind->decays && !restless)
    {
        loam_awake_sleep(&group->field->awake, mover->x, mover->y);
    }
}

static void act(fluid_group *group, uint32_t x, uint32_t y, uint64_t random)
{
    const fluid_rules *const rules = group->field->rules;
    const loam_tile tile = *fluid_tile(group->field, x, y);
    const uint8_t kind = rules->kind_of[tile.block];
    if (kind == 0)
    {
        loam_awake_sleep(&group->field->awake, x, y);
        return;
    }
    const fluid_mover mover = {.kind = &rules->kinds[kind],
                               .relations = rules->relations[kind],
                               .x = x,
                               .y = y,
                               .variant = tile.block_variant};
    group->report->looked_at++;
    if (mover.kind->motion == LOAM_FLIES)
    {
        loam_fluids_fly(group, &mover, random);
        return;
    }
    uint8_t beside[4];
    const fluid_ways ways = look(group, &mover, beside);
    if (ways.contact && loam_fluids_react(group, &mover, beside, fluid_mix(random, 2)))
    {
        return;
    }
    if (!flow(group, &mover, &ways, random))
    {
        stay(group, &mover, &ways, random);
    }
}

// ---- units ----------------------------------------------------------------------------------------

/// The four tiles of a core, in an order of their own. (x, y) is the lowest left one.
static void act_in_core(fluid_group *group, uint32_t x, uint32_t y)
{
    const uint64_t random = fluid_mix(group->seed, (y - group->y) * QUARTER_SIDE + (x - group->x));
    const uint8_t *const order = loam_fluids_order(random);
    for (uint32_t i = 0; i < 4; i++)
    {
        const uint32_t tile_x = x + (order[i] & 1), tile_y = y + (order[i] >> 1);
        if (loam_awake_is(&group->field->awake, tile_x, tile_y))
        {
            act(group, tile_x, tile_y, fluid_mix(random, i + 1));
        }
    }
}

/// The cores of two rows whose lowest left tiles are at the places of `first` bits.
static void act_in_rows(fluid_group *group, uint32_t x, uint32_t y)
{
    const uint32_t *const words = loam_awake_word(&group->field->awake, group->x, group->y + y);
    for (uint32_t half = 0; half < 2; half++)
    {
        uint32_t awake = (words[half] | words[half + 2]) & UINT32_C(0x33333333) << x;
        awake = (awake | awake >> 1) & UINT32_C(0x11111111) << x; // one bit for a core
        while (awake != 0)
        {
            const uint32_t bit = fluid_lowest_bit(awake);
            awake &= awake - 1;
            act_in_core(group, group->x + 32 * half + bit, group->y + y);
        }
    }
}

bool loam_fluids_asleep(const fluid_field *field, uint32_t x, uint32_t y)
{
    const uint32_t *const words = loam_awake_quarter(&field->awake, x, y);
    uint32_t any = 0;
    for (int32_t i = 0; i < QUARTER_WORDS; i++)
    {
        any |= words[i];
    }
    return any == 0;
}

void loam_fluids_quarter(const fluid_field *field, uint32_t x, uint32_t y, uint64_t seed,
                         fluid_report *report)
{
    *report = (fluid_report){0};
    fluid_group group = {.field = field,
                         .report = report,
                         .x = x,
                         .y = y,
                         .seed = seed,
                         .wind = field->winds[(x & field->awake.mask) / QUARTER_SIDE]};
    const uint8_t *const order = loam_fluids_order(seed);
    for (uint32_t pass = 0; pass < 4; pass++)
    {
        const uint32_t first_x = 2u * (order[pass] & 1), first_y = 2u * (order[pass] >> 1);
        for (uint32_t row = 0; row < QUARTER_SIDE; row += 4)
        {
            act_in_rows(&group, first_x, row + first_y);
        }
    }
}
