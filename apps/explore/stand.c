// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <math.h>
#include <string.h>

// Coming to a place. The camera is there at once, above what is known of the ground; the walker stands there
// when the ground has come in all its detail, as it is that which it walks on.

static double limit(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double turned(double degrees)
{
    return degrees - floor(degrees / 360) * 360;
}

/// A place as its line of text has it, so that a walk which is recorded begins where its file says.
static place as_written(const place *at)
{
    const double max = (double)(LOAM_LAND_END - 262144);
    place to = *at;
    char text[PLACE_MAX_TEXT];
    to.x = limit(at->x, -max, max);
    to.z = limit(at->z, -max, max);
    place_write(&to, weather_name, text);
    return place_read(text, weather_name, &to, NULL) == LOAM_OK ? to : *at;
}

void explore_stand(explorer *e, const place *at)
{
    e->target = as_written(at);
    inputs_free(&e->record); // another walk begins
    e->record.from = e->target;
    e->r.body.x = e->target.x;
    e->r.body.z = e->target.z;
    e->r.body.vx = e->r.body.vy = e->r.body.vz = 0;
    e->r.before = e->r.body;
    e->r.yaw = turned(at->azimuth);
    e->r.pitch = limit(at->elevation, -89, 89);
    e->r.free_yaw = e->r.free_pitch = 0;
    e->r.hour = at->minutes / 60.0;
    e->r.weather = (weather_kind)at->weather;
    e->day = at->day;
    e->photo_fov = at->fov;
    e->tilt = at->tilt;
    e->exposure = at->exposure;
    e->fog = at->fog;
    e->arriving = true;
    e->r.rest_s = 0;
    e->waits = 0;
    e->biome = -1;
    e->river[0] = 0;
    memset(e->near, 0, sizeof e->near);
    e->has_named = false;
}

static double ground_below(const explorer *e, double x, double z)
{
    const camera at = {
        .x = (int64_t)floor(x), .z = (int64_t)floor(z), .dx = x - floor(x), .dz = z - floor(z)};
    return (double)scene_top(e->scene, &at);
}

place explore_here(const explorer *e)
{
    if (e->arriving)
    {
        place at = e->target;
        at.azimuth = e->r.yaw;
        at.elevation = e->r.pitch;
        return at;
    }
    const double eyes = e->r.body.y + walker_eyes(e->r.body.kind);
    place at = {.seed = e->seed,
                .x = e->r.body.x,
                .z = e->r.body.z,
                .height = limit(eyes - ground_below(e, e->r.body.x, e->r.body.z), 0.5, 20000),
                .azimuth = e->r.yaw,
                .elevation = e->r.pitch,
                .minutes = (int32_t)(e->r.hour * 60) % 1440,
                .weather = (int32_t)e->r.weather,
                .day = e->day,
                .fov = e->photo_fov,
                .tilt = e->tilt,
                .exposure = e->exposure,
                .fog = e->fog};
    return at;
}

void explore_seek(explorer *e)
{
    const scout_question near = {.x = (int64_t)e->target.x, .z = (int64_t)e->target.z};
    scout_ask(e->scout, SCOUT_START, &near);
    e->seeking = true;
}

static void take_start(explorer *e)
{
    scout_answer found;
    if (!scout_take(e->scout, SCOUT_START, &found))
    {
        return;
    }
    e->seeking = false;
    if (found.result != LOAM_OK)
    {
        roam_tell(&e->r, true, "no good place to begin at: %s", found.message);
        return;
    }
    place at = e->target;
    at.x = (double)found.start.x + 0.5;
    at.z = (double)found.start.z + 0.5;
    at.azimuth = (double)atan2f(found.start.look_x, found.start.look_z) * 57.29577951308232;
    at.elevation = -4;
    explore_stand(e, &at);
}

/// Who comes from high above glides.
static walk_kind kind_for(double height)
{
    return height > walker_eyes(WALK_HORSE) + 0.5 ? WALK_GLIDE : WALK_FOOT;
}

bool explore_arrive(explorer *e)
{
    if (e->seeking)
    {
        take_start(e);
    }
    if (!e->arriving || e->seeking)
    {
        return !e->arriving;
    }
    if (!scene_has_detail(e->scene, e->target.x, e->target.z, 4))
    {
        return false;
    }
    const walk_world world = ground_world(&e->ground);
    e->r.body = (walker){.kind = kind_for(e->target.height)};
    const double above = e->target.height - walker_eyes(e->r.body.kind);
    const bool flies = e->r.body.kind == WALK_GLIDE;
    if (walker_place(&e->r.body, &world, e->target.x, e->target.z, flies ? above : 0) != LOAM_OK)
    {
        roam_complain(&e->r, "ground");
        return false;
    }
    inside_settle(e);
    e->r.body.yaw = (int32_t)lround(e->r.yaw * 100);
    e->r.body.pitch = (int32_t)lround(e->r.pitch * 100);
    e->r.before = e->r.body;
    e->r.wish = (walk_input){.kind = e->r.body.kind};
    e->arriving = false;
    roam_log(&e->r, "arrived: %.1f,%.1f at %.1f m", e->r.body.x, e->r.body.z, e->r.body.y);
    return true;
}
