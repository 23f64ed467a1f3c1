// SPDX-License-Identifier: MIT
// Worlds whose tiles a test writes itself, and light over them.
#ifndef LOAM_TESTS_TILES_LIGHT_WORLD_H
#define LOAM_TESTS_TILES_LIGHT_WORLD_H

#include "check.h"
#include "loam/random.h"
#include "tiles/data/defs.h"
#include "tiles/light/light.h"
#include "toy_world.h"

#include <stdlib.h>

/// A still world. Its tiles may be written.
typedef struct light_world
{
    loam_tile_world_def def;
    loam_tile_world *world;
    loam_tile *tiles; // as loam_tile_ring has them
    int64_t side;
    loam_tile_pos low;
} light_world;

static const loam_tile open_air = {0};
static const loam_tile cave_air = {.wall = TILE_STONE};
static const loam_tile stone = {.block = TILE_STONE, .wall = TILE_STONE};
static const loam_tile lava = {.block = TILE_LAVA, .wall = TILE_STONE};
static const loam_tile torch = {.wall = TILE_TORCH};

/// defs may be NULL. It is a clear noon.
static light_world light_world_open(loam_tile_pos centre, int32_t ring_log2,
                                    const loam_tile_defs *defs)
{
    light_world w = {.def = loam_default_tile_world_def()};
    w.def.seed = 5;
    w.def.still = true;
    w.def.ring_log2 = ring_log2;
    w.def.centre = centre;
    w.def.defs = defs;
    w.def.pipeline = toy_pipeline(&w.def.env, 5, NULL);
    CHECK_OK(loam_tile_world_create(&w.def, &w.world));
    loam_tile_world_set_weather(w.world, LOAM_WEATHER_CLEAR);
    loam_tile_world_set_time(w.world, 32768);
    const loam_tile_ring ring = loam_tile_world_ring(w.world);
    w.tiles = (loam_tile *)(uintptr_t)ring.tiles;
    w.side = ring.side;
    w.low = (loam_tile_pos){ring.lowest.x * LOAM_CHUNK_SIDE, ring.lowest.y * LOAM_CHUNK_SIDE};
    return w;
}

static inline void light_world_close(light_world *w)
{
    loam_tile_world_destroy(w->world);
    loam_pipeline_destroy(w->def.pipeline);
}

static inline loam_tile *tile_at(const light_world *w, int64_t x, int64_t y)
{
    return &w->tiles[(y & (w->side - 1)) * w->side + (x & (w->side - 1))];
}

static inline void put(const light_world *w, loam_tile_area area, loam_tile tile)
{
    for (int64_t y = area.y; y < area.y + area.h; y++)
    {
        for (int64_t x = area.x; x < area.x + area.w; x++)
        {
            *tile_at(w, x, y) = tile;
        }
    }
}

static inline void put_everywhere(const light_world *w, loam_tile tile)
{
    for (int64_t i = 0; i < w->side * w->side; i++)
    {
        w->tiles[i] = tile;
    }
}

/// Light without memory of what was before.
static inline loam_tile_light_def sharp_def(void)
{
    loam_tile_light_def def = loam_default_tile_light_def();
    def.smoothing = 0;
    return def;
}

static inline loam_tile_light *light_open(const loam_tile_light_def *def)
{
    loam_tile_light *light = NULL;
    CHECK_OK(loam_tile_light_create(def, &light));
    return light;
}

static inline void light_up(loam_tile_light *light, const light_world *w, loam_tile_area view)
{
    const loam_tile_light_scene scene = {.world = w->world, .view = view};
    CHECK_OK(loam_tile_light_update(light, &scene));
}

/// The shadow in the middle of a tile.
static inline loam_shadow shadow_at(const loam_tile_light *light, int64_t x, int64_t y)
{
    return loam_tile_light_at(light, x * LOAM_LIGHT_FIXED + LOAM_LIGHT_FIXED / 2,
                              y * LOAM_LIGHT_FIXED + LOAM_LIGHT_FIXED / 2);
}

static inline float brightness_at(const loam_tile_light *light, int64_t x, int64_t y)
{
    return 1.0f - shadow_at(light, x, y).a;
}

static inline float largest(float a, float b)
{
    return a > b ? a : b;
}

/// How far two shadows are apart, in the channel where it is most.
static inline float shadow_distance(loam_shadow a, loam_shadow b)
{
    return largest(largest(fabsf(a.r - b.r), fabsf(a.g - b.g)),
                   largest(fabsf(a.b - b.b), fabsf(a.a - b.a)));
}

/// Squares of 1 to 12 tiles of whatever there is, some of it shining.
static inline void put_patchwork(const light_world *w, loam_tile_area area, uint64_t seed)
{
    static const loam_tile kinds[] = {{0},
                                      {0},
                                      {.wall = TILE_STONE},
                                      {.wall = TILE_DIRT},
                                      {.block = TILE_STONE, .wall = TILE_STONE},
                                      {.block = TILE_DIRT, .wall = TILE_DIRT},
                                      {.block = TILE_GRANITE},
                                      {.block = TILE_WATER, .wall = TILE_STONE},
                                      {.block = TILE_LAVA, .block_variant = 9},
                                      {.block = TILE_CRYSTAL, .block_variant = 2},
                                      {.wall = TILE_TORCH}};
    put(w, area, seed % 3 == 0 ? open_air : seed % 3 == 1 ? cave_air : stone);
    for (uint64_t i = 0; i < (uint64_t)area.w * (uint64_t)area.h / 40; i++)
    {
        const uint64_t s = loam_random_u64(seed, i);
        const int32_t kind = loam_random_below(s, 0, sizeof kinds / sizeof *kinds);
        const bool small = kinds[kind].wall == TILE_TORCH;
        const int32_t side = small ? 1 : 1 + (int32_t)loam_random_below(s, 1, 12);
        const loam_tile_area square = {area.x + loam_random_below(s, 2, (uint32_t)(area.w - side)),
                                       area.y + loam_random_below(s, 3, (uint32_t)(area.h - side)),
                                       side, side};
        if (!small || loam_random_below(s, 4, 40) == 0)
        {
            put(w, square, kinds[kind]);
        }
    }
}

#endif
