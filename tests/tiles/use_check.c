// SPDX-License-Identifier: MIT
// Whether a tool would do something, and why not: compared with what it does.
#include "check.h"
#include "flat_game.h"
#include "sanitized.h"

#include "loam/random.h"
#include "tiles/game/game.h"

#include <stdarg.h>

static flat_game f;

static void say(const char *format, ...) LOAM_PRINTF(1, 2);

static void say(const char *format, ...)
{
    char line[LOAM_MAX_COMMAND_LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    flat_say(&f, line);
}

static uint64_t world_hash(void)
{
    return loam_tile_world_hash(f.game->world);
}

/// Uses the tool at one place for as long as anything can take.
static bool does_something(void)
{
    const uint64_t before = world_hash();
    const int32_t steps = loam_tile_game_dig_steps(f.game) + 2;
    if (flat_try(&f, "use on") != LOAM_OK)
    {
        return false;
    }
    for (int32_t i = 0; i < steps && world_hash() == before; i++)
    {
        flat_steps(&f, 1);
    }
    flat_say(&f, "use off");
    return world_hash() != before;
}

static void refused(const char *why)
{
    const uint64_t before = loam_tile_game_hash(f.game);
    CHECK_INT(loam_tile_game_check_use(f.game), LOAM_FAILED);
    CHECK_TEXT(loam_last_error(), why);
    CHECK_U64(loam_tile_game_hash(f.game), before);
}

static void test_each_reason_has_its_words(void)
{
    flat_open(&f, true);
    flat_steps(&f, 3);
    say("edit walls dirt box 10 -9 20 19");
    say("edit blocks water box 20 2 3 3");
    say("tool wall");
    say("choose torch");
    say("brush circle 0");
    say("aim 12 -3");
    refused("use: stone would hide it: dig first, or choose an open place");
    say("aim 12 3");
    CHECK_OK(loam_tile_game_check_use(f.game));
    say("aim 21 3"); // it is seen in water
    CHECK_OK(loam_tile_game_check_use(f.game));
    say("choose dirt");
    refused("use: there is dirt already");
    say("aim 12 -3");
    refused("use: there is dirt already");
    say("choose stone");
    CHECK_OK(loam_tile_game_check_use(f.game)); // nobody minds a wall behind a block
    say("tool block");
    refused("use: there is stone already");
    say("choose oak_wood");
    refused("use: stone is in the way");
    say("choose dirt");
    say("aim 0 5");
    refused("use: you stand there yourself");
    say("choose water");
    say("aim 21 3");
    refused("use: there is water already");
    say("choose lava");
    refused("use: water is in the way");
    say("tool pickaxe");
    refused("use: take a bucket for water");
    say("aim 12 5");
    refused("use: take a hammer for walls");
    say("tool bucket");
    CHECK_INT(loam_tile_game_check_use(f.game), LOAM_NOT_FOUND);
    say("aim 12 -3");
    refused("use: a bucket takes only what flows, not stone");
    say("edit blocks stone tile 60 10");
    say("tool hammer");
    say("aim 60 10");
    refused("use: take a pickaxe for blocks");
    say("aim 60 11");
    CHECK_INT(loam_tile_game_check_use(f.game), LOAM_NOT_FOUND);
    say("aim 5000 0");
    refused("use: that is too far away");
    say("mode limited");
    say("aim 60 -3");
    refused("use: that is too far away: you reach 40 tiles");
    say("aim 12 3");
    say("tool block");
    refused("use: you have no lava");
    flat_close(&f);
}

static void test_who_can_carry_no_more_is_told(void)
{
    flat_open(&f, true);
    flat_steps(&f, 3);
    say("mode limited");
    say("aim 12 -3");
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        say("give dirt %d", LOAM_MAX_STACK);
    }
    refused("use: you cannot carry more of it");
    CHECK(!does_something());
    flat_close(&f);
}

/// Some state of a player with some tool.
static void draw_state(uint64_t seed)
{
    static const char *const tools[] = {"pickaxe", "hammer", "block", "wall", "bucket"};
    static const char *const materials[] = {"stone", "dirt", "sand", "water", "lava", "oak_wood"};
    static const char *const walls[] = {"stone", "dirt", "oak_wood"};
    const uint32_t tool = loam_random_below(seed, 0, 5);
    const bool limited = loam_random_below(seed, 1, 2) == 0;
    const char *const material = tool == 3 ? walls[loam_random_below(seed, 2, 3)]
                                           : materials[loam_random_below(seed, 2, 6)];
    say("mode %s", limited ? "limited" : "unlimited");
    if (limited && loam_random_below(seed, 3, 2) == 0)
    {
        say("give %s 3", material);
    }
    say("tool %s", tools[tool]);
    say("choose %s", material);
    say("brush %s %d", loam_random_below(seed, 4, 2) == 0 ? "circle" : "square",
        (int)loam_random_below(seed, 5, 3));
    say("aim %d %d", (int)loam_random_range(seed, 6, -50, 50),
        (int)loam_random_range(seed, 7, -10, 30));
}

static void test_what_is_said_is_what_happens(void)
{
    const int32_t cases = check_sample(600);
    int32_t works = 0, refusals = 0;
    flat_open(&f, true);
    flat_steps(&f, 3);
    say("edit walls dirt box -40 -5 20 20");
    say("edit blocks water box 20 2 12 12");
    say("edit blocks sand box -30 2 8 8");
    say("edit blocks oak_wood box 5 10 20 5");
    for (int32_t i = 0; i < cases; i++)
    {
        draw_state(loam_random_u64(11, (uint64_t)i));
        const bool said = loam_tile_game_check_use(f.game) == LOAM_OK;
        const bool done = does_something();
        CHECK_REPORT(said == done, "%d: said %d, done %d: %s", (int)i, said, done,
                     said ? "" : loam_last_error());
        works += done;
        refusals += !done;
    }
    CHECK(works > cases / 6 && refusals > cases / 6);
    flat_close(&f);
}

int main(void)
{
    RUN(test_each_reason_has_its_words);
    RUN(test_who_can_carry_no_more_is_told);
    RUN(test_what_is_said_is_what_happens);
    return CHECK_DONE();
}
