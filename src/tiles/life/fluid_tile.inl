// SPDX-License-Identifier: MIT
// What one tile of a fluid may do when it is its turn, and nothing else: look around, go one of its ways, turn to
// the other side, or stay. fluids.c includes it and says whose turn it is. This is the reference: whatever moves
// many tiles at once (fluid_rows.c, a graphics processor) must do the same, bit by bit, and tests/tiles/
// fluids_together.c compares. Tiles that fly are in fluid_flight.c.

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

/// The turn of a tile; random are its dice.
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
