// SPDX-License-Identifier: MIT
// A plain with trees, a forest on hills, what cuts and burns them, and what lies there then.
#ifndef LOAM_TESTS_TILES_FELLED_H
#define LOAM_TESTS_TILES_FELLED_H

#include "check.h"

#include "loam/jobs.h"
#include "tiles/plants/fall.h"
#include "tiles/state/touched.h"

#include <stdlib.h>
#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150, // x: a forest on hills
    GROUND = 80,  // y of it, about
    LONGEST = 2400,
    MAX_SAVED = 256
};

static loam_tile_defs defs;

/// Nothing burns or grows, nothing falls from the sky.
static inline void calm_defs(void)
{
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.rain = LOAM_AIR;
    defs.sky.snow = LOAM_AIR;
    defs.sky.lightning = LOAM_AIR;
}

// ---- a plain with trees ---------------------------------------------------------------------------

/// A store that has a plain of stone below y = 0 with some plants, and keeps what is saved.
typedef struct saved_chunk
{
    loam_chunk_pos at;
    loam_tile *tiles;
    uint8_t *plants;
    size_t size;
} saved_chunk;

static saved_chunk saved[MAX_SAVED];
static int32_t saved_count;
static loam_tile_plant seeds[8];
static int32_t seed_count;
static loam_tile plain_air; // what is above the plain

static inline saved_chunk *find_saved(loam_chunk_pos at, bool make)
{
    for (int32_t i = 0; i < saved_count; i++)
    {
        if (saved[i].at.x == at.x && saved[i].at.y == at.y)
        {
            return &saved[i];
        }
    }
    if (!make || saved_count == MAX_SAVED)
    {
        return NULL;
    }
    saved[saved_count] = (saved_chunk){.at = at,
                                       .tiles = malloc(LOAM_CHUNK_TILES * sizeof(loam_tile))};
    return &saved[saved_count++];
}

static inline void forget_saved(void)
{
    for (; saved_count > 0; saved_count--)
    {
        free(saved[saved_count - 1].tiles);
        free(saved[saved_count - 1].plants);
    }
}

static inline loam_result load_plain(void *user, loam_chunk_pos at, loam_tile *tiles)
{
    (void)user;
    const saved_chunk *const found = find_saved(at, false);
    const loam_tile stone = {.block = (uint8_t)loam_material_find(&defs, "stone")};
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        tiles[i] = found != NULL ? found->tiles[i] : at.y < 0 ? stone : plain_air;
    }
    return LOAM_OK;
}

static inline loam_result save_plain(void *user, loam_chunk_pos at, const loam_tile *tiles)
{
    (void)user;
    saved_chunk *const chunk = find_saved(at, true);
    memcpy(chunk->tiles, tiles, LOAM_CHUNK_TILES * sizeof *tiles);
    return LOAM_OK;
}

static inline loam_result load_trees(void *user, loam_chunk_pos at, uint8_t *bytes, size_t room,
                                     size_t *size)
{
    (void)user;
    const saved_chunk *const found = find_saved(at, false);
    loam_tile_plant here[8];
    int32_t count = 0;
    for (int32_t i = 0; i < seed_count; i++)
    {
        const loam_chunk_pos in = loam_chunk_of_tile((loam_tile_pos){seeds[i].x, seeds[i].y});
        if (in.x == at.x && in.y == at.y)
        {
            here[count++] = seeds[i];
        }
    }
    *size = 0;
    if (found != NULL && found->plants != NULL)
    {
        *size = found->size;
        memcpy(bytes, found->plants, found->size);
    }
    else if (found == NULL && count > 0)
    {
        *size = loam_tile_plants_pack(&defs, here, count, bytes, room);
    }
    return LOAM_OK;
}

static inline loam_result save_trees(void *user, loam_chunk_pos at, const uint8_t *bytes,
                                     size_t size)
{
    (void)user;
    saved_chunk *const chunk = find_saved(at, true);
    free(chunk->plants);
    chunk->plants = size > 0 ? malloc(size) : NULL;
    chunk->size = size;
    if (size > 0)
    {
        memcpy(chunk->plants, bytes, size);
    }
    return LOAM_OK;
}

static inline void plant_tree(const char *species, int64_t x, uint64_t seed)
{
    int32_t number = 0;
    while (strcmp(defs.species[number].name, species) != 0)
    {
        number++;
    }
    seeds[seed_count++] = (loam_tile_plant){.x = x,
                                            .y = 0,
                                            .seed = seed,
                                            .species = number,
                                            .age = 9,
                                            .soil = 1,
                                            .light = 1,
                                            .moisture = 0.5f,
                                            .wind_left = 1,
                                            .wind_right = 1};
}

static inline loam_tile_world_def plain_def(void)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){0, 20};
    def.store = (loam_chunk_store){.load = load_plain,
                                   .save = save_plain,
                                   .load_plants = load_trees,
                                   .save_plants = save_trees};
    return def;
}

static inline loam_tile_world *open_plain(loam_weather weather)
{
    const loam_tile_world_def def = plain_def();
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, weather);
    return world;
}

static inline loam_tile_world *open_woods(loam_jobs *jobs)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){WOODS, GROUND};
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

static inline void step_at(loam_tile_world *world, int64_t x, int64_t y)
{
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){x, y}));
}

static inline void edit_box(loam_tile_world *world, loam_layer layer, loam_tile_area area)
{
    const loam_edit edit = {.shape = LOAM_EDIT_BOX,
                            .layer = layer,
                            .from = {area.x, area.y},
                            .to = {area.x + area.w - 1, area.y + area.h - 1}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
}

static inline void cut(loam_tile_world *world, int64_t x, int64_t y, int32_t w, int32_t h)
{
    edit_box(world, LOAM_WALLS, (loam_tile_area){x, y, w, h});
}

// ---- counting -------------------------------------------------------------------------------------

/// Tiles of wood in the walls of the ring, without plants.
static inline uint64_t count_lying(const loam_tile_world *world)
{
    const size_t all = (size_t)world->ring.side * (size_t)world->ring.side;
    uint64_t lying = 0, buried = 0;
    for (size_t i = 0; i < all; i++)
    {
        const bool wood = world->plants->cover.is_wood[loam_cover_bare(world, i).wall];
        buried += wood && world->solid[world->ring.tiles[i].block];
        lying += wood;
    }
    CHECK_U64(buried, 0);
    return lying;
}

/// Tiles of wood that are seen: above a height, and beside the stem at x, so far from it.
static inline uint64_t count_seen(const loam_tile_world *world, int64_t x, int64_t half, int64_t y)
{
    const loam_tile_ring ring = loam_tile_world_ring(world);
    uint64_t seen = 0;
    for (int64_t i = 0; i < (int64_t)ring.side * ring.side; i++)
    {
        const loam_tile_pos at = {ring.lowest.x * 128 + i % ring.side,
                                  ring.lowest.y * 128 + i / ring.side};
        const bool there = at.y > y || at.x < x - half || at.x > x + half;
        seen += there && world->plants->cover.is_wood[loam_tile_world_at(world, at).wall];
    }
    return seen;
}

/// The same in the air.
static inline uint64_t count_seen_high(const loam_tile_world *world)
{
    uint64_t seen = 0;
    for (int64_t y = 40; y < 300; y++)
    {
        for (int64_t x = -400; x < 400; x++)
        {
            const loam_tile tile = loam_tile_world_at(world, (loam_tile_pos){x, y});
            seen += world->plants->cover.is_wood[tile.wall];
        }
    }
    return seen;
}

/// All wood that ever broke off.
static inline uint64_t count_broken(const loam_tile_world *world)
{
    const loam_tile_plants now = loam_tile_world_plants(world);
    return now.falling + now.fallen + now.taken + now.splintered;
}

static inline int32_t wait_for_rest(loam_tile_world *world)
{
    int32_t steps = 0;
    while (loam_tile_world_plants(world).falls > 0 && steps < LONGEST)
    {
        step_at(world, world->centre.x, world->centre.y);
        steps++;
    }
    CHECK_INT(loam_tile_world_plants(world).falls, 0);
    CHECK_U64(loam_tile_world_plants(world).falling, 0);
    return steps;
}

/// Cuts all trees of the woods a few tiles above the ground.
static inline void cut_woods(loam_tile_world *world)
{
    for (int64_t x = WOODS - 350; x < WOODS + 350; x++)
    {
        int64_t y = GROUND + 120;
        while (y > GROUND - 120 &&
               !world->solid[loam_tile_world_at(world, (loam_tile_pos){x, y}).block])
        {
            y--;
        }
        cut(world, x, y + 5, 1, 2);
    }
}

static inline void light_fire(loam_tile_world *world, int64_t x, int64_t y, int32_t radius)
{
    const loam_edit fire = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = (uint8_t)loam_material_find(&defs, "fire"),
                            .radius = radius,
                            .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(world, &fire, NULL));
}

#endif
