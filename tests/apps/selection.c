// SPDX-License-Identifier: MIT
// Marking, copying, cutting, pasting and stamps, as a player does them: by keys and mouse.
#include "playing.h"

#include "play/ingame.h"
#include "play/selection.h"

static playing *game;

static input_code key_of(play_action action)
{
    return game->a->settings.bindings.of[action].keys[0];
}

static void with_ctrl(input_code key)
{
    press(game, KEY_LEFT_CTRL);
    tap(game, key);
    release(game, KEY_LEFT_CTRL);
    frame(game);
}

static void aim_at(int32_t x, int32_t y)
{
    game->a->now.mouse_x = x;
    game->a->now.mouse_y = y;
    frames(game, 90); // until the camera rests, or the place would drift
}

static loam_tile tile_at(int64_t x, int64_t y)
{
    return loam_tile_world_at_without_plants(loam_tile_game_world(session_game(game->a->s)),
                                             (loam_tile_pos){x, y});
}

/// Leaves drift by.
static bool is_leaf(uint8_t material)
{
    const char *const name = ingame_defs(game->a)->materials[material].name;
    return strcmp(name, "falling_leaf") == 0 || strcmp(name, "falling_dry_leaf") == 0;
}

static void rest(void)
{
    app *const a = game->a;
    input_release_all(&a->now);
    input_begin(&a->now);
    a->selection = (app_selection){.copied = a->selection.copied};
    memset(a->notices, 0, sizeof a->notices);
    frame(game);
}

/// A striped block in the air, by commands: what is copied can be told from anything else.
static loam_tile_pos build(void)
{
    const loam_tile_pos low = {ingame_player(game->a)->aim.x, ingame_player(game->a)->aim.y};
    const int32_t stone = loam_material_find(ingame_defs(game->a), "stone");
    const int32_t wood = loam_material_find(ingame_defs(game->a), "oak_wood");
    for (int32_t i = 0; i < 4; i++)
    {
        const loam_command edit = {.action = LOAM_ACTION_EDIT,
                                   .shape = LOAM_EDIT_BOX,
                                   .layer = i == 0 ? LOAM_WALLS : LOAM_BLOCKS,
                                   .material = (uint8_t)(i % 2 == 0 ? stone : wood),
                                   .x = low.x + 2 * i,
                                   .y = low.y,
                                   .x2 = 2,
                                   .y2 = 5};
        CHECK_OK(session_do(game->a->s, &edit));
    }
    return low;
}

static void mark(loam_tile_pos from, loam_tile_pos to)
{
    game->a->selection = (app_selection){
        .marked = true, .from = from, .to = to, .copied = game->a->selection.copied};
}

// ---- without a game -----------------------------------------------------------------------------

static void test_areas_do_not_depend_on_the_direction(void)
{
    const app_selection a = {.from = {-3, 10}, .to = {4, -5}},
                        b = {.from = {4, -5}, .to = {-3, 10}};
    const loam_tile_area one = selection_area(&a), two = selection_area(&b);
    CHECK_INT(one.x, -3);
    CHECK_INT(one.y, -5);
    CHECK_INT(one.w, 8);
    CHECK_INT(one.h, 16);
    CHECK(memcmp(&one, &two, sizeof one) == 0);
    const loam_tile_pos low = selection_place((loam_tile_pos){-100, 7}, 5, 4);
    CHECK_INT(low.x, -102);
    CHECK_INT(low.y, 5);
}

// ---- by keys ------------------------------------------------------------------------------------

static void test_dragging_marks_a_rectangle(void)
{
    app *const a = game->a;
    aim_at(300, 60);
    press(game, key_of(PLAY_SELECT));
    frame(game);
    const loam_tile_pos from = ingame_player(a)->aim;
    CHECK(a->selection.marking && selection_is_busy(a));
    aim_at(380, 30);
    release(game, key_of(PLAY_SELECT));
    frame(game);
    CHECK(a->selection.marked && !selection_is_busy(a));
    CHECK_INT(a->selection.from.x, from.x);
    CHECK_INT(a->selection.from.y, from.y);
    CHECK_INT(a->selection.to.x, ingame_player(a)->aim.x);
    CHECK_INT(a->selection.to.y, ingame_player(a)->aim.y);
    tap(game, key_of(PLAY_MENU)); // gives it up, and no menu comes
    CHECK(!a->selection.marked);
    CHECK_INT(app_top(a), SCREEN_GAME);
}

// A row of tiles is a rectangle, and so is a column.
static void test_rows_and_columns_are_marked(void)
{
    static const int32_t ends[][2] = {{380, 60}, {300, 20}};
    for (int32_t i = 0; i < 2; i++)
    {
        aim_at(300, 60);
        press(game, key_of(PLAY_SELECT));
        frame(game);
        aim_at(ends[i][0], ends[i][1]);
        release(game, key_of(PLAY_SELECT));
        frame(game);
        const loam_tile_area area = selection_area(&game->a->selection);
        CHECK(game->a->selection.marked);
        CHECK((i == 0 ? area.h : area.w) == 1 && area.w * area.h > 1);
        rest();
    }
}

static void test_a_click_marks_nothing(void)
{
    aim_at(300, 60);
    mark((loam_tile_pos){0, 0}, (loam_tile_pos){5, 5});
    tap(game, key_of(PLAY_SELECT));
    frame(game);
    CHECK(!game->a->selection.marked);
}

static void test_a_rectangle_has_a_limit(void)
{
    app *const a = game->a;
    press(game, key_of(PLAY_SELECT));
    frame(game);
    a->selection.from.x -= 5000;
    frame(game);
    CHECK_INT(selection_area(&a->selection).w, LOAM_MAX_EDIT_BOX);
    CHECK_CONTAINS(a->notices[0].text, "at most 1024 tiles");
    release(game, key_of(PLAY_SELECT));
    frame(game);
}

static void test_nothing_marked_nothing_copied(void)
{
    app *const a = game->a;
    a->selection.copied = false;
    with_ctrl(KEY_C);
    CHECK(!a->selection.copied);
    CHECK_CONTAINS(a->notices[0].text, "Mark a rectangle first");
    with_ctrl(KEY_V);
    CHECK(!a->selection.pasting);
    CHECK_CONTAINS(a->notices[0].text, "Nothing was copied");
}

static void test_what_is_pasted_is_what_was_copied(void)
{
    app *const a = game->a;
    aim_at(240, 60);
    const loam_tile_pos low = build();
    mark(low, (loam_tile_pos){low.x + 7, low.y + 4});
    with_ctrl(KEY_C);
    CHECK(a->selection.copied && a->selection.marked);
    aim_at(420, 60);
    with_ctrl(KEY_V);
    CHECK(a->selection.pasting && !a->selection.marked);
    for (int32_t flipped = 0; flipped < 2; flipped++)
    {
        const loam_tile_pos at = selection_place(ingame_player(a)->aim, 8, 5);
        press(game, KEY_LEFT_SHIFT); // pastes again and again
        tap(game, key_of(PLAY_USE));
        release(game, KEY_LEFT_SHIFT);
        CHECK(a->selection.pasting);
        CHECK(!ingame_player(a)->using_tool);
        for (int32_t i = 0; i < 8 * 5; i++)
        {
            const int32_t x = i % 8, from = flipped ? 7 - x : x;
            const loam_tile have = tile_at(at.x + x, at.y + i / 8);
            const loam_tile want = tile_at(low.x + from, low.y + i / 8);
            CHECK(have.block == want.block || is_leaf(have.block) || is_leaf(want.block));
            CHECK_INT(have.wall, want.wall);
        }
        tap(game, key_of(PLAY_FLIP));
    }
    press(game, key_of(PLAY_USE)); // without Shift it is the last time
    frame(game);
    CHECK(!a->selection.pasting);
    CHECK(!ingame_player(a)->using_tool); // the tool rests until the button is pressed again
    frames(game, 5);
    CHECK(!ingame_player(a)->using_tool);
    release(game, key_of(PLAY_USE));
    frame(game);
}

/// A tile in which nothing is seen but a plant.
static loam_tile_pos find_plant(void)
{
    const loam_tile_world *const world = loam_tile_game_world(session_game(game->a->s));
    const loam_tile_pos aim = ingame_player(game->a)->aim;
    for (int32_t i = 0; i < 256 * 256; i++)
    {
        const loam_tile_pos at = {aim.x - 128 + i % 256, aim.y - 128 + i / 256};
        const loam_tile seen = loam_tile_world_at(world, at);
        if (seen.block == LOAM_AIR && seen.wall != tile_at(at.x, at.y).wall)
        {
            return at;
        }
    }
    CHECK(false);
    return aim;
}

// Plants are not copied, so the ghost at the cursor does not promise them.
static void test_a_ghost_has_no_plants(void)
{
    app *const a = game->a;
    const loam_tile_pos plant = find_plant();
    loam_tile_view view = loam_default_tile_view();
    view.sky_low = view.sky_high = (loam_colour){16, 18, 24, 110};
    mark((loam_tile_pos){plant.x - 4, plant.y - 4}, (loam_tile_pos){plant.x + 4, plant.y + 4});
    with_ctrl(KEY_C);
    const loam_picture *const ghost = &a->in->clipboard.picture;
    CHECK_INT(ghost->w, 9);
    CHECK_INT(ghost->h, 9);
    const loam_colour shown = ghost->pixels[4 * 9 + 4];
    const loam_colour bare = loam_tile_colour(ingame_defs(a), &view, tile_at(plant.x, plant.y),
                                              plant.y);
    CHECK(memcmp(&shown, &bare, sizeof bare) == 0);
}

static void test_what_is_cut_is_gone_and_undone_is_back(void)
{
    app *const a = game->a;
    aim_at(320, 50);
    const loam_tile_pos low = build();
    const loam_tile before = tile_at(low.x + 2, low.y + 2);
    CHECK(before.block != LOAM_AIR);
    mark(low, (loam_tile_pos){low.x + 7, low.y + 4});
    with_ctrl(KEY_X);
    CHECK(!a->selection.marked);
    CHECK_INT(tile_at(low.x + 2, low.y + 2).block, LOAM_AIR);
    with_ctrl(KEY_Z);
    CHECK_INT(tile_at(low.x + 2, low.y + 2).block, before.block);
}

static void test_what_is_too_far_away_is_told(void)
{
    app *const a = game->a;
    mark((loam_tile_pos){1 << 20, 0}, (loam_tile_pos){(1 << 20) + 5, 5});
    a->selection.copied = false;
    with_ctrl(KEY_C);
    CHECK(!a->selection.copied);
    CHECK_CONTAINS(a->notices[0].text, "goes beyond what is awake");
}

static void test_stamps_are_kept_pasted_and_dropped(void)
{
    app *const a = game->a;
    aim_at(240, 60);
    const loam_tile_pos low = build();
    mark(low, (loam_tile_pos){low.x + 7, low.y + 4});
    with_ctrl(KEY_C);
    selection_save_stamp(a, "stripes");
    selection_save_stamp(a, "other");
    selection_save_stamp(a, "stripes"); // again: in the same place
    CHECK_INT(a->in->stamp_count, 2);
    CHECK_TEXT(a->in->stamps[0].name, "stripes");
    CHECK_INT(a->in->stamps[0].picture.w, 8);
    selection_save_stamp(a, "Not a name");
    CHECK_INT(a->in->stamp_count, 2);
    CHECK_CONTAINS(a->notices[0].text, "a-z");
    aim_at(430, 50);
    selection_take_stamp(a, 0);
    const loam_tile_pos at = selection_place(ingame_player(a)->aim, 8, 5);
    tap(game, key_of(PLAY_USE));
    CHECK_INT(tile_at(at.x + 2, at.y).block, tile_at(low.x + 2, low.y).block);
    CHECK(!a->selection.pasting);
    selection_drop_stamp(a, 0);
    CHECK_INT(a->in->stamp_count, 1);
    CHECK_TEXT(a->in->stamps[0].name, "other");
}

static const char *focus(void)
{
    box at;
    return ui_focus_name(game->a->u, &at);
}

static void open_stamps(void)
{
    app_push(game->a, SCREEN_STAMPS);
    frames(game, 3);
}

static void leave_stamps(void)
{
    app_pop(game->a);
    frames(game, 2);
}

// The focus is where the screen is opened for, and Enter is enough to keep what was copied.
static void test_the_screen_of_stamps_by_keys(void)
{
    app *const a = game->a;
    while (a->in->stamp_count > 0)
    {
        selection_drop_stamp(a, 0);
    }
    a->selection.copied = false;
    open_stamps();
    CHECK_TEXT(focus(), "Back");
    leave_stamps();
    const loam_tile_pos low = build();
    mark(low, (loam_tile_pos){low.x + 7, low.y + 4});
    with_ctrl(KEY_C);
    open_stamps();
    CHECK_TEXT(focus(), "Name");
    tap(game, KEY_ENTER); // without a name
    frames(game, 2);
    CHECK_INT(a->in->stamp_count, 0);
    leave_stamps();
    open_stamps();
    input_type(&a->now, "A tower");
    frames(game, 2);
    tap(game, KEY_ENTER);
    frames(game, 2);
    CHECK_INT(a->in->stamp_count, 1);
    CHECK_TEXT(a->in->stamps[0].name, "a_tower");
    CHECK_TEXT(focus(), "Name");
    leave_stamps();
    a->selection.copied = false;
    open_stamps();
    CHECK_TEXT(focus(), "a_tower");
    leave_stamps();
}

/// Runs a test from where nothing is held and the game is on the screen.
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
    session_set_paused(game->a->s, false);
    RUN_RESTED(test_areas_do_not_depend_on_the_direction);
    RUN_RESTED(test_dragging_marks_a_rectangle);
    RUN_RESTED(test_rows_and_columns_are_marked);
    RUN_RESTED(test_a_click_marks_nothing);
    RUN_RESTED(test_a_rectangle_has_a_limit);
    RUN_RESTED(test_nothing_marked_nothing_copied);
    RUN_RESTED(test_what_is_pasted_is_what_was_copied);
    RUN_RESTED(test_a_ghost_has_no_plants);
    RUN_RESTED(test_what_is_cut_is_gone_and_undone_is_back);
    RUN_RESTED(test_what_is_too_far_away_is_told);
    RUN_RESTED(test_stamps_are_kept_pasted_and_dropped);
    RUN_RESTED(test_the_screen_of_stamps_by_keys);
    rest();
    play_end(game);
    return CHECK_DONE();
}
