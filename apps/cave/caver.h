// SPDX-License-Identifier: MIT
// The explorer of caves from inside: what its parts share.
#ifndef LOAM_CAVE_CAVER_H
#define LOAM_CAVE_CAVER_H

#include "cave/explore.h"
#include "cave/ground.h"
#include "cave/scene.h"
#include "roam/preview.h"

#include "loam/jobs.h"

#include <stdatomic.h>

enum
{
    CAVER_UNDOS = 64,
    CAVER_PANEL = 340,            // units that the panel of knobs is wide
    CAVER_PREVIEW = 190,          // and pictures beside it
    CAVER_MAP_SIDE = 128,         // cells
    CAVER_BUBBLE_M = 4,           // that stay open around whoever watches a cave grow
    CAVER_KEY_KNOBS = KEY_A + 10, // K
    CAVER_KEY_GROW = KEY_A + 13,  // N
    CAVER_KEY_STEP = KEY_A + 1,   // B
};

/// Screens beside those of every explorer.
enum
{
    CAVER_KNOBS = ROAM_OWN,
};

/// A cave that is shown, or that grows beside.
typedef struct caver_world
{
    loam_env env;
    cave_plan plan;
    bool has_bubble;
    int64_t bubble[3];
    int32_t bubble_cells;
    cave_rock rock;
    cave_stand begin; // where one stands first
    cave_chunks *chunks;
    loam_job job; // grows the rock
    atomic_bool done;
    bool busy;
    loam_result result, stands; // of the rock; of the place
    char message[200];
} caver_world;

typedef struct caver
{
    roam r;
    const caver_options *options;
    cave_place at; // as it was asked for

    // the cave
    cave_scene *scene;
    caver_world *shown, *next; // next: one with other numbers; NULL: none grows
    cave_plan wanted;          // as the knobs stand
    cave_plan first;           // as it was when it was opened
    cave_plan undos[CAVER_UNDOS];
    int32_t undo_count;
    double knobs_rest_s; // since a knob was turned
    bool told_complete;
    cave_ground ground;

    // watching it grow: the automaton's steps one after another
    bool watches, steps_alone; // it goes on by itself, or by a key
    int32_t step;              // that is shown, or grows
    double step_s;             // since it is shown
    int64_t bubble[3];

    // a walk that is recorded
    inputs walk;
    char walk_from[CAVE_PLACE_MAX];
    bool records;

    // how it is seen
    float lamp;
    double adapted; // of eyes to the dark
    bool map_shown;
    roam_preview map, look;
    cave_plan look_of; // what the picture beside the knobs shows
    bool has_look;
    int64_t look_at[3], map_at[3];
    const caver_world *map_of;
} caver;

/// The explorer of a roam, which is its first member.
static inline caver *caver_of(roam *r)
{
    return (caver *)r;
}

// ---- worlds.c: the cave that is shown and the one that grows
/// The one of c->wanted, at once.
loam_result caver_worlds_begin(caver *c);
void caver_worlds_end(caver *c);
/// Rock comes; knobs that rest make another cave grow, and watching shows the next step.
loam_result caver_worlds_follow(caver *c, double seconds);
/// Begins to show all steps, one after another; alone: only the next one. Ends it if it is on.
void caver_watch(caver *c, bool alone);
/// Where one is, as a place.
cave_place caver_here(const caver *c);
/// Goes to a place in the cave that is shown; without one, to where it begins.
void caver_stand(caver *c, const cave_place *at);

// ---- control.c: what roam_kind asks for about steps and keys
void caver_commands(roam *r, double seconds);
bool caver_step(roam *r);
/// Ends the walk that is recorded, if there is one, and writes it.
void caver_end_walk(caver *c);

// ---- hud.c: what is written over the cave
void caver_over(roam *r);
int32_t caver_figures(roam *r, char lines[ROAM_MAX_FIGURES][ROAM_LINE]);

// ---- turning.c: knobs, the picture beside them, the map
void caver_turning(roam *r);
void caver_look(caver *c, box at);
void caver_map(caver *c, box at);
void caver_pictures_end(caver *c);
/// The last change is taken back.
void caver_undo(caver *c);
/// Another cave is wanted.
void caver_want(caver *c, const cave_plan *plan);

#endif
