// SPDX-License-Identifier: MIT
// The inside of a sea, for the files that it is made of.
#ifndef LOAM_SEA_INSIDE_H
#define LOAM_SEA_INSIDE_H

#include "scene/air.h"
#include "sea/card.h"
#include "sea/isle_list.h"
#include "sea/sea.h"
#include "sea/things.h"

/// A map of soundings, as it was made.
typedef struct sounding_map
{
    bool is_made;
    int64_t x, z; // of its low corner, m
    uint64_t version;
} sounding_map;

/// What terrains of a type are drawn with.
typedef struct ground_look
{
    float layers[PATCH_KINDS]; // material
    float tints[PATCH_KINDS][3];
} ground_look;

struct sea_scene
{
    sea_def def;
    const gl *g;
    sea_cost quality;
    texture_set textures;
    texture_maker *maker; // of whole textures, while coarse ones are shown; NULL: none
    sea_card card;
    isle_list isles;
    things *things;
    loam_isle_stage stage;
    loam_sea_look water;
    ground_look looks[LOAM_ISLES_MAX_TYPES + 1]; // the last: of the bed
    sounding_map near, wide;
    bool is_lit;
    double lit_hour;
    weather_kind lit_weather;
    sky sky;
    float *instances; // of blocks of ground, four floats each
    size_t instance_room;
    sea_counters count;

    // What the wind has moved until a time, which a wind that turns does not move back.
    bool drifts;
    double drift_seconds;
    double clouds[2], ripples[2]; // m to the east and north
};

/// What one picture is drawn with.
typedef struct sea_shot
{
    const camera *from;
    const sea_look *look;
    weather weather;
    swell swell;
    double wind_x, wind_z;
    camera_frame frame;
    air air;
} sea_shot;

/// How a type's terrains look, by their names and colours.
ground_look ground_look_of(const loam_isle_type *type);
ground_look ground_look_of_bed(void);

// ---- grounds.c
/// Maps that the water is drawn by, and light over islands, where they have changed.
loam_result sea_draw_soundings(sea_scene *s, const sea_shot *shot);
void sea_draw_sun(sea_scene *s, const sea_shot *shot);
loam_result sea_draw_grounds(sea_scene *s, const sea_shot *shot);
/// Uniforms of sea.glsl, of a program that is in use.
void sea_set_soundings(const sea_scene *s, const sea_shot *shot, GLuint program);
void sea_set_shade(const sea_scene *s, const sea_shot *shot, GLuint program);

// ---- water.c
void sea_draw_water(sea_scene *s, const sea_shot *shot);
loam_result sea_draw_boats(sea_scene *s, const sea_shot *shot);

#endif
