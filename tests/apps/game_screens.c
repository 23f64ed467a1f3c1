// SPDX-License-Identifier: MIT
// The screens of the game, drawn: in windows of any size, with what they should show; and what is kept with
// a world when it is left. With LOAM_PICTURES=folder the pictures are written there, to be looked at.
#include "playing.h"

#include "play/explored.h"
#include "play/hotbar.h"
#include "play/ingame.h"
#include "play/selection.h"

#include <math.h>
#include <unistd.h>

static const struct
{
    app_screen_id screen;
    const char *name;
} screens[] = {{SCREEN_GAME, "game"},
               {SCREEN_INVENTORY, "inventory"},
               {SCREEN_MAP, "map"},
               {SCREEN_STAMPS, "stamps"},
               {SCREEN_HELP, "help"}};

enum
{
    SCREENS_HERE = sizeof screens / sizeof *screens
};

static void command(playing *p, const char *line)
{
    loam_command c;
    CHECK_OK(loam_command_read(line, ingame_defs(p->a), &c));
    CHECK_OK(session_do(p->a->s, &c));
}

static uint64_t hash_of(const loam_picture *picture)
{
    return loam_hash_bytes(picture->pixels,
                           (size_t)picture->w * (size_t)picture->h * sizeof *picture->pixels, 0);
}

static void write_picture(const playing *p, const char *name)
{
    char path[512];
    const char *const folder = getenv("LOAM_PICTURES");
    if (folder != NULL)
    {
        snprintf(path, sizeof path, "%s/%s-%dx%d-%g.png", folder, name, (int)p->w, (int)p->h,
                 (double)p->a->paint->scale);
        CHECK_OK(loam_png_write(&p->a->env, path, &p->shot));
    }
}

/// How many pixels of a box differ between two pictures.
static int32_t differing(const loam_picture *a, const loam_picture *b, box in)
{
    int32_t count = 0;
    for (int32_t y = in.y; y < in.y + in.h; y++)
    {
        for (int32_t x = in.x; x < in.x + in.w; x++)
        {
            count += memcmp(&a->pixels[y * a->w + x], &b->pixels[y * b->w + x],
                            sizeof *a->pixels) != 0;
        }
    }
    return count;
}

static void test_every_screen_draws_something_of_its_own(int32_t w, int32_t h, float scale)
{
    uint64_t hashes[SCREENS_HERE];
    playing *const p = play_begin(w, h, scale, true, NULL);
    p->a->now.mouse_x = w / 2;
    p->a->now.mouse_y = h / 3;
    command(p, "0 weather clear");
    frames(p, 20);
    for (int32_t i = 0; i < SCREENS_HERE; i++)
    {
        if (screens[i].screen != SCREEN_GAME)
        {
            app_push(p->a, screens[i].screen);
        }
        frames(p, 2);
        hashes[i] = hash_of(shoot(p));
        write_picture(p, screens[i].name);
        for (int32_t k = 0; k < i; k++)
        {
            CHECK(hashes[i] != hashes[k]);
        }
        if (app_top(p->a) != SCREEN_GAME)
        {
            app_pop(p->a);
        }
    }
    p->a->overlay = true;
    frames(p, 3);
    shoot(p);
    write_picture(p, "overlay");
    play_end(p);
}

/// What changes on the screen is where it should be.
static void test_the_parts_of_the_game_are_where_they_belong(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    app *const a = p->a;
    loam_picture before = {0};
    a->now.mouse_x = 320;
    a->now.mouse_y = 150;
    command(p, "0 weather clear");
    session_set_paused(a->s, true);
    frames(p, 5);
    a->in->name_seconds = 0;
    CHECK_OK(loam_picture_create(&a->env, 640, 360, loam_rgb(0), &before));
    memcpy(before.pixels, shoot(p)->pixels, 640 * 360 * sizeof *before.pixels);
    hotbar_put(a, 3, (uint8_t)loam_material_find(ingame_defs(a), "snow"));
    shoot(p);
    CHECK_RANGE(differing(&before, &p->shot, hotbar_box(a, 3)), 200, 44 * 44);
    CHECK_INT(differing(&before, &p->shot, hotbar_box(a, 7)), 0);
    press(p, a->settings.bindings.of[PLAY_TOOL_RING].keys[0]);
    shoot(p);
    CHECK_RANGE(differing(&before, &p->shot, (box){200, 30, 240, 240}), 20000, 240 * 240);
    CHECK_INT(differing(&before, &p->shot, (box){0, 60, 150, 150}), 0);
    write_picture(p, "ring");
    release(p, a->settings.bindings.of[PLAY_TOOL_RING].keys[0]);
    frame(p);
    a->selection = (app_selection){
        .marked = true, .from = app_tile_at(a, 100, 100), .to = app_tile_at(a, 180, 160)};
    shoot(p);
    CHECK_RANGE(differing(&before, &p->shot, (box){90, 80, 100, 100}), 200, 4000);
    write_picture(p, "mark");
    app_notice_add(a, true, "something is wrong");
    shoot(p);
    CHECK_RANGE(differing(&before, &p->shot, (box){400, 20, 240, 60}), 1000, 240 * 60);
    loam_picture_destroy(&a->env, &before);
    play_end(p);
}

/// How a place is shown by the map that was drawn last.
static loam_colour on_map(const playing *p, double x, double y)
{
    const ingame *const in = p->a->in;
    const double pixels = ldexp(1, in->map_zoom) / EXPLORED_TILES;
    const int32_t at_x = p->w / 2 + (int32_t)((x - in->map_x) * pixels);
    const int32_t at_y = p->h / 2 - (int32_t)((y - in->map_y) * pixels);
    CHECK(at_x >= 0 && at_x < p->w && at_y >= 0 && at_y < p->h);
    return p->shot.pixels[at_y * p->w + at_x];
}

/// How many of 13 places at a height are sky on the map: trees stand before some.
static int32_t count_sky(const playing *p, double x, double y)
{
    int32_t count = 0;
    for (int32_t i = -6; i <= 6; i++)
    {
        const loam_colour sky = on_map(p, x + 8 * i, y);
        count += sky.b > sky.r && sky.b > 60;
    }
    return count;
}

/// The map shows the sky above and the ground below the player, and nothing where nobody was. It opens so
/// that what was seen fills half of the window.
static void test_the_map_shows_what_was_seen(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    const loam_player *const player = ingame_player(p->a);
    frames(p, 60);
    app_push(p->a, SCREEN_MAP);
    frame(p);
    shoot(p);
    write_picture(p, "map-first");
    const double x = (double)player->x / LOAM_PLAYER_FIXED + 12,
                 y = (double)player->y / LOAM_PLAYER_FIXED;
    const loam_colour ground = on_map(p, x, y - 4);
    const loam_colour far = p->shot.pixels[50 * 640 + 10];
    CHECK_RANGE(count_sky(p, x, y + 34), 7, 13);
    CHECK(ground.r >= ground.b && ground.r > 30);
    CHECK_RANGE(far.r + far.g + far.b, 0, 90);
    int32_t left = 640, right = 0;
    for (int32_t i = 0; i < 640; i++)
    {
        const loam_colour pixel = p->shot.pixels[180 * 640 + i];
        const bool is_seen = pixel.r + pixel.g + pixel.b > 130;
        left = is_seen && i < left ? i : left;
        right = is_seen ? i : right;
    }
    CHECK_RANGE(right - left, 300, 640);
    CHECK_RANGE(left + right, 640 - 40, 640 + 40); // in the middle
    const int32_t zoom = p->a->in->map_zoom;
    tap(p, p->a->settings.bindings.of[PLAY_ZOOM_OUT].keys[0]);
    app_pop(p->a);
    app_push(p->a, SCREEN_MAP);
    CHECK_INT(p->a->in->map_zoom, zoom - 1); // as it was left
    play_end(p);
}

/// Hotbar and map come back with the world.
static void test_what_is_kept_with_a_world_comes_back(void)
{
    char path[] = "loam-game-screens-XXXXXX";
    char file[64];
    CHECK(mkdtemp(path) != NULL);
    snprintf(file, sizeof file, "%s/world.loam", path);
    playing *p = play_begin(640, 360, 1, false, file);
    app *a = p->a;
    frames(p, 40);
    hotbar_put(a, 2, (uint8_t)loam_material_find(ingame_defs(a), "clay"));
    hotbar_choose(a, 2);
    const loam_chunk_pos here = loam_chunk_of_tile((loam_tile_pos){
        ingame_player(a)->x / LOAM_PLAYER_FIXED, ingame_player(a)->y / LOAM_PLAYER_FIXED});
    CHECK(explored_has(a->map, here));
    const session_def again = {.path = file, .ring_log2 = 3, .autosave_steps = 1000};
    app_play(a, &again);
    CHECK(a->in == NULL);
    wait_for(p, SCREEN_GAME);
    CHECK_INT(a->slot, 2);
    CHECK_INT(a->hotbar[2], loam_material_find(ingame_defs(a), "clay"));
    CHECK_INT(a->hotbar[1], loam_material_find(ingame_defs(a), "stone"));
    CHECK(explored_has(a->map, here));
    CHECK(!explored_has(a->map, (loam_chunk_pos){here.x + 500, here.y}));
    play_end(p);
    remove(file);
    rmdir(path);
}

static uint64_t steps_of(const app *a)
{
    return loam_tile_world_steps(loam_tile_game_world(session_game(a->s)));
}

/// Behind the menu time stands still, and is not made up for; but what is to be saved is.
static void test_the_menu_stops_time_but_not_saving(void)
{
    char path[] = "loam-game-screens-XXXXXX";
    char file[64];
    CHECK(mkdtemp(path) != NULL);
    snprintf(file, sizeof file, "%s/world.loam", path);
    playing *p = play_begin(640, 360, 1, false, file);
    app *a = p->a;
    frames(p, 40);
    app_push(a, SCREEN_PAUSE);
    const uint64_t steps = steps_of(a);
    CHECK_OK(session_save(a->s));
    for (int32_t i = 0; i < 100000 && session_saving(a->s); i++)
    {
        frame(p);
        check_rest();
    }
    CHECK_INT(session_saved_step(a->s), steps);
    frames(p, 60);
    CHECK_INT(steps_of(a), steps);
    app_pop(a);
    frame(p);
    CHECK_RANGE(steps_of(a) - steps, 0, 2 + 4); // those of a frame, and what was owed before
    play_end(p);
    remove(file);
    rmdir(path);
}

/// Text is large enough on any screen, and never beyond what the painter can do.
static void test_large_windows_have_large_text(void)
{
    static const struct
    {
        float density;
        int32_t h, percent;
        float scale;
    } windows[] = {{1, 720, 100, 1},      {1, 1080, 100, 1}, {1, 1440, 100, 1},
                   {1, 1600, 100, 1.25f}, {1, 2160, 100, 2}, {1, 2160, 150, 3},
                   {2, 2160, 100, 2},     {3, 2160, 100, 3}, {1.5f, 720, 200, 3},
                   {1, 720, 50, 0.5f},    {2, 4320, 300, 8}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
    {
        CHECK_NEAR(app_scale(windows[i].density, windows[i].h, windows[i].percent),
                   windows[i].scale, 1e-6);
    }
}

/// Whoever plays for the first time is told how, once, and whoever has asked for help is not.
static void test_a_first_game_has_hints(void)
{
    playing *const p = play_begin(1280, 720, 1, true, NULL);
    app *const a = p->a;
    memset(a->notices, 0, sizeof a->notices);
    frame(p);
    CHECK_RANGE(a->notices[0].seconds, -100, 0);
    a->settings.helped = false;
    a->settings_changed = false;
    frames(p, 2);
    CHECK_TEXT(a->notices[0].text, "A and D walk, Space jumps, the left mouse button digs");
    CHECK_CONTAINS(a->notices[1].text, "1 to 9 and 0 choose what to build with, Q held");
    CHECK_TEXT(a->notices[2].text, "F1 shows what the keys do");
    CHECK(a->settings.helped && a->settings_changed);
    shoot(p);
    write_picture(p, "hints");
    memset(a->notices, 0, sizeof a->notices);
    a->settings.helped = false;
    a->now.device = INPUT_GAMEPAD;
    frames(p, 2);
    CHECK_CONTAINS(a->notices[0].text, "The left stick walks, ");
    CHECK_CONTAINS(a->notices[2].text, "opens the menu, which has help");
    shoot(p);
    write_picture(p, "hints-pad");
    memset(a->notices, 0, sizeof a->notices);
    a->settings.helped = false;
    app_push(a, SCREEN_HELP);
    app_pop(a);
    frames(p, 2);
    CHECK_RANGE(a->notices[0].seconds, -100, 0);
    play_end(p);
}

/// A limited player sees how far its digging is.
static void test_digging_has_a_bar(void)
{
    playing *const p = play_begin(640, 360, 1, true, NULL);
    app *const a = p->a;
    a->now.mouse_x = 340;
    a->now.mouse_y = 230;
    command(p, "0 mode limited");
    command(p, "0 brush circle 1");
    command(p, "0 weather clear");
    frames(p, 40);
    press(p, INPUT_MOUSE_LEFT);
    int32_t widest = 0, bright = 0;
    for (int32_t i = 0; i < 60; i++)
    {
        shoot(p);
        const int32_t part = ingame_player(a)->digging * 100 /
                             (loam_tile_game_dig_steps(session_game(a->s)) + 1);
        bright = 0;
        for (int32_t k = 0; k < 640 * 360; k++)
        {
            bright += p->shot.pixels[k].r == 0xff && p->shot.pixels[k].g == 0xd4 &&
                      p->shot.pixels[k].b == 0x5e;
        }
        CHECK_RANGE(bright, part * 38 * 4 / 100 - 8, part * 38 * 4 / 100 + 8);
        if (part > widest)
        {
            widest = part;
            write_picture(p, "digging");
        }
    }
    CHECK_RANGE(widest, 30, 100);
    play_end(p);
}

static void notices_are_told(app *a)
{
    app_notice_add(a, true,
                   "The world that was open cannot be saved: there is no room on the disk");
    app_notice_add(a, false, "Replay written to a folder with a rather long name, and then some");
    app_notice_add(a, false, "Something else");
}

/// Shows a panel until its cursor has just blinked, if it has one: then it stays as it is for a while.
static void wait_for_blink(playing *p, box panel, loam_picture *before)
{
    enum
    {
        MOST = 70 // frames, longer than a cursor is dark and bright
    };
    const size_t size = (size_t)(p->w * p->h) * sizeof *before->pixels;
    int32_t blinked = 0;
    memcpy(before->pixels, shoot(p)->pixels, size);
    for (int32_t i = 0; i < MOST && blinked == 0; i++)
    {
        blinked = differing(before, shoot(p), panel);
        memcpy(before->pixels, p->shot.pixels, size);
    }
}

/// Where there is room beside a panel, notices stand there; at the title below the logo.
static void test_notices_cover_no_panels(void)
{
    static const struct
    {
        app_screen_id screen;
        const char *name;
    } behind[] = {{SCREEN_TITLE, "title"},         {SCREEN_NEW_WORLD, "new-world"},
                  {SCREEN_LOAD_WORLD, "load"},     {SCREEN_SETTINGS, "settings"},
                  {SCREEN_INVENTORY, "inventory"}, {SCREEN_HELP, "help"}};
    const box panel = {390, 60, 500, 600};
    playing *const p = play_begin(1280, 720, 1, true, NULL);
    app *const a = p->a;
    loam_picture before = {0};
    CHECK_OK(loam_picture_create(&a->env, 1280, 720, loam_rgb(0), &before));
    session_set_paused(a->s, true);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
    {
        app_push(a, behind[i].screen);
        frames(p, 30);
        memset(a->notices, 0, sizeof a->notices);
        wait_for_blink(p, panel, &before);
        notices_are_told(a);
        shoot(p);
        char name[64];
        snprintf(name, sizeof name, "notices-%s", behind[i].name);
        write_picture(p, name);
        CHECK_INT(differing(&before, &p->shot, panel), 0);
        CHECK_RANGE(differing(&before, &p->shot, (box){0, 0, 1280, 720}), 3000, 1280 * 720);
        app_pop(a);
    }
    loam_picture_destroy(&a->env, &before);
    play_end(p);
}

/// In a low window there are fewer, and the hotbar stays free.
static void test_notices_leave_the_hotbar_free(void)
{
    playing *const p = play_begin(640, 360, 2, true, NULL);
    app *const a = p->a;
    loam_picture before = {0};
    CHECK_OK(loam_picture_create(&a->env, 640, 360, loam_rgb(0), &before));
    session_set_paused(a->s, true);
    memset(a->notices, 0, sizeof a->notices);
    frames(p, 30);
    memcpy(before.pixels, shoot(p)->pixels, 640 * 360 * sizeof *before.pixels);
    notices_are_told(a);
    shoot(p);
    write_picture(p, "notices-low");
    const int32_t y = hotbar_box(a, 0).y;
    CHECK_INT(differing(&before, &p->shot, (box){0, y, 640, 360 - y}), 0);
    CHECK_RANGE(differing(&before, &p->shot, (box){0, 0, 640, y}), 3000, 640 * 360);
    loam_picture_destroy(&a->env, &before);
    play_end(p);
}

static void test_names_and_counts_for_people(void)
{
    char text[LOAM_MAX_NAME + 1];
    const loam_material material = {.name = "tall_jungle_grass"};
    hotbar_name(&material, text);
    CHECK_TEXT(text, "Tall jungle grass");
    static const struct
    {
        int64_t count;
        const char *text;
    } counts[] = {{0, "0"}, {9999, "9999"}, {10000, "10k"}, {4000000, "4M"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    {
        hotbar_count_text(counts[i].count, text);
        CHECK_TEXT(text, counts[i].text);
    }
}

int main(void)
{
    RUN(test_names_and_counts_for_people);
    RUN(test_large_windows_have_large_text);
    RUN(test_a_first_game_has_hints);
    RUN(test_digging_has_a_bar);
    RUN_UNSANITIZED(test_notices_cover_no_panels);
    RUN(test_notices_leave_the_hotbar_free);
    RUN(test_the_parts_of_the_game_are_where_they_belong);
    RUN(test_the_map_shows_what_was_seen);
    RUN(test_what_is_kept_with_a_world_comes_back);
    RUN(test_the_menu_stops_time_but_not_saving);
    test_every_screen_draws_something_of_its_own(640, 360, 1);
    test_every_screen_draws_something_of_its_own(320, 200, 1);
    test_every_screen_draws_something_of_its_own(1280, 720, 2);
    if (getenv("LOAM_PICTURES") != NULL)
    {
        test_every_screen_draws_something_of_its_own(1280, 720, 1);
        test_every_screen_draws_something_of_its_own(640, 360, 3);
        test_every_screen_draws_something_of_its_own(1920, 1080, 1.5f);
    }
    return CHECK_DONE();
}
