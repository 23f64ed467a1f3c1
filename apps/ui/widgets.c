// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <string.h>

// What all widgets have in common, and the simple ones.

static const float widget_radius = 5, text_indent = 12;

// ---- all widgets --------------------------------------------------------------------------------

static void remember(ui *u, const ui_place *place)
{
    if (u->made->place_count == UI_MAX_PLACES)
    {
        return;
    }
    u->made->places[u->made->place_count++] = *place;
    if ((place->flags & PLACE_FOCUS) != 0)
    {
        ui_area *area = area_now(u);
        area->first = area->first.id == 0 ? *place : area->first;
        area->last = *place;
    }
}

static void take_focus(ui *u, const ui_widget *w)
{
    if (u->focus_next)
    {
        u->focus_next = false;
        focus_set(u, w->id);
    }
    if (u->focus != w->id)
    {
        return;
    }
    if (u->follow)
    {
        scroll_reveal(u, w->at);
    }
    if (!u->mouse_leads)
    {
        const int32_t out = px(u, 2);
        u->ring = (box){w->at.x - out, w->at.y - out, w->at.w + 2 * out, w->at.h + 2 * out};
        u->ring_clip = painter_clip(u->paint);
        // Rows of a list reach its edge: there the ring lies inside.
        u->ring = area_now(u)->clip.w <= w->at.w ? w->at : u->ring;
    }
}

ui_widget widget_add(ui *u, ui_id id, box at, uint32_t flags, bool enabled)
{
    const box seen = box_cut(at, painter_clip(u->paint));
    enabled = enabled && !u->next_off;
    u->next_off = false;
    if (!enabled || u->depth <= 1) // keys are for panels
    {
        flags &= ~(uint32_t)(PLACE_FOCUS | PLACE_SIDEWAYS | PLACE_TEXT);
    }
    const ui_place place = {.id = id,
                            .at = at,
                            .seen = seen,
                            .area = u->stack[u->depth - 1],
                            .layer = u->layer,
                            .flags = flags};
    ui_widget w = {.id = id, .at = at, .seen = seen.w > 0 && seen.h > 0, .enabled = enabled};
    remember(u, &place);
    u->last_at = seen;
    u->last_id = id;
    if (!enabled)
    {
        return w;
    }
    if ((flags & PLACE_FOCUS) != 0)
    {
        take_focus(u, &w);
    }
    w.focused = u->focus == id && !u->mouse_leads;
    w.hovered = u->hovered == id && u->mouse_leads && (u->active == 0 || u->active == id);
    w.pressed = u->active == id || u->deeds.pressed == id;
    w.used = u->deeds.used == id &&
             (u->deeds.used_by == INPUT_MOUSE_LEFT || (flags & PLACE_ANY_BUTTON) != 0);
    w.by = w.used ? u->deeds.used_by : INPUT_NONE;
    u->active_found = u->active_found || u->active == id;
    return w;
}

loam_colour widget_text_colour(const ui *u, const ui_widget *w)
{
    const ui_theme *theme = ui_get_theme(u);
    return w->enabled ? theme->text : faded(theme->text_dim, 0.6F);
}

void widget_box(const ui *u, const ui_widget *w)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t line = px(u, 1) > 1 ? px(u, 1) : 1;
    const bool down = w->pressed && (w->hovered || w->focused);
    const bool lit = w->hovered || w->focused;
    loam_colour fill = down ? theme->widget_used : lit ? theme->widget_hovered : theme->widget;
    loam_colour edge = faded(theme->panel_edge, lit ? 1 : 0.75F);
    if (!w->enabled)
    {
        fill = faded(fill, 0.35F);
        edge = faded(edge, 0.4F);
    }
    draw_round(u, w->at, widget_radius, fill);
    if (w->enabled && !down) // light from above
    {
        painter_fill(u->paint,
                     (box){w->at.x + px(u, 4), w->at.y + line, w->at.w - 2 * px(u, 4), line},
                     (loam_colour){255, 240, 210, lit ? 34 : 20});
    }
    draw_edge(u, w->at, widget_radius, line, edge);
}

box widget_row(const ui *u, const ui_widget *w, const char *label)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t indent = px(u, text_indent);
    if (w->hovered || w->focused)
    {
        draw_round(u, w->at, widget_radius, faded(theme->widget_hovered, 0.45F));
    }
    if (label[0] == '\0')
    {
        return box_inset(w->at, px(u, 4), px(u, 3));
    }
    // One that shares its row with a small button stands below and above others that have theirs alone.
    const int32_t row = u->made->areas[u->stack[u->depth - 1]].view.w;
    const int32_t left = (w->at.w * 10 >= row * 7 ? row : w->at.w) * 44 / 100;
    draw_line(u, (box){w->at.x + indent, w->at.y, left - indent - px(u, 6), w->at.h}, ALIGN_LEFT,
              TEXT_NORMAL, widget_text_colour(u, w), label);
    const int32_t right = w->at.w - left - px(u, 4);
    return (box){w->at.x + left, w->at.y + px(u, 3), right > 0 ? right : 0, w->at.h - 2 * px(u, 3)};
}

// ---- text and pictures --------------------------------------------------------------------------

static void passive(ui *u, box at)
{
    u->last_at = box_cut(at, painter_clip(u->paint));
    u->last_id = 0;
}

box ui_canvas(ui *u, float h)
{
    const box at = layout_next(u, px(u, h));
    passive(u, at);
    return at;
}

// How wide the next widget will be.
static int32_t width_next(ui *u)
{
    const ui_area before = *area_now(u);
    const int32_t width = layout_next(u, 0).w;
    *area_now(u) = before;
    return width;
}

void ui_heading(ui *u, const char *text)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t high = painter_line_height(u->paint, TEXT_NORMAL), above = px(u, 8);
    const int32_t line = px(u, 1) > 1 ? px(u, 1) : 1;
    const box at = layout_next(u, above + high + px(u, 4));
    draw_line(u, (box){at.x, at.y + above, at.w, high}, ALIGN_LEFT, TEXT_NORMAL, theme->focus,
              text);
    painter_fill(u->paint, (box){at.x, at.y + at.h - line, at.w, line},
                 faded(theme->panel_edge, 0.5F));
    passive(u, at);
}

void ui_label_chosen(ui *u, const char *const *texts, int32_t count, int32_t chosen,
                     loam_colour colour)
{
    LOAM_ASSERT(NULL, chosen >= 0 && chosen < count);
    // Text stands where that of rows does. The width of the column has to be known before the height.
    const int32_t column = width_next(u), indent = column > px(u, 160) ? px(u, text_indent) : 0;
    const int32_t width = column - 2 * indent;
    int32_t high = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const int32_t one = draw_wrapped(u, 0, 0, width, TEXT_NORMAL, colour, texts[i], false);
        high = one > high ? one : high;
    }
    const box at = layout_next(u, high);
    (void)draw_wrapped(u, at.x + indent, at.y, width, TEXT_NORMAL, colour, texts[chosen], true);
    passive(u, at);
}

void ui_label_coloured(ui *u, const char *text, loam_colour colour)
{
    ui_label_chosen(u, &text, 1, 0, colour);
}

void ui_label(ui *u, const char *text)
{
    ui_label_coloured(u, text, ui_get_theme(u)->text);
}

void ui_image(ui *u, painter_image *image, int32_t w, int32_t h, float units_high)
{
    LOAM_ASSERT(NULL, w > 0 && h > 0);
    const int32_t width = width_next(u);
    int64_t high = px(u, units_high), wide = high * w / h;
    if (wide > width)
    {
        wide = width;
        high = wide * h / w;
    }
    const box at = layout_next(u, (int32_t)high);
    const box to = {at.x + (at.w - (int32_t)wide) / 2, at.y, (int32_t)wide, (int32_t)high};
    if (image != NULL && to.w > 0 && to.h > 0)
    {
        painter_image_draw(u->paint, image, (box){0, 0, w, h}, to,
                           (loam_colour){255, 255, 255, 255}, to.w < w);
    }
    passive(u, to);
}

// ---- buttons ------------------------------------------------------------------------------------

bool ui_button_enabled(ui *u, const char *label, bool enabled)
{
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS, enabled);
    if (w.seen)
    {
        widget_box(u, &w);
        box inner = box_inset(at, px(u, 8), 0);
        inner.y += w.pressed ? px(u, 1) : 0;
        draw_line(u, inner, ALIGN_CENTRE, TEXT_NORMAL, widget_text_colour(u, &w), label);
    }
    return w.used;
}

bool ui_button(ui *u, const char *label)
{
    return ui_button_enabled(u, label, true);
}

static void draw_switch(const ui *u, const ui_widget *w, box right, bool on)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t high = px(u, 20), wide = px(u, 38), gap = px(u, 3);
    const box track = {right.x + right.w - wide - px(u, 4), right.y + (right.h - high) / 2, wide,
                       high};
    draw_round(u, track, 10, on ? theme->accent : theme->widget_used);
    draw_edge(u, track, 10, px(u, 1) > 1 ? px(u, 1) : 1,
              on ? faded(theme->focus, 0.7F) : faded(theme->panel_edge, 0.9F));
    const int32_t knob = high - 2 * gap;
    const int32_t x = on ? track.x + wide - gap - knob : track.x + gap;
    draw_round(u, (box){x, track.y + gap, knob, knob}, 10, on ? theme->text : theme->text_dim);
    const box word = {right.x, right.y, track.x - right.x - px(u, 8), right.h};
    draw_line(u, word, ALIGN_RIGHT, TEXT_NORMAL, on ? widget_text_colour(u, w) : theme->text_dim,
              on ? "on" : "off");
}

bool ui_toggle(ui *u, const char *label, bool *value)
{
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS, true);
    *value = w.used ? !*value : *value;
    if (w.seen)
    {
        draw_switch(u, &w, widget_row(u, &w, label), *value);
    }
    return w.used;
}

// ---- the caller's own ---------------------------------------------------------------------------

static ui_item item_of(const ui_widget *w)
{
    return (ui_item){w->at, w->focused, w->hovered, w->used, w->by};
}

ui_item ui_custom(ui *u, const char *id, float h)
{
    const box at = layout_next(u, px(u, h));
    const ui_widget w = widget_add(u, id_of(u, id), at, PLACE_FOCUS | PLACE_ANY_BUTTON, true);
    return item_of(&w);
}

ui_item ui_custom_at(ui *u, const char *id, box at)
{
    const ui_widget w = widget_add(u, id_of(u, id), at, PLACE_FOCUS | PLACE_ANY_BUTTON, true);
    return item_of(&w);
}
