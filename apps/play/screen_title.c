// SPDX-License-Identifier: MIT
#include "play/logo.h"
#include "play/screens.h"
#include "play/worlds.h"

#include <stdio.h>

// The first thing that is seen: the name over a world that drifts by, and what can be done.

void screen_title_enter(app *a)
{
    if (worlds_list(a) != LOAM_OK)
    {
        app_complain(a, "worlds");
    }
}

/// The newest world that can be opened, as far as is known; -1 if there is none.
static int32_t last_world(const app *a)
{
    for (int32_t i = 0; i < worlds_count(a); i++)
    {
        if (worlds_entry(a, i)->state != WORLD_BAD)
        {
            return i;
        }
    }
    return -1;
}

static void offer_last_world(app *a)
{
    const int32_t last = last_world(a);
    if (last < 0)
    {
        return;
    }
    char tip[PLAY_MAX_PATH + 80], date[64];
    const world_entry *entry = worlds_entry(a, last);
    worlds_say_date(entry->changed_s, date, sizeof date);
    const bool used = ui_button(a->u, "Continue");
    snprintf(tip, sizeof tip, "%s, %s", entry->name, date);
    ui_tooltip(a->u, tip);
    if (used)
    {
        worlds_play(a, last);
    }
}

static void draw_buttons(app *a)
{
    static const struct
    {
        const char *label;
        app_screen_id to;
    } buttons[] = {
        {"New world", SCREEN_NEW_WORLD},
        {"Load world", SCREEN_LOAD_WORLD},
        {"Settings", SCREEN_SETTINGS},
        {"Help", SCREEN_HELP},
    };
    offer_last_world(a);
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++)
    {
        if (ui_button(a->u, buttons[i].label))
        {
            app_push(a, buttons[i].to);
        }
    }
    if (ui_button(a->u, "Quit"))
    {
        app_quit(a);
    }
}

static void draw_version(app *a)
{
    char text[64];
    snprintf(text, sizeof text, "Loam %s", loam_version());
    const int32_t gap = painter_scaled(a->paint, 8);
    const int32_t w = painter_text_width(a->paint, TEXT_SMALL, text, sizeof text);
    painter_text(a->paint, a->paint->w - w - gap,
                 a->paint->h - painter_line_height(a->paint, TEXT_SMALL) - gap, TEXT_SMALL,
                 (loam_colour){255, 255, 255, 150}, text);
}

void screen_title_run(app *a)
{
    worlds_look(a);
    const int32_t w = a->paint->w, h = a->paint->h;
    // As large as a half of the window's width and a fifth of its height allow.
    int32_t logo_w, logo_h, tile = 2;
    do
    {
        tile++;
        logo_size(tile, &logo_w, &logo_h);
    } while (logo_w < w / 2 && logo_h < h / 5);
    const int32_t room = painter_scaled(a->paint, last_world(a) >= 0 ? 266 : 226);
    int32_t above = (h - logo_h - room) / 3;
    above = above < painter_scaled(a->paint, 10) ? painter_scaled(a->paint, 10) : above;
    logo_draw(a->paint, (w - logo_w) / 2, above, tile);
    const int32_t top = above + logo_h + painter_scaled(a->paint, 24);
    box at = ui_centre(a->u, 260, 4000);
    const int32_t left = h - top - painter_scaled(a->paint, 10);
    at.y = top;
    at.h = room < left ? room : left;
    ui_panel_begin(a->u, NULL, at);
    draw_buttons(a);
    ui_panel_end(a->u);
    draw_version(a);
}
