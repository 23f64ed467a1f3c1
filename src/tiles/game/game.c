// SPDX-License-Identifier: MIT
#include "tiles/game/game.h"

#include "loam/random.h"
#include "tiles/game/player_pack.h"
#include "tiles/game/tools.h"

#include <string.h>

// A game is a world and a player. A step moves the player, takes the world one step further around it,
// and then lets the tool that is held do its work; what fails, fails before anything has changed. What
// happens follows from the commands alone: the steps in which they come are theirs to say.

loam_tile_game_def loam_default_tile_game_def(void)
{
    return (loam_tile_game_def){
        .world = loam_default_tile_world_def(),
        .undo_bytes = (size_t)16 << 20,
    };
}

static loam_body body_of(loam_tile_game *game)
{
    return (loam_body){game->world, &game->feel, &game->player};
}

/// If it has just been placed the player looks for a free place.
static void settle(loam_tile_game *game)
{
    const loam_body body = body_of(game);
    if (game->player.arriving)
    {
        loam_body_arrive(&body);
        game->player.arriving = false;
    }
    loam_body_escape(&body);
}

static void begin_player(loam_tile_game *game, loam_tile_pos home)
{
    memset(&game->player, 0, sizeof game->player);
    game->player.facing = 1;
    game->player.brush = LOAM_EDIT_CIRCLE;
    game->player.radius = 1;
    game->player.home = home;
    game->player.aim = (loam_tile_pos){home.x, home.y + LOAM_PLAYER_HEIGHT / 2};
    loam_player_return_home(&game->player);
    settle(game);
}

loam_result loam_game_check_place(loam_tile_pos centre)
{
    const int64_t max = LOAM_MAX_PLACE;
    const bool good = centre.x >= -max && centre.x <= max && centre.y >= -max && centre.y <= max;
    return good ? LOAM_OK
                : loam_fail(LOAM_BAD_ARGUMENT,
                            "the player's place is (%lld, %lld); must be %lld to %lld on both "
                            "axes",
                            (long long)centre.x, (long long)centre.y, (long long)-max,
                            (long long)max);
}

static loam_result begin(loam_tile_game *game, const loam_tile_game_def *def)
{
    loam_result result = loam_undo_init(&game->undo, &game->env, def->undo_bytes);
    result = result != LOAM_OK ? result : loam_tile_world_create(&def->world, &game->world);
    if (result == LOAM_OK)
    {
        game->world->undo = &game->undo;
        loam_feel_init(&game->feel, loam_tile_world_defs(game->world));
        begin_player(game, def->world.centre);
    }
    return result;
}

loam_result loam_tile_game_create(const loam_tile_game_def *def, loam_tile_game **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->world.env, out != NULL);
    *out = NULL;
    loam_result result = loam_game_check_place(def->world.centre);
    if (result != LOAM_OK)
    {
        return result;
    }
    loam_tile_game *const game = loam_alloc(&def->world.env, sizeof *game);
    if (game == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *game = (loam_tile_game){.env = def->world.env, .clipboard = {.env = def->world.env}};
    result = begin(game, def);
    if (result != LOAM_OK)
    {
        loam_tile_game_destroy(game);
        return result;
    }
    *out = game;
    return LOAM_OK;
}

void loam_tile_game_destroy(loam_tile_game *game)
{
    if (game == NULL)
    {
        return;
    }
    const loam_env env = game->env;
    loam_tile_world_destroy(game->world);
    loam_undo_free(&game->undo, &env);
    loam_clipboard_free(&game->clipboard);
    loam_free(&env, game, sizeof *game);
}

// ---- steps ----------------------------------------------------------------------------------------

loam_result loam_tile_game_do(loam_tile_game *game, const loam_command *command)
{
    LOAM_ASSERT(NULL, game != NULL);
    LOAM_ASSERT(&game->env, command != NULL);
    const loam_result result = loam_command_check(command, loam_tile_world_defs(game->world));
    return result == LOAM_OK ? loam_game_act(game, command) : result;
}

static loam_tile_pos middle_of(const loam_player *player)
{
    const loam_tile_area tiles = loam_body_tiles(player->x, player->y);
    return (loam_tile_pos){tiles.x + tiles.w / 2, tiles.y + tiles.h / 2};
}

static void move(loam_tile_game *game)
{
    loam_player *const player = &game->player;
    const loam_body body = body_of(game);
    player->last_x = player->x;
    player->last_y = player->y;
    if (!player->arriving) // else the ring may not be there yet
    {
        loam_body_escape(&body);
        loam_body_move(&body);
    }
}

bool loam_tile_game_ready(loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    const loam_player before = game->player;
    move(game);
    const loam_tile_pos centre = middle_of(&game->player);
    game->player = before;
    return loam_tile_world_ready(game->world, centre);
}

loam_result loam_tile_game_step(loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    const loam_player before = game->player;
    move(game);
    const loam_result result = loam_tile_world_step(game->world, middle_of(&game->player));
    if (result != LOAM_OK)
    {
        game->player = before;
        return result;
    }
    const loam_body body = body_of(game);
    settle(game);
    loam_body_feel(&body);
    loam_tools_step(game);
    return LOAM_OK;
}

// ---- looking --------------------------------------------------------------------------------------

loam_undo_report loam_tile_game_undo_report(const loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    return game->undo.last;
}

loam_tile_world *loam_tile_game_world(loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    return game->world;
}

const loam_player *loam_tile_game_player(const loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    return &game->player;
}

/// Whether the ring is where the body is. What is beyond it would count as solid.
static bool is_in_ring(const loam_tile_game *game)
{
    const loam_tile_area body = loam_body_tiles(game->player.x, game->player.y);
    return loam_tile_world_contains(game->world, (loam_tile_pos){body.x, body.y}) &&
           loam_tile_world_contains(game->world,
                                    (loam_tile_pos){body.x + body.w - 1, body.y + body.h - 1});
}

loam_result loam_tile_game_set_player(loam_tile_game *game, const uint8_t *bytes, size_t count)
{
    LOAM_ASSERT(NULL, game != NULL);
    LOAM_ASSERT(&game->env, bytes != NULL || count == 0);
    const loam_result result = loam_player_unpack(&game->player, loam_tile_world_defs(game->world),
                                                  bytes, count);
    if (result == LOAM_OK && !is_in_ring(game))
    {
        game->player.arriving = true;
    }
    return result;
}

uint64_t loam_tile_game_hash(const loam_tile_game *game)
{
    LOAM_ASSERT(NULL, game != NULL);
    uint8_t bytes[LOAM_MAX_PLAYER_BYTES];
    const size_t count = loam_player_pack(&game->player, bytes, sizeof bytes);
    const uint64_t sky[] = {
        loam_tile_world_steps(game->world), (uint64_t)loam_tile_world_weather(game->world),
        loam_tile_world_time(game->world), (uint64_t)loam_tile_world_year_step(game->world)};
    const uint64_t hash = loam_hash_bytes(bytes, count, loam_tile_world_hash(game->world));
    // Games of the first version are compared with what was recorded before there were years.
    const bool has_years = loam_tile_world_defs(game->world)->version > 1;
    return loam_hash_u64(sky, has_years ? 4 : 3, hash);
}
