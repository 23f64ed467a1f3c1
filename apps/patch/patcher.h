// SPDX-License-Identifier: MIT
// The explorer of patchworks from inside: what its parts share.
#ifndef LOAM_PATCH_PATCHER_H
#define LOAM_PATCH_PATCHER_H

#include "gl/gl.h"
#include "patch/explore.h"
#include "patch/knobs.h"
#include "patch/view.h"
#include "play/folders.h"
#include "play/settings.h"
#include "ui/notices.h"
#include "ui/ui.h"
#include "walk/walker.h"
#include "window/window.h"

enum
{
    PATCH_NOISE_SIDE = 96, // pixels of the previews
    PATCH_MAP_SIDE = 49,
    PATCH_PANEL = 380,   // units that the panel of knobs is wide
    PATCH_PREVIEW = 150, // and previews
    KEY_COLOURS = KEY_C,
    KEY_KNOBS = KEY_A + 10, // K
};

typedef enum patch_screen
{
    PATCH_WALK, // no screen: the patchwork alone
    PATCH_PAUSE,
    PATCH_HELP,
    PATCH_SETTINGS,
    PATCH_KNOBS,
} patch_screen;

/// A small picture beside the knobs.
typedef struct patch_preview
{
    loam_picture picture;
    painter_image *image;
} patch_preview;

typedef struct patcher
{
    loam_env env;
    window *win;
    gl gl;
    bool has_gl;
    painter *paint;
    ui *u;
    input now;
    play_folders folders;
    play_settings settings;
    bool settings_changed;
    notices notices;
    patch_screen screen;
    char focus_told[64]; // the last one that the log was told of
    bool quitting, to_title;
    bool hidden, figures, map_shown; // nothing but the patchwork; F3; M
    bool paused;
    bool wants_picture;

    // the patchwork
    patch_view *view;
    int32_t view_w, view_h; // pixels
    quality_kind quality;
    patch_cells *shown, *next; // next: one with other numbers, which grows beside; NULL: none does
    loam_patchwork_def wanted; // as the knobs stand
    loam_patchwork_def first;  // as it was when it was opened
    knob_history history;
    double rest_s; // since a knob was turned
    bool told_complete;
    int32_t chosen; // what the knobs are of: 0 all, else a biome's number plus 1
    char seed_text[64];
    const char *keep;
    double unsaved_s;
    char *record; // lines so far
    size_t record_used, record_room;
    bool records;

    // who goes there
    walker body, before; // at the last step and at the one before
    walk_input wish;
    double step_rest_s;                      // of the time that steps have not used
    double yaw, pitch, free_yaw, free_pitch; // degrees
    double stay_x, stay_z;                   // m: where the world was told that one is
    int32_t stay_ms;                         // since then

    // how it is seen
    camera camera;
    double behind, raise; // m
    double hour, hours_per_second, hour_rest;
    weather_kind weather;
    double seconds;
    patch_paint colours;
    patch_preview noise, map;
    int32_t map_frames; // since it was painted
    int64_t map_x, map_z;
    const patch_cells *map_of;
    loam_patchwork_def noise_of; // what it was painted of
    int32_t noise_biome;

    float frame_ms, update_ms, draw_ms;
    uint64_t frames;
} patcher;

// ---- tell.c: the log and what the player is told
void patch_log(const patcher *p, const char *format, ...) LOAM_PRINTF(2, 3);
void patch_tell(patcher *p, bool bad, const char *format, ...) LOAM_PRINTF(3, 4);
/// The message of the last failure.
void patch_complain(patcher *p, const char *what);
void patch_go(patcher *p, patch_screen screen);

// ---- worlds.c: the patchwork that is shown and the one that grows
/// The one of p->wanted, at once.
loam_result patch_worlds_begin(patcher *p);
void patch_worlds_end(patcher *p);
/// Time passes where one is; cells come; knobs that rest make another patchwork grow.
loam_result patch_worlds_follow(patcher *p, double seconds);
/// What was seen is written, if a file was asked for and the patchwork is the one that it is of.
void patch_save_kept(patcher *p);
loam_result patch_write_record(patcher *p, const char *path);
/// Chunk that one is in.
void patch_chunk_here(const patcher *p, int64_t *x, int64_t *z);

// ---- control.c: from keys to steps
void patch_look_around(patcher *p, double seconds);
void patch_steps(patcher *p, double seconds);
void patch_commands(patcher *p);
/// Stands on the ground of a place, m.
void patch_stand(patcher *p, double x, double z);

// ---- body.c: who is seen, and from where
void patch_see(patcher *p, double seconds);
int32_t patch_body(const patcher *p, figure_box *boxes, int32_t room);

// ---- hud.c, screens.c, turning.c
void patch_hud(patcher *p, double seconds);
void patch_screens(patcher *p);
void patch_turning(patcher *p);
/// Brings the previews up to date; draws them below each other from a corner on, each so wide.
void patch_previews(patcher *p, box at);
void patch_map(patcher *p, box at);
void patch_previews_end(patcher *p);
/// The last change is taken back.
void patch_undo(patcher *p);

#endif
