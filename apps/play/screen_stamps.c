// SPDX-License-Identifier: MIT
#include "play/ingame.h"
#include "play/screens.h"
#include "play/selection.h"

#include <stdio.h>
#include <string.h>

enum
{
    PANEL_W = 480, // units
    ROW = 56,
    ROWS_SEEN = 4,
};

void screen_stamps_enter(app *a)
{
    if (a->in != NULL)
    {
        a->in->stamp_name[0] = '\0';
        a->in->fresh = true;
        a->in->naming = false;
    }
}

static void draw_thumb(app *a, ingame_stamp *stamp, box at)
{
    painter_image *const image = selection_image(a, stamp);
    if (image == NULL)
    {
        return;
    }
    const int32_t w = stamp->picture.w, h = stamp->picture.h, max = w > h ? w : h;
    const int32_t shown_w = at.w * w / max, shown_h = at.h * h / max;
    painter_image_draw(a->paint, image, (box){0, 0, w, h},
                       (box){at.x + (at.w - shown_w) / 2, at.y + (at.h - shown_h) / 2,
                             shown_w > 0 ? shown_w : 1, shown_h > 0 ? shown_h : 1},
                       loam_rgb(0xffffff), false);
}

/// A stamp: its picture, name and size; used, it hangs at the cursor. Delete forgets it.
static bool row(app *a, int32_t index)
{
    char size[32];
    ingame_stamp *const stamp = &a->in->stamps[index];
    const ui_theme *const theme = ui_get_theme(a->u);
    const ui_item item = ui_list_row(a->u, stamp->name, ROW, false);
    const int32_t pad = painter_scaled(a->paint, 6), side = item.at.h - 2 * pad;
    draw_thumb(a, stamp, (box){item.at.x + pad, item.at.y + pad, side, side});
    const int32_t x = item.at.x + side + 3 * pad;
    snprintf(size, sizeof size, "%d x %d tiles", (int)stamp->w, (int)stamp->h);
    painter_text(a->paint, x, item.at.y + pad, TEXT_NORMAL, theme->text, stamp->name);
    painter_text(a->paint, x,
                 item.at.y + item.at.h - pad - painter_line_height(a->paint, TEXT_SMALL),
                 TEXT_SMALL, theme->text_dim, size);
    const bool dropped = (item.focused && input_pressed(&a->now, KEY_DELETE)) ||
                         (item.focused && input_pressed(&a->now, INPUT_PAD_X)) ||
                         (item.used && item.by == INPUT_MOUSE_RIGHT);
    if (dropped)
    {
        selection_drop_stamp(a, index);
    }
    else if (item.used)
    {
        selection_take_stamp(a, index);
        app_pop(a);
    }
    return dropped || item.used;
}

/// Once after the screen was entered: for what it was opened for.
static void take_focus(app *a, bool here)
{
    if (a->in->fresh && here)
    {
        ui_focus_next(a->u);
        a->in->fresh = false;
    }
}

static void run_list(app *a)
{
    const int32_t count = a->in->stamp_count, seen = count < ROWS_SEEN ? count : ROWS_SEEN;
    ui_list_begin(a->u, "stamps", (float)(seen * (ROW + 2) + 6));
    take_focus(a, !a->selection.copied);
    for (int32_t i = 0; i < a->in->stamp_count && !row(a, i); i++)
    {
    }
    ui_list_end(a->u);
}

/// What cannot be in a name is left out as it is written.
static void clean(char *name)
{
    char *to = name;
    for (const char *from = name; *from != '\0'; from++)
    {
        const char c = *from >= 'A' && *from <= 'Z' ? (char)(*from - 'A' + 'a')
                       : *from == ' '               ? '_'
                                                    : *from;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')
        {
            *to++ = c;
        }
    }
    *to = '\0';
}

static void run_saving(app *a)
{
    static const float shares[] = {4, 1};
    char *const name = a->in->stamp_name;
    if (!a->selection.copied)
    {
        ui_label(a->u, "Copy or cut something first: then it can be kept here under a name.");
        return;
    }
    ui_columns(a->u, 2, shares);
    take_focus(a, true);
    if (ui_text_field(a->u, "Name", name, sizeof a->in->stamp_name, "what was copied"))
    {
        clean(name);
    }
    const bool entered = a->in->naming && input_pressed(&a->now, KEY_ENTER);
    if (ui_button_enabled(a->u, "Keep", name[0] != '\0') || (entered && name[0] != '\0'))
    {
        selection_save_stamp(a, name);
        name[0] = '\0';
        a->in->fresh = true; // for the next one
    }
    ui_columns(a->u, 1, NULL);
}

/// Enter leads away from a field before it is seen here: whether it was in the name.
static void note_focus(app *a)
{
    box at;
    a->in->naming = strcmp(ui_focus_name(a->u, &at), "Name") == 0;
}

void screen_stamps_run(app *a)
{
    if (a->in == NULL)
    {
        app_pop(a);
        return;
    }
    ui_panel_begin(a->u, "Stamps", ui_centre(a->u, PANEL_W, 0));
    run_saving(a);
    ui_space(a->u, 4);
    if (a->in->stamp_count > 0)
    {
        run_list(a);
    }
    ui_label_coloured(a->u,
                      a->in->stamp_count > 0
                          ? "Use one to hang it at the cursor; Delete or a right click forgets it. "
                            "Stamps last until this world is closed."
                          : "Stamps last until this world is closed.",
                      ui_get_theme(a->u)->text_dim);
    take_focus(a, !a->selection.copied && a->in->stamp_count == 0);
    const bool close = ui_button(a->u, "Back");
    ui_panel_end(a->u);
    note_focus(a);
    const bool key = play_pressed(&a->settings.bindings, &a->now, PLAY_STAMPS);
    if (app_top(a) == SCREEN_STAMPS && (ui_back(a->u) || close || (key && !ui_wants_keys(a->u))))
    {
        app_pop(a);
    }
}
