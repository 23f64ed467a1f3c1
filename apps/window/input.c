// SPDX-License-Identifier: MIT
#include "window/input.h"

#include "window/utf8.h"

#include <string.h>

// A press that was seen must not lose its release, or somebody walks on for ever. So a press is taken only
// while there is room for the releases of everything that is held.

static bool is_code(input_code code)
{
    return code > INPUT_NONE && code < INPUT_CODES;
}

static int32_t count_down(const input *now)
{
    int32_t count = 0;
    for (int32_t code = 0; code < INPUT_CODES; code++)
    {
        count += now->down[code];
    }
    return count;
}

static void add_event(input *now, input_event event)
{
    event.ctrl = input_ctrl(now);
    event.shift = input_shift(now);
    event.alt = input_alt(now);
    if (now->event_count < INPUT_MAX_EVENTS)
    {
        now->events[now->event_count++] = event;
    }
}

static bool has_room(const input *now, int32_t releases)
{
    return now->event_count + 1 + releases <= INPUT_MAX_EVENTS;
}

void input_begin(input *now)
{
    now->event_count = 0;
    now->mouse_moved = false;
    now->mouse_dx = now->mouse_dy = 0;
    now->quit = false;
}

void input_press(input *now, input_code code, bool pressed, bool repeated)
{
    LOAM_ASSERT(NULL, is_code(code));
    if (!pressed)
    {
        if (now->down[code])
        {
            now->down[code] = false;
            add_event(now, (input_event){.code = code});
        }
        return;
    }
    const int32_t down_then = count_down(now) + !repeated;
    if (now->down[code] != repeated || !has_room(now, down_then))
    {
        return;
    }
    now->down[code] = true;
    now->ctrl_with[code] = repeated ? now->ctrl_with[code] : input_ctrl(now);
    now->device = code >= INPUT_PAD_FIRST ? INPUT_GAMEPAD : INPUT_KEYBOARD;
    add_event(now, (input_event){.code = code, .pressed = true, .repeated = repeated});
}

void input_type(input *now, const char *text)
{
    const char *const end = text + strlen(text);
    while (text < end && has_room(now, count_down(now)))
    {
        input_event event = {.code = INPUT_LETTER, .pressed = true};
        const char *const start = text;
        (void)utf8_next(&text, end);
        memcpy(event.letter, start, (size_t)(text - start));
        add_event(now, event);
    }
}

void input_release_all(input *now)
{
    for (input_code code = 0; code < INPUT_CODES; code++)
    {
        if (now->down[code])
        {
            input_press(now, code, false, false);
        }
    }
    now->walk_x = now->walk_y = 0;
    now->look_x = now->look_y = 0;
}

bool input_pressed(const input *now, input_code code)
{
    for (int32_t i = 0; i < now->event_count; i++)
    {
        const input_event *event = &now->events[i];
        if (event->code == code && event->pressed && !event->repeated)
        {
            return true;
        }
    }
    return false;
}

bool input_ctrl(const input *now)
{
    return now->down[KEY_LEFT_CTRL] || now->down[KEY_RIGHT_CTRL];
}

bool input_shift(const input *now)
{
    return now->down[KEY_LEFT_SHIFT] || now->down[KEY_RIGHT_SHIFT];
}

bool input_alt(const input *now)
{
    return now->down[KEY_LEFT_ALT] || now->down[KEY_RIGHT_ALT];
}
