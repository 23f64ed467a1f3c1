// SPDX-License-Identifier: MIT
#include "tiles/game/player.h"

#include "base/small.h"

// The player is a box of LOAM_PLAYER_WIDTH x LOAM_PLAYER_HEIGHT tiles whose place is a fraction of a
// tile. It moves on one axis after the other, and on each from one column (row) of tiles to the next,
// entering none that has something solid: so it cannot pass a wall at any speed. All numbers are
// integers, in 1/1024 of a tile and steps of 1/100 s.
//
// The figures are those of Dubsky 2022's program, tuned: it accelerates by 1/8 of a tile a step and step
// and falls with 3/64; it runs and jumps about two thirds as fast, because its 150 tiles a second outrun
// the eye. A jump is 9 tiles high when tapped and 20 when held.

enum
{
    ONE = LOAM_PLAYER_FIXED,
    HALF_WIDTH = LOAM_PLAYER_WIDTH * ONE / 2,
    HEIGHT = LOAM_PLAYER_HEIGHT * ONE,

    RUN = ONE,           // the fastest walk, a step
    PUSH = ONE / 8,      // acceleration of walking on ground
    AIR_PUSH = PUSH / 2, // and in the air and in fluids
    GRIP = ONE / 4,      // deceleration on ground
    AIR_GRIP = ONE / 64,
    GRAVITY = 48,
    CUT_GRAVITY = 108, // of a jump that is not held any more
    JUMP = 1408,
    MAX_FALL = 3 * ONE,
    STEP_UP = 3,      // tiles that it walks up, or down, without a jump
    GROUND_GRACE = 8, // steps
    JUMP_WISH = 10,

    BODY_DENSITY = 900, // a little less than water: it floats
    DRAG = 124,         // of 1024, what water takes of the velocity in a step
    MAX_DRAG = 512,
    STROKE = 64,      // acceleration of swimming up and down
    FLUID_JUMP = 768, // of 1024: a jump out of fluid

    HURT_ONE = 1,   // health that any fire takes in a step
    HURT_ALL = 9,   // and what it takes more if the whole body is in it
    REST = 300,     // steps without being hurt until health comes back
    HEAL_EVERY = 5, // steps
};

void loam_feel_init(loam_feel *feel, const loam_tile_defs *defs)
{
    *feel = (loam_feel){{0}, {0}, {0}};
    for (int32_t id = 0; id < LOAM_MAX_MATERIALS; id++)
    {
        feel->solid[id] = (defs->materials[id].properties & LOAM_SOLID) != 0;
        feel->burns[id] = (defs->materials[id].properties & LOAM_BURNING) != 0;
    }
    for (int32_t i = 0; i < LOAM_MAX_FLUIDS && defs->fluids[i].material != LOAM_AIR; i++)
    {
        const loam_tile_fluid *const fluid = &defs->fluids[i];
        const uint32_t properties = defs->materials[fluid->material].properties;
        feel->burns[fluid->material] |= (properties & LOAM_HOT) != 0;
        if (fluid->density > LOAM_AIR_DENSITY)
        {
            feel->density[fluid->material] = (uint16_t)fluid->density;
        }
    }
}

// ---- tiles ----------------------------------------------------------------------------------------

static int64_t tile_of(int64_t fixed)
{
    return loam_floor_div(fixed, ONE);
}

loam_tile_area loam_body_tiles(int64_t x, int64_t y)
{
    const int64_t left = tile_of(x - HALF_WIDTH), right = tile_of(x + HALF_WIDTH - 1);
    const int64_t low = tile_of(y), high = tile_of(y + HEIGHT - 1);
    return (loam_tile_area){left, low, (int32_t)(right - left + 1), (int32_t)(high - low + 1)};
}

bool loam_area_is_free(const loam_tile_world *world, const loam_feel *feel, loam_tile_area area)
{
    const int64_t end = LOAM_PLAYER_END;
    const loam_tile_pos low = {area.x, area.y}, high = {area.x + area.w - 1, area.y + area.h - 1};
    if (!loam_tile_world_contains(world, low) || !loam_tile_world_contains(world, high) ||
        low.x <= -end || low.y <= -end || high.x >= end || high.y >= end)
    {
        return false;
    }
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const int64_t mask = ring.side - 1;
    for (int64_t y = low.y; y <= high.y; y++)
    {
        const loam_tile *const row = ring.tiles + (y & mask) * ring.side;
        for (int64_t x = low.x; x <= high.x; x++)
        {
            if (feel->solid[row[x & mask].block])
            {
                return false;
            }
        }
    }
    return true;
}

static bool is_free(const loam_body *body, int64_t x, int64_t y)
{
    return loam_area_is_free(body->world, body->feel, loam_body_tiles(x, y));
}

// ---- moving ---------------------------------------------------------------------------------------

/// How far an edge can go in a direction before it enters other tiles.
static int32_t room_of(int64_t edge, int32_t sign)
{
    const int64_t into = edge - tile_of(edge) * ONE;
    return (int32_t)(sign > 0 ? (ONE - into) % ONE : into);
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// Whether the player, who touches a column of tiles in the direction of sign, can walk up onto it. Then
/// it is on that height, still before the column.
static bool climb(const loam_body *body, int32_t sign)
{
    loam_player *const p = body->player;
    if (p->ground_grace == 0 && !p->in_fluid)
    {
        return false;
    }
    for (int32_t rise = 1; rise <= STEP_UP; rise++)
    {
        const int64_t y = (tile_of(p->y) + rise) * ONE;
        if (!is_free(body, p->x, y))
        {
            return false;
        }
        if (is_free(body, p->x + sign, y))
        {
            p->y = y;
            return true;
        }
    }
    return false;
}

/// Moves to the side. Where something is in the way the player climbs it, or stops.
static void move_x(const loam_body *body, int32_t by)
{
    loam_player *const p = body->player;
    const int32_t sign = by < 0 ? -1 : 1;
    int32_t left = by * sign;
    while (left > 0)
    {
        const int32_t room = room_of(p->x + sign * HALF_WIDTH, sign);
        const int32_t first = least(left, room);
        p->x += sign * first;
        left -= first;
        if (left == 0)
        {
            return;
        }
        if (!is_free(body, p->x + sign, p->y) && !climb(body, sign))
        {
            p->vx = 0;
            return;
        }
        const int32_t next = least(left, ONE);
        p->x += sign * next;
        left -= next;
    }
}

/// Moves up or down. True if something was in the way.
static bool move_y(const loam_body *body, int32_t by)
{
    loam_player *const p = body->player;
    const int32_t sign = by < 0 ? -1 : 1;
    int32_t left = by * sign;
    while (left > 0)
    {
        const int32_t room = room_of(sign > 0 ? p->y + HEIGHT : p->y, sign);
        const int32_t first = least(left, room);
        p->y += sign * first;
        left -= first;
        if (left == 0)
        {
            return false;
        }
        if (!is_free(body, p->x, p->y + sign))
        {
            return true;
        }
        const int32_t next = least(left, ONE);
        p->y += sign * next;
        left -= next;
    }
    return false;
}

static bool stands(const loam_body *body)
{
    return !is_free(body, body->player->x, body->player->y - 1);
}

/// Who walks down small steps stays on the ground.
static void follow_ground(const loam_body *body)
{
    const int64_t y = body->player->y;
    if (!move_y(body, -STEP_UP * ONE))
    {
        body->player->y = y; // a fall begins
    }
}

// ---- velocity -------------------------------------------------------------------------------------

/// What is around the body.
typedef struct surroundings
{
    int32_t tiles;   // of the body
    int32_t load;    // mean density of what it is in, air counts as 0
    int32_t wet;     // tiles that are fluid
    int32_t burning; // tiles that burn
} surroundings;

static surroundings look_around(const loam_body *body)
{
    const loam_tile_area area = loam_body_tiles(body->player->x, body->player->y);
    surroundings found = {.tiles = area.w * area.h};
    for (int32_t i = 0; i < found.tiles; i++)
    {
        const loam_tile_pos at = {area.x + i % area.w, area.y + i / area.w};
        const uint8_t block = loam_tile_world_at(body->world, at).block;
        found.load += body->feel->density[block];
        found.wet += body->feel->density[block] > 0;
        found.burning += body->feel->burns[block];
    }
    found.load /= found.tiles;
    return found;
}

static int32_t towards(int32_t value, int32_t target, int32_t by)
{
    if (value < target)
    {
        return value + by < target ? value + by : target;
    }
    return value - by > target ? value - by : target;
}

static void push(loam_player *p, bool wading)
{
    const bool firm = p->on_ground && !wading;
    if (p->walking != 0)
    {
        p->facing = p->walking;
        const int32_t target = p->walking * RUN;
        const bool turning = p->vx * p->walking < 0;
        p->vx = towards(p->vx, target, firm ? turning ? GRIP : PUSH : AIR_PUSH);
    }
    else
    {
        p->vx = towards(p->vx, 0, p->on_ground ? GRIP : AIR_GRIP);
    }
}

void loam_player_wish_to_jump(loam_player *player)
{
    player->jump_wish = JUMP_WISH;
}

static void jump(loam_player *p, const surroundings *around)
{
    const bool afloat = p->in_fluid && around->wet < around->tiles;
    if (p->jump_wish == 0 || (p->ground_grace == 0 && !afloat))
    {
        return;
    }
    p->vy = around->wet > 0 ? JUMP * FLUID_JUMP / 1024 : JUMP;
    p->jump_wish = p->ground_grace = 0;
    p->on_ground = false;
}

static void fall(loam_player *p)
{
    p->vy -= p->vy > 0 && !p->jumping ? CUT_GRAVITY : GRAVITY;
}

/// In fluid the body is as light as what it displaces is heavy, at most as light as it is heavy.
static void swim(loam_player *p, const surroundings *around)
{
    const int32_t lift = GRAVITY * least(around->load, 2 * BODY_DENSITY) / BODY_DENSITY;
    const int32_t drag = least(DRAG * around->load / 1000, MAX_DRAG);
    p->vy += lift - GRAVITY;
    if (p->in_fluid)
    {
        p->vy += p->jumping ? STROKE : p->diving ? -STROKE : 0;
    }
    p->vx -= p->vx * drag / 1024;
    p->vy -= p->vy * drag / 1024;
}

static void count_down(loam_player *p)
{
    p->ground_grace = p->on_ground ? GROUND_GRACE : p->ground_grace > 0 ? p->ground_grace - 1 : 0;
    p->jump_wish -= p->jump_wish > 0;
}

void loam_body_move(const loam_body *body)
{
    loam_player *const p = body->player;
    const surroundings around = look_around(body);
    p->in_fluid = 2 * around.wet >= around.tiles;
    const bool was_on_ground = p->on_ground;
    push(p, around.wet > 0);
    jump(p, &around);
    around.wet > 0 ? swim(p, &around) : fall(p);
    p->vy = p->vy < -MAX_FALL ? -MAX_FALL : p->vy;
    const int64_t from = p->x;
    move_x(body, p->vx);
    if (move_y(body, p->vy))
    {
        p->vy = 0;
    }
    if (was_on_ground && p->vy <= 0 && !p->in_fluid && !stands(body))
    {
        follow_ground(body);
    }
    p->on_ground = p->vy <= 0 && stands(body);
    p->vy = p->on_ground ? 0 : p->vy;
    const int64_t way = p->x < from ? from - p->x : p->x - from;
    p->walked = (p->walked + (p->on_ground ? (int32_t)way : 0)) & ((1 << 30) - 1);
    count_down(p);
}

// ---- health ---------------------------------------------------------------------------------------

void loam_player_place(loam_player *p, loam_tile_pos at)
{
    p->x = p->last_x = at.x * ONE + ONE / 2;
    p->y = p->last_y = at.y * ONE;
    p->vx = p->vy = 0;
    p->on_ground = p->in_fluid = p->burning = false;
    p->ground_grace = p->jump_wish = 0;
    p->arriving = true;
}

void loam_player_return_home(loam_player *p)
{
    loam_player_place(p, p->home);
    p->health = LOAM_MAX_HEALTH;
    p->unhurt = REST;
}

void loam_body_feel(const loam_body *body)
{
    loam_player *const p = body->player;
    const surroundings around = look_around(body);
    p->burning = around.burning > 0;
    if (p->burning)
    {
        p->health -= HURT_ONE + HURT_ALL * around.burning / around.tiles;
        p->unhurt = 0;
    }
    else if (p->unhurt < REST)
    {
        p->unhurt++;
    }
    else if (p->health < LOAM_MAX_HEALTH)
    {
        p->health++;
        p->unhurt -= HEAL_EVERY - 1;
    }
    if (p->health <= 0)
    {
        loam_player_return_home(p);
    }
}
