// SPDX-License-Identifier: MIT
#include "walk/walker.h"

#include "loam/land.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// A step: the wish (where to, how fast) from what is asked; the speed goes towards it, by as much as whoever
// goes can push there; gravity; then the new place, and what the ground or the water there says to it.
// Additions, multiplications, divisions and square roots only, and the library's own sines: these are the
// same everywhere.

static const double step_s = 1.0 / WALK_STEPS_PER_SECOND;
static const double gravity = 9.81;

static const struct
{
    const char *name;
    double eyes;      // m above the feet
    double pace, run; // m/s
    double push;      // m/s^2 on ground
    double climbs;    // rise per metre that it still goes up
    double floats;    // m of water that it swims from
    double jump;      // m/s
} kinds[WALK_KINDS] = {
    [WALK_FOOT] = {"on foot", 1.7, 2.6, 7, 24, 1.1, 1.25, 4.4},
    [WALK_HORSE] = {"on a horse", 2.5, 9, 50, 16, 0.8, 1.7, 5.2},
    [WALK_GLIDE] = {"gliding", 0.4, 60, 500, 60, 0, 0, 0},
    [WALK_BIRD] = {"as a bird", 0.3, 40, 160, 60, 0, 0, 0},
};

const char *walk_kind_name(walk_kind kind)
{
    return kinds[kind].name;
}

double walker_eyes(walk_kind kind)
{
    return kinds[kind].eyes;
}

static bool flies(walk_kind kind)
{
    return kind == WALK_GLIDE || kind == WALK_BIRD;
}

double walker_reach(const walker *w)
{
    const double fast = fabs(w->vx) > fabs(w->vz) ? fabs(w->vx) : fabs(w->vz);
    return 3 + fast * step_s;
}

bool walker_needs_ground(const walker *w)
{
    return w->y - 600 * step_s < WALK_FREE_HEIGHT;
}

// ---- what is wanted -----------------------------------------------------------------------------

typedef struct wish
{
    double x, y, z; // m/s
    double speed;   // that was asked for
} wish;

static double pace_of(const walker *w, const walk_input *in)
{
    const double pace = in->run ? kinds[w->kind].run : kinds[w->kind].pace;
    // A bird sees as much of the land go by at every height.
    const double high = w->y > 0 ? w->y : 0;
    return w->kind == WALK_BIRD ? pace * (1 + high / 400) : pace;
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static wish wish_of(const walker *w, const walk_input *in)
{
    const float degree = LOAM_PI / 18000;
    const double s = (double)loam_sin((float)in->yaw * degree);
    const double c = (double)loam_cos((float)in->yaw * degree);
    double ahead = limit(in->ahead, -100, 100) / 100, aside = limit(in->aside, -100, 100) / 100;
    const double length = sqrt(ahead * ahead + aside * aside);
    ahead = length > 1 ? ahead / length : ahead;
    aside = length > 1 ? aside / length : aside;
    wish out = {.speed = pace_of(w, in)};
    double level = 1;
    if (flies(w->kind))
    {
        level = (double)loam_cos((float)in->pitch * degree);
        out.y = ahead * (double)loam_sin((float)in->pitch * degree) * out.speed;
    }
    out.x = (s * ahead * level + c * aside) * out.speed;
    out.z = (c * ahead * level - s * aside) * out.speed;
    out.y += limit(in->lift, -100, 100) / 100 * (flies(w->kind) ? out.speed * 0.6 : 2.2);
    return out;
}

/// Brings a speed nearer to a wish by at most `push` m/s.
static void approach(double *v, double to, double push)
{
    *v += limit(to - *v, -push, push);
}

/// The same on the map, in any direction.
static void approach_flat(walker *w, double x, double z, double push)
{
    const double dx = x - w->vx, dz = z - w->vz, far = sqrt(dx * dx + dz * dz);
    const double share = far > push ? push / far : 1;
    w->vx += dx * share;
    w->vz += dz * share;
}

// ---- on the ground ------------------------------------------------------------------------------

/// Rise per metre of the ground, and which way is down.
static double slope_of(const walk_ground *g, double *down_x, double *down_z)
{
    const double nx = (double)g->normal[0], ny = (double)g->normal[1], nz = (double)g->normal[2];
    const double flat = sqrt(nx * nx + nz * nz);
    *down_x = flat > 1e-9 ? nx / flat : 0;
    *down_z = flat > 1e-9 ? nz / flat : 0;
    return ny > 1e-3 ? flat / ny : 1e3;
}

/// Uphill one is slower, and up what is too steep one does not come at all.
static void climb(walk_kind kind, double slope, double down_x, double down_z, wish *want)
{
    const double rise = -(want->x * down_x + want->z * down_z); // m/s up the slope, on the map
    if (rise <= 0)
    {
        return;
    }
    const double eases = limit(1 - slope / kinds[kind].climbs, 0, 1);
    const double take = rise * (1 - eases);
    want->x += down_x * take;
    want->z += down_z * take;
}

static void push_on_ground(walker *w, const walk_ground *g, const walk_input *in, wish want)
{
    double down_x, down_z;
    const double slope = slope_of(g, &down_x, &down_z), steep = kinds[w->kind].climbs * 1.15;
    w->state = slope > steep ? WALK_SLIDES : WALK_STANDS;
    climb(w->kind, slope, down_x, down_z, &want);
    const double grip = w->state == WALK_SLIDES ? 0.05 : 1;
    approach_flat(w, want.x, want.z, kinds[w->kind].push * grip * step_s);
    if (w->state == WALK_SLIDES)
    {
        // Along the slope gravity pulls by its sine, of which the cosine is seen on the map.
        const double pull = gravity * slope / (1 + slope * slope) * 0.8;
        w->vx += down_x * pull * step_s;
        w->vz += down_z * pull * step_s;
    }
    if (in->jump && w->state == WALK_STANDS)
    {
        w->vy = kinds[w->kind].jump;
        w->state = WALK_FALLS;
    }
}

/// On the new place: feet follow the ground down as far as a stride does, and fall from there on.
static void land_on(walker *w, float height)
{
    const double drop = w->y - (double)height;
    const double stride = 0.12 + (fabs(w->vx) + fabs(w->vz)) * step_s * 1.2;
    const bool stood = w->state == WALK_STANDS || w->state == WALK_SLIDES;
    if (drop <= 0 || (stood && drop < stride))
    {
        w->y = (double)height;
        w->vy = 0;
        w->state = w->state == WALK_SLIDES ? WALK_SLIDES : WALK_STANDS;
    }
    else
    {
        w->state = WALK_FALLS;
    }
}

// ---- in the water -------------------------------------------------------------------------------

static double depth_of(const walk_ground *g)
{
    return g->water > LOAM_LAND_DRY ? (double)g->water - (double)g->height : 0;
}

static bool is_in_water(const walker *w, const walk_ground *g)
{
    const double deep = kinds[w->kind].floats;
    return depth_of(g) > deep && w->y < (double)g->water - deep + 0.1;
}

static void push_in_water(walker *w, const walk_ground *g, wish want)
{
    const double slower = 0.45, rest = (double)g->water - kinds[w->kind].floats;
    const double up = want.y < 0 ? want.y : limit((rest - w->y) * 3, -2, 2.2);
    w->state = WALK_SWIMS;
    approach_flat(w, limit(want.x * slower, -4, 4), limit(want.z * slower, -4, 4), 8 * step_s);
    approach(&w->vy, up, 14 * step_s);
}

// ---- in the air ---------------------------------------------------------------------------------

static void push_in_air(walker *w, wish want)
{
    const double push = flies(w->kind) ? want.speed * 2.5 * step_s : 3 * step_s;
    approach_flat(w, want.x, want.z, push);
    if (flies(w->kind))
    {
        approach(&w->vy, want.y, push);
        w->state = WALK_FLIES;
        return;
    }
    w->vy = limit(w->vy - gravity * step_s, -70, 70);
    w->state = WALK_FALLS;
}

// ---- steps --------------------------------------------------------------------------------------

static void push(walker *w, const walk_input *in, const walk_ground *g)
{
    const wish want = wish_of(w, in);
    if (flies(w->kind) ||
        (w->state == WALK_FALLS && w->y > (double)g->height + 0.01 && !is_in_water(w, g)))
    {
        push_in_air(w, want);
    }
    else if (is_in_water(w, g))
    {
        push_in_water(w, g, want);
    }
    else
    {
        push_on_ground(w, g, in, want);
    }
}

static void keep_within(walker *w)
{
    const double max = (double)(LOAM_LAND_END - 262144);
    w->x = limit(w->x, -max, max);
    w->z = limit(w->z, -max, max);
    w->y = limit(w->y, -12000, WALK_MAX_HEIGHT);
}

/// What the ground at the new place does.
static void settle(walker *w, const walk_ground *g)
{
    const double top = g->water > g->height ? (double)g->water : (double)g->height;
    if (flies(w->kind))
    {
        const double lowest = top + 1.5;
        w->vy = w->y < lowest && w->vy < 0 ? 0 : w->vy;
        w->y = w->y < lowest ? lowest : w->y;
    }
    else if (w->state == WALK_SWIMS || is_in_water(w, g))
    {
        w->state = is_in_water(w, g) ? WALK_SWIMS : WALK_STANDS;
        w->y = w->y < (double)g->height ? (double)g->height : w->y;
    }
    else
    {
        land_on(w, g->height);
    }
}

static void change_kind(walker *w, walk_kind kind)
{
    if (kind == w->kind || (int)kind < 0 || kind >= WALK_KINDS)
    {
        return;
    }
    w->kind = kind;
    w->state = flies(kind) ? WALK_FLIES : WALK_FALLS;
}

// ---- in the land's inside -----------------------------------------------------------------------

static void push_inside(walker *w, const walk_input *in, const walk_world *world)
{
    const wish want = wish_of(w, in);
    const bool wet = !flies(w->kind) && world->is_wet(world->user, w, kinds[w->kind].floats);
    if (wet)
    {
        const double up = in->lift != 0 || in->jump ? want.y + (in->jump ? 2.2 : 0) : 0.3;
        w->state = WALK_SWIMS;
        approach_flat(w, limit(want.x * 0.45, -4, 4), limit(want.z * 0.45, -4, 4), 8 * step_s);
        approach(&w->vy, limit(up, -2.2, 2.6), 14 * step_s);
    }
    else if (flies(w->kind) || w->state == WALK_FALLS || w->state == WALK_SWIMS)
    {
        push_in_air(w, want);
    }
    else
    {
        const double grip = w->state == WALK_SLIDES ? 0.3 : 1;
        approach_flat(w, want.x, want.z, kinds[w->kind].push * grip * step_s);
        w->vy = 0;
        if (in->jump && w->state == WALK_STANDS)
        {
            w->vy = kinds[w->kind].jump;
            w->state = WALK_FALLS;
        }
    }
}

/// What was met ends the speed towards it.
static void settle_inside(walker *w, const walk_moved *m, bool stood)
{
    const double dx = (m->x - w->x) / step_s, dz = (m->z - w->z) / step_s;
    const double dy = (m->y - w->y) / step_s;
    w->vx = fabs(dx) < fabs(w->vx) ? dx : w->vx;
    w->vz = fabs(dz) < fabs(w->vz) ? dz : w->vz;
    w->vy = (m->ceiling && w->vy > 0) || (m->ground && w->vy < 0) ? 0 : w->vy;
    w->vy = flies(w->kind) && fabs(dy) < fabs(w->vy) ? dy : w->vy;
    w->x = m->x;
    w->y = m->y;
    w->z = m->z;
    if (flies(w->kind) || w->state == WALK_SWIMS)
    {
        return;
    }
    const bool lands = m->ground && (stood || w->vy <= 0);
    w->state = !lands ? WALK_FALLS : m->normal[1] < 0.5f ? WALK_SLIDES : WALK_STANDS;
}

static loam_result step_inside(walker *w, const walk_input *in, const walk_world *world)
{
    push_inside(w, in, world);
    const bool stood = w->state == WALK_STANDS || w->state == WALK_SLIDES;
    const double flat = sqrt(w->vx * w->vx + w->vz * w->vz);
    // Who stands keeps to the ground, as far down as a stride reaches; who stands still stays where it is.
    const double down = stood ? -(0.06 + flat * step_s * 1.2) : 0;
    const double by[3] = {w->vx * step_s, w->vy * step_s + down, w->vz * step_s};
    walk_moved moved = {.x = w->x, .y = w->y, .z = w->z};
    const loam_result result = world->move(world->user, w, by, &moved);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (stood && moved.ground && flat < 0.02 && moved.normal[1] >= 0.5f)
    {
        moved.x = w->x;
        moved.y = w->y;
        moved.z = w->z;
    }
    if (moved.stuck)
    {
        moved.y = w->y + 0.1; // it rises out of what was built around it
        w->vy = 0;
    }
    w->way += flat * step_s;
    settle_inside(w, &moved, stood);
    return LOAM_OK;
}

static loam_result walk_inside(walker *w, const walk_input *in, const walk_world *world)
{
    walker next = *w;
    change_kind(&next, in->kind);
    next.yaw = in->yaw;
    next.pitch = in->pitch;
    const loam_result result = step_inside(&next, in, world);
    if (result == LOAM_OK)
    {
        next.steps++;
        keep_within(&next);
        *w = next;
    }
    return result;
}

loam_result walker_step(walker *w, const walk_input *in, const walk_world *world)
{
    if (world->move != NULL)
    {
        return walk_inside(w, in, world);
    }
    walker next = *w;
    walk_ground here = {.height = -20000, .water = LOAM_LAND_DRY, .normal = {0, 1, 0}};
    walk_ground there = here;
    loam_result result = LOAM_OK;
    if (walker_needs_ground(w))
    {
        result = world->ground(world->user, w->x, w->z, &here);
    }
    change_kind(&next, in->kind);
    next.yaw = in->yaw;
    next.pitch = in->pitch;
    push(&next, in, &here);
    next.x += next.vx * step_s;
    next.y += next.vy * step_s;
    next.z += next.vz * step_s;
    next.way += sqrt(next.vx * next.vx + next.vz * next.vz) * step_s;
    next.steps++;
    keep_within(&next);
    if (result == LOAM_OK && walker_needs_ground(w))
    {
        result = world->ground(world->user, next.x, next.z, &there);
        settle(&next, &there);
    }
    if (result == LOAM_OK)
    {
        *w = next;
    }
    return result;
}

loam_result walker_place(walker *w, const walk_world *world, double x, double z, double above)
{
    walk_ground g;
    const loam_result result = world->ground(world->user, x, z, &g);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool deep = depth_of(&g) > kinds[w->kind].floats;
    const double feet = deep ? (double)g.water - kinds[w->kind].floats : (double)g.height;
    const double top = g.water > g.height ? (double)g.water : (double)g.height;
    w->x = x;
    w->z = z;
    w->y = above > 0 ? top + above : feet;
    w->vx = w->vy = w->vz = 0;
    w->state = flies(w->kind) ? WALK_FLIES : deep ? WALK_SWIMS : WALK_STANDS;
    keep_within(w);
    return LOAM_OK;
}

uint64_t walker_hash(const walker *w)
{
    const double values[] = {w->x, w->y, w->z, w->vx, w->vy, w->vz, w->way};
    uint64_t words[sizeof values / sizeof values[0] + 3];
    memcpy(words, values, sizeof values);
    words[7] = (uint64_t)(uint32_t)w->yaw << 32 | (uint32_t)w->pitch;
    words[8] = (uint64_t)w->kind << 32 | (uint64_t)w->state;
    words[9] = w->steps;
    return loam_hash_u64(words, 10, 0);
}
