// SPDX-License-Identifier: MIT
#include "bench.h"

#include "sea/sea.h"
#include "window/context.h"

#include <stdio.h>

// loam bench sea: what a picture of islands in their sea costs by each quality, from a boat before an island. All of it is
// there before. The yardstick is the same picture of nothing but sky.

enum
{
    QUALITIES = QUALITY_HIGH + 1,
};

typedef struct sea_bench
{
    context *context;
    gl gl;
    loam_isles *isles;
    sea_scene *sea;
    camera low, up; // at the water; up into the sky
    sea_look look;
} sea_bench;

static void draw_sea(void *user)
{
    sea_bench *const b = user;
    (void)sea_draw(b->sea, &b->low, &b->look);
}

static void draw_sky(void *user)
{
    sea_bench *const b = user;
    (void)sea_draw(b->sea, &b->up, &b->look);
}

static loam_result begin(sea_bench *b)
{
    const loam_env env = loam_default_env();
    loam_isles_def isles = loam_default_isles_def();
    isles.seed = 7;
    loam_result result = context_create(CONTEXT_ANY, &b->context);
    if (result == LOAM_OK)
    {
        result = gl_load(&b->gl, context_proc, b->context,
                         context_get_kind(b->context) == CONTEXT_ES);
    }
    return result == LOAM_OK ? loam_isles_create(&env, &isles, &b->isles) : result;
}

static loam_result measure(bench *run, sea_bench *b, quality_kind kind, const char *name)
{
    char above[64];
    sea_def def = sea_default_def();
    def.isles = b->isles;
    def.quality = kind;
    def.w = 640;
    def.h = 360;
    def.view = 6000;
    b->low = (camera){.x = 3400, .z = -4150, .y = 4, .azimuth = -25, .elevation = 2, .fov = 45};
    b->up = b->low;
    b->up.elevation = 70;
    b->look = (sea_look){.hour = 11, .weather = WEATHER_FAIR};
    loam_result result = sea_create(&def, &b->gl, &b->sea);
    result = result == LOAM_OK ? sea_update(b->sea, &b->low, 0, NULL) : result;
    if (result == LOAM_OK)
    {
        snprintf(above, sizeof above, "%s sky", name);
        const bench_work yardstick = {above, 1, draw_sky, b};
        bench_measure(run, &(bench_work){name, 1, draw_sea, b}, &yardstick);
    }
    sea_destroy(b->sea);
    b->sea = NULL;
    return result;
}

loam_result bench_sea(bench *run)
{
    char names[QUALITIES][64];
    bool wanted = false;
    for (int32_t i = 0; i < QUALITIES; i++)
    {
        snprintf(names[i], sizeof names[i], "sea %s 640x360", quality_name(i));
        wanted |= bench_wants(run, names[i]);
    }
    if (!wanted)
    {
        return LOAM_OK;
    }
    sea_bench b = {0};
    loam_result result = begin(&b);
    for (int32_t i = 0; i < QUALITIES && result == LOAM_OK; i++)
    {
        result = bench_wants(run, names[i]) ? measure(run, &b, (quality_kind)i, names[i]) : LOAM_OK;
    }
    loam_isles_destroy(b.isles);
    context_destroy(b.context);
    // Without OpenGL there is nothing to measure, which is no failure of the other parts.
    if (result == LOAM_UNSUPPORTED)
    {
        fprintf(stderr, "loam bench: sea is left out: %s\n", loam_last_error());
    }
    return result == LOAM_UNSUPPORTED ? LOAM_OK : result;
}
