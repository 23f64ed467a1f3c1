// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

// What lives: slow rules over the whole ring, fluids that fall, a dam that breaks, a lake at rest, a sky with
// nothing in it. The worlds are high up, where nothing else is. The yardstick is one look at every tile of the
// ring.

enum
{
    HEIGHT = 20000,   // of the scenes, far above all ground
    RING_LOG2 = 4,    // as games have it
    FALL_WIDTH = 800, // of the water that falls
    FALL_HEIGHT = 250,
    FALL_DROP = 100, // above the floor
    FALL_BEGIN = 70, // steps until 100,000 of its tiles are moving
    FALL_STEPS = 70, // as long as they do
    DAM_WIDTH = 600, // of the water behind a dam
    DAM_HEIGHT = 320,
    DAM_BEGIN = 20, // steps after the dam is gone
    DAM_STEPS = 100,
    FLOOR_WIDTH = 1000,
    LAKE_TILES = 1000000,
    COUNTED = 10, // steps
    PART = 1000,  // tiles along the side of what one edit fills
    WOODS = 4150, // x: a forest, with seed 3
    WOODS_TOP = 220,
    FELLED = 50,
};

typedef struct life_bench
{
    loam_tile_world *world;
    loam_tile_pos centre;
    uint64_t sum; // so that looking is not left out
    loam_result result;
} life_bench;

static void look_at_ring(void *context)
{
    life_bench *const life = context;
    const loam_tile_ring ring = loam_tile_world_ring(life->world);
    const size_t count = (size_t)ring.side * (size_t)ring.side;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
    {
        sum += ring.tiles[i].block;
    }
    life->sum += sum;
}

static void step(void *context)
{
    life_bench *const life = context;
    const loam_result result = loam_tile_world_step(life->world, life->centre);
    life->result = life->result != LOAM_OK ? life->result : result;
}

static void fill(life_bench *life, uint8_t material, loam_tile_area area)
{
    const loam_edit edit = {.shape = LOAM_EDIT_BOX,
                            .layer = LOAM_BLOCKS,
                            .material = material,
                            .from = {area.x, area.y},
                            .to = {area.x + area.w - 1, area.y + area.h - 1}};
    const loam_result result = loam_tile_world_edit(life->world, &edit, NULL);
    life->result = life->result != LOAM_OK ? life->result : result;
}

/// A rectangle of any size, in parts that one edit can do.
static void box(life_bench *life, const char *material, int64_t x, int64_t y, int64_t w, int64_t h)
{
    const int32_t id = loam_material_find(loam_tile_world_defs(life->world), material);
    for (int64_t row = 0; row < h; row += PART)
    {
        for (int64_t column = 0; column < w; column += PART)
        {
            const int64_t wide = w - column < PART ? w - column : PART;
            const int64_t high = h - row < PART ? h - row : PART;
            fill(life, (uint8_t)id,
                 (loam_tile_area){x + column, y + row, (int32_t)wide, (int32_t)high});
        }
    }
}

static void go_on(life_bench *life, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
    {
        step(life);
    }
}

/// Water falls on a floor and spreads, where the last one was taken away, until much of it is moving.
static void let_water_fall(void *context)
{
    life_bench *const life = context;
    const int64_t floor = HEIGHT - 400;
    box(life, "air", -FLOOR_WIDTH, floor - 300, 2 * FLOOR_WIDTH, 900);
    box(life, "stone", -FLOOR_WIDTH / 2, floor - 2, FLOOR_WIDTH, 2);
    box(life, "water", -FALL_WIDTH / 2, floor + FALL_DROP, FALL_WIDTH, FALL_HEIGHT);
    go_on(life, FALL_BEGIN);
}

static void fall_on(void *context)
{
    go_on(context, FALL_STEPS);
}

/// Water stands in one part of a basin, and the dam is taken away: only its face and its surface move.
static void open_dam(void *context)
{
    life_bench *const life = context;
    const int64_t floor = HEIGHT - 300, left = -FLOOR_WIDTH / 2;
    box(life, "air", -FLOOR_WIDTH, floor - 300, 2 * FLOOR_WIDTH, 900);
    box(life, "stone", left - 4, floor - 4, FLOOR_WIDTH + 8, 400);
    box(life, "air", left, floor, FLOOR_WIDTH, 396);
    box(life, "water", left, floor, DAM_WIDTH, DAM_HEIGHT);
    go_on(life, DAM_BEGIN);
}

static void break_dam(void *context)
{
    go_on(context, DAM_STEPS);
}

/// How many tiles move in so many steps of what was prepared, each counted once a step: it may be looked at,
/// and may move, more than once. Counting takes longer than a step, so it is done now and then, and not when
/// times are taken.
static double count_moving(life_bench *life, void (*prepare)(void *context), int32_t steps)
{
    prepare(life);
    uint64_t moving = 0;
    for (int32_t i = 0; i < steps; i += COUNTED)
    {
        moving += COUNTED * loam_tile_world_life(life->world).awake;
        go_on(life, COUNTED);
    }
    return (double)moving;
}

static void fill_lake(life_bench *life)
{
    const int64_t side = loam_tile_world_ring(life->world).side - 256;
    const int64_t left = -side / 2, floor = HEIGHT - side / 2;
    box(life, "stone", left, floor, side, side);
    box(life, "air", left + 2, floor + 2, side - 4, side - 4);
    box(life, "water", left + 2, floor + 2, side - 4, LAKE_TILES / (side - 4));
    go_on(life, 20);
}

static loam_result begin(life_bench *life, const loam_tile_defs *defs, int32_t ring_log2, int64_t y)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = defs;
    def.seed = 7;
    def.ring_log2 = ring_log2;
    def.centre = life->centre = (loam_tile_pos){0, y};
    return loam_tile_world_create(&def, &life->world);
}

static loam_result measure_fluids(bench *run, const loam_tile_defs *defs)
{
    life_bench life = {0};
    const loam_result result = begin(&life, defs, RING_LOG2, HEIGHT);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bench_work yardstick = {"one pass over a ring's tiles", 1, look_at_ring, &life};
    const bench_work fall = {"sim fluids, a tile of 100,000 that move",
                             count_moving(&life, let_water_fall, FALL_STEPS), fall_on, &life};
    bench_prepared(run, &fall, let_water_fall);
    const bench_work dam = {"sim dam break, a tile that moves",
                            count_moving(&life, open_dam, DAM_STEPS), break_dam, &life};
    bench_prepared(run, &dam, open_dam);
    fill_lake(&life);
    const bench_work lake = {"sim step with a lake of 1,000,000 tiles at rest", 1, step, &life};
    bench_measure(run, &lake, &yardstick);
    loam_tile_world_destroy(life.world);
    return life.result;
}

/// Nothing at all: what a step costs for being there, and how that grows with the ring.
static loam_result measure_sky(bench *run, const loam_tile_defs *defs, int32_t ring_log2)
{
    char name[64];
    snprintf(name, sizeof name, "sim step of an empty sky, ring of %d", 1 << ring_log2);
    life_bench life = {0};
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    const loam_result result = begin(&life, defs, ring_log2, HEIGHT);
    if (result != LOAM_OK)
    {
        return result;
    }
    char yardstick_name[64];
    snprintf(yardstick_name, sizeof yardstick_name, "one pass over the tiles of a ring of %d",
             1 << ring_log2);
    const bench_work yardstick = {yardstick_name, 1, look_at_ring, &life};
    bench_measure(run, &(bench_work){name, 1, step, &life}, &yardstick);
    loam_tile_world_destroy(life.world);
    return life.result;
}

static loam_result measure_skies(bench *run, const loam_tile_defs *defs)
{
    loam_result result = LOAM_OK;
    for (int32_t ring_log2 = 3; ring_log2 <= 6 && result == LOAM_OK; ring_log2++)
    {
        result = measure_sky(run, defs, ring_log2);
    }
    return result;
}

/// Rules over the ring, around the ground: without fluids, so that nothing else costs much.
static loam_result measure_rules(bench *run, const loam_tile_defs *defs)
{
    life_bench life = {0};
    const loam_result result = begin(&life, defs, RING_LOG2, 0);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bench_work yardstick = {"one pass over a ring's tiles", 1, look_at_ring, &life};
    const bench_work rules = {"sim step of slow rules and weather", 1, step, &life};
    bench_measure(run, &rules, &yardstick);
    loam_tile_world_destroy(life.world);
    return life.result;
}

/// Whether something solid is in a place.
static bool is_ground(const life_bench *life, int64_t x, int64_t y)
{
    const loam_tile tile = loam_tile_world_at(life->world, (loam_tile_pos){x, y});
    return loam_tile_world_defs(life->world)->materials[tile.block].properties & LOAM_SOLID;
}

/// Cuts all that stands in a wood, a few tiles above the ground, until so many parts fall.
static void fell_woods(life_bench *life)
{
    for (int64_t i = 0; loam_tile_world_plants(life->world).falls < FELLED && i < 800; i += 40)
    {
        for (int64_t x = WOODS - 400 + i; x < WOODS - 360 + i; x++)
        {
            int64_t y = WOODS_TOP;
            while (y > 0 && !is_ground(life, x, y))
            {
                y--;
            }
            const loam_edit cut = {
                .shape = LOAM_EDIT_BOX, .layer = LOAM_WALLS, .from = {x, y + 5}, .to = {x, y + 6}};
            (void)loam_tile_world_edit(life->world, &cut, NULL);
        }
        step(life);
    }
}

/// A frame that is late is what this would cost: the line tells what one step in a hundred takes.
static loam_result measure_falls(bench *run)
{
    static const char *const name = "sim step while 50 trees fall in a storm";
    life_bench life = {.centre = {WOODS, 80}};
    if (!bench_wants(run, name))
    {
        return LOAM_OK;
    }
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = 3;
    def.centre = life.centre;
    const loam_result result = loam_tile_world_create(&def, &life.world);
    if (result != LOAM_OK)
    {
        return result;
    }
    const bench_work yardstick = {"one pass over a ring's tiles", 1, look_at_ring, &life};
    const bench_work storm = {"sim step of a wood in a storm", 1, step, &life};
    const bench_work fall = {name, 1, step, &life};
    loam_tile_world_set_weather(life.world, LOAM_WEATHER_STORM);
    go_on(&life, 20);
    bench_wait(run, &storm, &yardstick);
    fell_woods(&life);
    bench_wait(run, &fall, &yardstick);
    loam_tile_world_destroy(life.world);
    return life.result;
}

loam_result bench_life(bench *run)
{
    loam_tile_defs *const defs = malloc(sizeof *defs);
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_tile_defs_init(defs);
    loam_result result = measure_fluids(run, defs);
    result = result != LOAM_OK ? result : measure_skies(run, defs);
    defs->fluids[0].material = defs->sky.rain = defs->sky.snow = defs->sky.lightning =
        LOAM_AIR; // none
    result = result != LOAM_OK ? result : measure_rules(run, defs);
    result = result != LOAM_OK ? result : measure_falls(run);
    free(defs);
    return result;
}
