// SPDX-License-Identifier: MIT
// What people do with keys, mouse and gamepad, from one frame to the next. Nothing of it knows SDL.
#ifndef LOAM_WINDOW_INPUT_H
#define LOAM_WINDOW_INPUT_H

#include "loam/base.h"

// ---- buttons ------------------------------------------------------------------------------------

/// Everything that can be pressed has a code: keys, buttons of the mouse, its wheel, buttons of a gamepad,
/// its triggers and the directions of its sticks.
typedef int32_t input_code;

enum
{
    INPUT_LETTER = -1, // of an event only: something was typed
    INPUT_NONE = 0,
    INPUT_KEYS = 512, // codes below it are scancodes: places on the keyboard, as SDL counts them
    INPUT_MOUSE_LEFT = INPUT_KEYS,
    INPUT_MOUSE_MIDDLE,
    INPUT_MOUSE_RIGHT,
    INPUT_MOUSE_BACK,
    INPUT_MOUSE_FORWARD,
    INPUT_WHEEL_UP, // pressed and released at once
    INPUT_WHEEL_DOWN,
    INPUT_PAD_FIRST,
    INPUT_PAD_A = INPUT_PAD_FIRST, // the lower one of the four
    INPUT_PAD_B,
    INPUT_PAD_X,
    INPUT_PAD_Y,
    INPUT_PAD_BACK,
    INPUT_PAD_START,
    INPUT_PAD_LEFT_STICK, // pressed
    INPUT_PAD_RIGHT_STICK,
    INPUT_PAD_LEFT_SHOULDER,
    INPUT_PAD_RIGHT_SHOULDER,
    INPUT_PAD_UP,
    INPUT_PAD_DOWN,
    INPUT_PAD_LEFT,
    INPUT_PAD_RIGHT,
    INPUT_PAD_LEFT_TRIGGER,
    INPUT_PAD_RIGHT_TRIGGER,
    INPUT_STICK_LEFT, // the left stick, beyond half of its way
    INPUT_STICK_RIGHT,
    INPUT_STICK_UP,
    INPUT_STICK_DOWN,
    INPUT_CODES,
};

/// Keys that have a meaning of their own in menus and text fields: the scancodes of USB, which SDL uses.
enum
{
    KEY_A = 4, // and on to KEY_A + 25 = Z
    KEY_C = 6,
    KEY_V = 25,
    KEY_X = 27,
    KEY_Y = 28,
    KEY_Z = 29,
    KEY_1 = 30, // and on to KEY_1 + 8 = 9
    KEY_0 = 39,
    KEY_ENTER = 40,
    KEY_ESCAPE = 41,
    KEY_BACKSPACE = 42,
    KEY_TAB = 43,
    KEY_SPACE = 44,
    KEY_F1 = 58, // and on to KEY_F1 + 11 = F12
    KEY_HOME = 74,
    KEY_PAGE_UP = 75,
    KEY_DELETE = 76,
    KEY_END = 77,
    KEY_PAGE_DOWN = 78,
    KEY_RIGHT = 79,
    KEY_LEFT = 80,
    KEY_DOWN = 81,
    KEY_UP = 82,
    KEY_PAD_ENTER = 88,
    KEY_LEFT_CTRL = 224,
    KEY_LEFT_SHIFT = 225,
    KEY_LEFT_ALT = 226,
    KEY_RIGHT_CTRL = 228,
    KEY_RIGHT_SHIFT = 229,
    KEY_RIGHT_ALT = 230,
};

/// "A", "Space", "Left mouse button", "Pad A" ..., for people and for the file of settings; "Key 123" for a
/// key that has no name of its own, "?" for a code that means nothing. Valid until the next call with
/// another code that is a key.
const char *input_code_name(input_code code);

/// The other way round; INPUT_NONE for a name that nothing has.
input_code input_code_named(const char *name);

// ---- a frame's input ----------------------------------------------------------------------------

enum
{
    INPUT_MAX_EVENTS = 256,
    INPUT_MAX_LETTER = 5, // bytes of UTF-8 and the 0 behind them
};

typedef struct input_event
{
    input_code code;
    bool pressed;                  // or released
    bool repeated;                 // because it is still down
    bool ctrl, shift, alt;         // were down when it happened, whatever has happened since
    char letter[INPUT_MAX_LETTER]; // of INPUT_LETTER
} input_event;

typedef enum input_device
{
    INPUT_KEYBOARD, // and mouse
    INPUT_GAMEPAD,
} input_device;

/// All that has happened since the last frame, and what is down now.
typedef struct input
{
    input_event
        events[INPUT_MAX_EVENTS]; // in their order; what does not fit is left out, releases last
    int32_t event_count;
    bool down[INPUT_CODES];
    bool ctrl_with[INPUT_CODES]; // of what is down: whether Ctrl was, when it was pressed
    int32_t mouse_x, mouse_y;    // pixels of the window
    int32_t mouse_dx,
        mouse_dy; // how far it has moved since the last frame, also where it has no place
    bool mouse_moved;
    bool mouse_left;      // it is beyond the window
    float walk_x, walk_y; // left stick, -1..1, y up; 0 within its dead zone
    float look_x, look_y; // right stick
    input_device device;  // that was used last: what hints name
    bool quit;            // the window is to close, or a signal came
    bool focused;         // the window has the keyboard
} input;

/// Forgets what has happened and keeps what is down: to be called before a frame's events are added.
void input_begin(input *now);

/// Adds an event, and keeps track of what is down. Releases and repeats of what is not down are dropped, and so
/// are presses of what is down that are no repeats.
void input_press(input *now, input_code code, bool pressed, bool repeated);

/// Adds typed text, UTF-8, an event for each letter; those that do not fit are left out.
void input_type(input *now, const char *text);

/// Releases everything, and the sticks stand still: the window has lost the keyboard, or a menu takes over.
void input_release_all(input *now);

/// Whether a code was pressed since the last frame, repeats left out.
bool input_pressed(const input *now, input_code code);

/// Whether either of the two keys is down now, which is not to be asked about keys of this frame's events:
/// those carry their own.
bool input_ctrl(const input *now);
bool input_shift(const input *now);
bool input_alt(const input *now);

#endif
