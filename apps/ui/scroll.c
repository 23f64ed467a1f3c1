// SPDX-License-Identifier: MIT
#include "ui/state.h"

// An area that is higher than its view shows a part of it. Where it is to stand is one number, where it
// stands another, which follows it in a tenth of a second or so. Both are remembered for every area of the
// last screens; the ones that were not used for the longest time are forgotten first.

static const float list_pad = 3, bar_units = 8, reveal_units = 6;

int32_t scroll_find(ui *u, ui_id area)
{
    const uint64_t key = u->screen ^ area * 0x9e3779b97f4a7c15u;
    int32_t oldest = 0;
    for (int32_t i = 0; i < UI_MAX_SCROLLS; i++)
    {
        if (u->scrolls[i].key == key)
        {
            return i;
        }
        oldest = u->scrolls[i].frame < u->scrolls[oldest].frame ? i : oldest;
    }
    u->scrolls[oldest] = (ui_scroll){.key = key, .frame = u->frame};
    return oldest;
}

static float scroll_most(const ui_scroll *s)
{
    return s->content > s->view ? (float)(s->content - s->view) : 0;
}

static float clamped(float value, float max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

static void keep_in_range(ui_scroll *s)
{
    s->target = clamped(s->target, scroll_most(s));
    s->now = clamped(s->now, scroll_most(s));
}

int32_t scroll_begin(ui *u, int32_t scroll, int32_t view)
{
    ui_scroll *s = &u->scrolls[scroll];
    s->frame = u->frame;
    s->view = view;
    keep_in_range(s);
    const float share = u->seconds * 18 < 1 ? u->seconds * 18 : 1, rest = s->target - s->now;
    s->now = rest < 0.6F && rest > -0.6F ? s->target : s->now + rest * share;
    return (int32_t)(s->now + 0.5F);
}

bool scroll_has_bar(const ui *u, int32_t scroll)
{
    return u->scrolls[scroll].content > u->scrolls[scroll].view && u->scrolls[scroll].view > 0;
}

int32_t scroll_bar_width(const ui *u)
{
    return px(u, bar_units + 6);
}

bool scroll_by(ui *u, int32_t scroll, float pixels)
{
    ui_scroll *s = &u->scrolls[scroll];
    const float to = clamped(s->target + pixels, scroll_most(s));
    const bool moves = to != s->target;
    s->target = to;
    return moves;
}

// ---- bars ---------------------------------------------------------------------------------------

static void drag_bar(ui *u, ui_scroll *s, box track, int32_t thumb)
{
    if (u->deeds.pressed != 0)
    {
        const int32_t room = track.h - thumb;
        const int32_t top = track.y + (int32_t)((float)room * s->now /
                                                (scroll_most(s) > 0 ? scroll_most(s) : 1));
        const int32_t on = u->mouse_y - top;
        u->grab_y = on >= 0 && on < thumb ? on : thumb / 2; // beside it: it jumps there
    }
    const int32_t room = track.h - thumb > 0 ? track.h - thumb : 1;
    const float share = (float)(u->mouse_y - u->grab_y - track.y) / (float)room;
    s->target = clamped(share, 1) * scroll_most(s);
    s->now = s->target;
}

void scroll_end(ui *u, const ui_area *area, int32_t content)
{
    ui_scroll *s = &u->scrolls[area->scroll];
    s->content = content > 0 ? content : 1;
    keep_in_range(s);
    if (!area->bar || !scroll_has_bar(u, area->scroll) || area->hidden)
    {
        return;
    }
    const ui_theme *theme = ui_get_theme(u);
    const int32_t wide = px(u, bar_units);
    const int32_t right = area->view.x + area->view.w + scroll_bar_width(u);
    const box track = {right - wide + area->bar_aside, area->view.y, wide, area->view.h};
    int32_t thumb = (int32_t)((int64_t)track.h * s->view / s->content);
    thumb = thumb > px(u, 24) ? thumb : px(u, 24);
    thumb = thumb < track.h ? thumb : track.h;
    const ui_widget bar = widget_add(u, area->id ^ 0x5c011, track, PLACE_MOUSE_ONLY, true);
    if (bar.pressed)
    {
        drag_bar(u, s, track, thumb);
    }
    const int32_t y = track.y + (int32_t)((float)(track.h - thumb) * s->now / scroll_most(s));
    draw_round(u, track, bar_units / 2, faded(theme->widget_used, 0.8F));
    draw_round(u, (box){track.x, y, wide, thumb}, bar_units / 2,
               bar.pressed   ? theme->accent
               : bar.hovered ? theme->text_dim
                             : theme->panel_edge);
}

// ---- to where the focus goes --------------------------------------------------------------------

static void reveal_in(ui *u, const ui_area *area, box *at, bool first)
{
    ui_scroll *s = &u->scrolls[area->scroll];
    const float margin = (float)px(u, reveal_units);
    const float top = (float)(at->y - area->top) - margin;
    const float bottom = (float)(at->y + at->h - area->top) + margin;
    if (first && bottom <= (float)s->view)
    {
        s->target = 0;
    }
    else if (top < s->target)
    {
        s->target = top;
    }
    else if (bottom > s->target + (float)s->view)
    {
        s->target = bottom - (float)s->view;
    }
    s->target = s->target > 0 ? s->target : 0;
    at->y += area->view.y - area->top - (int32_t)s->target; // where it will stand
}

void scroll_reveal(ui *u, box at)
{
    for (int32_t i = u->stack[u->depth - 1]; i >= 0; i = u->made->areas[i].parent)
    {
        const ui_area *area = &u->made->areas[i];
        if (area->scroll >= 0)
        {
            reveal_in(u, area, &at, area->first.id == 0 || area->first.id == u->focus);
        }
    }
}

// What stands below the last widget of an area is seen with it.
void scroll_reveal_last(ui *u, const ui_area *area)
{
    if (u->follow && area->last.id != 0 && area->last.id == u->focus)
    {
        ui_scroll *s = &u->scrolls[area->scroll];
        const int32_t end = area->y - area->top, top = area->last.at.y - area->top;
        if (end - top <= s->view && end - s->view > (int32_t)s->target)
        {
            s->target = (float)(end - s->view);
        }
    }
}

// ---- lists --------------------------------------------------------------------------------------

void ui_list_begin(ui *u, const char *id, float h)
{
    const int32_t max = u->paint->h * 6 / 10; // all of it can be seen at once
    const int32_t high = px(u, h) < max ? px(u, h) : max;
    const box at = layout_next(u, high);
    const ui_id list = id_of(u, id);
    const int32_t scroll = scroll_find(u, list), pad = px(u, list_pad);
    const ui_theme *theme = ui_get_theme(u);
    draw_round(u, at, 5, faded(theme->widget_used, 0.75F));
    draw_edge(u, at, 5, px(u, 1) > 1 ? px(u, 1) : 1, faded(theme->panel_edge, 0.6F));
    (void)widget_add(u, list, at, 0, true);
    box view = box_inset(at, pad, pad);
    const int32_t offset = scroll_begin(u, scroll, view.h);
    const bool bar = scroll_has_bar(u, scroll);
    view.w -= bar ? scroll_bar_width(u) : 0;
    view.w = view.w > 0 ? view.w : 0;
    area_push(u, (ui_area){.id = list,
                           .view = view,
                           .clip = view,
                           .scroll = scroll,
                           .bar = bar,
                           .top = view.y - offset,
                           .y = view.y - offset,
                           .gap = px(u, 2),
                           .outer = at});
}

ui_item ui_list_row(ui *u, const char *id, float h, bool chosen)
{
    const ui_theme *theme = ui_get_theme(u);
    const box at = layout_next(u, px(u, h));
    const ui_widget w = widget_add(u, id_of(u, id), at, PLACE_FOCUS | PLACE_ANY_BUTTON, true);
    if (w.seen && (chosen || w.hovered || w.focused))
    {
        const loam_colour chosen_colour = faded(theme->accent, w.hovered ? 0.5F : 0.38F);
        draw_round(u, at, 4, chosen ? chosen_colour : faded(theme->widget_hovered, 0.8F));
    }
    return (ui_item){at, w.focused, w.hovered, w.used, w.by};
}

void ui_list_end(ui *u)
{
    ui_area *area = area_now(u);
    LOAM_ASSERT(NULL, area->parent > 0 || u->depth > 1);
    layout_end_row(area);
    scroll_reveal_last(u, area);
    const int32_t content = area->y - area->gap - area->top;
    area_pop(u);
    scroll_end(u, area, content);
}
