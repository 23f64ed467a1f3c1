// SPDX-License-Identifier: MIT
// Gamepads that SDL makes up: buttons, sticks, triggers, coming and going.
#include "window/gamepad.h"

#include "check.h"

#include <stdlib.h>

enum
{
    FULL = 32767
};

typedef struct fixture
{
    gamepads pads;
    input now;
    int index; // of the device
    SDL_Joystick *stick;
} fixture;

static int plug(void)
{
    const SDL_VirtualJoystickDesc desc = {
        .version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
        .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
        .naxes = SDL_CONTROLLER_AXIS_MAX,
        .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
        .name = "Made up",
    };
    return SDL_JoystickAttachVirtualEx(&desc);
}

// A frame of the window's loop.
static void frame(fixture *f)
{
    SDL_Event event;
    input_begin(&f->now);
    SDL_JoystickUpdate();
    while (SDL_PollEvent(&event) != 0)
    {
        gamepads_event(&f->pads, &event, &f->now);
    }
    gamepads_update(&f->pads, &f->now);
}

static void set_axis(fixture *f, SDL_GameControllerAxis axis, double value)
{
    SDL_JoystickSetVirtualAxis(f->stick, (int)axis, (Sint16)(value * FULL));
}

// Triggers rest at the lower end of their axis.
static void rest(fixture *f)
{
    for (int axis = 0; axis < SDL_CONTROLLER_AXIS_MAX; axis++)
    {
        set_axis(f, (SDL_GameControllerAxis)axis, axis >= SDL_CONTROLLER_AXIS_TRIGGERLEFT ? -1 : 0);
    }
}

static bool begin(fixture *f)
{
    memset(f, 0, sizeof *f);
    gamepads_begin(&f->pads);
    f->index = plug();
    frame(f);
    f->stick = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(f->index));
    CHECK(f->stick != NULL); // opened by what is tested
    if (f->stick != NULL)
    {
        rest(f);
        frame(f);
    }
    return f->stick != NULL;
}

static void end(fixture *f)
{
    SDL_JoystickDetachVirtual(f->index);
    frame(f);
    gamepads_end(&f->pads);
}

static void test_buttons_have_their_codes(void)
{
    static const struct
    {
        int button;
        input_code code;
    } pairs[] = {
        {SDL_CONTROLLER_BUTTON_A, INPUT_PAD_A},
        {SDL_CONTROLLER_BUTTON_B, INPUT_PAD_B},
        {SDL_CONTROLLER_BUTTON_X, INPUT_PAD_X},
        {SDL_CONTROLLER_BUTTON_Y, INPUT_PAD_Y},
        {SDL_CONTROLLER_BUTTON_BACK, INPUT_PAD_BACK},
        {SDL_CONTROLLER_BUTTON_START, INPUT_PAD_START},
        {SDL_CONTROLLER_BUTTON_LEFTSTICK, INPUT_PAD_LEFT_STICK},
        {SDL_CONTROLLER_BUTTON_RIGHTSTICK, INPUT_PAD_RIGHT_STICK},
        {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, INPUT_PAD_LEFT_SHOULDER},
        {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, INPUT_PAD_RIGHT_SHOULDER},
        {SDL_CONTROLLER_BUTTON_DPAD_UP, INPUT_PAD_UP},
        {SDL_CONTROLLER_BUTTON_DPAD_DOWN, INPUT_PAD_DOWN},
        {SDL_CONTROLLER_BUTTON_DPAD_LEFT, INPUT_PAD_LEFT},
        {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, INPUT_PAD_RIGHT},
    };
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    {
        SDL_JoystickSetVirtualButton(f.stick, pairs[i].button, 1);
        frame(&f);
        CHECK_INT(f.now.event_count, 1);
        CHECK(input_pressed(&f.now, pairs[i].code) && f.now.down[pairs[i].code]);
        CHECK_INT(f.now.device, INPUT_GAMEPAD);
        SDL_JoystickSetVirtualButton(f.stick, pairs[i].button, 0);
        frame(&f);
        CHECK_INT(f.now.event_count, 1);
        CHECK(!f.now.down[pairs[i].code]);
    }
    end(&f);
}

static void test_sticks_rest_within_the_dead_zone(void)
{
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0.19);
    frame(&f);
    CHECK(f.now.walk_x == 0 && f.now.walk_y == 0);
    CHECK_INT(f.now.device, INPUT_KEYBOARD); // nobody has touched it
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0.21);
    frame(&f);
    CHECK_RANGE(f.now.walk_x, 0.001, 0.03); // begins from 0
    CHECK_INT(f.now.device, INPUT_GAMEPAD);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0.6);
    frame(&f);
    CHECK_NEAR(f.now.walk_x, 0.5, 0.01);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, -1);
    set_axis(&f, SDL_CONTROLLER_AXIS_RIGHTY, -1);
    frame(&f);
    CHECK_NEAR(f.now.walk_x, -1, 0.001);
    CHECK_NEAR(f.now.look_y, 1, 0.001); // up
    CHECK(f.now.look_x == 0);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTY, 1);
    frame(&f);
    CHECK_NEAR(hypot((double)f.now.walk_x, (double)f.now.walk_y), 1,
               0.001); // never faster than straight
    CHECK(f.now.walk_y < 0);
    end(&f);
}

static int32_t count_presses(const input *now, input_code code)
{
    int32_t count = 0;
    for (int32_t i = 0; i < now->event_count; i++)
    {
        count += now->events[i].code == code && now->events[i].pressed && !now->events[i].repeated;
    }
    return count;
}

static void test_a_stick_that_trembles_is_pressed_once(void)
{
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    int32_t presses = 0;
    for (int i = 0; i < 20; i++)
    {
        set_axis(&f, SDL_CONTROLLER_AXIS_LEFTY, i % 2 == 0 ? -0.53 : -0.45);
        frame(&f);
        presses += count_presses(&f.now, INPUT_STICK_UP);
        CHECK(f.now.down[INPUT_STICK_UP]);
    }
    CHECK_INT(presses, 1);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTY, -0.35);
    frame(&f);
    CHECK(!f.now.down[INPUT_STICK_UP]);
    end(&f);
}

static void test_sticks_and_triggers_are_buttons(void)
{
    static const struct
    {
        SDL_GameControllerAxis axis;
        double pushed, rests;
        input_code code;
    } cases[] = {
        {SDL_CONTROLLER_AXIS_LEFTX, -1, 0, INPUT_STICK_LEFT},
        {SDL_CONTROLLER_AXIS_LEFTX, 1, 0, INPUT_STICK_RIGHT},
        {SDL_CONTROLLER_AXIS_LEFTY, -1, 0, INPUT_STICK_UP},
        {SDL_CONTROLLER_AXIS_LEFTY, 1, 0, INPUT_STICK_DOWN},
        {SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1, -1, INPUT_PAD_LEFT_TRIGGER},
        {SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1, -1, INPUT_PAD_RIGHT_TRIGGER},
    };
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        set_axis(&f, cases[i].axis, cases[i].pushed);
        frame(&f);
        CHECK_INT(f.now.event_count, 1);
        CHECK(input_pressed(&f.now, cases[i].code));
        set_axis(&f, cases[i].axis, cases[i].rests);
        frame(&f);
        CHECK_INT(f.now.event_count, 1);
        CHECK(!f.now.down[cases[i].code]);
    }
    end(&f);
}

static void test_after_release_all_a_pushed_stick_waits(void)
{
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 1);
    frame(&f);
    input_release_all(&f.now);
    frame(&f);
    CHECK(!f.now.down[INPUT_STICK_RIGHT]);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0);
    frame(&f);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 1);
    frame(&f);
    CHECK(f.now.down[INPUT_STICK_RIGHT]);
    end(&f);
}

static void test_one_that_is_pulled_out_holds_nothing(void)
{
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    SDL_JoystickSetVirtualButton(f.stick, SDL_CONTROLLER_BUTTON_A, 1);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 1);
    frame(&f);
    CHECK(f.now.down[INPUT_PAD_A] && f.now.down[INPUT_STICK_RIGHT] && f.now.walk_x > 0);
    SDL_JoystickDetachVirtual(f.index);
    frame(&f);
    CHECK(!f.now.down[INPUT_PAD_A] && !f.now.down[INPUT_STICK_RIGHT]);
    CHECK(f.now.walk_x == 0);
    f.index = plug(); // and in again
    frame(&f);
    f.stick = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(f.index));
    CHECK(f.stick != NULL);
    if (f.stick != NULL)
    {
        rest(&f);
        SDL_JoystickSetVirtualButton(f.stick, SDL_CONTROLLER_BUTTON_A, 1);
        frame(&f);
        CHECK(f.now.down[INPUT_PAD_A]);
    }
    end(&f);
}

static void test_two_do_what_one_does(void)
{
    fixture f;
    if (!begin(&f))
    {
        return;
    }
    const int second = plug();
    frame(&f);
    SDL_Joystick *const other = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(second));
    CHECK(other != NULL && other != f.stick);
    if (other != NULL)
    {
        set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0.5);
        SDL_JoystickSetVirtualAxis(other, SDL_CONTROLLER_AXIS_LEFTX, -FULL);
        SDL_JoystickSetVirtualButton(other, SDL_CONTROLLER_BUTTON_B, 1);
        frame(&f);
        CHECK_NEAR(f.now.walk_x, -1, 0.001); // the one that is pushed farther
        CHECK(f.now.down[INPUT_PAD_B]);
    }
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 1);
    SDL_JoystickSetVirtualAxis(other, SDL_CONTROLLER_AXIS_LEFTX, -FULL / 2);
    frame(&f);
    CHECK_NEAR(f.now.walk_x, 1, 0.001);
    set_axis(&f, SDL_CONTROLLER_AXIS_LEFTX, 0.5);
    SDL_JoystickDetachVirtual(second);
    frame(&f);
    CHECK_RANGE(f.now.walk_x, 0.3, 0.5);
    end(&f);
}

int main(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    RUN(test_buttons_have_their_codes);
    RUN(test_sticks_rest_within_the_dead_zone);
    RUN(test_a_stick_that_trembles_is_pressed_once);
    RUN(test_sticks_and_triggers_are_buttons);
    RUN(test_after_release_all_a_pushed_stick_waits);
    RUN(test_one_that_is_pulled_out_holds_nothing);
    RUN(test_two_do_what_one_does);
    SDL_Quit();
    return CHECK_DONE();
}
