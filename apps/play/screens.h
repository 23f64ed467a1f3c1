// SPDX-License-Identifier: MIT
// All screens: app.h says what they are.
#ifndef LOAM_PLAY_SCREENS_H
#define LOAM_PLAY_SCREENS_H

#include "play/app.h"

void screen_title_enter(app *a);
void screen_title_run(app *a);
void screen_new_world_enter(app *a);
void screen_new_world_run(app *a);
void screen_shape_enter(app *a);
void screen_shape_run(app *a);
void screen_load_world_enter(app *a);
void screen_load_world_run(app *a);
void screen_settings_run(app *a);
void screen_keys_run(app *a);
void screen_loading_run(app *a);
void screen_pause_run(app *a);
void screen_help_enter(app *a);
void screen_help_run(app *a);
void screen_game_run(app *a);
void screen_inventory_enter(app *a);
void screen_inventory_run(app *a);
void screen_map_enter(app *a);
void screen_map_run(app *a);
void screen_stamps_enter(app *a);
void screen_stamps_run(app *a);

/// A seed that is easily told to a friend, for the new world.
void screen_new_world_throw_dice(app *a);

/// Of what is active, by size.
extern const char *const screen_ring_names[APP_RINGS];

/// About how much memory the program has with a world of this ring.
int32_t screen_new_world_megabytes(int32_t ring_log2);

#endif
