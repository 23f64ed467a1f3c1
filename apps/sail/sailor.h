// SPDX-License-Identifier: MIT
// The program that sails, from inside: what its parts share.
#ifndef LOAM_SAIL_SAILOR_H
#define LOAM_SAIL_SAILOR_H

#include "roam/roam.h"
#include "sail/log_book.h"
#include "sail/sail.h"
#include "sea/sea.h"
#include "voyage/course.h"
#include "voyage/voyage.h"

enum
{
    SAIL_MAX_NEAR = 96, // islands around that are known by name
    SAIL_NAMES = 12,    // that are written at a time
    SAIL_UNDOS = 16,    // turns of knobs that can be undone
};

/// Screens beside those of every explorer.
enum
{
    SAIL_CHART = ROAM_OWN,
    SAIL_LOG,
    SAIL_GROWTH,
};

/// An island around, and how far it has grown.
typedef struct near_isle
{
    loam_isle isle;
    double far;     // m to its area
    int32_t stages; // that have their pages now; LOAM_ISLE_STAGE_COUNT: all
    bool grown;     // has been all there
} near_isle;

#define SAIL_REST_S 0.5 // that knobs have to stand still

typedef struct chart chart;

typedef struct sailor
{
    roam r;
    const sail_options *options;

    // the sea
    loam_isles_def def, first, wanted; // as it is, as it was opened, as the knobs stand
    loam_isles *isles;
    voyage_world world;
    sea_scene *scene;
    loam_isle_stage stage; // that islands are shown at
    int64_t view;
    bool complete, complete_logged;
    bool watching; // step after step is shown by itself
    double watch_s;
    double knobs_rest_s;
    int32_t chosen, part; // what knobs are of, and which terrain or object of a type
    loam_isles_def undos[SAIL_UNDOS];
    int32_t undo_count;

    // the voyage
    voyage voyage, before; // now and at the step before
    voyage_input asked;
    course record;
    bool records;
    bool helm_holds; // it steers to the target by itself
    double tack;     // side that the helm goes to windward on: -1, 1
    bool has_target;
    double target_x, target_z;
    char target_name[48];

    // what is around
    near_isle near[SAIL_MAX_NEAR];
    int32_t near_count;
    double near_x, near_z;
    int32_t near_frames;
    char harbour[LOAM_ISLE_MAX_NAME + 1]; // that one is at; "" for none
    bool names;
    log_book book;
    chart *chart;

    // how it is seen
    swell swell;
    double rise, pitch, roll; // of the boat on the waves: m, radians
    double away, above;       // of the camera aboard, m
    double over, aloft;       // how far it has come to be above the boat, and at its mast, 0..1
    double height;            // m above the boat, as the eye has come
    double heading_seen;      // turns: the look follows the boat
} sailor;

/// The sailor of a roam, which is its first member.
static inline sailor *sailor_of(roam *r)
{
    return (sailor *)r;
}

// ---- seas.c: the sea that is shown
/// Opens the sea of a def, with the boat near a place; what was open stays if that fails.
loam_result sail_open(sailor *p, const loam_isles_def *def, double x, double z);
void sail_close(sailor *p);
/// Islands come; knobs that rest open another sea.
loam_result sail_follow(roam *r, double seconds);
/// Where one is, as a line may say it.
place sail_here(const sailor *p);
/// Goes to a place, in its sea.
void sail_go(sailor *p, const place *to);
void sail_write_last(sailor *p);
bool sail_read_last(sailor *p, place *out);

// ---- helm.c: keys and steps
void sail_commands(roam *r, double seconds);
bool sail_step(roam *r);
void sail_set_target(sailor *p, double x, double z, const char *name);
/// With the boat, or as a bird, to a place.
void sail_travel(sailor *p, double x, double z);
/// Percent of its usual strength that the wind of a weather has.
int32_t sail_wind_of(weather_kind kind);

// ---- deck.c: what is seen
loam_result sail_draw(roam *r, int32_t w, int32_t h, double seconds);

// ---- around.c: islands around, by name
void sail_look_around(sailor *p);

// ---- hud.c: what is written over the sea
void sail_over(roam *r);
int32_t sail_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE]);
/// A straight line of dots, pixels.
void sail_line(painter *paint, double x0, double y0, double x1, double y1, int32_t thick,
               loam_colour colour);
/// "Q": what does it, with the device that was used last.
const char *sail_key(const sailor *p, play_action action, char buffer[32]);
/// "north-east" of a direction, turns from north over east.
const char *sail_direction(double turns);

// ---- growth.c: steps
/// Shows the next step of growth when the one before has been seen for a while.
void sail_watch(sailor *p, double seconds);

// ---- turning.c: knobs of the sea's numbers
void sail_turning(sailor *p);
void sail_undo(sailor *p);
/// The numbers that the program began with.
void sail_make_usual(sailor *p);

// ---- chart.c, book.c, growth.c: screens
void sail_chart(roam *r);
void sail_chart_forget(sailor *p);
void sail_chart_end(sailor *p);
void sail_log_screen(roam *r);
void sail_growth(roam *r);

#endif
