// SPDX-License-Identifier: MIT
// Living worlds for tests: a small ring on the toy stage or on the built-in ones, and commands that put
// everything that moves into it.
#ifndef LOAM_TESTS_TILES_LIVING_H
#define LOAM_TESTS_TILES_LIVING_H

#include "check.h"
#include "loam/random.h"
#include "tiles/data/defs.h"
#include "tiles/life/life.h"
#include "toy_world.h"

#include <stdlib.h>

typedef struct living_def
{
    uint64_t seed;
    int32_t threads, ring_log2;
    loam_tile_pos centre;
    bool grown;             // by the built-in stages
    size_t keep_bytes;      // 0: as usual
    int32_t autosave_steps; // 0: as usual
    toy_store *store;       // NULL: none
    loam_weather weather;
    const loam_tile_defs *defs; // NULL: built in
} living_def;

typedef struct living
{
    loam_tile_world *world;
    loam_pipeline *pipeline;
    loam_jobs *jobs;
} living;

static inline living living_open(const living_def *how)
{
    living l = {.jobs = toy_jobs(how->threads)};
    loam_tile_world_def def = loam_default_tile_world_def();
    l.pipeline = how->grown ? NULL : toy_pipeline(&def.env, how->seed, NULL);
    def.env.jobs = l.jobs;
    def.seed = how->seed;
    def.defs = how->defs;
    def.ring_log2 = how->ring_log2;
    def.centre = how->centre;
    def.pipeline = l.pipeline;
    def.keep_bytes = how->keep_bytes != 0 ? how->keep_bytes : def.keep_bytes;
    def.autosave_steps = how->autosave_steps != 0 ? how->autosave_steps : def.autosave_steps;
    if (how->store != NULL)
    {
        def.store = toy_store_functions(how->store);
    }
    CHECK_OK(loam_tile_world_create(&def, &l.world));
    if (l.world == NULL)
    {
        abort();
    }
    loam_tile_world_set_weather(l.world, how->weather);
    return l;
}

static inline void living_close(living *l)
{
    loam_tile_world_destroy(l->world);
    loam_pipeline_destroy(l->pipeline);
    loam_jobs_destroy(l->jobs);
}

/// Changes the blocks of a rectangle.
static inline void living_put(living *l, loam_tile_pos low, loam_tile_pos high, uint8_t block)
{
    const loam_edit edit = {
        .shape = LOAM_EDIT_BOX, .layer = LOAM_BLOCKS, .material = block, .from = low, .to = high};
    CHECK_OK(loam_tile_world_edit(l->world, &edit, NULL));
}

/// Puts a ball of something, drawn by step and index, within reach tiles of a place.
static inline void living_splash(living *l, loam_tile_pos near, int32_t reach, uint64_t index)
{
    static const uint8_t choices[] = {
        LOAM_AIR,   LOAM_AIR,          TILE_STONE,      TILE_DIRT,         TILE_WATER,
        TILE_WATER, TILE_LAVA,         TILE_STEAM,      TILE_SMOKE,        TILE_FIRE,
        TILE_ACID,  TILE_FALLING_LEAF, TILE_LOOSE_SAND, TILE_LOOSE_GRAVEL, TILE_LOOSE_SNOW,
        TILE_SAND,  TILE_GRAVEL,       TILE_SNOW,       TILE_ICE,          TILE_OBSIDIAN};
    const uint64_t seed = loam_seed_at(77, (int64_t)loam_tile_world_steps(l->world), (int64_t)index,
                                       0);
    const loam_edit edit = {
        .shape = LOAM_EDIT_CIRCLE,
        .layer = LOAM_BLOCKS,
        .material = choices[loam_random_below(seed, 0, sizeof choices)],
        .radius = (int32_t)loam_random_below(seed, 1, 12),
        .from = {near.x - reach + loam_random_below(seed, 2, 2 * (uint32_t)reach),
                 near.y - reach + loam_random_below(seed, 3, 2 * (uint32_t)reach)}};
    CHECK_OK(loam_tile_world_edit(l->world, &edit, NULL));
}

static inline void living_step(living *l, loam_tile_pos at)
{
    CHECK_OK(loam_tile_world_step(l->world, at));
}

static inline void living_run(living *l, loam_tile_pos at, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
    {
        living_step(l, at);
    }
}

/// Tiles whose bit does not say whether they are fluids, and those awake where no mark says that any is.
static inline int64_t living_wrong_bits(const living *l)
{
    const loam_awake *const awake = &l->world->life->field.awake;
    const uint32_t side = awake->mask + 1;
    int64_t wrong = 0;
    for (uint32_t y = 0; y < side; y++)
    {
        for (uint32_t x = 0; x < side; x++)
        {
            const bool bit = awake->fluids[loam_awake_place(awake, x, y)] >> x % 32 & 1;
            const uint8_t block = l->world->ring.tiles[(size_t)y * side + x].block;
            wrong += bit != (l->world->life->rules.kind_of[block] != 0);
            wrong += loam_awake_is(awake, x, y) &&
                     !*loam_awake_mark(awake, loam_awake_place(awake, x, y));
        }
    }
    return wrong;
}

static inline uint64_t living_count(const living *l, loam_tile_area area, uint8_t block)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0};
    loam_tile_world_census(l->world, area, counts);
    return counts[block];
}

/// All of the ring.
static inline loam_tile_area living_area(const living *l)
{
    const loam_tile_ring ring = loam_tile_world_ring(l->world);
    return (loam_tile_area){ring.lowest.x * LOAM_CHUNK_SIDE, ring.lowest.y * LOAM_CHUNK_SIDE,
                            ring.side, ring.side};
}

#endif
