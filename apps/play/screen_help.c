// SPDX-License-Identifier: MIT
#include "play/hint.h"
#include "play/screens.h"

#include <stdio.h>
#include <string.h>

// The keys as they are bound now, for the device that was used last, in groups side by side; then what the
// tools do. A group can have the focus, so that keys and gamepads scroll, too.

enum
{
    PANEL_W = 780, // units
    PANEL_H = 680,
    COLUMN_W = 226,
    MAX_COLUMNS = 3,
    GAP = 8,
};

static const char *const texts[][2] = {
    {"Pickaxe", "digs blocks away."},
    {"Hammer", "takes away walls, the layer behind."},
    {"Blocks", "places the chosen material in front; fluids pour."},
    {"Walls", "places it behind; torches hang there."},
    {"Bucket", "takes fluids up."},
    {"Axe, shears", "cut plants: all of them, or leaves alone."},
    {"Sapling", "plants what the chosen seed, leaves, flower or wood is of."},
    {"Hotbar",
     "1 to 9 and 0 choose a slot. Shift and the wheel change the brush, Ctrl and the wheel "
     "the zoom."},
    {"Copying",
     "mark a rectangle by dragging, copy or cut it, paste it at the cursor: Shift pastes "
     "again and again, Esc gives up."},
};

typedef struct group
{
    play_action first, end;
} group;

static play_action end_of_group(play_action first)
{
    const char *const name = play_action_group(first);
    play_action end = first;
    while (end < PLAY_LAND_FIRST && strcmp(play_action_group(end), name) == 0)
    {
        end++;
    }
    return end;
}

/// The largest first, so that those side by side are about equally high.
static int32_t find_groups(group *groups)
{
    int32_t count = 0;
    for (play_action first = 0; first < PLAY_LAND_FIRST;)
    {
        const group one = {first, end_of_group(first)};
        int32_t at = count++;
        for (; at > 0 && groups[at - 1].end - groups[at - 1].first < one.end - one.first; at--)
        {
            groups[at] = groups[at - 1];
        }
        groups[at] = one;
        first = one.end;
    }
    return count;
}

/// "Left mouse button" is too long to stand beside what it does.
static void shorten(char *key)
{
    char *const found = strstr(key, " mouse button");
    if (found != NULL)
    {
        memmove(found + 6, found + 13, strlen(found + 13) + 1);
    }
}

/// One action: what it does on the left, with what on the right.
static void draw_action(app *a, play_action action, box at)
{
    char key[64];
    const ui_theme *const theme = ui_get_theme(a->u);
    play_binding_text(&a->settings.bindings, action, a->now.device, key, sizeof key);
    shorten(key);
    const char *const shown = key[0] != '\0' ? key : "-";
    const int32_t w = painter_text_width(a->paint, TEXT_SMALL, shown, strlen(shown));
    painter_text(a->paint, at.x, at.y, TEXT_SMALL, theme->text_dim, play_action_name(action));
    painter_text(a->paint, at.x + at.w - w, at.y, TEXT_SMALL, theme->text, shown);
}

static void run_group(app *a, play_action first, play_action end)
{
    const ui_theme *const theme = ui_get_theme(a->u);
    const int32_t line = painter_line_height(a->paint, TEXT_SMALL);
    const int32_t title = painter_line_height(a->paint, TEXT_NORMAL);
    const int32_t gap = painter_scaled(a->paint, GAP);
    const int32_t high = title + line * (int32_t)(end - first) + 2 * gap;
    const ui_item item = ui_custom(a->u, play_action_group(first), (float)high / a->paint->scale);
    box at = {item.at.x + gap, item.at.y + gap / 2, item.at.w - 2 * gap, line};
    painter_text(a->paint, at.x, at.y, TEXT_NORMAL,
                 loam_colour_mix(theme->accent, theme->text, 0.3f), play_action_group(first));
    at.y += title + gap / 4;
    for (play_action i = first; i < end; i++)
    {
        draw_action(a, i, at);
        at.y += line;
    }
}

static void run_keys(app *a, box panel)
{
    const int32_t fit = panel.w / painter_scaled(a->paint, COLUMN_W);
    ui_columns(a->u, fit < 1 ? 1 : fit > MAX_COLUMNS ? MAX_COLUMNS : fit, NULL);
    group groups[PLAY_ACTIONS];
    const int32_t count = find_groups(groups);
    for (int32_t i = 0; i < count; i++)
    {
        run_group(a, groups[i].first, groups[i].end);
    }
    ui_columns(a->u, 1, NULL);
}

static void run_texts(app *a)
{
    char text[256];
    ui_heading(a->u, "What is what");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        snprintf(text, sizeof text, "%s: %s", texts[i][0], texts[i][1]);
        ui_label(a->u, text);
    }
}

void screen_help_enter(app *a)
{
    hint_not_needed(a);
}

void screen_help_run(app *a)
{
    const box at = ui_centre(a->u, PANEL_W, PANEL_H);
    const bool pad = a->now.device == INPUT_GAMEPAD;
    ui_panel_begin(a->u, pad ? "Help: gamepad" : "Help: keys and mouse", at);
    run_keys(a, at);
    run_texts(a);
    ui_space(a->u, 6);
    const bool close = ui_button(a->u, "Back");
    ui_panel_end(a->u);
    if (ui_back(a->u) || close || play_pressed(&a->settings.bindings, &a->now, PLAY_HELP))
    {
        app_pop(a);
    }
}
