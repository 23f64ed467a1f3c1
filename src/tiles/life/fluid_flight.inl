// SPDX-License-Identifier: MIT
// Acid has a velocity, four bits an axis of its variant (Dubsky 2024, 2.3): it falls faster and faster, splashes,
// rolls on what it cannot eat, and eats what it can. Lying still it has none, so that a puddle that has nothing to eat
// and nowhere to go falls asleep. C and GLSL read this one file; what it asks for is that of fluid_effects.inl, and
// RELATION(dx, dy), HARDNESS(block), fluid_mix, fluid_go and loam_fluids_sleep.

#define FLIGHT_MAX_SPEED 7
#define FLIGHT_KICK 5 // what it starts to roll with

struct fluid_velocity
{
    int32_t x, y;
};
#ifndef GL_core_profile
typedef struct fluid_velocity fluid_velocity;
#endif

/// Four bits as a signed number.
static int32_t unpack_speed(uint32_t bits)
{
    return AS_INT((bits & 15) ^ 8) - 8;
}

static uint8_t pack_velocity(fluid_velocity v)
{
    return AS_BYTE((v.x & 15) | (v.y & 15) << 4);
}

static int32_t sign_of(int32_t value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// One step along an axis, or none: the faster the likelier. random has 10 bits.
static int32_t draw_step(int32_t speed, uint32_t random)
{
    const int32_t length = speed < 0 ? -speed : speed;
    return AS_INT(random) * FLIGHT_MAX_SPEED < length * 1024 ? sign_of(speed) : 0;
}

static void eat(fluid_place group, fluid_who mover, uint32_t x, uint32_t y, fluid_random random)
{
    loam_fluids_set(group, x, y, LOAM_AIR, 0);
    fluid_note_converted(group);
    loam_fluids_loosen(group, x, y + 1); // of a tile below, that is the acid itself
    if (DRAW(random, 20, 10) < KIND(used_up))
    {
        loam_fluids_convert(group, OF(mover, x), OF(mover, y), KIND(fumes), DRAW(random, 40, 8));
    }
}

/// Eats one of the tiles below and beside it, softer ones sooner. Whether it did.
static bool dissolve(fluid_place group, fluid_who mover, fluid_random random)
{
    const uint32_t first = DRAW(random, 48, 16) % 3;
    for (uint32_t i = 0; i < 3; i++)
    {
        const uint32_t place = (first + i) % 3; // below, to the left, to the right
        const int32_t dx = place == 0 ? 0 : place == 1 ? -1 : 1, dy = place == 0 ? -1 : 0;
        const int32_t most = AS_INT(KIND(dissolves)) + 1;
        const int32_t softness = most - AS_INT(HARDNESS(BLOCK(dx, dy)));
        if ((RELATION(dx, dy) & FLUID_EATS) != 0 &&
            AS_INT(DRAW(random, 0, 10)) * most < AS_INT(KIND(appetite)) * softness)
        {
            eat(group, mover, OF(mover, x) + AS_UINT(dx), OF(mover, y) + AS_UINT(dy), random);
            return true;
        }
    }
    return false;
}

/// Gravity, friction, and a kick for what could roll but does not.
static fluid_velocity accelerate(fluid_velocity v, bool falls, bool rolls_left, bool rolls_right,
                                 bool to_the_right)
{
    if (falls)
    {
        v.y -= v.y > -FLIGHT_MAX_SPEED ? 1 : 0;
        return v;
    }
    v.y = v.y > 0 ? v.y - 1 : 0;
    v.x -= sign_of(v.x);
    if (v.x == 0 && (rolls_left || rolls_right))
    {
        v.x = rolls_right && (!rolls_left || to_the_right) ? FLIGHT_KICK : -FLIGHT_KICK;
    }
    return v;
}

/// Goes where the velocity leads, or bounces off.
static void fly_on(fluid_place group, fluid_who mover, fluid_velocity v, fluid_random random)
{
    const int32_t step_x = draw_step(v.x, DRAW(random, 32, 10));
    const int32_t step_y = draw_step(v.y, DRAW(random, 42, 10));
    const uint32_t beside = RELATION(step_x, 0), ahead = RELATION(0, step_y);
    const uint32_t target = RELATION(step_x, step_y);
    const bool slips = (target & FLUID_STRAIGHT) != 0 && (beside & FLUID_PASSES) != 0;
    if (step_x != 0 && step_y != 0 && slips)
    {
        fluid_go(group, mover, step_x, step_y, pack_velocity(v));
    }
    else if (step_y != 0 && (ahead & FLUID_STRAIGHT) != 0)
    {
        fluid_go(group, mover, 0, step_y, pack_velocity(v));
    }
    else if (step_x != 0 && (beside & FLUID_SIDEWAYS) != 0)
    {
        fluid_go(group, mover, step_x, 0, pack_velocity(v));
    }
    else
    {
        v.x = step_x != 0 ? -v.x / 2 : v.x;
        v.y = step_y != 0 ? 0 : v.y;
        fluid_become(group, mover, pack_velocity(v));
    }
}

void loam_fluids_fly(fluid_place group, fluid_who mover, fluid_random random)
{
    const uint32_t left = RELATION(-1, 0), right = RELATION(1, 0);
    const uint32_t below = RELATION(0, -1), above = RELATION(0, 1);
    const bool contact = ((left | right | below | above) & FLUID_CONTACT) != 0;
    if (contact && loam_fluids_react(group, mover, fluid_mix(random, 2)))
    {
        return;
    }
    const bool hungry = ((left | right | below) & FLUID_EATS) != 0;
    if (hungry && dissolve(group, mover, fluid_mix(random, 3)))
    {
        return;
    }
    const bool falls = (below & FLUID_STRAIGHT) != 0;
    const bool rolls_left = (left & FLUID_SIDEWAYS) != 0,
               rolls_right = (right & FLUID_SIDEWAYS) != 0;
    const uint32_t variant = OF(mover, variant);
    if (variant == 0 && !falls && !rolls_left && !rolls_right && !contact && !hungry)
    {
        loam_fluids_sleep(group, mover);
        return;
    }
    fluid_velocity v;
    v.x = unpack_speed(variant);
    v.y = unpack_speed(variant >> 4);
    fly_on(group, mover, accelerate(v, falls, rolls_left, rolls_right, DRAW(random, 30, 1) != 0),
           random);
}
