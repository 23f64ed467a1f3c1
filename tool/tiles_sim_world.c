// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include "tile_options.h"

// The world of loam tiles sim: one that is grown anew, or one from a file, which goes on where it was and
// is kept at the end.

enum
{
    PLAYER_UNIT = 256, // a tile has so many of a file's
};

static loam_result open_store(sim_world *world)
{
    loam_store_def def = loam_default_store_def();
    def.env = world->env;
    def.path = world->settings->world;
    def.read_only = world->settings->no_save;
    loam_result result = loam_store_open(&def, &world->store);
    if (result == LOAM_OK)
    {
        result = loam_store_get_player(world->store, &world->player);
        world->has_player = result == LOAM_OK;
        result = result == LOAM_NOT_FOUND ? LOAM_OK : result;
    }
    return result;
}

const loam_tile_defs *sim_world_defs(const sim_world *world)
{
    return world->store != NULL ? loam_store_defs(world->store) : world->defs;
}

loam_result sim_world_open(sim_world *world)
{
    const sim_settings *settings = world->settings;
    const loam_result result = settings->world != NULL
                                   ? open_store(world)
                                   : tool_load_defs(settings->defs, &world->defs);
    if (result == LOAM_OK)
    {
        world->seed = world->store != NULL
                          ? loam_store_seed(world->store)
                          : loam_seed_from_text(settings->seed != NULL ? settings->seed : "1");
    }
    return result;
}

/// Where the player begins: as asked, else where it was, else on the ground at x = 0.
static loam_result find_start(sim_world *world)
{
    const option_position at = world->settings->at;
    if (at.given)
    {
        world->start = (loam_tile_pos){at.x, at.y};
        return LOAM_OK;
    }
    if (world->has_player)
    {
        world->start = (loam_tile_pos){
            world->player.x / PLAYER_UNIT - (world->player.x % PLAYER_UNIT < 0),
            world->player.y / PLAYER_UNIT - (world->player.y % PLAYER_UNIT < 0)};
        return LOAM_OK;
    }
    loam_tile_source *source = NULL;
    const loam_result result = loam_tile_source_create(&world->env, sim_world_defs(world),
                                                       world->seed, &source);
    world->start = result == LOAM_OK ? loam_tile_source_spawn(source, 0) : (loam_tile_pos){0};
    loam_tile_source_destroy(source);
    return result;
}

/// The game is as it was when the file was written; but the player is at start, if that is another place.
static loam_result go_on(sim_world *world)
{
    loam_tile_world *const tiles = loam_tile_game_world(world->game);
    const loam_player *const player = loam_tile_game_player(world->game);
    const int32_t day = sim_world_defs(world)->sky.day_steps;
    loam_tile_world_set_day_step(tiles, (world->player.time_of_day % day + day) % day);
    loam_tile_world_set_weather(tiles, (loam_weather)world->player.weather);
    if (world->player.byte_count == 0)
    {
        return LOAM_OK;
    }
    const loam_command place = {
        .action = LOAM_ACTION_PLACE, .x = world->start.x, .y = world->start.y};
    if (loam_tile_game_set_player(world->game, world->player.bytes,
                                  (size_t)world->player.byte_count) != LOAM_OK)
    {
        fprintf(world->io->err, "loam tiles sim: the player begins anew: %s\n", loam_last_error());
        return LOAM_OK;
    }
    const int64_t scale = LOAM_PLAYER_FIXED / PLAYER_UNIT;
    const bool moved = world->settings->at.given || player->x / scale != world->player.x ||
                       player->y / scale != world->player.y;
    return moved ? loam_tile_game_do(world->game, &place) : LOAM_OK;
}

static loam_result create_game(sim_world *world)
{
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.env = world->env;
    def.world.defs = sim_world_defs(world);
    def.world.seed = world->seed;
    def.world.ring_log2 = LOAM_MIN_RING_LOG2 + world->settings->ring;
    def.world.centre = world->start;
    if (world->store != NULL)
    {
        def.world.store = loam_store_chunks(world->store);
        def.world.first_step = world->player.steps;
        def.world.lag = world->settings->at.given
                            ? (loam_chunk_pos){0}
                            : (loam_chunk_pos){world->player.lag_x, world->player.lag_y};
        if (world->settings->no_save)
        {
            def.world.store.save = NULL;
            def.world.store.flush = NULL;
        }
    }
    const loam_result result = loam_tile_game_create(&def, &world->game);
    return result == LOAM_OK && world->has_player ? go_on(world) : result;
}

loam_result sim_world_begin(sim_world *world)
{
    const loam_result result = find_start(world);
    return result == LOAM_OK ? create_game(world) : result;
}

loam_result sim_world_save(sim_world *world)
{
    const loam_player *player = loam_tile_game_player(world->game);
    loam_tile_world *tiles = loam_tile_game_world(world->game);
    const int64_t scale = LOAM_PLAYER_FIXED / PLAYER_UNIT;
    if (world->store == NULL || world->settings->no_save)
    {
        return LOAM_OK;
    }
    world->player.x = player->x / scale;
    world->player.y = player->y / scale;
    world->player.steps = loam_tile_world_steps(tiles);
    world->player.time_of_day = loam_tile_world_day_step(tiles);
    world->player.weather = (int32_t)loam_tile_world_weather(tiles);
    world->player.lag_x = (int32_t)loam_tile_world_lag(tiles).x;
    world->player.lag_y = (int32_t)loam_tile_world_lag(tiles).y;
    world->player.byte_count = (int32_t)loam_player_pack(player, world->player.bytes,
                                                         sizeof world->player.bytes);
    loam_result result = loam_store_set_player(world->store, &world->player);
    result = result == LOAM_OK ? loam_tile_world_save(tiles) : result;
    return result == LOAM_OK ? loam_store_flush(world->store) : result;
}

void sim_world_close(sim_world *world)
{
    loam_tile_game_destroy(world->game);
    loam_store_close(world->store);
    tool_free_defs(world->defs);
}
