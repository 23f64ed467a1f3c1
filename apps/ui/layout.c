// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <stdio.h>
#include <string.h>

// Areas lie in each other: the screen, panels, lists. Each is a column of rows, and a row has one widget or
// several side by side. Where a widget stands follows from those before it in the same frame; only whether
// an area needs a scroll bar, and how high a panel is that fits its content, is known from the last frame.

static const float panel_pad = 16, panel_radius = 8, heading_gap = 10, row_gap = 6, ring_room = 4;

// ---- ids ----------------------------------------------------------------------------------------

// FNV-1a.
uint64_t hash_text(uint64_t seed, const char *text)
{
    uint64_t hash = seed ^ 0xcbf29ce484222325u;
    for (; *text != '\0'; text++)
    {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    }
    hash = (hash ^ 0xff) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_number(uint64_t seed, uint64_t number)
{
    uint64_t hash = (seed ^ number) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

// How often this base was asked for in this frame before.
static uint32_t count_of(ui *u, ui_id base)
{
    const uint32_t frame = (uint32_t)u->frame;
    for (uint32_t probe = 0; probe < 64; probe++)
    {
        ui_count *slot = &u->counts[(base + probe) & (UI_ID_SLOTS - 1)];
        if (slot->frame != frame)
        {
            *slot = (ui_count){.base = base, .frame = frame, .count = 1};
            return 0;
        }
        if (slot->base == base)
        {
            return slot->count++;
        }
    }
    return 0;
}

ui_id id_of(ui *u, const char *label)
{
    const ui_id base = hash_text(u->ids[u->id_count], label);
    const ui_id hash = hash_number(base, count_of(u, base)), id = hash > 1 ? hash : 2;
    if (id == u->focus)
    {
        u->focus_name_of = id;
        snprintf(u->focus_name, sizeof u->focus_name, "%s", label);
    }
    return id;
}

void ui_push_id(ui *u, const char *id, int32_t number)
{
    LOAM_ASSERT(NULL, u->id_count < UI_MAX_IDS - 1);
    const uint64_t outer = u->ids[u->id_count];
    u->ids[++u->id_count] = hash_number(hash_text(outer, id), (uint64_t)(uint32_t)number);
}

void ui_pop_id(ui *u)
{
    LOAM_ASSERT(NULL, u->id_count > 0);
    u->id_count--;
}

// ---- areas --------------------------------------------------------------------------------------

ui_area *area_now(ui *u)
{
    return &u->made->areas[u->stack[u->depth - 1]];
}

int32_t area_push(ui *u, ui_area area)
{
    LOAM_ASSERT(NULL, u->depth < UI_MAX_DEPTH && u->made->area_count < UI_MAX_AREAS);
    const int32_t index = u->made->area_count++;
    area.parent = u->depth > 0 ? u->stack[u->depth - 1] : -1;
    area.layer = u->layer;
    area.columns = 1;
    area.first.id = area.last.id = 0;
    u->made->areas[index] = area;
    u->stack[u->depth++] = index;
    painter_push_clip(u->paint, area.hidden ? (box){0, 0, 0, 0} : area.clip);
    return index;
}

void area_pop(ui *u)
{
    layout_end_row(area_now(u));
    painter_pop_clip(u->paint);
    u->depth--;
}

void layout_end_row(ui_area *area)
{
    if (area->column > 0)
    {
        area->y += area->row_high + area->gap;
        area->column = 0;
    }
    area->row_high = 0;
}

int32_t row_height(const ui *u)
{
    const int32_t min = px(u, 34);
    const int32_t text = painter_line_height(u->paint, TEXT_NORMAL) + px(u, 10);
    return text > min ? text : min;
}

static box column_box(const ui_area *area, int32_t column)
{
    const float room = (float)(area->view.w - area->gap * (area->columns - 1));
    float before = 0;
    for (int32_t i = 0; i < column; i++)
    {
        before += area->shares[i];
    }
    const int32_t left = (int32_t)(before * room);
    const int32_t right = (int32_t)((before + area->shares[column]) * room);
    const int32_t w = right - left;
    return (box){area->view.x + left + column * area->gap, area->y, w > 0 ? w : 0, 0};
}

box layout_next(ui *u, int32_t h)
{
    ui_area *area = area_now(u);
    box at = area->columns > 1 ? column_box(area, area->column)
                               : (box){area->view.x, area->y, area->view.w, 0};
    at.h = h;
    area->row_high = h > area->row_high ? h : area->row_high;
    area->column++;
    if (area->column >= area->columns)
    {
        layout_end_row(area);
    }
    return at;
}

void ui_columns(ui *u, int32_t count, const float *shares)
{
    LOAM_ASSERT(NULL, count >= 1 && count <= UI_MAX_COLUMNS);
    ui_area *area = area_now(u);
    layout_end_row(area);
    float sum = 0;
    for (int32_t i = 0; i < count; i++)
    {
        sum += shares != NULL ? shares[i] : 1;
    }
    for (int32_t i = 0; i < count; i++)
    {
        area->shares[i] = (shares != NULL ? shares[i] : 1) / sum;
    }
    area->columns = count;
}

void ui_space(ui *u, float h)
{
    (void)layout_next(u, px(u, h));
}

box ui_centre(const ui *u, float w, float h)
{
    const int32_t edge = px(u, 8);
    int32_t wide = px(u, w), high = px(u, h);
    wide = wide < u->paint->w - 2 * edge ? wide : u->paint->w - 2 * edge;
    high = high < u->paint->h - 2 * edge ? high : u->paint->h - 2 * edge;
    wide = wide > 1 ? wide : 1;
    high = h > 0 && high > 1 ? high : h > 0 ? 1 : 0;
    return (box){(u->paint->w - wide) / 2, (u->paint->h - high) / 2, wide, high};
}

// ---- panels -------------------------------------------------------------------------------------

static void draw_panel(const ui *u, box at)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t line = px(u, 1) > 1 ? px(u, 1) : 1;
    for (int32_t i = 4; i >= 1; i--) // a soft shadow
    {
        const box around = {at.x - i * line, at.y - i * line, at.w + 2 * i * line,
                            at.h + 2 * i * line};
        draw_edge(u, around, panel_radius + (float)i, line,
                  (loam_colour){0, 0, 0, (uint8_t)(56 - 12 * i)});
    }
    loam_colour fill = theme->panel;
    fill.a = u->layer > 0 ? 252 : fill.a; // over other panels nothing shines through
    draw_round(u, at, panel_radius, fill);
    draw_edge(u, at, panel_radius, line, theme->panel_edge);
}

static int32_t heading_height(const ui *u, const char *heading)
{
    return heading == NULL ? 0 : painter_line_height(u->paint, TEXT_LARGE) + px(u, heading_gap);
}

static void draw_panel_heading(const ui *u, box at, const char *heading)
{
    const ui_theme *theme = ui_get_theme(u);
    const int32_t pad = px(u, panel_pad), high = painter_line_height(u->paint, TEXT_LARGE);
    const box line = {at.x + pad, at.y + px(u, 12), at.w - 2 * pad, high};
    draw_line(u, line, ALIGN_LEFT, TEXT_LARGE, theme->text, heading);
    const int32_t thick = px(u, 1) > 1 ? px(u, 1) : 1;
    painter_fill(u->paint, (box){line.x, line.y + high + px(u, 4), line.w, thick},
                 faded(theme->panel_edge, 0.7F));
}

// Whoever reads or writes in a panel is not to look for it anew when a line comes or goes: as long as its
// screen is there, its top stays where it was first.
static int32_t keep_top(const ui *u, ui_scroll *panel, int32_t middle, int32_t top)
{
    const bool same = panel->pinned && panel->pinned_middle == middle &&
                      panel->pinned_scale >= u->paint->scale &&
                      panel->pinned_scale <= u->paint->scale;
    if (!same && panel->content > 0)
    {
        panel->pinned = true;
        panel->pinned_top = top;
        panel->pinned_middle = middle;
        panel->pinned_scale = u->paint->scale;
    }
    return same ? panel->pinned_top : top;
}

// A panel without a height is as high as its content was in the last frame, at first above and below its y.
static box fit_content(const ui *u, box at, int32_t around, ui_scroll *panel)
{
    const int32_t edge = px(u, 8), max = u->paint->h - 2 * edge;
    at.h = panel->content + around < max ? panel->content + around : max;
    at.h = at.h > 1 ? at.h : 1;
    at.y = keep_top(u, panel, at.y, at.y - at.h / 2);
    at.y = at.y + at.h < u->paint->h - edge ? at.y : u->paint->h - edge - at.h;
    at.y = at.y > edge ? at.y : edge;
    return at;
}

void panel_open(ui *u, ui_id id, const char *heading, box at)
{
    const int32_t pad = px(u, panel_pad), ring = px(u, ring_room);
    const int32_t above = pad + heading_height(u, heading) - ring, below = pad - ring;
    const int32_t scroll = scroll_find(u, id);
    const bool fitted = at.h <= 0, hidden = fitted && u->scrolls[scroll].content == 0;
    if (fitted)
    {
        at = fit_content(u, at, above + below, &u->scrolls[scroll]);
    }
    at = box_cut(at, (box){0, 0, u->paint->w, u->paint->h});
    box view = {at.x + pad, at.y + above, at.w - 2 * pad, at.h - above - below};
    view.h = view.h > 0 ? view.h : 0;
    const int32_t offset = scroll_begin(u, scroll, view.h);
    const bool bar = scroll_has_bar(u, scroll); // by the height that it has now
    view.w -= bar ? scroll_bar_width(u) : 0;
    view.w = view.w > 0 ? view.w : 0;
    if (!hidden)
    {
        draw_panel(u, at);
        if (heading != NULL)
        {
            draw_panel_heading(u, at, heading);
        }
    }
    area_push(u, (ui_area){.id = id,
                           .view = view,
                           .clip = {view.x - ring, view.y, view.w + 2 * ring, view.h},
                           .scroll = scroll,
                           .bar = bar,
                           .bar_aside = px(u, 3),
                           .top = view.y - offset,
                           .y = view.y - offset + ring,
                           .gap = px(u, row_gap),
                           .outer = at,
                           .hidden = hidden});
    if (!hidden && u->made->place_count < UI_MAX_PLACES)
    {
        u->made->places[u->made->place_count++] = (ui_place){
            id, at, at, u->made->area_count - 1, u->layer, 0};
    }
}

void ui_panel_begin(ui *u, const char *heading, box at)
{
    panel_open(u, id_of(u, heading != NULL ? heading : "panel"), heading, at);
}

void ui_panel_end(ui *u)
{
    LOAM_ASSERT(NULL, u->depth > 1);
    ui_area *area = area_now(u);
    layout_end_row(area);
    scroll_reveal_last(u, area);
    const int32_t content = area->y - area->gap - area->top + px(u, ring_room);
    area_pop(u);
    scroll_end(u, area, content);
}

void ui_dialog_begin(ui *u, const char *heading, box at)
{
    LOAM_ASSERT(NULL, u->layer == 0);
    painter_fill(u->paint, (box){0, 0, u->paint->w, u->paint->h}, ui_get_theme(u)->shade);
    u->layer = 1;
    u->made->top = u->made->top > 1 ? u->made->top : 1;
    ui_panel_begin(u, heading, at);
}

void ui_dialog_end(ui *u)
{
    ui_panel_end(u);
    u->layer = 0;
}
