// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include <math.h>

// What is seen: the boat on the swell, the camera aboard or at the walker, and the sea. None of it reaches the voyage.

static const double tau = 6.283185307179586;
static const double far_aboard = 17, high_aboard = 4.4; // m of the camera behind and above the boat
static const double eyes_aboard = 1.75;                 // above the deck
static const double mast_top = 8.8, mast_ahead = 1.5;   // m above the water, and before the middle
static const double steepest = -72; // degrees: steep, and islands still have a shape

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

static double ease(double value, double to, double per_second, double seconds)
{
    return to + (value - to) * exp(-per_second * seconds);
}

static double wrap(double turns)
{
    return turns - floor(turns + 0.5);
}

/// The boat between two steps.
static boat boat_seen(const sailor *p)
{
    const double t = fmin(p->r.rest_s * WALK_STEPS_PER_SECOND, 1);
    const boat *const a = &p->before.boat, *const b = &p->voyage.boat;
    boat out = *b;
    out.x = mix(a->x, b->x, t);
    out.z = mix(a->z, b->z, t);
    out.heading = a->heading + wrap(b->heading - a->heading) * t;
    out.heel = mix(a->heel, b->heel, t);
    out.boom = mix(a->boom, b->boom, t);
    return out;
}

// ---- waves --------------------------------------------------------------------------------------

static double wave(const sailor *p, double x, double z)
{
    double height;
    return shore_height(p->world.shore, x, z, &height) == LOAM_OK && height < 0
               ? swell_height(&p->swell, x, z, p->r.seconds, -height)
               : 0;
}

/// How the water lifts and leans the boat: by heights at bow, stern and both sides.
static void ride(sailor *p, const boat *b, double seconds)
{
    const double s = sin(b->heading * tau), c = cos(b->heading * tau);
    const double l = BOAT_LENGTH * 0.4, w = BOAT_BEAM * 0.5;
    const double bow = wave(p, b->x + s * l, b->z + c * l),
                 stern = wave(p, b->x - s * l, b->z - c * l);
    const double right = wave(p, b->x + c * w, b->z - s * w),
                 left = wave(p, b->x - c * w, b->z + s * w);
    p->rise = ease(p->rise, (bow + stern + left + right) / 4, 8, seconds);
    p->pitch = ease(p->pitch, atan2(bow - stern, 2 * l), 5, seconds);
    p->roll = ease(p->roll, atan2(left - right, 2 * w) * 0.7, 4, seconds);
}

// ---- the camera ---------------------------------------------------------------------------------

/// The look follows the bow, so that ahead stays ahead.
static void follow_bow(sailor *p, const boat *b)
{
    if (p->voyage.aboard)
    {
        p->r.yaw += wrap(b->heading - p->heading_seen) * 360;
        p->r.yaw -= floor(p->r.yaw / 360) * 360;
    }
    p->heading_seen = b->heading;
}

static double lowest_at(const sailor *p, double x, double z)
{
    double ground = 0;
    const bool known = shore_height(p->world.shore, x, z, &ground) == LOAM_OK;
    return fmax(known ? ground : 0, wave(p, x, z));
}

/// A place that the boat is seen from, m, and where to, degrees.
typedef struct sight
{
    double x, y, z, azimuth, elevation;
} sight;

static sight see_between(sight a, sight b, double t)
{
    return (sight){mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t),
                   a.azimuth + wrap((b.azimuth - a.azimuth) / 360) * 360 * t,
                   mix(a.elevation, b.elevation, t)};
}

/// From some metres behind, or by the helmsman's eyes.
static sight see_behind(sailor *p, const boat *b, bool first, const double back[3])
{
    const double s = sin(b->heading * tau), c = cos(b->heading * tau);
    const double up = 0.75 + eyes_aboard, leans = b->heel + p->roll;
    const double helm = -0.28 * BOAT_LENGTH;
    // In the first person one sits to windward, beside the boom.
    const double aside = first ? sin(leans) * up + (b->boom > 0 ? -0.85 : 0.85) : 0;
    const double y = p->rise + up * cos(leans) + helm * sin(p->pitch) * (first ? 1 : 0) +
                     (back[1] - 0.16) * p->away + p->above;
    return (sight){b->x + s * helm * (first ? 1 : 0.2) + c * aside + back[0] * p->away, y,
                   b->z + c * helm * (first ? 1 : 0.2) - s * aside + back[2] * p->away,
                   p->r.camera.azimuth, p->r.camera.elevation};
}

/// North is up, and the boat always in the same place (Karavasilev 2021, 5.1).
static sight see_above(const sailor *p, const boat *b)
{
    return (sight){b->x, p->height, b->z - p->height * tan((90 + steepest) / 360 * tau), 0,
                   steepest};
}

/// Where a lookout would hold on, who leans with the mast.
static sight see_mast(const sailor *p, const boat *b)
{
    const double s = sin(b->heading * tau), c = cos(b->heading * tau);
    const double leans = b->heel + p->roll, aside = sin(leans) * mast_top;
    const double ahead = mast_ahead - sin(p->pitch) * mast_top;
    return (sight){b->x + s * ahead + c * aside, p->rise + cos(leans) * mast_top,
                   b->z + c * ahead - s * aside, p->r.camera.azimuth, p->r.camera.elevation};
}

static void see_aboard(sailor *p, const boat *b, double seconds)
{
    roam *const r = &p->r;
    const play_settings *const set = &r->settings;
    double eyes[3], back[3];
    const bool first = set->land_first && set->sea_view == PLAY_SEA_BEHIND;
    roam_see(r, first, seconds, eyes, back); // looks
    p->away = ease(p->away, first ? 0 : far_aboard, 5, seconds);
    p->above = ease(p->above, first ? 0 : high_aboard, 5, seconds);
    p->over = ease(p->over, set->sea_view == PLAY_SEA_ABOVE, 5, seconds);
    p->aloft = ease(p->aloft, set->sea_view == PLAY_SEA_MAST, 5, seconds);
    p->height = ease(p->height, set->sea_height_m, 8, seconds);
    r->behind = p->away;
    sight to = see_behind(p, b, first, back);
    to = see_between(to, see_mast(p, b), p->aloft);
    to = see_between(to, see_above(p, b), p->over);
    const double tilt = (b->heel + p->roll) * 0.35 * 57.29577951308232;
    r->camera.tilt = first ? tilt : tilt * p->aloft;
    r->camera.azimuth = to.azimuth;
    r->camera.elevation = to.elevation;
    roam_put(&r->camera, to.x, fmax(to.y, lowest_at(p, to.x, to.z) + 0.6), to.z);
}

static void see_afoot(sailor *p, double seconds)
{
    roam *const r = &p->r;
    double eyes[3], back[3];
    roam_see(r, r->settings.land_first, seconds, eyes, back);
    const bool swims = r->body.state == WALK_SWIMS;
    const double x = eyes[0] + back[0] * r->behind, z = eyes[2] + back[2] * r->behind;
    const double y = eyes[1] + back[1] * r->behind + (swims ? wave(p, r->body.x, r->body.z) : 0);
    double ground = -1000;
    (void)shore_height(p->world.shore, x, z, &ground);
    // Who has just gone overboard is seen from above the deck, not from below it.
    const bool at_boat = hypot(x - p->voyage.boat.x, z - p->voyage.boat.z) < 0.55 * BOAT_LENGTH;
    if (at_boat && r->behind > 1)
    {
        ground = fmax(ground, 3);
    }
    r->camera.tilt = 0;
    p->away = r->behind;
    p->above = p->over = p->aloft = 0;
    roam_put(&r->camera, x, fmax(y, ground + 0.45), z);
}

// ---- drawing ------------------------------------------------------------------------------------

static float degrees(double radians)
{
    return (float)(radians * 57.29577951308232);
}

static sea_boat boat_drawn(const sailor *p, const boat *b)
{
    const double speed = hypot(b->vx, b->vz);
    return (sea_boat){.x = b->x,
                      .y = p->rise - (b->aground ? 0.1 : 0),
                      .z = b->z,
                      .yaw = (float)(b->heading * 360),
                      .pitch = degrees(p->pitch),
                      .roll = degrees(b->heel + p->roll),
                      .length = (float)BOAT_LENGTH,
                      .sail = (float)b->set,
                      .boom = degrees(b->boom),
                      .wake = (float)fmin(speed / 5, 1)};
}

/// The figure stands on the deck, which the waves lift.
static int32_t figure_on_deck(sailor *p, figure_box boxes[ROAM_MAX_BOXES])
{
    const int32_t count = roam_figure(&p->r, boxes);
    const bool swims = !p->voyage.aboard && p->r.body.state == WALK_SWIMS;
    const double lift = p->voyage.aboard ? p->rise : swims ? wave(p, p->r.body.x, p->r.body.z) : 0;
    for (int32_t i = 0; i < count; i++)
    {
        boxes[i].centre[1] += (float)lift;
    }
    return count;
}

loam_result sail_draw(roam *r, int32_t w, int32_t h, double seconds)
{
    sailor *const p = sailor_of(r);
    figure_box boxes[ROAM_MAX_BOXES];
    const uint64_t start = loam_clock_ns();
    if (roam_is_covered(r))
    {
        return LOAM_OK;
    }
    const boat b = boat_seen(p);
    const sea_boat boats[] = {boat_drawn(p, &b)};
    sea_look look = {.hour = r->hour,
                     .weather = r->weather,
                     .seconds = r->seconds,
                     .boats = boats,
                     .boat_count = 1,
                     .wind_x = b.wind_x,
                     .wind_z = b.wind_z};
    p->swell = sea_swell(p->scene, &look);
    ride(p, &b, r->paused ? 0 : seconds);
    follow_bow(p, &b);
    p->voyage.aboard ? see_aboard(p, &b, seconds) : see_afoot(p, seconds);
    look.boxes = boxes;
    look.box_count = figure_on_deck(p, boxes);
    const double cx = (double)r->camera.x + r->camera.dx, cz = (double)r->camera.z + r->camera.dz;
    double ground = 0;
    const bool wet = shore_height(p->world.shore, cx, cz, &ground) == LOAM_OK && ground < 0;
    look.under_water = wet && r->camera.y < wave(p, cx, cz);
    const loam_result result = sea_draw(p->scene, &r->camera, &look);
    r->times.draw[r->times.next] = roam_ms_since(start);
    if (result == LOAM_OK)
    {
        sea_show(p->scene, w, h);
    }
    return result;
}
