// SPDX-License-Identifier: MIT
#include "tiles_sim.h"

#include "tile_options.h"

// The world of loam tiles sim: one that is grown anew, or one from a file, which goes on where it was and
// is kept at the end.

static loam_result open_store(sim_world *world)
{
    loam_store_def def = loam_default_store_def();
    def.env = world->env;
    def.path = world->settings->world;
    def.read_only = world->settings->no_save;
    const loam_result result = loam_store_open(&def, &world->store);
    const int32_t asked = world->settings->version;
    if (result == LOAM_OK && asked != 0 && asked != loam_store_defs(world->store)->version)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%s: is of world version %d; the replay is of version %d", def.path,
                         (int)loam_store_defs(world->store)->version, (int)asked);
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
                                   : tool_load_defs_of(settings->version, settings->defs,
                                                       &world->defs);
    if (result == LOAM_OK)
    {
        world->seed = world->store != NULL
                          ? loam_store_seed(world->store)
                          : loam_seed_from_text(settings->seed != NULL ? settings->seed : "1");
    }
    return result;
}

/// Where the player of a world that is not kept begins: as asked, else on the ground at x = 0.
static loam_result find_start(sim_world *world, loam_tile_pos *start)
{
    const option_position at = world->settings->at;
    if (at.given)
    {
        *start = (loam_tile_pos){at.x, at.y};
        return LOAM_OK;
    }
    loam_tile_source *source = NULL;
    const loam_result result = loam_tile_source_create(&world->env, world->defs, world->seed,
                                                       &source);
    *start = result == LOAM_OK ? loam_tile_source_spawn(source, 0) : (loam_tile_pos){0};
    loam_tile_source_destroy(source);
    return result;
}

/// The tile that the player stands in.
static loam_tile_pos feet_of(const loam_player *player)
{
    const int64_t unit = LOAM_PLAYER_FIXED;
    return (loam_tile_pos){loam_floor_div(player->x, unit), loam_floor_div(player->y, unit)};
}

loam_result sim_world_begin(sim_world *world)
{
    const option_position at = world->settings->at;
    const loam_tile_pos place = {at.x, at.y};
    loam_tile_game_def def = loam_default_tile_game_def();
    def.world.env = world->env;
    def.world.ring_log2 = LOAM_MIN_RING_LOG2 + world->settings->ring;
    loam_result result = LOAM_OK;
    if (world->store != NULL)
    {
        result = loam_store_begin_game(world->store, &def, at.given ? &place : NULL, &world->game);
    }
    else
    {
        def.world.defs = world->defs;
        def.world.seed = world->seed;
        result = find_start(world, &def.world.centre);
        result = result == LOAM_OK ? loam_tile_game_create(&def, &world->game) : result;
    }
    if (result == LOAM_OK)
    {
        world->start = at.given ? place : feet_of(loam_tile_game_player(world->game));
    }
    return result;
}

loam_result sim_world_save(sim_world *world)
{
    if (world->store == NULL || world->settings->no_save)
    {
        return LOAM_OK;
    }
    // What of it fits into one transaction is written at once or not at all.
    loam_store_pause(world->store);
    const loam_result kept = loam_store_save_game(world->store, world->game);
    const loam_result saved = loam_tile_world_save(loam_tile_game_world(world->game));
    loam_store_resume(world->store);
    return saved == LOAM_OK ? kept : saved;
}

void sim_world_close(sim_world *world)
{
    loam_tile_game_destroy(world->game);
    loam_store_close(world->store);
    tool_free_defs(world->defs);
}
