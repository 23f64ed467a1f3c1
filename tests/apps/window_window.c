// SPDX-License-Identifier: MIT
// Windows, with the driver of SDL that shows nothing; keys and mouse are events that tests push.
#include "window/window.h"

#include "check.h"
#include "typed.h"

#include <SDL.h>
#include <signal.h>
#include <stdlib.h>

static const window_def plain = {.title = "Loam", .w = 640, .h = 360};

static window *open_or_leave(void)
{
    window *win = NULL;
    CHECK_OK(window_open(&plain, &win));
    if (win == NULL)
    {
        exit(CHECK_DONE());
    }
    return win;
}

static void poll(window *win, input *now)
{
    input_begin(now);
    window_poll(win, now);
}

static void push_key(int scancode, SDL_Keycode sym, bool pressed, bool repeated)
{
    SDL_Event event = {.key = {.type = pressed ? SDL_KEYDOWN : SDL_KEYUP, .repeat = repeated}};
    event.key.keysym.scancode = (SDL_Scancode)scancode;
    event.key.keysym.sym = sym;
    SDL_PushEvent(&event);
}

static void push_mouse(uint32_t type, uint8_t button, int32_t x, int32_t y)
{
    SDL_Event event = {.button = {.type = type, .button = button, .x = x, .y = y}};
    SDL_PushEvent(&event);
}

static void push_wheel(int32_t y, uint32_t direction)
{
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = y, .direction = direction}};
    SDL_PushEvent(&event);
}

static void push_text(const char *text)
{
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    SDL_PushEvent(&event);
}

static void push_window_event(uint8_t what)
{
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = what}};
    SDL_PushEvent(&event);
}

static void test_a_window_can_be_drawn_on(void)
{
    const loam_env env = loam_default_env();
    window *win = open_or_leave();
    painter *paint = window_painter(win);
    int32_t w, h;
    window_size(win, &w, &h);
    CHECK_INT(w, 640);
    CHECK_INT(h, 360);
    CHECK(window_density(win) == 1);
    CHECK_RANGE(window_refresh_rate(win), 1, 1000);
    painter_begin(paint, w, h);
    painter_fill(paint, (box){10, 10, 20, 20}, (loam_colour){10, 200, 30, 255});
    loam_picture picture;
    CHECK_OK(loam_picture_create(&env, w, h, (loam_colour){0}, &picture));
    CHECK_OK(painter_read(paint, &picture));
    const loam_colour at = picture.pixels[15 * w + 15], beside = picture.pixels[5 * w + 15];
    CHECK(at.r == 10 && at.g == 200 && at.b == 30 && at.a == 255);
    CHECK(beside.r == 0 && beside.g == 0 && beside.b == 0 && beside.a == 255);
    CHECK_OK(painter_end(paint));
    loam_picture_destroy(&env, &picture);
    window_close(win);
    window_close(NULL);
}

static void test_bad_sizes_are_refused(void)
{
    static const int32_t sizes[][2] = {{319, 400}, {640, 199}, {7681, 400}, {640, 7681}, {-1, 0}};
    window *win = open_or_leave();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
        const window_def def = {.title = "Loam", .w = sizes[i][0], .h = sizes[i][1]};
        window *none;
        CHECK_INT(window_open(&def, &none), LOAM_BAD_ARGUMENT);
        CHECK_CONTAINS(loam_last_error(), "320x200");
        CHECK(none == NULL);
        CHECK_INT(window_set_mode(win, WINDOW_NORMAL, def.w, def.h), LOAM_BAD_ARGUMENT);
    }
    window_close(win);
}

static void test_without_a_display_the_reason_is_told(void)
{
    window *win;
    setenv("SDL_VIDEODRIVER", "banana", 1);
    CHECK_INT(window_open(&plain, &win), LOAM_UNSUPPORTED);
    CHECK_CONTAINS(loam_last_error(), "no display");
    CHECK_CONTAINS(loam_last_error(), "banana");
    CHECK(win == NULL);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
}

static void test_renderers_that_nobody_knows_are_refused(void)
{
    window *win;
    setenv("LOAM_RENDERER", "banana", 1);
    CHECK_INT(window_open(&plain, &win), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "banana");
    CHECK_CONTAINS(loam_last_error(), "software");
    CHECK(win == NULL);
    setenv("LOAM_RENDERER", "software", 1);
    CHECK_OK(window_open(&plain, &win));
    window_close(win);
    unsetenv("LOAM_RENDERER");
}

static void test_keys_come_and_are_held(void)
{
    input now = {0};
    window *win = open_or_leave();
    poll(win, &now);
    push_key(KEY_A, SDLK_a, true, false);
    push_key(KEY_A, SDLK_a, true, true);
    push_key(KEY_SPACE, SDLK_SPACE, true, false);
    push_key(KEY_SPACE, SDLK_SPACE, false, false);
    push_key(0, 0, true, false);
    poll(win, &now);
    CHECK_INT(now.event_count, 4);
    CHECK(now.down[KEY_A] && !now.down[KEY_SPACE] && input_pressed(&now, KEY_SPACE));
    push_window_event(SDL_WINDOWEVENT_FOCUS_LOST);
    push_key(KEY_A, SDLK_a, true, true); // it is still down
    poll(win, &now);
    CHECK(!now.down[KEY_A]);
    CHECK_INT(now.event_count, 1);
    window_close(win);
}

// On a German keyboard Z is where Americans have Y.
static void test_ctrl_and_a_letter_is_what_is_written_on_the_key(void)
{
    input now = {0};
    window *win = open_or_leave();
    poll(win, &now);
    push_key(KEY_Y, SDLK_z, true, false);
    push_key(KEY_Y, SDLK_z, false, false);
    poll(win, &now);
    CHECK(input_pressed(&now, KEY_Y) && !input_pressed(&now, KEY_Z));
    push_key(KEY_LEFT_CTRL, SDLK_LCTRL, true, false);
    push_key(KEY_Y, SDLK_z, true, false);
    push_key(KEY_LEFT_CTRL, SDLK_LCTRL, false, false);
    poll(win, &now);
    CHECK(input_pressed(&now, KEY_Z) && !input_pressed(&now, KEY_Y));
    push_key(KEY_Y, SDLK_z, false, false); // without Ctrl, and yet the same
    poll(win, &now);
    CHECK(!now.down[KEY_Z] && !now.down[KEY_Y]);
    window_close(win);
}

static void test_the_mouse(void)
{
    input now = {0};
    window *win = open_or_leave();
    poll(win, &now);
    push_mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 33, 44);
    poll(win, &now);
    CHECK(now.down[INPUT_MOUSE_RIGHT]);
    CHECK_INT(now.mouse_x, 33);
    CHECK_INT(now.mouse_y, 44);
    push_mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 33, 44);
    push_mouse(SDL_MOUSEBUTTONDOWN, 77, 33, 44); // mice have more buttons than names
    push_wheel(2, SDL_MOUSEWHEEL_NORMAL);
    push_wheel(1, SDL_MOUSEWHEEL_FLIPPED);
    poll(win, &now);
    CHECK_INT(now.event_count, 1 + 4 + 2);
    CHECK(input_pressed(&now, INPUT_WHEEL_UP) && input_pressed(&now, INPUT_WHEEL_DOWN));
    CHECK(!now.down[INPUT_WHEEL_UP] && !now.down[INPUT_MOUSE_RIGHT]);
    window_close(win);
}

static void test_text_comes_when_it_is_wanted(void)
{
    input now = {0};
    window *win = open_or_leave();
    poll(win, &now);
    push_text("no");
    poll(win, &now);
    CHECK_TEXT(typed(&now), "");
    for (int frame = 0; frame < 3; frame++) // every frame says so
    {
        window_want_text(win, true, (box){10, 10, 100, 20});
    }
    push_text("Gr\xc3\xbc");
    push_text("n");
    poll(win, &now);
    CHECK_TEXT(typed(&now), "Gr\xc3\xbcn");
    window_want_text(win, false, (box){0});
    push_text("no");
    poll(win, &now);
    CHECK_TEXT(typed(&now), "");
    window_close(win);
}

static void test_the_window_is_to_close(void)
{
    input now = {0};
    window *win = open_or_leave();
    poll(win, &now);
    CHECK(!now.quit);
    push_window_event(SDL_WINDOWEVENT_CLOSE);
    poll(win, &now);
    CHECK(now.quit);
    poll(win, &now);
    CHECK(!now.quit);
    window_close(win);
}

static void test_signals_are_a_wish_to_quit(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    {
        input now = {0};
        window *win = open_or_leave();
        poll(win, &now);
        CHECK(!now.quit);
        raise(signals[i]);
        poll(win, &now);
        CHECK(now.quit);
        poll(win, &now);
        CHECK(now.quit); // a signal is not taken back
        window_close(win);
        struct sigaction after;
        CHECK_INT(sigaction(signals[i], NULL, &after), 0);
        CHECK(after.sa_handler == SIG_DFL);
    }
}

// As nohup has it.
static void test_ignored_signals_stay_ignored(void)
{
    input now = {0};
    signal(SIGHUP, SIG_IGN);
    window *win = open_or_leave();
    raise(SIGHUP);
    poll(win, &now);
    CHECK(!now.quit);
    window_close(win);
    struct sigaction after;
    CHECK_INT(sigaction(SIGHUP, NULL, &after), 0);
    CHECK(after.sa_handler == SIG_IGN);
    signal(SIGHUP, SIG_DFL);
}

static void test_modes_and_sizes(void)
{
    window *win = open_or_leave();
    int32_t w, h;
    CHECK_INT(window_get_mode(win), WINDOW_NORMAL);
    CHECK_OK(window_set_mode(win, WINDOW_NORMAL, 800, 500));
    window_size(win, &w, &h);
    CHECK_INT(w, 800);
    CHECK_INT(h, 500);
    for (int i = 0; i < WINDOW_MODES; i++)
    {
        const window_mode before = window_get_mode(win);
        const loam_result result = window_set_mode(win, (window_mode)i, 640, 360);
        CHECK_INT(window_get_mode(win), result == LOAM_OK ? i : (int)before);
        painter_begin(window_painter(win), 640, 360);
        CHECK_OK(painter_end(window_painter(win)));
    }
    CHECK_OK(window_set_mode(win, WINDOW_NORMAL, 640, 360));
    CHECK_INT(window_get_mode(win), WINDOW_NORMAL);
    window_set_title(win, "Another");
    window_show_cursor(win, false);
    window_show_cursor(win, true);
    const loam_result vsync = window_set_vsync(win, true);
    CHECK(vsync == LOAM_OK || vsync == LOAM_UNSUPPORTED);
    CHECK_INT(window_has_vsync(win), vsync == LOAM_OK);
    window_close(win);
}

static void test_the_clipboard(void)
{
    window *win = open_or_leave();
    char text[8];
    window_clipboard_set("abc");
    window_clipboard_get(text, sizeof text);
    CHECK_TEXT(text, "abc");
    window_clipboard_set("abcdef\xc3\xa4"); // does not fit by half a letter
    window_clipboard_get(text, sizeof text);
    CHECK_TEXT(text, "abcdef");
    window_clipboard_set("");
    window_clipboard_get(text, sizeof text);
    CHECK_TEXT(text, "");
    window_close(win);
}

int main(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    unsetenv("LOAM_RENDERER");
    RUN(test_a_window_can_be_drawn_on);
    RUN(test_bad_sizes_are_refused);
    RUN(test_without_a_display_the_reason_is_told);
    RUN(test_renderers_that_nobody_knows_are_refused);
    RUN(test_keys_come_and_are_held);
    RUN(test_ctrl_and_a_letter_is_what_is_written_on_the_key);
    RUN(test_the_mouse);
    RUN(test_text_comes_when_it_is_wanted);
    RUN(test_the_window_is_to_close);
    RUN(test_signals_are_a_wish_to_quit);
    RUN(test_ignored_signals_stay_ignored);
    RUN(test_modes_and_sizes);
    RUN(test_the_clipboard);
    SDL_Quit();
    return CHECK_DONE();
}
