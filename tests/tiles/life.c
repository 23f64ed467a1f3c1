// SPDX-License-Identifier: MIT
// Living worlds as a whole: what has grown stays as it is, what has come to rest costs nothing.
#include "living.h"

#include "loam/tiles.h"
#include "tiles/world/paint.h"

/// The first place to the right of x whose biome is one, a good way inside; false if there is none near.
static bool find_biome(const loam_tile_source *source, int32_t biome, loam_tile_pos *out)
{
    enum
    {
        COUNT = 4000,
        STEP = 64,
        INSIDE = 8
    };
    static loam_tile_column columns[COUNT];
    CHECK_OK(loam_tile_source_columns(source, 0, STEP, COUNT, columns));
    for (int32_t i = 0, run = 0; i < COUNT; i++)
    {
        run = columns[i].biome == biome ? run + 1 : 0;
        if (run == INSIDE)
        {
            const int32_t middle = i - INSIDE / 2;
            *out = (loam_tile_pos){(int64_t)middle * STEP, columns[middle].surface};
            return true;
        }
    }
    return false;
}

static uint64_t count_loose(const living *l)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0};
    loam_tile_world_census(l->world, living_area(l), counts);
    return counts[TILE_LOOSE_SAND] + counts[TILE_LOOSE_GRAVEL];
}

// Sand lies as it has grown, under dunes and over caves, until somebody digs.
static void test_grown_ground_does_not_come_loose(void)
{
    const loam_env env = loam_default_env();
    static loam_tile_defs defs;
    loam_tile_source *source;
    loam_tile_defs_init(&defs);
    CHECK_OK(loam_tile_source_create(&env, &defs, 11, &source));
    static const int32_t biomes[] = {1, 4, 6, 7}; // tundra, grassland, desert, savanna
    for (int32_t i = 0; i < 4; i++)
    {
        loam_tile_pos at = {0};
        CHECK(find_biome(source, biomes[i], &at));
        living l = living_open(&(living_def){.seed = 11,
                                             .ring_log2 = 3,
                                             .centre = at,
                                             .grown = true,
                                             .weather = LOAM_WEATHER_CLEAR});
        living_run(&l, at, toy_rounds(300));
        CHECK_INT(count_loose(&l), 0);
        // The dug desert is the proof that counting works.
        living_put(&l, (loam_tile_pos){at.x - 40, at.y - 60}, (loam_tile_pos){at.x + 40, at.y - 8},
                   LOAM_AIR);
        living_run(&l, at, 1);
        CHECK(biomes[i] != 6 || count_loose(&l) > 0);
        living_close(&l);
    }
    loam_tile_source_destroy(source);
}

/// Stone, blocks and walls, everywhere.
static void turn_to_stone(living *l)
{
    const loam_tile_area all = living_area(l);
    loam_tile *const tiles = l->world->ring.tiles;
    for (size_t i = 0; i < (size_t)all.w * (size_t)all.h; i++)
    {
        const uint8_t before = tiles[i].block;
        tiles[i] = (loam_tile){.block = TILE_STONE, .wall = TILE_STONE};
        if (before != TILE_STONE)
        {
            loam_life_changed(l->world, i, before);
        }
    }
}

static void test_a_settled_lake_costs_nothing(void)
{
    living l = living_open(
        &(living_def){.seed = 8, .ring_log2 = 4, .weather = LOAM_WEATHER_CLEAR, .threads = 2});
    const loam_tile_pos centre = {0};
    turn_to_stone(&l);
    living_put(&l, (loam_tile_pos){-512, 500}, (loam_tile_pos){511, 520}, LOAM_AIR);
    living_put(&l, (loam_tile_pos){-512, -500}, (loam_tile_pos){511, 499}, TILE_WATER);
    const uint64_t water = living_count(&l, living_area(&l), TILE_WATER);
    CHECK_INT(water, 1024000);
    living_run(&l, centre, 20);
    CHECK_INT(loam_tile_world_life(l.world).looked_at, 0);
    CHECK_INT(loam_tile_world_life(l.world).awake, 0);
    CHECK_INT(living_count(&l, living_area(&l), TILE_WATER), water);
    // A stone falls out of its bottom, and the lake begins to run.
    living_put(&l, (loam_tile_pos){0, -540}, (loam_tile_pos){3, -501}, LOAM_AIR);
    living_run(&l, centre, 20);
    const loam_tile_life life = loam_tile_world_life(l.world);
    CHECK_RANGE(life.moved, 1, 5000);
    CHECK_RANGE(life.looked_at, 1, 10000);
    CHECK_INT(living_count(&l, living_area(&l), TILE_WATER), water);
    living_close(&l);
}

// Nothing of what lives is written beyond the tiles that may be simulated, but the row next to them.
static void test_nothing_changes_beyond_the_update_area(void)
{
    static loam_tile before[1024 * 1024];
    living l = living_open(&(living_def){.seed = 9, .ring_log2 = 3, .weather = LOAM_WEATHER_STORM});
    memcpy(before, l.world->ring.tiles, sizeof before);
    living_run(&l, (loam_tile_pos){0}, toy_rounds(60));
    const loam_tile_area all = living_area(&l);
    int64_t outside = 0, inside = 0;
    for (int64_t i = 0; i < (int64_t)all.w * all.h; i++)
    {
        const int64_t x = i % all.w, y = i / all.w;
        const size_t index = loam_ring_index(&l.world->ring, (loam_tile_pos){all.x + x, all.y + y});
        const bool changed = memcmp(&before[index], &l.world->ring.tiles[index], 4) != 0;
        const bool far = x < 63 || y < 63 || x > all.w - 64 || y > all.h - 64;
        outside += changed && far;
        inside += changed && !far;
    }
    CHECK_INT(outside, 0);
    CHECK(inside > 10000);
    living_close(&l);
}

// The rows of the ring's two ends are neighbours in the array only: digging at one end leaves the other.
static void test_edits_at_the_end_of_the_ring_stay_there(void)
{
    living l = living_open(&(living_def){.seed = 9, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    const loam_tile_area all = living_area(&l);
    const loam_tile_pos low = {all.x, all.y}, high = {all.x + all.w - 1, all.y + all.h - 1};
    living_put(&l, low, (loam_tile_pos){high.x, low.y + 4}, TILE_SAND);
    living_put(&l, low, (loam_tile_pos){low.x + 4, high.y}, TILE_SAND);
    living_put(&l, (loam_tile_pos){low.x, high.y - 4}, high, TILE_STONE);
    living_put(&l, (loam_tile_pos){high.x - 4, low.y}, high, TILE_STONE);
    const uint64_t sand = living_count(&l, all, TILE_SAND);
    living_put(&l, (loam_tile_pos){low.x + 10, high.y - 2}, high, LOAM_AIR);
    living_put(&l, (loam_tile_pos){high.x - 2, low.y + 10}, high, LOAM_AIR);
    CHECK_INT(living_count(&l, all, TILE_SAND), sand);
    CHECK_INT(living_wrong_bits(&l), 0);
    living_close(&l);
}

static void test_a_still_world_does_not_live(void)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.ring_log2 = 3;
    def.still = true;
    def.pipeline = toy_pipeline(&def.env, 1, NULL);
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    const uint64_t hash = loam_tile_world_hash(world);
    for (int32_t i = 0; i < 5; i++)
    {
        CHECK_OK(loam_tile_world_step(world, def.centre));
    }
    CHECK_U64(loam_tile_world_hash(world), hash);
    const loam_tile_life none = {0}, life = loam_tile_world_life(world);
    CHECK(memcmp(&none, &life, sizeof none) == 0);
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(def.pipeline);
}

static void fill_with_stone(loam_tile_world *world)
{
    for (size_t i = 0; i < (size_t)world->ring.side * (size_t)world->ring.side; i++)
    {
        world->ring.tiles[i] = (loam_tile){.block = TILE_STONE};
    }
    for (int32_t slot = 0; slot < world->ring.chunks * world->ring.chunks; slot++)
    {
        loam_life_arrived(world, slot);
    }
}

// Who only gives water another state, as undo may, wakes it up: it may have to look for its level.
static void test_a_changed_state_wakes_a_fluid(void)
{
    living l = living_open(&(living_def){.seed = 3, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    loam_tile_world *const world = l.world;
    fill_with_stone(world);
    living_put(&l, (loam_tile_pos){10, 10}, (loam_tile_pos){19, 19}, TILE_WATER);
    living_run(&l, (loam_tile_pos){0, 0}, 100);
    CHECK_INT(loam_tile_world_life(world).awake, 0);
    loam_painter painter = loam_painter_make(world);
    loam_tile tile = loam_tile_world_at(world, (loam_tile_pos){15, 15});
    loam_paint_tile(&painter, (loam_tile_pos){15, 15}, tile);
    CHECK_INT(loam_tile_world_life(world).awake, 0);
    tile.block_variant ^= 1;
    loam_paint_tile(&painter, (loam_tile_pos){15, 15}, tile);
    CHECK(loam_tile_world_life(world).awake > 0);
    living_close(&l);
}

// Sand comes loose when what it lies on is taken away, in whichever row and whatever else is still.
static void test_sand_falls_in_every_row(void)
{
    living l = living_open(&(living_def){.seed = 3, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    fill_with_stone(l.world);
    for (int64_t y = -70; y < 70; y++)
    {
        const int64_t x = 3 * y;
        living_put(&l, (loam_tile_pos){x, y - 3}, (loam_tile_pos){x, y - 1}, LOAM_AIR);
        living_put(&l, (loam_tile_pos){x, y + 1}, (loam_tile_pos){x, y + 1}, TILE_SAND);
        living_run(&l, (loam_tile_pos){0, 0}, 2);
        CHECK_INT(loam_tile_world_at(l.world, (loam_tile_pos){x, y + 1}).block, TILE_SAND);
        living_put(&l, (loam_tile_pos){x, y}, (loam_tile_pos){x, y}, LOAM_AIR);
        living_run(&l, (loam_tile_pos){0, 0}, 3);
        CHECK_REPORT(loam_tile_world_at(l.world, (loam_tile_pos){x, y + 1}).block != TILE_SAND,
                     "sand above (%d, %d) hangs in the air", (int)x, (int)y);
    }
    living_close(&l);
}

// What is changed at one end of the ring is no concern of what lies at the other, though it is next to it in
// the array.
static void test_the_ends_of_the_ring_do_not_touch(void)
{
    living l = living_open(&(living_def){.seed = 3, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    const loam_tile_area all = living_area(&l);
    const loam_tile_pos ends[2] = {{all.x, all.y}, {all.x + all.w - 1, all.y + all.h - 1}};
    for (int32_t from = 0; from < 2; from++)
    {
        const loam_tile_pos dug = ends[from], other = ends[1 - from];
        fill_with_stone(l.world);
        living_put(&l, (loam_tile_pos){other.x, -200}, (loam_tile_pos){other.x, 200}, TILE_SAND);
        living_put(&l, (loam_tile_pos){-200, other.y}, (loam_tile_pos){200, other.y}, TILE_SAND);
        living_run(&l, (loam_tile_pos){0, 0}, 2);
        const uint64_t sand = living_count(&l, all, TILE_SAND);
        CHECK_INT(sand, 802);
        living_put(&l, (loam_tile_pos){dug.x, -200}, (loam_tile_pos){dug.x, 200}, LOAM_AIR);
        living_put(&l, (loam_tile_pos){-200, dug.y}, (loam_tile_pos){200, dug.y}, LOAM_AIR);
        living_run(&l, (loam_tile_pos){0, 0}, 5);
        CHECK_INT(living_count(&l, all, TILE_SAND), sand);
    }
    living_close(&l);
}

// A comb of arms in which water looks for its level at many places at once: who goes first is always the same.
// A hash that changes means that worlds have changed: see CONTRIBUTING.
static void test_levels_are_found_in_the_same_order(void)
{
    living l = living_open(&(living_def){.seed = 3, .ring_log2 = 3, .weather = LOAM_WEATHER_CLEAR});
    loam_tile_world *const world = l.world;
    fill_with_stone(world);
    living_put(&l, (loam_tile_pos){2, 4}, (loam_tile_pos){122, 5}, TILE_WATER);
    for (int64_t x = 2; x <= 122; x += 2)
    {
        living_put(&l, (loam_tile_pos){x, 6}, (loam_tile_pos){x, 60}, LOAM_AIR);
        living_put(&l, (loam_tile_pos){x, 6}, (loam_tile_pos){x, x % 4 == 0 ? 8 : 30}, TILE_WATER);
    }
    uint64_t levelled = 0;
    for (int32_t step = 0; step < 60; step++)
    {
        living_step(&l, (loam_tile_pos){0, 0});
        levelled += loam_tile_world_life(world).levelled;
    }
    CHECK(levelled > 100);
    CHECK_U64(loam_tile_world_hash(world), 0x8b7bfc575f0ed8a6u);
    living_close(&l);
}

int main(void)
{
    RUN_SERIAL(test_grown_ground_does_not_come_loose);
    RUN(test_a_settled_lake_costs_nothing);
    RUN_SERIAL(test_nothing_changes_beyond_the_update_area);
    RUN_SERIAL(test_edits_at_the_end_of_the_ring_stay_there);
    RUN_SERIAL(test_a_still_world_does_not_live);
    RUN(test_a_changed_state_wakes_a_fluid);
    RUN(test_sand_falls_in_every_row);
    RUN(test_the_ends_of_the_ring_do_not_touch);
    RUN(test_levels_are_found_in_the_same_order);
    return CHECK_DONE();
}
