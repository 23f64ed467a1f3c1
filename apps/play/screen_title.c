// SPDX-License-Identifier: MIT
#include "play/logo.h"
#include "play/screens.h"
#include "play/worlds.h"

#include <stdio.h>

// The first thing that is seen: the name over a world that drifts by, and what can be done.

enum
{
    ROW_UNITS = 40, // a button and the space below it
    GAP_UNITS = 12,
};

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
    char label[PLAY_MAX_PATH + 16];
    snprintf(label, sizeof label, "Continue: %s", worlds_entry(a, last)->name);
    if (a->left_world)
    {
        a->left_world = false;
        ui_focus_next(a->u);
    }
    if (ui_button(a->u, label))
    {
        worlds_play(a, last, 0);
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
    if (a->to_land != NULL && ui_button(a->u, "The land"))
    {
        *a->to_land = true;
        app_quit(a);
    }
    if (a->to_patchwork != NULL && ui_button(a->u, "The patchwork"))
    {
        *a->to_patchwork = true;
        app_quit(a);
    }
    if (a->to_sea != NULL && ui_button(a->u, "The sea"))
    {
        *a->to_sea = true;
        app_quit(a);
    }
    if (a->to_cave != NULL && ui_button(a->u, "The cave"))
    {
        *a->to_cave = true;
        app_quit(a);
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

/// The largest tile with which the logo leaves room for the panel below.
static int32_t logo_tile(const app *a, int32_t below)
{
    const int32_t w = a->paint->w, h = a->paint->h;
    int32_t tile = 2, logo_w, logo_h;
    do
    {
        tile++;
        logo_size(tile + 1, &logo_w, &logo_h);
    } while (logo_w < w / 2 && logo_h < h / 4 && logo_h + below < h);
    return tile;
}

void screen_title_run(app *a)
{
    worlds_look(a);
    const int32_t h = a->paint->h, gap = painter_scaled(a->paint, GAP_UNITS);
    const int32_t buttons = 5 + (last_world(a) >= 0) + (a->to_land != NULL) +
                            (a->to_patchwork != NULL) + (a->to_sea != NULL) + (a->to_cave != NULL);
    const int32_t room = painter_scaled(a->paint, (float)(buttons * ROW_UNITS + 2 * GAP_UNITS + 2));
    const int32_t tile = logo_tile(a, room + 3 * gap);
    int32_t logo_w, logo_h;
    logo_size(tile, &logo_w, &logo_h);
    const int32_t spare = h - logo_h - room - 3 * gap;
    const int32_t above = gap + (spare > 0 ? spare / 3 : 0);
    logo_draw(a->paint, (a->paint->w - logo_w) / 2, above, tile);
    box at = ui_centre(a->u, 300, 0);
    at.y = above + logo_h + gap + (spare > 0 ? spare / 12 : 0);
    at.h = room < h - at.y - gap ? room : h - at.y - gap;
    ui_panel_begin(a->u, NULL, at);
    draw_buttons(a);
    ui_panel_end(a->u);
    draw_version(a);
}
