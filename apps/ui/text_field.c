// SPDX-License-Identifier: MIT
#include "ui/state.h"
#include "ui/text_edit.h"

#include <math.h>
#include <string.h>

// A line of text to write in. The text is the caller's; cursor, selection and how far it is scrolled
// sideways are kept for the one field that is written in.

enum
{
    MAX_CLIPBOARD = 1024
};

// ---- what is done to it -------------------------------------------------------------------------

static void copy_selection(const ui *u, const text_edit *edit)
{
    const size_t from = text_edit_from(edit), to = text_edit_to(edit);
    char copy[MAX_CLIPBOARD];
    if (u->clipboard.set != NULL && to > from && to - from < sizeof copy)
    {
        memcpy(copy, edit->text + from, to - from);
        copy[to - from] = '\0';
        u->clipboard.set(copy);
    }
}

static bool paste(const ui *u, text_edit *edit)
{
    char pasted[MAX_CLIPBOARD] = "";
    if (u->clipboard.get != NULL)
    {
        u->clipboard.get(pasted, sizeof pasted);
    }
    pasted[sizeof pasted - 1] = '\0';
    return text_edit_insert(edit, pasted);
}

static bool do_shortcut(const ui *u, text_edit *edit, input_code code)
{
    switch (code)
    {
    case KEY_A:
        edit->anchor = 0;
        text_edit_go(edit, strlen(edit->text), true);
        return false;
    case KEY_V:
        return paste(u, edit);
    case KEY_C:
        copy_selection(u, edit);
        return false;
    default: // Ctrl+X
        copy_selection(u, edit);
        return edit->cursor != edit->anchor && text_edit_delete(edit, 1, false);
    }
}

static bool do_key(const ui *u, text_edit *edit, const input_event *key)
{
    switch (key->code)
    {
    case INPUT_LETTER:
        return text_edit_insert(edit, key->letter);
    case KEY_BACKSPACE:
        return text_edit_delete(edit, -1, key->ctrl);
    case KEY_DELETE:
        return text_edit_delete(edit, 1, key->ctrl);
    case KEY_LEFT:
        text_edit_move(edit, -1, key->ctrl, key->shift);
        return false;
    case KEY_RIGHT:
        text_edit_move(edit, 1, key->ctrl, key->shift);
        return false;
    case KEY_HOME:
        text_edit_go(edit, 0, key->shift);
        return false;
    case KEY_END:
        text_edit_go(edit, strlen(edit->text), key->shift);
        return false;
    default:
        return do_shortcut(u, edit, key->code);
    }
}

// The letter whose left edge is nearest to the mouse.
static size_t letter_under(const ui *u, const char *text, box inner)
{
    const int32_t x = u->mouse_x - inner.x + u->edit_scroll;
    if (x <= 0)
    {
        return 0;
    }
    const size_t length = strlen(text), before = text_fit(u, TEXT_NORMAL, text, length, x);
    text_edit at = {.text = (char *)(uintptr_t)text, .room = length + 1, .cursor = before};
    at.anchor = before;
    text_edit_move(&at, 1, false, false);
    const int32_t left = painter_text_width(u->paint, TEXT_NORMAL, text, before);
    const int32_t right = painter_text_width(u->paint, TEXT_NORMAL, text, at.cursor);
    return x - left > right - x ? at.cursor : before;
}

static void do_mouse(ui *u, const ui_widget *w, text_edit *edit, box inner)
{
    const size_t at = letter_under(u, edit->text, inner);
    u->edit_clock = u->clock;
    if (u->deeds.pressed != w->id)
    {
        if (u->clicks < 2)
        {
            text_edit_go(edit, at, true);
        }
        return;
    }
    text_edit_go(edit, at, u->deeds.shift);
    if (u->deeds.clicks == 2)
    {
        text_edit_select_word(edit, at);
    }
}

static bool do_edits(ui *u, const ui_widget *w, text_edit *edit)
{
    bool changed = false;
    if (u->deeds.edited == w->id)
    {
        for (int32_t i = 0; i < u->deeds.edit_count; i++)
        {
            changed |= do_key(u, edit, &u->deeds.edits[i]);
        }
        u->edit_clock = u->clock;
    }
    return changed;
}

// ---- how it looks -------------------------------------------------------------------------------

static int32_t width_to(const ui *u, const text_edit *edit, size_t at)
{
    return painter_text_width(u->paint, TEXT_NORMAL, edit->text, at);
}

// The cursor stays in sight.
static void follow_cursor(ui *u, const text_edit *edit, box inner)
{
    const int32_t at = width_to(u, edit, edit->cursor), all = width_to(u, edit, strlen(edit->text));
    const int32_t room = inner.w - px(u, 2);
    int32_t scroll = u->edit_scroll;
    scroll = at - room > scroll ? at - room : scroll;
    scroll = all - room < scroll ? all - room : scroll;
    scroll = at < scroll ? at : scroll;
    u->edit_scroll = scroll > 0 ? scroll : 0;
}

static void draw_cursor(ui *u, const text_edit *edit, box inner)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t high = painter_line_height(u->paint, TEXT_NORMAL);
    const int32_t y = inner.y + (inner.h - high) / 2, x = inner.x - u->edit_scroll;
    const int32_t from = width_to(u, edit, text_edit_from(edit));
    const int32_t to = width_to(u, edit, text_edit_to(edit));
    if (to > from)
    {
        painter_fill(u->paint, (box){x + from, y, to - from, high}, faded(theme->accent, 0.7F));
    }
    const box cursor = {x + width_to(u, edit, edit->cursor), y, px(u, 2) > 1 ? px(u, 2) : 1, high};
    if (fmod(u->clock - u->edit_clock, 1.06) < 0.6)
    {
        painter_fill(u->paint, cursor, theme->focus);
    }
    u->text_place_made = cursor;
}

static void draw_field(ui *u, const ui_widget *w, box right, bool writing)
{
    const ui_theme *theme = ui_get_theme(u);
    const bool lit = writing || w->hovered || w->focused;
    const float strength = w->enabled ? 1 : 0.4F;
    draw_round(u, right, 5, faded((loam_colour){18, 15, 12, 240}, strength));
    draw_edge(u, right, 5, px(u, 1) > 1 ? px(u, 1) : 1,
              writing ? faded(theme->focus, 0.8F)
                      : faded(theme->panel_edge, lit ? 1 : 0.75F * strength));
}

static void draw_content(ui *u, const ui_widget *w, const text_edit *edit, box inner, bool writing,
                         const char *hint)
{
    const ui_theme *theme = ui_get_theme(u);
    painter_push_clip(u->paint, inner);
    if (writing)
    {
        draw_cursor(u, edit, inner);
        const int32_t y = inner.y + (inner.h - painter_line_height(u->paint, TEXT_NORMAL)) / 2;
        painter_text(u->paint, inner.x - u->edit_scroll, y, TEXT_NORMAL, theme->text, edit->text);
    }
    else if (edit->text[0] != '\0')
    {
        draw_line(u, inner, ALIGN_LEFT, TEXT_NORMAL, widget_text_colour(u, w), edit->text);
    }
    if (edit->text[0] == '\0' && hint != NULL)
    {
        draw_line(u, inner, ALIGN_LEFT, TEXT_NORMAL,
                  faded(theme->text_dim, w->enabled ? 0.8F : 0.4F), hint);
    }
    painter_pop_clip(u->paint);
}

// ---- the widget ---------------------------------------------------------------------------------

static text_edit begin_writing(ui *u, ui_id id, char *text, size_t room)
{
    if (u->edit_id != id)
    {
        u->edit_id = id;
        u->edit_cursor = u->edit_anchor = strlen(text);
        u->edit_scroll = 0;
    }
    text_edit edit = {text, room, u->edit_cursor, u->edit_anchor};
    text_edit_settle(&edit);
    return edit;
}

bool ui_text_field(ui *u, const char *label, char *text, size_t room, const char *hint)
{
    LOAM_ASSERT(NULL, room > 0 && memchr(text, 0, room) != NULL);
    const box at = layout_next(u, row_height(u));
    const ui_widget w = widget_add(u, id_of(u, label), at, PLACE_FOCUS | PLACE_TEXT, true);
    const box right = widget_row(u, &w, label), inner = box_inset(right, px(u, 8), px(u, 1));
    if (w.used && !u->mouse_leads)
    {
        keyboard_open(u, w.id);
    }
    const bool keyboard = u->keyboard.owner == w.id;
    u->keyboard.seen = u->keyboard.seen || keyboard;
    const bool writing = w.enabled && (keyboard || (u->focus == w.id && u->depth > 1));
    text_edit edit = {.text = text, .room = room};
    bool changed = false;
    if (writing)
    {
        edit = begin_writing(u, w.id, text, room);
        if (w.pressed)
        {
            do_mouse(u, &w, &edit, inner);
        }
        changed = do_edits(u, &w, &edit);
        u->edit_cursor = edit.cursor;
        u->edit_anchor = edit.anchor;
        follow_cursor(u, &edit, inner);
    }
    if (w.seen)
    {
        draw_field(u, &w, right, writing);
        draw_content(u, &w, &edit, inner, writing, hint);
    }
    return changed;
}
