// SPDX-License-Identifier: MIT
// What one tile of a fluid may do when it is its turn, and nothing else: look around, go one of its ways, turn to
// the other side, or stay. C and GLSL read this one file: fluids.c includes it and says whose turn it is, and so does
// the kernel of a graphics processor. This is the reference: whatever moves many tiles at once (fluid_plain.c) must do
// the same, bit by bit, and tests/tiles/fluids_together.c compares. Tiles that fly are in fluid_flight.inl; what is asked
// for is that of this file, and WIND, fluid_is_open and fluid_request.

// What falls or rises: liquids, gases, loose solids (Dubsky 2022, 4.5.2). The dice decide which ways are
// tried; the first of straight ahead, diagonally and sideways that leads somewhere is taken.

/// It settles on what is solid, unless something loose below it may still slide away. Shifts put the bits of
/// relations to where those of the ways are.
static uint32_t look(fluid_who mover)
{
    const int32_t ahead = KIND(ahead);
    const uint32_t left = RELATION(-1, 0), right = RELATION(1, 0);
    const uint32_t front = RELATION(0, ahead), back = RELATION(0, -ahead);
    const uint32_t front_left = RELATION(-1, ahead), front_right = RELATION(1, ahead);
    return ((front & FLUID_STRAIGHT) | (front_left & left >> 2 & FLUID_STRAIGHT) << 1 |
            (front_right & right >> 2 & FLUID_STRAIGHT) << 2 | (left & FLUID_SIDEWAYS) << 2 |
            (right & FLUID_SIDEWAYS) << 3 | ((left | right | front | back) & FLUID_CONTACT) << 2 |
            ((front & FLUID_RESTS) << 1 & ~((front_left | front_right) & FLUID_SAME))) &
           KIND(ways);
}

/// The variant after a move: restless, and leaning with the wind under the open sky.
static uint8_t moved_variant(fluid_place group, fluid_who mover, bool open, fluid_random random)
{
    const uint8_t variant = AS_BYTE(OF(mover, variant) |
                                    (KIND(levelling) > 0 ? FLUID_RESTLESS : 0));
    if (!open)
    {
        return variant;
    }
    const int32_t wind = WIND, strength = wind < 0 ? -wind : wind;
    const bool drifts = AS_INT(DRAW(random, 34, 10)) * 1024 < AS_INT(KIND(wind)) * strength;
    return drifts ? AS_BYTE((variant & ~1u) | (wind > 0 ? 1u : 0u)) : variant;
}

/// Goes by a tile: dx and dy are -1, 0 or 1.
static void go(fluid_place group, fluid_who mover, int32_t dx, int32_t dy, fluid_random random)
{
    const bool open = KIND(wind) != 0 && fluid_is_open(group, mover, dx, dy);
    fluid_go(group, mover, dx, dy, moved_variant(group, mover, open, random));
}

/// Of the ways, to the side that it leans to.
static uint32_t leaning_ways(fluid_who mover, uint32_t ways)
{
    return ways >> (OF(mover, variant) & 1);
}

/// Whether it moves to that side, and whether diagonally.
static bool moves_diagonally(fluid_who mover, uint32_t ways, fluid_random random)
{
    return (leaning_ways(mover, ways) & WAY_DIAGONAL) != 0 && DRAW(random, 44, 10) < KIND(diagonal);
}

static bool moves_sideways(fluid_who mover, uint32_t ways, fluid_random random)
{
    return (leaning_ways(mover, ways) & WAY_SIDEWAYS) != 0 && DRAW(random, 24, 10) < KIND(sideways);
}

static bool decay(fluid_place group, fluid_who mover, fluid_random random)
{
    for (int32_t i = 0; i < LOAM_MAX_DECAYS; i++)
    {
        if (DRAW(random, 16 * i, 16) < KIND(decay_chances[i]))
        {
            loam_fluids_convert(group, OF(mover, x), OF(mover, y), KIND(decay_results[i]),
                                DRAW(random, 50, 8));
            return true;
        }
    }
    return false;
}

/// At a wall or at the edge of a roof, on the surface of more of the same: there another vessel may be
/// found.
static bool is_at_shore(fluid_who mover)
{
    const int32_t ahead = KIND(ahead);
    return (RELATION(0, -ahead) & FLUID_SPACE) != 0 && (RELATION(0, ahead) & FLUID_SAME) != 0 &&
           ((RELATION(-1, 0) | RELATION(1, 0) | RELATION(-1, -ahead) | RELATION(1, -ahead)) &
            FLUID_RESTS) != 0;
}

/// Asks to look for another vessel, now and then, or gives up.
static void seek(fluid_place group, fluid_who mover, fluid_random random)
{
    if (!is_at_shore(mover))
    {
        fluid_become(group, mover, AS_BYTE(VARIANT(0, 0) & ~FLUID_RESTLESS));
        return;
    }
    if (DRAW(random, 20, 10) < KIND(levelling))
    {
        fluid_become(group, mover, AS_BYTE(VARIANT(0, 0) - FLUID_RESTLESS_ONE));
        fluid_request(group, mover);
    }
}

/// Whether it leans to the other side from now on: when it is stopped on this one and there is something to
/// gain there. If it is more of the same that stops it, that may move on at any moment: who turned at once
/// would prefer the side where the order of units lets others go first.
static bool turns(fluid_who mover, uint32_t ways, fluid_random random)
{
    const uint32_t lean = OF(mover, variant) & 1;
    const uint32_t beside = RELATION(lean != 0 ? 1 : -1, 0);
    const bool stopped = (ways >> lean & WAY_LEFT) == 0 && (ways >> (1 - lean) & WAY_LEFT) != 0;
    return stopped && ((beside & FLUID_SAME) == 0 || DRAW(random, 14, 4) == 0);
}

/// What a fluid does that has not moved: it decays, settles, leans the other way, or falls asleep.
static void stay(fluid_place group, fluid_who mover, uint32_t ways, fluid_random random)
{
    const uint32_t variant = OF(mover, variant);
    if (KIND(decays) != 0 && decay(group, mover, fluid_mix(random, 1)))
    {
        return;
    }
    if ((ways & (WAY_MOVES | WAY_SETTLES)) == WAY_SETTLES &&
        DRAW(random, 10, 10) < KIND(settle_chance))
    {
        loam_fluids_convert(group, OF(mover, x), OF(mover, y), KIND(settled), DRAW(random, 2, 8));
        return;
    }
    if (KIND(settled) != LOAM_AIR && (ways & WAY_MOVES) == 0 && (variant & FLUID_STOOD) == 0)
    {
        fluid_become(group, mover, AS_BYTE(VARIANT(0, 0) | FLUID_STOOD));
    }
    const bool restless = KIND(levelling) > 0 && (variant & FLUID_RESTLESS) != 0;
    if (restless)
    {
        seek(group, mover, random);
    }
    if (turns(mover, ways, random))
    {
        fluid_become(group, mover, AS_BYTE(VARIANT(0, 0) ^ 1));
    }
    if (ways == 0 && KIND(decays) == 0 && !restless)
    {
        loam_fluids_sleep(group, mover);
    }
}

static void flow(fluid_place group, fluid_who mover, fluid_random random)
{
    int32_t dx = 0, dy = KIND(ahead);
    if ((RELATION(0, dy) & FLUID_STRAIGHT) == 0 || DRAW(random, 54, 10) >= KIND(straight))
    {
        const uint32_t ways = look(mover);
        if ((ways & WAY_CONTACT) != 0 && loam_fluids_react(group, mover, fluid_mix(random, 2)))
        {
            return;
        }
        const bool diagonally = moves_diagonally(mover, ways, random);
        if (!diagonally && !moves_sideways(mover, ways, random))
        {
            stay(group, mover, ways, random);
            return;
        }
        dx = (OF(mover, variant) & 1) != 0 ? 1 : -1;
        dy = diagonally ? dy : 0;
    }
    go(group, mover, dx, dy, random);
}

/// The turn of a tile; random are its dice.
static void act(fluid_place group, fluid_who mover, fluid_random random)
{
    if (KIND(motion) == LOAM_FLIES)
    {
        loam_fluids_fly(group, mover, random);
        return;
    }
    flow(group, mover, random);
}
