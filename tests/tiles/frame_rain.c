// SPDX-License-Identifier: MIT
// Rain and snow in frames: they begin at the undersides of clouds, at every zoom, by day and by night.
#include "frame_stage.h"

enum
{
    W = 640,
    H = 480,
    BELOW = 40, // tiles that the camera is below the clouds of the world
    // Tiles about where clouds are seen from there: a fourth of BELOW above the middle.
    CLOUDS_LOW = 4,
    CLOUDS_HIGH = 30,
};

static loam_tile_world *world; // nothing moves in it
static const int32_t zooms[] = {1, 2, 3, 4, 8, 16};

/// In one it snows everywhere, in the other one nowhere.
static void make_world(bool snows)
{
    static loam_tile_defs defs;
    loam_tile_world_def def = loam_default_tile_world_def();
    loam_tile_defs_init(&defs);
    defs.sky.snow_temperature = snows ? LOAM_CLIMATE_MAX : 0;
    def.defs = &defs;
    def.ring_log2 = 3;
    def.still = true;
    def.seed = 1;
    def.centre = (loam_tile_pos){0, 400};
    CHECK_OK(loam_tile_world_create(&def, &world));
}

static loam_tile_sky_state sky_at(int64_t x)
{
    loam_tile_sky_state state;
    loam_tile_world_sky(world, x, 1, 1, &state);
    return state;
}

/// Looks from below the clouds.
static void look_up(stage *used)
{
    look_at(used, 0, (double)(sky_at(0).cloud_y - BELOW));
}

/// The highest row of pixels that two pictures differ in, counted from the middle; -H if there is none.
static int32_t highest_change(const stage *a, const stage *b)
{
    for (int32_t y = 0; y < H; y++)
    {
        if (changed_pixels(a, b, 0, W, y, y + 1) > 0)
        {
            return H / 2 - y;
        }
    }
    return -H;
}

/// What falls, falls between two steps, and nothing else moves then.
static void check_fall(int32_t zoom)
{
    const loam_tile_frame_def def = def_of(W, H, zoom, true);
    stage first = stage_of(world, &def), then = stage_of(world, &def);
    then.scene.between = 0.9f;
    look_up(&first);
    look_up(&then);
    const int32_t top = H / 2 < CLOUDS_HIGH * zoom ? H / 2 : CLOUDS_HIGH * zoom;
    CHECK_RANGE(highest_change(&first, &then), CLOUDS_LOW * zoom, top);
    CHECK(changed_pixels(&first, &then, 0, W, H / 2, H) > 30);
    free_stage(&first);
    free_stage(&then);
}

static void check_falls(void)
{
    static const uint16_t times[] = {32768, 2000};
    for (int32_t i = 0; i < 2 * (int32_t)(sizeof zooms / sizeof *zooms); i++)
    {
        loam_tile_world_set_time(world, times[i % 2]);
        check_fall(zooms[i / 2]);
    }
}

static void test_rain_begins_at_the_clouds(void)
{
    CHECK(!sky_at(0).snows && !sky_at(-W).snows && !sky_at(W).snows);
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    check_falls();
    loam_tile_world_set_weather(world, LOAM_WEATHER_RAIN);
    check_falls();
}

// Flakes are smaller than a pixel at the smallest zoom, and are seen all the same.
static void test_snow_begins_at_the_clouds(void)
{
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    check_falls();
}

static void put_tile(uint8_t material, int64_t x, int64_t y)
{
    const loam_edit edit = {.layer = LOAM_BLOCKS, .material = material, .from = {x, y}};
    CHECK_OK(loam_tile_world_edit(world, &edit, NULL));
}

/// How many pixels a tile changes, so high above the middle of the view.
static int32_t seen_at(uint8_t material, int64_t above)
{
    const loam_tile_frame_def def = def_of(W, H, 2, false);
    stage without = stage_of(world, &def), with = stage_of(world, &def);
    const int64_t y = sky_at(0).cloud_y - BELOW + above;
    look_up(&without);
    put_tile(material, 20, y);
    look_up(&with);
    put_tile(LOAM_AIR, 20, y);
    const int32_t changed = changed_pixels(&without, &with, 0, W, 0, H);
    free_stage(&without);
    free_stage(&with);
    return changed;
}

// The world lets its own drops and flakes fall from higher up than clouds are seen. Other things are seen
// wherever they are.
static void test_drops_are_seen_below_the_clouds_only(void)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(world);
    const uint8_t falling[] = {defs->sky.rain, defs->sky.snow};
    loam_tile_world_set_weather(world, LOAM_WEATHER_RAIN);
    loam_tile_world_set_time(world, 32768);
    for (int32_t i = 0; i < 2; i++)
    {
        CHECK(falling[i] != LOAM_AIR);
        CHECK_INT(seen_at(falling[i], CLOUDS_HIGH + 20), 0);
        CHECK(seen_at(falling[i], CLOUDS_LOW - 10) > 0);
    }
    CHECK(seen_at((uint8_t)loam_material_find(defs, "stone"), CLOUDS_HIGH + 20) > 0);
}

static void test_poured_water_is_seen_when_it_does_not_rain(void)
{
    loam_tile_world_set_weather(world, LOAM_WEATHER_CLEAR);
    CHECK(seen_at(loam_tile_world_defs(world)->sky.rain, CLOUDS_HIGH + 20) > 0);
}

static void test_ponds_above_the_clouds_are_seen(void)
{
    const uint8_t stone = (uint8_t)loam_material_find(loam_tile_world_defs(world), "stone");
    const int64_t y = sky_at(0).cloud_y - BELOW + CLOUDS_HIGH + 20;
    loam_tile_world_set_weather(world, LOAM_WEATHER_RAIN);
    put_tile(stone, 20, y - 1);
    CHECK(seen_at(loam_tile_world_defs(world)->sky.rain, CLOUDS_HIGH + 20) > 0);
    put_tile(LOAM_AIR, 20, y - 1);
}

int main(void)
{
    make_world(true);
    RUN_SERIAL(test_snow_begins_at_the_clouds);
    loam_tile_world_destroy(world);
    make_world(false);
    RUN_SERIAL(test_rain_begins_at_the_clouds);
    RUN_SERIAL(test_drops_are_seen_below_the_clouds_only);
    RUN_SERIAL(test_poured_water_is_seen_when_it_does_not_rain);
    RUN_SERIAL(test_ponds_above_the_clouds_are_seen);
    loam_tile_world_destroy(world);
    return CHECK_DONE();
}
