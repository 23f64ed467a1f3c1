// SPDX-License-Identifier: MIT
// An empty world in which tests build what they need, tile by tile, at a place of a chosen climate.
#ifndef LOAM_TESTS_TILES_SCENE_H
#define LOAM_TESTS_TILES_SCENE_H

#include "check.h"
#include "tiles/life/transform.h"

#include <string.h>

enum
{
    SCENE_SIDE = 1024, // tiles of the smallest ring
};

static inline loam_result scene_grow_nothing(loam_slice *slice)
{
    memset(slice->out, 0, LOAM_CHUNK_TILES * sizeof(loam_tile));
    return LOAM_OK;
}

static inline loam_pipeline *scene_pipeline(void)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    def.cache_bytes = 0;
    loam_stage_def stage = loam_default_stage_def();
    stage.name = "nothing";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = scene_grow_nothing;
    loam_pipeline *pipeline = NULL;
    CHECK_OK(loam_pipeline_create(&def, &pipeline));
    CHECK_OK(loam_pipeline_add(pipeline, &stage));
    return pipeline;
}

typedef struct scene
{
    loam_tile_world_def def;
    loam_tile_world *world;
} scene;

static inline loam_tile_world_def scene_def(const loam_tile_defs *defs, uint64_t seed)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = seed;
    def.defs = defs;
    def.ring_log2 = 3;
    def.ahead = 0;
    return def;
}

static inline scene scene_open(const loam_tile_world_def *def)
{
    scene s = {.def = *def};
    s.def.pipeline = scene_pipeline();
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
    return s;
}

static inline void scene_close(scene *s)
{
    loam_tile_world_destroy(s->world);
    loam_pipeline_destroy(s->def.pipeline);
}

/// A tile of the ring, to be read and written.
static inline loam_tile *scene_tile(scene *s, int64_t x, int64_t y)
{
    const loam_tile_pos at = {x, y};
    CHECK(loam_tile_world_contains(s->world, at));
    const size_t index = loam_ring_index(&s->world->ring, at);
    s->world->ring.stirred[loam_ring_slot_at(&s->world->ring, index)] = true;
    return &s->world->ring.tiles[index];
}

static inline void scene_put(scene *s, loam_layer layer, uint8_t material, int64_t x, int64_t y)
{
    loam_tile *const tile = scene_tile(s, x, y);
    *(layer == LOAM_WALLS ? &tile->wall : &tile->block) = material;
}

/// Fills w x h tiles from (x, y).
static inline void scene_fill(scene *s, loam_tile tile, loam_tile_area area)
{
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        *scene_tile(s, area.x + i % area.w, area.y + i / area.w) = tile;
    }
}

static inline void scene_fill_ring(scene *s, loam_tile tile)
{
    const size_t side = (size_t)s->world->ring.side;
    for (size_t i = 0; i < side * side; i++)
    {
        s->world->ring.tiles[i] = tile;
    }
    const size_t chunks = (size_t)s->world->ring.chunks;
    memset(s->world->ring.stirred, true, chunks * chunks);
}

/// A rule that always holds everywhere; tests take that back where they want to.
static inline loam_slow_rule scene_rule(const char *name, uint8_t from, uint8_t to)
{
    loam_slow_rule rule = {.from = from,
                           .layers = LOAM_BLOCKS | LOAM_WALLS,
                           .temperature_high = LOAM_CLIMATE_MAX,
                           .humidity_high = LOAM_CLIMATE_MAX,
                           .chance = 1024,
                           .to = to};
    strncpy(rule.name, name, LOAM_MAX_NAME);
    return rule;
}

/// Definitions with only these rules.
static inline void scene_defs(loam_tile_defs *defs, const loam_slow_rule *rules, int32_t count)
{
    loam_tile_defs_init(defs);
    memset(defs->rules, 0, sizeof defs->rules);
    memcpy(defs->rules, rules, (size_t)count * sizeof *rules);
    CHECK_OK(loam_tile_defs_check(defs));
}

/// An x, a multiple of SCENE_SIDE, where temperature (low, high) and humidity are within limits.
static inline int64_t scene_place(const loam_tile_defs *defs, uint64_t seed, const int32_t *limits)
{
    enum
    {
        COUNT = 4096,
        APART = SCENE_SIDE
    };
    static loam_tile_column columns[COUNT];
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    CHECK_OK(loam_tile_source_create(&env, defs, seed, &source));
    CHECK_OK(loam_tile_source_columns(source, 0, APART, COUNT, columns));
    loam_tile_source_destroy(source);
    for (int32_t i = 0; i < COUNT; i++)
    {
        const float t = columns[i].temperature * 255, h = columns[i].humidity * 255;
        if (t >= (float)limits[0] && t <= (float)limits[1] && h >= (float)limits[2] &&
            h <= (float)limits[3])
        {
            return (int64_t)i * APART;
        }
    }
    CHECK_REPORT(false, "nowhere it is %d..%d warm and %d..%d humid", limits[0], limits[1],
                 limits[2], limits[3]);
    return 0;
}

#endif
