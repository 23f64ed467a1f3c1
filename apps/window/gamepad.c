// SPDX-License-Identifier: MIT
#include "window/gamepad.h"

#include <math.h>
#include <string.h>

// Sticks never rest at 0 exactly, and never rest anywhere: within the dead zone they mean nothing, and what
// is left of the way is stretched to be the whole. A stick that is used as a button is pressed at half of its
// way and released a little earlier, so that a trembling thumb presses it once.

static const float dead_zone = 0.2f;
static const float press_at = 0.5f, release_at = 0.4f;

typedef struct axes
{
    float left_x, left_y, right_x, right_y; // -1..1, y up
    float left_trigger, right_trigger;      // 0..1
} axes;

// ---- which are there ----------------------------------------------------------------------------

static void open_pad(gamepads *pads, int index)
{
    SDL_GameController *const pad = SDL_GameControllerOpen(index);
    for (int i = 0; i < GAMEPADS; i++)
    {
        if (pad == NULL || pads->open[i] == pad) // SDL gives the same one again
        {
            SDL_GameControllerClose(pad);
            return;
        }
    }
    for (int i = 0; i < GAMEPADS; i++)
    {
        if (pads->open[i] == NULL)
        {
            pads->open[i] = pad;
            return;
        }
    }
    SDL_GameControllerClose(pad);
}

// SDL has released what it held before it says that it is gone.
static void close_pad(gamepads *pads, SDL_JoystickID id)
{
    SDL_GameController *const pad = SDL_GameControllerFromInstanceID(id);
    for (int i = 0; i < GAMEPADS; i++)
    {
        if (pad != NULL && pads->open[i] == pad)
        {
            SDL_GameControllerClose(pad);
            pads->open[i] = NULL;
        }
    }
}

void gamepads_begin(gamepads *pads)
{
    memset(pads, 0, sizeof *pads);
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0"); // by their place
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0)
    {
        return;
    }
    for (int i = 0; i < SDL_NumJoysticks(); i++)
    {
        if (SDL_IsGameController(i))
        {
            open_pad(pads, i);
        }
    }
}

void gamepads_end(gamepads *pads)
{
    for (int i = 0; i < GAMEPADS; i++)
    {
        if (pads->open[i] != NULL)
        {
            SDL_GameControllerClose(pads->open[i]);
        }
    }
    memset(pads, 0, sizeof *pads);
    if (SDL_WasInit(SDL_INIT_GAMECONTROLLER) != 0)
    {
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
}

// ---- events -------------------------------------------------------------------------------------

static void press_button(input *now, uint8_t button, bool pressed)
{
    static const input_code codes[SDL_CONTROLLER_BUTTON_MAX] = {
        [SDL_CONTROLLER_BUTTON_A] = INPUT_PAD_A,
        [SDL_CONTROLLER_BUTTON_B] = INPUT_PAD_B,
        [SDL_CONTROLLER_BUTTON_X] = INPUT_PAD_X,
        [SDL_CONTROLLER_BUTTON_Y] = INPUT_PAD_Y,
        [SDL_CONTROLLER_BUTTON_BACK] = INPUT_PAD_BACK,
        [SDL_CONTROLLER_BUTTON_START] = INPUT_PAD_START,
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = INPUT_PAD_LEFT_STICK,
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = INPUT_PAD_RIGHT_STICK,
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = INPUT_PAD_LEFT_SHOULDER,
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = INPUT_PAD_RIGHT_SHOULDER,
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = INPUT_PAD_UP,
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = INPUT_PAD_DOWN,
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = INPUT_PAD_LEFT,
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = INPUT_PAD_RIGHT,
    };
    if (button < SDL_CONTROLLER_BUTTON_MAX && codes[button] != INPUT_NONE)
    {
        input_press(now, codes[button], pressed, false);
    }
}

void gamepads_event(gamepads *pads, const SDL_Event *event, input *now)
{
    switch (event->type)
    {
    case SDL_CONTROLLERDEVICEADDED:
        open_pad(pads, event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        close_pad(pads, event->cdevice.which);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        press_button(now, event->cbutton.button, event->type == SDL_CONTROLLERBUTTONDOWN);
        break;
    default:
        break;
    }
}

// ---- sticks -------------------------------------------------------------------------------------

static float axis_of(SDL_GameController *pad, SDL_GameControllerAxis axis)
{
    const float value = (float)SDL_GameControllerGetAxis(pad, axis) / 32767.0f;
    return value < -1 ? -1 : value;
}

// The stick that is pushed farthest counts.
static void take_stick(float *x, float *y, float other_x, float other_y)
{
    if (hypotf(other_x, other_y) > hypotf(*x, *y))
    {
        *x = other_x;
        *y = other_y;
    }
}

static axes read_axes(const gamepads *pads)
{
    axes all = {0};
    for (int i = 0; i < GAMEPADS; i++)
    {
        SDL_GameController *const pad = pads->open[i];
        if (pad != NULL)
        {
            take_stick(&all.left_x, &all.left_y, axis_of(pad, SDL_CONTROLLER_AXIS_LEFTX),
                       -axis_of(pad, SDL_CONTROLLER_AXIS_LEFTY));
            take_stick(&all.right_x, &all.right_y, axis_of(pad, SDL_CONTROLLER_AXIS_RIGHTX),
                       -axis_of(pad, SDL_CONTROLLER_AXIS_RIGHTY));
            all.left_trigger = fmaxf(all.left_trigger,
                                     axis_of(pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT));
            all.right_trigger = fmaxf(all.right_trigger,
                                      axis_of(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT));
        }
    }
    return all;
}

static void without_dead_zone(float x, float y, float *out_x, float *out_y)
{
    const float length = hypotf(x, y);
    const float wanted = fminf((length - dead_zone) / (1 - dead_zone), 1);
    const float factor = length > dead_zone ? wanted / length : 0;
    *out_x = x * factor;
    *out_y = y * factor;
}

static void update_switches(gamepads *pads, input *now, const axes *all)
{
    const struct
    {
        input_code code;
        float value;
    } switches[GAMEPAD_SWITCHES] = {
        {INPUT_STICK_LEFT, -all->left_x},
        {INPUT_STICK_RIGHT, all->left_x},
        {INPUT_STICK_UP, all->left_y},
        {INPUT_STICK_DOWN, -all->left_y},
        {INPUT_PAD_LEFT_TRIGGER, all->left_trigger},
        {INPUT_PAD_RIGHT_TRIGGER, all->right_trigger},
    };
    for (int i = 0; i < GAMEPAD_SWITCHES; i++)
    {
        const bool on = switches[i].value > (pads->on[i] ? release_at : press_at);
        if (on != pads->on[i])
        {
            pads->on[i] = on;
            input_press(now, switches[i].code, on, false);
        }
    }
}

void gamepads_update(gamepads *pads, input *now)
{
    const axes all = read_axes(pads);
    without_dead_zone(all.left_x, all.left_y, &now->walk_x, &now->walk_y);
    without_dead_zone(all.right_x, all.right_y, &now->look_x, &now->look_y);
    if (now->walk_x != 0 || now->walk_y != 0 || now->look_x != 0 || now->look_y != 0)
    {
        now->device = INPUT_GAMEPAD;
    }
    update_switches(pads, now, &all);
}
