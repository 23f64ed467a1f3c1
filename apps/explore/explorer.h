// SPDX-License-Identifier: MIT
// The explorer from inside: what its parts share.
#ifndef LOAM_EXPLORE_EXPLORER_H
#define LOAM_EXPLORE_EXPLORER_H

#include "explore/explore.h"
#include "explore/inside.h"
#include "explore/scout.h"
#include "gl/gl.h"
#include "play/folders.h"
#include "play/settings.h"
#include "scene/forecast.h"
#include "scene/scene.h"
#include "ui/notices.h"
#include "ui/ui.h"
#include "walk/ground.h"
#include "walk/inputs.h"
#include "window/window.h"

enum
{
    EXPLORE_HISTORY = 160, // frames
    EXPLORE_MAX_PLACES = 500,
    EXPLORE_MAX_NAME = 64,
    EXPLORE_MAX_STOPS = 1000,
    EXPLORE_UNDOS = 32, // changes of the shape that can be undone
    EXPLORE_NEAR = 3,   // names besides the river's
    EXPLORE_CLOCKS = 4, // speeds of time
};

typedef enum explore_screen
{
    EXPLORE_WALK, // no screen: the land alone
    EXPLORE_PAUSE,
    EXPLORE_HELP,
    EXPLORE_SETTINGS,
    EXPLORE_PLACES,
    EXPLORE_ATLAS,
    EXPLORE_SHAPE,
    EXPLORE_PHOTO,
    EXPLORE_PATHS,
    EXPLORE_TIME,
    EXPLORE_SCREENS,
} explore_screen;

/// "walk", "pause", ...
const char *explore_screen_name(explore_screen screen);

/// A bookmark.
typedef struct explore_place
{
    place at;
    char name[EXPLORE_MAX_NAME];
} explore_place;

/// What frames cost by parts: those of the scene, then these.
enum
{
    EXPLORE_UPDATE = SCENE_PARTS, // pages that come, and who goes there
    EXPLORE_INTERFACE,
    EXPLORE_CARD, // waiting until the graphics card has drawn
    EXPLORE_PARTS,
};

/// Milliseconds of the last frames.
typedef struct explore_times
{
    float whole[EXPLORE_HISTORY], update[EXPLORE_HISTORY], draw[EXPLORE_HISTORY];
    int32_t next;
    float parts[EXPLORE_PARTS]; // running means
    float work;                 // of the last frame, without waiting for the screen
} explore_times;

struct explorer
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
    explore_screen screen;
    char focus_told[64]; // the last one that the log was told of
    bool quitting, to_title;
    bool hidden, figures; // nothing is shown but the land; F3
    bool paused;
    bool wants_picture;

    // the land
    uint64_t seed;
    loam_land_shape shape;
    loam_land *land;
    scene *scene;
    quality_kind quality;
    quality_pace pace; // where the settings leave the quality to the frames
    bool has_pace;
    ground ground;
    const char *world; // a land's file that keeps what is dug; NULL: one in the player's folder
    explore_inside inside;
    scout *scout;
    // another shape of it, that grows beside
    loam_land_shape wanted_shape, next_shape;
    loam_land *next_land;
    scene *next_scene; // NULL: none grows
    double shape_rest_s;
    loam_land_shape undos[EXPLORE_UNDOS];
    int32_t undo_count;
    int32_t shape_page; // 0: the land; else a biome and 1
    struct previews *previews;

    // who goes there
    walker body, before; // at the last step and at the one before
    walk_input wish;
    double rest_s; // of the time that steps have not used
    bool seeking;  // for a place to begin at
    bool arriving; // the ground of `target` is not there yet
    place target;
    double yaw, pitch, free_yaw, free_pitch; // degrees; looking around
    int64_t waits;                           // steps that waited for ground, in a row

    // how it is seen
    camera camera;
    double behind; // m from the eyes that it is seen from, 0 in the first person
    double raise;  // of the eyes above the feet, as it is shown
    int32_t scene_w, scene_h;
    int64_t view_m; // up to where the land has all its detail
    double hour, hours_per_second, hour_rest;
    int32_t day; // of the year, 1 .. 365; 0: no season
    weather_kind weather;
    bool by_climate;    // the weather is what the climate brings
    climate_at climate; // means of the year
    float climate_base; // height of the land there, m
    bool has_climate;
    double tilt, exposure, fog; // of photographs, as a place has them
    double photo_fov;           // degrees, 0: as in the settings
    double seconds;             // moves clouds and waves

    // finding
    char river[LOAM_MAX_RIVER_NAME];
    int32_t biome; // -1: not known
    double asked_x, asked_z;
    explore_place *places; // EXPLORE_MAX_PLACES
    int32_t place_count;
    bool places_fixed; // their file has what would be lost if it were written
    struct atlas *atlas;
    struct search *search;
    struct paths *paths;
    double named_x, named_z; // where names around were asked for
    bool has_named;
    char near[EXPLORE_NEAR][LOAM_MAX_RIVER_NAME]; // a lake, a range, a peak; "" for none

    // recording
    inputs record, replay;
    char seed_text[64]; // of another land, as it is typed
    bool is_replaying;
    int32_t replay_step, replay_run, replay_start;
    place *stops; // of a path, EXPLORE_MAX_STOPS
    int32_t stop_count;
    bool filming;
    double next_stop_s;

    explore_times times;
    uint64_t frames;
};

// ---- tell.c: the log and what the player is told
void explore_log(const explorer *e, const char *format, ...) LOAM_PRINTF(2, 3);
void explore_tell(explorer *e, bool bad, const char *format, ...) LOAM_PRINTF(3, 4);
/// The message of the last failure.
void explore_complain(explorer *e, const char *what);
void explore_go(explorer *e, explore_screen screen);

// ---- stand.c: where one is
/// Goes to a place: coarse land is there at once, and steps begin when its ground is. A place of another seed
/// opens that land before the next frame.
void explore_stand(explorer *e, const place *at);
/// Where one is now.
place explore_here(const explorer *e);
/// Looks for a good place to begin at, near target.
void explore_seek(explorer *e);
/// What the ground has to say when it comes; true when one stands on it.
bool explore_arrive(explorer *e);

// ---- explore.c: lands
/// A land of e->seed and a shape, and a scene of it. What was made before a failure is the caller's, too.
loam_result explore_make_land(explorer *e, const loam_land_shape *shape, loam_land **land,
                              scene **made);
/// What goes with e->land and e->scene, which are there.
loam_result explore_begin_land(explorer *e);
/// Ends all of it.
void explore_end_land(explorer *e);

// ---- shaping.c: knobs of the land's shape
loam_result shaping_follow(explorer *e, double seconds);
void shaping_run(explorer *e);
void shaping_end(explorer *e);

// ---- preview.c: small pictures beside the knobs
/// Draws them at a place of the screen; biome -1: without noise.
void previews_run(explorer *e, int32_t x, int32_t y, int32_t biome);
/// Another land: the map is asked for again.
void previews_forget(explorer *e);
void previews_close(explorer *e);

// ---- control.c: from keys to steps
void explore_look(explorer *e, double seconds);
void explore_steps(explorer *e, double seconds);
void explore_commands(explorer *e, double seconds);
/// Hours that pass in a second, as the player can choose.
extern const double explore_clocks[EXPLORE_CLOCKS];

// ---- eye.c, body.c: what is seen
/// For whom the land grows.
camera explore_viewer(const explorer *e);
/// After scene_update: the camera.
void explore_see(explorer *e, double seconds);
void explore_show_body(explorer *e);

// ---- hud.c, screens.c, atlas.c
void explore_hud(explorer *e, double seconds);
void explore_screens(explorer *e);
void atlas_run(explorer *e);
void atlas_close(explorer *e);

// ---- search.c: by name, on the map
void search_open(explorer *e);
bool search_is_open(const explorer *e);
/// map: the view whose names are searched.
void search_run(explorer *e, const scout_question *map);
/// Another land: names are asked for again.
void search_forget(explorer *e);
void search_close(explorer *e);

// ---- places.c: bookmarks
loam_result places_read(explorer *e);
loam_result places_write(const explorer *e);
void places_mark(explorer *e);
void places_remove(explorer *e, int32_t index);

/// Where the player was when the land was left the last time.
bool places_read_last(explorer *e, place *out);
void places_write_last(explorer *e);

// ---- time.c: the hour, the season and the weather
void time_run(explorer *e);

// ---- photo.c: pictures with care
void photo_run(explorer *e);

// ---- paths.c: those that were recorded
void paths_run(explorer *e);
/// While a path is played it says where one is; true as long as it does.
bool paths_follow(explorer *e, double seconds);
void paths_close(explorer *e);

// ---- film_path.c: F9
void film_toggle(explorer *e);
void film_follow(explorer *e, double seconds);

#endif
