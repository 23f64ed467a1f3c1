// SPDX-License-Identifier: MIT
// A gamepad in the land, one of SDL's that is made up: from its sticks and buttons to what is asked of a step. The
// explorer itself needs a window with OpenGL; here are the parts of it that do not.
#include "window/gamepad.h"
#include "check.h"
#include "roam/wish.h"

#include <SDL.h>

static int pad; // index of the gamepad
static SDL_Joystick *stick;
static gamepads pads;
static input now;
static play_bindings bindings;
static walk_input wish;

static void poll(void)
{
    SDL_Event event;
    input_begin(&now);
    SDL_JoystickUpdate();
    while (SDL_PollEvent(&event))
    {
        gamepads_event(&pads, &event, &now);
    }
    gamepads_update(&pads, &now);
    wish_read(&bindings, &now, false, &wish);
}

static void tilt(SDL_GameControllerAxis axis, double value)
{
    SDL_JoystickSetVirtualAxis(stick, (int)axis, (Sint16)(value * SDL_MAX_SINT16));
    poll();
}

static void hold(SDL_GameControllerButton button, bool down)
{
    SDL_JoystickSetVirtualButton(stick, (int)button, down);
    poll();
}

static void test_the_left_stick_walks(void)
{
    tilt(SDL_CONTROLLER_AXIS_LEFTY, -1); // up, as SDL counts
    CHECK_INT(now.device, INPUT_GAMEPAD);
    CHECK_INT(wish.ahead, 100);
    CHECK_INT(wish.aside, 0);
    tilt(SDL_CONTROLLER_AXIS_LEFTY, -0.4); // a quarter of the way beyond the dead zone
    CHECK(wish.ahead >= 24 && wish.ahead <= 26);
    tilt(SDL_CONTROLLER_AXIS_LEFTY, 1);
    CHECK_INT(wish.ahead, -100);
    tilt(SDL_CONTROLLER_AXIS_LEFTY, 0.1);
    CHECK_INT(wish.ahead, 0);
    tilt(SDL_CONTROLLER_AXIS_LEFTX, -1);
    CHECK_INT(wish.aside, -100);
    tilt(SDL_CONTROLLER_AXIS_LEFTX, 0);
    tilt(SDL_CONTROLLER_AXIS_LEFTY, 0);
    CHECK_INT(wish.aside, 0);
}

static void test_the_right_stick_looks(void)
{
    double turn = 0, lift = 0;
    tilt(SDL_CONTROLLER_AXIS_RIGHTX, 1);
    tilt(SDL_CONTROLLER_AXIS_RIGHTY, -1);
    wish_look(&now, 0.5, &turn, &lift);
    CHECK(turn > 30 && lift > 20); // right and up
    CHECK_INT(wish.ahead, 0);
    tilt(SDL_CONTROLLER_AXIS_RIGHTX, 0);
    tilt(SDL_CONTROLLER_AXIS_RIGHTY, 0);
    wish_look(&now, 0.5, &turn, &lift);
    CHECK(turn == 0 && lift == 0);
}

static void test_buttons_jump_dive_and_run(void)
{
    hold(SDL_CONTROLLER_BUTTON_A, true);
    CHECK(wish.jump && wish.lift == 100);
    hold(SDL_CONTROLLER_BUTTON_A, false);
    CHECK(!wish.jump && wish.lift == 0);
    hold(SDL_CONTROLLER_BUTTON_B, true);
    CHECK_INT(wish.lift, -100);
    hold(SDL_CONTROLLER_BUTTON_B, false);
    tilt(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1);
    CHECK(wish.run);
    tilt(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -1);
    CHECK(!wish.run);
}

static void test_buttons_are_the_commands_that_help_names(void)
{
    static const struct
    {
        SDL_GameControllerButton button;
        play_action action;
    } cases[] = {{SDL_CONTROLLER_BUTTON_Y, PLAY_LAND_GAIT},
                 {SDL_CONTROLLER_BUTTON_X, PLAY_LAND_FLY},
                 {SDL_CONTROLLER_BUTTON_RIGHTSTICK, PLAY_LAND_PERSON},
                 {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, PLAY_LAND_LATER},
                 {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, PLAY_LAND_EARLIER},
                 {SDL_CONTROLLER_BUTTON_DPAD_UP, PLAY_LAND_WEATHER},
                 {SDL_CONTROLLER_BUTTON_DPAD_DOWN, PLAY_LAND_PLACES}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        hold(cases[i].button, true);
        CHECK(play_pressed(&bindings, &now, cases[i].action));
        hold(cases[i].button, false);
        CHECK(!play_pressed(&bindings, &now, cases[i].action));
    }
}

static void test_who_pulls_it_out_stands_still(void)
{
    tilt(SDL_CONTROLLER_AXIS_LEFTY, -1);
    CHECK_INT(wish.ahead, 100);
    SDL_JoystickClose(stick);
    SDL_JoystickDetachVirtual(pad);
    poll();
    poll();
    CHECK_INT(wish.ahead, 0);
}

int main(void)
{
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    CHECK_INT(SDL_Init(SDL_INIT_GAMECONTROLLER), 0);
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                          .naxes = SDL_CONTROLLER_AXIS_MAX,
                                          .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                          .name = "Made up"};
    pad = SDL_JoystickAttachVirtualEx(&desc);
    stick = pad >= 0 ? SDL_JoystickOpen(pad) : NULL;
    CHECK(stick != NULL);
    if (stick == NULL)
    {
        return CHECK_DONE();
    }
    gamepads_begin(&pads);
    bindings = play_default_bindings();
    tilt(SDL_CONTROLLER_AXIS_TRIGGERLEFT, -1);
    tilt(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -1);
    RUN(test_the_left_stick_walks);
    RUN(test_the_right_stick_looks);
    RUN(test_buttons_jump_dive_and_run);
    RUN(test_buttons_are_the_commands_that_help_names);
    RUN(test_who_pulls_it_out_stands_still);
    gamepads_end(&pads);
    SDL_Quit();
    return CHECK_DONE();
}
