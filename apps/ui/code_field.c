// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <math.h>
#include <stdio.h>

// A key, a button of the mouse or of a gamepad that is bound to something.

static void draw_code(const ui *u, const ui_widget *w, box right, const char *text, bool waiting)
{
    const ui_theme *theme = ui_get_theme(u);
    const bool lit = w->hovered || w->focused;
    draw_round(u, right, 5,
               waiting ? theme->widget_used
               : lit   ? theme->widget_hovered
                       : theme->widget);
    loam_colour edge = faded(theme->panel_edge, 0.75F);
    if (waiting) // it breathes
    {
        const double beat = 0.5 + 0.5 * sin((u->clock - u->edit_clock) * 6);
        edge = loam_colour_mix(theme->panel_edge, theme->focus, (float)beat);
    }
    draw_edge(u, right, 5, px(u, 1) > 1 ? px(u, 1) : 1, edge);
    const box inner = box_inset(right, px(u, 8), 0);
    const bool nothing = text[0] == '\0';
    const char *name = waiting   ? (u->waiting_pads ? "press a button" : "press a key")
                       : nothing ? "nothing"
                                 : text;
    draw_line(u, inner, ALIGN_CENTRE, TEXT_NORMAL,
              waiting || nothing ? theme->text_dim : theme->text, name);
}

static bool code_field(ui *u, const char *label, input_code *code, bool *ctrl, bool pads)
{
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS, true);
    const bool bound = u->deeds.bound == w.id;
    if (bound)
    {
        *code = u->deeds.bound_code;
        *ctrl = u->deeds.bound_ctrl;
    }
    else if (w.used)
    {
        u->waiting = w.id;
        u->waiting_pads = pads;
        u->edit_clock = u->clock;
    }
    const bool waiting = u->waiting == w.id;
    u->waiting_found = u->waiting_found || waiting;
    if (w.seen)
    {
        char text[80] = "";
        if (*code != INPUT_NONE)
        {
            snprintf(text, sizeof text, "%s%s", *ctrl ? "Ctrl+" : "", input_code_name(*code));
        }
        draw_code(u, &w, widget_row(u, &w, label), text, waiting);
    }
    return bound;
}

bool ui_code_field(ui *u, const char *label, input_code *code, bool pads)
{
    const input_code before = *code;
    bool ctrl = false;
    const bool bound = code_field(u, label, code, &ctrl, pads);
    return bound && *code != before;
}

bool ui_chord_field(ui *u, const char *label, input_code *code, bool *ctrl)
{
    const input_code before = *code;
    const bool before_ctrl = *ctrl;
    const bool bound = code_field(u, label, code, ctrl, false);
    return bound && (*code != before || *ctrl != before_ctrl);
}
