// SPDX-License-Identifier: MIT
#include "play/hint.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum
{
    HINT_SECONDS = 20,
    MAX_KEY = 48,
};

void hint_not_needed(app *a)
{
    a->settings_changed = a->settings_changed || !a->settings.helped;
    a->settings.helped = true;
}

/// How something is done, within a sentence: "Space", "the left mouse button". Whether it can be.
static bool key_of(const app *a, play_action action, char out[MAX_KEY])
{
    char key[MAX_KEY - 4];
    play_binding_text(&a->settings.bindings, action, a->now.device, key, sizeof key);
    const bool is_button = strstr(key, "mouse button") != NULL || strstr(key, "tick") != NULL;
    key[0] = is_button ? (char)tolower((unsigned char)key[0]) : key[0];
    snprintf(out, MAX_KEY, "%s%s", is_button ? "the " : "", key);
    return key[0] != '\0';
}

static void tell(app *a, const char *text)
{
    app_notice_add(a, false, "%s", text);
    a->notices[0].text[0] = (char)toupper((unsigned char)a->notices[0].text[0]);
    a->notices[0].seconds = HINT_SECONDS;
}

/// "A and D walk"; both directions of a stick are the stick.
static void tell_moving(app *a)
{
    char text[256], left[MAX_KEY], right[MAX_KEY], jump[MAX_KEY], use[MAX_KEY],
        walk[2 * MAX_KEY + 16];
    const bool all = key_of(a, PLAY_LEFT, left) && key_of(a, PLAY_RIGHT, right) &&
                     key_of(a, PLAY_JUMP, jump) && key_of(a, PLAY_USE, use);
    const bool stick = a->now.device == INPUT_GAMEPAD &&
                       a->settings.bindings.of[PLAY_LEFT].pad == INPUT_STICK_LEFT &&
                       a->settings.bindings.of[PLAY_RIGHT].pad == INPUT_STICK_RIGHT;
    if (all)
    {
        snprintf(walk, sizeof walk, "%s%s%s %s", stick ? "the left stick" : left,
                 stick ? "" : " and ", stick ? "" : right, stick ? "walks" : "walk");
        snprintf(text, sizeof text, "%s, %s jumps, %s digs", walk, jump, use);
        tell(a, text);
    }
}

static void tell_building(app *a)
{
    char text[256], next[MAX_KEY], ring[MAX_KEY];
    const bool pad = a->now.device == INPUT_GAMEPAD;
    if (key_of(a, PLAY_TOOL_RING, ring) && (!pad || key_of(a, PLAY_NEXT_SLOT, next)))
    {
        snprintf(text, sizeof text, "%s choose%s what to build with, %s held shows the tools",
                 pad ? next : "1 to 9 and 0", pad ? "s" : "", ring);
        tell(a, text);
    }
}

static void tell_help(app *a)
{
    char text[256], key[MAX_KEY];
    if (key_of(a, PLAY_HELP, key))
    {
        snprintf(text, sizeof text, "%s shows what the keys do", key);
        tell(a, text);
    }
    else if (key_of(a, PLAY_MENU, key))
    {
        snprintf(text, sizeof text, "%s opens the menu, which has help", key);
        tell(a, text);
    }
}

void hint_run(app *a)
{
    if (!a->settings.helped)
    {
        hint_not_needed(a);
        tell_help(a); // the last one told stands first
        tell_building(a);
        tell_moving(a);
    }
}
