// SPDX-License-Identifier: MIT
// The inside of a scene, for the files that it is made of.
#ifndef LOAM_SCENE_DRAW_H
#define LOAM_SCENE_DRAW_H

#include "scene/blocks.h"
#include "scene/body.h"
#include "scene/climate.h"
#include "scene/figure.h"
#include "scene/gpu.h"
#include "scene/ground_cover.h"
#include "scene/scene.h"
#include "scene/trees.h"

enum
{
    SCENE_TEXTURE_BYTES = 1 << 20, // that a frame brings to the card while others are shown
};

/// Another quality, or the whole textures of this one, that is being made while the old one is shown.
typedef struct scene_next
{
    bool is_wanted;
    quality_kind kind;
    texture_maker *maker; // NULL: not begun, or its textures are there
    texture_set textures; // of side 0 until then
    gpu card;             // programs and textures alone
} scene_next;

struct scene
{
    scene_def def;
    const gl *g;
    quality quality;
    texture_set textures;
    clipmap maps;
    gpu card;
    scene_next next;
    bool is_beginning;      // with the lowest quality, until the one that is wanted is there
    bool looks_new;         // something else than the ground has changed: the next picture fades in
    loam_land_world *world; // NULL until the first update
    loam_result page_result;
    uint64_t groundless_ns; // when there was no ground below the viewer at first; 0: there is
    climate_map climate;
    bool has_climate; // on the card
    // What the sky was made for.
    bool is_lit;
    double lit_hour;
    float lit_declination;
    weather_kind lit_weather;
    // What the maps of light and colours are made for.
    bool is_shaded, is_painted;
    double shaded_hour;
    float shaded_declination;
    bool follows_sun; // light is made again for the sun's way alone, which needs no fading
    int32_t painted_day;
    weather_kind painted_weather;
    sky sky;
    block_list blocks;
    land_body *body; // NULL: the surface alone
    bool has_body;
    body_def body_def;        // to make it anew
    loam_land_things *things; // NULL: none
    trees *trees;             // NULL: none, or not before the first update
    uint64_t trees_version;   // of the last picture
    ground_cover *cover;      // NULL: none, or not before the first picture
    // The last picture, which new ground fades in from while the viewer stands still.
    bool has_last, last_is_dry; // it is in card.dry rather than in card.shown
    camera last;
    int32_t fade_frames; // that are left
    figure_box boxes[SCENE_MAX_BOXES];
    int32_t box_count;
    bool keep_hidden; // blocks behind hills are drawn too, for tests
    bool bare_sky;    // the sky does not show rock where nothing was drawn, for tests of gaps
    scene_counters count;
};

#endif
