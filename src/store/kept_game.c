// SPDX-License-Identifier: MIT
#include "base/small.h"
#include "loam/store.h"
#include "store/store.h"

// A game that is kept goes on as if it had never stopped: with the chunks, it is made of the number of the
// step, the sky, where the ring is behind the player, and the player's bytes. Files from before there
// were games have only a place.

enum
{
    PLACE_UNIT = 256, // of a tile, in a file
    PLAYER_SCALE = LOAM_PLAYER_FIXED / PLACE_UNIT,
};

/// The tile that a place of the file is in.
static loam_tile_pos tile_of(const loam_store_player *kept)
{
    return (loam_tile_pos){loam_floor_div(kept->x, PLACE_UNIT),
                           loam_floor_div(kept->y, PLACE_UNIT)};
}

/// A player's place, not what damage or another program has made of it.
static bool is_in_world(loam_tile_pos at)
{
    return at.x > -LOAM_PLAYER_END && at.x < LOAM_PLAYER_END && at.y > -LOAM_PLAYER_END &&
           at.y < LOAM_PLAYER_END;
}

/// On the ground at x = 0.
static loam_result find_ground(const loam_store *store, loam_tile_pos *out)
{
    loam_tile_source *source = NULL;
    const loam_result result = loam_tile_source_create(&store->env, &store->defs, store->seed,
                                                       &source);
    *out = result == LOAM_OK ? loam_tile_source_spawn(source, 0) : (loam_tile_pos){0};
    loam_tile_source_destroy(source);
    return result;
}

/// Whether a place of the player is one of the file. Earlier versions have rounded to the other side.
static bool is_near(int64_t fixed, int64_t place)
{
    const int64_t apart = loam_floor_div(fixed, PLAYER_SCALE) - place;
    return apart >= -1 && apart <= 1;
}

/// The game is as it was when it was kept; but the player goes to centre, if that is another place.
static loam_result go_on(loam_store *store, const loam_store_player *kept, loam_tile_pos centre,
                         bool elsewhere, loam_tile_game *game)
{
    loam_tile_world *const world = loam_tile_game_world(game);
    const loam_player *const player = loam_tile_game_player(game);
    const int32_t day = store->defs.sky.day_steps;
    loam_tile_world_set_day_step(world, (kept->time_of_day % day + day) % day);
    loam_tile_world_set_weather(world, (loam_weather)kept->weather);
    if (kept->year_step > 0) // files from before there were years have none
    {
        loam_tile_world_set_year_step(world,
                                      (kept->year_step - 1) % loam_tile_world_year_steps(world));
    }
    if (kept->byte_count == 0)
    {
        return LOAM_OK;
    }
    if (loam_tile_game_set_player(game, kept->bytes, (size_t)kept->byte_count) != LOAM_OK)
    {
        loam_log_write(&store->env, LOAM_LOG_WARNING, "the player begins anew: %s",
                       loam_last_error());
        return LOAM_OK;
    }
    const bool moved = elsewhere || !is_near(player->x, kept->x) || !is_near(player->y, kept->y);
    const loam_command place = {.action = LOAM_ACTION_PLACE, .x = centre.x, .y = centre.y};
    return moved ? loam_tile_game_do(game, &place) : LOAM_OK;
}

static void use_store(loam_store *store, loam_tile_world_def *def)
{
    const loam_chunk_store *const own = &def->store;
    def->env = store->env;
    def->defs = &store->defs;
    def->seed = store->seed;
    if (own->load == NULL && own->save == NULL && own->flush == NULL)
    {
        def->store = loam_store_chunks(store);
    }
}

loam_result loam_store_begin_game(loam_store *store, const loam_tile_game_def *def,
                                  const loam_tile_pos *at, loam_tile_game **out)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, def != NULL && out != NULL);
    *out = NULL;
    const loam_result tiles = loam_store_check_kind(store, LOAM_STORE_TILES);
    if (tiles != LOAM_OK)
    {
        return tiles;
    }
    loam_store_player kept = {0};
    const bool has_player = loam_store_get_player(store, &kept) == LOAM_OK;
    const bool goes_on = at == NULL && has_player && is_in_world(tile_of(&kept));
    loam_tile_game_def full = *def;
    use_store(store, &full.world);
    full.world.first_step = kept.steps;
    full.world.lag = goes_on ? (loam_chunk_pos){kept.lag_x, kept.lag_y} : (loam_chunk_pos){0};
    full.world.centre = goes_on ? tile_of(&kept) : at != NULL ? *at : (loam_tile_pos){0};
    loam_result result = goes_on || at != NULL ? LOAM_OK : find_ground(store, &full.world.centre);
    result = result == LOAM_OK ? loam_tile_game_create(&full, out) : result;
    if (result == LOAM_OK && has_player)
    {
        result = go_on(store, &kept, full.world.centre, !goes_on, *out);
    }
    if (result != LOAM_OK)
    {
        loam_tile_game_destroy(*out);
        *out = NULL;
    }
    return result;
}

/// How far the ring is behind on an axis. One that is farther behind than it ever stays has a jump before
/// it, after which it is not behind at all.
static int32_t lag_of(int64_t ring, int64_t chunk)
{
    const int64_t lag = ring - chunk;
    return lag >= -1 && lag <= 1 ? (int32_t)lag : 0;
}

loam_result loam_store_save_game(loam_store *store, loam_tile_game *game)
{
    LOAM_ASSERT(NULL, store != NULL);
    LOAM_ASSERT(&store->env, game != NULL);
    const loam_player *const player = loam_tile_game_player(game);
    const loam_tile_world *const world = loam_tile_game_world(game);
    loam_store_player kept = {.x = loam_floor_div(player->x, PLAYER_SCALE),
                              .y = loam_floor_div(player->y, PLAYER_SCALE),
                              .steps = loam_tile_world_steps(world),
                              .time_of_day = loam_tile_world_day_step(world),
                              .weather = (int32_t)loam_tile_world_weather(world),
                              .year_step = loam_tile_world_year_step(world) + 1};
    const loam_tile_ring ring = loam_tile_world_ring(world);
    const int64_t half = ring.side / LOAM_CHUNK_SIDE / 2;
    const loam_chunk_pos chunk = loam_chunk_of_tile(tile_of(&kept));
    kept.lag_x = lag_of(ring.lowest.x + half, chunk.x);
    kept.lag_y = lag_of(ring.lowest.y + half, chunk.y);
    kept.byte_count = (int32_t)loam_player_pack(player, kept.bytes, sizeof kept.bytes);
    return loam_store_set_player(store, &kept);
}
