// SPDX-License-Identifier: MIT
#include "selftest.h"

// A game: a player walks, jumps, swims, digs, builds, takes back and pastes, by a list of commands as a
// file would have them, on a stage of its own. In a world that is still it shows the player and the
// edits, in one that lives everything at once.

enum
{
    STEPS = 400
};

static const char *const script[] = {
    "0 weather rain",
    "0 time 18:30",
    "0 edit blocks water box 30 -20 40 24",
    "0 edit blocks lava circle 110 40 9",
    "0 edit blocks sand line 90 60 140 80 4",
    "5 walk right",
    "20 jump on",
    "45 jump off",
    "60 tool block",
    "60 choose limestone",
    "60 brush circle 2",
    "60 aim 60 40",
    "60 use on",
    "65 aim 95 55",
    "70 use off",
    "75 undo",
    "80 redo",
    "90 copy 30 -20 50 60",
    "90 stamp save part",
    "95 stamp paste part -120 -10 flip",
    "100 dive on",
    "140 dive off",
    "140 jump on",
    "180 jump off",
    "185 replace blocks dirt mud -60 -60 120 80",
    "190 edit walls stone fill -40 40 60000",
    "200 mode limited",
    "200 tool pickaxe",
    "200 brush square 1",
    "200 aim 70 -30",
    "200 use on",
    "280 walk left",
    "300 edit blocks stone box 0 -10 130 40",
    "330 place 300 10",
    "350 cut 280 -20 30 40",
    "360 undo",
};

static loam_result run_terraces(loam_slice *slice)
{
    loam_tile *const out = slice->out;
    for (int32_t i = 0; i < LOAM_CHUNK_TILES; i++)
    {
        const int64_t x = slice->x + i % LOAM_CHUNK_SIDE, y = slice->y + i / LOAM_CHUNK_SIDE;
        const uint64_t terrace = loam_seed_at(slice->seed, x >> 4, 0, 0);
        const uint8_t ground = y < (int64_t)loam_random_below(terrace, 0, 9) ? 2 : 0; // dirt
        out[i] = (loam_tile){ground, 0, ground, 0};
    }
    return LOAM_OK;
}

static loam_result make_pipeline(loam_pipeline **out)
{
    loam_pipeline_def def = loam_default_pipeline_def();
    loam_stage_def stage = loam_default_stage_def();
    def.cache_bytes = 0;
    stage.name = "terraces";
    stage.page_size = LOAM_CHUNK_SIDE;
    stage.payload_size = LOAM_CHUNK_TILES * sizeof(loam_tile);
    stage.run = run_terraces;
    const loam_result result = loam_pipeline_create(&def, out);
    return result == LOAM_OK ? loam_pipeline_add(*out, &stage) : result;
}

/// Does the commands of a step. Whether one of them can be done follows from the game, so it is part of
/// the hash.
static loam_result do_commands(loam_tile_game *game, uint64_t step, uint64_t *hash)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(loam_tile_game_world(game));
    for (size_t i = 0; i < sizeof script / sizeof *script; i++)
    {
        loam_command command;
        const loam_result read = loam_command_read(script[i], defs, &command);
        if (read != LOAM_OK)
        {
            return read;
        }
        if (command.step == step)
        {
            const uint64_t result = (uint64_t)loam_tile_game_do(game, &command);
            *hash = loam_hash_u64(&result, 1, *hash);
        }
    }
    return LOAM_OK;
}

static loam_result play(loam_tile_game *game, uint64_t *hash)
{
    loam_result result = LOAM_OK;
    *hash = 0;
    for (uint64_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        result = do_commands(game, step, hash);
        result = result != LOAM_OK ? result : loam_tile_game_step(game);
        const loam_player *const player = loam_tile_game_player(game);
        const uint64_t place[] = {(uint64_t)player->x, (uint64_t)player->y};
        *hash = loam_hash_u64(place, 2, *hash);
    }
    const uint64_t last = loam_tile_game_hash(game);
    *hash = loam_hash_u64(&last, 1, *hash);
    return result;
}

/// LOAM_UNSUPPORTED where there are no threads.
static loam_result run_game(bool still, int32_t helpers, uint64_t *hash)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    loam_tile_game *game = NULL;
    loam_pipeline *pipeline = NULL;
    loam_result result = LOAM_OK;
    if (helpers > 0)
    {
        loam_jobs_def jobs = loam_default_jobs_def();
        jobs.threads = helpers;
        result = loam_jobs_create(&jobs, &def.world.env.jobs);
    }
    result = result == LOAM_OK ? make_pipeline(&pipeline) : result;
    def.world.seed = 42;
    def.world.ring_log2 = 3;
    def.world.still = still;
    def.world.pipeline = pipeline;
    def.world.centre = (loam_tile_pos){0, 10};
    result = result == LOAM_OK ? loam_tile_game_create(&def, &game) : result;
    result = result == LOAM_OK ? play(game, hash) : result;
    loam_tile_game_destroy(game);
    loam_pipeline_destroy(pipeline);
    loam_jobs_destroy(def.world.env.jobs);
    return result;
}

void selftest_game(selftest *run)
{
    static const char *const names[] = {"tile game still", "tile game"};
    const int32_t threads = selftest_threads(run);
    char with_threads[32];
    snprintf(with_threads, sizeof with_threads, "%d threads", (int)threads);
    for (int32_t alive = 0; alive < 2; alive++)
    {
        for (int32_t i = 0; i < (threads > 1 ? 2 : 1); i++)
        {
            uint64_t hash = 0;
            const loam_result result = run_game(!alive, i * (threads - 1), &hash);
            if (result != LOAM_UNSUPPORTED)
            {
                selftest_report(run, names[alive], i == 0 ? "no threads" : with_threads, result,
                                hash);
            }
        }
    }
}
