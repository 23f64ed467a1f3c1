// SPDX-License-Identifier: MIT
// Slow transformations do not depend on threads, the size of the ring or the order of changes, and take no
// memory; the climate follows the ring.
#include "overlooked.h"
#include "scene.h"

#include "base/counting.h"
#include "loam/jobs.h"
#include "loam/random.h"
#include "tiles/data/defs.h"
#include "tiles/life/climate.h"

enum
{
    SEED = 23
};

static loam_tile_defs defs;

static loam_jobs *make_jobs(int32_t threads)
{
    loam_jobs *jobs = NULL;
    loam_jobs_def def = loam_default_jobs_def();
    def.threads = threads;
    if (threads > 0)
    {
        const loam_result result = loam_jobs_create(&def, &jobs);
        CHECK(result == LOAM_OK || result == LOAM_UNSUPPORTED);
    }
    return jobs;
}

/// Squares of 4 x 4 of what burns, grows and melts, but does not flow: alone, so that much changes.
static void paint_squares(scene *s)
{
    static const uint8_t blocks[] = {LOAM_AIR,           LOAM_AIR,        TILE_DIRT,  TILE_GRASS,
                                     TILE_BURNING_GRASS, TILE_MOULD_DIRT, TILE_STONE, TILE_CRUST};
    const loam_tile_ring ring = loam_tile_world_ring(s->world);
    for (int64_t i = 0; i < (int64_t)ring.side * ring.side; i++)
    {
        const int64_t x = ring.lowest.x * 128 + i % ring.side,
                      y = ring.lowest.y * 128 + i / ring.side;
        const uint64_t place = loam_seed_at(1, x >> 2, y >> 2, 0);
        *scene_tile(s, x, y) = (loam_tile){.block = blocks[loam_random_u32(place, 0) % 8],
                                           .wall = blocks[loam_random_u32(place, 1) % 8]};
    }
}

/// The built-in rules without those that let something flow.
static void still_rules(void)
{
    int32_t count = 0;
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; defs.rules[i].name[0] != '\0'; i++)
    {
        if (defs.materials[defs.rules[i].to].properties & LOAM_SOLID)
        {
            defs.rules[count++] = defs.rules[i];
        }
    }
    memset(&defs.rules[count], 0, (size_t)(LOAM_MAX_SLOW_RULES - count) * sizeof *defs.rules);
    CHECK_OK(loam_tile_defs_check(&defs));
}

static void test_threads_make_no_difference(void)
{
    static const int32_t threads[] = {0, 1, 2, 8};
    uint64_t hashes[4] = {0}, followed[4] = {0};
    loam_tile_defs_init(&defs);
    for (int32_t i = 0; i < 4; i++)
    {
        loam_tile_world_def def = scene_def(&defs, SEED);
        def.env.jobs = make_jobs(threads[i]);
        scene s = scene_open(&def);
        paint_squares(&s);
        for (int32_t step = 0; step < 40; step++)
        {
            CHECK_OK(loam_tile_world_step(s.world, (loam_tile_pos){step * 20, 0}));
            hashes[i] ^= loam_tile_world_hash(s.world) * (uint64_t)(2 * step + 1);
            followed[i] += loam_tile_world_life(s.world).transformed;
        }
        scene_close(&s);
        loam_jobs_destroy(def.env.jobs);
        CHECK_U64(hashes[i], hashes[0]);
        CHECK_U64(followed[i], followed[0]);
    }
    CHECK(followed[0] > 1000);
}

// Tiles that two rings hold change alike, a stirring's reach away from where the smaller one ends.
static void test_the_size_of_the_ring_makes_no_difference(void)
{
    enum
    {
        STEPS = 12,
        HALF = 448 - 36 - 2 * STEPS // a tile reads 2 tiles around, in every step
    };
    still_rules();
    scene s[2];
    for (int32_t i = 0; i < 2; i++)
    {
        loam_tile_world_def def = scene_def(&defs, SEED);
        def.ring_log2 = 3 + i;
        def.centre = (loam_tile_pos){-5000, 300};
        s[i] = scene_open(&def);
        paint_squares(&s[i]);
        for (int32_t step = 0; step < STEPS; step++)
        {
            CHECK_OK(loam_tile_world_step(s[i].world, def.centre));
        }
        CHECK(loam_tile_world_life(s[i].world).transformed > 100);
    }
    const loam_chunk_pos chunk = loam_chunk_of_tile(s[0].def.centre);
    for (int64_t y = chunk.y * 128 - HALF; y < chunk.y * 128 + HALF; y++)
    {
        for (int64_t x = chunk.x * 128 - HALF; x < chunk.x * 128 + HALF; x++)
        {
            const loam_tile a = *scene_tile(&s[0], x, y), b = *scene_tile(&s[1], x, y);
            CHECK(memcmp(&a, &b, sizeof a) == 0);
        }
    }
    scene_close(&s[0]);
    scene_close(&s[1]);
}

/// Two rules that let something appear in the same tile: one from below, one from behind.
static void test_of_two_that_appear_the_greater_id_stays(void)
{
    for (int32_t swapped = 0; swapped < 2; swapped++)
    {
        loam_slow_rule rules[2] = {
            scene_rule("below", TILE_DIRT, swapped ? TILE_GRANITE : TILE_GRASS),
            scene_rule("behind", TILE_OAK_WOOD, swapped ? TILE_GRASS : TILE_GRANITE)};
        rules[0].layers = LOAM_BLOCKS;
        rules[1].layers = LOAM_WALLS;
        rules[0].written = rules[1].written = LOAM_BLOCKS;
        rules[0].modifiers = rules[1].modifiers = LOAM_RULE_STIR; // both in one step
        scene_defs(&defs, rules, 2);
        const loam_tile_world_def def = scene_def(&defs, SEED);
        scene s = scene_open(&def);
        for (int64_t y = -100; y < 100; y += 10)
        {
            for (int64_t x = -100; x < 100; x += 10)
            {
                scene_put(&s, LOAM_BLOCKS, TILE_DIRT, x, y);
                scene_put(&s, LOAM_WALLS, TILE_OAK_WOOD, x, y + 1);
            }
        }
        for (int32_t step = 0; step < 50; step++)
        {
            CHECK_OK(loam_tile_world_step(s.world, def.centre));
        }
        int32_t appeared = 0;
        for (int64_t i = 0; i < 400; i++)
        {
            const uint8_t block = scene_tile(&s, i % 20 * 10 - 100, i / 20 * 10 - 99)->block;
            CHECK(block == LOAM_AIR || block == TILE_GRANITE);
            appeared += block != LOAM_AIR;
        }
        CHECK(appeared > 0);
        scene_close(&s);
    }
}

/// What may let grass appear at (x, y + 1): earth below it, wood behind it, or both.
static void arrange(scene *s, loam_tile_pos at, bool below, bool behind)
{
    *scene_tile(s, at.x, at.y) = (loam_tile){.block = below ? TILE_DIRT : LOAM_AIR};
    *scene_tile(s, at.x, at.y + 1) = (loam_tile){.wall = behind ? TILE_OAK_WOOD : LOAM_AIR};
}

/// The variant that appears from one side alone, in the step that is now.
static int32_t variant_from(scene *s, loam_tile_pos at, bool below)
{
    arrange(s, at, below, !below);
    CHECK(loam_transform_look(s->world, (loam_tile_pos){at.x, at.y + !below}));
    CHECK_INT(scene_tile(s, at.x, at.y + 1)->block, TILE_GRASS);
    return scene_tile(s, at.x, at.y + 1)->block_variant;
}

// Of two variants of one material that appear at once the greater stays, whoever is first.
static void test_of_two_that_appear_the_greater_variant_stays(void)
{
    loam_slow_rule rules[2] = {scene_rule("below", TILE_DIRT, TILE_GRASS),
                               scene_rule("behind", TILE_OAK_WOOD, TILE_GRASS)};
    rules[0].layers = LOAM_BLOCKS;
    rules[1].layers = LOAM_WALLS;
    rules[0].written = rules[1].written = LOAM_BLOCKS;
    rules[0].modifiers = rules[1].modifiers = LOAM_RULE_STIR; // both in one step
    scene_defs(&defs, rules, 2);
    const loam_tile_world_def def = scene_def(&defs, SEED);
    scene s = scene_open(&def);
    int32_t from_below = 0, from_behind = 0;
    for (; s.world->steps < 60; s.world->steps++)
    {
        for (int64_t i = 0; i < 400; i++)
        {
            arrange(&s, (loam_tile_pos){i % 20 * 10 - 100, i / 20 * 10 - 100}, true, true);
        }
        (void)loam_transform_step(s.world);
        for (int64_t i = 0; i < 400; i++)
        {
            const loam_tile_pos at = {i % 20 * 10 - 100, i / 20 * 10 - 100};
            const loam_tile met = *scene_tile(&s, at.x, at.y + 1);
            if (met.block != LOAM_AIR)
            {
                const int32_t below = variant_from(&s, at, true);
                const int32_t behind = variant_from(&s, at, false);
                CHECK_INT(met.block_variant, below > behind ? below : behind);
                from_below += below > behind;
                from_behind += behind > below;
            }
        }
    }
    CHECK(from_below > 5 && from_behind > 5);
    scene_close(&s);
}

// ---- empty chunks ---------------------------------------------------------------------------------

static void edit_block(loam_tile_world *world, loam_tile_pos at, uint8_t material)
{
    const loam_edit edit = {
        .shape = LOAM_EDIT_BOX, .layer = LOAM_BLOCKS, .material = material, .from = at, .to = at};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
}

// From the step on in which something comes into one of the four chunks that an update chunk lies in, to soon after
// it has gone.
static void test_empty_chunks_are_passed_over(void)
{
    static const int64_t places[] = {0, 127, 128, 200, -1, -300};
    loam_tile_defs_init(&defs);
    const loam_tile_world_def def = scene_def(&defs, SEED);
    scene s = scene_open(&def);
    loam_tile_world_set_weather(s.world, LOAM_WEATHER_CLEAR);
    const int32_t all = s.world->update_count;
    CHECK_INT(all, 49);
    CHECK_INT(passed_over(s.world), all);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        const loam_tile_pos at = {places[i], 50 - places[i]};
        edit_block(s.world, at, TILE_OBSIDIAN);
        for (int32_t step = 0; step < 3 * s.world->ring.chunks; step++)
        {
            CHECK_INT(passed_over(s.world), all - 4);
            CHECK(step % 8 != 0 || overlooked_tiles(s.world) == 0);
            CHECK_OK(loam_tile_world_step(s.world, def.centre));
        }
        edit_block(s.world, at, LOAM_AIR);
        CHECK_INT(passed_over(s.world), all - 4);
        for (int32_t step = 0; step < 2 * s.world->ring.chunks; step++)
        {
            CHECK_OK(loam_tile_world_step(s.world, def.centre));
        }
        CHECK_INT(passed_over(s.world), all);
    }
    scene_close(&s);
}

// Crowns are in chunks that are empty but for them, sway there, and the ring moves on.
static void test_nothing_is_overlooked_in_woods(void)
{
    loam_tile_defs_init(&defs);
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = &defs;
    def.ring_log2 = 3;
    int32_t passed = 0;
    for (uint64_t seed = 0; seed < 2; seed++)
    {
        def.seed = seed;
        loam_tile_world *world = NULL;
        CHECK_OK(loam_tile_world_create(&def, &world));
        loam_tile_world_set_weather(world, LOAM_WEATHER_CLOUDY);
        for (int32_t step = 0; step < 30; step++)
        {
            CHECK_OK(loam_tile_world_step(world, (loam_tile_pos){step * 30, 0}));
            passed += passed_over(world);
            CHECK_INT(step % 10 == 0 ? overlooked_tiles(world) : 0, 0);
        }
        loam_tile_world_destroy(world);
    }
    CHECK(passed > 100);
}

// ---- memory ---------------------------------------------------------------------------------------

static void test_steps_take_no_memory(void)
{
    counting counter;
    loam_tile_defs_init(&defs);
    loam_tile_world_def def = scene_def(&defs, SEED);
    def.env = counting_env(&counter);
    scene s = scene_open(&def);
    paint_squares(&s);
    const int64_t asked = counter.asked;
    for (int32_t step = 0; step < 20; step++)
    {
        (void)loam_transform_step(s.world);
        s.world->steps++;
    }
    CHECK_INT(counter.asked, asked);
    scene_close(&s);
    CHECK_INT(counter.blocks, 0);
    CHECK_INT((int64_t)counter.bytes, 0);
}

static void test_refused_memory_is_a_result(void)
{
    counting counter;
    loam_tile_defs_init(&defs);
    loam_tile_world_def def = scene_def(&defs, SEED);
    def.env = counting_env(&counter);
    scene s = {.def = def};
    s.def.pipeline = scene_pipeline();
    CHECK_OK(loam_tile_world_create(&s.def, &s.world));
    loam_tile_world *const world = s.world;
    // Both as if for the first time.
    loam_transform_free(world);
    loam_climate_free(world);
    const int64_t blocks = counter.blocks;
    for (int64_t refused = 1; refused <= 8; refused++)
    {
        world->climate = NULL;
        world->transform = NULL;
        counter.refuse_at = counter.asked + refused;
        loam_result result = loam_climate_init(world);
        result = result != LOAM_OK ? result : loam_transform_init(world);
        CHECK_INT(result, LOAM_OUT_OF_MEMORY);
        loam_transform_free(world);
        loam_climate_free(world);
        CHECK_INT(counter.blocks, blocks);
    }
    counter.refuse_at = 0;
    CHECK_OK(loam_climate_init(world));
    CHECK_OK(loam_transform_init(world));
    scene_close(&s);
}

// ---- climate --------------------------------------------------------------------------------------

static void check_climate(const scene *s, const loam_tile_source *source)
{
    const loam_tile_ring ring = loam_tile_world_ring(s->world);
    static loam_tile_column columns[SCENE_SIDE];
    const int64_t first = ring.lowest.x * LOAM_CHUNK_SIDE;
    CHECK_OK(loam_tile_source_columns(source, first, 1, SCENE_SIDE, columns));
    for (int32_t i = 0; i < SCENE_SIDE; i++)
    {
        const loam_climate_column column = loam_climate_at(s->world, first + i);
        CHECK_INT(column.surface, columns[i].surface);
        CHECK_INT(column.temperature, (int32_t)(columns[i].temperature * 255 + 0.5f));
        CHECK_INT(column.humidity, (int32_t)(columns[i].humidity * 255 + 0.5f));
    }
    CHECK_INT(loam_climate_at(s->world, first - 1000).surface, columns[0].surface);
    CHECK_INT(loam_climate_at(s->world, first + 5000).surface, columns[SCENE_SIDE - 1].surface);
}

static void test_the_climate_follows_the_ring(void)
{
    static const int64_t places[] = {0, 150, 700, -90000, -89000, -89900, (int64_t)1 << 59, 3};
    loam_tile_defs_init(&defs);
    const loam_env env = loam_default_env();
    loam_tile_source *source = NULL;
    CHECK_OK(loam_tile_source_create(&env, &defs, SEED, &source));
    loam_tile_world_def def = scene_def(&defs, SEED);
    def.still = true; // asked for in maps, too
    scene s = scene_open(&def);
    check_climate(&s, source);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        CHECK_OK(loam_tile_world_step(s.world, (loam_tile_pos){places[i], 0}));
        check_climate(&s, source);
    }
    scene_close(&s);
    loam_tile_source_destroy(source);
}

static void test_it_is_colder_on_a_mountain(void)
{
    loam_tile_defs_init(&defs);
    const loam_tile_world_def def = scene_def(&defs, SEED);
    scene s = scene_open(&def);
    const int32_t ground = loam_climate_at(s.world, 7).temperature;
    CHECK(ground > 60);
    CHECK_INT(loam_climate_temperature(s.world, 7, -100000), ground);
    CHECK_INT(loam_climate_temperature(s.world, 7, 0), ground);
    CHECK_INT(loam_climate_temperature(s.world, 7, 256), ground - 40);
    CHECK_INT(loam_climate_temperature(s.world, 7, 128), ground - 20);
    CHECK_INT(loam_climate_temperature(s.world, 7, LOAM_TILE_END - 1), 0);
    scene_close(&s);
}

int main(void)
{
    RUN(test_threads_make_no_difference);
    RUN_SERIAL(test_the_size_of_the_ring_makes_no_difference);
    RUN_SERIAL(test_of_two_that_appear_the_greater_id_stays);
    RUN_SERIAL(test_of_two_that_appear_the_greater_variant_stays);
    RUN_SERIAL(test_empty_chunks_are_passed_over);
    RUN_SERIAL(test_nothing_is_overlooked_in_woods);
    RUN_SERIAL(test_steps_take_no_memory);
    RUN_SERIAL(test_refused_memory_is_a_result);
    RUN_SERIAL(test_the_climate_follows_the_ring);
    RUN_SERIAL(test_it_is_colder_on_a_mountain);
    return CHECK_DONE();
}
