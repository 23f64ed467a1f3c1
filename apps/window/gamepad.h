// SPDX-License-Identifier: MIT
// Gamepads: those that are there when the program starts, and those that come later. All of them do the same,
// as for one player.
#ifndef LOAM_WINDOW_GAMEPAD_H
#define LOAM_WINDOW_GAMEPAD_H

#include "window/input.h"

#include <SDL.h>

enum
{
    GAMEPADS = 8,
    GAMEPAD_SWITCHES = 6, // the left stick's directions and the triggers
};

typedef struct gamepads
{
    SDL_GameController *open[GAMEPADS]; // NULL: none
    bool on[GAMEPAD_SWITCHES];
} gamepads;

/// Looks for gamepads. Without them, or if SDL cannot have any, nothing happens.
void gamepads_begin(gamepads *pads);
void gamepads_end(gamepads *pads);

/// An event that came; those that are not about gamepads are left alone.
void gamepads_event(gamepads *pads, const SDL_Event *event, input *now);

/// Once a frame after its events: sticks and triggers.
void gamepads_update(gamepads *pads, input *now);

#endif
