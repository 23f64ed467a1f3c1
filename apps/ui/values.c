// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <stdio.h>
#include <string.h>

// Widgets whose value has a range: left and right change it, Page up and down in larger steps, Home and End
// go to its ends, and the mouse to any place.

static const float knob_units = 14, value_units = 58;

static int64_t between(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// ---- sliders ------------------------------------------------------------------------------------

// Writes the number in the place of %d, and a percent sign in that of %%. A format that comes from
// elsewhere can do no harm.
static void write_value(char *out, size_t room, const char *format, int32_t value)
{
    size_t length = 0;
    for (; *format != '\0' && length + 12 < room; format++)
    {
        if (format[0] == '%' && format[1] == 'd')
        {
            length += (size_t)snprintf(out + length, room - length, "%d", (int)value);
            format++;
        }
        else
        {
            format += format[0] == '%' && format[1] == '%';
            out[length++] = *format;
        }
    }
    out[length] = '\0';
}

static int64_t slider_by_keys(const ui *u, int64_t value, int64_t low, int64_t high, int64_t step)
{
    const ui_deeds *deeds = &u->deeds;
    const int64_t tenth = (high - low) / 10 / step * step;
    value += deeds->steps * step + deeds->pages * (tenth > step ? tenth : step);
    value = deeds->ends < 0 ? low : deeds->ends > 0 ? high : value;
    return between(value, low, high);
}

static int64_t slider_by_mouse(const ui *u, box track, int64_t low, int64_t high, int64_t step)
{
    const int32_t knob = px(u, knob_units), room = track.w - knob > 0 ? track.w - knob : 1;
    const int64_t on = between(u->mouse_x - track.x - knob / 2, 0, room);
    if (on == room)
    {
        return high; // which may lie off the steps
    }
    const int64_t steps = ((high - low) * on + room * step / 2) / (room * step);
    return between(low + steps * step, low, high);
}

static box slider_track(const ui *u, box right)
{
    const int32_t value = px(u, value_units);
    const int32_t w = right.w - value - px(u, 8);
    return (box){right.x, right.y, w > 0 ? w : 0, right.h};
}

static void draw_slider(const ui *u, const ui_widget *w, box track, float share)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t knob = px(u, knob_units), thick = px(u, 6);
    const int32_t room = track.w - knob > 0 ? track.w - knob : 0;
    const int32_t x = track.x + (int32_t)((float)room * share), middle = track.y + track.h / 2;
    const box groove = {track.x, middle - thick / 2, track.w, thick};
    draw_round(u, groove, 3, theme->widget_used);
    draw_edge(u, groove, 3, px(u, 1) > 1 ? px(u, 1) : 1, faded(theme->panel_edge, 0.7F));
    draw_round(u, (box){groove.x, groove.y, x + knob / 2 - groove.x, thick}, 3, theme->accent);
    const box handle = {x, middle - knob / 2, knob, knob};
    const bool lit = w->hovered || w->focused || w->pressed;
    draw_round(u, handle, 8,
               lit ? theme->text : loam_colour_mix(theme->text, theme->text_dim, 0.5F));
    draw_edge(u, handle, 8, px(u, 1) > 1 ? px(u, 1) : 1, theme->widget_used);
}

bool ui_slider(ui *u, const char *label, int32_t *value, int32_t low, int32_t high, int32_t step,
               const char *format)
{
    LOAM_ASSERT(NULL, low <= high && step > 0);
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS | PLACE_SIDEWAYS, true);
    const int32_t before = *value;
    const box all = w.seen ? widget_row(u, &w, label) : at, track = slider_track(u, all);
    int64_t now = between(before, low, high);
    if (u->deeds.served == w.id)
    {
        now = slider_by_keys(u, now, low, high, step);
    }
    if (u->deeds.pressed == w.id) // on its label it is not held, and nothing changes by accident
    {
        u->grabbed = u->mouse_x >= track.x - px(u, knob_units);
    }
    if (w.pressed && u->grabbed)
    {
        now = slider_by_mouse(u, track, low, high, step);
    }
    *value = (int32_t)now;
    if (w.seen)
    {
        char text[64];
        write_value(text, sizeof text, format, *value);
        const int64_t range = (int64_t)high - low;
        draw_slider(u, &w, track, range > 0 ? (float)(now - low) / (float)range : 0);
        const box number = {track.x + track.w, all.y, all.x + all.w - track.x - track.w - px(u, 4),
                            all.h};
        draw_line(u, number, ALIGN_RIGHT, TEXT_NORMAL, widget_text_colour(u, &w), text);
    }
    return *value != before;
}

// ---- choices ------------------------------------------------------------------------------------

static int64_t choice_by_use(const ui *u, const ui_widget *w, box right, int64_t index,
                             int64_t count)
{
    const bool back = u->mouse_leads && u->mouse_x >= right.x && u->mouse_x < right.x + right.w / 3;
    if (u->mouse_leads && w->by == INPUT_MOUSE_LEFT && u->mouse_x < right.x)
    {
        return index;
    }
    return (index + (back ? count - 1 : 1)) % count; // round and round
}

static void draw_choice(const ui *u, const ui_widget *w, box right, const char *name, bool first,
                        bool last)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t arrow = right.h < right.w / 3 ? right.h : right.w / 3;
    const bool lit = w->hovered || w->focused;
    const float strength = w->enabled ? 1 : 0.4F;
    draw_round(u, right, 5, faded(lit ? theme->widget_hovered : theme->widget, strength));
    draw_edge(u, right, 5, px(u, 1) > 1 ? px(u, 1) : 1, faded(theme->panel_edge, 0.75F * strength));
    const box before = {right.x, right.y, arrow, right.h};
    const box after = {right.x + right.w - arrow, right.y, arrow, right.h};
    draw_arrow(u, before, -1, first ? faded(theme->text_dim, 0.5F) : theme->focus);
    draw_arrow(u, after, 1, last ? faded(theme->text_dim, 0.5F) : theme->focus);
    draw_line(u, (box){right.x + arrow, right.y, right.w - 2 * arrow, right.h}, ALIGN_CENTRE,
              TEXT_NORMAL, widget_text_colour(u, w), name);
}

bool ui_choice(ui *u, const char *label, int32_t *index, const char *const *names, int32_t count)
{
    LOAM_ASSERT(NULL, count > 0);
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS | PLACE_SIDEWAYS, true);
    const int32_t before = *index;
    const box right = w.seen ? widget_row(u, &w, label) : at;
    int64_t now = between(before, 0, count - 1);
    if (w.used)
    {
        now = choice_by_use(u, &w, right, now, count);
    }
    if (u->deeds.served == w.id)
    {
        const int64_t page = count / 8 + 2;
        now = between(now + u->deeds.steps - u->deeds.pages * page, 0, count - 1);
        now = u->deeds.ends < 0 ? 0 : u->deeds.ends > 0 ? count - 1 : now;
    }
    *index = (int32_t)now;
    if (w.seen)
    {
        draw_choice(u, &w, right, names[now], now == 0 || !w.enabled,
                    now == count - 1 || !w.enabled);
    }
    return *index != before;
}
