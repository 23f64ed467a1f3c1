// SPDX-License-Identifier: MIT
#include "bench.h"

#include <string.h>

// loam bench sim, frames: what it takes to compose one of 1920 x 1080 pixels on one thread, light apart.
// The yardstick is copying a picture of that size.

enum
{
    W = 1920,
    H = 1080,
    TORCHES = 60
};

typedef struct frame_context
{
    loam_env env;
    loam_tile_world *world;
    loam_tile_frame *frame;
    loam_picture picture, copy;
    loam_camera camera;
    int32_t drawn;
} frame_context;

static void run_copy(void *user)
{
    frame_context *context = user;
    memcpy(context->copy.pixels, context->picture.pixels,
           (size_t)W * H * sizeof *context->copy.pixels);
}

/// Each frame at another place between tiles.
static void run_frame(void *user)
{
    frame_context *context = user;
    loam_camera camera = context->camera;
    camera.x = camera.last_x = camera.x + (double)(context->drawn++ % 29) / 29.0;
    const loam_tile_frame_scene scene = {.world = context->world, .camera = &camera};
    loam_tile_frame_draw(context->frame, &scene, &context->picture);
}

static loam_result prepare(frame_context *context)
{
    loam_tile_world_def world_def = loam_default_tile_world_def();
    world_def.ring_log2 = 3;
    world_def.still = true;
    world_def.seed = 1;
    loam_tile_frame_def frame_def = loam_default_tile_frame_def();
    frame_def.w = W;
    frame_def.h = H;
    loam_result result = loam_tile_world_create(&world_def, &context->world);
    result = result == LOAM_OK ? loam_tile_frame_create(&frame_def, &context->frame) : result;
    result = result == LOAM_OK
                 ? loam_picture_create(&context->env, W, H, loam_rgb(0), &context->picture)
                 : result;
    return result == LOAM_OK ? loam_picture_create(&context->env, W, H, loam_rgb(0), &context->copy)
                             : result;
}

/// Torches all over the view, some of them in caves.
static loam_result hang_torches(loam_tile_world *world)
{
    const int32_t torch = loam_material_find(loam_tile_world_defs(world), "torch");
    loam_result result = LOAM_OK;
    for (int64_t i = 0; i < TORCHES && result == LOAM_OK; i++)
    {
        const loam_tile_pos at = {i % 10 * 48 - 220, -350 + i / 10 * 45};
        const loam_edit hole = {
            .shape = LOAM_EDIT_CIRCLE, .layer = LOAM_BLOCKS, .radius = 12, .from = at};
        const loam_edit edit = {.layer = LOAM_WALLS, .material = (uint8_t)torch, .from = at};
        result = loam_tile_world_edit(world, &hole, NULL);
        result = result == LOAM_OK ? loam_tile_world_edit(world, &edit, NULL) : result;
    }
    return result;
}

static loam_result measure_at(bench *run, frame_context *context, const char *name, double y,
                              uint16_t time, loam_weather weather)
{
    const bench_work copy = {"picture copy 1920x1080", 1, run_copy, context};
    const bench_work work = {name, 1, run_frame, context};
    context->camera = (loam_camera){.y = y, .last_y = y};
    loam_tile_world_set_time(context->world, time);
    loam_tile_world_set_weather(context->world, weather);
    const loam_tile_frame_scene scene = {.world = context->world, .camera = &context->camera};
    const loam_result result = loam_tile_frame_light(context->frame, &scene);
    if (result == LOAM_OK)
    {
        bench_wait(run, &work, &copy);
    }
    return result;
}

static const struct
{
    const char *name;
    double y;
    uint16_t time;
    loam_weather weather;
} views[] = {
    {"sim frame 1920x1080, horizon by day", 100, 32768, LOAM_WEATHER_CLEAR},
    {"sim frame 1920x1080, horizon at night", 100, 2000, LOAM_WEATHER_CLEAR},
    {"sim frame 1920x1080, storm", 100, 32768, LOAM_WEATHER_STORM},
    {"sim frame 1920x1080, sky", 320, 32768, LOAM_WEATHER_CLOUDY},
    {"sim frame 1920x1080, under ground", -250, 32768, LOAM_WEATHER_CLEAR},
    {"sim frame 1920x1080, sixty torches", -250, 32768, LOAM_WEATHER_CLEAR},
};

enum
{
    VIEWS = sizeof views / sizeof *views
};

static bool wants_any(const bench *run)
{
    bool any = false;
    for (int32_t i = 0; i < VIEWS; i++)
    {
        any = any || bench_wants(run, views[i].name);
    }
    return any;
}

loam_result bench_frame(bench *run)
{
    if (!wants_any(run))
    {
        return LOAM_OK;
    }
    frame_context context = {.env = loam_default_env()};
    loam_result result = prepare(&context);
    for (int32_t i = 0; i < VIEWS && result == LOAM_OK; i++)
    {
        result = i == VIEWS - 1 ? hang_torches(context.world) : LOAM_OK; // the last view has them
        result = result != LOAM_OK ? result
                                   : measure_at(run, &context, views[i].name, views[i].y,
                                                views[i].time, views[i].weather);
    }
    loam_picture_destroy(&context.env, &context.copy);
    loam_picture_destroy(&context.env, &context.picture);
    loam_tile_frame_destroy(context.frame);
    loam_tile_world_destroy(context.world);
    return result;
}
