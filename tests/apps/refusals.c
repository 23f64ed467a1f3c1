// SPDX-License-Identifier: MIT
// What a player cannot do is told in one way, once, and only to those who wonder.
#include "playing.h"

#include "play/ingame.h"

static playing *game;

static void command(const char *line)
{
    loam_command read;
    CHECK_OK(loam_command_read(line, ingame_defs(game->a), &read));
    CHECK_OK(session_do(game->a->s, &read));
}

static int32_t notices(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < APP_NOTICES; i++)
    {
        count += game->a->notices[i].seconds > 0;
    }
    return count;
}

static void rest(void)
{
    input_release_all(&game->a->now);
    input_begin(&game->a->now);
    frames(game, 30);
    memset(game->a->notices, 0, sizeof game->a->notices);
}

/// The cursor is at a tile of the ground below the player, so deep.
static void point_below(int32_t depth)
{
    app *const a = game->a;
    const loam_player *const player = ingame_player(a);
    const loam_tile_pos at = {player->x / LOAM_PLAYER_FIXED, player->y / LOAM_PLAYER_FIXED - depth};
    for (int32_t i = 0; i < 200; i++) // the camera follows the cursor
    {
        const box tile = app_box_of_tiles(a, at, 1, 1);
        a->now.mouse_x = tile.x + tile.w / 2;
        a->now.mouse_y = tile.y + tile.h / 2;
        frame(game);
    }
    CHECK_INT(player->aim.x, at.x);
    CHECK_INT(player->aim.y, at.y);
}

static void click(void)
{
    press(game, INPUT_MOUSE_LEFT);
    frames(game, 5);
    release(game, INPUT_MOUSE_LEFT);
    frames(game, 5);
}

/// The hotbar's slot of torches.
static void hold_torch(void)
{
    tap(game, KEY_1 + 4);
    CHECK_TEXT(ingame_defs(game->a)->materials[ingame_player(game->a)->material].name, "torch");
}

static void test_a_torch_in_rock_is_told_why(void)
{
    app *const a = game->a;
    point_below(6);
    hold_torch();
    const uint64_t before = loam_tile_world_hash(loam_tile_game_world(session_game(a->s)));
    session_set_paused(a->s, true); // nothing else changes the world
    click();
    CHECK_CONTAINS(a->notices[0].text, " would hide it: dig first, or choose an open place");
    CHECK_U64(loam_tile_world_hash(loam_tile_game_world(session_game(a->s))), before);
    session_set_paused(a->s, false);
}

static void test_what_is_refused_again_is_one_notice(void)
{
    point_below(6);
    hold_torch();
    for (int32_t i = 0; i < 10; i++)
    {
        click();
    }
    CHECK_INT(notices(), 1);
}

static void test_a_limited_player_is_told_what_is_too_far(void)
{
    point_below(60);
    tap(game, game->a->settings.bindings.of[PLAY_PICKAXE].keys[0]);
    command("0 mode limited");
    click();
    CHECK_TEXT(game->a->notices[0].text, "That is too far away: you reach 40 tiles");
    command("0 mode unlimited");
}

static void test_something_in_the_way_is_named(void)
{
    point_below(6);
    const loam_player *const player = ingame_player(game->a);
    char line[64];
    snprintf(line, sizeof line, "0 edit blocks cold_stone square %lld %lld 4",
             (long long)player->aim.x, (long long)player->aim.y);
    command(line);
    tap(game, KEY_1 + 2);
    click();
    CHECK_TEXT(game->a->notices[0].text, "Cold stone is in the way");
}

// A drag that begins in the air and ends in a hill has done something; a pickaxe in thin air says nothing.
static void test_who_does_something_is_told_nothing(void)
{
    app *const a = game->a;
    tap(game, a->settings.bindings.of[PLAY_PICKAXE].keys[0]);
    rest();
    point_below(-40);
    const loam_tile_pos aim = ingame_player(a)->aim;
    char line[96];
    // No leaf either, nor a crown that would fall there.
    snprintf(line, sizeof line, "0 edit walls air box %lld %lld 160 120", (long long)aim.x - 80,
             (long long)aim.y - 10);
    command(line);
    frames(game, 5);
    command(line); // what the wind has brought there
    frames(game, 5);
    click();
    CHECK_INT(notices(), 0);
    press(game, INPUT_MOUSE_LEFT);
    frames(game, 5);
    point_below(6);
    release(game, INPUT_MOUSE_LEFT);
    frames(game, 5);
    CHECK_INT(notices(), 0);
}

static void test_an_undo_tells_what_has_changed_since(void)
{
    app *const a = game->a;
    const loam_player *const player = ingame_player(a);
    char line[96];
    // In the air above the player: all of it falls.
    snprintf(line, sizeof line, "0 edit blocks water box %lld %lld 8 8",
             (long long)(player->x / LOAM_PLAYER_FIXED + 20),
             (long long)(player->y / LOAM_PLAYER_FIXED + 40));
    command(line);
    frames(game, 120);
    press(game, KEY_LEFT_CTRL);
    tap(game, KEY_Z);
    release(game, KEY_LEFT_CTRL);
    CHECK_TEXT(a->notices[0].text, "Nothing was undone: 64 tiles have changed since");
    rest();
    command("0 edit blocks stone box 30 200 8 8");
    press(game, KEY_LEFT_CTRL);
    tap(game, KEY_Z);
    CHECK_INT(notices(), 0); // all of it is gone: nothing to say
    release(game, KEY_LEFT_CTRL);
}

#define RUN_RESTED(test) \
    do \
    { \
        rest(); \
        RUN(test); \
    } while (0)

int main(void)
{
    game = play_begin(640, 360, 1, false, NULL);
    game->a->settings.light = PLAY_LIGHT_OFF;
    game->a->settings.zoom = 2;
    command("0 weather clear");
    frames(game, 60);
    RUN_RESTED(test_a_torch_in_rock_is_told_why);
    RUN_RESTED(test_what_is_refused_again_is_one_notice);
    RUN_RESTED(test_a_limited_player_is_told_what_is_too_far);
    RUN_RESTED(test_something_in_the_way_is_named);
    RUN_RESTED(test_who_does_something_is_told_nothing);
    RUN_RESTED(test_an_undo_tells_what_has_changed_since);
    play_end(game);
    return CHECK_DONE();
}
