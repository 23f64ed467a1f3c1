// SPDX-License-Identifier: MIT
#include "explore/explorer.h"

#include <stdlib.h>
#include <string.h>

// Menus over the land, with the widgets of the game.

static bool wants_back(explorer *e, play_action toggle)
{
    return ui_back(e->u) || play_pressed(&e->settings.bindings, &e->now, toggle);
}

static void open_other(explorer *e)
{
    const place from = {.seed = loam_seed_from_text(e->seed_text),
                        .height = 1.7,
                        .minutes = (int32_t)(e->hour * 60) % 1440,
                        .weather = (int32_t)e->weather,
                        .day = e->day};
    explore_stand(e, &from);
    e->seeking = true; // asked when its scout is there
    explore_go(e, EXPLORE_WALK);
}

static void run_pause(explorer *e)
{
    ui_panel_begin(e->u, "The land", ui_centre(e->u, 280, 0));
    static const struct
    {
        const char *label;
        explore_screen to;
    } ways[] = {{"Go on", EXPLORE_WALK},
                {"Map", EXPLORE_ATLAS},
                {"Places", EXPLORE_PLACES},
                {"Shape of the land", EXPLORE_SHAPE},
                {"Photograph", EXPLORE_PHOTO},
                {"Paths", EXPLORE_PATHS},
                {"Time and weather", EXPLORE_TIME},
                {"Settings", EXPLORE_SETTINGS},
                {"Help", EXPLORE_HELP}};
    explore_screen to = EXPLORE_PAUSE;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    {
        to = ui_button(e->u, ways[i].label) ? ways[i].to : to;
    }
    ui_text_field(e->u, "Seed", e->seed_text, sizeof e->seed_text, "any text");
    const bool other = ui_button_enabled(e->u, "Open the land of this seed", e->seed_text[0] != 0);
    e->to_title = ui_button(e->u, "Title") || e->to_title;
    const bool quit = ui_button(e->u, "Quit");
    ui_panel_end(e->u);
    e->quitting = e->quitting || quit || e->to_title;
    if (other)
    {
        open_other(e);
        return;
    }
    explore_go(e, ui_back(e->u) ? EXPLORE_WALK : to);
}

static void run_help(explorer *e)
{
    static const float shares[2] = {1.1f, 1};
    char keys[96];
    ui_panel_begin(e->u, "Help: the land", ui_centre(e->u, 520, 560));
    ui_label_coloured(e->u,
                      "The mouse turns the view. What is far is coarse at first and becomes finer; "
                      "keys can be changed in the settings of the tile world.",
                      ui_get_theme(e->u)->text_dim);
    ui_columns(e->u, 2, shares);
    for (play_action i = 0; i < PLAY_ACTIONS; i++)
    {
        if (play_action_is_of_land(i) && i != PLAY_REPLAY)
        {
            const bool pad = e->now.device == INPUT_GAMEPAD;
            ui_label_coloured(e->u, play_action_name(i), ui_get_theme(e->u)->text_dim);
            ui_label(e->u, pad ? play_binding_text(&e->settings.bindings, i, INPUT_GAMEPAD, keys,
                                                   sizeof keys)
                               : play_binding_keys(&e->settings.bindings, i, keys, sizeof keys));
        }
    }
    ui_columns(e->u, 1, NULL);
    const bool back = ui_button(e->u, "Back");
    ui_panel_end(e->u);
    if (back || wants_back(e, PLAY_HELP))
    {
        explore_go(e, EXPLORE_WALK);
    }
}

static bool ask_settings(explorer *e)
{
    static const char *const qualities[] = {"automatic", "low", "medium", "high"};
    static const char *const percents[] = {"auto", "25 %", "50 %", "100 %"};
    static const int32_t percent_of[] = {0, 25, 50, 100};
    play_settings *const s = &e->settings;
    int32_t chosen = (int32_t)s->land_quality, percent = 0, view = s->land_view_m / 1024;
    for (int32_t i = 0; i < 4; i++)
    {
        percent = percent_of[i] == s->land_percent ? i : percent;
    }
    static const char *const forms[] = {"auto", "surface", "smooth", "blocks"};
    bool changed = ui_choice(e->u, "Quality", &chosen, qualities, PLAY_LAND_QUALITIES);
    changed = ui_choice(e->u, "Pixels", &percent, percents, 4) || changed;
    changed = ui_slider(e->u, "View, km (0: auto)", &view, 0, 64, 1, "%d") || changed;
    changed = ui_slider(e->u, "Field of view", &s->land_fov, 30, 110, 5, "%d degrees") || changed;
    changed = ui_toggle(e->u, "First person", &s->land_first) || changed;
    changed = ui_toggle(e->u, "Left and right turn", &s->land_turns) || changed;
    changed = ui_choice(e->u, "Inside, from the next land on", &s->land_form, forms, 4) || changed;
    s->land_quality = (play_land_quality)chosen;
    s->land_percent = percent_of[percent];
    s->land_view_m = view * 1024;
    return changed;
}

static void run_settings(explorer *e)
{
    ui_panel_begin(e->u, "Settings of the land", ui_centre(e->u, 420, 0));
    e->settings_changed = ask_settings(e) || e->settings_changed;
    ui_label_coloured(e->u, "Quality and view hold when you come back to the land.",
                      ui_get_theme(e->u)->text_dim);
    const bool back = ui_button(e->u, "Back");
    ui_panel_end(e->u);
    if (back || ui_back(e->u))
    {
        explore_go(e, EXPLORE_PAUSE);
    }
}

/// A row of a bookmark; whether it is to be removed.
static bool run_place(explorer *e, int32_t index)
{
    static const float shares[2] = {4, 1};
    const explore_place *const p = &e->places[index];
    char label[EXPLORE_MAX_NAME + 64];
    snprintf(label, sizeof label, "%s  (%.0f, %.0f)", p->name, p->at.x, p->at.z);
    ui_push_id(e->u, "place", index);
    ui_columns(e->u, 2, shares);
    const bool go = ui_button(e->u, label);
    const bool remove = ui_button(e->u, "Remove");
    ui_columns(e->u, 1, NULL);
    ui_pop_id(e->u);
    if (go)
    {
        explore_stand(e, &p->at);
        explore_go(e, EXPLORE_WALK);
    }
    return remove;
}

static void run_places(explorer *e)
{
    int32_t removed = -1;
    ui_panel_begin(e->u, "Places", ui_centre(e->u, 560, 460));
    if (e->place_count == 0)
    {
        ui_label_coloured(e->u, "None yet: B bookmarks where you are.",
                          ui_get_theme(e->u)->text_dim);
    }
    for (int32_t i = 0; i < e->place_count; i++)
    {
        removed = run_place(e, i) ? i : removed;
    }
    const bool back = ui_button(e->u, "Back");
    ui_panel_end(e->u);
    if (removed >= 0)
    {
        places_remove(e, removed);
    }
    if (back || wants_back(e, PLAY_LAND_PLACES))
    {
        explore_go(e, EXPLORE_WALK);
    }
}

/// For those who cannot see it.
static void tell_focus(explorer *e)
{
    box at;
    const char *const name = ui_focus_name(e->u, &at);
    if (name[0] != 0 && strcmp(name, e->focus_told) != 0)
    {
        snprintf(e->focus_told, sizeof e->focus_told, "%s", name);
        explore_log(e, "focus: %s, %dx%d+%d+%d", name, (int)at.w, (int)at.h, (int)at.x, (int)at.y);
    }
}

void explore_screens(explorer *e)
{
    static void (*const runs[])(explorer *) = {
        [EXPLORE_PAUSE] = run_pause,       [EXPLORE_HELP] = run_help,
        [EXPLORE_SETTINGS] = run_settings, [EXPLORE_PLACES] = run_places,
        [EXPLORE_ATLAS] = atlas_run,       [EXPLORE_SHAPE] = shaping_run,
        [EXPLORE_PHOTO] = photo_run,       [EXPLORE_PATHS] = paths_run,
        [EXPLORE_TIME] = time_run};
    if (e->screen != EXPLORE_WALK)
    {
        const explore_screen before = e->screen;
        runs[e->screen](e);
        if (e->screen == before)
        {
            tell_focus(e);
        }
    }
}
