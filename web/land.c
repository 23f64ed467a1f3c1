// SPDX-License-Identifier: MIT
#include "web/land.h"

#include "gl/gl.h"
#include "scene/scene.h"
#include "walk/ground.h"
#include "walk/walker.h"
#include "web/gl_imports.h"
#include "web/scene_words.h"

#include <math.h>
#include <stdio.h>

enum
{
    MAX_SEED = 200,
    CACHE_BYTES = 160 << 20,
    PAGE_BYTES = 192 << 20,
    STEP_US = 1000000 / WALK_STEPS_PER_SECOND,
    MOST_STEPS = 6,
    CENTIDEGREES = 100,
};

#define FOV 55.0
#define MAX_PITCH 89.0
#define MORNING 9.5
#define DEGREES (180.0 / 3.14159265358979)

typedef struct web_land
{
    loam_land *land;
    gl g;
    scene *scene;
    ground ground;
    walker body;
    walk_input wish;
    loam_timestep clockwork;
    scene_look look;
    double last_x, last_y, last_z; // of the body before the last step, to draw in between
    int32_t w, h;
} web_land;

static web_land web;

static void close_land(void)
{
    scene_destroy(web.scene);
    if (web.land != NULL)
    {
        ground_end(&web.ground);
    }
    loam_land_destroy(web.land);
    web.scene = NULL;
    web.land = NULL;
}

static loam_result open_scene(int32_t quality, int32_t view)
{
    scene_def def = scene_default_def();
    def.land = web.land;
    def.quality = (quality_kind)quality;
    def.w = web.w;
    def.h = web.h;
    def.view = view;
    def.memory_bytes = PAGE_BYTES;
    def.gradual = true;
    def.things = true;
    const loam_result result = gl_load(&web.g, gl_imports_find, NULL, true);
    return result == LOAM_OK ? scene_create(&def, &web.g, &web.scene) : result;
}

int32_t land_open(int32_t w, int32_t h, int32_t quality, int32_t view)
{
    close_land();
    if (words_check_picture(w, h) != 0 || words_check_quality(quality) != 0)
    {
        return MODULE_FAILED;
    }
    loam_land_def def = loam_default_land_def();
    words[MAX_SEED] = '\0';
    def.seed = loam_seed_from_text(words);
    def.cache_bytes = CACHE_BYTES;
    def.page_channels = LOAM_PAGE_ALL;
    web.w = w;
    web.h = h;
    loam_result result = loam_land_create(&def, &web.land);
    if (result == LOAM_OK)
    {
        ground_begin(&web.ground, web.land);
        result = open_scene(quality, view);
    }
    if (result != LOAM_OK)
    {
        const int32_t failed = words_fail();
        close_land();
        return failed;
    }
    web.look = (scene_look){.hour = MORNING, .weather = WEATHER_FAIR};
    web.clockwork = loam_timestep_begin(0, STEP_US, MOST_STEPS);
    return 0;
}

int32_t land_resize(int32_t w, int32_t h)
{
    if (words_check_picture(w, h) != 0)
    {
        return MODULE_FAILED;
    }
    web.w = w;
    web.h = h;
    return scene_resize(web.scene, w, h) == LOAM_OK ? 0 : words_fail();
}

int32_t land_set_quality(int32_t quality)
{
    if (words_check_quality(quality) != 0)
    {
        return MODULE_FAILED;
    }
    return scene_set_quality(web.scene, (quality_kind)quality) == LOAM_OK ? 0 : words_fail();
}

static void stand_still(void)
{
    web.last_x = web.body.x;
    web.last_y = web.body.y;
    web.last_z = web.body.z;
}

int32_t land_go(double x, double z, double above)
{
    const walk_world world = ground_world(&web.ground);
    web.body.kind = above > 0 ? WALK_GLIDE : WALK_FOOT;
    if (walker_place(&web.body, &world, x, z, above) != LOAM_OK)
    {
        return words_fail();
    }
    stand_still();
    return 0;
}

int32_t land_start(double x, double z)
{
    loam_land_start found;
    if (loam_land_find_start(web.land, (int64_t)x, (int64_t)z, &found) != LOAM_OK)
    {
        return words_fail();
    }
    web.body.yaw = (int32_t)(atan2((double)found.look_x, (double)found.look_z) * DEGREES *
                             CENTIDEGREES);
    web.body.pitch = 0;
    return land_go((double)found.x, (double)found.z, 0);
}

void land_ask(int32_t ahead, int32_t aside, int32_t lift, double yaw, double pitch, int32_t run,
              int32_t jump, int32_t kind)
{
    const bool known = kind >= 0 && kind < WALK_KINDS;
    const double up = pitch > MAX_PITCH ? MAX_PITCH : pitch < -MAX_PITCH ? -MAX_PITCH : pitch;
    web.wish = (walk_input){.ahead = ahead,
                            .aside = aside,
                            .lift = lift,
                            .yaw = (int32_t)(yaw * CENTIDEGREES),
                            .pitch = (int32_t)(up * CENTIDEGREES),
                            .run = run != 0,
                            .jump = jump != 0,
                            .kind = known ? (walk_kind)kind : WALK_FOOT};
}

int32_t land_look(double hour, int32_t day, int32_t weather)
{
    if (!(hour >= 0 && hour <= 24) || day < 0 || day > 365 || weather < 0 ||
        weather >= WEATHER_KINDS)
    {
        return words_refuse("hour must be 0 to 24, day 0 to 365, weather one of land_weathers");
    }
    web.look.hour = hour;
    web.look.day = day;
    web.look.weather = (weather_kind)weather;
    return 0;
}

/// A step whose ground is not there yet waits, the frame does not.
static loam_result step(void)
{
    const walk_world world = ground_world(&web.ground);
    const bool known = !walker_needs_ground(&web.body) ||
                       scene_has_detail(web.scene, web.body.x, web.body.z, walker_reach(&web.body));
    stand_still();
    return known ? walker_step(&web.body, &web.wish, &world) : LOAM_OK;
}

static double between(double last, double now)
{
    return last + (now - last) * (double)loam_timestep_fraction(&web.clockwork);
}

static camera eyes(void)
{
    const double x = between(web.last_x, web.body.x), z = between(web.last_z, web.body.z);
    return (camera){.x = (int64_t)floor(x),
                    .z = (int64_t)floor(z),
                    .dx = x - floor(x),
                    .dz = z - floor(z),
                    .y = between(web.last_y, web.body.y) + walker_eyes(web.body.kind),
                    .azimuth = (double)web.wish.yaw / CENTIDEGREES,
                    .elevation = (double)web.wish.pitch / CENTIDEGREES,
                    .fov = FOV};
}

static loam_result draw(double seconds, uint64_t budget_us, bool *complete)
{
    const camera from = eyes();
    web.look.seconds = seconds;
    loam_result result = scene_update(web.scene, &from, budget_us, complete);
    result = result == LOAM_OK ? scene_draw(web.scene, &from, &web.look) : result;
    if (result == LOAM_OK)
    {
        scene_show(web.scene, web.w, web.h);
    }
    return result;
}

int32_t land_frame(double now_ms, double budget_ms)
{
    const int32_t due = loam_timestep_due(&web.clockwork, (uint64_t)(now_ms * 1000.0));
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < due && result == LOAM_OK; i++)
    {
        result = step();
    }
    bool complete = false;
    result = result == LOAM_OK ? draw(now_ms / 1000.0, (uint64_t)(budget_ms * 1000.0), &complete)
                               : result;
    return result == LOAM_OK ? complete : words_fail();
}

int32_t land_status(void)
{
    static const char *const states[] = {"stands", "slides", "falls", "swims", "flies"};
    const scene_counters counted = scene_count(web.scene);
    int32_t biome = -1;
    if (scene_has_detail(web.scene, web.body.x, web.body.z, 1))
    {
        (void)ground_biome(&web.ground, web.body.x, web.body.z, &biome);
    }
    snprintf(words, sizeof words,
             "{\"x\":%.2f,\"y\":%.2f,\"z\":%.2f,\"yaw\":%.2f,\"state\":\"%s\",\"kind\":\"%s\","
             "\"biome\":\"%s\",\"triangles\":%lld,\"pages\":%lld,\"renderer\":\"%s\"}",
             web.body.x, web.body.y, web.body.z, (double)web.body.yaw / CENTIDEGREES,
             states[web.body.state], walk_kind_name(web.body.kind),
             biome < 0 ? "" : loam_land_biome_name(web.land, biome), (long long)counted.triangles,
             (long long)counted.pages, web.g.software ? "software" : "card");
    return 0;
}

void land_weathers(void)
{
    words_list_weathers();
}
