// SPDX-License-Identifier: MIT
// Plants under attack: hostile bytes, absurd grammars, the world's end, no memory.
#include "check.h"

#include "loam/random.h"
#include "pipeline/meter.h"
#include "tiles/plants/pack.h"
#include "tiles/plants/sway.h"

#include <string.h>

enum
{
    SEED = 3,
    WOODS = 4150 // x: a forest beside a lake
};

static loam_tile_defs defs;

static loam_tile_world_def world_def(const loam_env *env, int64_t x)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env = *env;
    def.defs = &defs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = (loam_tile_pos){x, 80};
    return def;
}

static loam_tile_world *open_world(int64_t x)
{
    const loam_env env = loam_default_env();
    const loam_tile_world_def def = world_def(&env, x);
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    return world;
}

// ---- hostile bytes --------------------------------------------------------------------------------

/// A store that has one chunk's plants: those of a plant with a wind that nobody has.
static uint8_t kept[65536];
static size_t kept_size;
static loam_chunk_pos kept_at;

static loam_result load_none(void *user, loam_chunk_pos at, loam_tile *tiles)
{
    (void)user;
    memset(tiles, 0, LOAM_CHUNK_TILES * sizeof *tiles);
    return at.x == kept_at.x && at.y == kept_at.y ? LOAM_OK : LOAM_NOT_FOUND;
}

static loam_result load_kept(void *user, loam_chunk_pos at, uint8_t *bytes, size_t room,
                             size_t *size)
{
    (void)user, (void)at;
    *size = kept_size;
    memcpy(bytes, kept, kept_size < room ? kept_size : room);
    return LOAM_OK;
}

static void test_a_wind_that_nobody_has_does_no_harm(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world *const first = open_world(WOODS);
    int32_t slot = 0;
    while (slot < 63 && loam_ranges_of(&first->plants->plant_ranges, slot).size == 0)
    {
        slot++;
    }
    loam_plant_block *block = NULL;
    CHECK_OK(loam_plants_copy(first, slot, &block));
    for (uint32_t i = 0; i < block->plant_count; i++)
    {
        block->plants[i].seed.wind_left = 9.0e5f;
        block->plants[i].seed.wind_right = -9.0e5f;
    }
    kept_at = first->ring.slots[slot].chunk;
    kept_size = loam_plants_pack_size(&defs, block);
    CHECK(kept_size < sizeof kept);
    loam_plants_pack(&defs, block, kept);
    loam_plant_block_free(&first->env, block);
    loam_tile_world_destroy(first);

    const loam_env env = loam_default_env();
    loam_tile_world_def def = world_def(&env, WOODS);
    def.store = (loam_chunk_store){.load = load_none, .load_plants = load_kept};
    loam_tile_world *world = NULL;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    for (int32_t i = 0; i < 50; i++)
    {
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    }
    loam_tile_world_destroy(world);
}

// ---- grammars -------------------------------------------------------------------------------------

static void sway_one(const char *grammar, float scale)
{
    const loam_env env = loam_default_env();
    loam_tile_defs_init(&defs);
    snprintf(defs.species[0].grammar, sizeof defs.species[0].grammar, "%s", grammar);
    defs.species[0].scale = scale;
    CHECK_OK(loam_tile_defs_check(&defs));
    loam_plant_kinds *kinds = NULL;
    loam_nursery *nursery = NULL;
    CHECK_OK(loam_plant_kinds_create(&env, &defs, &kinds));
    CHECK_OK(loam_nursery_create(&env, kinds, &nursery));
    const loam_tile_plant seed = {
        .seed = 4, .age = 10, .soil = 1, .light = 1, .wind_left = 1, .wind_right = 1};
    loam_plant_block *block = NULL;
    CHECK_OK(loam_nursery_grow(nursery, &env, &seed, 1, &block));
    for (int32_t i = 0; block != NULL && i < 300; i++)
    {
        (void)loam_sway_step(block->branches, block->branch_count, i < 150 ? 1400 : -1400);
    }
    CHECK(block != NULL && block->branch_count > 1);
    loam_plant_block_free(&env, block);
    loam_nursery_destroy(&env, nursery);
    loam_plant_kinds_destroy(&env, kinds);
}

static void test_absurd_grammars_do_no_harm(void)
{
    sway_one("axiom F(10000)@(60)\n", 1.0f);
    sway_one("axiom F(11000)\n", 1.0f);
    sway_one("axiom !(0.01)+(20)F(10000)@(60)@(60)@(60)@(60)@(60)@(60)@(60)@(60)@(60)\n", 1.0f);
    sway_one("axiom !(900)F(11000)\n", 1.0f);
    sway_one("axiom [+(90)F(11000)]F(10)@(60)\n", 1.0f);
    sway_one("axiom !(1000000)F(100)@(1000000)$(1000000)\n", 16.0f);
    sway_one("axiom F(1000000)\n", 16.0f);
    sway_one("axiom F(3)*(1000000)@(999999)\n", 16.0f);
}

/// Memory that was used before is not all zero.
static void *alloc_used(void *user, size_t size)
{
    const loam_allocator *const inner = user;
    void *const memory = inner->alloc(inner->user, size);
    return memory != NULL ? memset(memory, 0x61, size) : NULL;
}

static void free_used(void *user, void *memory, size_t size)
{
    const loam_allocator *const inner = user;
    inner->free(inner->user, memory, size);
}

static void test_what_grows_is_as_it_has_grown(void)
{
    loam_env env = loam_default_env();
    loam_allocator inner = env.memory;
    env.memory = (loam_allocator){.alloc = alloc_used, .free = free_used, .user = &inner};
    loam_tile_defs_init(&defs);
    loam_plant_kinds *kinds = NULL;
    loam_nursery *nursery = NULL;
    CHECK_OK(loam_plant_kinds_create(&env, &defs, &kinds));
    CHECK_OK(loam_nursery_create(&env, kinds, &nursery));
    const loam_tile_plant seed = {.seed = 4, .age = 10, .soil = 1, .light = 1};
    loam_plant_block *block = NULL;
    CHECK_OK(loam_nursery_grow(nursery, &env, &seed, 1, &block));
    uint32_t changed = 0;
    for (uint32_t i = 0; i < block->cell_count; i++)
    {
        uint8_t byte; // a bool may not be looked at before it is set
        memcpy(&byte, &block->cells[i].changed, 1);
        changed += byte != 0;
    }
    CHECK_INT(changed, 0);
    loam_plant_block_free(&env, block);
    loam_nursery_destroy(&env, nursery);
    loam_plant_kinds_destroy(&env, kinds);
}

// ---- far away -------------------------------------------------------------------------------------

static void test_the_worlds_end_is_windy(void)
{
    loam_tile_defs_init(&defs);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        loam_tile_world *const world = open_world(side * (LOAM_TILE_END - 4096));
        loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
        for (int32_t i = 0; i < 20; i++)
        {
            CHECK_OK(loam_tile_world_step(world, world->centre));
        }
        CHECK(loam_tile_world_plants(world).plants > 10);
        loam_tile_world_destroy(world);
    }
}

// ---- no memory ------------------------------------------------------------------------------------

static void test_creating_without_memory_leaks_nothing(void)
{
    loam_tile_defs_init(&defs);
    for (long long at = 1; at < 200; at += CHECK_SANITIZED ? 20 : 1)
    {
        static meter m;
        memset(&m, 0, sizeof m);
        const loam_env env = meter_env(&m);
        atomic_store(&m.fail_at, at);
        loam_tile_world_def def = world_def(&env, WOODS);
        loam_tile_world *world = NULL;
        const loam_result result = loam_tile_world_create(&def, &world);
        if (result == LOAM_OK)
        {
            loam_tile_world_destroy(world);
        }
        CHECK_REPORT(atomic_load(&m.blocks) == 0 && atomic_load(&m.bytes) == 0,
                     "allocation %lld failed: %lld blocks, %lld bytes are left", at,
                     (long long)atomic_load(&m.blocks), (long long)atomic_load(&m.bytes));
    }
}

/// A world without a store keeps what has changed in a packed form; plants come back from it.
static void test_unpacking_without_memory_loses_nothing(void)
{
    loam_tile_defs_init(&defs);
    uint64_t expected = 0;
    for (long long at = 0; at < 24; at += CHECK_SANITIZED ? 9 : 1)
    {
        static meter m;
        memset(&m, 0, sizeof m);
        const loam_env env = meter_env(&m);
        loam_tile_world_def def = world_def(&env, WOODS);
        def.keep_steps = 0;
        def.keep_bytes = 0;
        def.hysteresis = 0;
        def.ahead = 0;
        loam_tile_world *world = NULL;
        CHECK_OK(loam_tile_world_create(&def, &world));
        loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
        CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS + 900, 80}));
        atomic_store(&m.fail_at, at > 0 ? atomic_load(&m.allocations) + at : 0);
        loam_result result = loam_tile_world_step(world, (loam_tile_pos){WOODS, 80});
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        atomic_store(&m.fail_at, 0);
        while (result != LOAM_OK)
        {
            result = loam_tile_world_step(world, (loam_tile_pos){WOODS, 80});
            CHECK_OK(result);
        }
        const uint64_t plants = loam_tile_world_plants(world).plants;
        expected = at == 0 ? plants : expected;
        CHECK_REPORT(plants == expected, "allocation %lld failed: %llu plants of %llu", at,
                     (unsigned long long)plants, (unsigned long long)expected);
        loam_tile_world_destroy(world);
        CHECK_INT(atomic_load(&m.blocks), 0);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

// ---- what was lost --------------------------------------------------------------------------------

static void test_lost_tiles_are_counted_across_a_move(void)
{
    loam_tile_defs_init(&defs);
    defs.rules[0].name[0] = '\0';
    memset(defs.rules, 0, sizeof defs.rules);
    loam_tile_world *const world = open_world(WOODS), *const other = open_world(WOODS);
    const loam_edit hole = {.shape = LOAM_EDIT_BOX,
                            .layer = LOAM_WALLS,
                            .from = {WOODS - 60, 60},
                            .to = {WOODS + 60, 160}};
    CHECK_OK(loam_tile_world_edit(world, &hole, NULL));
    CHECK_OK(loam_tile_world_edit(other, &hole, NULL));
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){WOODS, 80}));
    CHECK_OK(loam_tile_world_step(other, (loam_tile_pos){WOODS, 80}));
    CHECK_OK(loam_tile_world_step(other, (loam_tile_pos){WOODS + 300, 80})); // a move
    CHECK(loam_tile_world_plants(world).lost > 0);
    CHECK_U64(loam_tile_world_plants(other).lost, loam_tile_world_plants(world).lost);
    loam_tile_world_destroy(world);
    loam_tile_world_destroy(other);
}

int main(void)
{
    RUN_SERIAL(test_a_wind_that_nobody_has_does_no_harm);
    RUN_SERIAL(test_absurd_grammars_do_no_harm);
    RUN_SERIAL(test_what_grows_is_as_it_has_grown);
    RUN_SERIAL(test_the_worlds_end_is_windy);
    RUN_SERIAL(test_creating_without_memory_leaks_nothing);
    RUN_SERIAL(test_unpacking_without_memory_loses_nothing);
    RUN_SERIAL(test_lost_tiles_are_counted_across_a_move);
    return CHECK_DONE();
}
