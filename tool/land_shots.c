// SPDX-License-Identifier: MIT
#include "film/recorder.h"
#include "gl/gl.h"
#include "interrupt.h"
#include "land_view.h"
#include "place/season.h"
#include "progress.h"
#include "scene/forecast.h"
#include "scene/scene.h"
#include "times.h"
#include "window/context.h"

#include <math.h>
#include <stdlib.h>

// Frames of loam land view: a context without a window, a scene in it, a camera that goes by the stops.

typedef struct shooting
{
    const tool_io *io;
    const view_settings *settings;
    view_stop *stops;
    int32_t stop_count;
    int64_t frames;
    land_grower grower;
    context *context;
    gl gl;
    scene *scene;
    volume_recipe recipe;
    loam_volume *volume;
    loam_volume_grower *voxels;
    quality_kind quality;
    loam_picture picture;
    recorder *record;
    float *eyes; // of each frame, m above the sea
    view_report *report;
} shooting;

static recorder_def film_of(const view_settings *settings)
{
    return (recorder_def){settings->record, settings->size.w, settings->size.h, settings->fps,
                          "--size"};
}

// ---- the way ----------------------------------------------------------------------------------------

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

/// The short way around.
static double mix_turn(double a, double b, double t)
{
    const double way = fmod(b - a, 360);
    return a + (way > 180 ? way - 360 : way < -180 ? way + 360 : way) * t;
}

static view_stop stop_at(const shooting *s, int64_t frame)
{
    if (s->stop_count == 1 || s->frames == 1)
    {
        return s->stops[0];
    }
    const double along = (double)frame * (s->stop_count - 1) / (double)(s->frames - 1);
    const int32_t i = along >= s->stop_count - 1 ? s->stop_count - 2 : (int32_t)along;
    const double t = along - i;
    const view_stop *const a = &s->stops[i], *const b = a + 1;
    double hours = fmod(b->hour - a->hour + 24, 24);
    return (view_stop){.x = mix(a->x, b->x, t),
                       .z = mix(a->z, b->z, t),
                       .height = mix(a->height, b->height, t),
                       .azimuth = mix_turn(a->azimuth, b->azimuth, t),
                       .elevation = mix(a->elevation, b->elevation, t),
                       .hour = fmod(a->hour + hours * t, 24),
                       .day = season_mix(a->day, b->day, t),
                       .weather = t < 0.5 ? a->weather : b->weather};
}

static loam_result floor_at(loam_land *land, double x, double z, float *out)
{
    float water = LOAM_LAND_DRY;
    loam_result result = loam_land_height(land, x, z, out);
    result = result == LOAM_OK ? loam_land_water(land, x, z, &water) : result;
    *out = water > *out ? water : *out;
    return result;
}

/// The same of the body: the highest voxel that is solid, or water, within some way of the surface.
static loam_result body_floor_at(shooting *s, double x, double z, float *out)
{
    enum
    {
        UP = 127,
        DOWN = 60
    };
    uint8_t materials[UP];
    const int64_t y = (int64_t)floorf(*out) - DOWN;
    const loam_volume_box box = {0, llround(x), y, llround(z), 1, UP, 1};
    const loam_volume_voxels voxels = {.materials = materials};
    const loam_result result = loam_volume_fill(s->voxels, &box, &voxels, NULL);
    for (int32_t i = UP - 1; i >= 0 && result == LOAM_OK; i--)
    {
        if (materials[i] != LOAM_VOXEL_AIR)
        {
            *out = (float)(y + i) + 0.5f;
            break;
        }
    }
    return result;
}

/// Eyes follow the ground, but not every bump of it: each frame takes the mean of the highest around it.
static loam_result plan_eyes(shooting *s)
{
    const int64_t n = s->frames, around = n > 1 ? (int64_t)s->settings->fps / 2 + 1 : 0;
    float *const floors = malloc((size_t)n * sizeof *floors);
    float *const tops = malloc((size_t)n * sizeof *tops);
    s->eyes = malloc((size_t)n * sizeof *s->eyes);
    loam_result result = floors != NULL && tops != NULL && s->eyes != NULL
                             ? LOAM_OK
                             : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %lld frames",
                                         (long long)n);
    for (int64_t i = 0; i < n && result == LOAM_OK && !interrupt_asked(); i++)
    {
        const view_stop stop = stop_at(s, i);
        result = floor_at(s->grower.land, stop.x, stop.z, &floors[i]);
        if (result == LOAM_OK && s->voxels != NULL)
        {
            result = body_floor_at(s, stop.x, stop.z, &floors[i]);
        }
    }
    for (int64_t i = 0; i < n && result == LOAM_OK; i++)
    {
        tops[i] = floors[i];
        for (int64_t k = i - around; k <= i + around; k++)
        {
            tops[i] = k >= 0 && k < n ? fmaxf(tops[i], floors[k]) : tops[i];
        }
    }
    for (int64_t i = 0; i < n && result == LOAM_OK; i++)
    {
        float sum = 0;
        for (int64_t k = i - around; k <= i + around; k++)
        {
            sum += tops[k < 0 ? 0 : k >= n ? n - 1 : k];
        }
        s->eyes[i] = sum / (float)(2 * around + 1) + (float)stop_at(s, i).height;
    }
    free(floors);
    free(tops);
    return result;
}

static camera camera_at(const shooting *s, int64_t frame)
{
    const view_stop stop = stop_at(s, frame);
    const bool is_set = s->settings->eye_y > VIEW_NO_EYE;
    camera c = {.x = (int64_t)floor(stop.x),
                .z = (int64_t)floor(stop.z),
                .y = is_set ? s->settings->eye_y : (double)s->eyes[frame],
                .azimuth = stop.azimuth,
                .elevation = stop.elevation,
                .fov = s->settings->fov,
                .tilt = s->settings->tilt};
    c.dx = stop.x - (double)c.x;
    c.dz = stop.z - (double)c.z;
    return c;
}

// ---- beginning --------------------------------------------------------------------------------------

static loam_result check_places(const shooting *s)
{
    const double max = (double)(LOAM_LAND_END - 262144);
    for (int32_t i = 0; i < s->stop_count; i++)
    {
        if (fabs(s->stops[i].x) > max || fabs(s->stops[i].z) > max)
        {
            return loam_fail(
                LOAM_BAD_ARGUMENT,
                "the view from %.0f,%.0f reaches over the end of the land; places must be "
                "within %.0f m of 0",
                s->stops[i].x, s->stops[i].z, max);
        }
    }
    const recorder_def film = film_of(s->settings);
    return s->settings->record != NULL ? recorder_check(&film) : LOAM_OK;
}

/// Stops that do not say where stand where one begins in this land.
static loam_result find_places(shooting *s)
{
    loam_land_start start = {0};
    bool is_known = false;
    for (int32_t i = 0; i < s->stop_count; i++)
    {
        view_stop *const stop = &s->stops[i];
        const bool is_sought = isnan(stop->x);
        const loam_result result = is_sought && !is_known
                                       ? loam_land_find_start(s->grower.land, 0, 0, &start)
                                       : LOAM_OK;
        if (result != LOAM_OK)
        {
            return loam_fail(result, "%s; --at says where to stand", loam_last_error());
        }
        is_known = is_known || is_sought;
        stop->x = is_sought ? (double)start.x + 0.5 : stop->x;
        stop->z = is_sought ? (double)start.z + 0.5 : stop->z;
        const double widest = (double)atan2f(start.look_x, start.look_z) * 57.29577951308232;
        stop->azimuth = !isnan(stop->azimuth) ? stop->azimuth : is_sought ? widest : 0;
    }
    s->report->x = (int64_t)floor(s->stops[0].x);
    s->report->z = (int64_t)floor(s->stops[0].z);
    return LOAM_OK;
}

static loam_result forecast_stops(shooting *s)
{
    loam_result result = LOAM_OK;
    _Static_assert((int32_t)VIEW_BY_CLIMATE == (int32_t)WEATHER_KINDS, "names in one order");
    for (int32_t i = 0; i < s->stop_count && result == LOAM_OK; i++)
    {
        view_stop *const stop = &s->stops[i];
        weather_kind kind = (weather_kind)stop->weather;
        if (stop->weather == VIEW_BY_CLIMATE)
        {
            result = forecast_land(s->grower.land, s->settings->land.seed, (int64_t)floor(stop->x),
                                   (int64_t)floor(stop->z), stop->hour, stop->day, &kind);
        }
        stop->weather = kind;
    }
    return result;
}

static loam_result begin_film(shooting *s)
{
    const recorder_def film = film_of(s->settings);
    const loam_result result = recorder_open(&film, &s->record);
    return result == LOAM_UNSUPPORTED
               ? loam_fail(result, "%s; without it, --record frames/ writes numbered pictures",
                           loam_last_error())
               : result;
}

/// A picture may take its time; a film on a processor that plays the graphics card may not.
static quality_kind choose_quality(const shooting *s)
{
    const bool is_costly = s->gl.software && s->frames > 1;
    return s->settings->quality > 0 ? (quality_kind)(s->settings->quality - 1)
           : is_costly              ? QUALITY_LOW
                                    : QUALITY_HIGH;
}

static loam_result begin_body(shooting *s)
{
    loam_result result = volume_choose(&s->settings->volume, &s->grower.inside,
                                       s->settings->land.seed, loam_volume_land(s->grower.land),
                                       &s->recipe);
    result = result == LOAM_OK ? loam_volume_create(&s->recipe.def, &s->volume) : result;
    result = result == LOAM_OK ? loam_volume_grower_create(s->volume, &s->voxels) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const bool half = land_voxel_m(s->settings->voxel) < 1.0f;
    const int32_t levels = s->quality == QUALITY_LOW ? 2 : s->quality == QUALITY_MEDIUM ? 3 : 4;
    const body_def def = {.source = scene_volume(s->voxels),
                          .form = (loam_volume_form)(s->settings->body - 1),
                          .finest = half ? -1 : 0,
                          .levels = half && levels < BODY_MAX_LEVELS ? levels + 1 : levels};
    return scene_set_body(s->scene, &def);
}

static loam_result begin_scene(shooting *s)
{
    loam_result result = context_create((context_kind)s->settings->api, &s->context);
    if (result == LOAM_OK)
    {
        const bool es = context_get_kind(s->context) == CONTEXT_ES;
        result = gl_load(&s->gl, context_proc, s->context, es);
    }
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_thing_plan plan;
    result = land_kinds_read(s->settings->kinds, &plan);
    if (result != LOAM_OK)
    {
        return result;
    }
    scene_def def = scene_default_def();
    def.land = s->grower.land;
    def.quality = s->quality = choose_quality(s);
    def.w = s->settings->size.w;
    def.h = s->settings->size.h;
    def.view = s->settings->view;
    def.jobs = s->grower.env.jobs;
    def.things = !s->settings->no_things;
    def.plan = &plan;
    result = scene_create(&def, &s->gl, &s->scene);
    return result == LOAM_OK && s->settings->body > 0 ? begin_body(s) : result;
}

static loam_result begin(shooting *s)
{
    loam_result result = check_places(s);
    result = result == LOAM_OK ? land_grower_create(&s->settings->land, &s->grower) : result;
    result = result == LOAM_OK ? find_places(s) : result;
    result = result == LOAM_OK ? forecast_stops(s) : result;
    result = result == LOAM_OK ? begin_scene(s) : result;
    result = result == LOAM_OK ? loam_picture_create(&s->grower.env, s->settings->size.w,
                                                     s->settings->size.h, loam_rgb(0), &s->picture)
                               : result;
    result = result == LOAM_OK ? plan_eyes(s) : result;
    return result == LOAM_OK && s->settings->record != NULL ? begin_film(s) : result;
}

static void end(shooting *s)
{
    recorder_abandon(s->record);
    scene_destroy(s->scene);
    loam_volume_grower_destroy(s->voxels);
    loam_volume_destroy(s->volume);
    context_destroy(s->context);
    loam_picture_destroy(&s->grower.env, &s->picture);
    land_grower_destroy(&s->grower);
    free(s->eyes);
}

// ---- shooting ---------------------------------------------------------------------------------------

/// Lets the ground grow until all of it is there.
static loam_result settle(shooting *s, const camera *from)
{
    bool complete = false;
    loam_result result = LOAM_OK;
    while (!complete && result == LOAM_OK && !interrupt_asked())
    {
        result = scene_update(s->scene, from, 50000, &complete);
    }
    return result;
}

/// In the right hand, a little before the eyes.
static scene_lamp lamp_of(const camera *from)
{
    const double turn = from->azimuth * 0.017453292519943295;
    return (scene_lamp){.x = (double)from->x + from->dx + 0.35 * cos(turn) + 0.3 * sin(turn),
                        .y = from->y - 0.25,
                        .z = (double)from->z + from->dz - 0.35 * sin(turn) + 0.3 * cos(turn),
                        .strength = 1};
}

static loam_result shoot(shooting *s, int64_t frame)
{
    const uint64_t start = loam_clock_ns();
    const camera from = camera_at(s, frame);
    const view_stop stop = stop_at(s, frame);
    const scene_look look = {.hour = stop.hour,
                             .weather = (weather_kind)stop.weather,
                             .day = stop.day,
                             .seconds = 100 + (double)frame / s->settings->fps,
                             .lamps = {lamp_of(&from)},
                             .lamp_count = s->settings->lamp,
                             .exposure = (float)s->settings->exposure,
                             .fog = (float)s->settings->fog};
    loam_result result = settle(s, &from);
    if (frame == 0)
    {
        s->report->grow_seconds = seconds_since(start);
    }
    if (interrupt_asked())
    {
        return LOAM_CANCELLED;
    }
    result = result == LOAM_OK ? scene_draw(s->scene, &from, &look) : result;
    result = result == LOAM_OK ? scene_read(s->scene, &s->picture) : result;
    const double ms = (double)scene_count(s->scene).draw_ns * 1e-6;
    s->report->draw_ms = ms > s->report->draw_ms ? ms : s->report->draw_ms;
    s->report->eye = from.y;
    s->report->weather = weather_name(stop.weather);
    season_write(stop.day, s->report->season);
    return result == LOAM_OK && s->record != NULL ? recorder_add(s->record, &s->picture) : result;
}

static loam_result shoot_all(shooting *s)
{
    progress bar;
    loam_result result = LOAM_OK;
    progress_begin(&bar, s->io->err, "frames", s->frames);
    for (int64_t i = 0; i < s->frames && result == LOAM_OK; i++)
    {
        result = shoot(s, i);
        s->report->frames += result == LOAM_OK;
        progress_add(&bar, 1);
    }
    progress_end(&bar);
    const bool is_stopped = result == LOAM_CANCELLED && s->report->frames > 0;
    return is_stopped                 ? LOAM_OK
           : result == LOAM_CANCELLED ? loam_fail(result, "stopped before the first frame")
                                      : result;
}

static loam_result finish(shooting *s)
{
    recorder *const record = s->record;
    s->record = NULL;
    loam_result result = recorder_close(record);
    if (result == LOAM_OK && s->settings->land.output != NULL)
    {
        result = loam_png_write(&s->grower.env, s->settings->land.output, &s->picture);
    }
    return land_grower_finish(&s->grower, result);
}

static void report_on(const shooting *s)
{
    const scene_counters count = scene_count(s->scene);
    view_report *const r = s->report;
    snprintf(r->renderer_text, sizeof r->renderer_text, "%s", s->gl.renderer);
    r->renderer = r->renderer_text;
    r->quality = quality_name(s->quality);
    r->pages = count.pages;
    r->triangles = count.triangles;
    r->blocks = count.blocks;
    r->outside = count.outside;
    r->hidden = count.hidden;
    r->tiles = count.tiles;
}

loam_result view_draw(const tool_io *io, const view_settings *settings, view_stop *stops,
                      int32_t count, view_report *report)
{
    shooting s = {.io = io,
                  .settings = settings,
                  .stops = stops,
                  .stop_count = count,
                  .frames = settings->record != NULL ? settings->frames : 1,
                  .report = report};
    loam_result result = begin(&s);
    interrupt_wait_for(recorder_process(s.record));
    result = result == LOAM_OK ? shoot_all(&s) : result;
    result = result == LOAM_OK ? finish(&s) : result;
    if (result == LOAM_OK)
    {
        report_on(&s);
    }
    end(&s);
    return result;
}
