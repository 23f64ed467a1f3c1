// SPDX-License-Identifier: MIT
#include "web/sail.h"

#include "gl/gl.h"
#include "loam/loam.h"
#include "sea/sea.h"
#include "voyage/voyage.h"
#include "web/gl_imports.h"
#include "web/scene_words.h"

#include <math.h>
#include <stdio.h>

enum
{
    MAX_SEED = 200,
    STEP_US = 1000000 / WALK_STEPS_PER_SECOND,
    MOST_STEPS = 6,
    MIN_CHART = 16,
    MAX_CHART = 1024,
    CENTIDEGREES = 100,
    ROADSTEAD = 160, // m off the pier that a voyage begins
};

#define FOV 55.0
#define MAX_PITCH 89.0
#define MORNING 9.5
#define DEGREES (180.0 / 3.14159265358979)
#define KNOTS (3600.0 / 1852.0)
#define BEHIND 15.0   // m from the boat to the camera
#define MAST 3.0      // m above the water that the camera looks at
#define DRY_LENS 1.8  // m above the sea's level that the camera stays
#define FULL_WAKE 5.0 // m/s

typedef struct web_sail
{
    loam_isles *isles;
    gl g;
    sea_scene *scene;
    voyage_world world;
    bool has_world;
    voyage now, before; // at the last step and at the one before
    voyage_input wish;
    loam_timestep clockwork;
    sea_look look;
    loam_picture chart;
    int32_t w, h;
} web_sail;

static web_sail web;

static void close_sea(void)
{
    const loam_env env = loam_default_env();
    loam_picture_destroy(&env, &web.chart);
    sea_destroy(web.scene);
    if (web.has_world)
    {
        voyage_world_destroy(&web.world);
    }
    loam_isles_destroy(web.isles);
    web.scene = NULL;
    web.has_world = false;
    web.isles = NULL;
}

static loam_result open_scene(int32_t quality, int32_t view)
{
    sea_def def = sea_default_def();
    def.isles = web.isles;
    def.quality = (quality_kind)quality;
    def.w = web.w;
    def.h = web.h;
    def.view = view;
    def.gradual = true;
    const loam_result result = gl_load(&web.g, gl_imports_find, NULL, true);
    return result == LOAM_OK ? sea_create(&def, &web.g, &web.scene) : result;
}

static loam_result open_sea(uint64_t seed, int32_t quality, int32_t view)
{
    const loam_env env = loam_default_env();
    loam_isles_def def = loam_default_isles_def();
    def.seed = seed;
    loam_result result = loam_isles_create(&env, &def, &web.isles);
    result = result == LOAM_OK ? voyage_world_create(web.isles, &web.world) : result;
    web.has_world = result == LOAM_OK;
    return result == LOAM_OK ? open_scene(quality, view) : result;
}

int32_t sail_open(int32_t w, int32_t h, int32_t quality, int32_t view)
{
    close_sea();
    if (words_check_picture(w, h) != 0 || words_check_quality(quality) != 0)
    {
        return MODULE_FAILED;
    }
    words[MAX_SEED] = '\0';
    web.w = w;
    web.h = h;
    web.wish = voyage_usual_input();
    web.look = (sea_look){.hour = MORNING, .weather = WEATHER_FAIR};
    web.clockwork = loam_timestep_begin(0, STEP_US, MOST_STEPS);
    if (open_sea(loam_seed_from_text(words), quality, view) != LOAM_OK)
    {
        const int32_t failed = words_fail();
        close_sea();
        return failed;
    }
    return 0;
}

int32_t sail_resize(int32_t w, int32_t h)
{
    if (words_check_picture(w, h) != 0)
    {
        return MODULE_FAILED;
    }
    web.w = w;
    web.h = h;
    return sea_resize(web.scene, w, h) == LOAM_OK ? 0 : words_fail();
}

int32_t sail_set_quality(int32_t quality)
{
    if (words_check_quality(quality) != 0)
    {
        return MODULE_FAILED;
    }
    return sea_set_quality(web.scene, (quality_kind)quality) == LOAM_OK ? 0 : words_fail();
}

// ---- where one is -------------------------------------------------------------------------------

int32_t sail_go(double x, double z)
{
    if (!(fabs(x) <= (double)VOYAGE_END && fabs(z) <= (double)VOYAGE_END))
    {
        return words_refuse("a voyage begins within 2^44 m of the origin");
    }
    shore_set_patient(web.world.shore, false); // a voyage that begins has nothing to show meanwhile
    const loam_result result = voyage_begin(&web.now, &web.world, (int64_t)x, (int64_t)z);
    shore_set_patient(web.world.shore, true);
    if (result != LOAM_OK)
    {
        return words_fail();
    }
    web.before = web.now;
    return 0;
}

int32_t sail_start(double x, double z)
{
    loam_isle isle;
    const loam_result result = shore_find_harbour(web.isles, x, z, &isle);
    if (result != LOAM_OK)
    {
        return result == LOAM_NOT_FOUND ? sail_go(x, z) : words_fail();
    }
    const loam_isle_site *const harbour = shore_harbour(&isle);
    const double east = (double)harbour->east, north = (double)harbour->north;
    double end_x, end_z;
    shore_pier_end(&isle, harbour, &end_x, &end_z);
    const int32_t begun = sail_go(end_x + east * ROADSTEAD, end_z + north * ROADSTEAD);
    // Towards the island, in whole degrees, which are the same in every browser.
    const double degrees = round(atan2(-east, -north) * DEGREES);
    web.now.boat.heading = (degrees < 0 ? degrees + 360.0 : degrees) / 360.0;
    web.before = web.now;
    return begun;
}

int32_t sail_board(void)
{
    web.wish.deed = VOYAGE_BOARD;
    return 0;
}

int32_t sail_fetch(void)
{
    web.wish.deed = VOYAGE_FETCH;
    return 0;
}

int32_t sail_travel(double x, double z)
{
    if (!(fabs(x) <= (double)VOYAGE_END && fabs(z) <= (double)VOYAGE_END))
    {
        return words_refuse("one travels within 2^44 m of the origin");
    }
    web.wish.deed = VOYAGE_TRAVEL;
    web.wish.x = (int64_t)x;
    web.wish.z = (int64_t)z;
    return 0;
}

// ---- what is asked ------------------------------------------------------------------------------

void sail_ask(int32_t ahead, int32_t aside, int32_t lift, double yaw, double pitch, int32_t run,
              int32_t jump, int32_t kind, int32_t sail, int32_t anchor)
{
    const bool known = kind >= 0 && kind < WALK_KINDS;
    const double up = pitch > MAX_PITCH ? MAX_PITCH : pitch < -MAX_PITCH ? -MAX_PITCH : pitch;
    web.wish.walk = (walk_input){.ahead = ahead,
                                 .aside = aside,
                                 .lift = lift,
                                 .yaw = (int32_t)(yaw * CENTIDEGREES),
                                 .pitch = (int32_t)(up * CENTIDEGREES),
                                 .run = run != 0,
                                 .jump = jump != 0,
                                 .kind = known ? (walk_kind)kind : WALK_FOOT};
    web.wish.boat.rudder = aside;
    web.wish.boat.row = ahead;
    web.wish.boat.sail = sail < 0 ? 0 : sail > 100 ? 100 : sail;
    web.wish.boat.trims = true;
    web.wish.boat.anchor = anchor != 0;
}

int32_t sail_look(double hour, int32_t weather, int32_t wind)
{
    if (!(hour >= 0 && hour <= 24) || weather < 0 || weather >= WEATHER_KINDS || wind < 0 ||
        wind > WIND_MAX_PERCENT)
    {
        return words_refuse(
            "hour must be 0 to 24, weather one of sail_weathers, wind 0 to 250 percent");
    }
    web.look.hour = hour;
    web.look.weather = (weather_kind)weather;
    web.wish.wind = wind;
    return 0;
}

void sail_weathers(void)
{
    words_list_weathers();
}

// ---- a frame ------------------------------------------------------------------------------------

static double between(double last, double now)
{
    return last + (now - last) * (double)loam_timestep_fraction(&web.clockwork);
}

/// How high the swell stands at a place beside the boat, m.
static double swell_at(const swell *waves, double x, double z)
{
    return swell_height(waves, x, z, web.look.seconds, web.now.boat.depth);
}

/// The boat as the swell has it: it lies on the water at its bow and its stern.
static sea_boat float_boat(void)
{
    const boat *const last = &web.before.boat, *const now = &web.now.boat;
    const double turned = now->heading - last->heading;
    const double heading = last->heading + (turned - round(turned)) *
                                               (double)loam_timestep_fraction(&web.clockwork);
    const double x = between(last->x, now->x), z = between(last->z, now->z);
    const double east = sin(heading * 360.0 / DEGREES), north = cos(heading * 360.0 / DEGREES);
    const double half = BOAT_LENGTH / 2;
    const swell waves = sea_swell(web.scene, &web.look);
    const double bow = swell_at(&waves, x + east * half, z + north * half);
    const double stern = swell_at(&waves, x - east * half, z - north * half);
    return (sea_boat){.x = x,
                      .y = (bow + stern) / 2,
                      .z = z,
                      .yaw = (float)(heading * 360.0),
                      .pitch = (float)(atan2(bow - stern, BOAT_LENGTH) * DEGREES),
                      .roll = (float)(now->heel * DEGREES),
                      .length = (float)BOAT_LENGTH,
                      .sail = (float)now->set,
                      .boom = (float)(now->boom * DEGREES),
                      .wake = (float)fmin(1.0, hypot(now->vx, now->vz) / FULL_WAKE)};
}

static camera look_from(double x, double y, double z)
{
    return (camera){.x = (int64_t)floor(x),
                    .z = (int64_t)floor(z),
                    .dx = x - floor(x),
                    .dz = z - floor(z),
                    .y = y,
                    .azimuth = (double)web.wish.walk.yaw / CENTIDEGREES,
                    .elevation = (double)web.wish.walk.pitch / CENTIDEGREES,
                    .fov = FOV};
}

/// From behind and above the boat, or by the eyes of who walks, swims or flies.
static camera eyes(const sea_boat *floats)
{
    const walker *const last = &web.before.walker, *const now = &web.now.walker;
    if (!web.now.aboard)
    {
        return look_from(between(last->x, now->x),
                         between(last->y, now->y) + walker_eyes(now->kind),
                         between(last->z, now->z));
    }
    const double yaw = (double)web.wish.walk.yaw / CENTIDEGREES / DEGREES;
    const double pitch = (double)web.wish.walk.pitch / CENTIDEGREES / DEGREES;
    const double away = BEHIND * cos(pitch);
    return look_from(floats->x - away * sin(yaw), fmax(DRY_LENS, MAST - BEHIND * sin(pitch)),
                     floats->z - away * cos(yaw));
}

static loam_result draw(double seconds, uint64_t budget_us, bool *complete)
{
    web.look.seconds = seconds;
    web.look.wind_x = web.now.boat.wind_x;
    web.look.wind_z = web.now.boat.wind_z;
    const sea_boat floats = float_boat();
    const camera from = eyes(&floats);
    web.look.boats = &floats;
    web.look.boat_count = 1;
    web.look.under_water = from.y < 0;
    loam_result result = sea_update(web.scene, &from, budget_us, complete);
    result = result == LOAM_OK ? sea_draw(web.scene, &from, &web.look) : result;
    web.look.boats = NULL;
    web.look.boat_count = 0;
    if (result == LOAM_OK)
    {
        sea_show(web.scene, web.w, web.h);
    }
    return result;
}

static loam_result step(void)
{
    web.before = web.now;
    const loam_result result = voyage_step(&web.now, &web.wish, &web.world);
    if (result == LOAM_CANCELLED)
    {
        return LOAM_OK; // an island grows: the step is put off
    }
    if (web.wish.deed == VOYAGE_TRAVEL)
    {
        web.before = web.now; // there is nothing between here and there
    }
    web.wish.deed = VOYAGE_GO_ON;
    return result;
}

int32_t sail_frame(double now_ms, double budget_ms)
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

// ---- what is told -------------------------------------------------------------------------------

static const char *isle_name(double x, double z)
{
    const loam_isle *isle = NULL;
    const bool is_near = shore_isle(web.world.shore, x, z, &isle) == LOAM_OK && isle->type >= 0;
    return is_near ? isle->name : "";
}

int32_t sail_status(void)
{
    static const char *const states[] = {"stands", "slides", "falls", "swims", "flies"};
    const boat *const b = &web.now.boat;
    const walker *const w = &web.now.walker;
    const bool aboard = web.now.aboard;
    const double x = aboard ? b->x : w->x, z = aboard ? b->z : w->z;
    double ahead, aside;
    boat_speeds(b, &ahead, &aside);
    snprintf(words, sizeof words,
             "{\"x\":%.2f,\"y\":%.2f,\"z\":%.2f,\"yaw\":%.2f,\"state\":\"%s\",\"heading\":%.1f,"
             "\"knots\":%.2f,\"depth\":%.1f,\"sail\":%.2f,\"wind\":%.1f,\"wind_to\":%.1f,"
             "\"anchored\":%s,\"aground\":%s,\"isle\":\"%s\",\"triangles\":%lld,\"growing\":%lld,"
             "\"renderer\":\"%s\"}",
             x, aboard ? 0.0 : w->y, z, aboard ? b->heading * 360.0 : (double)w->yaw / CENTIDEGREES,
             aboard ? "sails" : states[w->state], b->heading * 360.0, ahead * KNOTS, b->depth,
             b->set, hypot(b->wind_x, b->wind_z),
             fmod(atan2(b->wind_x, b->wind_z) * DEGREES + 360.0, 360.0),
             b->anchored ? "true" : "false", b->aground ? "true" : "false", isle_name(x, z),
             (long long)sea_count(web.scene).triangles, (long long)sea_count(web.scene).growing,
             web.g.software ? "software" : "card");
    return 0;
}

int32_t sail_chart(int32_t side, int32_t scale)
{
    const loam_env env = loam_default_env();
    if (side < MIN_CHART || side > MAX_CHART || scale < 1 || scale > 256)
    {
        return words_refuse("a chart has 16 to 1024 pixels along a side, of 1 to 256 metres");
    }
    const bool aboard = web.now.aboard;
    loam_isles_map_def def = loam_default_isles_map_def();
    def.x = (int64_t)(aboard ? web.now.boat.x : web.now.walker.x);
    def.z = (int64_t)(aboard ? web.now.boat.z : web.now.walker.z);
    def.w = side;
    def.h = side;
    def.scale = scale;
    def.objects = true;
    def.names = true;
    loam_picture_destroy(&env, &web.chart);
    return loam_isles_map_draw(web.isles, &def, &web.chart, NULL) == LOAM_OK
               ? (int32_t)(intptr_t)web.chart.pixels
               : words_fail();
}
