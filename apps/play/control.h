// SPDX-License-Identifier: MIT
// What the player does becomes commands, only when something changes: a recorded game stays small.
#ifndef LOAM_PLAY_CONTROL_H
#define LOAM_PLAY_CONTROL_H

#include "play/app.h"

/// Of a frame in which the game has the keys and the mouse, before its steps.
void control_run(app *a);

/// Lets go of everything: a menu takes over, the window is left. Allowed without a world.
void control_release(app *a);

/// Does a command. What cannot be done becomes a notice; whether it was done.
bool control_do(app *a, const loam_command *command);

/// Takes a tool, chooses a material, changes the brush: what is so already is no command. A radius
/// beyond its limits is at them; while a light is held the brush is the smallest and stays so.
void control_take(app *a, loam_tool tool);
void control_choose(app *a, uint8_t material);
void control_brush(app *a, loam_edit_shape shape, int32_t radius);

/// Chooses a material and takes a tool to place it with: the one that is held if it can, else blocks before
/// walls. Walls that were taken only because the material before could be nothing else are not held.
void control_take_material(app *a, uint8_t material);

/// The brush is again what it was before a light was held: the world is about to be left.
void control_return_brush(app *a);

#endif
