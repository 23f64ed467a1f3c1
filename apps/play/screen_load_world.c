// SPDX-License-Identifier: MIT
#include "play/screens.h"
#include "play/worlds.h"

#include <stdio.h>
#include <string.h>

// All worlds with their pictures, the newest first. A row that has the focus is chosen; using a chosen row
// plays it. Deleting asks a second time.

enum
{
    ROW_UNITS = 68,
};

void screen_load_world_enter(app *a)
{
    a->load_world = (app_load_world){0};
    if (worlds_list(a) != LOAM_OK)
    {
        app_complain(a, "worlds");
    }
}

// ---- a row --------------------------------------------------------------------------------------

static void draw_picture(app *a, const world_entry *entry, box at)
{
    if (entry->picture == NULL)
    {
        painter_fill(a->paint, at, (loam_colour){0, 0, 0, 90});
        return;
    }
    painter_image_draw(a->paint, entry->picture, (box){0, 0, WORLD_PICTURE_W, WORLD_PICTURE_H}, at,
                       loam_rgb(0xffffff), true);
}

static void say_details(const world_entry *entry, char *first, char *second, size_t room)
{
    char date[64], size[32];
    worlds_say_date(entry->changed_s, date, sizeof date);
    worlds_say_size(entry->file_bytes, size, sizeof size);
    snprintf(first, room, "%s", date);
    if (entry->state == WORLD_FINE)
    {
        snprintf(second, room, "%s, seed %s", size, entry->seed_text);
    }
    else
    {
        snprintf(second, room, "%s", entry->state == WORLD_BAD ? entry->problem : size);
    }
}

/// A text that does not fit ends with dots.
static void draw_fitting(app *a, box at, text_size size, loam_colour colour, const char *text)
{
    static const char dots[] = "\u2026";
    char cut[256];
    snprintf(cut, sizeof cut - sizeof dots, "%s", text);
    size_t length = strlen(cut);
    if (painter_text_width(a->paint, size, cut, length) > at.w)
    {
        const int32_t room = at.w - painter_text_width(a->paint, size, dots, sizeof dots);
        while (length > 0 && painter_text_width(a->paint, size, cut, length) > room)
        {
            do
            {
                length--;
            } while (length > 0 && ((uint8_t)cut[length] & 0xc0) == 0x80); // within a letter
        }
        memcpy(cut + length, dots, sizeof dots);
    }
    painter_text(a->paint, at.x, at.y, size, colour, cut);
}

static void draw_row(app *a, const world_entry *entry, box at)
{
    const ui_theme *theme = ui_get_theme(a->u);
    const int32_t gap = painter_scaled(a->paint, 5);
    const int32_t picture_h = at.h - 2 * gap, picture_w = picture_h * 16 / 9;
    draw_picture(a, entry, (box){at.x + gap, at.y + gap, picture_w, picture_h});
    const int32_t x = at.x + picture_w + 3 * gap;
    const int32_t normal = painter_line_height(a->paint, TEXT_NORMAL);
    const int32_t small = painter_line_height(a->paint, TEXT_SMALL);
    box line = {x, at.y + (at.h - normal - 2 * small) / 2, at.x + at.w - gap - x, normal};
    char first[256], second[256];
    say_details(entry, first, second, sizeof first);
    draw_fitting(a, line, TEXT_NORMAL, theme->text, entry->name);
    line.y += normal;
    draw_fitting(a, line, TEXT_SMALL, theme->text_dim, first);
    line.y += small;
    draw_fitting(a, line, TEXT_SMALL, entry->state == WORLD_BAD ? theme->bad : theme->text_dim,
                 second);
}

/// Whether the row is used: to play it if it was chosen before, else it is chosen now.
static bool run_row(app *a, int32_t index)
{
    const world_entry *entry = worlds_entry(a, index);
    int32_t *chosen = &a->load_world.chosen;
    const bool was_chosen = *chosen == index;
    const ui_item item = ui_list_row(a->u, entry->name, ROW_UNITS, was_chosen);
    draw_row(a, entry, item.at);
    if (item.focused || item.used)
    {
        *chosen = index;
    }
    a->load_world.on_row = a->load_world.on_row || item.focused;
    return item.used && was_chosen;
}

// ---- the screen ---------------------------------------------------------------------------------

static void ask_again(app *a)
{
    const world_entry *entry = worlds_entry(a, a->load_world.chosen);
    char text[PLAY_MAX_PATH + 64];
    snprintf(text, sizeof text, "Delete %s for good? Nothing brings it back.", entry->name);
    ui_dialog_begin(a->u, "Delete a world", ui_centre(a->u, 420, 0));
    ui_label(a->u, text);
    ui_space(a->u, 6);
    ui_columns(a->u, 2, NULL);
    const bool keep = ui_button(a->u, "Keep it");
    const bool remove = ui_button(a->u, "Delete it");
    ui_columns(a->u, 1, NULL);
    ui_dialog_end(a->u);
    if (remove && worlds_remove(a, a->load_world.chosen) != LOAM_OK)
    {
        app_complain(a, "delete");
    }
    if (remove || keep || ui_back(a->u))
    {
        a->load_world.removing = false;
    }
}

/// Rows are as wide as the panel: what is right of them is the first button.
static void leave_rows(app *a)
{
    const input *now = &a->now;
    if (a->load_world.on_row && !a->load_world.removing &&
        (input_pressed(now, KEY_RIGHT) || input_pressed(now, INPUT_PAD_RIGHT) ||
         input_pressed(now, INPUT_STICK_RIGHT)))
    {
        ui_focus_next(a->u);
    }
}

static bool run_list(app *a, float units)
{
    bool play = false;
    a->load_world.on_row = false;
    ui_list_begin(a->u, "worlds", units);
    for (int32_t i = 0; i < worlds_count(a); i++)
    {
        play = run_row(a, i) || play;
    }
    ui_list_end(a->u);
    leave_rows(a);
    return play;
}

/// Below the buttons, as it is rarely wanted.
static void ask_ring(app *a)
{
    const char *names[APP_RINGS + 1] = {"As it was"};
    for (int32_t i = 0; i < APP_RINGS; i++)
    {
        names[i + 1] = screen_ring_names[i];
    }
    ui_choice(a->u, "Active area", &a->load_world.ring, names, APP_RINGS + 1);
    ui_tooltip(a->u, "How much of the world around you moves and grows, from now on. What is there "
                     "stays as it is.");
}

static bool wants_removed(const app *a)
{
    return input_pressed(&a->now, KEY_DELETE) || input_pressed(&a->now, INPUT_PAD_X);
}

static void choose(app *a)
{
    const int32_t count = worlds_count(a);
    a->load_world.chosen = a->load_world.chosen < count ? a->load_world.chosen : count - 1;
    a->load_world.chosen = a->load_world.chosen < 0 ? 0 : a->load_world.chosen;
    const box at = ui_centre(a->u, 560, 520);
    ui_panel_begin(a->u, "Load world", at);
    bool play = false;
    if (count == 0)
    {
        ui_label(a->u, "There is no world yet.");
        ui_space(a->u, 6);
    }
    else
    {
        // What the panel has besides its heading and its row of buttons.
        const float units = (float)at.h / a->paint->scale - 150;
        play = run_list(a, units < ROW_UNITS ? ROW_UNITS : units);
    }
    const bool fine = count > 0 && worlds_entry(a, a->load_world.chosen)->state != WORLD_BAD;
    ui_columns(a->u, 3, NULL);
    play = ui_button_enabled(a->u, "Play", fine) || (play && fine);
    const bool remove = ui_button_enabled(a->u, "Delete", count > 0) ||
                        (count > 0 && wants_removed(a));
    a->load_world.removing = remove || a->load_world.removing;
    const bool back = ui_button(a->u, "Back");
    ui_columns(a->u, 1, NULL);
    ask_ring(a);
    ui_panel_end(a->u);
    if (play)
    {
        const int32_t ring = a->load_world.ring;
        worlds_play(a, a->load_world.chosen, ring > 0 ? LOAM_MIN_RING_LOG2 + ring - 1 : 0);
    }
    else if (back || (!a->load_world.removing && ui_back(a->u)))
    {
        app_pop(a);
    }
}

void screen_load_world_run(app *a)
{
    worlds_look(a);
    choose(a);
    if (a->load_world.removing)
    {
        ask_again(a);
    }
}
