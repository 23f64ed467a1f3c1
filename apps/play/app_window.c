// SPDX-License-Identifier: MIT
#include "play/app.h"

#include <math.h>

// What the window tells the program from frame to frame.

enum
{
    COMMON_HEIGHT = 1080, // pixels of a window that a scale of 1 is for
    HIGH_WINDOW = 1440,   // up to which it is good, too
};

static void toggle_full_screen(app *a)
{
    const window_mode before = a->settings.mode;
    a->settings.mode = before == WINDOW_NORMAL ? WINDOW_BORDERLESS : WINDOW_NORMAL;
    a->settings_changed = true;
    if (window_set_mode(a->win, a->settings.mode, a->settings.window_w, a->settings.window_h) !=
        LOAM_OK)
    {
        app_complain(a, "full screen");
        a->settings.mode = before;
    }
}

bool app_keep_size(const window *win, const painter *last, play_settings *settings)
{
    int32_t w, h;
    window_size(win, &w, &h);
    const bool resized = w != last->w || h != last->h;
    const bool fits = w >= 320 && h >= 200 && w <= LOAM_MAX_FRAME_SIDE && h <= LOAM_MAX_FRAME_SIDE;
    if (!resized || !fits || window_get_mode(win) != WINDOW_NORMAL)
    {
        return false;
    }
    settings->window_w = w;
    settings->window_h = h;
    return true;
}

float app_scale(float density, int32_t h, int32_t percent)
{
    // A screen of many pixels that calls itself common is still looked at as a whole.
    const float high = h > HIGH_WINDOW ? floorf((float)h / COMMON_HEIGHT * 4) / 4 : 0;
    const float wanted = fmaxf(density, high) * (float)percent / 100;
    return fminf(fmaxf(wanted, PAINTER_MIN_SCALE), PAINTER_MAX_SCALE);
}

void app_follow_window(app *a, int32_t *w, int32_t *h)
{
    input_begin(&a->now);
    // Before events are taken: who sees the focus in a field may type at once.
    const box place = ui_text_place(a->u);
    window_want_text(a->win, place.w > 0, place);
    window_poll(a->win, &a->now);
    if (!ui_wants_keys(a->u) && play_pressed(&a->settings.bindings, &a->now, PLAY_FULL_SCREEN))
    {
        toggle_full_screen(a);
    }
    window_size(a->win, w, h);
    const float scale = app_scale(window_density(a->win), *h, a->settings.interface_percent);
    if (scale != a->paint->scale && painter_set_scale(a->paint, scale) != LOAM_OK)
    {
        app_complain(a, "text");
    }
    a->settings_changed = (a->frames > 0 && app_keep_size(a->win, a->paint, &a->settings)) ||
                          a->settings_changed;
}
