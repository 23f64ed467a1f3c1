// SPDX-License-Identifier: MIT
// Somebody who looks: a frame, its picture and a camera over a world.
#ifndef LOAM_TESTS_TILES_FRAME_STAGE_H
#define LOAM_TESTS_TILES_FRAME_STAGE_H

#include "check.h"
#include "loam/tile_frame.h"

/// A frame, its picture, and who looks.
typedef struct stage
{
    loam_env env;
    loam_tile_frame *frame;
    loam_picture picture;
    loam_camera camera;
    loam_tile_frame_scene scene;
} stage;

static inline stage stage_of(const loam_tile_world *world, const loam_tile_frame_def *def)
{
    stage made = {.env = def->env, .scene = {.world = world}};
    CHECK_OK(loam_tile_frame_create(def, &made.frame));
    CHECK_OK(loam_picture_create(&made.env, def->w, def->h, loam_rgb(0xff00ff), &made.picture));
    return made;
}

static inline void free_stage(stage *used)
{
    loam_picture_destroy(&used->env, &used->picture);
    loam_tile_frame_destroy(used->frame);
}

static inline void look_at(stage *used, double x, double y)
{
    used->camera = (loam_camera){.x = x, .y = y, .last_x = x, .last_y = y};
    used->scene.camera = &used->camera;
    CHECK_OK(loam_tile_frame_light(used->frame, &used->scene));
    loam_tile_frame_draw(used->frame, &used->scene, &used->picture);
}

static inline loam_tile_frame_def def_of(int32_t w, int32_t h, int32_t zoom, bool light)
{
    loam_tile_frame_def def = loam_default_tile_frame_def();
    def.w = w;
    def.h = h;
    def.zoom = zoom;
    def.light = light;
    return def;
}

static inline loam_colour pixel(const stage *used, int32_t x, int32_t y)
{
    return used->picture.pixels[(size_t)y * (size_t)used->picture.w + (size_t)x];
}

static inline bool same(loam_colour a, loam_colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static inline int32_t changed_pixels(const stage *a, const stage *b, int32_t left, int32_t right,
                                     int32_t top, int32_t bottom)
{
    int32_t count = 0;
    for (int32_t y = top; y < bottom; y++)
    {
        for (int32_t x = left; x < right; x++)
        {
            count += !same(pixel(a, x, y), pixel(b, x, y));
        }
    }
    return count;
}

#endif
