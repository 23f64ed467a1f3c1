// SPDX-License-Identifier: MIT
#include "sail/sailor.h"

#include "loam/export.h"

#include <math.h>
#include <string.h>

// The sea that is shown. Another one, of another seed or with other numbers, takes its place at once: its islands come in
// by themselves.

enum
{
    FRAME_US = 3000, // for islands that come, at least and at most
    SLOW_US = 60000,
    FIRST_US = 30000,
};

// ---- opening ------------------------------------------------------------------------------------

typedef struct opened
{
    loam_isles *isles;
    voyage_world world;
    voyage voyage;
    uint64_t defs;
} opened;

static loam_result open(const sailor *p, const loam_isles_def *def, double x, double z, opened *out)
{
    *out = (opened){0};
    loam_result result = loam_isles_create(&p->r.env, def, &out->isles);
    result = result == LOAM_OK ? course_defs_hash(def, &out->defs) : result;
    result = result == LOAM_OK ? voyage_world_create(out->isles, &out->world) : result;
    result = result == LOAM_OK
                 ? voyage_begin(&out->voyage, &out->world, (int64_t)floor(x), (int64_t)floor(z))
                 : result;
    if (result == LOAM_OK)
    {
        shore_set_patient(out->world.shore, true);
    }
    return result;
}

static loam_result make_scene(const sailor *p, loam_isles *isles, sea_scene **out)
{
    sea_def def = sea_default_def();
    def.isles = isles;
    def.quality = p->r.quality;
    def.w = p->r.picture_w;
    def.h = p->r.picture_h;
    def.view = p->view;
    def.gradual = true;
    def.jobs = p->r.env.jobs;
    return sea_create(&def, &p->r.gl, out);
}

static void open_book(sailor *p, uint64_t defs)
{
    if (log_book_save(&p->book) != LOAM_OK)
    {
        roam_complain(&p->r, "log");
    }
    if (log_book_open(&p->book, p->r.folders.home, p->def.seed, defs) != LOAM_OK)
    {
        roam_complain(&p->r, "log");
    }
}

/// What was asked so far was of another sea: the record begins anew.
static void begin_record(sailor *p, uint64_t defs, double x, double z)
{
    course_free(&p->record);
    p->records = p->options->record != NULL;
    p->record.seed = p->def.seed;
    p->record.defs = defs;
    p->record.x = (int64_t)floor(x);
    p->record.z = (int64_t)floor(z);
}

loam_result sail_open(sailor *p, const loam_isles_def *def, double x, double z)
{
    opened next;
    sea_scene *scene = NULL;
    loam_result result = open(p, def, x, z, &next);
    result = result == LOAM_OK ? make_scene(p, next.isles, &scene) : result;
    if (result != LOAM_OK)
    {
        voyage_world_destroy(&next.world);
        loam_isles_destroy(next.isles);
        return result;
    }
    sail_chart_forget(p);
    sail_close(p);
    p->def = p->wanted = *def;
    p->isles = next.isles;
    p->world = next.world;
    p->scene = scene;
    p->voyage = p->before = next.voyage;
    p->r.body = p->r.before = p->voyage.walker;
    p->heading_seen = p->voyage.boat.heading;
    p->r.yaw = p->heading_seen * 360;
    p->r.wish.kind = WALK_FOOT;
    p->near_count = p->near_frames = 0;
    p->harbour[0] = '\0';
    p->has_target = p->helm_holds = p->complete_logged = false;
    sea_set_stage(p->scene, p->stage);
    begin_record(p, next.defs, x, z);
    open_book(p, next.defs);
    roam_log_open(&p->r, def->seed);
    return LOAM_OK;
}

void sail_close(sailor *p)
{
    sea_destroy(p->scene);
    voyage_world_destroy(&p->world);
    loam_isles_destroy(p->isles);
    p->scene = NULL;
    p->isles = NULL;
}

// ---- places -------------------------------------------------------------------------------------

place sail_here(const sailor *p)
{
    return (place){.seed = p->def.seed,
                   .x = p->r.body.x,
                   .z = p->r.body.z,
                   .height = 1.7,
                   .azimuth = p->r.yaw,
                   .elevation = p->r.pitch,
                   .minutes = (int32_t)(p->r.hour * 60) % 1440,
                   .weather = (int32_t)p->r.weather};
}

void sail_go(sailor *p, const place *to)
{
    loam_isles_def def = p->def;
    def.seed = to->seed;
    if (to->seed == p->def.seed)
    {
        sail_travel(p, to->x, to->z);
    }
    else if (sail_open(p, &def, to->x, to->z) != LOAM_OK)
    {
        roam_complain(&p->r, "sea");
        return;
    }
    p->r.yaw = to->azimuth;
    p->r.pitch = to->elevation;
    p->r.hour = to->minutes / 60.0;
    p->r.weather = (weather_kind)to->weather;
}

static void last_path(const sailor *p, char out[PLAY_MAX_PATH + 16])
{
    snprintf(out, PLAY_MAX_PATH + 16, "%s/sea.txt", p->r.folders.home);
}

void sail_write_last(sailor *p)
{
    char path[PLAY_MAX_PATH + 16], line[PLACE_MAX_TEXT];
    const place here = sail_here(p);
    last_path(p, path);
    place_write(&here, weather_name, line);
    if (loam_file_write(path, line, strlen(line)) != LOAM_OK)
    {
        roam_complain(&p->r, "sea.txt");
    }
}

bool sail_read_last(sailor *p, place *out)
{
    char path[PLAY_MAX_PATH + 16], line[PLACE_MAX_TEXT] = "";
    last_path(p, path);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
    {
        return false;
    }
    const bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    if (read && place_read(line, weather_name, out, NULL) == LOAM_OK)
    {
        return true;
    }
    roam_tell(&p->r, true, "sea.txt says no place: a voyage begins elsewhere");
    return false;
}

// ---- following ----------------------------------------------------------------------------------

static bool same_def(const loam_isles_def *a, const loam_isles_def *b)
{
    uint64_t of_a = 0, of_b = 1;
    return a->seed == b->seed && course_defs_hash(a, &of_a) == LOAM_OK &&
           course_defs_hash(b, &of_b) == LOAM_OK && of_a == of_b;
}

/// Water alone: the islands stay.
static void follow_water(sailor *p)
{
    if (memcmp(&p->wanted.water, &p->def.water, sizeof p->def.water) == 0)
    {
        return;
    }
    if (sea_set_water(p->scene, &p->wanted.water) != LOAM_OK)
    {
        roam_complain(&p->r, "water");
    }
    p->def.water = p->wanted.water;
    sail_chart_forget(p);
}

/// Knobs that have come to rest.
static void follow_knobs(sailor *p, double seconds)
{
    const bool rested = p->knobs_rest_s >= SAIL_REST_S;
    p->knobs_rest_s += seconds;
    if (rested || p->knobs_rest_s < SAIL_REST_S || same_def(&p->wanted, &p->def))
    {
        return;
    }
    const loam_isles_def wanted = p->wanted;
    const bool aboard = p->voyage.aboard;
    if (sail_open(p, &wanted, aboard ? p->voyage.boat.x : p->r.body.x,
                  aboard ? p->voyage.boat.z : p->r.body.z) != LOAM_OK)
    {
        roam_complain(&p->r, "sea");
        p->wanted = p->def;
        return;
    }
    roam_tell(&p->r, false, "The sea has its new numbers");
}

static void follow_quality(sailor *p)
{
    const quality_kind wanted = roam_quality(&p->r);
    if (wanted == p->r.quality)
    {
        return;
    }
    if (sea_set_quality(p->scene, wanted) != LOAM_OK)
    {
        roam_complain(&p->r, "quality");
    }
    p->r.quality = wanted;
}

/// A sixth of the frame: where pictures take long islands need not wait for as many of them.
static uint64_t budget_of(const roam *r)
{
    const int32_t last = (r->times.next + ROAM_HISTORY - 1) % ROAM_HISTORY;
    const double us = (double)r->times.whole[last] * 1000 / 6;
    return r->frames == 0 ? FIRST_US : (uint64_t)fmax(fmin(us, SLOW_US), FRAME_US);
}

loam_result sail_follow(roam *r, double seconds)
{
    sailor *const p = sailor_of(r);
    const uint64_t start = loam_clock_ns();
    sail_watch(p, seconds);
    follow_water(p);
    follow_knobs(p, seconds);
    follow_quality(p);
    if (r->frames == 0)
    {
        roam_put(&r->camera, r->body.x, 3, r->body.z);
    }
    const loam_result result = sea_update(p->scene, &r->camera, budget_of(r), &p->complete);
    if (p->complete && !p->complete_logged)
    {
        roam_log(r, "complete: %lld islands", (long long)sea_count(p->scene).islands);
    }
    p->complete_logged = p->complete;
    sail_look_around(p);
    r->times.update[r->times.next] = roam_ms_since(start);
    return result;
}
