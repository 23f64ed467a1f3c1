// SPDX-License-Identifier: MIT
#include "gl/gl.h"
#include "isles_view.h"
#include "land_view.h"
#include "sea/sea.h"
#include "times.h"
#include "window/context.h"

#include <math.h>

// The picture of loam isles view: a context without a window, a sea in it, a camera.

typedef struct shooting
{
    const isles_view_settings *settings;
    const isles_grower *grower;
    isles_view_report *report;
    context *context;
    gl gl;
    sea_scene *sea;
    loam_picture picture;
    camera from;
    sea_look look;
    sea_boat boat;
} shooting;

static const double degree = 0.017453292519943295;

static void set_place(camera *c, double x, double z)
{
    c->x = (int64_t)floor(x);
    c->z = (int64_t)floor(z);
    c->dx = x - (double)c->x;
    c->dz = z - (double)c->z;
}

/// Stands so that the middle of the island is in the middle of the picture.
static loam_result stand_before(shooting *s)
{
    const isles_view_settings *const settings = s->settings;
    loam_isle *const isle = &s->report->isle;
    const loam_result result = loam_isles_at(s->grower->isles, settings->slot.x, settings->slot.y,
                                             isle);
    if (result != LOAM_OK || isle->type < 0)
    {
        return result != LOAM_OK
                   ? result
                   : loam_fail(LOAM_NOT_FOUND, "slot %lld,%lld has no island",
                               (long long)settings->slot.x, (long long)settings->slot.y);
    }
    const double away = settings->distance * (double)isle->radius;
    const double turn = settings->turn * degree, pitch = settings->pitch * degree;
    set_place(&s->from, (double)isle->x + away * cos(pitch) * sin(turn),
              (double)isle->z - away * cos(pitch) * cos(turn));
    s->from.y = fmax(away * sin(pitch), 2);
    s->from.azimuth = -settings->turn;
    s->from.elevation = -settings->pitch;
    return LOAM_OK;
}

static loam_result stand_at(shooting *s)
{
    const isles_view_settings *const settings = s->settings;
    float ground = 0;
    set_place(&s->from, (double)settings->at.x, (double)settings->at.y);
    loam_result result = view_read_look(settings->look, "--look", &s->from.azimuth,
                                        &s->from.elevation);
    result = result == LOAM_OK ? loam_isles_height(s->grower->isles, s->from.x, s->from.z, &ground)
                               : result;
    if (result == LOAM_OK && settings->height < 0 && settings->height <= (double)ground)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "--height is %g, but the ground is at %.1f m there; must be above it",
                         settings->height, (double)ground);
    }
    s->look.under_water = settings->height < 0;
    s->from.y = settings->height + (settings->height < 0 ? 0 : fmax((double)ground, 0));
    return result;
}

/// A boat under sail that goes to the right before the viewer, as the waves have it.
static void set_boat(shooting *s)
{
    const double turn = (s->from.azimuth + 4) * degree, way = 26;
    const double x = (double)s->from.x + s->from.dx + way * sin(turn),
                 z = (double)s->from.z + s->from.dz + way * cos(turn);
    const swell waves = sea_swell(s->sea, &s->look);
    s->boat = (sea_boat){.x = x,
                         .y = swell_height(&waves, x, z, s->look.seconds, 20),
                         .z = z,
                         .yaw = (float)s->from.azimuth + 62,
                         .pitch = 2,
                         .roll = 9,
                         .sail = 1,
                         .boom = 32,
                         .wake = 0.8f};
    s->look.boats = &s->boat;
    s->look.boat_count = 1;
}

static loam_result place_camera(shooting *s)
{
    const isles_view_settings *const settings = s->settings;
    s->from = (camera){.fov = settings->fov, .tilt = settings->tilt};
    s->look = (sea_look){.weather = (weather_kind)settings->weather,
                         .seconds = 100 + settings->seconds,
                         .exposure = (float)settings->exposure,
                         .fog = (float)settings->fog};
    const loam_result result = view_read_time(settings->time, "--time", &s->look.hour);
    return result != LOAM_OK ? result : settings->slot.given ? stand_before(s) : stand_at(s);
}

static loam_result begin(shooting *s)
{
    const isles_view_settings *const settings = s->settings;
    sea_def def = sea_default_def();
    loam_result result = context_create(CONTEXT_ANY, &s->context);
    if (result == LOAM_OK)
    {
        const bool es = context_get_kind(s->context) == CONTEXT_ES;
        result = gl_load(&s->gl, context_proc, s->context, es);
    }
    def.isles = s->grower->isles;
    def.quality = settings->quality > 0 ? (quality_kind)(settings->quality - 1) : QUALITY_HIGH;
    def.w = settings->size.w;
    def.h = settings->size.h;
    def.view = settings->view;
    def.jobs = s->grower->env.jobs;
    result = result == LOAM_OK ? sea_create(&def, &s->gl, &s->sea) : result;
    if (result == LOAM_OK)
    {
        sea_set_stage(s->sea, (loam_isle_stage)settings->stage);
        result = loam_picture_create(&s->grower->env, def.w, def.h, loam_rgb(0), &s->picture);
    }
    return result;
}

static loam_result shoot(shooting *s)
{
    const uint64_t start = loam_clock_ns();
    bool complete = false;
    loam_result result = sea_update(s->sea, &s->from, 0, &complete);
    s->report->grow_seconds = seconds_since(start);
    if (s->settings->boat)
    {
        set_boat(s);
    }
    result = result == LOAM_OK ? sea_draw(s->sea, &s->from, &s->look) : result;
    result = result == LOAM_OK ? sea_read(s->sea, &s->picture) : result;
    return result == LOAM_OK
               ? loam_png_write(&s->grower->env, s->settings->question.output, &s->picture)
               : result;
}

static void report_on(shooting *s)
{
    const sea_counters count = sea_count(s->sea);
    isles_view_report *const r = s->report;
    r->x = s->from.x;
    r->z = s->from.z;
    r->eye = s->from.y;
    r->islands = count.islands;
    r->objects = count.objects;
    r->triangles = count.triangles;
    r->view = count.view;
    r->draw_ms = (double)count.draw_ns * 1e-6;
    r->quality = quality_name((int32_t)sea_quality(s->sea));
    snprintf(r->renderer, sizeof r->renderer, "%s", s->gl.renderer);
}

loam_result isles_view_draw(const isles_view_settings *settings, const isles_grower *grower,
                            isles_view_report *report)
{
    shooting s = {.settings = settings, .grower = grower, .report = report};
    loam_result result = place_camera(&s);
    result = result == LOAM_OK ? begin(&s) : result;
    result = result == LOAM_OK ? shoot(&s) : result;
    if (result == LOAM_OK)
    {
        report_on(&s);
    }
    loam_picture_destroy(&grower->env, &s.picture);
    sea_destroy(s.sea);
    context_destroy(s.context);
    return result;
}
