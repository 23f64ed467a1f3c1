// SPDX-License-Identifier: MIT
#include "patch/patcher.h"

#include <string.h>

// Menus over the patchwork, with the widgets of the game.

static void open_other(patcher *p)
{
    knob_remember(&p->history, &p->wanted);
    p->wanted.seed = loam_seed_from_text(p->seed_text);
    p->rest_s = 1;
    patch_go(p, PATCH_WALK);
}

static void run_pause(patcher *p)
{
    static const struct
    {
        const char *label;
        patch_screen to;
    } ways[] = {{"Go on", PATCH_WALK},
                {"Knobs", PATCH_KNOBS},
                {"Settings", PATCH_SETTINGS},
                {"Help", PATCH_HELP}};
    patch_screen to = PATCH_PAUSE;
    ui_panel_begin(p->u, "The patchwork", ui_centre(p->u, 280, 0));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    {
        to = ui_button(p->u, ways[i].label) ? ways[i].to : to;
    }
    ui_text_field(p->u, "Seed", p->seed_text, sizeof p->seed_text, "any text");
    const bool other = ui_button_enabled(p->u, "Open this seed", p->seed_text[0] != 0);
    p->to_title = ui_button(p->u, "Title") || p->to_title;
    const bool quit = ui_button(p->u, "Quit");
    ui_panel_end(p->u);
    p->quitting = p->quitting || quit || p->to_title;
    if (other)
    {
        open_other(p);
        return;
    }
    patch_go(p, ui_back(p->u) ? PATCH_WALK : to);
}

static void help_row(patcher *p, const char *what, const char *keys)
{
    ui_label_coloured(p->u, what, ui_get_theme(p->u)->text_dim);
    ui_label(p->u, keys);
}

static void run_help(patcher *p)
{
    static const play_action shown[] = {
        PLAY_LAND_AHEAD,   PLAY_LAND_BACK,   PLAY_LAND_LEFT,    PLAY_LAND_RIGHT,  PLAY_LAND_UP,
        PLAY_LAND_DOWN,    PLAY_LAND_RUN,    PLAY_LAND_GAIT,    PLAY_LAND_FLY,    PLAY_LAND_PERSON,
        PLAY_LAND_LOOK,    PLAY_LAND_LATER,  PLAY_LAND_EARLIER, PLAY_LAND_CLOCK,  PLAY_LAND_WEATHER,
        PLAY_LAND_FARTHER, PLAY_LAND_NEARER, PLAY_LAND_HIDE,    PLAY_MAP,         PLAY_PAUSE,
        PLAY_UNDO,         PLAY_SCREENSHOT,  PLAY_OVERLAY,      PLAY_FULL_SCREEN, PLAY_MENU};
    static const float shares[2] = {1.1f, 1};
    char keys[96];
    ui_panel_begin(p->u, "Help: the patchwork", ui_centre(p->u, 520, 560));
    ui_label_coloured(p->u,
                      "The mouse turns the view. K opens the knobs: what you turn is there when it "
                      "has grown, and can be undone and written as a file of definitions.",
                      ui_get_theme(p->u)->text_dim);
    ui_columns(p->u, 2, shares);
    help_row(p, "knobs and previews", "K");
    help_row(p, "colours: materials, parts, chunks, biomes", "C");
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
    {
        const bool pad = p->now.device == INPUT_GAMEPAD;
        help_row(p, play_action_name(shown[i]),
                 pad ? play_binding_text(&p->settings.bindings, shown[i], INPUT_GAMEPAD, keys,
                                         sizeof keys)
                     : play_binding_keys(&p->settings.bindings, shown[i], keys, sizeof keys));
    }
    ui_columns(p->u, 1, NULL);
    const bool back = ui_button(p->u, "Back");
    ui_panel_end(p->u);
    if (back || ui_back(p->u) || play_pressed(&p->settings.bindings, &p->now, PLAY_HELP))
    {
        patch_go(p, PATCH_WALK);
    }
}

static bool ask_settings(patcher *p)
{
    static const char *const percents[] = {"auto", "25 %", "50 %", "100 %"};
    static const int32_t percent_of[] = {0, 25, 50, 100};
    play_settings *const s = &p->settings;
    int32_t percent = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        percent = percent_of[i] == s->land_percent ? i : percent;
    }
    bool changed = ui_choice(p->u, "Pixels", &percent, percents, 4);
    changed = ui_slider(p->u, "Field of view", &s->land_fov, 30, 110, 5, "%d degrees") || changed;
    changed = ui_toggle(p->u, "First person", &s->land_first) || changed;
    changed = ui_toggle(p->u, "Left and right turn", &s->land_turns) || changed;
    s->land_percent = percent_of[percent];
    return changed;
}

static void run_settings(patcher *p)
{
    ui_panel_begin(p->u, "Settings", ui_centre(p->u, 420, 0));
    p->settings_changed = ask_settings(p) || p->settings_changed;
    const bool back = ui_button(p->u, "Back");
    ui_panel_end(p->u);
    if (back || ui_back(p->u))
    {
        patch_go(p, PATCH_PAUSE);
    }
}

/// For those who cannot see it.
static void tell_focus(patcher *p)
{
    box at;
    const char *const name = ui_focus_name(p->u, &at);
    if (name[0] != 0 && strcmp(name, p->focus_told) != 0)
    {
        snprintf(p->focus_told, sizeof p->focus_told, "%s", name);
        patch_log(p, "focus: %s, %dx%d+%d+%d", name, (int)at.w, (int)at.h, (int)at.x, (int)at.y);
    }
}

void patch_screens(patcher *p)
{
    static void (*const runs[])(patcher *) = {[PATCH_PAUSE] = run_pause,
                                              [PATCH_HELP] = run_help,
                                              [PATCH_SETTINGS] = run_settings,
                                              [PATCH_KNOBS] = patch_turning};
    if (p->screen != PATCH_WALK)
    {
        const patch_screen before = p->screen;
        runs[p->screen](p);
        if (p->screen == before)
        {
            tell_focus(p);
        }
    }
}
