// SPDX-License-Identifier: MIT
// What every explorer is: a window with OpenGL in which somebody goes through a world, with keys, menus, notices,
// pictures and settings. An explorer of one kind of world has a roam as its first member, and fills in a roam_kind.
#ifndef LOAM_ROAM_ROAM_H
#define LOAM_ROAM_ROAM_H

#include "gl/gl.h"
#include "play/folders.h"
#include "play/settings.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/quality.h"
#include "scene/sky.h"
#include "ui/notices.h"
#include "ui/ui.h"
#include "walk/walker.h"
#include "window/window.h"

#include <stdio.h>

enum
{
    ROAM_HISTORY = 160, // frames
    ROAM_CLOCKS = 4,    // speeds of time
    ROAM_MAX_BOXES = 32,
    ROAM_MAX_FIGURES = 12, // lines of F3
    ROAM_LINE = 160,
};

/// Screens; those of a kind of world come from ROAM_OWN on.
enum
{
    ROAM_WALK, // no screen: the world alone
    ROAM_PAUSE,
    ROAM_HELP,
    ROAM_SETTINGS,
    ROAM_OWN,
};

typedef struct roam roam;

/// A screen of a kind of world.
typedef struct roam_screen
{
    const char *name, *label; // in the log, in the menu
    void (*run)(roam *r);
    bool covers; // the whole window: what is written over the world is written over it, too
    bool bare;   // nothing is written over the world
} roam_screen;

/// A row of the help, for keys that are no actions.
typedef struct roam_key
{
    const char *what, *key;
} roam_key;

/// What an explorer of one kind of world fills in. What may be NULL says so.
typedef struct roam_kind
{
    const char *program;  // "loam land explore": messages begin with it
    const char *title;    // of the menu
    const char *picture;  // files of pictures begin with it
    const char *else_use; // what there is for those without a window
    const char *growing;  // shown until begin has ended
    const char *help;
    const char *settings_note; // below the settings; NULL: none
    bool has_climate;          // which can bring the weather

    const roam_screen *screens; // from ROAM_OWN on
    int32_t screen_count;
    const roam_key *keys;
    int32_t key_count;
    bool (*has_action)(play_action action); // for the help

    /// Before there is a window: what is wrong is said there.
    loam_result (*check)(roam *r);
    /// The window is there, and the jobs.
    loam_result (*begin)(roam *r);
    /// A frame begins: worlds come and go here.
    loam_result (*follow)(roam *r, double seconds);
    /// Keys of its own, while no screen is open.
    void (*commands)(roam *r, double seconds);
    /// Whether steps can be made: there is ground. NULL: always.
    bool (*ready)(roam *r, double seconds);
    /// One step of r->body; false if no more can be made in this frame.
    bool (*step)(roam *r);
    /// The size of the picture has changed: r->picture_w, r->picture_h.
    loam_result (*resize)(roam *r);
    /// Draws the world into a window of w x h pixels; nothing has to be drawn while roam_is_covered.
    loam_result (*draw)(roam *r, int32_t w, int32_t h, double seconds);
    /// What is written over the world.
    void (*over)(roam *r);
    /// F3; how many lines.
    int32_t (*figures)(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE]);
    /// Settings of its own; whether one was changed. NULL: none.
    bool (*ask_settings)(roam *r);
    /// The world of another seed is wanted.
    void (*open_seed)(roam *r, uint64_t seed);
    /// After the last frame, if begin was well: what is to be left behind.
    loam_result (*leave)(roam *r);
    /// Ends what check and begin have made, also if they failed.
    void (*end)(roam *r);
} roam_kind;

/// Milliseconds of the last frames.
typedef struct roam_times
{
    float whole[ROAM_HISTORY], update[ROAM_HISTORY], draw[ROAM_HISTORY];
    int32_t next;
    float interface; // of the last frame
    float work;      // of the last frame, without waiting for the screen
} roam_times;

struct roam
{
    const roam_kind *kind;
    loam_env env;
    FILE *err;
    bool verbose;
    window *win;
    gl gl;
    painter *paint;
    ui *u;
    input now;
    play_folders folders;
    play_settings settings;
    bool settings_changed;
    notices notices;
    int32_t screen;
    char focus_logged[64]; // the last one that was logged
    char seed_text[64];    // of another world, as it is typed
    bool quitting, to_title;
    bool hidden, figures; // nothing is shown but the world; F3
    bool paused;
    bool wants_picture;

    // who goes there
    walker body, before; // at the last step and at the one before
    walk_input wish;
    bool is_ready;                           // as roam_kind.ready said
    bool is_replaying;                       // steps are not asked of the player
    double rest_s;                           // of the time that steps have not used
    double yaw, pitch, free_yaw, free_pitch; // degrees; looking around

    // how it is seen
    camera camera;
    double behind; // m from the eyes that it is seen from, 0 in the first person
    double raise;  // of the eyes above the feet, as it is shown
    quality_kind quality;
    int32_t picture_w, picture_h; // pixels that the world is drawn in; 0: not known
    double hour, hours_per_second, hour_rest;
    weather_kind weather;
    bool by_climate; // the weather is what the climate brings
    double seconds;  // moves clouds and waves
    roam_times times;
    uint64_t frames;
};

// ---- roam.c: the program
typedef struct roam_options
{
    int32_t w, h; // of the window; 0: as the settings say
    int32_t threads;
    bool verbose; // tells on err what happens
} roam_options;

/// Explores until the player leaves, with a roam of zeros. The exit code; messages go to err. *to_title, if not NULL:
/// whether the player wants to see the title again.
int roam_run(roam *r, const roam_kind *kind, const roam_options *options, FILE *err,
             bool *to_title);
/// As the settings say, or as the driver is.
quality_kind roam_quality(const roam *r);
/// Pixels that the world is drawn in now.
void roam_pixels(const roam *r, int32_t *w, int32_t *h);
/// Whether a screen covers the whole window.
bool roam_is_covered(const roam *r);
/// Words on an empty window, for what takes long enough to wonder.
void roam_show_words(roam *r, const char *words);
float roam_ms_since(uint64_t start);

// ---- tell.c: the log and what the player is told
void roam_log(const roam *r, const char *format, ...) LOAM_PRINTF(2, 3);
void roam_tell(roam *r, bool bad, const char *format, ...) LOAM_PRINTF(3, 4);
/// The message of the last failure.
void roam_complain(roam *r, const char *what);
/// That a world is there.
void roam_log_open(const roam *r, uint64_t seed);
/// "walk", "pause", ...
const char *roam_screen_name(const roam *r);
void roam_go(roam *r, int32_t screen);

// ---- control.c: from keys to steps
bool roam_pressed(const roam *r, play_action action);
/// How often one was pressed, less the other.
int32_t roam_presses(const roam *r, play_action more, play_action less);
bool roam_flies(const roam *r);
void roam_look(roam *r, double seconds);
void roam_commands(roam *r, double seconds);
void roam_steps(roam *r, double seconds);
/// Hours that pass in a second, as the player can choose.
extern const double roam_clocks[ROAM_CLOCKS];
/// Which of them passes now.
int32_t roam_clock(const roam *r);

// ---- screens.c: menus
void roam_screens(roam *r);
/// Whether the player wants to leave a screen that an action opens, too.
bool roam_wants_back(const roam *r, play_action toggle);

// ---- over.c: what is written over the world
/// Two lines below, and keys beside the second.
void roam_where(roam *r, const char *first, const char *second, const char *keys);
void roam_over(roam *r);
/// What has happened, over everything.
void roam_notices(roam *r, double seconds);

// ---- eye.c, figure.c: what is seen
/// Where one looks, and how far from behind. eyes: where they are; back: the way from them to the camera.
void roam_see(roam *r, bool first_person, double seconds, double eyes[3], double back[3]);
/// Feet between two steps.
void roam_feet(const roam *r, double out[3]);
/// Puts a camera at a place, m.
void roam_put(camera *c, double x, double y, double z);
/// The figure that goes there, relative to the camera; none for those who see by its eyes.
int32_t roam_figure(const roam *r, figure_box boxes[ROAM_MAX_BOXES]);

#endif
