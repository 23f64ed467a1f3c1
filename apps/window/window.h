// SPDX-License-Identifier: MIT
// A window on the screen: SDL2's, on X11, Wayland and elsewhere. Keys, mouse and gamepads come from it,
// and it has a painter.
#ifndef LOAM_WINDOW_WINDOW_H
#define LOAM_WINDOW_WINDOW_H

#include "window/input.h"
#include "window/painter.h"

typedef enum window_mode
{
    WINDOW_NORMAL,
    WINDOW_BORDERLESS, // as large as the screen, without changing its mode
    WINDOW_FULL,       // the screen in the window's resolution
    WINDOW_MODES,
} window_mode;

typedef struct window_def
{
    const char *title;
    const char
        *program; // "loam tiles play": says so if it ends by force; has to stay. NULL: "loam"
    int32_t w, h; // pixels, 320..LOAM_MAX_FRAME_SIDE x 200..
    window_mode mode;
    bool vsync;
    bool opengl; // whoever opens it draws with OpenGL: there is no painter, but a context
} window_def;

typedef struct window window;

/// Opens it. LOAM_UNSUPPORTED if there is no display, with a message that says what SDL said.
loam_result window_open(const window_def *def, window **out);
/// NULL is allowed.
void window_close(window *win);

/// NULL if it was opened for OpenGL.
painter *window_painter(window *win);

/// Of a window that was opened for OpenGL: whether that is OpenGL ES 3.0, else it is 3.3 core; the address of
/// a function by its name (win is a window *: for gl_load); what was drawn is shown.
bool window_is_es(const window *win);
void *window_proc(void *win, const char *name);
void window_swap(window *win);

/// The mouse turns the view: it has no place but moves without an end, input.mouse_dx and mouse_dy.
void window_catch_mouse(window *win, bool caught);

/// Adds what has happened to `now`, after input_begin. Gamepads may come and go.
void window_poll(window *win, input *now);

/// Pixels, which on dense screens are more than what the system counts in.
void window_size(const window *win, int32_t *w, int32_t *h);
/// How dense the screen is: 1 for a common one.
float window_density(const window *win);

/// w x h: pixels of a normal window, or of the full screen, which takes the nearest that it can show.
/// LOAM_UNSUPPORTED, and everything is as it was, if the screen cannot.
loam_result window_set_mode(window *win, window_mode mode, int32_t w, int32_t h);
window_mode window_get_mode(const window *win);
loam_result window_set_vsync(window *win, bool vsync);
/// Whether the end of a frame waits for the screen. Where nothing can, whoever draws has to wait.
bool window_has_vsync(const window *win);
void window_set_title(window *win, const char *title);
void window_show_cursor(window *win, bool shown);
/// Letters are wanted: on some systems a keyboard appears, or an input method. at: where they will stand.
void window_want_text(window *win, bool wanted, box at);

/// The system's clipboard, at most room bytes with the 0; "" if it holds no text.
void window_clipboard_get(char *text, size_t room);
void window_clipboard_set(const char *text);

/// How often the screen shows a new picture, 60 if it is not known.
int32_t window_refresh_rate(const window *win);

#endif
