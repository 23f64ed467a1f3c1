// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>

// The camera of the land: never below the ground that is drawn, and never in rock; below water only with who dives.

static const double clear_m = 0.35; // between the camera and ground or water

/// Before the ground is there: above what is drawn of it.
static void see_from_target(explorer *e)
{
    camera *const c = &e->r.camera;
    roam_put(c, e->target.x, c->y, e->target.z);
    c->y = (double)scene_top(e->scene, c) + fmax(e->target.height, 1.7);
}

camera explore_viewer(const explorer *e)
{
    camera c = {.azimuth = e->r.yaw + e->r.free_yaw};
    roam_put(&c, e->r.body.x, e->r.body.y, e->r.body.z);
    return c;
}

static bool is_below_water(const explorer *e, const camera *c)
{
    return c->y < (double)scene_top(e->scene, c) - 0.1 &&
           scene_top(e->scene, c) > scene_ground(e->scene, c);
}

void explore_see(explorer *e, double seconds)
{
    camera *const c = &e->r.camera;
    double eyes[3], back[3];
    roam_see(&e->r, e->r.settings.land_first || e->r.screen == EXPLORE_PHOTO, seconds, eyes, back);
    c->fov = e->photo_fov > 0 ? e->photo_fov : c->fov;
    c->tilt = e->tilt;
    if (e->arriving)
    {
        see_from_target(e);
        return;
    }
    const double behind = inside_free_behind(e, eyes, back, e->r.behind);
    roam_put(c, eyes[0] + back[0] * behind, eyes[1] + back[1] * behind, eyes[2] + back[2] * behind);
    if (!inside_is_on(e)) // else what is above may be a cave's roof
    {
        const bool dives = e->r.body.state == WALK_SWIMS && is_below_water(e, c);
        const float least = dives ? scene_ground(e->scene, c) : scene_top(e->scene, c);
        c->y = fmax(c->y, (double)least + clear_m);
    }
}

bool explore_is_eye_wet(explorer *e)
{
    return inside_is_on(e) ? inside_is_eye_wet(e) : is_below_water(e, &e->r.camera);
}
