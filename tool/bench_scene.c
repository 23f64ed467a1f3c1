// SPDX-License-Identifier: MIT
#include "bench.h"

#include "scene/scene.h"
#include "window/context.h"

#include <stdio.h>
#include <time.h>

// loam bench scene: what a picture of land costs by each quality, at 640x360 with a view of 4 km, and on a
// graphics card at 1920x1080 with one of 16 km. The ground is all there before. The yardstick is the same
// picture of nothing but sky, so the ratio says what the ground adds, and what it adds with its inside (body).
// A wood with its trees is compared with its bare ground, a meadow with what covers it with the same without.

typedef struct setting
{
    const char *name;
    quality_kind quality;
    int32_t w, h;
    int64_t view;   // m
    bool with_card; // not if the processor plays it
} setting;

static const setting settings[] = {
    {"low 640x360", QUALITY_LOW, 640, 360, 4096, false},
    {"medium 640x360", QUALITY_MEDIUM, 640, 360, 4096, false},
    {"high 640x360", QUALITY_HIGH, 640, 360, 4096, false},
    {"low 1920x1080", QUALITY_LOW, 1920, 1080, 16384, true},
    {"medium 1920x1080", QUALITY_MEDIUM, 1920, 1080, 16384, true},
    {"high 1920x1080", QUALITY_HIGH, 1920, 1080, 16384, true},
};

typedef struct scene_bench
{
    context *context;
    gl gl;
    loam_land *land;
    scene *scene;
    camera low, up; // at the ground; up into the sky
    scene_look look;
} scene_bench;

static void draw_ground(void *user)
{
    scene_bench *const b = user;
    (void)scene_draw(b->scene, &b->low, &b->look);
}

static void draw_sky(void *user)
{
    scene_bench *const b = user;
    (void)scene_draw(b->scene, &b->up, &b->look);
}

/// A viewer who goes on: maps move, and the light over them is found again.
static void walk(void *user)
{
    scene_bench *const b = user;
    b->low.x += 20;
    (void)scene_update(b->scene, &b->low, 2000, NULL);
    (void)scene_draw(b->scene, &b->low, &b->look);
}

static loam_result begin(scene_bench *b)
{
    loam_land_def land = loam_default_land_def();
    land.seed = 3;
    loam_result result = context_create(CONTEXT_ANY, &b->context);
    if (result == LOAM_OK)
    {
        result = gl_load(&b->gl, context_proc, b->context,
                         context_get_kind(b->context) == CONTEXT_ES);
    }
    return result == LOAM_OK ? loam_land_create(&land, &b->land) : result;
}

/// things: trees and all else that stands on the land.
static loam_result fill(scene_bench *b, const setting *with, camera from, bool things, bool cover)
{
    scene_def def = scene_default_def();
    def.land = b->land;
    def.quality = with->quality;
    def.w = with->w;
    def.h = with->h;
    def.view = with->view;
    def.things = things;
    def.no_cover = !cover;
    loam_result result = scene_create(&def, &b->gl, &b->scene);
    b->low = from;
    b->look = (scene_look){.hour = 11, .weather = WEATHER_FAIR};
    bool complete = false;
    while (result == LOAM_OK && !complete)
    {
        result = scene_update(b->scene, &b->low, 50000, &complete);
    }
    if (result == LOAM_OK)
    {
        b->low.y = (double)scene_ground(b->scene, &b->low) + 20;
        b->up = b->low;
        b->up.elevation = 70;
    }
    return result;
}

/// This processor's part of a picture, and how much there is in it.
static void weigh(bench *run, scene_bench *b, const setting *with)
{
    char name[64];
    draw_ground(b);
    draw_ground(b); // light and maps are there now
    const scene_counters count = scene_count(b->scene);
    snprintf(name, sizeof name, "scene %s processor's part", with->name);
    const bench_size part = {.name = name,
                             .yardstick = "until it is drawn",
                             .bytes = (double)count.hand_ns * 1e-3,
                             .yardstick_bytes = (double)count.draw_ns * 1e-3,
                             .unit = "us"};
    bench_weigh(run, &part);
    snprintf(name, sizeof name, "scene %s triangles", with->name);
    const bench_size triangles = {.name = name,
                                  .yardstick = "at most 120,000",
                                  .bytes = (double)count.triangles,
                                  .yardstick_bytes = 120000,
                                  .unit = "triangles"};
    bench_weigh(run, &triangles);
}

/// What all processors do for a picture while one walks, at 1.5 m/s and 20 pictures a second; the best of some. A
/// processor that plays the graphics card may have 50 ms of two for each. Other work on the machine does not count.
static void weigh_walk(bench *run, scene_bench *b, const setting *with)
{
    char name[64];
    double best = 1e9;
    for (int32_t i = 0; i < 40; i++)
    {
        const clock_t start = clock();
        b->low.dx += 0.075;
        (void)scene_update(b->scene, &b->low, 2000, NULL);
        (void)scene_draw(b->scene, &b->low, &b->look);
        const double ms = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
        best = ms < best ? ms : best;
    }
    b->low.x += 3;
    b->low.dx = 0;
    snprintf(name, sizeof name, "scene %s processors", with->name);
    const bench_size size = {.name = name,
                             .yardstick = "20 a second on two",
                             .bytes = best,
                             .yardstick_bytes = 100,
                             .unit = "ms"};
    bench_weigh(run, &size);
}

static void measure(bench *run, scene_bench *b, const setting *with)
{
    char above[64], ground[64], walking[64];
    snprintf(above, sizeof above, "scene %s sky", with->name);
    snprintf(ground, sizeof ground, "scene %s ground", with->name);
    snprintf(walking, sizeof walking, "scene %s walk", with->name);
    const bench_work yardstick = {above, 1, draw_sky, b};
    bench_measure(run, &(bench_work){ground, 1, draw_ground, b}, &yardstick);
    bench_measure(run, &(bench_work){walking, 1, walk, b}, &yardstick);
}

/// The same picture with the land's inside, all of which is there before.
static loam_result measure_body(bench *run, scene_bench *b, const setting *with)
{
    char above[64], name[64];
    loam_volume_def def = loam_default_volume_def();
    loam_volume *volume = NULL;
    loam_volume_grower *grower = NULL;
    def.seed = 3;
    def.surface = loam_volume_land(b->land);
    loam_result result = loam_volume_create(&def, &volume);
    result = result == LOAM_OK ? loam_volume_grower_create(volume, &grower) : result;
    const body_def body = {.source = scene_volume(grower), .levels = 2};
    result = result == LOAM_OK ? scene_set_body(b->scene, &body) : result;
    for (bool complete = false; !complete && result == LOAM_OK;)
    {
        result = scene_update(b->scene, &b->low, 50000, &complete);
    }
    if (result == LOAM_OK)
    {
        snprintf(above, sizeof above, "scene %s sky", with->name);
        snprintf(name, sizeof name, "scene %s body", with->name);
        const bench_work yardstick = {above, 1, draw_sky, b};
        bench_measure(run, &(bench_work){name, 1, draw_ground, b}, &yardstick);
    }
    (void)scene_set_body(b->scene, NULL);
    loam_volume_grower_destroy(grower);
    loam_volume_destroy(volume);
    return result;
}

/// A picture with something in it that can be left out, and how much of that there is.
typedef struct extra
{
    const char *name, *bare, *triangles; // of rows, behind the setting's name
    const char *unit;                    // of what the triangles are of
    camera from;
    bool bare_things, cover; // things in the bare picture; a cover in the other one
    double higher;           // m that the viewer is moved up by
} extra;

static loam_result measure_extra(bench *run, scene_bench *b, const setting *with, const extra *of)
{
    char name[64], bare[64], count[64];
    snprintf(name, sizeof name, "scene %s %s", with->name, of->name);
    snprintf(bare, sizeof bare, "scene %s %s", with->name, of->bare);
    snprintf(count, sizeof count, "scene %s %s", with->name, of->triangles);
    scene_bench without = *b;
    loam_result result = fill(&without, with, of->from, of->bare_things, false);
    result = result == LOAM_OK ? fill(b, with, of->from, true, of->cover) : result;
    if (result == LOAM_OK)
    {
        b->low.y += of->higher;
        without.low = b->low;
        draw_ground(&without);
        draw_ground(b);
        const bench_work yardstick = {bare, 1, draw_ground, &without};
        bench_measure(run, &(bench_work){name, 1, draw_ground, b}, &yardstick);
        const scene_counters drawn = scene_count(b->scene);
        const bench_size size = {
            .name = count,
            .yardstick = of->unit,
            .bytes = (double)(of->cover ? drawn.cover_triangles : drawn.thing_triangles),
            .yardstick_bytes = (double)(of->cover ? drawn.cover : drawn.things),
            .unit = "triangles"};
        bench_weigh(run, &size);
    }
    scene_destroy(without.scene);
    scene_destroy(b->scene);
    b->scene = NULL;
    return result;
}

/// A wood from above its crowns, with its trees and without them: the yardstick is the bare ground of the same place.
static loam_result measure_trees(bench *run, scene_bench *b, const setting *with)
{
    const extra trees = {
        .name = "trees",
        .bare = "ground of a wood",
        .triangles = "trees' triangles",
        .unit = "things",
        .from = {.x = -88224, .z = -80848, .azimuth = 20, .elevation = -6, .fov = 50},
        .higher = 25};
    return measure_extra(run, b, with, &trees);
}

/// A meadow as one stands in it, with what covers its ground and without.
static loam_result measure_cover(bench *run, scene_bench *b, const setting *with)
{
    const extra cover = {
        .name = "cover",
        .bare = "bare meadow",
        .triangles = "cover's triangles",
        .unit = "tufts and others",
        .from = {.x = -190000, .z = 60000, .azimuth = 30, .elevation = -8, .fov = 50},
        .bare_things = true,
        .cover = true,
        .higher = -18};
    return measure_extra(run, b, with, &cover);
}

static bool wants_any(const bench *run, const setting *of, const char *const *rows, int32_t count)
{
    bool wanted = false;
    for (int32_t i = 0; i < count; i++)
    {
        char name[64];
        snprintf(name, sizeof name, "scene %s %s", of->name, rows[i]);
        wanted |= bench_wants(run, name);
    }
    return wanted;
}

static bool wants(const bench *run, const setting *of)
{
    static const char *const rows[] = {"ground",           "body",     "walk", "processors",
                                       "processor's part", "triangles"};
    return wants_any(run, of, rows, sizeof rows / sizeof *rows);
}

static bool wants_trees(const bench *run, const setting *of)
{
    static const char *const rows[] = {"trees", "trees' triangles"};
    return wants_any(run, of, rows, sizeof rows / sizeof *rows);
}

static bool wants_cover(const bench *run, const setting *of)
{
    static const char *const rows[] = {"cover", "cover's triangles"};
    return of->quality != QUALITY_LOW && wants_any(run, of, rows, sizeof rows / sizeof *rows);
}

/// Open ground, and what it costs to have its inside and to walk.
static loam_result measure_open(bench *run, scene_bench *b, const setting *with)
{
    const camera from = {.x = -190000, .z = 60000, .azimuth = 30, .elevation = -3, .fov = 50};
    loam_result result = fill(b, with, from, false, false);
    if (result == LOAM_OK)
    {
        weigh(run, b, with);
        if (with->quality == QUALITY_LOW)
        {
            weigh_walk(run, b, with);
        }
        result = measure_body(run, b, with);
        measure(run, b, with);
    }
    scene_destroy(b->scene);
    b->scene = NULL;
    return result;
}

static loam_result bench_setting(bench *run, scene_bench *b, const setting *with)
{
    if (with->with_card && b->gl.software)
    {
        return LOAM_OK;
    }
    loam_result result = wants(run, with) ? measure_open(run, b, with) : LOAM_OK;
    result = result == LOAM_OK && wants_cover(run, with) ? measure_cover(run, b, with) : result;
    return result == LOAM_OK && wants_trees(run, with) ? measure_trees(run, b, with) : result;
}

loam_result bench_scene(bench *run)
{
    bool wanted = false;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    {
        wanted |= wants(run, &settings[i]) || wants_trees(run, &settings[i]) ||
                  wants_cover(run, &settings[i]);
    }
    if (!wanted)
    {
        return LOAM_OK;
    }
    scene_bench b = {0};
    loam_result result = begin(&b);
    for (size_t i = 0; i < sizeof settings / sizeof *settings && result == LOAM_OK; i++)
    {
        result = bench_setting(run, &b, &settings[i]);
    }
    loam_land_destroy(b.land);
    context_destroy(b.context);
    // Without OpenGL there is nothing to measure, which is no failure of the other parts.
    if (result == LOAM_UNSUPPORTED)
    {
        fprintf(stderr, "loam bench: scene is left out: %s\n", loam_last_error());
    }
    return result == LOAM_UNSUPPORTED ? LOAM_OK : result;
}
