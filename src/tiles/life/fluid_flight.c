// SPDX-License-Identifier: MIT
#include "tiles/life/fluid_group.h"

// Acid has a velocity, four bits an axis of its variant (Dubsky 2024, 2.3): it falls faster and faster,
// splashes, rolls on what it cannot eat, and eats what it can. Lying still it has none, so that a puddle
// that has nothing to eat and nowhere to go falls asleep.

enum
{
    MAX_SPEED = 7,
    KICK = 5 // what it starts to roll with
};

typedef struct velocity
{
    int32_t x, y;
} velocity;

static velocity unpack(uint8_t variant)
{
    return (velocity){(int32_t)((variant & 15) ^ 8) - 8, (int32_t)((variant >> 4) ^ 8) - 8};
}

static uint8_t pack(velocity v)
{
    return (uint8_t)((v.x & 15) | (v.y & 15) << 4);
}

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/// One step along an axis, or none: the faster the likelier.
static int32_t draw_step(int32_t speed, uint64_t random)
{
    const int32_t length = speed < 0 ? -speed : speed;
    return (int32_t)(random & 1023) * MAX_SPEED < length * 1024 ? sign(speed) : 0;
}

static void eat(fluid_group *group, const fluid_mover *mover, uint32_t x, uint32_t y,
                uint64_t random)
{
    loam_fluids_set(group, x, y, LOAM_AIR, 0);
    group->report->converted++;
    loam_fluids_loosen(group, x, y + 1); // of a tile below, that is the acid itself
    if ((random >> 20 & 1023) < mover->kind->used_up)
    {
        loam_fluids_convert(group, mover->x, mover->y, mover->kind->fumes, random >> 40);
    }
}

/// Eats one of the tiles below and beside it, softer ones sooner. Whether it did.
static bool dissolve(fluid_group *group, const fluid_mover *mover, uint64_t random)
{
    static const int8_t places[3][2] = {{0, -1}, {-1, 0}, {1, 0}};
    const uint32_t first = (uint32_t)((random >> 48) % 3);
    for (uint32_t i = 0; i < 3; i++)
    {
        const int8_t *const place = places[(first + i) % 3];
        const uint32_t x = mover->x + (uint32_t)place[0], y = mover->y + (uint32_t)place[1];
        const uint8_t block = fluid_tile(group, x, y)->block;
        const int32_t softness = mover->kind->dissolves + 1 - group->field->rules->hardness[block];
        if ((mover->kind->relations[block] & FLUID_EATS) &&
            (int64_t)(random & 1023) * (mover->kind->dissolves + 1) <
                (int64_t)mover->kind->appetite * softness)
        {
            eat(group, mover, x, y, random);
            return true;
        }
    }
    return false;
}

/// Gravity, friction, and a kick for what could roll but does not.
static velocity accelerate(velocity v, bool falls, bool rolls_left, bool rolls_right,
                           uint64_t random)
{
    if (falls)
    {
        v.y -= v.y > -MAX_SPEED;
        return v;
    }
    v.y = v.y > 0 ? v.y - 1 : 0;
    v.x -= sign(v.x);
    if (v.x == 0 && (rolls_left || rolls_right))
    {
        const bool right = rolls_right && (!rolls_left || (random >> 30 & 1));
        v.x = right ? KICK : -KICK;
    }
    return v;
}

static void go(fluid_group *group, const fluid_mover *mover, int32_t dx, int32_t dy, velocity v)
{
    fluid_move(group, mover, mover->tile + dy * (ptrdiff_t)group->stride + dx,
               mover->x + (uint32_t)dx, mover->y + (uint32_t)dy, pack(v));
}

/// Goes where the velocity leads, or bounces off.
static void fly(fluid_group *group, const fluid_mover *mover, velocity v, uint64_t random)
{
    const int32_t step_x = draw_step(v.x, random), step_y = draw_step(v.y, random >> 10);
    const uint8_t *const relations = mover->kind->relations;
    const ptrdiff_t up = step_y * (ptrdiff_t)group->stride;
    const uint8_t beside = relations[mover->tile[step_x].block];
    const uint8_t ahead = relations[mover->tile[up].block];
    const uint8_t target = relations[mover->tile[up + step_x].block];
    if (step_x != 0 && step_y != 0 && (target & FLUID_STRAIGHT) && (beside & FLUID_PASSES))
    {
        go(group, mover, step_x, step_y, v);
    }
    else if (step_y != 0 && (ahead & FLUID_STRAIGHT))
    {
        go(group, mover, 0, step_y, v);
    }
    else if (step_x != 0 && (beside & FLUID_SIDEWAYS))
    {
        go(group, mover, step_x, 0, v);
    }
    else
    {
        v.x = step_x != 0 ? -v.x / 2 : v.x;
        v.y = step_y != 0 ? 0 : v.y;
        mover->tile->block_variant = pack(v);
        group->report->touched |= FLUID_TOUCHED_SELF;
    }
}

void loam_fluids_fly(fluid_group *group, const fluid_mover *mover, uint64_t random)
{
    const loam_tile *const tile = mover->tile;
    const uint8_t *const relation = mover->kind->relations;
    const uint8_t left = relation[tile[-1].block], right = relation[tile[1].block];
    const uint8_t below = relation[tile[-(ptrdiff_t)group->stride].block];
    const uint8_t above = relation[tile[group->stride].block];
    const bool contact = (left | right | below | above) & FLUID_CONTACT;
    if (contact && loam_fluids_react(group, mover, fluid_mix(random, 2)))
    {
        return;
    }
    const bool hungry = (left | right | below) & FLUID_EATS;
    if (hungry && dissolve(group, mover, fluid_mix(random, 3)))
    {
        return;
    }
    const bool falls = below & FLUID_STRAIGHT;
    const bool rolls_left = left & FLUID_SIDEWAYS, rolls_right = right & FLUID_SIDEWAYS;
    if (mover->variant == 0 && !falls && !rolls_left && !rolls_right && !contact && !hungry)
    {
        loam_fluids_sleep(group, mover);
        return;
    }
    fly(group, mover, accelerate(unpack(mover->variant), falls, rolls_left, rolls_right, random),
        random >> 32);
}
