// SPDX-License-Identifier: MIT
// How the player moves: over ground, through fluids, out of what is built into it, and never through a
// wall.
#include "check.h"
#include "flat_game.h"
#include "toy_world.h"

#include "loam/random.h"
#include "tiles/game/game.h"

#include <stdlib.h>

static flat_game f;

// ---- ground ---------------------------------------------------------------------------------------

static void test_falls_and_stands(void)
{
    flat_open(&f, true);
    CHECK_NEAR(flat_y(&f), 0, 0);
    flat_say(&f, "place 10 60");
    flat_steps(&f, 20);
    CHECK_RANGE(flat_y(&f), 45, 55); // 20 steps of 3/64 a step and step
    CHECK(!flat_player(&f)->on_ground);
    flat_steps(&f, 100);
    CHECK_NEAR(flat_y(&f), 0, 0);
    CHECK_NEAR(flat_x(&f), 10.5, 0);
    CHECK(flat_player(&f)->on_ground);
    CHECK_INT(flat_player(&f)->vy, 0);
    flat_close(&f);
}

static void test_walks_and_stops(void)
{
    flat_open(&f, true);
    flat_say(&f, "walk right");
    flat_steps(&f, 8);
    CHECK_INT(flat_player(&f)->vx, LOAM_PLAYER_FIXED); // a tile a step
    const double from = flat_x(&f);
    flat_steps(&f, 100);
    CHECK_NEAR(flat_x(&f) - from, 100, 0);
    CHECK_INT(flat_player(&f)->facing, 1);
    CHECK_RANGE(flat_player(&f)->walked, 100 * LOAM_PLAYER_FIXED, 110 * LOAM_PLAYER_FIXED);
    flat_say(&f, "walk stop");
    flat_steps(&f, 4);
    CHECK_INT(flat_player(&f)->vx, 0);
    flat_say(&f, "walk left");
    flat_steps(&f, 1);
    CHECK_INT(flat_player(&f)->facing, -1);
    flat_steps(&f, 107);
    CHECK_RANGE(flat_x(&f), 0, 10);
    CHECK(flat_player(&f)->on_ground);
    flat_close(&f);
}

/// How high a jump goes that is held for so long.
static double jump_height(int32_t held)
{
    const double from = flat_y(&f);
    double highest = from;
    flat_say(&f, "jump on");
    for (int32_t i = 0; i < 100; i++)
    {
        if (i == held)
        {
            flat_say(&f, "jump off");
        }
        flat_steps(&f, 1);
        highest = flat_y(&f) > highest ? flat_y(&f) : highest;
    }
    CHECK_NEAR(flat_y(&f), from, 0);
    return highest - from;
}

static void test_jumps_as_high_as_they_are_held(void)
{
    flat_open(&f, true);
    CHECK_RANGE(jump_height(1), 8, 10);
    const double middle = jump_height(12);
    CHECK_RANGE(middle, 12, 18);
    CHECK_RANGE(jump_height(60), 19, 21);
    // Holding on does not jump again.
    flat_say(&f, "jump on");
    flat_steps(&f, 200);
    CHECK_NEAR(flat_y(&f), 0, 0);
    flat_close(&f);
}

static void test_a_ceiling_stops_a_jump(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks stone box -20 15 40 1");
    CHECK_NEAR(jump_height(60), 3, 0);
    flat_close(&f);
}

/// Walks off a cliff at x = 20 and asks for a jump so many steps after it has left the ground. The highest
/// that it gets.
static double leap_from_cliff(int32_t late)
{
    double highest = -1000;
    flat_open(&f, true);
    flat_say(&f, "edit blocks air box 20 -60 100 60");
    flat_say(&f, "walk right");
    while (flat_player(&f)->on_ground)
    {
        flat_steps(&f, 1);
    }
    flat_steps(&f, late - 1);
    flat_say(&f, "jump on");
    for (int32_t i = 0; i < 40; i++)
    {
        flat_steps(&f, 1);
        highest = flat_y(&f) > highest ? flat_y(&f) : highest;
    }
    flat_close(&f);
    return highest;
}

static void test_a_jump_may_come_a_little_late(void)
{
    CHECK_RANGE(leap_from_cliff(6), 15, 21);
    CHECK_RANGE(leap_from_cliff(12), -100, 0);
}

static void test_a_jump_may_come_a_little_early(void)
{
    for (int32_t early = 6; early <= 20; early += 14)
    {
        flat_open(&f, true);
        flat_say(&f, "place 0 40");
        while (flat_y(&f) > 0)
        {
            flat_steps(&f, 1);
        }
        // Again, now that it is known when it lands.
        const uint64_t landed = loam_tile_world_steps(f.game->world);
        flat_close(&f);
        flat_open(&f, true);
        flat_say(&f, "place 0 40");
        flat_steps(&f, (int32_t)landed - 1 - early);
        CHECK(flat_y(&f) > 0);
        flat_say(&f, "jump on");
        flat_steps(&f, early + 10);
        CHECK_RANGE(flat_y(&f), early == 6 ? 5 : 0, early == 6 ? 20 : 0);
        flat_close(&f);
    }
}

// Steps of three tiles cost no speed, up and down; one of four is a wall.
static void test_walks_over_small_steps(void)
{
    flat_open(&f, true);
    for (int32_t i = 0; i < 6; i++)
    {
        char line[80];
        snprintf(line, sizeof line, "edit blocks stone box %d 0 8 %d", 20 + 8 * i,
                 3 * (i < 3 ? i + 1 : 6 - i));
        flat_say(&f, line);
    }
    flat_say(&f, "walk right");
    flat_steps(&f, 8);
    for (int32_t i = 0; i < 70; i++)
    {
        flat_steps(&f, 1);
        CHECK_INT(flat_player(&f)->vx, LOAM_PLAYER_FIXED);
        CHECK(flat_player(&f)->on_ground);
    }
    CHECK_NEAR(flat_y(&f), 0, 0);
    flat_say(&f, "edit blocks stone box 120 0 8 4");
    flat_steps(&f, 100);
    CHECK_NEAR(flat_x(&f), 120 - 3.5, 0);
    CHECK_INT(flat_player(&f)->vx, 0);
    flat_close(&f);
}

static void test_does_not_climb_under_a_low_ceiling(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks stone box 20 0 50 2");
    flat_say(&f, "edit blocks stone box 0 13 70 1"); // a tile above the head, two would be needed
    flat_say(&f, "walk right");
    flat_steps(&f, 60);
    CHECK_NEAR(flat_x(&f), 20 - 3.5, 0);
    flat_close(&f);
}

// ---- walls ----------------------------------------------------------------------------------------

// A wall one tile thick holds at any speed, in any direction.
static void test_no_wall_is_passed_at_any_speed(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks stone box 100 0 1 200");
    flat_say(&f, "edit blocks stone box -100 0 1 200");
    flat_say(&f, "edit blocks stone box -100 200 201 1");
    flat_say(&f, "edit blocks air box -99 -100 199 99"); // and a floor of one tile
    for (int32_t i = 0; i < toy_rounds(400); i++)
    {
        loam_player *const p = flat_player(&f);
        const uint64_t seed = loam_seed_at(1, i, 0, 0);
        const int32_t shift = (int32_t)loam_random_below(seed, 0, 12);
        p->vx = (int32_t)loam_random_range(seed, 1, -(1 << 20), 1 << 20) >> shift;
        p->vy = (int32_t)loam_random_range(seed, 2, -(1 << 20), 1 << 20) >> shift;
        flat_steps(&f, 1 + i % 5);
        CHECK_RANGE(flat_x(&f), -99 + 3.5, 100 - 3.5);
        CHECK_RANGE(flat_y(&f), 0, 200 - 12);
        CHECK(!flat_is_stuck(&f));
    }
    flat_close(&f);
}

// What is beyond the ring holds, too; so does the end of the player's world.
static void test_the_players_world_has_an_end(void)
{
    flat_open(&f, true);
    char line[80];
    snprintf(line, sizeof line, "place %lld 10", (long long)LOAM_PLAYER_END - 20);
    flat_say(&f, line);
    flat_steps(&f, 2);
    flat_say(&f, "walk right");
    flat_steps(&f, 200);
    CHECK_RANGE(flat_player(&f)->x / LOAM_PLAYER_FIXED, LOAM_PLAYER_END - 10, LOAM_PLAYER_END - 3);
    CHECK(!flat_is_stuck(&f));
    snprintf(line, sizeof line, "place 0 %lld", (long long)LOAM_PLAYER_END);
    CHECK_INT(flat_try(&f, line), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the player's place is (0, 4503599627370496); must be");
    flat_close(&f);
}

// ---- fluids ---------------------------------------------------------------------------------------

/// How far the player gets in half a second through a material that fills a basin.
static double way_through(const char *material)
{
    char line[80];
    flat_open(&f, true);
    snprintf(line, sizeof line, "edit blocks %s box -60 0 300 60", material);
    flat_say(&f, line);
    flat_say(&f, "place 0 20");
    flat_say(&f, "walk right");
    flat_steps(&f, 50);
    const double way = flat_x(&f);
    flat_close(&f);
    return way;
}

static void test_denser_is_slower(void)
{
    const double air = way_through("air"), steam = way_through("steam");
    const double snow = way_through("loose_snow"), water = way_through("water");
    const double sand = way_through("loose_sand"), lava = way_through("lava");
    CHECK_NEAR(steam, air, 0);
    CHECK_RANGE(snow, water + 3, air - 3);
    CHECK_RANGE(water, 15, 30);
    CHECK_RANGE(sand, lava + 1, water - 5);
    CHECK_RANGE(lava, 5, 15);
}

static void open_lake(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks water box -60 0 120 60");
}

static void test_floats_and_dives(void)
{
    open_lake();
    flat_say(&f, "place 0 20");
    flat_steps(&f, 1200);
    // The head is out of the water.
    CHECK_RANGE(flat_y(&f) + LOAM_PLAYER_HEIGHT, 60.5, 63);
    CHECK(flat_player(&f)->in_fluid);
    const double afloat = flat_y(&f);
    flat_steps(&f, 300);
    CHECK_NEAR(flat_y(&f), afloat, 0.5);
    flat_say(&f, "dive on");
    flat_steps(&f, 100);
    CHECK_RANGE(flat_y(&f), 0, afloat - 25);
    flat_say(&f, "dive off");
    flat_say(&f, "jump on");
    flat_steps(&f, 30);
    CHECK_RANGE(flat_player(&f)->vy, 300, 800); // swims up
    flat_close(&f);
}

// Who is in water to the half swims.
static void test_swims_from_the_half_on(void)
{
    for (int32_t depth = 5; depth <= 7; depth++)
    {
        char edit[80];
        flat_open(&f, true);
        snprintf(edit, sizeof edit, "edit blocks water box -20 0 40 %d", (int)depth);
        flat_say(&f, edit);
        flat_steps(&f, 1);
        CHECK_INT(flat_player(&f)->in_fluid, depth >= LOAM_PLAYER_HEIGHT / 2);
        flat_close(&f);
    }
}

static void test_jumps_out_of_water(void)
{
    double highest = 0;
    open_lake();
    flat_say(&f, "place 0 45");
    flat_steps(&f, 1000);
    flat_say(&f, "jump on");
    for (int32_t i = 0; i < 60; i++)
    {
        flat_steps(&f, 1);
        highest = flat_y(&f) > highest ? flat_y(&f) : highest;
    }
    CHECK_RANGE(highest, 52, 62); // lower than from ground
    flat_close(&f);
}

// ---- health ---------------------------------------------------------------------------------------

static void test_burns_and_comes_back(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks lava box 50 0 100 40");
    flat_say(&f, "place 100 10");
    flat_steps(&f, 30);
    CHECK(flat_player(&f)->burning);
    CHECK_RANGE(flat_player(&f)->health, 600, 800);
    flat_say(&f, "place 0 0");
    flat_steps(&f, 1);
    const int32_t hurt = flat_player(&f)->health;
    CHECK(!flat_player(&f)->burning);
    flat_steps(&f, 290);
    CHECK_INT(flat_player(&f)->health, hurt);
    flat_steps(&f, 110);
    CHECK_RANGE(flat_player(&f)->health, hurt + 15, hurt + 25);
    const int32_t healing = flat_player(&f)->health;
    flat_steps(&f, 100);
    CHECK_INT(flat_player(&f)->health, healing + 20); // one in five steps
    flat_steps(&f, 5000);
    CHECK_INT(flat_player(&f)->health, LOAM_MAX_HEALTH);
    flat_close(&f);
}

static void test_begins_anew_at_home(void)
{
    flat_open(&f, true);
    flat_say(&f, "give stone 50");
    flat_say(&f, "edit blocks lava box 50 0 100 40");
    flat_say(&f, "place 100 10");
    int32_t steps = 0;
    while (flat_x(&f) > 50 && steps < 1000)
    {
        flat_steps(&f, 1);
        steps++;
    }
    CHECK_RANGE(steps, 80, 200);
    CHECK_NEAR(flat_x(&f), 0.5, 0);
    flat_steps(&f, 1);
    CHECK_NEAR(flat_y(&f), 0, 0);
    CHECK_INT(flat_player(&f)->health, LOAM_MAX_HEALTH);
    CHECK_INT(flat_player(&f)->inventory[0].count, 50);
    flat_close(&f);
}

static void test_fire_hurts_less_than_lava(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks fire box -3 0 7 2");
    flat_steps(&f, 30);
    CHECK_RANGE(flat_player(&f)->health, 900, 980);
    flat_close(&f);
}

// ---- solid in the body ----------------------------------------------------------------------------

static void test_is_pushed_out_of_what_is_built(void)
{
    static const char *const lines[] = {
        "edit blocks stone box -4 0 9 3",     // the feet
        "edit blocks stone box -4 9 9 20",    // the head: it has to go to a side
        "edit blocks stone box 1 0 20 30",    // the right half
        "edit blocks stone box -20 -5 19 60", // the left half
        "edit blocks stone circle 0 6 2",     // the middle
        "edit blocks stone box -15 0 31 30",  // all of it
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        flat_open(&f, true);
        flat_say(&f, lines[i]);
        CHECK(flat_is_stuck(&f));
        flat_steps(&f, 1);
        CHECK(!flat_is_stuck(&f));
        CHECK_RANGE(flat_x(&f), -30, 30);
        CHECK_RANGE(flat_y(&f), 0, 40);
        flat_close(&f);
    }
}

// A wall beside the player holds when something pushes it.
static void test_is_not_pushed_through_a_wall(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks stone box 4 0 1 60"); // touches its right side
    flat_say(&f, "edit blocks stone box -25 0 28 12");
    flat_steps(&f, 1);
    CHECK(!flat_is_stuck(&f));
    CHECK_RANGE(flat_x(&f), -40, 0.5);
    CHECK_NEAR(flat_y(&f), 12, 0);
    flat_close(&f);
}

// Who is buried deep comes up.
static void test_climbs_out_of_rock(void)
{
    flat_open(&f, true);
    flat_say(&f, "place 0 -300");
    int32_t steps = 0;
    do
    {
        flat_steps(&f, 1);
        steps++;
    } while (flat_is_stuck(&f) && steps < 100);
    CHECK_RANGE(steps, 1, 12);
    CHECK_NEAR(flat_y(&f), 0, 0);
    flat_close(&f);
}

static void test_a_game_may_begin_in_rock(void)
{
    flat_open(&f, true);
    loam_tile_game *other;
    loam_tile_game_def def = f.def;
    def.world.centre = (loam_tile_pos){5, -200};
    CHECK_OK(loam_tile_game_create(&def, &other));
    CHECK_INT(loam_tile_game_player(other)->y, 0);
    CHECK_INT(loam_tile_game_player(other)->home.y, -200);
    loam_tile_game_destroy(other);
    flat_close(&f);
}

// Of two places that are equally near it is the higher one.
static void test_comes_out_above_rather_than_below(void)
{
    flat_open(&f, true);
    flat_say(&f, "edit blocks air box 90 -80 20 12");
    flat_say(&f, "edit blocks air box 90 -120 20 12");
    flat_say(&f, "place 100 -100");
    flat_steps(&f, 1);
    CHECK_NEAR(flat_y(&f), -80, 0);
    flat_say(&f, "place 100 -101");
    flat_steps(&f, 1);
    CHECK_NEAR(flat_y(&f), -120, 0);
    flat_close(&f);
}

// ---- everything at once ---------------------------------------------------------------------------

/// What somebody does who does not know what to do.
static void fidget(flat_game *flat, uint64_t seed, int32_t range)
{
    static const char *const words[] = {"walk left", "walk right", "walk stop", "jump on",
                                        "jump off",  "jump on",    "dive on",   "dive off"};
    static const char *const materials[] = {"air", "air", "stone", "sand", "water", "lava", "dirt"};
    const loam_player *const p = flat_player(flat);
    if (loam_random_below(seed, 0, 4) == 0)
    {
        flat_say(flat, words[loam_random_below(seed, 1, 8)]);
    }
    if (loam_random_below(seed, 2, 6) == 0)
    {
        char line[120];
        const int64_t x = p->x / LOAM_PLAYER_FIXED + loam_random_range(seed, 3, -range, range);
        const int64_t y = p->y / LOAM_PLAYER_FIXED + loam_random_range(seed, 4, -range, range);
        snprintf(line, sizeof line, "edit blocks %s circle %lld %lld %d",
                 materials[loam_random_below(seed, 5, 7)], (long long)x, (long long)y,
                 (int)loam_random_below(seed, 6, 9));
        flat_say(flat, line);
    }
}

static bool is_in_ring(flat_game *flat)
{
    const loam_player *const p = flat_player(flat);
    const loam_tile_pos at = {p->x / LOAM_PLAYER_FIXED, p->y / LOAM_PLAYER_FIXED};
    return loam_tile_world_contains(flat->game->world, at);
}

// In random worlds that are built and dug around it the player is never stuck after a step, never further
// from where it was than it can run, fall or be pushed, and always in the ring.
static void test_is_never_stuck(void)
{
    for (int32_t round = 0; round < 4; round++)
    {
        flat_game flat = {.def = loam_default_tile_game_def()};
        flat.def.world.seed = (uint64_t)round;
        flat.def.world.ring_log2 = 3;
        flat.def.world.still = round % 2 == 0;
        flat.def.world.pipeline = toy_pipeline(&flat.def.world.env, (uint64_t)round, NULL);
        CHECK_OK(loam_tile_game_create(&flat.def, &flat.game));
        int32_t stuck = 0, longest = 0;
        for (int32_t i = 0; i < toy_rounds(flat.def.world.still ? 8000 : 1000); i++)
        {
            fidget(&flat, loam_seed_at(9, i, round, 0), 20);
            flat_steps(&flat, 1);
            stuck = flat_is_stuck(&flat) && !flat_player(&flat)->arriving ? stuck + 1 : 0;
            longest = stuck > longest ? stuck : longest;
            CHECK(is_in_ring(&flat));
            CHECK_RANGE(flat_player(&flat)->health, 1, LOAM_MAX_HEALTH);
        }
        CHECK_INT(longest, 0);
        flat_close(&flat);
    }
}

// In a room whose walls are one tile thick the floor rises and sinks all the time, things are built into
// the player, and still nobody gets out.
static void test_nobody_gets_out_of_a_room(void)
{
    static const char *const words[] = {"walk left", "walk right", "jump on", "jump off"};
    int32_t lifted = 0;
    flat_open(&f, true);
    flat_say(&f, "edit blocks air box -150 0 300 80");
    flat_say(&f, "edit blocks stone box -50 0 101 71");
    flat_say(&f, "edit blocks air box -49 1 99 69");
    flat_say(&f, "place 0 10");
    for (int32_t i = 0; i < toy_rounds(6000); i++)
    {
        const uint64_t seed = loam_seed_at(4, i, 0, 0);
        char line[120];
        flat_say(&f, words[loam_random_below(seed, 0, 4)]);
        const int32_t x = (int32_t)loam_random_range(seed, 1, -49, 49);
        snprintf(line, sizeof line, "edit blocks stone box %d 1 %d %d", (int)x,
                 (int)loam_random_range(seed, 2, 1, 50 - x), (int)loam_random_range(seed, 3, 1, 9));
        flat_say(&f, line);
        lifted += flat_is_stuck(&f);
        flat_steps(&f, 1);
        CHECK(!flat_is_stuck(&f));
        CHECK_RANGE(flat_x(&f), -49 + 3.5, 50 - 3.5);
        CHECK_RANGE(flat_y(&f), 1, 70 - 12);
        if (i % 3 == 2)
        {
            flat_say(&f, "edit blocks air box -49 1 99 9");
        }
    }
    CHECK_RANGE(lifted, toy_rounds(6000) / 60, toy_rounds(6000));
    flat_close(&f);
}

int main(void)
{
    RUN(test_falls_and_stands);
    RUN(test_walks_and_stops);
    RUN(test_jumps_as_high_as_they_are_held);
    RUN(test_a_ceiling_stops_a_jump);
    RUN(test_a_jump_may_come_a_little_late);
    RUN(test_a_jump_may_come_a_little_early);
    RUN(test_walks_over_small_steps);
    RUN(test_does_not_climb_under_a_low_ceiling);
    RUN(test_no_wall_is_passed_at_any_speed);
    RUN(test_the_players_world_has_an_end);
    RUN(test_denser_is_slower);
    RUN(test_floats_and_dives);
    RUN(test_swims_from_the_half_on);
    RUN(test_jumps_out_of_water);
    RUN(test_burns_and_comes_back);
    RUN(test_begins_anew_at_home);
    RUN(test_fire_hurts_less_than_lava);
    RUN(test_is_pushed_out_of_what_is_built);
    RUN(test_is_not_pushed_through_a_wall);
    RUN(test_climbs_out_of_rock);
    RUN(test_a_game_may_begin_in_rock);
    RUN(test_comes_out_above_rather_than_below);
    RUN(test_is_never_stuck);
    RUN(test_nobody_gets_out_of_a_room);
    return CHECK_DONE();
}
