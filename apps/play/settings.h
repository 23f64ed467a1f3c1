// SPDX-License-Identifier: MIT
// What players choose once and find again: one JSON file, read with care, written whole or not at all.
#ifndef LOAM_PLAY_SETTINGS_H
#define LOAM_PLAY_SETTINGS_H

#include "play/bindings.h"
#include "window/window.h"

typedef enum play_light
{
    PLAY_LIGHT_OFF,
    PLAY_LIGHT_FAST, // units of 8 tiles... fewer directions
    PLAY_LIGHT_GOOD, // as a frame's standard
    PLAY_LIGHT_FINE, // small units
    PLAY_LIGHT_QUALITIES,
} play_light;

/// How much a picture of the land may cost.
typedef enum play_land_quality
{
    PLAY_LAND_AUTO, // as the graphics card can, and frames have time for
    PLAY_LAND_LOW,
    PLAY_LAND_MEDIUM,
    PLAY_LAND_HIGH,
    PLAY_LAND_QUALITIES,
} play_land_quality;

/// Where a boat is seen from.
typedef enum play_sea_view
{
    PLAY_SEA_BEHIND,
    PLAY_SEA_ABOVE,
    PLAY_SEA_MAST,
    PLAY_SEA_VIEWS,
} play_sea_view;

enum
{
    PLAY_MIN_SEA_HEIGHT = 30, // m
    PLAY_MAX_SEA_HEIGHT = 800,
};

/// Whether players of new worlds are limited.
typedef enum play_mode
{
    PLAY_MODE_SETTINGS, // as in the last dialog
    PLAY_MODE_UNLIMITED,
    PLAY_MODE_LIMITED,
} play_mode;

typedef struct play_settings
{
    play_bindings bindings;
    int32_t window_w, window_h; // of a normal window
    window_mode mode;
    bool vsync;
    int32_t frame_limit; // frames a second, 30..1000; without vsync
    /// Percent of the window's pixels that the world is composed in: 25, 50, 100; 0: by the window's size.
    int32_t resolution;
    /// Size of text and buttons, 50..300; multiplied with the screen's density.
    int32_t interface_percent;
    play_light light;
    int32_t brightness_percent; // of dark places, 50..200
    int32_t zoom;               // pixels along a tile, 1..LOAM_MAX_FRAME_ZOOM
    int32_t autosave_seconds;   // 1..600
    int32_t ring;               // of new worlds: LOAM_MIN_RING_LOG2..LOAM_MAX_RING_LOG2
    bool camera_leads;          // to the cursor
    bool limited;               // new worlds begin so
    bool helped;                // the help was shown once
    // of the land
    int32_t
        land_view_m; // up to where it has all its detail, 512..65536; 0: as the graphics card can
    play_land_quality land_quality;
    int32_t land_percent; // of the window's pixels that it is drawn in: 25, 50, 100; 0: likewise
    int32_t land_fov;     // degrees from top to bottom, 30..110
    bool land_first;      // seen by the walker's own eyes
    int32_t
        land_form; // 0 as the graphics card can, 1 the surface alone, 2 with its inside, smooth, 3 as blocks
    bool land_turns; // left and right turn instead of stepping aside
    // of the sea
    play_sea_view sea_view;
    int32_t sea_height_m; // of the viewer above the boat, PLAY_MIN_SEA_HEIGHT..PLAY_MAX_SEA_HEIGHT
} play_settings;

play_settings play_default_settings(void);

/// Reads a file. What is missing has its default; what is wrong too, and each such thing is reported, with its
/// name and what is accepted, to `complain`. LOAM_NOT_FOUND: there is none, and everything is the default.
loam_result play_settings_read(const char *path, play_settings *out,
                               void (*complain)(void *user, const char *message), void *user);
loam_result play_settings_write(const char *path, const play_settings *settings);

#endif
