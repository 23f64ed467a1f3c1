// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>

// The camera: the walker's eyes, or some metres behind them; it goes from one to the other smoothly, never
// below the ground that is drawn. None of it reaches the walker.

static const double degree = 0.017453292519943295;

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

/// How near a value comes to another in a time.
static double ease(double value, double to, double per_second, double seconds)
{
    return to + (value - to) * exp(-per_second * seconds);
}

static void put(camera *c, double x, double y, double z)
{
    c->x = (int64_t)floor(x);
    c->z = (int64_t)floor(z);
    c->dx = x - floor(x);
    c->dz = z - floor(z);
    c->y = y;
}

static double wanted_behind(const explorer *e)
{
    static const double far[WALK_KINDS] = {5.2, 8, 8, 6};
    return e->settings.land_first || e->screen == EXPLORE_PHOTO ? 0 : far[e->body.kind];
}

/// Where the walker is between two steps.
static void body_now(const explorer *e, double *x, double *y, double *z)
{
    const double t = fmin(e->rest_s * WALK_STEPS_PER_SECOND, 1);
    *x = mix(e->before.x, e->body.x, t);
    *y = mix(e->before.y, e->body.y, t);
    *z = mix(e->before.z, e->body.z, t);
}

/// Before the ground is there: above what is drawn of it.
static void see_from_target(explorer *e)
{
    put(&e->camera, e->target.x, e->camera.y, e->target.z);
    e->camera.y = (double)scene_top(e->scene, &e->camera) + fmax(e->target.height, 1.7);
}

static void see_from_body(explorer *e, double seconds)
{
    double x, y, z;
    body_now(e, &x, &y, &z);
    e->behind = ease(e->behind, wanted_behind(e), 7, seconds);
    e->raise = ease(e->raise, walker_eyes(e->body.kind), 7, seconds);
    const double azimuth = e->camera.azimuth * degree, elevation = e->camera.elevation * degree;
    // From behind and a little above, so that the figure does not hide what is ahead.
    const double way[3] = {-sin(azimuth) * cos(elevation), 0.16 - sin(elevation),
                           -cos(azimuth) * cos(elevation)};
    const double from[3] = {x, y + e->raise, z};
    const double behind = inside_free_behind(e, from, way, e->behind);
    put(&e->camera, x + way[0] * behind, y + e->raise + way[1] * behind, z + way[2] * behind);
    if (inside_is_on(e))
    {
        return; // what is above may be a cave's roof
    }
    const double lowest = (double)scene_top(e->scene, &e->camera) + 0.35;
    e->camera.y = fmax(e->camera.y, lowest);
}

camera explore_viewer(const explorer *e)
{
    camera c = {.azimuth = e->yaw + e->free_yaw};
    put(&c, e->body.x, e->body.y, e->body.z);
    return c;
}

void explore_see(explorer *e, double seconds)
{
    e->camera.fov = e->photo_fov > 0 ? e->photo_fov : e->settings.land_fov;
    e->camera.tilt = e->tilt;
    e->camera.azimuth = e->yaw + e->free_yaw;
    e->camera.elevation = fmax(fmin(e->pitch + e->free_pitch, 89), -89);
    if (e->arriving)
    {
        see_from_target(e);
        return;
    }
    see_from_body(e, seconds);
}
