// SPDX-License-Identifier: MIT
// How a tile of a liquid looks for another vessel. C and GLSL read this one file: level.c, and the kernel of a graphics
// processor.
//
// Before it is included: level_place leads to the ring, and RELATION_AT(x, y) is what the liquid can do with a tile of
// it; AREA(member) is the area that is not left, AREA_MASK wraps coordinates around.

#define LEVEL_MAX_WALK 1024

struct level_walker
{
    uint32_t x, y;
    uint32_t heading; // 0 right, 1 up, 2 left, 3 down
    uint32_t hand;    // 1 if the wall is on the left hand, 3 (that is, -1) on the right one
};

/// One tile that changes places with the space above another surface.
struct level_found
{
    uint32_t from_x, from_y, to_x, to_y;
    bool found;
};
#ifndef GL_core_profile
typedef struct level_walker level_walker;
typedef struct level_found level_found;
#endif

static bool is_inside(level_place ring, uint32_t x, uint32_t y)
{
    // One tile of room on every side: what changes has neighbours that may change.
    return ((x - AREA(x) - 1) & AREA_MASK) < AREA(side) - 2 &&
           ((y - AREA(y) - 1) & AREA_MASK) < AREA(side) - 2;
}

static level_walker walker_at(uint32_t x, uint32_t y, uint32_t heading, uint32_t hand)
{
    level_walker at;
    at.x = x;
    at.y = y;
    at.heading = heading;
    at.hand = hand;
    return at;
}

static level_walker next_of(level_walker at, uint32_t heading)
{
    const bool upright = (heading & 1) != 0;
    return walker_at(at.x + (upright ? 0 : 1 - heading), at.y + (upright ? 2 - heading : 0),
                     heading, at.hand);
}

/// Where to go along the wall, through the same liquid only; 4 if there is nowhere to go.
static uint32_t find_heading(level_place ring, level_walker at)
{
    // Towards the wall, straight on, away from it, back: four bits each.
    for (uint32_t turns = 0x2301; turns != 0; turns >>= 4)
    {
        const uint32_t heading = (at.heading + (turns & 3) * at.hand) % 4;
        const level_walker next = next_of(at, heading);
        if (is_inside(ring, next.x, next.y) && (RELATION_AT(next.x, next.y) & FLUID_SAME) != 0)
        {
            return heading;
        }
    }
    return 4;
}

/// Whether a tile of a liquid is its surface.
static bool is_surface(level_place ring, uint32_t x, uint32_t y)
{
    return (RELATION_AT(x, y + 1) & FLUID_SPACE) != 0;
}

/// Down along a wall; where there is only the edge of a roof, along the surface or the roof. Either way it
/// comes back as it went, once it was all the way around. random is 0 or 1.
static level_walker begin_walk(level_place ring, uint32_t x, uint32_t y, uint32_t random)
{
    const bool left = (RELATION_AT(x - 1, y) & FLUID_RESTS) != 0;
    const bool right = (RELATION_AT(x + 1, y) & FLUID_RESTS) != 0;
    if (!left && !right)
    {
        return random != 0 ? walker_at(x, y, 0, 1) : walker_at(x, y, 2, 3);
    }
    const bool by_right = right && (!left || random != 0);
    return walker_at(x, y, 3, by_right ? 1 : 3);
}

static level_found level_between(uint32_t from_x, uint32_t from_y, uint32_t to_x, uint32_t to_y)
{
    level_found pair;
    pair.from_x = from_x;
    pair.from_y = from_y;
    pair.to_x = to_x;
    pair.to_y = to_y;
    pair.found = true;
    return pair;
}

static level_found seek_level(level_place ring, uint32_t x, uint32_t y, uint32_t random)
{
    level_found none = level_between(0, 0, 0, 0);
    none.found = false;
    if (!is_inside(ring, x, y) || !is_surface(ring, x, y))
    {
        return none;
    }
    const uint32_t height = (y - AREA(y)) & AREA_MASK;
    const level_walker first = begin_walk(ring, x, y, random);
    level_walker at = first;
    for (int32_t i = 0; i < LEVEL_MAX_WALK; i++)
    {
        const uint32_t heading = find_heading(ring, at);
        if (heading == 4)
        {
            break;
        }
        at = next_of(at, heading);
        const uint32_t other = (at.y - AREA(y)) & AREA_MASK;
        if (other + 1 < height && is_surface(ring, at.x, at.y))
        {
            return level_between(x, y, at.x, at.y + 1);
        }
        if (other > height + 1 && is_surface(ring, at.x, at.y) && is_inside(ring, x, y + 1))
        {
            return level_between(at.x, at.y, x, y + 1);
        }
        if (at.x == x && at.y == y && at.heading == first.heading)
        {
            break; // all the way around
        }
    }
    return none;
}
