// SPDX-License-Identifier: MIT
// The land's inside in the explorer: a smooth body or blocks to walk, dig and build in.
#ifndef LOAM_EXPLORE_INSIDE_H
#define LOAM_EXPLORE_INSIDE_H

#include "explore/keep.h"
#include "loam/volume_world.h"
#include "scene/scene.h"
#include "walk/walker.h"

enum
{
    INSIDE_SURFACE, // there is none
    INSIDE_SMOOTH,
    INSIDE_BLOCKS,
    INSIDE_FORMS,
    INSIDE_LAMPS = SCENE_MAX_LAMPS - 1, // beside that of the walker
};

typedef struct explore_inside
{
    int32_t form;
    bool is_locked; // the surface alone: walks that are recorded or replayed go over it
    int32_t per_m; // voxels along a metre, 1 or 2: the world of voxels counts them, all else metres
    loam_inside numbers; // that the land is dug by
    loam_volume *volume;
    loam_volume_grower *grower;
    loam_voxel_world *voxels; // NULL: the surface alone
    keep keep;
    loam_voxel_pos *changed; // chunks that somebody ever changed, in order
    int32_t changed_count, changed_room;
    uint64_t saved_ns; // when something was last kept
    bool lamp;         // in the walker's hand
    scene_lamp lamps[INSIDE_LAMPS];
    int32_t lamp_count, lamp_frames;
    double brush; // m
    uint8_t material;
    double stroke_wait; // s
} explore_inside;

typedef struct explorer explorer;

/// "the surface alone", ...
const char *inside_form_name(int32_t form);

/// With e->land and e->scene, as the settings say. If it fails there is none, and inside_end tidies up.
loam_result inside_begin(explorer *e);
/// Keeps what was changed. Before the scene and the land end.
void inside_end(explorer *e);
void inside_change_form(explorer *e);
/// Digs the land by other numbers. What was dug by those before is kept apart.
void inside_change_numbers(explorer *e, const loam_inside *numbers);
bool inside_is_on(const explorer *e);

/// A frame: edits, chunks that come and go, a little of what is to be kept.
loam_result inside_update(explorer *e);
/// Adds lamps.
void inside_light(const explorer *e, scene_look *look);
/// Keys and mouse: digging, building, forms, lamp.
void inside_commands(explorer *e, double seconds);

/// What a walker meets; the surface if there is no inside.
walk_world inside_walk_world(explorer *e);
/// Whether voxels are there around the walker.
bool inside_has_ground(const explorer *e);
/// Puts a walker who has just arrived on the body.
void inside_settle(explorer *e);
/// How far of `wanted` metres the camera can go from a place along a direction.
double inside_free_behind(explorer *e, const double from[3], const double way[3], double wanted);
bool inside_is_eye_wet(explorer *e);

#endif
