// SPDX-License-Identifier: MIT
#include "play/screens.h"

const app_screen app_screens[SCREENS] = {
    [SCREEN_TITLE] = {"title", screen_title_enter, screen_title_run, true},
    [SCREEN_NEW_WORLD] = {"new world", screen_new_world_enter, screen_new_world_run, true},
    [SCREEN_SHAPE] = {"shape", screen_shape_enter, screen_shape_run, true},
    [SCREEN_LOAD_WORLD] = {"load world", screen_load_world_enter, screen_load_world_run, true},
    [SCREEN_SETTINGS] = {"settings", NULL, screen_settings_run, true},
    [SCREEN_KEYS] = {"keys", NULL, screen_keys_run, true},
    [SCREEN_HELP] = {"help", screen_help_enter, screen_help_run, true},
    [SCREEN_LOADING] = {"loading", NULL, screen_loading_run, true},
    [SCREEN_GAME] = {"game", NULL, screen_game_run, false},
    [SCREEN_PAUSE] = {"pause", NULL, screen_pause_run, true},
    [SCREEN_INVENTORY] = {"inventory", screen_inventory_enter, screen_inventory_run, false},
    [SCREEN_MAP] = {"map", screen_map_enter, screen_map_run, false},
    [SCREEN_STAMPS] = {"stamps", screen_stamps_enter, screen_stamps_run, false},
};
