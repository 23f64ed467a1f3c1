// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <math.h>

// A key, a button of the mouse or of a gamepad that is bound to something.

static void draw_code(const ui *u, const ui_widget *w, box right, input_code code, bool waiting)
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
    const char *name = waiting              ? (u->waiting_pads ? "press a button" : "press a key")
                       : code == INPUT_NONE ? "nothing"
                                            : input_code_name(code);
    draw_line(u, inner, ALIGN_CENTRE, TEXT_NORMAL,
              waiting || code == INPUT_NONE ? theme->text_dim : theme->text, name);
}

bool ui_code_field(ui *u, const char *label, input_code *code, bool pads)
{
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS, true);
    const input_code before = *code;
    if (u->deeds.bound == w.id)
    {
        *code = u->deeds.bound_code;
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
        draw_code(u, &w, widget_row(u, &w, label), *code, waiting);
    }
    return *code != before;
}
