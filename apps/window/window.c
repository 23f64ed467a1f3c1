// SPDX-License-Identifier: MIT
#include "window/window.h"

#include "window/gamepad.h"
#include "window/painter_sdl.h"
#include "window/renderer.h"
#include "window/signals.h"
#include "window/window_gl.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// SDL counts windows and the mouse in units of the system, which on dense screens are larger than pixels.
// Everything that leaves this file is in pixels.

enum
{
    MIN_W = 320,
    MIN_H = 200,
    MAX_SIDE = 7680, // as a frame's
    MAX_NOTCHES = 8, // of the wheel, in a frame
};

struct window
{
    SDL_Window *handle;
    SDL_Renderer *renderer; // the painter's
    painter *paint;
    SDL_GLContext context; // instead of these, if it was opened for OpenGL
    bool is_es, caught;
    gamepads pads;
    window_mode mode;
    bool vsync;
    bool wants_text;
    box text_at;
    input_code sent[INPUT_KEYS]; // for a key that is held: as what it was told
};

// ---- opening and closing ------------------------------------------------------------------------

static loam_result check_def(const window_def *def)
{
    if (def->w < MIN_W || def->h < MIN_H || def->w > MAX_SIDE || def->h > MAX_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a window of %dx%d pixels; must be %dx%d to %dx%d",
                         (int)def->w, (int)def->h, MIN_W, MIN_H, MAX_SIDE, MAX_SIDE);
    }
    return LOAM_OK;
}

// Without a display SDL falls back to a driver that shows nothing to anybody, which is of use only to those
// who ask for it.
static bool is_seen(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();
    return SDL_getenv("SDL_VIDEODRIVER") != NULL ||
           (driver != NULL && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0);
}

static const char *variable(const char *name)
{
    const char *const value = SDL_getenv(name);
    return value != NULL && value[0] != 0 ? value : "not set";
}

static loam_result start_video(void)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");                 // see signals.c
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"); // other windows keep their looks
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_APP_NAME, "Loam");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
    {
        return loam_fail(LOAM_UNSUPPORTED,
                         "there is no display for a window: %s (DISPLAY is %s, WAYLAND_DISPLAY %s)",
                         SDL_GetError(), variable("DISPLAY"), variable("WAYLAND_DISPLAY"));
    }
    if (!is_seen())
    {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return loam_fail(LOAM_UNSUPPORTED,
                         "there is no display for a window: neither X11 (DISPLAY is %s) nor "
                         "Wayland (WAYLAND_DISPLAY is %s) answers SDL",
                         variable("DISPLAY"), variable("WAYLAND_DISPLAY"));
    }
    SDL_StopTextInput(); // which SDL starts by itself
    return LOAM_OK;
}

static bool get_pixels(const window *win, int *w, int *h)
{
    if (win->context != NULL)
    {
        SDL_GL_GetDrawableSize(win->handle, w, h);
        return true;
    }
    return SDL_GetRendererOutputSize(win->renderer, w, h) == 0;
}

// Pixels along a unit of SDL's.
static float pixels_per_unit(const window *win)
{
    int units = 0, pixels = 0, h;
    SDL_GetWindowSize(win->handle, &units, &h);
    if (!get_pixels(win, &pixels, &h) || units <= 0 || pixels <= 0)
    {
        return 1;
    }
    return (float)pixels / (float)units;
}

static void set_size(window *win, int32_t w, int32_t h)
{
    const float per_unit = pixels_per_unit(win);
    SDL_SetWindowMinimumSize(win->handle, (int)(MIN_W / per_unit), (int)(MIN_H / per_unit));
    SDL_SetWindowSize(win->handle, (int)lroundf((float)w / per_unit),
                      (int)lroundf((float)h / per_unit));
}

static loam_result create_for_opengl(window *win, const window_def *def, uint32_t flags)
{
    window_gl made;
    const loam_result result = window_gl_open(def->title, def->w, def->h, flags, &made);
    win->handle = made.handle;
    win->context = made.context;
    win->is_es = made.es;
    return result;
}

static loam_result create_for_painter(window *win, const window_def *def, uint32_t flags)
{
    win->handle = SDL_CreateWindow(def->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                   def->w, def->h, flags);
    if (win->handle == NULL)
    {
        return loam_fail(LOAM_UNSUPPORTED, "no window can be opened: %s", SDL_GetError());
    }
    const loam_result result = renderer_create(win->handle, &win->renderer);
    return result == LOAM_OK ? painter_sdl_create(win->renderer, &win->paint) : result;
}

static loam_result create_window(window *win, const window_def *def)
{
    const uint32_t flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    const loam_result result = def->opengl ? create_for_opengl(win, def, flags)
                                           : create_for_painter(win, def, flags);
    if (result != LOAM_OK)
    {
        return result;
    }
    set_size(win, def->w, def->h);
    // A screen that cannot do these shows the window all the same.
    (void)window_set_vsync(win, def->vsync);
    if (def->mode != WINDOW_NORMAL)
    {
        (void)window_set_mode(win, def->mode, def->w, def->h);
    }
    return LOAM_OK;
}

loam_result window_open(const window_def *def, window **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    result = result == LOAM_OK ? start_video() : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    window *const win = calloc(1, sizeof *win);
    if (win == NULL)
    {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for a window");
    }
    result = create_window(win, def);
    if (result != LOAM_OK)
    {
        window_close(win);
        return result;
    }
    gamepads_begin(&win->pads);
    signals_catch(def->program != NULL ? def->program : "loam");
    *out = win;
    return LOAM_OK;
}

void window_close(window *win)
{
    if (win == NULL)
    {
        return;
    }
    signals_release();
    gamepads_end(&win->pads);
    window_catch_mouse(win, false);
    painter_destroy(win->paint);
    if (win->context != NULL)
    {
        SDL_GL_DeleteContext(win->context);
    }
    if (win->handle != NULL)
    {
        SDL_DestroyWindow(win->handle);
    }
    free(win);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

painter *window_painter(window *win)
{
    return win->paint;
}

bool window_is_es(const window *win)
{
    return win->is_es;
}

void *window_proc(void *win, const char *name)
{
    (void)win;
    return SDL_GL_GetProcAddress(name);
}

void window_swap(window *win)
{
    SDL_GL_SwapWindow(win->handle);
}

void window_catch_mouse(window *win, bool caught)
{
    if (caught != win->caught)
    {
        (void)SDL_SetRelativeMouseMode(caught ? SDL_TRUE : SDL_FALSE);
        win->caught = caught;
    }
}

// ---- events -------------------------------------------------------------------------------------

// Keys are places on the keyboard, but together with Ctrl they mean what is written on them: Ctrl+Z is where
// the Z is, on a German keyboard too.
static input_code code_of_key(const SDL_Keysym *key, const input *now)
{
    if (input_ctrl(now) && key->sym >= SDLK_a && key->sym <= SDLK_z)
    {
        return KEY_A + (key->sym - SDLK_a);
    }
    return (input_code)key->scancode;
}

static void take_key(window *win, input *now, const SDL_KeyboardEvent *event)
{
    const int32_t place = (int32_t)event->keysym.scancode;
    if (place <= 0 || place >= INPUT_KEYS)
    {
        return;
    }
    const bool pressed = event->type == SDL_KEYDOWN;
    if (pressed && event->repeat == 0)
    {
        win->sent[place] = code_of_key(&event->keysym, now);
    }
    if (win->sent[place] != INPUT_NONE)
    {
        input_press(now, win->sent[place], pressed, event->repeat != 0);
    }
}

static void take_button(input *now, const SDL_MouseButtonEvent *event)
{
    static const input_code codes[] = {
        [SDL_BUTTON_LEFT] = INPUT_MOUSE_LEFT,   [SDL_BUTTON_MIDDLE] = INPUT_MOUSE_MIDDLE,
        [SDL_BUTTON_RIGHT] = INPUT_MOUSE_RIGHT, [SDL_BUTTON_X1] = INPUT_MOUSE_BACK,
        [SDL_BUTTON_X2] = INPUT_MOUSE_FORWARD,
    };
    if (event->button >= SDL_BUTTON_LEFT && event->button <= SDL_BUTTON_X2)
    {
        input_press(now, codes[event->button], event->type == SDL_MOUSEBUTTONDOWN, false);
    }
}

static void take_wheel(input *now, const SDL_MouseWheelEvent *event)
{
    const int32_t turned = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -event->y : event->y;
    const input_code code = turned > 0 ? INPUT_WHEEL_UP : INPUT_WHEEL_DOWN;
    for (int32_t i = 0; i < abs(turned) && i < MAX_NOTCHES; i++)
    {
        input_press(now, code, true, false);
        input_press(now, code, false, false);
    }
}

static void take_mouse(const window *win, input *now, int32_t x, int32_t y)
{
    const float per_unit = pixels_per_unit(win);
    now->mouse_x = (int32_t)((float)x * per_unit);
    now->mouse_y = (int32_t)((float)y * per_unit);
    now->mouse_moved = true;
    now->mouse_left = false;
    now->device = INPUT_KEYBOARD;
}

static void take_window_event(input *now, const SDL_WindowEvent *event)
{
    if (event->event == SDL_WINDOWEVENT_FOCUS_LOST)
    {
        input_release_all(now);
    }
    else if (event->event == SDL_WINDOWEVENT_LEAVE)
    {
        now->mouse_left = true;
    }
    now->quit = now->quit || event->event == SDL_WINDOWEVENT_CLOSE;
}

static void take_event(window *win, input *now, const SDL_Event *event)
{
    switch (event->type)
    {
    case SDL_QUIT:
        now->quit = true;
        break;
    case SDL_WINDOWEVENT:
        take_window_event(now, &event->window);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(win, now, &event->key);
        break;
    case SDL_TEXTINPUT:
        if (win->wants_text)
        {
            input_type(now, event->text.text);
        }
        break;
    case SDL_MOUSEMOTION:
        take_mouse(win, now, event->motion.x, event->motion.y);
        now->mouse_dx += event->motion.xrel;
        now->mouse_dy += event->motion.yrel;
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_mouse(win, now, event->button.x, event->button.y);
        take_button(now, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        take_wheel(now, &event->wheel);
        break;
    default:
        gamepads_event(&win->pads, event, now);
        break;
    }
}

void window_poll(window *win, input *now)
{
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0)
    {
        take_event(win, now, &event);
    }
    gamepads_update(&win->pads, now);
    now->focused = (SDL_GetWindowFlags(win->handle) & SDL_WINDOW_INPUT_FOCUS) != 0;
    now->quit = now->quit || signals_came();
}

// ---- the screen ---------------------------------------------------------------------------------

void window_size(const window *win, int32_t *w, int32_t *h)
{
    int pixels_w = 0, pixels_h = 0;
    if (!get_pixels(win, &pixels_w, &pixels_h))
    {
        SDL_GetWindowSize(win->handle, &pixels_w, &pixels_h);
    }
    *w = pixels_w > 0 ? pixels_w : 1;
    *h = pixels_h > 0 ? pixels_h : 1;
}

static int display_of(const window *win)
{
    const int display = SDL_GetWindowDisplayIndex(win->handle);
    return display < 0 ? 0 : display;
}

// X11 has no units but pixels, and says how large the screen is; or something else: projectors and virtual
// screens have no size or a strange one. A screen is never said to be so dense that fewer than 720 units
// would be left of its height.
static float density_of_screen(const window *win)
{
    float across = 0, down = 0;
    SDL_DisplayMode mode;
    const int display = display_of(win);
    if (SDL_GetDisplayDPI(display, NULL, &across, &down) != 0 ||
        SDL_GetDesktopDisplayMode(display, &mode) != 0)
    {
        return 1;
    }
    const bool believable = across > 50 && across < 600 && fabsf(across - down) < 0.2f * across;
    const float max = fminf(4, (float)mode.h / 720);
    const float quarters = floorf(fminf(across / 96 + 0.125f, max) * 4) / 4;
    return believable && quarters > 1 ? quarters : 1;
}

float window_density(const window *win)
{
    const float per_unit = pixels_per_unit(win);
    const char *const driver = SDL_GetCurrentVideoDriver();
    const bool has_pixels_only = driver != NULL && strcmp(driver, "x11") == 0;
    return per_unit > 1 || !has_pixels_only ? per_unit : density_of_screen(win);
}

static loam_result go_full(window *win, int32_t w, int32_t h)
{
    const SDL_DisplayMode wanted = {.w = w, .h = h};
    SDL_DisplayMode mode;
    if (SDL_GetClosestDisplayMode(display_of(win), &wanted, &mode) == NULL)
    {
        return loam_fail(LOAM_UNSUPPORTED, "the screen cannot show %dx%d pixels", (int)w, (int)h);
    }
    if (SDL_SetWindowDisplayMode(win->handle, &mode) != 0 ||
        SDL_SetWindowFullscreen(win->handle, SDL_WINDOW_FULLSCREEN) != 0)
    {
        return loam_fail(LOAM_UNSUPPORTED, "no full screen: %s", SDL_GetError());
    }
    return LOAM_OK;
}

loam_result window_set_mode(window *win, window_mode mode, int32_t w, int32_t h)
{
    LOAM_ASSERT(NULL, (int)mode >= 0 && mode < WINDOW_MODES);
    const window_def def = {.w = w, .h = h};
    loam_result result = check_def(&def);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (mode == WINDOW_FULL)
    {
        result = go_full(win, w, h);
    }
    else if (SDL_SetWindowFullscreen(
                 win->handle, mode == WINDOW_BORDERLESS ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) != 0)
    {
        result = loam_fail(LOAM_UNSUPPORTED, "the window stays as it is: %s", SDL_GetError());
    }
    if (result == LOAM_OK)
    {
        win->mode = mode;
    }
    if (result == LOAM_OK && mode == WINDOW_NORMAL)
    {
        set_size(win, w, h);
    }
    return result;
}

window_mode window_get_mode(const window *win)
{
    return win->mode;
}

loam_result window_set_vsync(window *win, bool vsync)
{
    if ((win->context != NULL ? SDL_GL_SetSwapInterval(vsync ? 1 : 0)
                              : SDL_RenderSetVSync(win->renderer, vsync)) != 0)
    {
        return loam_fail(LOAM_UNSUPPORTED, "vertical sync cannot be switched %s: %s",
                         vsync ? "on" : "off", SDL_GetError());
    }
    win->vsync = vsync;
    return LOAM_OK;
}

bool window_has_vsync(const window *win)
{
    return win->vsync;
}

int32_t window_refresh_rate(const window *win)
{
    SDL_DisplayMode mode;
    const bool known = SDL_GetCurrentDisplayMode(display_of(win), &mode) == 0;
    return known && mode.refresh_rate > 0 ? mode.refresh_rate : 60;
}

// ---- the rest -----------------------------------------------------------------------------------

void window_set_title(window *win, const char *title)
{
    SDL_SetWindowTitle(win->handle, title);
}

void window_show_cursor(window *win, bool shown)
{
    (void)win;
    SDL_ShowCursor(shown ? SDL_ENABLE : SDL_DISABLE);
}

void window_want_text(window *win, bool wanted, box at)
{
    if (wanted && memcmp(&at, &win->text_at, sizeof at) != 0)
    {
        const float per_unit = pixels_per_unit(win);
        const SDL_Rect place = {(int)((float)at.x / per_unit), (int)((float)at.y / per_unit),
                                (int)((float)at.w / per_unit), (int)((float)at.h / per_unit)};
        SDL_SetTextInputRect(&place);
        win->text_at = at;
    }
    if (wanted == win->wants_text)
    {
        return;
    }
    win->wants_text = wanted;
    wanted ? SDL_StartTextInput() : SDL_StopTextInput();
}

void window_clipboard_get(char *text, size_t room)
{
    LOAM_ASSERT(NULL, room > 0);
    char *const held = SDL_GetClipboardText();
    SDL_utf8strlcpy(text, held != NULL ? held : "", room); // never a part of a letter
    SDL_free(held);
}

void window_clipboard_set(const char *text)
{
    (void)SDL_SetClipboardText(text);
}
