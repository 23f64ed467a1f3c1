// SPDX-License-Identifier: MIT
// What the built-in rules make of places in thousands of steps: what must have happened, what must not have,
// and that a world which nobody touches stays as it has grown.
#include "scene.h"

#include "tiles/data/defs.h"

enum
{
    SEED = 5,
    FLOOR = -100, // where scenes stand
};

static loam_tile_defs defs;

/// An empty world in a climate, under a clear sky.
static scene open_at(const int32_t *climate)
{
    loam_tile_defs_init(&defs);
    loam_tile_world_def def = scene_def(&defs, SEED);
    def.centre = (loam_tile_pos){scene_place(&defs, SEED, climate), FLOOR};
    scene s = scene_open(&def);
    loam_tile_world_set_weather(s.world, LOAM_WEATHER_CLEAR);
    return s;
}

static const int32_t mild[4] = {90, 125, 90, 160}, cold[4] = {0, 28, 70, 180};

static void step(scene *s, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        CHECK_OK(loam_tile_world_step(s->world, s->def.centre));
    }
}

/// Changes blocks as a player would, in w x h tiles from x right of the middle and y above the floor.
static void put(scene *s, uint8_t material, int64_t x, int64_t y, int32_t w, int32_t h)
{
    for (int64_t row = 0; row < h; row++)
    {
        const int64_t from = s->def.centre.x + x, at = FLOOR + y + row;
        const loam_edit edit = {.shape = LOAM_EDIT_LINE,
                                .layer = LOAM_BLOCKS,
                                .material = material,
                                .from = {from, at},
                                .to = {from + w - 1, at}};
        CHECK_OK(loam_tile_world_edit(s->world, &edit, NULL));
    }
}

static int64_t count(const scene *s, uint8_t material, int64_t x, int64_t y, int32_t w, int32_t h)
{
    uint64_t counts[LOAM_MAX_MATERIALS] = {0};
    loam_tile_world_census(s->world, (loam_tile_area){s->def.centre.x + x, FLOOR + y, w, h},
                           counts);
    return (int64_t)counts[material];
}

// ---- fire -----------------------------------------------------------------------------------------

/// Three rows of grass on dirt, with a gap on the right that fire cannot cross.
static void build_meadow(scene *s)
{
    put(s, TILE_DIRT, -200, -9, 400, 9);
    put(s, TILE_GRASS, -200, -3, 400, 3);
    put(s, TILE_STONE, 60, -6, 6, 6);
}

static void test_a_meadow_burns_down_and_grows_again(void)
{
    scene s = open_at(mild);
    build_meadow(&s);
    put(&s, TILE_BURNING_GRASS, 0, -3, 3, 3);
    step(&s, 1500);
    CHECK_RANGE(count(&s, TILE_GRASS, -200, -3, 260, 3), 180,
                720); // to both sides, but not yet all
    CHECK(count(&s, TILE_BURNING_GRASS, -200, -9, 260, 9) > 10);
    step(&s, 12000);
    CHECK(count(&s, TILE_BURNING_GRASS, -200, -9, 260, 9) < 10); // it dies out behind
    CHECK(count(&s, TILE_DIRT, -200, -3, 260, 3) > 740);
    CHECK_INT(count(&s, TILE_GRASS, 66, -2, 134, 2), 134 * 2); // beyond the gap
    put(&s, TILE_DIRT, -200, -3, 260, 3);                      // embers, if there are any
    put(&s, TILE_GRASS, -100, -1, 2, 1);
    step(&s, 8000);
    CHECK_RANGE(count(&s, TILE_GRASS, -200, -3, 260, 3), 8, 520);
    CHECK_INT(count(&s, TILE_GRASS, -200, -9, 260, 6), 0); // where there is no sky
    scene_close(&s);
}

static void test_water_stops_a_fire(void)
{
    scene s = open_at(mild);
    build_meadow(&s);
    put(&s, TILE_STONE, -34, -9, 14, 9);
    put(&s, TILE_WATER, -32, -2, 10, 2);
    put(&s, TILE_BURNING_GRASS, 0, -3, 3, 3);
    step(&s, 6000);
    CHECK_INT(count(&s, TILE_BURNING_GRASS, -200, -9, 166, 9), 0);
    CHECK(count(&s, TILE_GRASS, -200, -2, 166, 2) >= 2 * 160);
    scene_close(&s);
}

static void test_a_hut_burns_to_coals(void)
{
    scene s = open_at(mild);
    put(&s, TILE_STONE, -40, -3, 80, 3);
    for (int32_t i = 0; i < 12; i++)
    {
        const loam_edit edit = {.shape = LOAM_EDIT_LINE,
                                .layer = LOAM_WALLS,
                                .material = TILE_OAK_WOOD,
                                .from = {s.def.centre.x - 10, FLOOR + i},
                                .to = {s.def.centre.x + 9, FLOOR + i}};
        CHECK_OK(loam_tile_world_edit(s.world, &edit, NULL));
    }
    put(&s, TILE_OAK_WOOD, -10, 12, 20, 2);
    put(&s, TILE_BURNING_WOOD, 9, 12, 1, 1);
    step(&s, 9000);
    int32_t burnt = 0, whole = 0;
    for (int32_t i = 0; i < 20 * 12; i++)
    {
        const uint8_t wall = scene_tile(&s, s.def.centre.x - 10 + i % 20, FLOOR + i / 20)->wall;
        burnt += wall == TILE_BURNT_WOOD;
        whole += wall == TILE_OAK_WOOD;
    }
    CHECK_INT(whole, 0);
    CHECK(burnt > 200);
    CHECK(count(&s, TILE_BURNT_WOOD, -10, 12, 20, 2) > 30);
    CHECK_INT(count(&s, TILE_FIRE, -10, 0, 20, 14) < 10, true);
    scene_close(&s);
}

// ---- lava, frost, mould ---------------------------------------------------------------------------

static void test_a_lava_lake_has_flecks_of_crust_and_stays(void)
{
    scene s = open_at(mild);
    put(&s, TILE_DEEP_STONE, -60, -30, 120, 34);
    put(&s, TILE_LAVA, -50, -20, 100, 20);
    put(&s, LOAM_AIR, -50, 0, 100, 4);
    put(&s, TILE_CRUST, -50, -2, 100, 2); // more than stays
    step(&s, 10000);
    const int64_t lava = count(&s, TILE_LAVA, -60, -30, 120, 40);
    const int64_t crust = count(&s, TILE_CRUST, -60, -30, 120, 40);
    CHECK_INT(lava + crust, 100 * 20); // none is lost
    CHECK_RANGE(crust, 1, 150);
    CHECK_INT(count(&s, TILE_CRUST, -50, -20, 100, 16), 0); // only at the air
    scene_close(&s);
}

/// A lake of 60 x 10, in stone.
static void build_lake(scene *s)
{
    put(s, TILE_STONE, -50, -20, 100, 20);
    put(s, TILE_WATER, -30, -10, 60, 10);
}

static void test_a_lake_in_the_cold_gets_a_lid(void)
{
    scene s = open_at(cold);
    build_lake(&s);
    step(&s, 20000);
    const int64_t ice = count(&s, TILE_ICE, -30, -10, 60, 10);
    CHECK_RANGE(count(&s, TILE_ICE, -30, -1, 60, 1), 48, 60);
    CHECK_INT(ice + count(&s, TILE_WATER, -30, -10, 60, 10), 600);
    CHECK_INT(count(&s, TILE_ICE, -30, -10, 60, 7), 0); // deeper it does not freeze
    scene_close(&s);
}

static void test_a_lake_in_the_mild_stays_a_lake(void)
{
    scene s = open_at(mild);
    build_lake(&s);
    step(&s, 8000);
    CHECK_RANGE(count(&s, TILE_WATER, -30, -10, 60, 10), 560, 599); // some of it dries
    scene_close(&s);
}

static int64_t count_mould(const scene *s, int64_t x, int32_t w)
{
    return count(s, TILE_MOULD_GRASS, x, -30, w, 30) + count(s, TILE_MOULD_DIRT, x, -30, w, 30) +
           count(s, TILE_MOULD_STONE, x, -30, w, 30);
}

static void test_mould_spreads_until_frost_stops_it(void)
{
    scene s = open_at(cold); // where ice does not melt
    put(&s, TILE_DIRT, -100, -12, 200, 12);
    put(&s, TILE_STONE, 20, -12, 80, 12);
    put(&s, TILE_ICE, -20, -12, 4, 14);
    put(&s, TILE_MOULD_DIRT, 0, -2, 2, 2);
    step(&s, 16000);
    CHECK(count_mould(&s, -16, 116) > 200);
    CHECK(count(&s, TILE_MOULD_STONE, 20, -12, 80, 12) > 10);
    CHECK_INT(count_mould(&s, -100, 80), 0);
    CHECK(count(&s, TILE_DIRT, -16, -12, 2, 12) > 12); // it dies beside the ice
    scene_close(&s);
}

// ---- a world that nobody touches ------------------------------------------------------------------

/// How many rules are followed in the ring around a place that has grown.
static uint64_t count_changes(uint64_t seed, loam_tile_pos at, int32_t steps)
{
    loam_tile_world_def def = scene_def(NULL, seed);
    loam_tile_world *world = NULL;
    uint64_t changes = 0;
    def.centre = at;
    CHECK_OK(loam_tile_world_create(&def, &world));
    loam_tile_world_set_weather(world, LOAM_WEATHER_CLEAR);
    for (int32_t i = 0; i < steps; i++)
    {
        CHECK_OK(loam_tile_world_step(world, at));
        changes += loam_tile_world_life(world).transformed;
    }
    loam_tile_world_destroy(world);
    return changes;
}

static void test_what_has_grown_stays(void)
{
    static const struct
    {
        uint64_t seed;
        loam_tile_pos at;
    } places[] = {{1, {0, 100}},      {1, {-37400, 216}}, {1, {-36000, 322}}, {1, {25200, 52}},
                  {2, {-25200, 137}}, {2, {-40000, 0}},   {2, {0, -2400}}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
        // A million tiles, of which each has its turn once.
        const uint64_t changes = count_changes(places[i].seed, places[i].at, 1024);
        CHECK_REPORT(changes < 300, "%llu changes at place %d", (unsigned long long)changes,
                     (int)i);
    }
}

int main(void)
{
    RUN(test_a_meadow_burns_down_and_grows_again);
    RUN_UNSANITIZED(test_water_stops_a_fire);
    RUN_UNSANITIZED(test_a_hut_burns_to_coals);
    RUN(test_a_lava_lake_has_flecks_of_crust_and_stays);
    RUN(test_a_lake_in_the_cold_gets_a_lid);
    RUN_UNSANITIZED(test_a_lake_in_the_mild_stays_a_lake);
    RUN(test_mould_spreads_until_frost_stops_it);
    RUN_UNSANITIZED(test_what_has_grown_stays);
    return CHECK_DONE();
}
