// SPDX-License-Identifier: MIT
// A whole game by gamepad alone: from the title to a new world, a walk, a jump, a pit, the menu, and out
// again. The gamepad is one of SDL's that is made up.
#include "real_app.h"

enum
{
    FRAME_US = 16667
};

static real_app r;

static void frames(int32_t count)
{
    for (int32_t i = 0; i < count; i++)
    {
        real_frame(&r, FRAME_US);
    }
}

static void press(SDL_GameControllerButton button)
{
    SDL_JoystickSetVirtualButton(r.stick, (int)button, 1);
    frames(2);
    SDL_JoystickSetVirtualButton(r.stick, (int)button, 0);
    frames(2);
}

static void tilt(SDL_GameControllerAxis axis, double value)
{
    SDL_JoystickSetVirtualAxis(r.stick, (int)axis, (Sint16)(value * SDL_MAX_SINT16));
}

/// Until a screen is there; worlds open and close in the background.
static void wait_for(app_screen_id screen)
{
    while (app_top(r.a) != screen)
    {
        frames(1);
        SDL_Delay(1);
    }
    frames(2);
}

/// Moves the focus down until it is on something.
static void choose(const char *name)
{
    box at;
    while (strcmp(ui_focus_name(r.a->u, &at), name) != 0)
    {
        press(SDL_CONTROLLER_BUTTON_DPAD_DOWN);
    }
    press(SDL_CONTROLLER_BUTTON_A);
}

static const loam_player *player(void)
{
    return loam_tile_game_player(session_game(r.a->s));
}

// ---- the game -----------------------------------------------------------------------------------

static void test_a_new_world(void)
{
    frames(3);
    CHECK_INT(app_top(r.a), SCREEN_TITLE);
    choose("New world");
    CHECK_INT(app_top(r.a), SCREEN_NEW_WORLD);
    CHECK_INT(r.a->now.device, INPUT_GAMEPAD);
    // The keyboard on the screen writes: its first key behind the name that is suggested.
    press(SDL_CONTROLLER_BUTTON_A);
    press(SDL_CONTROLLER_BUTTON_A);
    press(SDL_CONTROLLER_BUTTON_B);
    CHECK_INT(app_top(r.a), SCREEN_NEW_WORLD);
    CHECK_INT(strlen(r.a->new_world.name), strlen("World") + 1);
    snprintf(r.a->new_world.seed, sizeof r.a->new_world.seed, "oak"); // flat earth
    choose("Create");
    wait_for(SCREEN_GAME);
}

static void test_walking_and_jumping(void)
{
    frames(60); // to land
    const int64_t x = player()->x, y = player()->y;
    tilt(SDL_CONTROLLER_AXIS_LEFTX, 1);
    frames(40);
    CHECK_INT(player()->walking, 1);
    CHECK(player()->x > x + 3 * LOAM_PLAYER_FIXED);
    tilt(SDL_CONTROLLER_AXIS_LEFTX, 0);
    frames(30);
    CHECK_INT(player()->walking, 0);
    SDL_JoystickSetVirtualButton(r.stick, SDL_CONTROLLER_BUTTON_A, 1);
    int64_t highest = y;
    const int64_t ground = player()->y;
    for (int32_t i = 0; i < 30; i++)
    {
        frames(1);
        highest = player()->y > highest ? player()->y : highest;
    }
    SDL_JoystickSetVirtualButton(r.stick, SDL_CONTROLLER_BUTTON_A, 0);
    frames(60);
    CHECK(highest > ground + 2 * LOAM_PLAYER_FIXED);
}

static int32_t solid_around(loam_tile_pos at)
{
    const loam_tile_world *const world = loam_tile_game_world(session_game(r.a->s));
    int32_t solid = 0;
    for (int64_t y = at.y - 1; y <= at.y + 1; y++)
    {
        for (int64_t x = at.x - 1; x <= at.x + 1; x++)
        {
            solid += loam_tile_world_at(world, (loam_tile_pos){x, y}).block != LOAM_AIR;
        }
    }
    return solid;
}

static void test_digging_at_the_cursor(void)
{
    tilt(SDL_CONTROLLER_AXIS_RIGHTY, 1); // down, as SDL counts
    for (int32_t i = 0; i < 600 && solid_around(player()->aim) < 9; i++)
    {
        frames(1);
    }
    tilt(SDL_CONTROLLER_AXIS_RIGHTY, 0);
    frames(2);
    const loam_tile_pos aim = player()->aim;
    CHECK_INT(solid_around(aim), 9);
    tilt(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1);
    frames(30);
    CHECK_INT(solid_around(aim), 0);
    tilt(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -1);
    frames(2);
    CHECK(!player()->using_tool);
    press(SDL_CONTROLLER_BUTTON_DPAD_LEFT); // undo
    frames(5);
    CHECK_INT(solid_around(aim), 9);
}

static void test_screens_of_the_game(void)
{
    press(SDL_CONTROLLER_BUTTON_X);
    CHECK_INT(app_top(r.a), SCREEN_INVENTORY);
    press(SDL_CONTROLLER_BUTTON_B);
    CHECK_INT(app_top(r.a), SCREEN_GAME);
    press(SDL_CONTROLLER_BUTTON_BACK);
    CHECK_INT(app_top(r.a), SCREEN_MAP);
    press(SDL_CONTROLLER_BUTTON_B);
    CHECK_INT(app_top(r.a), SCREEN_GAME);
    SDL_JoystickSetVirtualButton(r.stick, SDL_CONTROLLER_BUTTON_Y, 1);
    frames(2);
    CHECK(r.a->ring_open);
    SDL_JoystickSetVirtualButton(r.stick, SDL_CONTROLLER_BUTTON_Y, 0);
    frames(2);
    CHECK(!r.a->ring_open);
}

static void test_leaving(void)
{
    press(SDL_CONTROLLER_BUTTON_START);
    CHECK_INT(app_top(r.a), SCREEN_PAUSE);
    press(SDL_CONTROLLER_BUTTON_B);
    CHECK_INT(app_top(r.a), SCREEN_GAME);
    press(SDL_CONTROLLER_BUTTON_START);
    choose("Leave world");
    wait_for(SCREEN_TITLE);
    CHECK(r.a->s == NULL);
    choose("Quit");
    while (!app_done(r.a))
    {
        frames(1);
        SDL_Delay(1);
    }
}

int main(void)
{
    home_begin();
    play_settings settings = play_default_settings();
    settings.window_w = 640;
    settings.window_h = 360;
    settings.ring = LOAM_MIN_RING_LOG2;
    real_begin(&r, loam_default_env(), &settings);
    RUN(test_a_new_world);
    RUN(test_walking_and_jumping);
    RUN(test_digging_at_the_cursor);
    RUN(test_screens_of_the_game);
    RUN(test_leaving);
    real_end(&r);
    home_end();
    SDL_Quit();
    return CHECK_DONE();
}
