// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <stdlib.h>
#include <string.h>

// Frames, screens, and what a program asks about them.

loam_result ui_create(ui_clipboard clipboard, ui **out)
{
    ui *u = calloc(1, sizeof *u);
    *out = u;
    if (u == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "no memory for an interface (%zu bytes)", sizeof *u);
    }
    u->clipboard = clipboard;
    u->seen = &u->maps[0];
    u->made = &u->maps[1];
    return LOAM_OK;
}

void ui_destroy(ui *u)
{
    free(u);
}

// ---- screens ------------------------------------------------------------------------------------

static ui_screen *screen_of(ui *u, uint64_t name)
{
    ui_screen *oldest = &u->screens[0];
    for (int32_t i = 0; i < UI_MAX_SCREENS; i++)
    {
        if (u->screens[i].name == name)
        {
            return &u->screens[i];
        }
        oldest = u->screens[i].frame < oldest->frame ? &u->screens[i] : oldest;
    }
    *oldest = (ui_screen){.name = name};
    return oldest;
}

static void change_screen(ui *u, uint64_t name)
{
    if (u->screen != 0)
    {
        ui_screen *old = screen_of(u, u->screen);
        old->focus = u->keyboard.owner != 0 ? u->keyboard.owner
                     : u->below != 0        ? u->below
                                            : u->focus;
        old->frame = u->frame;
    }
    u->screen = name;
    u->focus = screen_of(u, name)->focus;
    u->focus_at = (box){0, 0, 0, 0};
    u->hovered = u->below = u->edit_id = 0;
    u->unfocused = u->follow = u->focus_next = false;
    u->keyboard = (ui_keyboard){.owner = 0};
    for (int32_t i = 0; i < UI_MAX_SCROLLS; i++)
    {
        u->scrolls[i].pinned = false;
    }
    u->seen->place_count = u->seen->area_count = u->seen->top = 0;
    events_forget(u);
}

// ---- frames -------------------------------------------------------------------------------------

static void begin_map(ui *u)
{
    u->made->place_count = u->made->area_count = u->made->top = 0;
    u->depth = u->id_count = u->layer = 0;
    u->ids[0] = u->screen;
    const box all = {0, 0, u->paint->w, u->paint->h};
    const int32_t pad = px(u, 16);
    (void)area_push(u, (ui_area){.view = box_inset(all, pad, pad),
                                 .clip = all,
                                 .scroll = -1,
                                 .top = pad,
                                 .y = pad,
                                 .gap = px(u, 6)});
}

void ui_begin(ui *u, painter *paint, const input *now, const char *screen, float seconds)
{
    u->paint = paint;
    u->frame++;
    u->seconds = seconds > 0 ? seconds < 0.25F ? seconds : 0.25F : 0;
    u->clock += (double)u->seconds;
    const uint64_t name = hash_text(1, screen);
    if (name != u->screen)
    {
        change_screen(u, name);
    }
    events_take(u, now);
    u->active_found = u->waiting_found = u->keyboard.seen = u->tip_wanted = false;
    u->ring = u->text_place_made = (box){0, 0, 0, 0};
    u->last_at = (box){0, 0, 0, 0};
    u->last_id = 0;
    u->next_off = false;
    begin_map(u);
}

void ui_end(ui *u)
{
    LOAM_ASSERT(NULL, u->depth == 1 && u->id_count == 0);
    if (u->keyboard.owner != 0)
    {
        keyboard_run(u);
    }
    area_pop(u);
    if (u->ring.w > 0)
    {
        painter_push_clip(u->paint, u->ring_clip);
        draw_edge(u, u->ring, 6, px(u, 2) > 2 ? px(u, 2) : 2, ui_get_theme(u)->focus);
        painter_pop_clip(u->paint);
    }
    tooltip_draw(u);
    focus_settle(u);
    // What is gone cannot be dragged or waited for.
    u->active = u->active_found ? u->active : 0;
    u->waiting = u->waiting_found ? u->waiting : 0;
    u->follow = u->follow && !u->focus_found;
    u->text_place = u->text_place_made;
    ui_map *seen = u->seen;
    u->seen = u->made;
    u->made = seen;
}

bool ui_back(ui *u)
{
    return u->deeds.back;
}

bool ui_wants_keys(const ui *u)
{
    return u->waiting != 0 || u->keyboard.owner != 0 || u->text_place.w > 0;
}

bool ui_wants_mouse(const ui *u)
{
    return u->hovered != 0 || u->active != 0 || u->seen->top > 0;
}

bool ui_covers(const ui *u, box at)
{
    for (int32_t i = 0; i < u->made->area_count; i++)
    {
        const box shared = box_cut(u->made->areas[i].outer, at);
        if (shared.w > 0 && shared.h > 0)
        {
            return true;
        }
    }
    return false;
}

box ui_text_place(const ui *u)
{
    return u->text_place;
}

void ui_focus_next(ui *u)
{
    u->focus_next = true;
}

void ui_enable_next(ui *u, bool enabled)
{
    u->next_off = !enabled;
}
