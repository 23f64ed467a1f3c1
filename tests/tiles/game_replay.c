// SPDX-License-Identifier: MIT
// A game follows from its commands: with any number of threads, after it was kept and opened again, and
// when memory or chunks are missing for a while.
#include "base/counting.h"
#include "check.h"
#include "flat_game.h"
#include "toy_world.h"

#include "tiles/game/game.h"

enum
{
    STEPS = 500,
    HALF = 250,
    REPORT = 50, // steps
};

/// A bit of everything.
static const char *const script[] = {
    "0 weather rain",
    "0 time 05:50",
    "0 edit blocks air box 20 -30 40 30",
    "0 edit blocks water box 22 -20 36 18",
    "0 edit blocks lava box 70 20 10 10",
    "0 edit blocks sand box 90 30 12 12",
    "0 edit walls oak_wood box -60 0 20 20",
    "5 walk right",
    "30 jump on",
    "50 jump off",
    "60 tool block",
    "60 choose dirt",
    "60 brush circle 3",
    "60 aim 30 30",
    "60 use on",
    "70 aim 60 45",
    "90 use off",
    "100 undo",
    "110 redo",
    "120 copy 20 -30 40 40",
    "120 stamp save lake",
    "130 stamp paste lake -100 10 flip",
    "150 walk stop",
    "150 tool bucket",
    "150 aim 40 -10",
    "150 use on",
    "170 use off",
    "180 mode limited",
    "180 give torch 20",
    "180 tool wall",
    "180 choose torch",
    "185 use on",
    "190 use off",
    "200 walk left",
    "240 jump on",
    "260 jump off",
    "300 edit blocks fire circle -50 10 4",
    "320 tool pickaxe",
    "320 aim 0 -1",
    "320 use on",
    "400 place 250 40",
    "410 mode unlimited",
    "450 undo",
};

/// Does the commands of a step, and the step.
static void play_step(loam_tile_game *game, uint64_t step)
{
    for (size_t i = 0; i < sizeof script / sizeof *script; i++)
    {
        loam_command command;
        const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(game));
        CHECK_OK(loam_command_read(script[i], defs, &command));
        if (command.step == step)
        {
            CHECK_OK(loam_tile_game_do(game, &command));
        }
    }
    CHECK_OK(loam_tile_game_step(game));
}

static loam_tile_game_def def_with(int32_t threads)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.env.jobs = toy_jobs(threads);
    def.world.seed = 12;
    def.world.ring_log2 = 3;
    def.world.pipeline = flat_pipeline(&def.world.env, 12);
    return def;
}

static void free_def(loam_tile_game_def *def)
{
    loam_pipeline_destroy(def->world.pipeline);
    loam_jobs_destroy(def->world.env.jobs);
}

static uint64_t reference[STEPS / REPORT];

static void test_threads_change_nothing(void)
{
    for (int32_t threads = 0; threads <= 2; threads++)
    {
        loam_tile_game_def def = def_with(threads);
        loam_tile_game *game;
        CHECK_OK(loam_tile_game_create(&def, &game));
        for (int32_t i = 0; i < STEPS; i++)
        {
            play_step(game, (uint64_t)i);
            if (i % REPORT == REPORT - 1)
            {
                uint64_t *const expected = &reference[i / REPORT];
                *expected = threads == 0 ? loam_tile_game_hash(game) : *expected;
                CHECK_U64(loam_tile_game_hash(game), *expected);
            }
        }
        loam_tile_game_destroy(game);
        free_def(&def);
    }
    for (int32_t i = 1; i < STEPS / REPORT; i++)
    {
        CHECK(reference[i] != reference[i - 1]);
    }
}

// A game that is kept half way and opened again goes on as if nothing had been.
static void test_a_kept_game_goes_on(void)
{
    toy_store store;
    uint8_t player[LOAM_MAX_PLAYER_BYTES];
    loam_tile_game *game;
    loam_tile_game_def def = def_with(0);
    toy_store_init(&store);
    def.world.store = toy_store_functions(&store);
    CHECK_OK(loam_tile_game_create(&def, &game));
    for (uint64_t i = 0; i < HALF; i++)
    {
        play_step(game, i);
    }
    const loam_weather weather = loam_tile_world_weather(game->world);
    const uint16_t time = loam_tile_world_time(game->world);
    const size_t size = loam_player_pack(loam_tile_game_player(game), player, sizeof player);
    CHECK_OK(loam_tile_world_save(game->world));
    loam_tile_game_destroy(game);
    def.world.first_step = HALF;
    CHECK_OK(loam_tile_game_create(&def, &game));
    CHECK_OK(loam_tile_game_set_player(game, player, size));
    loam_tile_world_set_weather(game->world, weather);
    loam_tile_world_set_time(game->world, time);
    CHECK_U64(loam_tile_game_hash(game), reference[HALF / REPORT - 1]);
    for (uint64_t i = HALF; i < 450; i++) // what was before cannot be undone
    {
        play_step(game, i);
    }
    CHECK_U64(loam_tile_game_hash(game), reference[450 / REPORT - 1]);
    loam_tile_game_destroy(game);
    free_def(&def);
    toy_store_free(&store);
}

static loam_result say(loam_tile_game *game, const char *line)
{
    loam_command command;
    CHECK_OK(loam_command_read(line, loam_tile_world_defs(game->world), &command));
    return loam_tile_game_do(game, &command);
}

// A step that fails has not happened, for the player too.
static void test_a_failed_step_is_tried_again(void)
{
    static toy_fault fault;
    loam_tile_game_def def = loam_default_tile_game_def();
    loam_tile_game *game;
    def.world.seed = 5;
    def.world.ring_log2 = 3;
    def.world.still = true;
    def.world.ahead = 0;
    def.world.pipeline = toy_pipeline(&def.world.env, 5, &fault);
    CHECK_OK(loam_tile_game_create(&def, &game));
    atomic_store(&fault.bad_x, 4); // the next column of chunks on the right
    atomic_store(&fault.broken, true);
    CHECK_OK(say(game, "0 edit blocks air box 100 0 100 60"));
    game->player.x = 155 * LOAM_PLAYER_FIXED;
    game->player.y = 30 * LOAM_PLAYER_FIXED;
    game->player.vx = LOAM_PLAYER_FIXED;
    CHECK_OK(say(game, "0 walk right"));
    uint64_t hash;
    int32_t steps = 0;
    do
    {
        hash = loam_tile_game_hash(game);
    } while (loam_tile_game_step(game) == LOAM_OK && steps++ < 20);
    CHECK_RANGE(steps, 1, 10);
    CHECK_INT(loam_tile_game_step(game), LOAM_FAILED);
    CHECK_U64(loam_tile_game_hash(game), hash);
    atomic_store(&fault.broken, false);
    CHECK_OK(loam_tile_game_step(game));
    CHECK(loam_tile_game_hash(game) != hash);
    loam_tile_game_destroy(game);
    loam_pipeline_destroy(def.world.pipeline);
}

// ---- memory ---------------------------------------------------------------------------------------

/// Makes a game, copies and keeps a stamp. The first failure.
static loam_result go_through(const loam_tile_game_def *def)
{
    static const char *const lines[] = {"0 edit blocks dirt box 0 0 9 9",
                                        "0 copy 0 0 50 50",
                                        "0 stamp save a",
                                        "0 copy 0 0 20 20",
                                        "0 stamp save a",
                                        "0 stamp save b"};
    loam_tile_game *game;
    loam_result result = loam_tile_game_create(def, &game);
    CHECK((game == NULL) == (result != LOAM_OK));
    for (size_t i = 0; i < sizeof lines / sizeof *lines && result == LOAM_OK; i++)
    {
        result = say(game, lines[i]);
    }
    if (game != NULL)
    {
        CHECK_OK(loam_tile_game_step(game));
    }
    loam_tile_game_destroy(game);
    return result;
}

static void test_running_out_of_memory_breaks_nothing(void)
{
    counting counter;
    const loam_env plain = loam_default_env();
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.pipeline = flat_pipeline(&plain, 12);
    def.world.ring_log2 = 3;
    def.world.ahead = 0;
    loam_result result = LOAM_OUT_OF_MEMORY;
    // Chunks are many and alike: after the first hundred every seventh will do.
    for (int64_t at = 1; result == LOAM_OUT_OF_MEMORY && at < 2000; at += at < 100 ? 1 : 7)
    {
        def.world.env = counting_env(&counter);
        counter.refuse_at = at;
        result = go_through(&def);
        CHECK(result == LOAM_OK || result == LOAM_OUT_OF_MEMORY);
        CHECK_INT(counter.blocks, 0);
        CHECK_INT(counter.bytes, 0);
        result = counter.asked < at ? LOAM_OK : LOAM_OUT_OF_MEMORY;
    }
    CHECK_INT(result, LOAM_OK);
    loam_pipeline_destroy(def.world.pipeline);
}

static void test_a_steady_step_allocates_nothing(void)
{
    counting counter;
    const loam_env plain = loam_default_env();
    loam_tile_game_def def = loam_default_tile_game_def();
    loam_tile_game *game;
    def.world.pipeline = flat_pipeline(&plain, 12);
    def.world.ring_log2 = 3;
    def.world.ahead = 0;
    def.world.env = counting_env(&counter);
    CHECK_OK(loam_tile_game_create(&def, &game));
    CHECK_OK(say(game, "0 tool block"));
    CHECK_OK(say(game, "0 choose dirt"));
    CHECK_OK(say(game, "0 use on"));
    CHECK_OK(loam_tile_game_step(game));
    const int64_t before = counter.asked;
    for (int32_t i = 0; i < 200; i++)
    {
        static const char *const lines[] = {"0 walk left", "0 walk right", "0 jump on",
                                            "0 jump off",  "0 aim 50 50",  "0 aim 20 9",
                                            "0 undo",      "0 redo"};
        (void)say(game, lines[i % 8]); // there may be nothing to redo
        CHECK_OK(loam_tile_game_step(game));
    }
    CHECK_INT(counter.asked, before);
    loam_tile_game_destroy(game);
    CHECK_INT(counter.bytes, 0);
    loam_pipeline_destroy(def.world.pipeline);
}

int main(void)
{
    RUN(test_threads_change_nothing);
    RUN_SERIAL(test_a_kept_game_goes_on);
    RUN_SERIAL(test_a_failed_step_is_tried_again);
    RUN_SERIAL(test_running_out_of_memory_breaks_nothing);
    RUN_SERIAL(test_a_steady_step_allocates_nothing);
    return CHECK_DONE();
}
