// SPDX-License-Identifier: MIT
#include "land_grower.h"
#include "memory.h"
#include "times.h"

#include "scene/scene.h"
#include "walk/ground.h"
#include "window/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// loam bench explore: the land as loam land explore shows it, without a window: a viewer who walks, rides and
// glides by the clock, and frames as fast as they come. A step whose ground is not there waits; what that
// costs is told as the share of the way that was kept.

typedef struct explore_bench_settings
{
    land_question land;
    option_position at;
    option_size view;
    int64_t reach;
    int32_t quality; // above "auto"
    bool no_things;
    double seconds;
    double rate;    // frames a second by a clock of their own; 0: the true clock
    int64_t flight; // km, 0: none
} explore_bench_settings;

typedef struct pace
{
    const char *name;
    walk_input input;
    double height; // above the ground, m
    times update, draw;
    times hand;       // of a draw, this processor's part: until the card had all commands
    times processors; // of a frame, all of them together: does not tell what else the machine does
    double way, seconds; // m that it made; by the clock
    int64_t frames, waits;
} pace;

enum
{
    PACES = 3,
    STAND_M = 4, // around a place, that the explorer needs to stand there
    JUMP_M = 1000000,
};

/// Coming to a place: ms since then, by the clock and of all processors.
typedef struct arrival
{
    double picture_ms, ground_ms, whole_ms; // the first picture; ground to stand on; all detail
    double picture_processors_ms, ground_processors_ms, whole_processors_ms;
    int64_t frames; // that were drawn until all detail was there
} arrival;

typedef struct explore_bench
{
    const explore_bench_settings *settings;
    land_grower grower;
    context *context;
    gl gl;
    scene *scene;
    ground ground;
    walker body;
    arrival start, jump;
    pace paces[PACES];
    memory memory;                // over the flight
    int64_t pages, texture_bytes; // the most at the end of a tenth of it
} explore_bench;

/// What this process has had of all processors.
static uint64_t processors_ns(void)
{
    return (uint64_t)((double)clock() * (1e9 / CLOCKS_PER_SEC));
}

static camera camera_of(const walker *w)
{
    camera c = {.x = (int64_t)floor(w->x), .z = (int64_t)floor(w->z), .fov = 55, .elevation = -4};
    c.dx = w->x - floor(w->x);
    c.dz = w->z - floor(w->z);
    c.y = w->y + walker_eyes(w->kind);
    c.azimuth = w->yaw / 100.0;
    return c;
}

/// One frame, and what its parts took.
static loam_result take_frame(explore_bench *b, pace *p, bool *complete)
{
    const scene_look look = {.hour = 10, .seconds = 100};
    const uint64_t start = loam_clock_ns(), used = processors_ns();
    camera from = camera_of(&b->body);
    loam_result result = scene_update(b->scene, &from, 3000, complete);
    const uint64_t middle = loam_clock_ns();
    from.y = fmax(from.y, (double)scene_ground(b->scene, &from) + 1);
    result = result == LOAM_OK ? scene_draw(b->scene, &from, &look) : result;
    if (p != NULL)
    {
        times_add(&p->update, middle - start);
        times_add(&p->draw, loam_clock_ns() - middle);
        times_add(&p->hand, scene_count(b->scene).hand_ns);
        times_add(&p->processors, processors_ns() - used);
        p->frames++;
    }
    return result;
}

/// After a frame: what is there now is told of if it was not there before.
static void note_arrival(const explore_bench *b, uint64_t start, uint64_t used, arrival *a)
{
    const double ms = ms_since(start);
    const double processors_ms = (double)(processors_ns() - used) * 1e-6;
    const bool has_ground = scene_has_detail(b->scene, b->body.x, b->body.z, STAND_M);
    if (a->frames == 0)
    {
        a->picture_ms = ms;
        a->picture_processors_ms = processors_ms;
    }
    if (a->ground_ms == 0 && has_ground)
    {
        a->ground_ms = ms;
        a->ground_processors_ms = processors_ms;
    }
    a->whole_ms = ms;
    a->whole_processors_ms = processors_ms;
    a->frames++;
}

/// Frames until all detail is there.
static loam_result arrive(explore_bench *b, uint64_t start, uint64_t used, arrival *a)
{
    loam_result result = LOAM_OK;
    for (bool complete = false; !complete && result == LOAM_OK;)
    {
        result = take_frame(b, NULL, &complete);
        note_arrival(b, start, used, a);
    }
    return result;
}

static loam_result begin(explore_bench *b)
{
    const explore_bench_settings *const settings = b->settings;
    const uint64_t start = loam_clock_ns(), used = processors_ns();
    land_question land = settings->land;
    land.threads++; // as in the explorer, whose own thread draws
    loam_result result = land_grower_create(&land, &b->grower);
    result = result == LOAM_OK ? context_create(CONTEXT_ANY, &b->context) : result;
    if (result == LOAM_OK)
    {
        result = gl_load(&b->gl, context_proc, b->context,
                         context_get_kind(b->context) == CONTEXT_ES);
    }
    scene_def def = scene_default_def();
    def.land = b->grower.land;
    def.w = settings->view.w;
    def.h = settings->view.h;
    def.view = settings->reach;
    def.quality = (quality_kind)settings->quality;
    def.gradual = true;
    def.jobs = b->grower.env.jobs;
    def.things = !settings->no_things;
    result = result == LOAM_OK ? scene_create(&def, &b->gl, &b->scene) : result;
    b->body = (walker){.x = (double)settings->at.x, .z = (double)settings->at.y};
    ground_begin(&b->ground, b->grower.land);
    return result == LOAM_OK ? arrive(b, start, used, &b->start) : result;
}

/// A thousand kilometres away at once.
static loam_result jump(explore_bench *b)
{
    const walk_world world = ground_world(&b->ground);
    b->body.x -= JUMP_M;
    const loam_result result = arrive(b, loam_clock_ns(), processors_ns(), &b->jump);
    return result == LOAM_OK ? walker_place(&b->body, &world, b->body.x, b->body.z, 0) : result;
}

/// As many steps as the clock asks for; those whose ground is not there are lost.
static loam_result take_steps(explore_bench *b, pace *p, int64_t due)
{
    const walk_world world = ground_world(&b->ground);
    loam_result result = LOAM_OK;
    for (; (int64_t)b->body.steps + p->waits < due && result == LOAM_OK;)
    {
        if (!scene_has_detail(b->scene, b->body.x, b->body.z, walker_reach(&b->body)))
        {
            p->waits = due - (int64_t)b->body.steps;
            return LOAM_OK;
        }
        result = walker_step(&b->body, &p->input, &world);
    }
    return result;
}

static loam_result go(explore_bench *b, pace *p)
{
    const walk_world world = ground_world(&b->ground);
    b->body = (walker){.x = b->body.x, .z = b->body.z, .kind = p->input.kind};
    loam_result result = walker_place(&b->body, &world, b->body.x, b->body.z, p->height);
    const uint64_t start = loam_clock_ns();
    const double x = b->body.x, z = b->body.z;
    while (result == LOAM_OK && p->seconds < b->settings->seconds)
    {
        result = take_frame(b, p, NULL);
        p->seconds = b->settings->rate > 0 ? (double)p->frames / b->settings->rate
                                           : seconds_since(start);
        result = result == LOAM_OK ? take_steps(b, p, (int64_t)(p->seconds * WALK_STEPS_PER_SECOND))
                                   : result;
    }
    p->way = sqrt((b->body.x - x) * (b->body.x - x) + (b->body.z - z) * (b->body.z - z));
    return result;
}

/// A tenth of the flight: quicker than the land can grow, so that most of what is asked for is left again; then until
/// all detail is there.
static loam_result fly_on(explore_bench *b, int32_t tenth)
{
    enum
    {
        STEP_M = 2000 // from one frame to the next
    };
    const walk_world world = ground_world(&b->ground);
    const double length = (double)b->settings->flight * 1000 / MEMORY_SAMPLES;
    loam_result result = LOAM_OK;
    bool complete = false;
    for (double way = 0; way < length && result == LOAM_OK; way += STEP_M)
    {
        b->body.z += fmin(STEP_M, length - way);
        result = take_frame(b, NULL, NULL);
    }
    while (!complete && result == LOAM_OK)
    {
        result = take_frame(b, NULL, &complete);
    }
    result = result == LOAM_OK ? walker_place(&b->body, &world, b->body.x, b->body.z, 300) : result;
    const scene_counters count = scene_count(b->scene);
    b->pages = count.pages > b->pages ? count.pages : b->pages;
    b->texture_bytes = (int64_t)count.texture_bytes > b->texture_bytes
                           ? (int64_t)count.texture_bytes
                           : b->texture_bytes;
    memory_sample(&b->memory, tenth);
    return result;
}

static void end(void *of)
{
    explore_bench *const b = of;
    ground_end(&b->ground);
    scene_destroy(b->scene);
    context_destroy(b->context);
    land_grower_destroy(&b->grower);
    for (int32_t i = 0; i < PACES; i++)
    {
        times_free(&b->paces[i].update);
        times_free(&b->paces[i].draw);
        times_free(&b->paces[i].hand);
        times_free(&b->paces[i].processors);
    }
}

// ---- printing -----------------------------------------------------------------------------------

static void add_arrival(text *json, const char *prefix, const arrival *a)
{
    const struct
    {
        const char *name;
        double value;
    } all[] = {{"first_picture_ms", a->picture_ms},
               {"ground_ms", a->ground_ms},
               {"near_view_ms", a->whole_ms},
               {"first_picture_processors_ms", a->picture_processors_ms},
               {"ground_processors_ms", a->ground_processors_ms},
               {"near_view_processors_ms", a->whole_processors_ms},
               {"near_view_frames", (double)a->frames}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        char key[48];
        snprintf(key, sizeof key, "%s%s", prefix, all[i].name);
        json_add_number(json, key, all[i].value);
    }
}

static int print_json(const tool_io *io)
{
    explore_bench *const b = io->work;
    text json = {0};
    json_open(&json, '{');
    json_add_text(&json, "renderer", b->gl.renderer);
    json_add_text(&json, "quality", quality_name((int32_t)scene_quality(b->scene)));
    add_arrival(&json, "", &b->start);
    add_arrival(&json, "jump_", &b->jump);
    for (int32_t i = 0; i < PACES; i++)
    {
        pace *const p = &b->paces[i];
        char key[48];
        snprintf(key, sizeof key, "%s_frames_per_second", p->name);
        json_add_number(&json, key, (double)p->frames / p->seconds);
        snprintf(key, sizeof key, "%s_metres", p->name);
        json_add_number(&json, key, p->way);
        snprintf(key, sizeof key, "%s_lost_steps", p->name);
        json_add_number(&json, key, (double)p->waits);
        snprintf(key, sizeof key, "%s_update_ms", p->name);
        times_add_json(&json, key, &p->update);
        snprintf(key, sizeof key, "%s_draw_ms", p->name);
        times_add_json(&json, key, &p->draw);
        snprintf(key, sizeof key, "%s_hand_ms", p->name);
        times_add_json(&json, key, &p->hand);
        snprintf(key, sizeof key, "%s_processors_ms", p->name);
        times_add_json(&json, key, &p->processors);
    }
    if (b->settings->flight > 0)
    {
        json_add_number(&json, "flight_km", (double)b->settings->flight);
        json_add_number(&json, "flight_pages", (double)b->pages);
        json_add_number(&json, "flight_texture_bytes", (double)b->texture_bytes);
        memory_add_json(&json, "flight_memory_bytes", &b->memory);
    }
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static void print_arrival(FILE *out, const char *name, const arrival *a)
{
    fprintf(out,
            "%s: the first picture after %.0f ms, ground to stand on after %.0f, all detail after "
            "%.0f and %lld frames; processors had %.0f, %.0f and %.0f ms to do by then\n",
            name, a->picture_ms, a->ground_ms, a->whole_ms, (long long)a->frames,
            a->picture_processors_ms, a->ground_processors_ms, a->whole_processors_ms);
}

static int print_text(const tool_io *io)
{
    explore_bench *const b = io->work;
    fprintf(io->out, "%dx%d, %s quality, view %lld m, on %s\n", (int)b->settings->view.w,
            (int)b->settings->view.h, quality_name((int32_t)scene_quality(b->scene)),
            (long long)b->settings->reach, b->gl.renderer);
    print_arrival(io->out, "start", &b->start);
    print_arrival(io->out, "a jump of 1,000 km", &b->jump);
    for (int32_t i = 0; i < PACES; i++)
    {
        pace *const p = &b->paces[i];
        fprintf(io->out, "%s: %.1f frames a second, %.0f m in %.1f s, %lld steps lost\n", p->name,
                (double)p->frames / p->seconds, p->way, p->seconds, (long long)p->waits);
        times_print(io->out, "update", &p->update);
        times_print(io->out, "draw", &p->draw);
        times_print(io->out, "hand", &p->hand);
        times_print(io->out, "processors", &p->processors);
    }
    if (b->settings->flight > 0)
    {
        fprintf(
            io->out,
            "a flight of %lld km: at most %lld pages, %.1f MiB of textures; memory in MiB after "
            "each tenth:",
            (long long)b->settings->flight, (long long)b->pages,
            (double)b->texture_bytes / (1 << 20));
        memory_print(io->out, &b->memory);
        fprintf(io->out, "\n");
    }
    return TOOL_DONE;
}

static const pace paces[PACES] = {
    {.name = "walking", .input = {.ahead = 100, .kind = WALK_FOOT}},
    {.name = "riding", .input = {.ahead = 100, .run = true, .kind = WALK_HORSE}},
    {.name = "gliding", .input = {.ahead = 100, .run = true, .kind = WALK_GLIDE}, .height = 300}};

static loam_result make(const tool_io *io)
{
    explore_bench *const b = io->work;
    b->settings = io->settings;
    memcpy(b->paces, paces, sizeof paces);
    loam_result result = begin(b);
    for (int32_t i = 0; i < PACES && result == LOAM_OK; i++)
    {
        result = go(b, &b->paces[i]);
    }
    result = result == LOAM_OK ? jump(b) : result;
    for (int32_t i = 0; i < MEMORY_SAMPLES && result == LOAM_OK && b->settings->flight > 0; i++)
    {
        result = fly_on(b, i);
    }
    return result;
}

static int print(const tool_io *io)
{
    const explore_bench *const b = io->work;
    return (b->settings->land.json ? print_json : print_text)(io);
}

// ---- options ------------------------------------------------------------------------------------

#define AT(field) offsetof(explore_bench_settings, field)

static const tool_option bench_options[] = {
    LAND_SEED_OPTION(AT(land.seed)),
    LAND_PLACE_OPTION("at", AT(at), "-232400,86150", "where it begins"),
    SIZE_OPTION("view", AT(view), 64, 7680, "WxH", "640x360", "pixels of a frame"),
    INT_OPTION("reach", AT(reach), 512, 65536, "M", "4096",
               "up to where the ground has all its detail"),
    CHOICE_OPTION("quality", AT(quality), quality_name, "QUALITY", "low",
                  "how much a picture may cost"),
    FLAG_OPTION("no-things", AT(no_things), "leaves out trees, bushes and boulders"),
    NUMBER_OPTION("seconds", AT(seconds), 0.05, 36000, "S", "5",
                  "how long at each pace, by the clock"),
    NUMBER_OPTION("rate", AT(rate), 0, 1000, "FPS", "0",
                  "frames a second by a clock of their own, whatever they take; 0: the true clock"),
    INT_OPTION("flight", AT(flight), 0, 100000, "KM", "0",
               "flies so far northwards at the end and tells of the memory"),
    THREADS_OPTION(AT(land.threads), "all"),
    JSON_OPTION(AT(land.json)),
    {0},
};

#undef AT

const tool_verb verb_bench_explore = {
    .name = "bench explore",
    .summary = "measures the explorer of land, without a window",
    .details =
        "Begins as loam land explore does, then walks, rides at up to 50 m/s and glides at up "
        "to 500 m/s by the clock, and draws as many frames as there is time for; then jumps 1,000 "
        "km. Reports how long it took until the first picture, until there was ground to stand on "
        "and until all detail was there, at the start and after the jump, and for each "
        "pace the frames, the way, and the steps that were lost because their ground had "
        "not grown; hand is this processor's part of a draw. With --rate every frame is as far "
        "from the last as at so many a second, so "
        "that "
        "what processors have to do is the same on a machine that is busy. With --flight it flies "
        "on, two kilometres from one frame to the next, and "
        "reports "
        "the memory of the process when all detail is there, after each tenth of the way.",
    .options = bench_options,
    .settings_size = sizeof(explore_bench_settings),
    .example = "loam bench explore --seconds 1",
    .work_size = sizeof(explore_bench),
    .make = make,
    .report = print,
    .destroy = end,
};
