// SPDX-License-Identifier: MIT
// The sky: day and night, wind, clouds, rain and snow.
#include "living.h"

#include "loam/tiles.h"
#include "tiles/life/climate.h"
#include "tiles/life/weather.h"

enum
{
    SEED = 6,
    COLUMNS = 128,
};

static loam_tile_defs defs;

/// A place at the surface where the temperature is in a range; the first one to the right of 0.
static loam_tile_pos find_place(float coldest, float warmest)
{
    enum
    {
        COUNT = 4000,
        STEP = 64
    };
    static loam_tile_column columns[COUNT];
    const loam_env env = loam_default_env();
    loam_tile_source *source;
    CHECK_OK(loam_tile_source_create(&env, &defs, SEED, &source));
    CHECK_OK(loam_tile_source_columns(source, 0, STEP, COUNT, columns));
    loam_tile_source_destroy(source);
    for (int32_t i = 0; i < COUNT; i++)
    {
        if (columns[i].temperature >= coldest && columns[i].temperature <= warmest)
        {
            return (loam_tile_pos){(int64_t)i * STEP, columns[i].surface};
        }
    }
    CHECK(false);
    return (loam_tile_pos){0};
}

static living open_at(loam_tile_pos at, loam_weather weather)
{
    return living_open(&(living_def){.seed = SEED,
                                     .ring_log2 = 3,
                                     .centre = at,
                                     .grown = true,
                                     .weather = weather,
                                     .defs = &defs});
}

static void look_up(const living *l, loam_tile_sky_state out[COLUMNS])
{
    const loam_tile_area all = living_area(l);
    loam_tile_world_sky(l->world, all.x, all.w / COLUMNS, COLUMNS, out);
}

// ---- rain and snow --------------------------------------------------------------------------------

/// A basin of stone above the ground; how much water and snow is in it after some weather.
static uint64_t fill_basin(loam_tile_pos at, loam_weather weather, uint8_t *what, uint64_t *fallen)
{
    living l = open_at(at, weather);
    const loam_tile_area basin = {at.x - 100, at.y + 60, 201, 40};
    living_put(&l, (loam_tile_pos){basin.x - 5, basin.y - 5},
               (loam_tile_pos){basin.x + 205, basin.y + 39}, TILE_STONE);
    living_put(&l, (loam_tile_pos){basin.x, basin.y}, (loam_tile_pos){basin.x + 200, basin.y + 39},
               LOAM_AIR);
    *fallen = 0;
    for (int32_t i = 0; i < 500; i++)
    {
        living_step(&l, at);
        *fallen += loam_tile_world_life(l.world).fallen;
    }
    const uint64_t water = living_count(&l, basin, TILE_WATER);
    const uint64_t snow = living_count(&l, basin, TILE_LOOSE_SNOW) +
                          living_count(&l, basin, TILE_SNOW);
    *what = snow > water ? TILE_SNOW : water > 0 ? TILE_WATER : LOAM_AIR;
    living_close(&l);
    return water + snow;
}

static void test_rain_fills_a_basin_and_clear_weather_does_not(void)
{
    const loam_tile_pos mild = find_place(0.45f, 0.55f);
    uint8_t what;
    uint64_t fallen;
    defs.sky.rain_chance = 400;
    CHECK_RANGE(fill_basin(mild, LOAM_WEATHER_STORM, &what, &fallen), 100, 2000);
    CHECK_INT(what, TILE_WATER);
    CHECK_RANGE(fallen, 700, 6000);
    CHECK_INT(fill_basin(mild, LOAM_WEATHER_CLEAR, &what, &fallen), 0);
    CHECK_INT(fallen, 0);
    CHECK_INT(fill_basin(mild, LOAM_WEATHER_CLOUDY, &what, &fallen), 0);
    CHECK_INT(fallen, 0);
    loam_tile_defs_init(&defs);
}

static void test_snow_falls_where_it_is_cold(void)
{
    const loam_tile_pos cold = find_place(0.0f, 0.1f);
    uint8_t what;
    uint64_t fallen;
    defs.sky.rain_chance = 400;
    CHECK_RANGE(fill_basin(cold, LOAM_WEATHER_RAIN, &what, &fallen), 20, 2000);
    CHECK_INT(what, TILE_SNOW);
    loam_tile_defs_init(&defs);
}

// No drop without a rain, no flake without a snow.
static void test_nothing_falls_that_is_not_defined(void)
{
    const loam_tile_pos mild = find_place(0.45f, 0.55f);
    uint8_t what;
    uint64_t fallen;
    defs.sky.rain_chance = 65536;
    defs.sky.rain = LOAM_AIR;
    defs.sky.snow = LOAM_AIR;
    defs.sky.lightning = LOAM_AIR;
    CHECK_INT(fill_basin(mild, LOAM_WEATHER_STORM, &what, &fallen), 0);
    CHECK_INT(fallen, 0);
    loam_tile_defs_init(&defs);
}

// ---- commands -------------------------------------------------------------------------------------

static void check_sky(const loam_tile_sky_state *s)
{
    CHECK_RANGE(s->cloud, 0, 1);
    CHECK_RANGE(s->rain, 0, 1);
    CHECK_RANGE(s->wind, -3, 3);
    CHECK_RANGE(s->temperature, 0, LOAM_CLIMATE_MAX);
    CHECK_RANGE(s->humidity, 0, LOAM_CLIMATE_MAX);
    CHECK_INT(s->snows, s->temperature <= defs.sky.snow_temperature);
    CHECK_INT(s->low.a, 255);
    CHECK_INT(s->high.a, 255);
}

static void test_commands_decide(void)
{
    static const float clouds[LOAM_WEATHER_COUNT][2] = {
        {0, 1}, {0, 0}, {0.1f, 0.3f}, {0.6f, 1}, {1, 1}};
    static const float rains[LOAM_WEATHER_COUNT][2] = {{0, 1}, {0, 0}, {0, 0}, {0.3f, 1}, {1, 1}};
    const loam_tile_pos at = find_place(0.45f, 0.55f);
    living l = open_at(at, LOAM_WEATHER_CHANGING);
    for (int32_t w = 0; w < LOAM_WEATHER_COUNT; w++)
    {
        loam_tile_sky_state sky[COLUMNS];
        loam_tile_world_set_weather(l.world, (loam_weather)w);
        CHECK_INT(loam_tile_world_weather(l.world), w);
        CHECK(loam_weather_name((loam_weather)w) != NULL);
        living_step(&l, at);
        look_up(&l, sky);
        for (int32_t i = 0; i < COLUMNS; i++)
        {
            check_sky(&sky[i]);
            CHECK_RANGE(sky[i].cloud, clouds[w][0], clouds[w][1]);
            CHECK_RANGE(sky[i].rain, rains[w][0], rains[w][1]);
        }
    }
    CHECK(loam_weather_name(LOAM_WEATHER_COUNT) == NULL);
    CHECK(loam_weather_name((loam_weather)-1) == NULL);
    living_close(&l);
}

// ---- wind and clouds ------------------------------------------------------------------------------

/// Clouds over the ring in a step, from a world that begins there.
static void clouds_at(loam_tile_pos at, uint64_t step, float out[1024], double *wind)
{
    static loam_tile_sky_state sky[1024];
    loam_tile_world_def def = loam_default_tile_world_def();
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = at;
    def.first_step = step;
    def.still = true;
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    const loam_tile_ring ring = loam_tile_world_ring(world);
    loam_tile_world_sky(world, ring.lowest.x * LOAM_CHUNK_SIDE, 1, 1024, sky);
    *wind = 0;
    for (int32_t i = 0; i < 1024; i++)
    {
        out[i] = sky[i].cloud;
        *wind += (double)sky[i].wind / 1024;
    }
    loam_tile_world_destroy(world);
}

/// How unlike two skies are if the later one has moved so far.
static double unlikeness(const float *a, const float *b, int32_t shift)
{
    double sum = 0;
    for (int32_t i = 200; i < 824; i++)
    {
        const double d = (double)a[i] - (double)b[i + shift];
        sum += d * d;
    }
    return sum;
}

static void test_clouds_drift(void)
{
    static float before[1024], after[1024];
    const loam_tile_pos at = find_place(0.45f, 0.55f);
    int32_t moved = 0, seen = 0;
    for (uint64_t i = 0; i < 12; i++)
    {
        double wind;
        clouds_at(at, 20000 * i, before, &wind);
        clouds_at(at, 20000 * i + 600, after, &wind);
        int32_t best = 0;
        for (int32_t shift = -199; shift < 200; shift++)
        {
            best = unlikeness(before, after, shift) < unlikeness(before, after, best) ? shift
                                                                                      : best;
        }
        seen += unlikeness(before, after, 0) > 0;
        moved += best != 0;
    }
    CHECK_RANGE(seen, 4, 12);
    CHECK_RANGE(moved, seen - 1, seen);
}

// It rains sometimes and not always, whatever the place.
static void test_weather_changes(void)
{
    static float clouds[1024];
    const loam_tile_pos at = find_place(0.45f, 0.55f);
    int32_t clear = 0, rainy = 0;
    for (uint64_t i = 0; i < 24; i++)
    {
        double wind;
        clouds_at(at, 60000 * i, clouds, &wind);
        clear += clouds[512] == 0.0f;
        rainy += clouds[512] > 0.4f;
        CHECK_RANGE(fabs(wind), 0, 0.6);
    }
    CHECK_RANGE(clear, 2, 22);
    CHECK_RANGE(rainy, 1, 16);
}

// ---- day and night --------------------------------------------------------------------------------

static void test_colours_change_over_the_day(void)
{
    const loam_tile_pos at = find_place(0.45f, 0.55f);
    living l = open_at(at, LOAM_WEATHER_CLEAR);
    loam_tile_sky_state last = {0};
    int32_t changes = 0, light_at_noon = 0, light_at_midnight = 0;
    for (int32_t time = 0; time < 65536; time += 512)
    {
        loam_tile_sky_state sky;
        loam_tile_world_set_time(l.world, (uint16_t)time);
        loam_tile_world_sky(l.world, at.x, 1, 1, &sky);
        check_sky(&sky);
        changes += memcmp(&sky.light, &last.light, sizeof sky.light) != 0;
        light_at_noon = time == 32768 ? sky.light.a : light_at_noon;
        light_at_midnight = time == 0 ? sky.light.a : light_at_midnight;
        // Smooth: no channel of the sky jumps in a few minutes.
        CHECK(time == 0 || abs(sky.low.r - last.low.r) < 40);
        CHECK(time == 0 || abs(sky.light.a - last.light.a) < 40);
        last = sky;
    }
    CHECK_RANGE(changes, 30, 128);
    CHECK_INT(light_at_noon, defs.sky.noon.a);
    CHECK_INT(light_at_midnight, defs.sky.night.a);
    living_close(&l);
}

static void check_times(int32_t day_steps, uint64_t first_step)
{
    loam_tile_world_def def = loam_default_tile_world_def();
    def.pipeline = toy_pipeline(&def.env, 1, NULL);
    def.ring_log2 = 3;
    def.still = true;
    def.first_step = first_step;
    def.defs = &defs;
    defs.sky.day_steps = day_steps;
    loam_tile_world *world;
    CHECK_OK(loam_tile_world_create(&def, &world));
    // A step is so much of a day: a time that no step has becomes the next one's.
    const int32_t coarse = (65536 + day_steps - 1) / day_steps - 1;
    int64_t wrong = 0;
    for (int32_t time = 0; time < 65536; time++)
    {
        loam_tile_world_set_time(world, (uint16_t)time);
        const uint16_t late = (uint16_t)(loam_tile_world_time(world) - time);
        wrong += late > coarse;
    }
    CHECK_INT(wrong, 0);
    loam_tile_world_set_time(world, 1000);
    CHECK_OK(loam_tile_world_step(world, def.centre));
    const uint16_t late = (uint16_t)(loam_tile_world_time(world) - 1000);
    CHECK_RANGE(late, 65536 / day_steps > 1 ? 1 : 0, 2 * (coarse + 1));
    loam_tile_world_destroy(world);
    loam_pipeline_destroy(def.pipeline);
    loam_tile_defs_init(&defs);
}

static void test_every_time_can_be_set(void)
{
    check_times(60000, 0);
    check_times(65536, 12345);
    check_times(100003, ((uint64_t)1 << 40) + 7);
    check_times(7777, 8888);
    check_times(1000, 999);
}

/// Where it is just as cold as snow needs, counted in columns that share a cloud; all else falls as it is told.
static int32_t check_flakes(const living *l, int32_t coldest)
{
    enum
    {
        COLUMN = 64
    };
    const loam_tile_area area = living_area(l);
    int32_t ties = 0;
    for (int64_t i = 0; i < (int64_t)area.w * area.h; i++)
    {
        const loam_tile_pos at = {area.x + i % area.w, area.y + i / area.w};
        const uint8_t block = loam_tile_world_at(l->world, at).block;
        if (block != LOAM_AIR)
        {
            loam_tile_sky_state sky;
            const int64_t middle = (at.x & ~(int64_t)(COLUMN - 1)) + COLUMN / 2;
            loam_tile_world_sky(l->world, middle, 1, 1, &sky);
            CHECK_INT(block, sky.snows ? defs.sky.snow : defs.sky.rain);
            CHECK_INT(sky.snows, sky.temperature <= coldest);
            ties += sky.temperature == coldest;
        }
    }
    return ties;
}

// What falls is what the sky says, where it is just cold enough, too.
static void test_it_snows_where_it_is_just_cold_enough(void)
{
    static loam_tile_defs changed;
    const loam_tile_pos place = find_place(0.3f, 0.7f);
    living_def how = {.seed = SEED, .ring_log2 = 3, .weather = LOAM_WEATHER_STORM, .centre = place};
    loam_tile_sky_state sky;
    living l = living_open(&how);
    loam_tile_world_sky(l.world, place.x + 32, 1, 1, &sky);
    living_close(&l);
    changed = defs;
    changed.sky.snow_temperature = sky.temperature;
    changed.sky.rain_chance *= 20;
    how.defs = &changed;
    how.centre.y = sky.cloud_y;
    l = living_open(&how);
    memset(l.world->ring.tiles, 0,
           (size_t)l.world->ring.side * (size_t)l.world->ring.side * sizeof(loam_tile));
    uint64_t fallen = 0;
    for (int32_t i = 0; i < 40; i++, l.world->steps++)
    {
        fallen += loam_weather_fall(l.world);
    }
    CHECK(fallen > 100);
    CHECK(check_flakes(&l, sky.temperature) > 0);
    living_close(&l);
}

/// How many flakes come in a while above a land of nothing but so many tiles of snow.
static uint64_t snow_on(int32_t depth)
{
    static loam_tile_defs changed;
    const living_def how = {.seed = SEED,
                            .ring_log2 = 3,
                            .weather = LOAM_WEATHER_STORM,
                            .centre = find_place(0.0f, 0.1f),
                            .defs = &changed};
    uint64_t fallen = 0;
    changed = defs;
    changed.sky.rain_chance *= 20;
    changed.sky.snow_temperature = LOAM_CLIMATE_MAX;
    living l = living_open(&how);
    const size_t side = (size_t)l.world->ring.side;
    memset(l.world->ring.tiles, 0, side * side * sizeof(loam_tile));
    for (size_t i = 0; i < side * (size_t)depth; i++)
    {
        const loam_tile_pos at = {(int64_t)(i % side), how.centre.y + (int64_t)(i / side)};
        l.world->ring.tiles[loam_ring_index(&l.world->ring, at)].block = TILE_SNOW;
    }
    for (int32_t i = 0; i < 40; i++, l.world->steps++)
    {
        fallen += loam_weather_fall(l.world);
    }
    living_close(&l);
    return fallen;
}

// Where it never melts the land is not buried nevertheless.
static void test_snow_gets_so_deep_and_no_deeper(void)
{
    CHECK(snow_on(3) > 100);
    CHECK(snow_on(8) > 100);
    CHECK_U64(snow_on(9), 0);
}

// ---- where the water stays --------------------------------------------------------------------------

/// Columns of one block up to `raised` tiles above what is there as it grew, lakes filled up, and so much water
/// on it.
static living flood(uint8_t bed, int32_t raised, int32_t depth, const loam_tile_defs *changed)
{
    living l = living_open(&(living_def){
        .seed = SEED, .ring_log2 = 3, .centre = find_place(0.45f, 0.55f), .defs = changed});
    const loam_tile_area all = living_area(&l);
    memset(l.world->ring.tiles, 0, (size_t)all.w * (size_t)all.h * sizeof(loam_tile));
    for (int64_t x = all.x; x < all.x + all.w; x++)
    {
        const int64_t ground = loam_climate_at(l.world, x).water_level + raised;
        for (int64_t y = all.y; y < ground + depth; y++)
        {
            const size_t index = loam_ring_index(&l.world->ring, (loam_tile_pos){x, y});
            l.world->ring.tiles[index] = (loam_tile){.block = y < ground ? bed : TILE_WATER,
                                                     .block_variant = y < ground ? 0 : 1};
        }
    }
    return l;
}

/// How many drops come in a storm.
static uint64_t rain_on(uint8_t bed, int32_t raised, int32_t depth)
{
    static loam_tile_defs changed;
    uint64_t fallen = 0;
    changed = defs;
    changed.sky.rain_chance *= 20;
    changed.sky.snow = LOAM_AIR;
    living l = flood(bed, raised, depth, &changed);
    loam_tile_world_set_weather(l.world, LOAM_WEATHER_STORM);
    for (int32_t i = 0; i < 100; i++, l.world->steps++)
    {
        fallen += loam_weather_fall(l.world);
    }
    living_close(&l);
    return fallen;
}

// Otherwise more rain would run down into the valleys than evaporates there, and drown them.
static void test_rain_soaks_into_earth_and_fills_what_is_dug(void)
{
    const uint64_t on_stone = rain_on(TILE_STONE, 0, 0);
    CHECK(on_stone > 300);
    CHECK_U64(rain_on(TILE_DIRT, -3, 0), on_stone);
    CHECK_U64(rain_on(TILE_DIRT, -3, 2), on_stone);
    CHECK_RANGE(rain_on(TILE_GRASS, 0, 0), on_stone / 12, on_stone / 6);
    CHECK_RANGE(rain_on(TILE_SAND, 0, 2), on_stone / 12, on_stone / 6);
    CHECK_RANGE(rain_on(TILE_DIRT, -3, 3), on_stone / 12, on_stone / 6);
    CHECK_U64(rain_on(TILE_STONE, 0, 8), on_stone);
    CHECK_U64(rain_on(TILE_STONE, 0, 9), 0);
}

/// Air has one variant: chunks with another cannot be saved.
static void check_air(const living *l)
{
    const size_t side = (size_t)l->world->ring.side;
    int32_t wrong = 0;
    for (size_t i = 0; i < side * side; i++)
    {
        const loam_tile tile = l->world->ring.tiles[i];
        wrong += tile.block == LOAM_AIR && tile.block_variant != 0;
    }
    CHECK_INT(wrong, 0);
}

/// How much water is gone after a while without rain.
static uint64_t run_off(uint8_t bed, int32_t raised, int32_t depth)
{
    living l = flood(bed, raised, depth, &defs);
    const loam_tile_area all = living_area(&l);
    loam_tile_world_set_weather(l.world, LOAM_WEATHER_CLEAR);
    const uint64_t before = living_count(&l, all, TILE_WATER);
    for (int32_t i = 0; i < 1000; i++, l.world->steps++)
    {
        CHECK_U64(loam_weather_fall(l.world), 0);
    }
    const uint64_t after = living_count(&l, all, TILE_WATER);
    check_air(&l);
    living_close(&l);
    return before - after;
}

static void test_floods_run_off_and_lakes_do_not(void)
{
    CHECK_RANGE(run_off(TILE_GRASS, 0, 3), 60, 130);
    CHECK_RANGE(run_off(TILE_DIRT, -3, 4), 60, 130);
    CHECK_U64(run_off(TILE_DIRT, -3, 3), 0); // a lake that is full
    CHECK_U64(run_off(TILE_STONE, 0, 3), 0); // somebody has built that
}

// A version whose worlds are in people's files stays as it is.
static void test_rain_of_version_1_does_not_soak(void)
{
    loam_tile_defs_init_version(&defs, 1);
    const uint64_t on_stone = rain_on(TILE_STONE, 0, 0);
    CHECK(on_stone > 300);
    CHECK_U64(rain_on(TILE_GRASS, 0, 0), on_stone);
    CHECK_U64(rain_on(TILE_STONE, 0, 9), on_stone);
    CHECK_U64(run_off(TILE_GRASS, 0, 3), 0);
    loam_tile_defs_init(&defs);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    RUN_UNSANITIZED(test_rain_fills_a_basin_and_clear_weather_does_not);
    RUN(test_snow_falls_where_it_is_cold);
    RUN(test_it_snows_where_it_is_just_cold_enough);
    RUN(test_snow_gets_so_deep_and_no_deeper);
    RUN(test_rain_soaks_into_earth_and_fills_what_is_dug);
    RUN(test_floods_run_off_and_lakes_do_not);
    RUN(test_rain_of_version_1_does_not_soak);
    RUN(test_nothing_falls_that_is_not_defined);
    RUN(test_commands_decide);
    RUN_UNSANITIZED(test_clouds_drift);
    RUN_UNSANITIZED(test_weather_changes);
    RUN(test_colours_change_over_the_day);
    RUN(test_every_time_can_be_set);
    return CHECK_DONE();
}
