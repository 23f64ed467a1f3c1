// SPDX-License-Identifier: MIT
#include "play/screens.h"

#include <stdio.h>
#include <string.h>

// Everything takes effect at once, and is written soon after. What cannot be done goes back to what it was,
// and is reported.

enum
{
    SIZES = 8,
};

typedef struct window_pixels
{
    int32_t w, h;
} window_pixels;

static const window_pixels sizes[SIZES] = {
    {640, 360},   {960, 540},   {1280, 720},  {1600, 900},
    {1920, 1080}, {2560, 1440}, {3200, 1800}, {3840, 2160},
};

// ---- choices among numbers ----------------------------------------------------------------------

static int32_t nearest(const int32_t *values, int32_t count, int32_t value)
{
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++)
    {
        const int32_t off = values[i] < value ? value - values[i] : values[i] - value;
        const int32_t least = values[best] < value ? value - values[best] : values[best] - value;
        best = off < least ? i : best;
    }
    return best;
}

/// One of several numbers, which have names.
static bool choose_number(app *a, const char *label, int32_t *value, const int32_t *values,
                          const char *const *names, int32_t count)
{
    int32_t index = nearest(values, count, *value);
    if (!ui_choice(a->u, label, &index, names, count))
    {
        return false;
    }
    *value = values[index];
    a->settings_changed = true;
    return true;
}

static bool changed(app *a, bool yes)
{
    a->settings_changed = a->settings_changed || yes;
    return yes;
}

// ---- the window ---------------------------------------------------------------------------------

/// Tries what the settings say now; if it does not work they are as before.
static void set_mode(app *a, const play_settings *before)
{
    if (a->win == NULL || window_set_mode(a->win, a->settings.mode, a->settings.window_w,
                                          a->settings.window_h) == LOAM_OK)
    {
        return;
    }
    app_complain(a, "window");
    a->settings.mode = before->mode;
    a->settings.window_w = before->window_w;
    a->settings.window_h = before->window_h;
}

static void set_vsync(app *a)
{
    if (a->win != NULL && window_set_vsync(a->win, a->settings.vsync) != LOAM_OK)
    {
        app_complain(a, "vertical sync");
        a->settings.vsync = !a->settings.vsync;
    }
}

static void ask_mode(app *a)
{
    static const char *const names[WINDOW_MODES] = {"Window", "Borderless", "Full screen"};
    const play_settings before = a->settings;
    int32_t mode = (int32_t)a->settings.mode;
    if (changed(a, ui_choice(a->u, "Screen", &mode, names, WINDOW_MODES)))
    {
        a->settings.mode = (window_mode)mode;
        set_mode(a, &before);
    }
}

/// The usual sizes, and the one that the player has pulled the window to.
static void ask_size(app *a)
{
    const play_settings before = a->settings;
    char texts[SIZES + 1][24];
    const char *names[SIZES + 1];
    int32_t index = SIZES;
    for (int32_t i = 0; i < SIZES; i++)
    {
        snprintf(texts[i], sizeof texts[i], "%d x %d", (int)sizes[i].w, (int)sizes[i].h);
        names[i] = texts[i];
        const bool same = sizes[i].w == before.window_w && sizes[i].h == before.window_h;
        index = same ? i : index;
    }
    snprintf(texts[SIZES], sizeof texts[SIZES], "%d x %d", (int)before.window_w,
             (int)before.window_h);
    names[SIZES] = texts[SIZES];
    const int32_t count = index == SIZES ? SIZES + 1 : SIZES;
    if (changed(a, ui_choice(a->u, "Size", &index, names, count)) && index < SIZES)
    {
        a->settings.window_w = sizes[index].w;
        a->settings.window_h = sizes[index].h;
        set_mode(a, &before);
    }
    ui_tooltip(a->u, "Of the window, and of the screen when it is full.");
}

static void ask_interface(app *a)
{
    static const int32_t values[] = {50, 75, 100, 125, 150, 175, 200, 250, 300};
    static const char *const names[] = {"50 %",  "75 %",  "100 %", "125 %", "150 %",
                                        "175 %", "200 %", "250 %", "300 %"};
    choose_number(a, "Interface", &a->settings.interface_percent, values, names, 9);
    ui_tooltip(a->u, "How large letters and buttons are.");
}

static void ask_resolution(app *a)
{
    static const int32_t values[] = {0, 25, 50, 100};
    static const char *const names[] = {"Automatic", "25 %", "50 %", "100 %"};
    choose_number(a, "Resolution", &a->settings.resolution, values, names, 4);
    ui_tooltip(a->u,
               "Of the world's picture. Automatic makes fewer pixels only where the window has "
               "very many.");
}

static void ask_light(app *a)
{
    static const char *const names[PLAY_LIGHT_QUALITIES] = {"Off", "Fast", "Good", "Fine"};
    int32_t light = (int32_t)a->settings.light;
    changed(a, ui_choice(a->u, "Light", &light, names, PLAY_LIGHT_QUALITIES));
    a->settings.light = (play_light)light;
    changed(a,
            ui_slider(a->u, "Brightness", &a->settings.brightness_percent, 50, 200, 10, "%d %%"));
    ui_tooltip(a->u, "How much is seen in dark places. What lies in full light stays as it is.");
}

static void ask_frames(app *a)
{
    static const int32_t values[] = {30, 60, 90, 120, 144, 165, 240, 360, 1000};
    static const char *const names[] = {"30",  "60",  "90",  "120", "144",
                                        "165", "240", "360", "1000"};
    if (changed(a, ui_toggle(a->u, "Vertical sync", &a->settings.vsync)))
    {
        set_vsync(a);
    }
    ui_tooltip(a->u, "Shows a new picture when the screen does: nothing tears.");
    ui_enable_next(a->u, !a->settings.vsync);
    choose_number(a, "Frames a second", &a->settings.frame_limit, values, names, 9);
    ui_tooltip(a->u, "At most; only without vertical sync.");
}

// ---- the game -----------------------------------------------------------------------------------

static void ask_autosave(app *a)
{
    static const int32_t values[] = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600};
    static const char *const names[] = {"1 second",   "2 seconds",  "5 seconds", "10 seconds",
                                        "20 seconds", "30 seconds", "1 minute",  "2 minutes",
                                        "5 minutes",  "10 minutes"};
    choose_number(a, "Save every", &a->settings.autosave_seconds, values, names, 10);
    ui_tooltip(a->u, "If the machine stops, no more than this is lost. Holds for worlds that are "
                     "opened from now on.");
}

static void ask_view(app *a)
{
    changed(a, ui_slider(a->u, "Zoom", &a->settings.zoom, 1, LOAM_MAX_FRAME_ZOOM, 1, "%d"));
    ui_tooltip(a->u, "How many pixels wide a tile is.");
    changed(a, ui_toggle(a->u, "View follows the cursor", &a->settings.camera_leads));
    ui_tooltip(a->u, "The view moves a little to where you point: you see more of what is there.");
}

void screen_settings_run(app *a)
{
    ui_panel_begin(a->u, "Settings", ui_centre(a->u, 500, 0));
    ui_heading(a->u, "Video");
    ask_mode(a);
    ask_size(a);
    ask_interface(a);
    ask_resolution(a);
    ask_light(a);
    ask_frames(a);
    ui_heading(a->u, "Game");
    ask_autosave(a);
    ask_view(a);
    ui_space(a->u, 6);
    ui_columns(a->u, 2, NULL);
    const bool keys = ui_button(a->u, "Keys");
    const bool back = ui_button(a->u, "Back");
    ui_columns(a->u, 1, NULL);
    ui_panel_end(a->u);
    if (keys)
    {
        app_push(a, SCREEN_KEYS);
    }
    else if (back || ui_back(a->u))
    {
        app_pop(a);
    }
}
