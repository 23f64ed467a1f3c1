// SPDX-License-Identifier: MIT
#include "roam/roam.h"

#include "loam/loam.h"

#include <string.h>

// Menus over the world, with the widgets of the game.

bool roam_wants_back(const roam *r, play_action toggle)
{
    return ui_back(r->u) || roam_pressed(r, toggle);
}

/// Where the menu leads to.
static int32_t run_ways(roam *r)
{
    const roam_kind *const kind = r->kind;
    int32_t to = ui_button(r->u, "Go on") ? ROAM_WALK : ROAM_PAUSE;
    for (int32_t i = 0; i < kind->screen_count; i++)
    {
        to = ui_button(r->u, kind->screens[i].label) ? ROAM_OWN + i : to;
    }
    to = ui_button(r->u, "Settings") ? ROAM_SETTINGS : to;
    return ui_button(r->u, "Help") ? ROAM_HELP : to;
}

static void run_pause(roam *r)
{
    ui_panel_begin(r->u, r->kind->title, ui_centre(r->u, 280, 0));
    const int32_t to = run_ways(r);
    ui_text_field(r->u, "Seed", r->seed_text, sizeof r->seed_text, "any text");
    const bool other = ui_button_enabled(r->u, "Open this seed", r->seed_text[0] != 0);
    r->to_title = ui_button(r->u, "Title") || r->to_title;
    const bool quit = ui_button(r->u, "Quit");
    ui_panel_end(r->u);
    r->quitting = r->quitting || quit || r->to_title;
    if (other)
    {
        r->kind->open_seed(r, loam_seed_from_text(r->seed_text));
    }
    roam_go(r, other || ui_back(r->u) ? ROAM_WALK : to);
}

static void help_row(roam *r, const char *what, const char *keys)
{
    ui_label_coloured(r->u, what, ui_get_theme(r->u)->text_dim);
    ui_label(r->u, keys);
}

static void help_rows(roam *r)
{
    const play_bindings *const bindings = &r->settings.bindings;
    const bool pad = r->now.device == INPUT_GAMEPAD;
    char keys[96];
    for (int32_t i = 0; i < r->kind->key_count; i++)
    {
        help_row(r, r->kind->keys[i].what, r->kind->keys[i].key);
    }
    for (play_action i = 0; i < PLAY_ACTIONS; i++)
    {
        if (r->kind->has_action(i))
        {
            help_row(r, play_action_name(i),
                     pad ? play_binding_text(bindings, i, INPUT_GAMEPAD, keys, sizeof keys)
                         : play_binding_keys(bindings, i, keys, sizeof keys));
        }
    }
}

static void run_help(roam *r)
{
    static const float shares[2] = {1.1f, 1};
    ui_panel_begin(r->u, "Help", ui_centre(r->u, 520, 560));
    ui_label_coloured(r->u, r->kind->help, ui_get_theme(r->u)->text_dim);
    ui_columns(r->u, 2, shares);
    help_rows(r);
    ui_columns(r->u, 1, NULL);
    const bool back = ui_button(r->u, "Back");
    ui_panel_end(r->u);
    if (back || roam_wants_back(r, PLAY_HELP))
    {
        roam_go(r, ROAM_WALK);
    }
}

static bool ask_settings(roam *r)
{
    static const char *const qualities[] = {"automatic", "low", "medium", "high"};
    static const char *const percents[] = {"auto", "25 %", "50 %", "100 %"};
    static const int32_t percent_of[] = {0, 25, 50, 100};
    play_settings *const s = &r->settings;
    int32_t chosen = (int32_t)s->land_quality, percent = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        percent = percent_of[i] == s->land_percent ? i : percent;
    }
    bool changed = ui_choice(r->u, "Quality", &chosen, qualities, PLAY_LAND_QUALITIES);
    changed = ui_choice(r->u, "Pixels", &percent, percents, 4) || changed;
    changed = ui_slider(r->u, "Field of view", &s->land_fov, 30, 110, 5, "%d") || changed;
    changed = ui_toggle(r->u, "First person", &s->land_first) || changed;
    changed = ui_toggle(r->u, "Left and right turn", &s->land_turns) || changed;
    s->land_quality = (play_land_quality)chosen;
    s->land_percent = percent_of[percent];
    return changed;
}

static void run_settings(roam *r)
{
    ui_panel_begin(r->u, "Settings", ui_centre(r->u, 420, 0));
    r->settings_changed = ask_settings(r) || r->settings_changed;
    if (r->kind->ask_settings != NULL)
    {
        r->settings_changed = r->kind->ask_settings(r) || r->settings_changed;
    }
    if (r->kind->settings_note != NULL)
    {
        ui_label_coloured(r->u, r->kind->settings_note, ui_get_theme(r->u)->text_dim);
    }
    const bool back = ui_button(r->u, "Back");
    ui_panel_end(r->u);
    if (back || ui_back(r->u))
    {
        roam_go(r, ROAM_PAUSE);
    }
}

/// For those who cannot see it.
static void tell_focus(roam *r)
{
    box at;
    const char *const name = ui_focus_name(r->u, &at);
    if (name[0] != 0 && strcmp(name, r->focus_logged) != 0)
    {
        snprintf(r->focus_logged, sizeof r->focus_logged, "%s", name);
        roam_log(r, "focus: %s, %dx%d+%d+%d", name, (int)at.w, (int)at.h, (int)at.x, (int)at.y);
    }
}

void roam_screens(roam *r)
{
    static void (*const runs[ROAM_OWN])(roam *) = {
        [ROAM_PAUSE] = run_pause, [ROAM_HELP] = run_help, [ROAM_SETTINGS] = run_settings};
    const int32_t before = r->screen;
    if (before == ROAM_WALK)
    {
        return;
    }
    (before < ROAM_OWN ? runs[before] : r->kind->screens[before - ROAM_OWN].run)(r);
    if (r->screen == before)
    {
        tell_focus(r);
    }
}
