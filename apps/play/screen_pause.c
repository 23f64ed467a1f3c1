// SPDX-License-Identifier: MIT
#include "play/screens.h"
#include "play/worlds.h"

// The menu in the game. The world stands still behind it.

static void leave_menu(app *a)
{
    app_pop(a);
}

static void open_settings(app *a)
{
    app_push(a, SCREEN_SETTINGS);
}

static void open_help(app *a)
{
    app_push(a, SCREEN_HELP);
}

void screen_pause_run(app *a)
{
    static const struct
    {
        const char *label;
        void (*run)(app *a);
        const char *tip;
    } buttons[] = {
        {"Resume", leave_menu, NULL},
        {"Save", worlds_save, "The world is saved all the time; this saves it now."},
        {"Settings", open_settings, NULL},
        {"Help", open_help, NULL},
        {"Leave world", app_leave_world, "Saves it and goes to the title."},
        {"Quit", app_quit, "Saves the world and ends the game."},
    };
    if (!app_world_is_open(a))
    {
        return;
    }
    const bool kept = session_path(a->s) != NULL;
    ui_panel_begin(a->u, "Paused", ui_centre(a->u, 280, 0));
    if (!kept)
    {
        ui_label_coloured(a->u, "This world is kept in no file: it ends when you leave it.",
                          ui_get_theme(a->u)->text_dim);
    }
    if (loam_tile_game_player(session_game(a->s))->limited)
    {
        ui_label_coloured(a->u, "A limited world: you place what you have dug.",
                          ui_get_theme(a->u)->text_dim);
    }
    void (*wanted)(app *) = NULL;
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++)
    {
        const bool enabled = kept || buttons[i].run != worlds_save;
        if (ui_button_enabled(a->u, buttons[i].label, enabled))
        {
            wanted = buttons[i].run;
        }
        if (kept && buttons[i].tip != NULL)
        {
            ui_tooltip(a->u, buttons[i].tip);
        }
    }
    ui_panel_end(a->u);
    wanted = wanted == NULL && ui_back(a->u) ? leave_menu : wanted;
    if (wanted != NULL)
    {
        wanted(a);
    }
}
