// SPDX-License-Identifier: MIT
#include "voyage/boat.h"

#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>
#include <string.h>

// A step: the gear goes where it is asked to; the forces of wind, water, oars and anchor change the speeds; then the
// boat is moved as far as there is water. Additions, multiplications, divisions and square roots only, and the
// library's own sines: these are the same everywhere.

static const double step_s = 1.0 / 60;
static const double tau = 2 * (double)LOAM_PI;
static const double sheet_least = 0.12, sheet_most = 1.45;
static const double gybes_beyond = 2.8; // radians of the wind from ahead
static const double best_attack =
    0.38; // radians between sail and wind that give most on most courses

/// Force of a sail that is all set, for a wind of 1 m/s straight on it, m/s^2.
static const double sail_force = 0.034;

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double approach(double value, double to, double by)
{
    return value + limit(to - value, -by, by);
}

static double sine(double radians)
{
    return (double)loam_sin((float)radians);
}

static double cosine(double radians)
{
    return (double)loam_cos((float)radians);
}

/// Ahead is (s, c), to the right is (c, -s).
static void directions(const boat *b, double *s, double *c)
{
    *s = sine(b->heading * tau);
    *c = cosine(b->heading * tau);
}

void boat_speeds(const boat *b, double *ahead, double *aside)
{
    double s, c;
    directions(b, &s, &c);
    *ahead = b->vx * s + b->vz * c;
    *aside = b->vx * c - b->vz * s;
}

/// The wind that is felt aboard: where it goes to, ahead and to the right.
static void felt(const boat *b, double *ahead, double *aside)
{
    double s, c;
    directions(b, &s, &c);
    const double x = b->wind_x - b->vx, z = b->wind_z - b->vz;
    *ahead = x * s + z * c;
    *aside = x * c - z * s;
}

double boat_wind_felt(const boat *b, double *speed)
{
    double ahead, aside;
    felt(b, &ahead, &aside);
    *speed = sqrt(ahead * ahead + aside * aside);
    return (double)loam_atan2((float)-aside, (float)-ahead);
}

boat boat_at(double x, double z, double heading)
{
    return (boat){.x = x, .z = z, .heading = heading - floor(heading), .sheet = 0.6, .depth = 100};
}

// ---- gear ---------------------------------------------------------------------------------------

/// Where the boom would lie if no sheet held it: to the right of straight back.
static double flag_angle(const boat *b)
{
    double ahead, aside;
    felt(b, &ahead, &aside);
    return (double)loam_atan2((float)aside, (float)-ahead);
}

static void work_gear(boat *b, const boat_input *in)
{
    const double flag = flag_angle(b), out = fabs(flag);
    b->rudder = approach(b->rudder, limit(in->rudder, -100, 100) / 100, 2.4 * step_s);
    b->set = approach(b->set, limit(in->sail, 0, 100) / 100, 0.5 * step_s);
    if (in->trims)
    {
        b->sheet = approach(b->sheet, limit(out - best_attack, sheet_least, sheet_most),
                            0.9 * step_s);
    }
    b->sheet -= limit(in->sheet, -100, 100) / 100 * 0.7 * step_s;
    b->sheet = limit(b->sheet, sheet_least, sheet_most);
    const double held = limit(out, 0, b->sheet);
    // With the wind from astern the boom stays on the side that it is on, until the wind is well past that.
    const bool left = out > gybes_beyond ? b->boom < 0 : flag < 0;
    b->boom = approach(b->boom, left ? -held : held, 2.5 * step_s);
}

// ---- forces, m/s^2 ------------------------------------------------------------------------------

typedef struct push
{
    double ahead, aside;
} push;

/// The plate: it is pressed across, the more the more it stands in the wind's way.
static push push_of_sail(boat *b)
{
    double ahead, aside;
    felt(b, &ahead, &aside);
    const double speed = sqrt(ahead * ahead + aside * aside);
    // Across the boom, whose end lies back: (sin, cos) of its angle.
    const double nx = sine(b->boom), ny = cosine(b->boom);
    const double into = ahead * nx + aside * ny; // m/s straight on the sail
    const double attack = speed > 1e-6 ? fabs(into) / speed : 0;
    b->strain = b->set * limit(attack * 3, 0, 1);
    const double press = sail_force * speed * speed * 4 * attack / (1 + 2.4 * attack) * b->set *
                         cosine(b->heel);
    const double sign = into < 0 ? -1 : 1;
    // Hull and rigging stand in the wind, too.
    const double drag = 0.0012 * speed * (1 + b->set);
    return (push){press * sign * nx + drag * ahead, press * sign * ny + drag * aside};
}

static push push_of_water(const boat *b)
{
    double ahead, aside;
    boat_speeds(b, &ahead, &aside);
    const double fast = fabs(ahead);
    const double along = 0.05 + 0.02 * fast + 0.0012 * fast * fast * fast;
    const double across = 0.7 + 0.6 * fast + 1.0 * fabs(aside);
    return (push){-along * ahead, -across * aside};
}

static void turn(boat *b)
{
    double ahead, aside;
    boat_speeds(b, &ahead, &aside);
    const double scull = 0.16 *
                         limit(1 - fabs(ahead) / 1.5, 0, 1); // what the rudder does by itself
    // Also astern the bow goes where the helm says: oars see to that.
    const double wanted = b->rudder * (fabs(ahead) / 8 + scull);
    b->turning += (wanted - b->turning) * 2.2 * step_s;
}

static void lean(boat *b, double aside)
{
    const double wanted = limit(aside * 0.13, -0.75, 0.75);
    b->heeling += ((wanted - b->heel) * 5 - b->heeling * 2.6) * step_s;
    b->heel = limit(b->heel + b->heeling * step_s, -0.9, 0.9);
}

/// An anchor holds what goes farther from it than its chain lets; the boat lies slower then, its bow to the wind.
static push push_of_anchor(boat *b, const boat_input *in)
{
    if (in->anchor && !b->anchored && b->depth <= BOAT_CHAIN)
    {
        b->anchored = true;
        b->anchor_x = b->x;
        b->anchor_z = b->z;
    }
    b->anchored = b->anchored && in->anchor;
    if (!b->anchored)
    {
        return (push){0, 0};
    }
    double s, c;
    directions(b, &s, &c);
    const double dx = b->anchor_x - b->x, dz = b->anchor_z - b->z;
    const double far = sqrt(dx * dx + dz * dz), pull = far > 8 ? 0.25 * (far - 8) / far : 0;
    const double from = flag_angle(b); // 0 if the bow is in the wind
    b->turning += (limit(-from, -1, 1) * 0.12 - b->turning) * step_s;
    return (push){pull * (dx * s + dz * c) - 0.5 * (b->vx * s + b->vz * c),
                  pull * (dx * c - dz * s) - 0.5 * (b->vx * c - b->vz * s)};
}

static void accelerate(boat *b, const boat_input *in)
{
    double s, c;
    const push sail = push_of_sail(b), sea = push_of_water(b), chain = push_of_anchor(b, in);
    const double row = limit(in->row, -100, 100) / 100 * 0.36;
    const double ahead = sail.ahead + sea.ahead + chain.ahead + row;
    const double aside = sail.aside + sea.aside + chain.aside;
    directions(b, &s, &c);
    turn(b);
    lean(b, sail.aside);
    b->vx += (s * ahead + c * aside) * step_s;
    b->vz += (c * ahead - s * aside) * step_s;
    const double fast = sqrt(b->vx * b->vx + b->vz * b->vz);
    const double share = fast > BOAT_FASTEST ? BOAT_FASTEST / fast : 1;
    b->vx *= share;
    b->vz *= share;
}

// ---- where there is water -----------------------------------------------------------------------

/// The outline, ahead and to the right: near enough to each other that no pier comes between two.
static const double outline[][2] = {
    {0, 0},        {0.5, 0},       {0.36, 0.32}, {0.36, -0.32}, {0.18, 0.5},
    {0.18, -0.5},  {0, 0.5},       {0, -0.5},    {-0.18, 0.5},  {-0.18, -0.5},
    {-0.36, 0.45}, {-0.36, -0.45}, {-0.5, 0.35}, {-0.5, -0.35}, {-0.5, 0},
};

enum
{
    OUTLINE = sizeof outline / sizeof outline[0],
};

loam_result boat_clearance(const boat_water *water, double x, double z, double heading, double *out)
{
    const double s = sine(heading * tau), c = cosine(heading * tau);
    double least = 1e9;
    for (int32_t i = 0; i < OUTLINE; i++)
    {
        const double ahead = outline[i][0] * BOAT_LENGTH, aside = outline[i][1] * BOAT_BEAM;
        double here;
        const loam_result result = water->clearance(water->user, x + s * ahead + c * aside,
                                                    z + c * ahead - s * aside, &here);
        if (result != LOAM_OK)
        {
            return result;
        }
        least = here < least ? here : least;
    }
    *out = least;
    return LOAM_OK;
}

/// Whether the hull may lie there: in water enough, or in no less than it has.
static loam_result may_lie(const boat_water *water, double x, double z, double heading,
                           double least, bool *may)
{
    double there;
    const loam_result result = boat_clearance(water, x, z, heading, &there);
    *may = result == LOAM_OK && (there >= BOAT_BARE || there >= least);
    return result;
}

static double turned(const boat *b)
{
    const double heading = b->heading + b->turning * step_s / tau;
    return heading - floor(heading);
}

/// All of the way, or what is free of it: along the shore, or turning alone.
static loam_result move(boat *b, const boat_water *water, double least)
{
    static const struct
    {
        bool x, z, turns;
    } tries[] = {{1, 1, 1}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int32_t i = 0; i < 5; i++)
    {
        const double x = tries[i].x ? b->x + b->vx * step_s : b->x;
        const double z = tries[i].z ? b->z + b->vz * step_s : b->z;
        const double heading = tries[i].turns ? turned(b) : b->heading;
        bool may;
        const loam_result result = may_lie(water, x, z, heading, least, &may);
        if (result != LOAM_OK)
        {
            return result;
        }
        if (may)
        {
            b->x = x;
            b->z = z;
            b->heading = heading;
            b->vx = tries[i].x ? b->vx : 0;
            b->vz = tries[i].z ? b->vz : 0;
            b->turning = tries[i].turns ? b->turning : 0;
            return LOAM_OK;
        }
    }
    b->vx = b->vz = b->turning = 0;
    return LOAM_OK;
}

/// The keel in the sand: the less water, the more it holds, but hardly on the way off.
static loam_result touch_ground(boat *b, const boat_water *water, double least)
{
    const double deep = limit((BOAT_DRAUGHT - least) / (BOAT_DRAUGHT - BOAT_BARE), 0, 1);
    double there = 0;
    b->aground = deep > 0;
    if (!b->aground)
    {
        return LOAM_OK;
    }
    // A second on, as a step alone is too short a way to tell.
    const loam_result result = boat_clearance(water, b->x + b->vx, b->z + b->vz, b->heading,
                                              &there);
    const double keeps = 1 - (there > least ? 0.8 : 7) * deep * step_s;
    b->vx *= keeps;
    b->vz *= keeps;
    return result;
}

loam_result boat_step(boat *b, const boat_input *in, const double wind[2], const boat_water *water)
{
    boat next = *b;
    double least;
    loam_result result = boat_clearance(water, b->x, b->z, b->heading, &least);
    result = result == LOAM_OK ? water->clearance(water->user, b->x, b->z, &next.depth) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    next.wind_x = wind[0];
    next.wind_z = wind[1];
    work_gear(&next, in);
    accelerate(&next, in);
    result = touch_ground(&next, water, least);
    result = result == LOAM_OK ? move(&next, water, least) : result;
    if (result == LOAM_OK)
    {
        next.way += sqrt(next.vx * next.vx + next.vz * next.vz) * step_s;
        next.steps++;
        *b = next;
    }
    return result;
}

uint64_t boat_hash(const boat *b)
{
    const double values[] = {b->x,       b->z,        b->vx,       b->vz,     b->heading,
                             b->turning, b->heel,     b->heeling,  b->rudder, b->sheet,
                             b->boom,    b->set,      b->strain,   b->wind_x, b->wind_z,
                             b->depth,   b->anchor_x, b->anchor_z, b->way};
    uint64_t words[sizeof values / sizeof values[0] + 2];
    const size_t count = sizeof values / sizeof values[0];
    memcpy(words, values, sizeof values);
    words[count] = (uint64_t)b->anchored << 1 | (uint64_t)b->aground;
    words[count + 1] = b->steps;
    return loam_hash_u64(words, count + 2, 0);
}
