// SPDX-License-Identifier: MIT
// The game as a program: what all of its screens share, and how they take turns.
#ifndef LOAM_PLAY_APP_H
#define LOAM_PLAY_APP_H

#include "play/folders.h"
#include "play/session.h"
#include "play/settings.h"
#include "ui/ui.h"

#include "loam/loam.h"

typedef struct app app;

typedef enum app_screen_id
{
    SCREEN_TITLE,
    SCREEN_NEW_WORLD,
    SCREEN_SHAPE, // what a new world is made of, by knobs
    SCREEN_LOAD_WORLD,
    SCREEN_SETTINGS,
    SCREEN_KEYS,
    SCREEN_HELP,
    SCREEN_LOADING, // a world is being opened or closed
    SCREEN_GAME,
    SCREEN_PAUSE, // the menu in the game
    SCREEN_INVENTORY,
    SCREEN_MAP,
    SCREEN_STAMPS,
    SCREENS,
} app_screen_id;

/// A screen: draws itself over the world and reacts. Called once a frame between ui_begin and ui_end.
typedef struct app_screen
{
    const char *name;      // for ui_begin and the log
    void (*enter)(app *a); // NULL allowed
    void (*run)(app *a);
    bool stops_time; // the world stands still behind it
} app_screen;

enum
{
    APP_MAX_DEPTH = 8,
    APP_NOTICES = 5,
    APP_HISTORY = 240, // frames
};

/// What is shown at the edge of the screen for a while.
typedef struct app_notice
{
    char text[256];
    bool bad;
    float seconds; // left
} app_notice;

typedef enum app_time
{
    TIME_WHOLE, // frame
    TIME_STEPS,
    TIME_LIGHT,
    TIME_COMPOSE,
    TIME_INTERFACE,
    TIME_SHOW,
    TIMES,
} app_time;

/// How long the parts of the last frames took, milliseconds.
typedef struct app_times
{
    float ms[TIMES][APP_HISTORY];
    int32_t step_count[APP_HISTORY];
    int32_t next; // of this frame; the one after it is the oldest
} app_times;

void app_times_add(app_times *times, app_time part, uint64_t ns);

/// A world that is to be opened, or was.
typedef struct app_next_world
{
    bool wanted;
    session_def def; // its strings are the next four
    char path[PLAY_MAX_PATH], defs[PLAY_MAX_PATH], record[PLAY_MAX_PATH], seed[PLAY_MAX_PATH];
    char error[512]; // why it could not be opened; "" if it could
} app_next_world;

/// What the player does with the cursor besides using tools.
typedef struct app_selection
{
    bool marking, marked;
    loam_tile_pos from, to; // corners, both included
    bool pasting;           // the clipboard hangs at the cursor
    bool flipped;
    bool copied;                   // there is something to paste
    int32_t w, h;                  // of it, tiles
    char stamp[LOAM_MAX_NAME + 1]; // that is to be pasted; "": the clipboard
} app_selection;

/// Whose definitions a new world has.
typedef enum app_defs_from
{
    APP_DEFS_BUILT_IN,
    APP_DEFS_FILE,
    APP_DEFS_SHAPED, // by the knobs of SCREEN_SHAPE
} app_defs_from;

/// What is being filled in for a new world.
typedef struct app_new_world
{
    char name[PLAY_MAX_WORLD_NAME], seed[64], defs[PLAY_MAX_PATH];
    int32_t ring;            // above LOAM_MIN_RING_LOG2
    app_defs_from defs_from; // a file is the one of `defs`
    bool limited;
    bool away;       // in SCREEN_SHAPE: what was filled in stays
    char error[512]; // what is wrong with it; "" if nothing is known to be
} app_new_world;

/// What is being done in the list of worlds.
enum
{
    APP_RINGS = LOAM_MAX_RING_LOG2 - LOAM_MIN_RING_LOG2 + 1 // sizes of what is active
};

typedef struct app_load_world
{
    int32_t chosen;
    int32_t ring;  // that it is played with: 0 its own, else 1 and so many above LOAM_MIN_RING_LOG2
    bool removing; // asked whether to
    bool on_row;   // one has the focus
} app_load_world;

typedef struct backdrop backdrop;             // the world behind the menus
typedef struct explored explored;             // the map
typedef struct shaping shaping;               // a new world that is shaped by knobs
typedef struct ingame ingame;                 // what the parts of the game's screen remember
typedef struct app_clip app_clip;             // a film that is being recorded
typedef struct app_world_list app_world_list; // of the load screen

struct app
{
    loam_env env;
    window *win; // NULL without one: tests and benchmarks
    painter *paint;
    ui *u;
    input now;
    play_folders folders;
    play_settings settings;
    bool settings_changed; // to be written soon

    // screens
    app_screen_id stack[APP_MAX_DEPTH];
    int32_t depth;
    bool quitting;
    int exit_code;
    app_notice notices[APP_NOTICES];
    char focus_logged[64]; // the last one that was logged
    app_new_world new_world;
    app_load_world load_world;
    shaping *shaping; // NULL: nothing was shaped

    // the world
    session *s;   // NULL at the title
    bool open;    // it can be played
    session *old; // one that is closing
    bool unsaved; // not all of it could be saved, and the player is asked what to do
    app_next_world next;
    bool left_world;      // just now: the title offers it first
    bool save_failed;     // the player was told that the world cannot be saved now
    char defs_error[512]; // what is wrong with the file of definitions; "" if nothing
    backdrop *back;
    loam_tile_frame *frame; // of the size that the world is composed in
    int32_t frame_w, frame_h, frame_zoom;
    play_light frame_light;
    int32_t frame_brightness; // percent
    loam_picture picture;
    painter_image *image;
    loam_camera camera;
    bool stepped; // since light was computed

    // playing
    app_selection selection;
    int32_t hotbar[10];  // materials
    int32_t slot;        // of it
    bool overlay;        // F3
    bool ring_open;      // the ring of tools
    double aim_x, aim_y; // the gamepad's cursor, tiles from the player
    explored *map;
    ingame *in; // NULL without a world
    app_clip *clip;
    app_world_list *worlds;
    app_times times;
    uint64_t frames;
    uint64_t now_us, last_us;
    bool *to_land;               // see play_options
    bool *to_patchwork;          // likewise
    bool *to_sea;                // likewise
    bool *to_cave;               // likewise
    const char *record_commands; // of the command line
    const char *new_defs;        // a file of definitions for new worlds; NULL: built in
    int32_t new_ring_log2;       // of new worlds, of the command line; 0: as the settings say
    play_mode new_mode;          // likewise
};

/// Makes what is missing: a is all 0 but for env (without jobs), paint, folders, settings and, if there is
/// one, win. What was made before a failure is ended by app_end, too. No screen is there yet: app_go.
loam_result app_begin(app *a, int32_t threads);
/// Frees everything but the window and the painter.
void app_end(app *a);

extern const app_screen app_screens[SCREENS];

void app_push(app *a, app_screen_id screen);
void app_pop(app *a);
/// Leaves all screens for this one.
void app_go(app *a, app_screen_id screen);
app_screen_id app_top(const app *a);

/// Tells the player something.
void app_notice_add(app *a, bool bad, const char *format, ...) LOAM_PRINTF(3, 4);
/// The message of the last failure.
void app_complain(app *a, const char *what);

/// What new worlds are like, unless the player chooses otherwise: by the command line, or as the last one was.
int32_t app_new_ring_log2(const app *a);
bool app_new_limited(const app *a);

/// Opens a world, after closing the one that is there; SCREEN_LOADING, then the game.
void app_play(app *a, const session_def *def);
/// The same world again: its definitions have changed, or it is to be recorded from now on (record: a file,
/// or NULL).
void app_play_again(app *a, const char *record);
/// Closes it and goes to the title.
void app_leave_world(app *a);
/// Closes it and ends the program; while the player is asked about what could not be saved, without it:
/// whoever closes the window again means it, and a signal, which is there in every frame, cannot wait for an
/// answer.
void app_quit(app *a);
/// When not everything could be saved: tries again, or does without.
void app_close_again(app *a);
void app_close_anyway(app *a);
/// Whether everything is closed.
bool app_done(const app *a);
/// Closes it and waits for that, without frames and without a question: what cannot be saved is logged and
/// lost. False if a world is only being opened, which is not waited for.
bool app_stop(app *a);
/// Whether there is a world that can be played.
bool app_world_is_open(const app *a);

/// The tile at a place of the window, and the other way round.
loam_tile_pos app_tile_at(const app *a, int32_t x, int32_t y);
box app_box_of_tiles(const app *a, loam_tile_pos low, int32_t w, int32_t h);

/// The scale of the interface on a screen of so many pixels a point, in a window of so many: large windows of
/// small pixels have a larger one.
float app_scale(float density, int32_t h, int32_t percent);
/// A window that the player has made another size since its last frame is found again as large. Whether the settings
/// have changed.
bool app_keep_size(const window *win, const painter *last, play_settings *settings);

/// What has happened in the window since the last frame, to `now`, and the size that it has. The painter's
/// scale follows the settings.
void app_follow_window(app *a, int32_t *w, int32_t *h);

/// One frame of w x h pixels: commands, steps, light, picture, interface. `now` has been filled.
loam_result app_frame(app *a, int32_t w, int32_t h, uint64_t now_us);

#endif
