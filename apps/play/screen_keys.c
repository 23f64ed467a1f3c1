// SPDX-License-Identifier: MIT
#include "play/screens.h"

#include <stdio.h>
#include <string.h>

// All that keys, mouse and gamepad do: two of keyboard and mouse for each action, and one of the gamepad.

static const float shares[3] = {2, 1, 1};

static void show_heads(app *a)
{
    static const float heads[4] = {0.9f, 1.1f, 1, 1};
    const loam_colour dim = ui_get_theme(a->u)->text_dim;
    ui_columns(a->u, 4, heads);
    ui_label(a->u, "");
    ui_label_coloured(a->u, "Key or mouse", dim);
    ui_label_coloured(a->u, "Another one", dim);
    ui_label_coloured(a->u, "Gamepad", dim);
    ui_columns(a->u, 1, NULL);
}

/// A clash is no error: some like two things on one key. But it is said.
static void say_clash(app *a, play_action action)
{
    const play_action other = play_binding_clash(&a->settings.bindings, action);
    if (other == PLAY_ACTIONS)
    {
        return;
    }
    char text[128];
    snprintf(text, sizeof text, "%s: the same as %s", play_action_name(action),
             play_action_name(other));
    ui_columns(a->u, 1, NULL);
    ui_label_coloured(a->u, text, ui_get_theme(a->u)->bad);
    ui_columns(a->u, 3, shares);
}

static void ask_binding(app *a, play_action action)
{
    play_binding *binding = &a->settings.bindings.of[action];
    bool changed = false;
    ui_push_id(a->u, play_action_key(action), 0);
    for (int32_t i = 0; i < 2; i++)
    {
        changed = ui_chord_field(a->u, i == 0 ? play_action_name(action) : "", &binding->keys[i],
                                 &binding->ctrl[i]) ||
                  changed;
    }
    changed = ui_code_field(a->u, "", &binding->pad, true) || changed;
    ui_pop_id(a->u);
    a->settings_changed = a->settings_changed || changed;
    say_clash(a, action);
}

void screen_keys_run(app *a)
{
    ui_panel_begin(a->u, "Keys", ui_centre(a->u, 780, 640));
    ui_label_coloured(
        a->u,
        "Choose a field, then press what it is to be; Delete empties it. The digits are "
        "the slots of the hotbar.",
        ui_get_theme(a->u)->text_dim);
    show_heads(a);
    const char *group = "";
    for (int32_t i = 0; i < PLAY_ACTIONS; i++)
    {
        if (strcmp(group, play_action_group((play_action)i)) != 0)
        {
            group = play_action_group((play_action)i);
            ui_columns(a->u, 1, NULL);
            ui_heading(a->u, group);
            ui_columns(a->u, 3, shares);
        }
        ask_binding(a, (play_action)i);
    }
    ui_columns(a->u, 1, NULL);
    ui_space(a->u, 6);
    ui_columns(a->u, 2, NULL);
    const bool reset = ui_button(a->u, "As they were at first");
    const bool back = ui_button(a->u, "Back");
    ui_columns(a->u, 1, NULL);
    ui_panel_end(a->u);
    if (reset)
    {
        a->settings.bindings = play_default_bindings();
        a->settings_changed = true;
    }
    if (back || ui_back(a->u))
    {
        app_pop(a);
    }
}
