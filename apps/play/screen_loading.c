// SPDX-License-Identifier: MIT
#include "play/screens.h"

#include <stdio.h>
#include <string.h>

// Between two worlds: one is being saved and closed, or opened. If it could not be opened, or not all of it
// saved, why.

enum
{
    BAR_UNITS = 14,
};

/// The file's name without its folder and ".loam".
static void say_name(const char *path, char *out, size_t room)
{
    if (path == NULL || path[0] == '\0')
    {
        snprintf(out, room, "A world that is not kept");
        return;
    }
    const char *slash = strrchr(path, '/');
    snprintf(out, room, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot != NULL && strcmp(dot, ".loam") == 0)
    {
        *dot = '\0';
    }
}

static void draw_bar(app *a, float share)
{
    const ui_theme *theme = ui_get_theme(a->u);
    const box at = ui_canvas(a->u, BAR_UNITS);
    const int32_t edge = painter_scaled(a->paint, 2);
    share = share < 0 ? 0 : share < 1 ? share : 1;
    painter_fill(a->paint, at, theme->widget);
    painter_fill(a->paint,
                 (box){at.x + edge, at.y + edge, (int32_t)((float)(at.w - 2 * edge) * share),
                       at.h - 2 * edge},
                 theme->accent);
}

static void show_failure(app *a)
{
    char name[PLAY_MAX_PATH];
    say_name(a->next.def.path, name, sizeof name);
    ui_panel_begin(a->u, "The world cannot be opened", ui_centre(a->u, 480, 0));
    ui_label(a->u, name);
    ui_label_coloured(a->u, a->next.error, ui_get_theme(a->u)->bad);
    ui_space(a->u, 6);
    const bool back = ui_button(a->u, "Back");
    ui_panel_end(a->u);
    if (back || ui_back(a->u))
    {
        a->next.error[0] = '\0';
        app_go(a, SCREEN_TITLE);
    }
}

/// What could not be saved is still there: there may be room on the disk in a minute.
static void ask_again(app *a)
{
    char name[PLAY_MAX_PATH];
    say_name(session_path(a->old), name, sizeof name);
    ui_panel_begin(a->u, "The world cannot be saved", ui_centre(a->u, 480, 0));
    ui_label(a->u, name);
    ui_label_coloured(a->u, session_error(a->old), ui_get_theme(a->u)->bad);
    ui_label(a->u, "What you did since it was saved last is still in memory: make room for it, or "
                   "mend what is said above, and try again. Otherwise it is lost.");
    ui_space(a->u, 6);
    ui_columns(a->u, 2, NULL);
    const bool again = ui_button(a->u, "Try again");
    const bool anyway = ui_button(a->u, a->quitting ? "Quit anyway" : "Leave anyway");
    ui_columns(a->u, 1, NULL);
    ui_panel_end(a->u);
    if (again)
    {
        app_close_again(a);
    }
    else if (anyway)
    {
        app_close_anyway(a);
    }
}

static void show_progress(app *a)
{
    const bool closing = a->old != NULL;
    char name[PLAY_MAX_PATH];
    say_name(closing ? session_path(a->old) : a->next.def.path, name, sizeof name);
    ui_panel_begin(a->u, closing ? "Saving..." : "The world grows...", ui_centre(a->u, 400, 0));
    ui_label(a->u, name);
    if (!closing && a->next.def.create)
    {
        ui_label_coloured(a->u, a->next.def.limited ? "A new world, limited" : "A new world",
                          ui_get_theme(a->u)->text_dim);
    }
    if (!closing)
    {
        draw_bar(a, a->s != NULL ? session_progress(a->s) : 0);
    }
    ui_panel_end(a->u);
}

void screen_loading_run(app *a)
{
    if (a->unsaved)
    {
        ask_again(a);
        return;
    }
    if (a->next.error[0] != '\0' && a->s == NULL && a->old == NULL && !a->next.wanted)
    {
        show_failure(a);
        return;
    }
    if (a->s == NULL && a->old == NULL && !a->next.wanted && !a->quitting)
    {
        app_go(a, SCREEN_TITLE); // there was nothing to close
        return;
    }
    show_progress(a);
}
