// SPDX-License-Identifier: MIT
#include "window/input.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

// Keys are called as SDL calls them. A few of SDL's have no name, or that of another key: these have their
// number, so that whatever keyboard somebody has, a name read back is the key that was written.

_Static_assert((int)INPUT_KEYS == (int)SDL_NUM_SCANCODES, "keys are SDL's scancodes");
_Static_assert(KEY_A == (int)SDL_SCANCODE_A && KEY_Z == (int)SDL_SCANCODE_Z, "letters");
_Static_assert(KEY_1 == (int)SDL_SCANCODE_1 && KEY_0 == (int)SDL_SCANCODE_0, "digits");
_Static_assert(KEY_F1 == (int)SDL_SCANCODE_F1 && KEY_UP == (int)SDL_SCANCODE_UP, "keys");
_Static_assert(KEY_PAD_ENTER == (int)SDL_SCANCODE_KP_ENTER, "keys");
_Static_assert(KEY_RIGHT_ALT == (int)SDL_SCANCODE_RALT, "modifiers");

static const char *const names[INPUT_CODES - INPUT_KEYS] = {
    [INPUT_MOUSE_LEFT - INPUT_KEYS] = "Left mouse button",
    [INPUT_MOUSE_MIDDLE - INPUT_KEYS] = "Middle mouse button",
    [INPUT_MOUSE_RIGHT - INPUT_KEYS] = "Right mouse button",
    [INPUT_MOUSE_BACK - INPUT_KEYS] = "Back mouse button",
    [INPUT_MOUSE_FORWARD - INPUT_KEYS] = "Forward mouse button",
    [INPUT_WHEEL_UP - INPUT_KEYS] = "Wheel up",
    [INPUT_WHEEL_DOWN - INPUT_KEYS] = "Wheel down",
    [INPUT_PAD_A - INPUT_KEYS] = "Pad A",
    [INPUT_PAD_B - INPUT_KEYS] = "Pad B",
    [INPUT_PAD_X - INPUT_KEYS] = "Pad X",
    [INPUT_PAD_Y - INPUT_KEYS] = "Pad Y",
    [INPUT_PAD_BACK - INPUT_KEYS] = "Pad back",
    [INPUT_PAD_START - INPUT_KEYS] = "Pad start",
    [INPUT_PAD_LEFT_STICK - INPUT_KEYS] = "Pad left stick pressed",
    [INPUT_PAD_RIGHT_STICK - INPUT_KEYS] = "Pad right stick pressed",
    [INPUT_PAD_LEFT_SHOULDER - INPUT_KEYS] = "Pad left shoulder",
    [INPUT_PAD_RIGHT_SHOULDER - INPUT_KEYS] = "Pad right shoulder",
    [INPUT_PAD_UP - INPUT_KEYS] = "Pad up",
    [INPUT_PAD_DOWN - INPUT_KEYS] = "Pad down",
    [INPUT_PAD_LEFT - INPUT_KEYS] = "Pad left",
    [INPUT_PAD_RIGHT - INPUT_KEYS] = "Pad right",
    [INPUT_PAD_LEFT_TRIGGER - INPUT_KEYS] = "Pad left trigger",
    [INPUT_PAD_RIGHT_TRIGGER - INPUT_KEYS] = "Pad right trigger",
    [INPUT_STICK_LEFT - INPUT_KEYS] = "Stick left",
    [INPUT_STICK_RIGHT - INPUT_KEYS] = "Stick right",
    [INPUT_STICK_UP - INPUT_KEYS] = "Stick up",
    [INPUT_STICK_DOWN - INPUT_KEYS] = "Stick down",
};

static const char *key_name(input_code code)
{
    static char number[16];
    const char *name = SDL_GetScancodeName((SDL_Scancode)code);
    if (name[0] != 0 && SDL_GetScancodeFromName(name) == (SDL_Scancode)code)
    {
        return name;
    }
    snprintf(number, sizeof number, "Key %d", (int)code);
    return number;
}

const char *input_code_name(input_code code)
{
    if (code <= INPUT_NONE || code >= INPUT_CODES)
    {
        return "?";
    }
    return code < INPUT_KEYS ? key_name(code) : names[code - INPUT_KEYS];
}

static input_code numbered_key(const char *name)
{
    if (SDL_strncasecmp(name, "Key ", 4) != 0 || name[4] < '1' || name[4] > '9')
    {
        return INPUT_NONE;
    }
    char *end;
    const long number = strtol(name + 4, &end, 10);
    return *end == 0 && number < INPUT_KEYS ? (input_code)number : INPUT_NONE;
}

input_code input_code_named(const char *name)
{
    for (int32_t i = 0; i < INPUT_CODES - INPUT_KEYS; i++)
    {
        if (SDL_strcasecmp(names[i], name) == 0)
        {
            return INPUT_KEYS + i;
        }
    }
    const input_code numbered = numbered_key(name);
    return numbered != INPUT_NONE ? numbered : (input_code)SDL_GetScancodeFromName(name);
}
