// SPDX-License-Identifier: MIT
// Made-up input becomes exactly the commands that it means, and none twice.
#include "playing.h"

#include "play/control.h"
#include "play/hotbar.h"
#include "play/ingame.h"
#include "play/tool_ring.h"

#include "loam/random.h"

// ---- what was commanded -------------------------------------------------------------------------

enum
{
    MAX_LOG = 4096
};

static struct
{
    loam_command commands[MAX_LOG];
    loam_result results[MAX_LOG];
    int32_t count;
} said;

// The linker puts it in the place of session_do.
loam_result __wrap_session_do(session *s, const loam_command *command);
loam_result __real_session_do(session *s, const loam_command *command);

loam_result __wrap_session_do(session *s, const loam_command *command)
{
    const loam_result result = __real_session_do(s, command);
    if (said.count < MAX_LOG)
    {
        said.commands[said.count] = *command;
        said.results[said.count++] = result;
    }
    return result;
}

/// All that was said since the last call, aims left out, as lines without steps: "walk right; jump on".
static const char *commands(const playing *p)
{
    static char text[2048];
    size_t length = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < said.count; i++)
    {
        char line[LOAM_MAX_COMMAND_LINE];
        if (said.commands[i].action == LOAM_ACTION_AIM)
        {
            continue;
        }
        loam_command_write(&said.commands[i], ingame_defs(p->a), line);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                   length > 0 ? "; " : "", strchr(line, ' ') + 1);
    }
    said.count = 0;
    return text;
}

static int32_t aims(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < said.count; i++)
    {
        count += said.commands[i].action == LOAM_ACTION_AIM;
    }
    return count;
}

static input_code key_of(const playing *p, play_action action)
{
    return p->a->settings.bindings.of[action].keys[0];
}

static input_code pad_of(const playing *p, play_action action)
{
    return p->a->settings.bindings.of[action].pad;
}

static playing *begin(void)
{
    playing *const p = play_begin(640, 360, 1, false, NULL);
    p->a->settings.light = PLAY_LIGHT_OFF; // light says nothing
    p->a->now.mouse_x = 400;
    p->a->now.mouse_y = 100;
    frames(p, 120); // the camera has come to rest
    said.count = 0;
    return p;
}

static playing *game; // one for all tests: a world takes a while

static void rest(void)
{
    app *const a = game->a;
    input_release_all(&a->now);
    input_begin(&a->now);
    a->now.device = INPUT_KEYBOARD;
    a->now.focused = true;
    a->selection = (app_selection){0};
    memset(a->notices, 0, sizeof a->notices);
    while (app_top(a) != SCREEN_GAME)
    {
        app_pop(a);
    }
    frames(game, 30);
    said.count = 0;
}

static int32_t notices(const app *a)
{
    int32_t count = 0;
    for (int32_t i = 0; i < APP_NOTICES; i++)
    {
        count += a->notices[i].seconds > 0;
    }
    return count;
}

// ---- moving -------------------------------------------------------------------------------------

static void test_who_does_nothing_says_nothing(void)
{
    frames(game, 100);
    CHECK_INT(said.count, 0);
}

static void test_walking_is_said_when_it_begins_and_ends(void)
{
    press(game, key_of(game, PLAY_RIGHT));
    frames(game, 20);
    CHECK_TEXT(commands(game), "walk right");
    press(game, key_of(game, PLAY_LEFT));
    frame(game);
    CHECK_TEXT(commands(game), "walk stop");
    release(game, key_of(game, PLAY_RIGHT));
    frame(game);
    CHECK_TEXT(commands(game), "walk left");
    release(game, key_of(game, PLAY_LEFT));
    frames(game, 5);
    CHECK_TEXT(commands(game), "walk stop");
}

static void test_what_is_pressed_for_less_than_a_frame_counts(void)
{
    tap(game, key_of(game, PLAY_JUMP));
    CHECK_TEXT(commands(game), "jump on; jump off");
    press(game, key_of(game, PLAY_JUMP));
    frames(game, 5);
    CHECK_TEXT(commands(game), "jump on");
    release(game, key_of(game, PLAY_JUMP));
    frame(game);
    CHECK_TEXT(commands(game), "jump off");
}

static void test_the_aim_is_told_once_a_frame_at_most(void)
{
    press(game, key_of(game, PLAY_RIGHT));
    for (int32_t i = 0; i < 60; i++)
    {
        const loam_tile_pos before = ingame_player(game->a)->aim;
        said.count = 0;
        game->a->now.mouse_x += i % 3;
        frame(game);
        const loam_tile_pos after = ingame_player(game->a)->aim;
        CHECK_INT(aims(), before.x != after.x || before.y != after.y);
    }
    release(game, key_of(game, PLAY_RIGHT));
    frame(game);
    game->a->now.mouse_x = 400;
}

// ---- tools --------------------------------------------------------------------------------------

static void test_a_slot_chooses_its_material_and_a_tool_for_it(void)
{
    tap(game, key_of(game, PLAY_PICKAXE));
    commands(game);
    tap(game, KEY_1 + 1);
    CHECK_TEXT(commands(game), "choose stone; tool block");
    tap(game, KEY_1 + 1);
    CHECK_TEXT(commands(game), "");
    tap(game, key_of(game, PLAY_WALL));
    commands(game);
    tap(game, KEY_1);
    CHECK_TEXT(commands(game), "choose dirt"); // a wall of dirt is a wall, too
    tap(game, KEY_1 + 5);
    CHECK_TEXT(commands(game), "choose water; tool block");
    CHECK_INT(game->a->slot, 5);
}

static void test_a_torch_borrows_tool_and_brush(void)
{
    tap(game, key_of(game, PLAY_PICKAXE));
    commands(game);
    tap(game, KEY_1 + 4);
    CHECK_TEXT(commands(game), "choose torch; tool wall; brush circle 0");
    tap(game, key_of(game, PLAY_BRUSH_LARGER));
    CHECK_TEXT(commands(game), "");
    CHECK_CONTAINS(game->a->notices[0].text, "one by one");
    tap(game, KEY_1);
    CHECK_TEXT(commands(game), "choose dirt; tool block; brush circle 3");
    tap(game, key_of(game, PLAY_WALL));
    tap(game, KEY_1 + 4);
    CHECK_TEXT(commands(game), "tool wall; choose torch; brush circle 0");
    tap(game, KEY_1);
    CHECK_TEXT(commands(game), "choose dirt; brush circle 3"); // walls were wanted
    tap(game, KEY_1 + 4);
    tap(game, key_of(game, PLAY_PICKAXE));
    CHECK_TEXT(commands(game), "choose torch; brush circle 0; tool pickaxe; brush circle 3");
}

static void command(const char *line)
{
    loam_command c;
    CHECK_OK(loam_command_read(line, ingame_defs(game->a), &c));
    CHECK_OK(session_do(game->a->s, &c));
}

static int32_t torches(void)
{
    const loam_tile_world *const world = loam_tile_game_world(session_game(game->a->s));
    const int32_t torch = loam_material_find(ingame_defs(game->a), "torch");
    const loam_tile_pos low = app_tile_at(game->a, 0, 359), high = app_tile_at(game->a, 639, 0);
    int32_t count = 0;
    for (int64_t y = low.y; y <= high.y; y++)
    {
        for (int64_t x = low.x; x <= high.x; x++)
        {
            count += loam_tile_world_at(world, (loam_tile_pos){x, y}).wall == torch;
        }
    }
    return count;
}

static void test_torches_are_hung_up_one_by_one(void)
{
    app *const a = game->a;
    tap(game, KEY_1 + 4);
    frames(game, 3);
    CHECK_INT(torches(), 0);
    press(game, key_of(game, PLAY_USE));
    frames(game, 10);
    a->now.mouse_x += 3 * a->frame_zoom; // a hand is never still
    frames(game, 10);
    CHECK_INT(torches(), 1);
    const int64_t first = ingame_player(a)->aim.x;
    a->now.mouse_x += 100;
    frames(game, 30);
    CHECK(ingame_player(a)->aim.x - first > 20);
    const int32_t hung = torches();
    CHECK_RANGE(hung, 2, 4); // a leap has no line
    release(game, key_of(game, PLAY_USE));
    frames(game, 3);
    CHECK_INT(torches(), hung);
    for (int32_t i = 0; i < hung; i++)
    {
        command("0 undo");
    }
    CHECK_INT(torches(), 0);
    a->now.mouse_x = 400;
    tap(game, key_of(game, PLAY_PICKAXE));
}

// ---- limits -------------------------------------------------------------------------------------

static void test_who_has_nothing_is_told_what(void)
{
    app *const a = game->a;
    command("0 mode limited");
    tap(game, KEY_1 + 2);
    commands(game);
    press(game, key_of(game, PLAY_USE));
    frames(game, 5);
    release(game, key_of(game, PLAY_USE));
    frame(game);
    CHECK_TEXT(commands(game), "");
    CHECK_TEXT(a->notices[0].text, "You have no oak wood");
    command("0 choose air"); // nobody has chosen yet, but a slot is shown as chosen
    commands(game);
    tap(game, key_of(game, PLAY_USE));
    CHECK_TEXT(commands(game), "choose oak_wood");
    command("0 give oak_wood 5");
    commands(game);
    tap(game, key_of(game, PLAY_USE));
    CHECK_TEXT(commands(game), "use on; use off");
    command("0 mode unlimited");
    tap(game, key_of(game, PLAY_PICKAXE));
}

static void test_what_is_new_gets_a_slot(void)
{
    app *const a = game->a;
    const int32_t clay = loam_material_find(ingame_defs(a), "clay");
    const int32_t snow = loam_material_find(ingame_defs(a), "snow");
    int32_t before[HOTBAR_SLOTS];
    memcpy(before, a->hotbar, sizeof before);
    command("0 mode limited");
    command("0 give dirt 5");
    command("0 give oak_wood 5");
    tap(game, KEY_1 + 1);
    tap(game, key_of(game, PLAY_PICKAXE));
    commands(game);
    command("0 give clay 1");
    commands(game);
    frames(game, 3);
    CHECK_INT(a->hotbar[0], before[0]); // dirt is carried
    CHECK_INT(a->hotbar[1], clay);      // stone is not
    CHECK_TEXT(commands(game), "choose clay");
    CHECK_INT(ingame_player(a)->tool, LOAM_TOOL_PICKAXE);
    hotbar_put(a, 1, (uint8_t)before[1]);
    frames(game, 3);
    CHECK_INT(a->hotbar[1], before[1]); // who takes it out again has it so
    command("0 give snow 1");
    frames(game, 3);
    CHECK_INT(a->hotbar[1], before[1]); // it is being placed from
    CHECK_INT(a->hotbar[3], snow);      // before it there is wood
    memcpy(before, a->hotbar, sizeof before);
    command("0 mode unlimited");
    frames(game, 3);
    CHECK_INT(memcmp(before, a->hotbar, sizeof before), 0);
}

static void test_a_tool_is_used_as_long_as_its_button_is_held(void)
{
    tap(game, key_of(game, PLAY_PICKAXE));
    commands(game);
    press(game, key_of(game, PLAY_USE));
    frames(game, 10);
    CHECK_TEXT(commands(game), "use on");
    release(game, key_of(game, PLAY_USE));
    frames(game, 10);
    CHECK_TEXT(commands(game), "use off");
    tap(game, key_of(game, PLAY_USE));
    CHECK_TEXT(commands(game), "use on; use off");
}

static void test_what_is_refused_is_told_once(void)
{
    tap(game, KEY_1 + 4);
    tap(game, key_of(game, PLAY_BLOCK));
    commands(game);
    press(game, key_of(game, PLAY_USE));
    frames(game, 30);
    CHECK_TEXT(commands(game), "use on");
    CHECK_INT(notices(game->a), 1);
    CHECK_CONTAINS(game->a->notices[0].text, "Torch may not stand among blocks");
    release(game, key_of(game, PLAY_USE));
    frames(game, 3);
    CHECK_TEXT(commands(game), "");
}

static void test_the_wheel_goes_through_slots_brushes_and_zooms(void)
{
    app *const a = game->a;
    tap(game, KEY_1 + 9);
    commands(game);
    tap(game, INPUT_WHEEL_DOWN);
    CHECK_INT(a->slot, 0);
    tap(game, INPUT_WHEEL_UP);
    CHECK_INT(a->slot, 9);
    commands(game);
    const int32_t radius = ingame_player(a)->radius, zoom = a->settings.zoom;
    press(game, KEY_LEFT_SHIFT);
    tap(game, INPUT_WHEEL_UP);
    release(game, KEY_LEFT_SHIFT);
    CHECK_INT(ingame_player(a)->radius, radius + 1);
    CHECK_INT(a->slot, 9);
    press(game, KEY_LEFT_CTRL);
    tap(game, INPUT_WHEEL_UP);
    release(game, KEY_LEFT_CTRL);
    CHECK_INT(a->settings.zoom, zoom + 1);
    CHECK(a->settings_changed);
    CHECK_INT(a->slot, 9);
    a->settings.zoom = zoom;
}

static void test_brushes_stay_within_their_limits(void)
{
    app *const a = game->a;
    for (int32_t i = 0; i < 2 * LOAM_MAX_BRUSH; i++)
    {
        tap(game, key_of(game, PLAY_BRUSH_LARGER));
    }
    CHECK_INT(ingame_player(a)->radius, LOAM_MAX_BRUSH);
    commands(game);
    tap(game, key_of(game, PLAY_BRUSH_LARGER));
    CHECK_TEXT(commands(game), "");
    tap(game, key_of(game, PLAY_BRUSH_SHAPE));
    CHECK_TEXT(commands(game), "brush square 7");
    tap(game, key_of(game, PLAY_BRUSH_SHAPE));
    CHECK_TEXT(commands(game), "brush circle 7");
}

/// Aims at something solid: down, where the ground is.
static void test_what_is_picked_is_at_hand(void)
{
    app *const a = game->a;
    a->now.mouse_y = 355;
    a->now.mouse_x = 30;
    frames(game, 60);
    a->slot = 3;
    tap(game, key_of(game, PLAY_PICK));
    const uint8_t material = ingame_player(a)->material;
    const loam_tile_world *const world = loam_tile_game_world(session_game(a->s));
    const loam_tile tile = loam_tile_world_at(world, ingame_player(a)->aim);
    CHECK_INT(material, tile.block != LOAM_AIR ? tile.block : tile.wall);
    CHECK_INT(a->hotbar[a->slot], material);
    a->now.mouse_x = 400;
    a->now.mouse_y = 40; // above all trees
    frames(game, 60);
    memset(a->notices, 0, sizeof a->notices);
    const loam_tile_pos aim = ingame_player(a)->aim; // the sky, without leaves that the wind brings
    control_do(a, &(loam_command){.action = LOAM_ACTION_EDIT,
                                  .shape = LOAM_EDIT_SQUARE,
                                  .layer = LOAM_WALLS,
                                  .number = 12,
                                  .x = aim.x,
                                  .y = aim.y});
    tap(game, key_of(game, PLAY_PICK));
    CHECK_CONTAINS(a->notices[0].text, "There is nothing at");
}

static void test_the_mouse_on_the_hotbar_digs_nothing(void)
{
    app *const a = game->a;
    const box at = hotbar_box(a, 6);
    a->now.mouse_x = at.x + at.w / 2;
    a->now.mouse_y = at.y + at.h / 2;
    frames(game, 60);
    commands(game);
    press(game, INPUT_MOUSE_LEFT);
    frames(game, 5);
    CHECK_INT(a->slot, 6);
    CHECK_INT(ingame_player(a)->using_tool, 0);
    a->now.mouse_x = 400; // dragged off it: still no use, the press was meant for the hotbar
    a->now.mouse_y = 100;
    frames(game, 5);
    CHECK_INT(ingame_player(a)->using_tool, 0);
    release(game, INPUT_MOUSE_LEFT);
    frame(game);
}

static void test_nothing_to_undo_is_a_notice(void)
{
    for (int32_t i = 0; i < 300 && notices(game->a) == 0; i++)
    {
        press(game, KEY_LEFT_CTRL);
        tap(game, KEY_Z);
        release(game, KEY_LEFT_CTRL);
    }
    CHECK_INT(notices(game->a), 1);
    CHECK_CONTAINS(game->a->notices[0].text, "undo");
    CHECK_INT(game->a->notices[0].text[0] >= 'A' && game->a->notices[0].text[0] <= 'Z', 1);
}

// ---- the ring of tools --------------------------------------------------------------------------

static void test_directions_of_the_ring(void)
{
    CHECK_INT(tool_ring_part(0, 1, 0.5f), RING_PICKAXE);
    CHECK_INT(tool_ring_part(0.6f, 0.8f, 0.5f), RING_HAMMER);
    CHECK_INT(tool_ring_part(1, 0.3f, 0.5f), RING_BLOCK);
    CHECK_INT(tool_ring_part(1, -0.2f, 0.5f), RING_WALL);
    CHECK_INT(tool_ring_part(0.8f, -0.7f, 0.5f), RING_BUCKET);
    CHECK_INT(tool_ring_part(0.2f, -1, 0.5f), RING_AXE);
    CHECK_INT(tool_ring_part(-0.2f, -1, 0.5f), RING_SHEARS);
    CHECK_INT(tool_ring_part(-0.8f, -0.7f, 0.5f), RING_SAPLING);
    CHECK_INT(tool_ring_part(-1, -0.2f, 0.5f), RING_SMALLER);
    CHECK_INT(tool_ring_part(-1, 0.3f, 0.5f), RING_SHAPE);
    CHECK_INT(tool_ring_part(-0.6f, 0.8f, 0.5f), RING_LARGER);
    CHECK_INT(tool_ring_part(-0.1f, 1, 0.5f), RING_PICKAXE);
    CHECK_INT(tool_ring_part(0.1f, -0.1f, 0.5f), -1);
}

static void test_letting_go_of_the_ring_takes_what_it_points_at(void)
{
    app *const a = game->a;
    tap(game, key_of(game, PLAY_PICKAXE));
    commands(game);
    a->now.mouse_x = 320;
    a->now.mouse_y = 180;
    press(game, key_of(game, PLAY_TOOL_RING));
    frame(game);
    CHECK(a->ring_open);
    a->now.mouse_x = 320 - 60;
    a->now.mouse_y = 180 + 52;
    frames(game, 3);
    release(game, key_of(game, PLAY_TOOL_RING));
    frame(game);
    CHECK(!a->ring_open);
    CHECK_TEXT(commands(game), "tool sapling");
    a->now.mouse_x = 320;
    press(game, key_of(game, PLAY_TOOL_RING)); // and the middle takes nothing
    frame(game);
    release(game, key_of(game, PLAY_TOOL_RING));
    frame(game);
    CHECK_TEXT(commands(game), "");
    a->now.mouse_x = 400;
    a->now.mouse_y = 100;
}

// ---- letting go ---------------------------------------------------------------------------------

static void hold_all(void)
{
    tap(game, key_of(game, PLAY_PICKAXE));
    press(game, key_of(game, PLAY_RIGHT));
    press(game, key_of(game, PLAY_JUMP));
    press(game, key_of(game, PLAY_DIVE));
    press(game, key_of(game, PLAY_USE));
    frame(game);
    CHECK(ingame_player(game->a)->using_tool);
    commands(game);
}

static void test_a_lost_focus_lets_go_of_everything(void)
{
    hold_all();
    game->a->now.focused = false;
    frames(game, 3);
    CHECK_TEXT(commands(game), "walk stop; jump off; dive off; use off");
    game->a->now.focused = true;
    frame(game);
    CHECK_TEXT(commands(game), "walk right; jump on; dive on; use on");
}

static void test_a_menu_lets_go_of_everything(void)
{
    hold_all();
    tap(game, key_of(game, PLAY_MENU));
    CHECK_INT(app_top(game->a), SCREEN_PAUSE);
    CHECK_TEXT(commands(game), "walk stop; jump off; dive off; use off");
    frames(game, 5);
    CHECK_TEXT(commands(game), "");
}

static void test_keys_lead_to_screens_and_back(void)
{
    static const struct
    {
        play_action action;
        app_screen_id screen;
    } ways[] = {{PLAY_INVENTORY, SCREEN_INVENTORY},
                {PLAY_MAP, SCREEN_MAP},
                {PLAY_HELP, SCREEN_HELP},
                {PLAY_STAMPS, SCREEN_STAMPS}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        tap(game, key_of(game, ways[i].action));
        CHECK_INT(app_top(game->a), ways[i].screen);
        frames(game, 3);
        CHECK_INT(app_top(game->a), ways[i].screen);
        tap(game, KEY_ESCAPE);
        if (app_top(game->a) != SCREEN_GAME) // the first one left a text field
        {
            tap(game, KEY_ESCAPE);
        }
        CHECK_INT(app_top(game->a), SCREEN_GAME);
        frame(game);
    }
}

// ---- gamepads -----------------------------------------------------------------------------------

static void test_a_gamepad_does_the_same(void)
{
    app *const a = game->a;
    a->now.device = INPUT_GAMEPAD;
    frame(game);
    const loam_tile_pos before = ingame_player(a)->aim;
    commands(game);
    a->now.look_y = 1;
    frames(game, 10);
    a->now.look_y = 0;
    const loam_tile_pos after = ingame_player(a)->aim;
    CHECK_INT(after.x, before.x);
    CHECK_RANGE(after.y - before.y, 8, 40);
    a->now.look_y = 1;
    frames(game, 600);
    a->now.look_y = 0;
    CHECK_RANGE(a->aim_y, 10, 180.0 / a->frame_zoom + 1); // it stays in the view
    commands(game);
    a->now.walk_x = 0.8f;
    frames(game, 3);
    a->now.walk_x = 0;
    frame(game);
    CHECK_TEXT(commands(game), "walk right; walk stop");
    tap(game, pad_of(game, PLAY_JUMP));
    CHECK_TEXT(commands(game), "jump on; jump off");
}

// ---- anything -----------------------------------------------------------------------------------

/// Whatever is pressed: what is said is well formed, and says something new.
static void test_random_input_never_says_anything_twice(void)
{
    app *const a = game->a;
    for (uint64_t i = 0; i < (uint64_t)check_cases(600, 150); i++)
    {
        const uint32_t dice = loam_random_u32(99, i);
        const play_action action = (play_action)(dice % PLAY_MENU); // leaving is left out
        const bool on = (dice >> 8) % 2;
        const bool stays = action == PLAY_REPLAY || action == PLAY_CLIP ||
                           action == PLAY_SCREENSHOT;
        a->now.mouse_x = (int32_t)((dice >> 12) % 640);
        a->now.mouse_y = (int32_t)((dice >> 4) % 360);
        if (!stays)
        {
            input_press(&a->now, key_of(game, action), on, false);
        }
        const loam_player before = *ingame_player(a);
        said.count = 0;
        frame(game);
        loam_player now = before;
        for (int32_t k = 0; k < said.count; k++)
        {
            const loam_command *const c = &said.commands[k];
            CHECK_OK(loam_command_check(c, ingame_defs(a)));
            CHECK(c->action != LOAM_ACTION_WALK || c->choice != now.walking);
            CHECK(c->action != LOAM_ACTION_JUMP || c->choice != now.jumping);
            CHECK(c->action != LOAM_ACTION_DIVE || c->choice != now.diving);
            CHECK(c->action != LOAM_ACTION_TOOL || c->choice != (int32_t)now.tool);
            now.walking = c->action == LOAM_ACTION_WALK ? c->choice : now.walking;
            now.jumping = c->action == LOAM_ACTION_JUMP ? c->choice : now.jumping;
            now.diving = c->action == LOAM_ACTION_DIVE ? c->choice : now.diving;
            now.tool = c->action == LOAM_ACTION_TOOL ? (loam_tool)c->choice : now.tool;
        }
        while (app_top(a) != SCREEN_GAME)
        {
            app_pop(a);
        }
    }
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
    game = begin();
    RUN(test_who_does_nothing_says_nothing);
    RUN_RESTED(test_walking_is_said_when_it_begins_and_ends);
    RUN_RESTED(test_what_is_pressed_for_less_than_a_frame_counts);
    RUN_RESTED(test_the_aim_is_told_once_a_frame_at_most);
    RUN_RESTED(test_a_slot_chooses_its_material_and_a_tool_for_it);
    RUN_RESTED(test_a_torch_borrows_tool_and_brush);
    RUN_RESTED(test_torches_are_hung_up_one_by_one);
    RUN_RESTED(test_a_tool_is_used_as_long_as_its_button_is_held);
    RUN_RESTED(test_what_is_refused_is_told_once);
    RUN_RESTED(test_the_wheel_goes_through_slots_brushes_and_zooms);
    RUN_RESTED(test_brushes_stay_within_their_limits);
    RUN_RESTED(test_what_is_picked_is_at_hand);
    RUN_RESTED(test_the_mouse_on_the_hotbar_digs_nothing);
    RUN_RESTED(test_nothing_to_undo_is_a_notice);
    RUN_RESTED(test_directions_of_the_ring);
    RUN_RESTED(test_letting_go_of_the_ring_takes_what_it_points_at);
    RUN_RESTED(test_a_lost_focus_lets_go_of_everything);
    RUN_RESTED(test_a_menu_lets_go_of_everything);
    RUN_RESTED(test_keys_lead_to_screens_and_back);
    RUN_RESTED(test_a_gamepad_does_the_same);
    RUN_RESTED(test_who_has_nothing_is_told_what);
    RUN_RESTED(test_what_is_new_gets_a_slot);
    RUN_RESTED(test_random_input_never_says_anything_twice);
    rest();
    play_end(game);
    return CHECK_DONE();
}
