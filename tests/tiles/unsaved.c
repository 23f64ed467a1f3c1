// SPDX-License-Identifier: MIT
// Whatever changes a tile of the ring marks its chunk as unsaved: a chunk that is not marked would come back
// as it was before.
#include "living.h"

#include "tiles/state/touched.h"

#include <stdlib.h>

enum
{
    SEED = 31
};

/// A world, and its tiles as they were before the last step.
typedef struct watched
{
    living l;
    loam_tile *before;
} watched;

static size_t tile_count(const loam_tile_world *world)
{
    return (size_t)world->ring.side * (size_t)world->ring.side;
}

static watched watch(const living_def *how)
{
    watched w = {.l = living_open(how)};
    w.before = malloc(tile_count(w.l.world) * sizeof *w.before);
    if (w.before == NULL)
    {
        abort();
    }
    return w;
}

static void watch_end(watched *w)
{
    free(w->before);
    living_close(&w->l);
}

static bool chunk_differs(const watched *w, int32_t slot)
{
    const loam_ring *const ring = &w->l.world->ring;
    const size_t column = (size_t)(slot % ring->chunks) * LOAM_CHUNK_SIDE;
    const size_t row = (size_t)(slot / ring->chunks) * LOAM_CHUNK_SIDE;
    for (size_t y = row; y < row + LOAM_CHUNK_SIDE; y++)
    {
        const size_t at = y * (size_t)ring->side + column;
        if (memcmp(ring->tiles + at, w->before + at, LOAM_CHUNK_SIDE * sizeof *w->before) != 0)
        {
            return true;
        }
    }
    return false;
}

/// A step on the spot with no chunk marked before it. How many chunks it has changed; all are marked.
static int32_t step_watched(watched *w)
{
    loam_tile_world *const world = w->l.world;
    const int32_t slots = world->ring.chunks * world->ring.chunks;
    int32_t changed = 0;
    memset(world->ring.unsaved, 0, (size_t)slots * sizeof *world->ring.unsaved);
    memcpy(w->before, world->ring.tiles, tile_count(world) * sizeof *w->before);
    living_step(&w->l, world->centre);
    for (int32_t slot = 0; slot < slots; slot++)
    {
        if (chunk_differs(w, slot))
        {
            changed++;
            CHECK_REPORT(world->ring.unsaved[slot].changed, "step %d: slot %d is not marked",
                         (int)loam_tile_world_steps(world), (int)slot);
        }
    }
    return changed;
}

/// Makes everything one block, at rest.
static void fill(watched *w, uint8_t block)
{
    loam_tile_world *const world = w->l.world;
    for (size_t i = 0; i < tile_count(world); i++)
    {
        world->ring.tiles[i] = (loam_tile){.block = block};
    }
    for (int32_t slot = 0; slot < world->ring.chunks * world->ring.chunks; slot++)
    {
        loam_life_arrived(world, slot);
    }
}

// ---- everything that lives --------------------------------------------------------------------------

static void test_what_lives_is_marked(void)
{
    watched w = watch(&(living_def){.seed = SEED, .ring_log2 = 3, .weather = LOAM_WEATHER_STORM});
    int32_t changed = 0;
    for (uint64_t i = 0; i < 30; i++)
    {
        living_splash(&w.l, w.l.world->centre, 300, i);
        changed += step_watched(&w);
    }
    CHECK(changed > 300);
    watch_end(&w);
}

// Few flakes, which fall slowly, from the clouds into a sky in which nothing else moves.
static void test_what_falls_from_clouds_is_marked(void)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules);
    defs.sky.snow_temperature = LOAM_CLIMATE_MAX;
    living_def how = {.seed = SEED, .ring_log2 = 3, .weather = LOAM_WEATHER_STORM, .defs = &defs};
    living ground = living_open(&how);
    loam_tile_sky_state sky;
    loam_tile_world_sky(ground.world, 0, 1, 1, &sky);
    living_close(&ground);
    how.centre = (loam_tile_pos){0, sky.cloud_y};
    watched w = watch(&how);
    uint64_t fallen = 0;
    for (int32_t step = 0; step < 60; step++)
    {
        fill(&w, LOAM_AIR);
        (void)step_watched(&w);
        fallen += loam_tile_world_life(w.l.world).fallen;
    }
    CHECK(fallen > 10);
    watch_end(&w);
}

// ---- levels -----------------------------------------------------------------------------------------

enum
{
    LEFT = 10, // an arm, one tile wide, in a chunk of its own
    RIGHT = 300,
    TUNNEL = -40,
    TOP = 190
};

static void put(watched *w, loam_tile_area area, uint8_t block)
{
    living_put(&w->l, (loam_tile_pos){area.x, area.y},
               (loam_tile_pos){area.x + area.w - 1, area.y + area.h - 1}, block);
}

/// Two arms in stone, filled up to a height and joined by a tunnel far below.
static watched make_arms(const loam_tile_defs *defs, int32_t height)
{
    watched w = watch(&(living_def){.seed = SEED, .ring_log2 = 3, .defs = defs});
    fill(&w, TILE_STONE);
    put(&w, (loam_tile_area){LEFT, TUNNEL, 1, TOP - TUNNEL}, LOAM_AIR);
    put(&w, (loam_tile_area){RIGHT, TUNNEL, 1, TOP - TUNNEL}, LOAM_AIR);
    put(&w, (loam_tile_area){LEFT, TUNNEL, RIGHT - LEFT + 1, 2}, TILE_WATER);
    put(&w, (loam_tile_area){LEFT, TUNNEL, 1, height - TUNNEL}, TILE_WATER);
    put(&w, (loam_tile_area){RIGHT, TUNNEL, 1, height - TUNNEL}, TILE_WATER);
    return w;
}

/// Steps until everything sleeps. How many tiles have changed their arm meanwhile.
static uint64_t rest(watched *w)
{
    uint64_t levelled = 0;
    loam_tile_life life = {.awake = 1};
    for (int32_t step = 0; step < 1000 && life.awake > 0; step++)
    {
        (void)step_watched(w);
        life = loam_tile_world_life(w->l.world);
        levelled += life.levelled;
    }
    CHECK_INT(life.awake, 0);
    return levelled;
}

// A sheet of water, whose tiles flow together, falls out of its chunks into others that nothing else changes.
static void test_what_falls_out_of_a_chunk_is_marked(void)
{
    watched w = watch(&(living_def){.seed = SEED, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    for (int32_t height = 0; height < 128; height += 64)
    {
        fill(&w, LOAM_AIR);
        put(&w, (loam_tile_area){-200, height, 400, 6}, TILE_WATER);
        CHECK(step_watched(&w) >= 4);
        CHECK(step_watched(&w) >= 4);
    }
    watch_end(&w);
}

// Water that finds its level leaves one chunk for another, in which all sleeps: from the arm that nobody
// touched if the other is scooped out, into it if the other is filled up. A chunk ends at 128, so the tile
// that moves and the one below it, which wakes up, are in two.
static void test_levels_are_marked(void)
{
    static loam_tile_defs defs;
    loam_tile_defs_init(&defs);
    memset(defs.rules, 0, sizeof defs.rules); // nothing else happens
    for (int32_t height = 124; height <= 132; height++)
    {
        for (int32_t scoops = 0; scoops < 2; scoops++)
        {
            watched w = make_arms(&defs, height);
            CHECK_RANGE(rest(&w), 0, 1);
            put(&w, (loam_tile_area){RIGHT, scoops ? height - 8 : height, 1, 8},
                scoops ? LOAM_AIR : TILE_WATER);
            CHECK_RANGE(rest(&w), 3, 4);
            watch_end(&w);
        }
    }
}

int main(void)
{
    RUN(test_what_lives_is_marked);
    RUN(test_what_falls_from_clouds_is_marked);
    RUN(test_what_falls_out_of_a_chunk_is_marked);
    RUN(test_levels_are_marked);
    return CHECK_DONE();
}
