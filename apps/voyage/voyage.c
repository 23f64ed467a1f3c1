// SPDX-License-Identifier: MIT
#include "voyage/voyage.h"

#include "loam/land.h"
#include "loam/maths.h"
#include "loam/random.h"

#include <math.h>

static const double step_s = 1.0 / WALK_STEPS_PER_SECOND;
static const double tau = 2 * (double)LOAM_PI;
static const double deck = 0.75;   // m above the sea that the helmsman stands
static const double astern = 0.28; // of the length
static const double enough = 1.6;  // m of water that a boat is put into
static const double wades = -0.9;  // m of ground that one gets off onto, at least

enum
{
    RING = 10,        // m between places that are looked at for water
    FAR_RINGS = 400,  // that are looked at
    NEAR_RINGS = 120, // for a boat that is fetched
    WAYS = 24,        // around the boat that one gets off to
};

loam_result voyage_world_create(loam_isles *isles, voyage_world *out)
{
    *out = (voyage_world){0};
    const loam_result result = wind_init(&out->wind, loam_isles_get_def(isles)->seed);
    return result == LOAM_OK ? shore_create(isles, &out->shore) : result;
}

void voyage_world_destroy(voyage_world *world)
{
    shore_destroy(world->shore);
    *world = (voyage_world){0};
}

voyage_input voyage_usual_input(void)
{
    return (voyage_input){
        .walk = {.kind = WALK_FOOT}, .boat = {.sail = 100, .trims = true}, .wind = 100};
}

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

// ---- the boat's places ----------------------------------------------------------------------------

/// Across the wind, where sails do most.
static double good_heading(const voyage *v, const voyage_world *world, double x, double z)
{
    double air[2];
    wind_at(&world->wind, x, z, v->steps, 100, air);
    const double turns = (double)loam_atan2((float)air[0], (float)air[1]) / tau + 0.22;
    return turns - floor(turns);
}

static loam_result is_free(voyage_world *world, double x, double z, double heading, bool *yes)
{
    const boat_water water = shore_water(world->shore);
    double there;
    const loam_result result = boat_clearance(&water, x, z, heading, &there);
    *yes = result == LOAM_OK && there >= enough;
    return result;
}

/// A ring of places, each about as far from the next as rings are.
static loam_result look_around(const voyage *v, voyage_world *world, double x, double z,
                               int32_t ring, boat *out, bool *found)
{
    const int32_t places = ring == 0 ? 1 : 6 * ring;
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < places && result == LOAM_OK && !*found; i++)
    {
        const float angle = (float)(tau * i / places);
        const double at_x = floor(x + (double)loam_sin(angle) * ring * RING);
        const double at_z = floor(z + (double)loam_cos(angle) * ring * RING);
        const double heading = good_heading(v, world, at_x, at_z);
        double height;
        result = shore_height(world->shore, at_x, at_z, &height);
        // What stands on islands is looked at where there is water at all.
        if (result == LOAM_OK && height < -enough)
        {
            result = is_free(world, at_x, at_z, heading, found);
        }
        *out = *found ? boat_at(at_x, at_z, heading) : *out;
    }
    return result;
}

/// Puts the boat on the water that is nearest to a place; LOAM_NOT_FOUND, without a change, if there is none.
static loam_result float_near(voyage *v, voyage_world *world, double x, double z, int32_t rings)
{
    boat there = v->boat;
    bool found = false;
    loam_result result = LOAM_OK;
    for (int32_t ring = 0; ring < rings && result == LOAM_OK && !found; ring++)
    {
        result = look_around(v, world, x, z, ring, &there, &found);
    }
    if (result != LOAM_OK || !found)
    {
        return result != LOAM_OK
                   ? result
                   : loam_fail(LOAM_NOT_FOUND, "there is no water within %d m of %.0f,%.0f",
                               (int)(rings * RING), x, z);
    }
    there.steps = v->boat.steps;
    there.way = v->boat.way;
    v->boat = there;
    return LOAM_OK;
}

// ---- who sails ------------------------------------------------------------------------------------

/// At the helm.
static void stand_aboard(voyage *v, const walk_input *in)
{
    const float angle = (float)(v->boat.heading * tau);
    const double back = -astern * BOAT_LENGTH;
    walker *const w = &v->walker;
    w->x = v->boat.x + (double)loam_sin(angle) * back;
    w->z = v->boat.z + (double)loam_cos(angle) * back;
    w->y = deck;
    w->vx = v->boat.vx;
    w->vz = v->boat.vz;
    w->vy = 0;
    w->kind = WALK_FOOT;
    w->state = WALK_STANDS;
    w->yaw = in->yaw;
    w->pitch = in->pitch;
}

loam_result voyage_begin(voyage *v, voyage_world *world, int64_t x, int64_t z)
{
    *v = (voyage){.aboard = true};
    if (x < -VOYAGE_END || x > VOYAGE_END || z < -VOYAGE_END || z > VOYAGE_END)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a voyage at %lld,%lld; must be within 2^44 m of 0,0",
                         (long long)x, (long long)z);
    }
    const loam_result result = float_near(v, world, (double)x, (double)z, FAR_RINGS);
    const walk_input in = {.kind = WALK_FOOT};
    if (result == LOAM_OK)
    {
        stand_aboard(v, &in);
    }
    return result;
}

/// How far from the middle the rail is in a direction, about: the hull is an ellipse.
static double rail(double angle_from_bow)
{
    const double s = (double)loam_sin((float)angle_from_bow) / (BOAT_BEAM * 0.5);
    const double c = (double)loam_cos((float)angle_from_bow) / (BOAT_LENGTH * 0.5);
    return 1 / sqrt(s * s + c * c);
}

/// The nearest dry or shallow place around the boat, or the water beside it.
static loam_result go_ashore(voyage *v, voyage_world *world)
{
    const walk_world ground = shore_ground(world->shore);
    double best = 1e9, best_x = v->boat.x, best_z = v->boat.z;
    for (int32_t i = 0; i < WAYS; i++)
    {
        const double angle = tau * i / WAYS, from = rail(angle);
        const float on_map = (float)(angle + v->boat.heading * tau);
        for (double away = 0.6; from + away <= (double)VOYAGE_REACH; away += 0.6)
        {
            const double x = v->boat.x + (double)loam_sin(on_map) * (from + away);
            const double z = v->boat.z + (double)loam_cos(on_map) * (from + away);
            walk_ground g;
            const loam_result result = ground.ground(ground.user, x, z, &g);
            if (result != LOAM_OK)
            {
                return result;
            }
            // Dry ground and piers are worth some steps more.
            const double cost = away + ((double)g.height < 0.1 ? 3 : 0);
            if ((double)g.height > wades && cost < best)
            {
                best = cost;
                best_x = x;
                best_z = z;
            }
        }
    }
    const bool swims = best > 1e8;
    best_x += swims ? (double)loam_cos((float)(v->boat.heading * tau)) * 2.5 : 0;
    best_z -= swims ? (double)loam_sin((float)(v->boat.heading * tau)) * 2.5 : 0;
    v->walker.kind = WALK_FOOT;
    const loam_result result = walker_place(&v->walker, &ground, best_x, best_z, 0);
    if (result == LOAM_OK)
    {
        v->aboard = false;
        v->said = swims ? VOYAGE_OVERBOARD : VOYAGE_ASHORE;
    }
    return result;
}

static double to_boat(const voyage *v)
{
    const double dx = v->walker.x - v->boat.x, dz = v->walker.z - v->boat.z;
    return sqrt(dx * dx + dz * dz);
}

static loam_result board(voyage *v, voyage_world *world)
{
    if (v->aboard)
    {
        return go_ashore(v, world);
    }
    const bool near = to_boat(v) <= (double)VOYAGE_REACH && v->walker.y < 12;
    v->said = near ? VOYAGE_ABOARD : VOYAGE_TOO_FAR;
    v->aboard = near;
    v->boat.anchored = v->boat.anchored && !near;
    return LOAM_OK;
}

static loam_result fetch(voyage *v, voyage_world *world)
{
    const loam_result result = float_near(v, world, v->walker.x, v->walker.z, NEAR_RINGS);
    v->said = result == LOAM_OK ? VOYAGE_FETCHED : VOYAGE_NO_WATER;
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}

static bool flies(walk_kind kind)
{
    return kind == WALK_GLIDE || kind == WALK_BIRD;
}

static loam_result travel(voyage *v, voyage_world *world, const voyage_input *in)
{
    const double max = (double)VOYAGE_END;
    const double x = limit((double)in->x, -max, max), z = limit((double)in->z, -max, max);
    if (!v->aboard && flies(v->walker.kind))
    {
        const walk_world ground = shore_ground(world->shore);
        v->said = VOYAGE_ARRIVED;
        return walker_place(&v->walker, &ground, x, z, 60);
    }
    const loam_result result = float_near(v, world, x, z, FAR_RINGS);
    v->said = result == LOAM_OK ? VOYAGE_ARRIVED : VOYAGE_NO_WATER;
    v->aboard = v->aboard || result == LOAM_OK;
    return result == LOAM_NOT_FOUND ? LOAM_OK : result;
}

static loam_result do_deed(voyage *v, const voyage_input *in, voyage_world *world)
{
    switch (in->deed)
    {
    case VOYAGE_BOARD:
        return board(v, world);
    case VOYAGE_FETCH:
        return v->aboard ? LOAM_OK : fetch(v, world);
    case VOYAGE_TRAVEL:
        return travel(v, world, in);
    default:
        return LOAM_OK;
    }
}

// ---- steps ----------------------------------------------------------------------------------------

/// Who leaves the boat alone leaves it at anchor; where it is too deep for that it drifts slowly.
static loam_result sail(voyage *v, const voyage_input *in, voyage_world *world)
{
    const boat_input alone = {.trims = true, .anchor = true};
    const boat_water water = shore_water(world->shore);
    const double max = (double)VOYAGE_END;
    double air[2];
    wind_at(&world->wind, v->boat.x, v->boat.z, v->steps,
            (int32_t)limit(in->wind, 0, WIND_MAX_PERCENT), air);
    const loam_result result = boat_step(&v->boat, v->aboard ? &in->boat : &alone, air, &water);
    const double keeps = v->aboard ? 1 : 1 - 0.8 * step_s;
    v->boat.vx *= keeps;
    v->boat.vz *= keeps;
    v->boat.x = limit(v->boat.x, -max, max);
    v->boat.z = limit(v->boat.z, -max, max);
    return result;
}

static loam_result walk(voyage *v, const voyage_input *in, voyage_world *world)
{
    const walk_world ground = shore_ground(world->shore);
    const double max = (double)VOYAGE_END;
    loam_result result = walker_step(&v->walker, &in->walk, &ground);
    if (result == LOAM_OK && !flies(v->walker.kind))
    {
        result = shore_keep_out(world->shore, &v->walker);
    }
    v->walker.x = limit(v->walker.x, -max, max);
    v->walker.z = limit(v->walker.z, -max, max);
    return result;
}

static void take_off(voyage *v, const walk_input *in)
{
    v->aboard = false;
    v->said = VOYAGE_ALOFT;
    v->walker.kind = in->kind;
    v->walker.state = WALK_FLIES;
    v->walker.y = 8;
}

loam_result voyage_step(voyage *v, const voyage_input *in, voyage_world *world)
{
    voyage next = *v;
    next.said = VOYAGE_QUIET;
    loam_result result = do_deed(&next, in, world);
    if (result == LOAM_OK && next.aboard && next.said == VOYAGE_QUIET && flies(in->walk.kind))
    {
        take_off(&next, &in->walk);
    }
    result = result == LOAM_OK ? sail(&next, in, world) : result;
    if (result == LOAM_OK && next.aboard)
    {
        stand_aboard(&next, &in->walk);
    }
    else if (result == LOAM_OK)
    {
        result = walk(&next, in, world);
    }
    if (result == LOAM_OK)
    {
        next.steps++;
        *v = next;
    }
    return result;
}

uint64_t voyage_hash(const voyage *v)
{
    const uint64_t words[] = {boat_hash(&v->boat), walker_hash(&v->walker), (uint64_t)v->aboard,
                              v->steps};
    return loam_hash_u64(words, 4, 0);
}
