// SPDX-License-Identifier: MIT
// The whole game in this process, in a window of SDL that nobody sees: events are pushed, gamepads are made
// up, and so is the time that passes from frame to frame.
#ifndef LOAM_TESTS_WINDOW_REAL_APP_H
#define LOAM_TESTS_WINDOW_REAL_APP_H

#include "check.h"
#include "play/app.h"

#include <SDL.h>
#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct real_app
{
    app *a;
    uint64_t now_us;
    bool focused; // the driver that shows nothing gives the keyboard to nobody
    int pad;      // index of the gamepad
    SDL_Joystick *stick;
} real_app;

/// Triggers rest at the lower end of their axis.
static inline void pad_rest(real_app *r)
{
    for (int axis = 0; axis < SDL_CONTROLLER_AXIS_MAX; axis++)
    {
        SDL_JoystickSetVirtualAxis(r->stick, axis,
                                   axis >= SDL_CONTROLLER_AXIS_TRIGGERLEFT ? SDL_MIN_SINT16 : 0);
    }
    for (int button = 0; button < SDL_CONTROLLER_BUTTON_MAX; button++)
    {
        SDL_JoystickSetVirtualButton(r->stick, button, 0);
    }
}

static inline void plug_pad(real_app *r)
{
    const SDL_VirtualJoystickDesc desc = {
        .version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
        .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
        .naxes = SDL_CONTROLLER_AXIS_MAX,
        .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
        .name = "Made up",
    };
    r->pad = SDL_JoystickAttachVirtualEx(&desc);
    r->stick = r->pad >= 0 ? SDL_JoystickOpen(r->pad) : NULL;
    CHECK(r->stick != NULL);
    if (r->stick == NULL)
    {
        exit(CHECK_DONE());
    }
    pad_rest(r);
}

static inline void unplug_pad(real_app *r)
{
    SDL_JoystickClose(r->stick);
    SDL_JoystickDetachVirtual(r->pad);
    r->stick = NULL;
}

/// Begins with the title, with these settings, in the folder LOAM_HOME.
static inline void real_begin(real_app *r, loam_env env, const play_settings *settings)
{
    *r = (real_app){.a = calloc(1, sizeof *r->a), .now_us = 1000000, .focused = true};
    app *const a = r->a;
    a->env = env;
    a->settings = *settings;
    const window_def def = {.title = "Loam", .w = settings->window_w, .h = settings->window_h};
    CHECK_OK(play_folders_find(&a->folders));
    CHECK_OK(window_open(&def, &a->win));
    if (a->win == NULL)
    {
        exit(CHECK_DONE());
    }
    a->paint = window_painter(a->win);
    CHECK_OK(app_begin(a, 1));
    plug_pad(r);
    app_go(a, SCREEN_TITLE);
}

static inline void real_frame(real_app *r, uint64_t passed_us)
{
    int32_t w, h;
    r->now_us += passed_us;
    app_follow_window(r->a, &w, &h);
    r->a->now.focused = r->focused;
    CHECK_OK(app_frame(r->a, w, h, r->now_us));
}

/// Closes the world and everything.
static inline void real_end(real_app *r)
{
    app_quit(r->a);
    while (!app_done(r->a))
    {
        real_frame(r, 1000);
        SDL_Delay(1);
    }
    app_end(r->a);
    unplug_pad(r);
    window_close(r->a->win);
    free(r->a);
}

// ---- the player's things ------------------------------------------------------------------------

static char home_path[64];

/// A folder of this test alone is LOAM_HOME; nothing is shown.
static inline void home_begin(void)
{
    snprintf(home_path, sizeof home_path, "/tmp/loam-test-XXXXXX");
    if (mkdtemp(home_path) == NULL)
    {
        perror(home_path);
        exit(1);
    }
    setenv("LOAM_HOME", home_path, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("LOAM_RENDERER", "software", 1);
    setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1); // no window has the keyboard
}

static inline int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    (void)kind;
    return at->level > 0 ? remove(path) : 0;
}

/// Removes all that is in a folder of home, or in home itself ("").
static inline void home_empty(const char *folder)
{
    char path[sizeof home_path + 32];
    snprintf(path, sizeof path, "%s/%s", home_path, folder);
    CHECK_INT(nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void home_end(void)
{
    home_empty("");
    CHECK_INT(rmdir(home_path), 0);
}

#endif
