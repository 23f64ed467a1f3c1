// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <stdio.h>
#include <string.h>

// A text about a widget, which appears when the mouse rests on it or when it keeps the focus.

static const float mouse_seconds = 0.45F, focus_seconds = 0.9F, widest_units = 340, pad_units = 9;

void ui_tooltip(ui *u, const char *text)
{
    const bool over = u->mouse_leads && box_holds(u->last_at, u->mouse_x, u->mouse_y) &&
                      (u->last_id == 0 || u->hovered == u->last_id) && u->layer == u->seen->top;
    const bool focused = !u->mouse_leads && u->last_id != 0 && u->focus == u->last_id;
    if ((!over && !focused) || u->active != 0 || text[0] == '\0')
    {
        return;
    }
    const uint64_t key = hash_text(u->last_id, text);
    u->tip_seconds = key == u->tip_key ? u->tip_seconds + u->seconds : 0;
    u->tip_key = key;
    u->tip_wanted = true;
    u->tip_at = over ? (box){u->mouse_x, u->mouse_y, 1, px(u, 18)} : u->last_at;
    const box panel = u->depth > 1 ? u->made->areas[u->stack[1]].outer : u->last_at;
    u->tip_aside = focused && u->last_at.w > panel.w / 2 ? panel.x + panel.w : u->paint->w;
    (void)snprintf(u->tip, sizeof u->tip, "%s", text);
}

static int32_t limited(int32_t value, int32_t low, int32_t high)
{
    return value > high ? (high > low ? high : low) : value < low ? low : value;
}

// Below what it is about, or above it if there is no room; never beyond the edge of the screen. About a row
// of a panel: beside the panel, where it hides no other row.
static box tooltip_place(const ui *u, int32_t w, int32_t h)
{
    const int32_t gap = px(u, 6), edge = px(u, 4);
    if (u->tip_aside + gap + w + edge <= u->paint->w)
    {
        const int32_t beside = limited(u->tip_at.y, edge, u->paint->h - h - edge);
        return (box){u->tip_aside + gap, beside, w, h};
    }
    const int32_t below = u->tip_at.y + u->tip_at.h + gap, above = u->tip_at.y - gap - h;
    const int32_t y = below + h + edge <= u->paint->h || above < edge ? below : above;
    box at = {limited(u->tip_at.x, edge, u->paint->w - w - edge),
              limited(y, edge, u->paint->h - h - edge), w, h};
    return box_cut(at, (box){0, 0, u->paint->w, u->paint->h});
}

void tooltip_draw(ui *u)
{
    if (!u->tip_wanted)
    {
        u->tip_key = 0;
        return;
    }
    if (u->tip_seconds < (u->mouse_leads ? mouse_seconds : focus_seconds))
    {
        return;
    }
    const ui_theme *theme = ui_get_theme(u);
    const int32_t pad = px(u, pad_units), line = px(u, 1) > 1 ? px(u, 1) : 1;
    int32_t room = u->paint->w - 2 * pad - px(u, 8);
    room = room < px(u, widest_units) ? room : px(u, widest_units);
    room = room > 1 ? room : 1;
    int32_t width = text_widest_line(u, TEXT_SMALL, u->tip);
    width = width < room ? width : room;
    const int32_t high = draw_wrapped(u, 0, 0, width, TEXT_SMALL, theme->text, u->tip, false);
    u->tip_drawn = tooltip_place(u, width + 2 * pad, high + 2 * pad - px(u, 4));
    draw_round(u, u->tip_drawn, 5, (loam_colour){20, 17, 14, 246});
    draw_edge(u, u->tip_drawn, 5, line, theme->panel_edge);
    painter_push_clip(u->paint, u->tip_drawn);
    (void)draw_wrapped(u, u->tip_drawn.x + pad, u->tip_drawn.y + pad - px(u, 2), width, TEXT_SMALL,
                       theme->text, u->tip, true);
    painter_pop_clip(u->paint);
}
