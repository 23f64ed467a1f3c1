// SPDX-License-Identifier: MIT
// The menus as players use them: with keys alone, with a gamepad alone, with odd input. The window draws
// nothing; everything else is the game itself.
#include "check.h"
#include "export/folder.h"
#include "play/app.h"
#include "play/session_inside.h"
#include "play/shaping.h"
#include "play/worlds.h"

#include <stdlib.h>
#include <unistd.h>

enum
{
    KEY_J = KEY_A + 9,
    KEY_K = KEY_A + 10,
    FRAME_US = 16667,
    PATIENCE = 100000, // frames: that many are never needed
};

static app *a;
static uint64_t clock_us;

// ---- a game without a window --------------------------------------------------------------------

static void frame(void)
{
    clock_us += FRAME_US;
    CHECK_OK(app_frame(a, 1280, 720, clock_us));
    input_begin(&a->now);
}

static void begin(void)
{
    a = calloc(1, sizeof *a);
    clock_us = 1000000;
    a->env = loam_default_env();
    a->settings = play_default_settings();
    a->now.mouse_x = a->now.mouse_y = -1;
    a->now.focused = true;
    loam_jobs_def jobs = loam_default_jobs_def();
    jobs.threads = 1;
    CHECK_OK(play_folders_find(&a->folders));
    CHECK_OK(painter_nothing_create(&a->paint));
    CHECK_OK(loam_jobs_create(&jobs, &a->env.jobs));
    CHECK_OK(ui_create((ui_clipboard){0}, &a->u));
    app_go(a, SCREEN_TITLE);
    frame();
    frame();
}

static void end(void)
{
    app_quit(a);
    for (int32_t i = 0; i < PATIENCE && !app_done(a); i++)
    {
        frame();
        check_rest();
    }
    CHECK(app_done(a));
    painter *paint = a->paint;
    app_end(a);
    painter_destroy(paint);
    free(a);
}

static void press(input_code code)
{
    input_press(&a->now, code, true, false);
    frame();
    input_press(&a->now, code, false, false);
    frame();
}

static void press_times(input_code code, int32_t times)
{
    for (int32_t i = 0; i < times; i++)
    {
        press(code);
    }
}

static void press_ctrl(input_code code)
{
    input_press(&a->now, KEY_LEFT_CTRL, true, false);
    frame();
    press(code);
    input_press(&a->now, KEY_LEFT_CTRL, false, false);
    frame();
}

/// Writes in the place of what a text field has.
static void write_text(const char *text)
{
    press_ctrl(KEY_A);
    input_type(&a->now, text);
    frame();
    frame();
}

static void wait_for(app_screen_id screen)
{
    for (int32_t i = 0; i < PATIENCE && app_top(a) != screen; i++)
    {
        frame();
        check_rest();
    }
    if (app_top(a) != screen)
    {
        fprintf(stderr, "screen %d was never reached from %d: %s\n", (int)screen, (int)app_top(a),
                a->next.error);
        exit(1);
    }
    frame();
    frame();
}

static void look_at_all(void)
{
    for (int32_t i = 0; i < PATIENCE; i++)
    {
        frame();
        check_rest();
        bool all = true;
        for (int32_t j = 0; j < worlds_count(a); j++)
        {
            all = all && worlds_entry(a, j)->state != WORLD_UNSEEN;
        }
        if (all)
        {
            return;
        }
    }
}

static const char *world_file(const char *name)
{
    static char path[PLAY_MAX_PATH];
    CHECK_OK(play_world_path(&a->folders, name, path));
    return path;
}

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0);
    if (file != NULL)
    {
        fclose(file);
    }
}

// ---- what players do ----------------------------------------------------------------------------

/// From the title, without a world yet: a small limited one.
static void new_world_by_keys(const char *name, const char *seed)
{
    press(KEY_ENTER);
    CHECK_INT(app_top(a), SCREEN_NEW_WORLD);
    write_text(name);
    CHECK_TEXT(a->new_world.name, name);
    press(KEY_ENTER); // goes on to the seed
    write_text(seed);
    CHECK_TEXT(a->new_world.seed, seed);
    press(KEY_DOWN);
    press_times(KEY_LEFT, 3);
    CHECK_INT(a->new_world.ring, 0);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK(a->new_world.limited);
    press_times(KEY_DOWN, 2);
    press(KEY_ENTER);
}

static const char *focus(void)
{
    box at;
    return ui_focus_name(a->u, &at);
}

static bool was_told(const char *part, bool bad)
{
    for (int32_t i = 0; i < APP_NOTICES; i++)
    {
        if (a->notices[i].seconds > 0 && a->notices[i].bad == bad &&
            strstr(a->notices[i].text, part) != NULL)
        {
            return true;
        }
    }
    return false;
}

static void test_a_new_world_by_keys_alone(void)
{
    begin();
    new_world_by_keys("Keys only", "apples");
    wait_for(SCREEN_GAME);
    CHECK_U64(session_seed(a->s), loam_seed_from_text("apples"));
    CHECK_INT(session_ring_log2(a->s), LOAM_MIN_RING_LOG2);
    CHECK_TEXT(session_path(a->s), world_file("Keys only"));
    CHECK(loam_tile_game_player(session_game(a->s))->limited);
    CHECK(was_told("A limited world: digging takes time", false));
    press(KEY_ESCAPE);
    CHECK_INT(app_top(a), SCREEN_PAUSE);
    press(KEY_DOWN);
    press(KEY_ENTER); // save
    CHECK_INT(app_top(a), SCREEN_PAUSE);
    press(KEY_ESCAPE);
    CHECK_INT(app_top(a), SCREEN_GAME);
    press(KEY_ESCAPE);
    press_times(KEY_DOWN, 3); // from where it was left
    press(KEY_ENTER);         // leave
    wait_for(SCREEN_TITLE);
    CHECK(a->s == NULL);
    look_at_all();
    CHECK(worlds_count(a) == 1 && worlds_entry(a, 0)->picture != NULL);
    CHECK_TEXT(focus(), "Continue: Keys only"); // whatever was chosen before
    press(KEY_ENTER);
    wait_for(SCREEN_GAME);
    CHECK_TEXT(session_path(a->s), world_file("Keys only"));
    end();
}

static void test_everything_by_gamepad_alone(void)
{
    begin();
    CHECK_INT(worlds_count(a), 1); // of the test before
    look_at_all();
    press(INPUT_PAD_DOWN);
    press(INPUT_PAD_A);
    CHECK_INT(app_top(a), SCREEN_NEW_WORLD);
    CHECK_TEXT(a->new_world.name, "World");
    press_times(INPUT_PAD_DOWN, 2);
    press_times(INPUT_PAD_LEFT, 3);
    CHECK_INT(a->new_world.ring, 0);
    press_times(INPUT_PAD_DOWN, 3);
    press(INPUT_PAD_A);
    wait_for(SCREEN_GAME);
    CHECK_TEXT(session_path(a->s), world_file("World"));
    press(INPUT_PAD_START);
    CHECK_INT(app_top(a), SCREEN_PAUSE);
    press(INPUT_PAD_B);
    CHECK_INT(app_top(a), SCREEN_GAME);
    press(INPUT_PAD_START);
    press_times(INPUT_PAD_DOWN, 4);
    press(INPUT_PAD_A);
    wait_for(SCREEN_TITLE);
    look_at_all();
    CHECK_TEXT(focus(), "Continue: World");
    press_times(INPUT_PAD_DOWN, 2);
    press(INPUT_PAD_A);
    CHECK_INT(app_top(a), SCREEN_LOAD_WORLD);
    look_at_all();
    CHECK_INT(worlds_count(a), 2);
    press(INPUT_PAD_A); // the row that has the focus is the newest
    wait_for(SCREEN_GAME);
    CHECK_TEXT(session_path(a->s), world_file("World"));
    end();
}

static void test_the_list_of_worlds_by_keys(void)
{
    begin();
    app_push(a, SCREEN_LOAD_WORLD);
    look_at_all();
    CHECK_INT(worlds_count(a), 2); // of the tests before
    CHECK_TEXT(worlds_entry(a, 1)->name, "Keys only");
    CHECK_TEXT(worlds_entry(a, 1)->seed_text, "apples");
    press(KEY_UP); // there is nothing above
    CHECK_INT(a->load_world.chosen, 0);
    press(KEY_DOWN);
    CHECK_INT(a->load_world.chosen, 1);
    press(KEY_RIGHT);
    CHECK_TEXT(focus(), "Play");
    CHECK_INT(a->load_world.chosen, 1);
    press(KEY_RIGHT);
    CHECK_TEXT(focus(), "Delete");
    press(KEY_DELETE);
    CHECK(a->load_world.removing);
    CHECK_TEXT(focus(), "Keep it");
    press(KEY_ESCAPE);
    CHECK(!a->load_world.removing);
    CHECK_INT(worlds_count(a), 2);
    end();
}

// What is active in a world that is there can be another from now on; it is remembered.
static void test_a_world_gets_another_active_area(void)
{
    for (int32_t time = 0; time < 2; time++)
    {
        begin();
        app_push(a, SCREEN_LOAD_WORLD);
        look_at_all();
        CHECK_INT(a->load_world.ring, 0);
        while (a->load_world.chosen + 1 < worlds_count(a) &&
               strcmp(worlds_entry(a, a->load_world.chosen)->name, "Keys only") != 0)
        {
            press(KEY_DOWN);
        }
        press(KEY_RIGHT);
        if (time == 0)
        {
            press(KEY_DOWN);
            CHECK_TEXT(focus(), "Active area");
            press_times(KEY_RIGHT, 2);
            CHECK_INT(a->load_world.ring, 2);
            press(KEY_UP); // the nearest above is in the middle
            press(KEY_LEFT);
        }
        CHECK_TEXT(focus(), "Play");
        press(KEY_ENTER);
        wait_for(SCREEN_GAME);
        CHECK_TEXT(session_path(a->s), world_file("Keys only"));
        CHECK_INT(session_ring_log2(a->s), LOAM_MIN_RING_LOG2 + 1);
        end();
    }
}

static void test_what_cannot_be_made_is_told(void)
{
    begin();
    app_push(a, SCREEN_NEW_WORLD);
    frame();
    write_text("World");
    press_times(KEY_DOWN, 5);
    press(KEY_ENTER);
    CHECK_INT(app_top(a), SCREEN_NEW_WORLD);
    CHECK_CONTAINS(a->new_world.error, "World already");
    snprintf(a->new_world.name, sizeof a->new_world.name, "a/b");
    press(KEY_ENTER);
    CHECK_CONTAINS(a->new_world.error, "must not contain /");
    snprintf(a->new_world.name, sizeof a->new_world.name, "   ");
    press(KEY_ENTER);
    CHECK_TEXT(a->new_world.error, "Give the world a name");
    press(KEY_UP); // the definitions: what is chosen there changes the question
    press(KEY_RIGHT);
    CHECK_TEXT(a->new_world.error, "");
    press(KEY_LEFT);
    press(KEY_DOWN);
    snprintf(a->new_world.name, sizeof a->new_world.name, "Another");
    a->new_world.defs_from = APP_DEFS_FILE;
    frame();
    press(KEY_ENTER);
    CHECK_CONTAINS(a->new_world.error, "path of a file");
    put_file("bad.json", "{\"materials\": [");
    snprintf(a->new_world.defs, sizeof a->new_world.defs, "bad.json");
    press(KEY_ENTER);
    CHECK_CONTAINS(a->new_world.error, "bad.json: line 1");
    CHECK_INT(app_top(a), SCREEN_NEW_WORLD);
    CHECK(access(world_file("Another"), F_OK) != 0);
    unlink("bad.json");
    end();
}

// The file of the command line is there from the start.
static void test_new_worlds_have_the_definitions_of_the_command_line(void)
{
    begin();
    a->new_defs = "mine.json";
    app_push(a, SCREEN_NEW_WORLD);
    frame();
    CHECK_INT(a->new_world.defs_from, APP_DEFS_FILE);
    CHECK_TEXT(a->new_world.defs, "mine.json");
    end();
}

// So are its ring and its mode, whatever the last dialog had.
static void test_a_new_world_is_shaped_by_keys(void)
{
    static loam_tile_defs shaped;
    begin();
    app_push(a, SCREEN_NEW_WORLD);
    frame();
    frame();
    write_text("Shaped");
    press_times(KEY_DOWN, 5);
    CHECK_TEXT(focus(), "Create");
    press(KEY_RIGHT);
    press(KEY_UP);
    CHECK_TEXT(focus(), "Shape");
    press(KEY_ENTER);
    CHECK_INT(app_top(a), SCREEN_SHAPE);
    frame();
    frame();
    CHECK_TEXT(focus(), "Knobs of");
    press(KEY_ESCAPE);
    CHECK_INT(app_top(a), SCREEN_NEW_WORLD);
    CHECK_INT(a->new_world.defs_from, APP_DEFS_BUILT_IN); // nothing was turned
    press(KEY_ENTER);
    frame();
    frame();
    press(KEY_RIGHT); // another page
    press(KEY_DOWN);
    CHECK_TEXT(focus(), "Hill width");
    press_times(KEY_RIGHT, 5);
    press_times(KEY_ESCAPE, 1);
    CHECK_INT(a->new_world.defs_from, APP_DEFS_SHAPED);
    shaped = a->shaping->defs;
    loam_tile_defs_init(&a->shaping->first);
    CHECK(shaped.ground.elevation_wavelength > a->shaping->first.ground.elevation_wavelength);
    press(KEY_DOWN);
    press(KEY_LEFT);
    CHECK_TEXT(focus(), "Create");
    press(KEY_ENTER);
    wait_for(SCREEN_GAME);
    CHECK_U64(loam_tile_defs_hash(session_defs(a->s)), loam_tile_defs_hash(&shaped));
    end();
}

static void test_new_worlds_are_as_the_command_line_says(void)
{
    begin();
    a->settings.ring = 6;
    a->settings.limited = true;
    CHECK_INT(app_new_ring_log2(a), 6);
    CHECK(app_new_limited(a));
    a->new_ring_log2 = 4;
    a->new_mode = PLAY_MODE_UNLIMITED;
    app_push(a, SCREEN_NEW_WORLD);
    frame();
    CHECK_INT(a->new_world.ring, 4 - LOAM_MIN_RING_LOG2);
    CHECK(!a->new_world.limited);
    a->settings.limited = false;
    a->new_mode = PLAY_MODE_LIMITED;
    CHECK(app_new_limited(a));
    end();
}

// A world goes on without the file that its definitions came from, and says so in the window.
static void test_lost_definitions_are_told(void)
{
    begin();
    put_file("lost.json", "{}");
    session_def def = {.path = world_file("Lost"),
                       .create = true,
                       .defs = "lost.json",
                       .autosave_steps = 100,
                       .ring_log2 = LOAM_MIN_RING_LOG2};
    app_play(a, &def);
    wait_for(SCREEN_GAME);
    CHECK(!was_told("lost.json", true));
    app_leave_world(a);
    wait_for(SCREEN_TITLE);
    unlink("lost.json");
    def.create = false;
    def.defs = NULL;
    app_play(a, &def);
    wait_for(SCREEN_GAME);
    CHECK(was_told("goes on with the definitions that it has", true));
    CHECK(was_told("lost.json", true));
    end();
}

static void test_a_world_that_cannot_be_opened_leads_back(void)
{
    begin();
    put_file(world_file("Letter"), "this is no world");
    const session_def def = {.path = world_file("Letter"), .autosave_steps = 100, .ring_log2 = 3};
    app_play(a, &def);
    for (int32_t i = 0; i < PATIENCE && a->next.error[0] == '\0'; i++)
    {
        frame();
    }
    CHECK_CONTAINS(a->next.error, "no Loam world");
    CHECK_INT(app_top(a), SCREEN_LOADING);
    frame();
    press(KEY_ENTER);
    CHECK_INT(app_top(a), SCREEN_TITLE);
    end();
}

static void test_deleting_asks_twice(void)
{
    begin();
    app_push(a, SCREEN_LOAD_WORLD);
    look_at_all();
    const int32_t before = worlds_count(a);
    CHECK(before > 0);
    char path[PLAY_MAX_PATH];
    snprintf(path, sizeof path, "%s", worlds_entry(a, 0)->path);
    press_times(KEY_DOWN, before); // below the middle of the list
    press(KEY_ENTER);
    CHECK(a->load_world.removing);
    CHECK_INT(worlds_count(a), before);
    press(KEY_ENTER); // keep it
    CHECK(!a->load_world.removing);
    CHECK_INT(worlds_count(a), before);
    a->load_world.chosen = 0;
    press(KEY_ENTER);
    CHECK(a->load_world.removing);
    press(KEY_ESCAPE);
    CHECK(!a->load_world.removing);
    CHECK_INT(app_top(a), SCREEN_LOAD_WORLD);
    press(KEY_ENTER);
    press(KEY_RIGHT);
    press(KEY_ENTER);
    CHECK_INT(worlds_count(a), before - 1);
    CHECK(access(path, F_OK) != 0);
    end();
}

static void test_settings_are_changed_and_found_again(void)
{
    begin();
    app_push(a, SCREEN_SETTINGS);
    frame();
    press(KEY_RIGHT);
    CHECK_INT(a->settings.mode, WINDOW_BORDERLESS);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK_INT(a->settings.window_w, 1600);
    CHECK_INT(a->settings.window_h, 900);
    press(KEY_DOWN);
    press(KEY_LEFT);
    CHECK_INT(a->settings.interface_percent, 75);
    press(KEY_DOWN);
    press_times(KEY_RIGHT, 2);
    CHECK_INT(a->settings.resolution, 50);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK_INT(a->settings.light, PLAY_LIGHT_FINE);
    press(KEY_DOWN);
    press_times(KEY_RIGHT, 3);
    CHECK_INT(a->settings.brightness_percent, 130);
    press(KEY_DOWN);
    press(KEY_ENTER);
    CHECK(!a->settings.vsync);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK_INT(a->settings.frame_limit, 144);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK_INT(a->settings.autosave_seconds, 20);
    press(KEY_DOWN);
    press(KEY_RIGHT);
    CHECK_INT(a->settings.zoom, LOAM_FRAME_ZOOM + 1);
    CHECK(a->settings_changed);
    press_times(KEY_DOWN, 2);
    press(KEY_ENTER);
    CHECK_INT(app_top(a), SCREEN_KEYS);
    play_settings read;
    CHECK_OK(play_settings_write(a->folders.settings, &a->settings));
    CHECK_OK(play_settings_read(a->folders.settings, &read, NULL, NULL));
    CHECK_INT(read.light, PLAY_LIGHT_FINE);
    CHECK_INT(read.brightness_percent, 130);
    CHECK_INT(read.zoom, LOAM_FRAME_ZOOM + 1);
    CHECK_INT(read.window_w, 1600);
    end();
}

static void test_keys_are_bound(void)
{
    begin();
    app_push(a, SCREEN_KEYS);
    frame();
    play_binding *left = &a->settings.bindings.of[PLAY_LEFT];
    press(KEY_ENTER);
    press(KEY_J);
    CHECK_INT(left->keys[0], KEY_J);
    CHECK(!left->ctrl[0]);
    press(KEY_RIGHT);
    press(KEY_ENTER);
    press_ctrl(KEY_K);
    CHECK_INT(left->keys[1], KEY_K);
    CHECK(left->ctrl[1]);
    press(KEY_ENTER);
    press(KEY_K); // the same without Ctrl
    CHECK_INT(left->keys[1], KEY_K);
    CHECK(!left->ctrl[1]);
    press(KEY_RIGHT);
    press(KEY_ENTER);
    press(INPUT_PAD_Y);
    CHECK_INT(left->pad, INPUT_PAD_Y);
    press(KEY_ENTER);
    press(KEY_DELETE);
    CHECK_INT(left->pad, INPUT_NONE);
    press(KEY_ENTER);
    press(KEY_ESCAPE); // gives up, and stays here
    CHECK_INT(left->pad, INPUT_NONE);
    CHECK_INT(app_top(a), SCREEN_KEYS);
    CHECK(a->settings_changed);
    press(KEY_ESCAPE);
    CHECK_INT(app_top(a), SCREEN_TITLE);
    end();
}

static void test_escape_and_b_go_back_from_everywhere(void)
{
    static const app_screen_id screens[] = {SCREEN_NEW_WORLD, SCREEN_LOAD_WORLD, SCREEN_SETTINGS,
                                            SCREEN_KEYS, SCREEN_HELP};
    begin();
    for (size_t i = 0; i < 2 * sizeof screens / sizeof screens[0]; i++)
    {
        app_push(a, screens[i / 2]);
        frame();
        frame();
        press(i % 2 == 0 ? KEY_ESCAPE : INPUT_PAD_B);
        CHECK_REPORT(app_top(a) == SCREEN_TITLE, "screen %d stays", (int)screens[i / 2]);
    }
    end();
}

// ---- odd input ----------------------------------------------------------------------------------

static void do_anything(uint64_t seed, uint64_t step)
{
    static const input_code codes[] = {
        KEY_ENTER,        KEY_ESCAPE, KEY_TAB,     KEY_UP,         KEY_DOWN,
        KEY_LEFT,         KEY_RIGHT,  KEY_DELETE,  KEY_HOME,       KEY_END,
        KEY_PAGE_DOWN,    KEY_J,      INPUT_PAD_A, INPUT_PAD_DOWN, INPUT_PAD_X,
        INPUT_WHEEL_DOWN, KEY_SPACE,  KEY_DOWN,    KEY_DOWN,       INPUT_MOUSE_LEFT};
    const uint64_t at = loam_seed_at(seed, (int64_t)step, 0, 0);
    const uint32_t count = (uint32_t)(sizeof codes / sizeof codes[0]);
    if (loam_random_below(at, 0, 4) == 0)
    {
        a->now.mouse_x = (int32_t)loam_random_below(at, 1, 1280);
        a->now.mouse_y = (int32_t)loam_random_below(at, 2, 720);
        a->now.mouse_moved = true;
    }
    if (loam_random_below(at, 3, 10) == 0)
    {
        input_type(&a->now, "a/ö\xff");
    }
    input_press(&a->now, codes[loam_random_below(at, 4, count)], true, false);
    frame();
    input_release_all(&a->now);
}

// Whatever is pressed in menus, nothing breaks. Worlds are made, played and deleted on the way.
static void test_anything_may_be_pressed(void)
{
    const char *soak = getenv("LOAM_SOAK");
    const uint64_t steps = soak != NULL ? 100000 : 1500;
    begin();
    for (uint64_t i = 0; i < steps; i++)
    {
        do_anything(11, i);
        a->new_world.ring = 0; // large ones take long
        a->settings.interface_percent = 100;
        if (app_done(a))
        {
            painter *paint = a->paint;
            app_end(a);
            painter_destroy(paint);
            free(a);
            begin();
        }
        else if (app_top(a) == SCREEN_GAME)
        {
            app_leave_world(a);
        }
    }
    end();
}

int main(void)
{
    folder_enter();
    char home[sizeof folder_path + 8], command[sizeof home + 16];
    snprintf(home, sizeof home, "%s/home", folder_path);
    setenv("LOAM_HOME", home, 1);
    RUN(test_a_new_world_by_keys_alone);
    RUN(test_everything_by_gamepad_alone);
    RUN(test_the_list_of_worlds_by_keys);
    RUN(test_a_world_gets_another_active_area);
    RUN(test_what_cannot_be_made_is_told);
    RUN(test_new_worlds_have_the_definitions_of_the_command_line);
    RUN(test_a_new_world_is_shaped_by_keys);
    RUN(test_new_worlds_are_as_the_command_line_says);
    RUN(test_lost_definitions_are_told);
    RUN(test_a_world_that_cannot_be_opened_leads_back);
    RUN(test_deleting_asks_twice);
    RUN(test_settings_are_changed_and_found_again);
    RUN(test_keys_are_bound);
    RUN(test_escape_and_b_go_back_from_everywhere);
    RUN(test_anything_may_be_pressed);
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    CHECK_INT(system(command), 0);
    folder_leave();
    return CHECK_DONE();
}
