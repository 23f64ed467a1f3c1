// SPDX-License-Identifier: MIT
// Lightning: when it strikes, what it strikes, what it does there, and that it is seen.
#include "frame_stage.h"
#include "living.h"

#include "loam/tile_world.h"
#include "tiles/life/transform.h"

#include <string.h>

enum
{
    SEED = 3,
    STEPS = 60,
    WOODS_X = 4150,
    WOODS_Y = 80,
};

static loam_tile_defs defs;

/// A world with oaks, in which it strikes often.
static living open_rainy_woods(uint8_t rain, loam_weather weather, int32_t threads,
                               int32_t ring_log2)
{
    loam_tile_defs_init(&defs);
    defs.sky.lightning_chance = 2400;
    defs.sky.rain = rain;
    defs.sky.snow = LOAM_AIR;
    return living_open(&(living_def){.seed = SEED,
                                     .threads = threads,
                                     .ring_log2 = ring_log2,
                                     .centre = {WOODS_X, WOODS_Y},
                                     .grown = true,
                                     .weather = weather,
                                     .defs = &defs});
}

static living open_woods(loam_weather weather, int32_t threads, int32_t ring_log2)
{
    return open_rainy_woods(LOAM_AIR, weather, threads, ring_log2);
}

static loam_tile tile_at(const living *l, int64_t x, int64_t y)
{
    const loam_tile_ring ring = loam_tile_world_ring(l->world);
    const uint64_t mask = (uint64_t)ring.side - 1;
    return ring.tiles[((uint64_t)y & mask) * (uint64_t)ring.side + ((uint64_t)x & mask)];
}

static uint64_t strike_for(living *l, int32_t steps)
{
    uint64_t struck = 0;
    for (int32_t i = 0; i < steps; i++)
    {
        living_step(l, (loam_tile_pos){WOODS_X, WOODS_Y});
        struck += loam_tile_world_life(l->world).struck;
    }
    return struck;
}

/// How many walls burn.
static int32_t count_burning(const living *l)
{
    const loam_tile_ring ring = loam_tile_world_ring(l->world);
    int32_t count = 0;
    for (size_t i = 0; i < (size_t)ring.side * (size_t)ring.side; i++)
    {
        count += ring.tiles[i].wall == TILE_BURNING_WOOD;
    }
    return count;
}

// ---- when -----------------------------------------------------------------------------------------

static void test_it_strikes_in_storms_alone(void)
{
    for (int32_t weather = LOAM_WEATHER_CLOUDY; weather < LOAM_WEATHER_COUNT; weather++)
    {
        living l = open_woods((loam_weather)weather, 0, 3);
        const uint64_t struck = strike_for(&l, weather == LOAM_WEATHER_STORM ? STEPS : 20);
        // 14 times 64 columns, 60 steps, 2400 of 65536.
        CHECK_RANGE((double)struck, weather == LOAM_WEATHER_STORM ? 12 : 0,
                    weather == LOAM_WEATHER_STORM ? 80 : 0);
        living_close(&l);
    }
}

enum
{
    PATCH = 9 // tiles along the side of burning wood
};

static void put(const living *l, loam_layer layer, uint8_t material, loam_tile_area box)
{
    const loam_edit edit = {.shape = LOAM_EDIT_BOX,
                            .layer = layer,
                            .material = material,
                            .from = {box.x, box.y},
                            .to = {box.x + box.w - 1, box.y + box.h - 1}};
    CHECK_OK(loam_tile_world_edit(l->world, &edit, NULL));
}

static int32_t find_rule(const char *name)
{
    int32_t rule = 0;
    while (strcmp(defs.rules[rule].name, name) != 0)
    {
        rule++;
    }
    return rule;
}

/// How much of a patch of wood that burns above the woods is put out in a second.
static uint64_t put_out(uint8_t rain, bool roof)
{
    const int64_t x = WOODS_X, y = WOODS_Y + 100;
    living l = open_rainy_woods(rain, LOAM_WEATHER_RAIN, 0, 3);
    put(&l, LOAM_WALLS, TILE_BURNING_WOOD, (loam_tile_area){x, y, PATCH, PATCH});
    put(&l, LOAM_BLOCKS, roof ? TILE_STONE : LOAM_AIR,
        (loam_tile_area){x - 4, y + PATCH + 6, PATCH + 8, 1});
    (void)strike_for(&l, 100);
    const uint64_t count = loam_transform_followed(l.world, find_rule("wood_put_out"));
    living_close(&l);
    return count;
}

static void test_rain_puts_fires_out(void)
{
    CHECK_U64(put_out(LOAM_AIR, false), 0);
    CHECK_U64(put_out(TILE_WATER, true), 0);
    const uint64_t count = put_out(TILE_WATER, false);
    CHECK_REPORT(count > 10, "%u were put out", (unsigned)count);
}

static void test_it_never_strikes_in_worlds_of_version_1(void)
{
    static loam_tile_defs old;
    CHECK_OK(loam_tile_defs_init_version(&old, 1));
    CHECK_INT(old.sky.lightning, LOAM_AIR);
    CHECK_INT(old.sky.lightning_chance, 0);
    living l = living_open(&(living_def){.seed = SEED,
                                         .ring_log2 = 3,
                                         .centre = {WOODS_X, WOODS_Y},
                                         .grown = true,
                                         .weather = LOAM_WEATHER_STORM,
                                         .defs = &old});
    CHECK_INT((int64_t)strike_for(&l, 50), 0);
    CHECK_INT(loam_tile_world_strike(l.world, WOODS_X), LOAM_BAD_ARGUMENT);
    CHECK_TEXT(loam_last_error(), "strike: this world has no lightning");
    living_close(&l);
}

// ---- what -----------------------------------------------------------------------------------------

// The oracle looks from the ground up: everything between the tile and the cloud is free.
static void test_it_strikes_what_is_highest(void)
{
    living l = open_woods(LOAM_WEATHER_STORM, 0, 3);
    CHECK(strike_for(&l, STEPS) > 0);
    loam_tile_strike strikes[LOAM_MAX_STRIKES];
    const int32_t count = loam_tile_world_strikes(l.world, strikes);
    CHECK_INT(count, LOAM_MAX_STRIKES);
    for (int32_t i = 0; i < count; i++)
    {
        CHECK(i == 0 || strikes[i].step <= strikes[i - 1].step);
        CHECK(strikes[i].y < strikes[i].top);
    }
    CHECK_OK(loam_tile_world_strike(l.world, WOODS_X + 7));
    (void)loam_tile_world_strikes(l.world, strikes);
    CHECK_INT(strikes[0].x, WOODS_X + 7);
    const loam_tile hit = tile_at(&l, strikes[0].x, strikes[0].y);
    CHECK(strikes[0].kindled || hit.wall != LOAM_AIR || hit.block != LOAM_AIR);
    for (int64_t y = strikes[0].y + 3; y <= strikes[0].top; y++)
    {
        const loam_tile above = tile_at(&l, strikes[0].x, y);
        CHECK(above.wall == LOAM_AIR || (defs.materials[above.wall].properties & LOAM_LEAF) != 0);
        CHECK((defs.materials[above.block].properties & LOAM_SOLID) == 0);
    }
    living_close(&l);
}

/// A post of wood; whether it burns after a bolt, or a few if it is wet.
static bool post_burns(const char *material, bool wet)
{
    living l = open_woods(LOAM_WEATHER_CLEAR, 0, 3);
    const int64_t x = WOODS_X + 40, y = WOODS_Y + 90;
    const uint8_t wood = (uint8_t)loam_material_find(&defs, material);
    const loam_edit post = {.shape = LOAM_EDIT_BOX,
                            .layer = LOAM_WALLS,
                            .material = wood,
                            .from = {x - 2, y - 9},
                            .to = {x + 2, y}};
    CHECK_OK(loam_tile_world_edit(l.world, &post, NULL));
    if (wet) // a trough of water around its top
    {
        living_put(&l, (loam_tile_pos){x - 7, y - 12}, (loam_tile_pos){x + 7, y - 1}, TILE_STONE);
        living_put(&l, (loam_tile_pos){x - 6, y - 11}, (loam_tile_pos){x + 6, y - 1}, TILE_WATER);
    }
    const int32_t before = count_burning(&l);
    for (int32_t i = 0; i < (wet ? 4 : 1); i++) // sparks of the first would set fire to it, too
    {
        CHECK_OK(loam_tile_world_strike(l.world, x));
    }
    const bool burns = count_burning(&l) > before;
    living_close(&l);
    return burns;
}

static void test_dry_wood_burns_and_wet_wood_does_not(void)
{
    CHECK(post_burns("oak_wood", false));
    CHECK(!post_burns("oak_wood", true));
    CHECK(!post_burns("stone", false));
}

static void test_commands_that_cannot_strike_say_why(void)
{
    living l = open_woods(LOAM_WEATHER_CLEAR, 0, 3);
    CHECK_INT(loam_tile_world_strike(l.world, WOODS_X + 5000), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "strike: X is 9150; must be ");
    CHECK_INT(loam_tile_world_strike(l.world, INT64_MIN), LOAM_BAD_ARGUMENT);
    loam_tile_strike strikes[LOAM_MAX_STRIKES];
    CHECK_INT(loam_tile_world_strikes(l.world, strikes), 0);
    living_close(&l);
    living high = open_woods(LOAM_WEATHER_CLEAR, 0, 3);
    living_step(&high, (loam_tile_pos){WOODS_X, WOODS_Y + 4000});
    CHECK_INT(loam_tile_world_strike(high.world, WOODS_X), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "too far up or down");
    living_close(&high);
}

// ---- the same everywhere --------------------------------------------------------------------------

static uint64_t hash_after(int32_t threads)
{
    living l = open_woods(LOAM_WEATHER_STORM, threads, 3);
    CHECK(strike_for(&l, 25) > 5);
    const uint64_t hash = loam_tile_world_hash(l.world);
    living_close(&l);
    return hash;
}

static void test_threads_make_no_difference(void)
{
    const uint64_t threaded = hash_after(3);
    CHECK(CHECK_RACES || threaded == hash_after(0));
}

/// Bolts of a larger ring that fell on the columns of a smaller one, newest first.
static int32_t bolts_within(int32_t ring_log2, loam_tile_strike *out)
{
    living l = open_woods(LOAM_WEATHER_STORM, 0, ring_log2);
    int32_t count = 0;
    for (int32_t i = 0; i < 25; i++)
    {
        uint64_t fresh = strike_for(&l, 1);
        loam_tile_strike strikes[LOAM_MAX_STRIKES];
        (void)loam_tile_world_strikes(l.world, strikes);
        for (; fresh > 0; fresh--)
        {
            const loam_tile_strike bolt = strikes[fresh - 1];
            if (bolt.x >= WOODS_X - 300 && bolt.x < WOODS_X + 300 && count < 64)
            {
                out[count++] = bolt;
            }
        }
    }
    living_close(&l);
    return count;
}

static void test_rings_of_any_size_have_the_same_bolts(void)
{
    static loam_tile_strike small[64], large[64];
    const int32_t count = bolts_within(3, small);
    CHECK(count > 3);
    CHECK_INT(bolts_within(4, large), count);
    for (int32_t i = 0; i < count; i++)
    {
        CHECK_INT(small[i].x, large[i].x);
        CHECK_INT(small[i].y, large[i].y);
        CHECK_U64(small[i].step, large[i].step);
    }
}

// ---- seen -----------------------------------------------------------------------------------------

static double mean_light(const stage *used)
{
    double sum = 0;
    const size_t count = (size_t)used->picture.w * (size_t)used->picture.h;
    for (size_t i = 0; i < count; i++)
    {
        const loam_colour pixel = used->picture.pixels[i];
        sum += pixel.r + pixel.g + pixel.b;
    }
    return sum / (double)count;
}

// It lights everything up, a bolt is brightest, and after a third of a second nothing is left of it.
static void test_a_bolt_is_seen_and_goes(void)
{
    living l = open_woods(LOAM_WEATHER_CLOUDY, 0, 3);
    loam_tile_world_set_time(l.world, 2000);
    const loam_tile_frame_def def = def_of(320, 240, 2, false);
    stage before = stage_of(l.world, &def), during = stage_of(l.world, &def);
    stage after = stage_of(l.world, &def);
    look_at(&before, WOODS_X, WOODS_Y + 60);
    CHECK_OK(loam_tile_world_strike(l.world, WOODS_X + 20));
    living_step(&l, (loam_tile_pos){WOODS_X, WOODS_Y});
    look_at(&during, WOODS_X, WOODS_Y + 60);
    for (int32_t i = 0; i < 40; i++)
    {
        living_step(&l, (loam_tile_pos){WOODS_X, WOODS_Y});
    }
    look_at(&after, WOODS_X, WOODS_Y + 60);
    CHECK(mean_light(&during) > mean_light(&before) * 1.2);
    CHECK_RANGE(mean_light(&after), mean_light(&before) - 15, mean_light(&before) + 15);
    int32_t white = 0;
    for (int32_t i = 0; i < 320 * 240; i++)
    {
        white += during.picture.pixels[i].r > 225 && during.picture.pixels[i].g > 225;
    }
    CHECK_RANGE(white, 60, 8000);
    free_stage(&before);
    free_stage(&during);
    free_stage(&after);
    living_close(&l);
}

int main(void)
{
    RUN_SERIAL(test_it_strikes_in_storms_alone);
    RUN_SERIAL(test_it_never_strikes_in_worlds_of_version_1);
    RUN_UNSANITIZED(test_it_strikes_what_is_highest);
    RUN_SERIAL(test_dry_wood_burns_and_wet_wood_does_not);
    RUN_UNSANITIZED(test_rain_puts_fires_out);
    RUN_SERIAL(test_commands_that_cannot_strike_say_why);
    RUN(test_threads_make_no_difference);
    RUN_UNSANITIZED(test_rings_of_any_size_have_the_same_bolts);
    RUN_SERIAL(test_a_bolt_is_seen_and_goes);
    return CHECK_DONE();
}
