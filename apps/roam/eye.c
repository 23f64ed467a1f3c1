// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include <math.h>

// The camera: the walker's eyes, or some metres behind them; it goes from one to the other smoothly. None of it reaches
// the walker.

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

void roam_feet(const roam *r, double out[3])
{
    const double t = fmin(r->rest_s * WALK_STEPS_PER_SECOND, 1);
    out[0] = mix(r->before.x, r->body.x, t);
    out[1] = mix(r->before.y, r->body.y, t);
    out[2] = mix(r->before.z, r->body.z, t);
}

void roam_put(camera *c, double x, double y, double z)
{
    c->x = (int64_t)floor(x);
    c->z = (int64_t)floor(z);
    c->dx = x - floor(x);
    c->dz = z - floor(z);
    c->y = y;
}

void roam_see(roam *r, bool first_person, double seconds, double eyes[3], double back[3])
{
    static const double far[WALK_KINDS] = {5.2, 8, 8, 6};
    camera *const c = &r->camera;
    c->fov = r->settings.land_fov;
    c->azimuth = r->yaw + r->free_yaw;
    c->elevation = fmax(fmin(r->pitch + r->free_pitch, 89), -89);
    r->behind = ease(r->behind, first_person ? 0 : far[r->body.kind], 7, seconds);
    r->raise = ease(r->raise, walker_eyes(r->body.kind), 7, seconds);
    roam_feet(r, eyes);
    eyes[1] += r->raise;
    const double azimuth = c->azimuth * degree, elevation = c->elevation * degree;
    // From behind and a little above, so that the figure does not hide what is ahead.
    back[0] = -sin(azimuth) * cos(elevation);
    back[1] = 0.16 - sin(elevation);
    back[2] = -cos(azimuth) * cos(elevation);
}
