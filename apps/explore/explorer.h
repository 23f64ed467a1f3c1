// SPDX-License-Identifier: MIT
// The explorer from inside: what its parts share.
#ifndef LOAM_EXPLORE_EXPLORER_H
#define LOAM_EXPLORE_EXPLORER_H

#include "explore/explore.h"
#include "explore/inside.h"
#include "explore/scout.h"
#include "roam/roam.h"
#include "scene/forecast.h"
#include "scene/scene.h"
#include "walk/ground.h"
#include "walk/inputs.h"

enum
{
    EXPLORE_MAX_PLACES = 500,
    EXPLORE_MAX_NAME = 64,
    EXPLORE_MAX_STOPS = 1000,
    EXPLORE_UNDOS = 32, // changes of the shape that can be undone
    EXPLORE_NEAR = 3,   // names besides the river's
    EXPLORE_RIVER = LOAM_MAX_RIVER_NAME + 8,
};

/// Screens beside those of every explorer, as in the menu.
enum
{
    EXPLORE_ATLAS = ROAM_OWN,
    EXPLORE_PLACES,
    EXPLORE_SHAPE,
    EXPLORE_PHOTO,
    EXPLORE_PATHS,
    EXPLORE_TIME,
};

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

/// What knobs say.
typedef struct explore_wish
{
    loam_land_shape shape;
    loam_inside inside;
} explore_wish;

struct explorer
{
    roam r;
    const explore_options *options;

    // the land
    uint64_t seed;
    loam_land_shape shape;
    loam_page_store *pages; // what has grown before, of any land; NULL: nothing is kept
    loam_land *land;
    scene *scene;
    quality_pace pace; // where the settings leave the quality to the frames
    bool has_pace;
    const char *quality_why; // another was set and is not shown yet; NULL: none
    uint64_t quality_start;
    ground ground;
    const char *world; // a land's file that keeps what is dug; NULL: one in the player's folder
    explore_inside inside;
    scout *scout;
    // another shape of it, that grows beside
    loam_land_shape wanted_shape, next_shape;
    loam_land *next_land;
    scene *next_scene; // NULL: none grows
    loam_inside wanted_inside;
    double shape_rest_s;
    explore_wish undos[EXPLORE_UNDOS];
    int32_t undo_count;
    int32_t shape_page; // 0: the land; biomes from 1 on; then parts of the inside
    struct previews *previews;

    // coming to a place
    bool seeking;  // for a place to begin at
    bool arriving; // the ground of `target` is not there yet
    place target;
    int64_t waits; // steps that waited for ground, in a row

    // how it is seen
    int64_t view_m;     // up to where the land has all its detail
    int32_t day;        // of the year, 1 .. 365; 0: no season
    climate_at climate; // means of the year
    float climate_base; // height of the land there, m
    bool has_climate;
    double tilt, exposure, fog; // of photographs, as a place has them
    double photo_fov;           // degrees, 0: as in the settings

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

    bool rose; // to where no bird rises higher, and still wants to

    // recording
    inputs record, replay;
    bool record_is_full; // no file can hold more: what there is will be written
    bool replay_ended;
    int32_t replay_step, replay_run, replay_start;
    place *stops; // of a path, EXPLORE_MAX_STOPS
    int32_t stop_count;
    bool filming;
    double next_stop_s;

    float costs[EXPLORE_PARTS]; // ms of a frame, running means
};

/// The explorer of a roam, which is its first member.
static inline explorer *explorer_of(roam *r)
{
    return (explorer *)r;
}

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
void shaping_run(roam *r);
void shaping_end(explorer *e);

// ---- inside_knobs.c: numbers of the land's inside

/// Knobs of a part of it, for e->wanted_inside; whether one was turned.
bool inside_knobs_run(explorer *e, int32_t part);
void inside_knobs_reset(explorer *e, int32_t part);
void inside_knobs_keep(explorer *e); // as a file for --inside

// ---- preview.c: small pictures beside the knobs
/// Draws them at a place of the screen; biome -1: without noise.
void previews_run(explorer *e, int32_t x, int32_t y, int32_t biome);
/// Another land: the map is asked for again.
void previews_forget(explorer *e);
void previews_close(explorer *e);

// ---- control.c: what roam_kind asks for about steps and keys
void explore_commands(roam *r, double seconds);
bool explore_ready(roam *r, double seconds);
bool explore_step(roam *r);

// ---- eye.c: what is seen
/// For whom the land grows.
camera explore_viewer(const explorer *e);
/// After scene_update: the camera.
void explore_see(explorer *e, double seconds);
/// Whether it is under water.
bool explore_is_eye_wet(explorer *e);

// ---- hud.c: what is written over the land
/// "river Ithisir", or "River Branent", of which its name says what it is; "" if none is near.
const char *explore_river(const explorer *e, char out[EXPLORE_RIVER]);
/// Asks now and then what is around.
void explore_look_around(explorer *e);
void explore_over(roam *r);
int32_t explore_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE]);

// ---- atlas.c: the map
void atlas_run(roam *r);
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
void places_run(roam *r);

/// Where the player was when the land was left the last time.
bool places_read_last(explorer *e, place *out);
void places_write_last(explorer *e);

// ---- time.c: the hour, the season and the weather
void time_run(roam *r);

// ---- photo.c: pictures with care
void photo_run(roam *r);

// ---- paths.c: those that were recorded
void paths_run(roam *r);
/// While a path is played it says where one is; true as long as it does.
bool paths_follow(explorer *e, double seconds);
void paths_close(explorer *e);

// ---- film_path.c: F9
void film_toggle(explorer *e);
void film_follow(explorer *e, double seconds);

#endif
