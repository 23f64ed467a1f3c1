// SPDX-License-Identifier: MIT
#include "ui/state.h"

#include <string.h>

// Events wait in a queue and are taken in their order, until one is for another widget than the one that is
// served in this frame. take_... functions say whether the event was taken; if not it waits.

static const float repeat_after = 0.4F, repeat_every = 0.09F, wheel_units = 84;
static const double double_click = 0.4;

// ---- the queue ----------------------------------------------------------------------------------

static void queue_add(ui *u, input_event event)
{
    if (u->queue_count < UI_MAX_QUEUE)
    {
        u->queue[u->queue_count++] = event;
    }
}

static bool is_direction(input_code code)
{
    return (code >= INPUT_PAD_UP && code <= INPUT_PAD_RIGHT) ||
           (code >= INPUT_STICK_LEFT && code <= INPUT_STICK_DOWN);
}

// A gamepad's directions repeat while they are held, as keys do by themselves.
static void queue_repeats(ui *u, const input *now)
{
    for (int32_t i = 0; i < now->event_count; i++)
    {
        if (now->events[i].pressed && is_direction(now->events[i].code))
        {
            u->repeating = now->events[i].code;
            u->repeat_left = repeat_after + u->seconds;
        }
    }
    if (u->repeating == INPUT_NONE || !now->down[u->repeating])
    {
        u->repeating = INPUT_NONE;
        return;
    }
    u->repeat_left -= u->seconds;
    if (u->repeat_left <= 0)
    {
        u->repeat_left = repeat_every;
        queue_add(u, (input_event){.code = u->repeating, .pressed = true, .repeated = true});
    }
}

void events_forget(ui *u)
{
    u->queue_count = 0;
    u->repeating = INPUT_NONE;
    u->active = u->waiting = u->click_id = 0;
}

// ---- whom it is for -----------------------------------------------------------------------------

static bool serve(ui *u, ui_id id)
{
    if (u->deeds.served != 0 && u->deeds.served != id)
    {
        return false;
    }
    u->deeds.served = id;
    return true;
}

static bool use(ui *u, ui_id id, input_code by)
{
    if (u->deeds.used != 0 || !serve(u, id))
    {
        return false;
    }
    u->deeds.used = id;
    u->deeds.used_by = by;
    return true;
}

static uint32_t focus_flags(const ui *u)
{
    const ui_place *place = map_find(u->seen, u->focus);
    return place != NULL && place->layer == u->seen->top ? place->flags : 0;
}

// ---- the mouse ----------------------------------------------------------------------------------

static void count_clicks(ui *u, ui_id id)
{
    const int32_t slip = px(u, 5);
    const bool again = id == u->click_id && u->clock - u->click_clock < double_click &&
                       u->mouse_x - u->click_x <= slip && u->click_x - u->mouse_x <= slip &&
                       u->mouse_y - u->click_y <= slip && u->click_y - u->mouse_y <= slip;
    u->clicks = again ? u->clicks % 2 + 1 : 1;
    u->click_id = id;
    u->click_clock = u->clock;
    u->click_x = u->mouse_x;
    u->click_y = u->mouse_y;
    u->deeds.clicks = u->clicks;
}

static bool take_press(ui *u, input_code button, bool shift)
{
    const ui_place *place = map_under(u->seen, u->mouse_x, u->mouse_y);
    const ui_id id = place != NULL ? place->id : 0;
    if (u->deeds.served != 0 && u->deeds.served != id)
    {
        return false;
    }
    u->mouse_leads = true;
    if (button != INPUT_MOUSE_LEFT && (place == NULL || (place->flags & PLACE_ANY_BUTTON) == 0))
    {
        return true;
    }
    u->active = id;
    u->active_button = button;
    u->deeds.pressed = id;
    u->deeds.shift = shift;
    count_clicks(u, id);
    if (place != NULL && (place->flags & PLACE_FOCUS) != 0)
    {
        focus_set(u, id);
        u->unfocused = u->follow = false;
    }
    else if ((focus_flags(u) & PLACE_TEXT) != 0 && (place == NULL || place->flags == 0))
    {
        u->focus = 0; // writing ends
        u->unfocused = true;
    }
    if (u->keyboard.owner != 0 && place == NULL)
    {
        keyboard_close(u);
    }
    return true;
}

static bool take_release(ui *u, input_code button)
{
    if (button != u->active_button || u->active == 0)
    {
        return true;
    }
    const ui_place *place = map_under(u->seen, u->mouse_x, u->mouse_y);
    if (place != NULL && place->id == u->active && !use(u, u->active, button))
    {
        return false;
    }
    u->active = 0;
    return true;
}

static void take_wheel(ui *u, input_code code)
{
    const ui_place *place = map_under(u->seen, u->mouse_x, u->mouse_y);
    const float by = (float)px(u, wheel_units) * (code == INPUT_WHEEL_UP ? -1 : 1);
    for (int32_t area = place != NULL ? place->area : -1; area >= 0;
         area = u->seen->areas[area].parent)
    {
        const int32_t scroll = u->seen->areas[area].scroll;
        if (scroll >= 0 && scroll_has_bar(u, scroll))
        {
            (void)scroll_by(u, scroll, by);
            return;
        }
    }
}

static bool take_mouse(ui *u, input_event event)
{
    if (event.code == INPUT_WHEEL_UP || event.code == INPUT_WHEEL_DOWN)
    {
        if (event.pressed)
        {
            take_wheel(u, event.code);
        }
        return true;
    }
    return event.pressed ? take_press(u, event.code, event.shift) : take_release(u, event.code);
}

// ---- writing ------------------------------------------------------------------------------------

static bool add_edit(ui *u, ui_id id, input_event event)
{
    if (u->deeds.edit_count == UI_MAX_EDITS || !serve(u, id))
    {
        return false;
    }
    u->deeds.edited = id;
    u->deeds.edits[u->deeds.edit_count++] = event;
    return true;
}

static bool is_edit_key(const input_event *event)
{
    switch (event->code)
    {
    case KEY_LEFT:
    case KEY_RIGHT:
    case KEY_HOME:
    case KEY_END:
    case KEY_DELETE:
    case KEY_BACKSPACE:
    case INPUT_LETTER:
        return true;
    case KEY_A:
    case KEY_C:
    case KEY_V:
    case KEY_X:
        return event->ctrl;
    default:
        return false;
    }
}

// What the keyboard on the screen has sent since the last frame.
static void take_sent(ui *u)
{
    ui_keyboard *keys = &u->keyboard;
    if (keys->owner != 0 && keys->send.code != INPUT_NONE)
    {
        (void)add_edit(u, keys->owner, keys->send);
        keys->send = (input_event){.code = INPUT_NONE};
    }
}

// ---- a code that is waited for ------------------------------------------------------------------

static bool take_bound(ui *u, input_code code, bool ctrl)
{
    u->deeds.served = u->deeds.bound = u->waiting;
    u->deeds.bound_code = code;
    u->deeds.bound_ctrl = ctrl && code != KEY_LEFT_CTRL && code != KEY_RIGHT_CTRL;
    u->waiting = 0;
    return true;
}

static bool take_waited(ui *u, input_event event)
{
    const bool pad = event.code >= INPUT_PAD_FIRST;
    const bool ctrl = event.code == KEY_LEFT_CTRL || event.code == KEY_RIGHT_CTRL;
    if (event.repeated || event.code == INPUT_LETTER)
    {
        return true;
    }
    if (event.pressed && event.code == KEY_ESCAPE)
    {
        u->deeds.served = u->waiting;
        u->waiting = 0;
    }
    else if (event.pressed && (event.code == KEY_DELETE || event.code == KEY_BACKSPACE))
    {
        return take_bound(u, INPUT_NONE, false);
    }
    // Ctrl counts when it is let go, so that it can be held for another key.
    else if (pad == u->waiting_pads && event.pressed != ctrl)
    {
        return take_bound(u, event.code, event.ctrl);
    }
    else if (event.pressed && u->waiting_pads && event.code >= INPUT_KEYS)
    {
        u->waiting = 0; // the mouse is needed elsewhere
    }
    return true;
}

// ---- keys and gamepads --------------------------------------------------------------------------

static bool take_back(ui *u)
{
    if (u->deeds.served != 0)
    {
        return false;
    }
    u->deeds.served = 1; // nobody
    if (u->keyboard.owner != 0)
    {
        keyboard_close(u);
    }
    else
    {
        u->deeds.back = true;
    }
    return true;
}

static bool take_use(ui *u, input_code code)
{
    const uint32_t flags = focus_flags(u);
    u->mouse_leads = false;
    if ((flags & PLACE_FOCUS) == 0)
    {
        return true;
    }
    if ((flags & PLACE_TEXT) == 0 || code == INPUT_PAD_A)
    {
        return use(u, u->focus, INPUT_MOUSE_LEFT);
    }
    if (code == KEY_SPACE)
    {
        return true; // it is typed
    }
    if (u->deeds.served != 0)
    {
        return false;
    }
    focus_step(u, 1);
    return true;
}

static ui_way way_of(input_code code)
{
    switch (code)
    {
    case KEY_UP:
    case INPUT_PAD_UP:
    case INPUT_STICK_UP:
        return WAY_UP;
    case KEY_DOWN:
    case INPUT_PAD_DOWN:
    case INPUT_STICK_DOWN:
        return WAY_DOWN;
    case KEY_LEFT:
    case INPUT_PAD_LEFT:
    case INPUT_STICK_LEFT:
        return WAY_LEFT;
    default:
        return WAY_RIGHT;
    }
}

static bool take_direction(ui *u, input_event event)
{
    const ui_way way = way_of(event.code);
    u->mouse_leads = false;
    if ((way == WAY_LEFT || way == WAY_RIGHT) && (focus_flags(u) & PLACE_SIDEWAYS) != 0)
    {
        u->deeds.steps += serve(u, u->focus) ? (way == WAY_LEFT ? -1 : 1) : 0;
        return u->deeds.served == u->focus;
    }
    if (u->deeds.served != 0)
    {
        return false;
    }
    focus_move(u, way, !event.repeated);
    return true;
}

// Tab, Page up and down, Home, End.
static bool take_jump(ui *u, input_code code, bool shift)
{
    const bool sideways = (focus_flags(u) & PLACE_SIDEWAYS) != 0 && code != KEY_TAB;
    u->mouse_leads = false;
    if (sideways ? !serve(u, u->focus) : u->deeds.served != 0)
    {
        return false;
    }
    const bool ends = code == KEY_HOME || code == KEY_END;
    const int32_t way = code == KEY_HOME || code == KEY_PAGE_UP ? -1 : 1;
    if (code == KEY_TAB)
    {
        focus_step(u, shift ? -1 : 1);
    }
    else if (sideways)
    {
        u->deeds.ends = ends ? way : u->deeds.ends;
        u->deeds.pages -= ends ? 0 : way; // Page up is more
    }
    else if (ends)
    {
        focus_end(u, way);
    }
    else
    {
        focus_page(u, way);
    }
    return true;
}

static bool take_key(ui *u, input_event event)
{
    if ((focus_flags(u) & PLACE_TEXT) != 0 && is_edit_key(&event))
    {
        return add_edit(u, u->focus, event);
    }
    switch (event.code)
    {
    case KEY_ESCAPE:
    case INPUT_PAD_B:
    case INPUT_MOUSE_BACK:
        return event.repeated || take_back(u);
    case KEY_ENTER:
    case KEY_PAD_ENTER:
    case KEY_SPACE:
    case INPUT_PAD_A:
        return event.repeated || event.alt || take_use(u, event.code);
    case KEY_TAB:
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
    case KEY_HOME:
    case KEY_END:
        return event.alt || take_jump(u, event.code, event.shift);
    case KEY_UP:
    case KEY_DOWN:
    case KEY_LEFT:
    case KEY_RIGHT:
        return take_direction(u, event);
    default:
        return !is_direction(event.code) || take_direction(u, event);
    }
}

static bool take(ui *u, input_event event)
{
    if (u->waiting != 0)
    {
        return take_waited(u, event);
    }
    if (event.code >= INPUT_MOUSE_LEFT && event.code <= INPUT_WHEEL_DOWN &&
        event.code != INPUT_MOUSE_BACK)
    {
        return take_mouse(u, event);
    }
    return !event.pressed || take_key(u, event);
}

// ---- a frame ------------------------------------------------------------------------------------

static void scroll_with_stick(ui *u, const input *now)
{
    const ui_place *place = map_find(u->seen, u->focus);
    for (int32_t area = place != NULL && now->look_y != 0 ? place->area : -1; area >= 0;
         area = u->seen->areas[area].parent)
    {
        const int32_t scroll = u->seen->areas[area].scroll;
        if (scroll >= 0 && scroll_by(u, scroll, -now->look_y * u->seconds * (float)px(u, 900)))
        {
            return;
        }
    }
}

void events_take(ui *u, const input *now)
{
    u->deeds = (ui_deeds){.served = 0};
    u->mouse_x = now->mouse_x;
    u->mouse_y = now->mouse_y;
    u->mouse_leads = u->mouse_leads || now->mouse_moved;
    for (int32_t i = 0; i < now->event_count; i++)
    {
        queue_add(u, now->events[i]);
    }
    queue_repeats(u, now);
    scroll_with_stick(u, now);
    take_sent(u);
    int32_t taken = 0;
    while (taken < u->queue_count && take(u, u->queue[taken]))
    {
        taken++;
    }
    u->queue_count -= taken;
    memmove(u->queue, u->queue + taken, (size_t)u->queue_count * sizeof u->queue[0]);
    const ui_place *under = map_under(u->seen, u->mouse_x, u->mouse_y);
    u->hovered = under != NULL ? under->id : 0;
}
