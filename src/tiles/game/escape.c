// SPDX-License-Identifier: MIT
#include "tiles/game/player.h"

#include "base/small.h"

#include <string.h>

// What to do when something solid is in the body: somebody has built there, sand has settled, ice has
// frozen. The body looks for the nearest free place that it can be moved to through tiles that are free
// or that it is in already: so a wall beside it holds. Who is buried on all sides is taken to the nearest
// free place there is, and if none is near, upwards, until there is one.

enum
{
    ONE = LOAM_PLAYER_FIXED,
    RADIUS = 32, // tiles within which it looks
    SIDE = 2 * RADIUS + 1,
};

/// A body that looks for a place. Places are counted in tiles from where it is.
typedef struct escape
{
    const loam_body *body;
    int64_t x, y;          // of place (0, 0)
    loam_tile_area within; // tiles that the body is in now
    bool seen[SIDE * SIDE];
    int16_t queue[SIDE * SIDE];
    int32_t count;
} escape;

static loam_tile_area tiles_at(const escape *e, int32_t dx, int32_t dy)
{
    return loam_body_tiles(e->x + (int64_t)dx * ONE, e->y + (int64_t)dy * ONE);
}

static bool is_free(const escape *e, int32_t dx, int32_t dy)
{
    return loam_area_is_free(e->body->world, e->body->feel, tiles_at(e, dx, dy));
}

static bool contains(loam_tile_area area, loam_tile_pos at)
{
    return at.x >= area.x && at.x < area.x + area.w && at.y >= area.y && at.y < area.y + area.h;
}

/// Whether the body can be there on its way: free, but for tiles that it is in now.
static bool is_passable(const escape *e, int32_t dx, int32_t dy)
{
    const loam_tile_area area = tiles_at(e, dx, dy);
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        const loam_tile_pos at = {area.x + i % area.w, area.y + i / area.w};
        const loam_tile_area tile = {at.x, at.y, 1, 1};
        if (!contains(e->within, at) && !loam_area_is_free(e->body->world, e->body->feel, tile))
        {
            return false;
        }
    }
    return true;
}

static void go(const escape *e, int32_t dx, int32_t dy)
{
    loam_player *const p = e->body->player;
    p->x = e->x + (int64_t)dx * ONE;
    p->y = e->y + (int64_t)dy * ONE;
    p->vx = dx == 0 ? p->vx : 0;
    p->vy = 0;
}

static void reach(escape *e, int32_t dx, int32_t dy)
{
    if (dx < -RADIUS || dx > RADIUS || dy < -RADIUS || dy > RADIUS)
    {
        return;
    }
    const int32_t place = (dy + RADIUS) * SIDE + dx + RADIUS;
    if (!e->seen[place] && is_passable(e, dx, dy))
    {
        e->seen[place] = true;
        e->queue[e->count++] = (int16_t)place;
    }
}

/// Nearest first; of equally near ones upwards, to the sides, downwards.
static bool slip_out(escape *e)
{
    reach(e, 0, 0);
    for (int32_t i = 0; i < e->count; i++)
    {
        const int32_t dx = e->queue[i] % SIDE - RADIUS, dy = e->queue[i] / SIDE - RADIUS;
        if (is_free(e, dx, dy))
        {
            go(e, dx, dy);
            return true;
        }
        reach(e, dx, dy + 1);
        reach(e, dx - 1, dy);
        reach(e, dx + 1, dy);
        reach(e, dx, dy - 1);
    }
    return false;
}

/// The places at a distance, from the highest to the lowest.
static bool take_out_by(const escape *e, int32_t distance)
{
    for (int32_t dy = distance; dy >= -distance; dy--)
    {
        const bool whole_row = dy == distance || dy == -distance;
        for (int32_t dx = -distance; dx <= distance; dx += whole_row ? 1 : 2 * distance)
        {
            if (is_free(e, dx, dy))
            {
                go(e, dx, dy);
                return true;
            }
        }
    }
    return false;
}

static void take_out(const escape *e)
{
    for (int32_t distance = 1; distance <= RADIUS; distance++)
    {
        if (take_out_by(e, distance))
        {
            return;
        }
    }
    go(e, 0, RADIUS);
}

void loam_body_escape(const loam_body *body)
{
    const loam_player *const p = body->player;
    const loam_tile_area within = loam_body_tiles(p->x, p->y);
    if (loam_area_is_free(body->world, body->feel, within))
    {
        return;
    }
    // In the middle of a tile the body is in as few tiles as it can be, all of them among those that it
    // is in now.
    escape e = {.body = body,
                .x = loam_floor_div(p->x, ONE) * ONE + ONE / 2,
                .y = loam_floor_div(p->y, ONE) * ONE,
                .within = within};
    if (!slip_out(&e))
    {
        take_out(&e);
    }
}

void loam_body_arrive(const loam_body *body)
{
    loam_player *const p = body->player;
    const int64_t max = loam_tile_world_ring(body->world).side / 2 - LOAM_CHUNK_SIDE;
    for (int64_t i = 0; i <= 2 * max; i++)
    {
        const int64_t rise = i % 2 == 0 ? -i / 2 : i / 2 + 1;
        const loam_tile_area area = loam_body_tiles(p->x, p->y + rise * ONE);
        if (loam_area_is_free(body->world, body->feel, area))
        {
            p->y = p->last_y = p->y + rise * ONE;
            return;
        }
    }
    loam_body_escape(body);
}
