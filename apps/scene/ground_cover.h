// SPDX-License-Identifier: MIT
// Grass, flowers, ferns, reeds, fallen leaves and stones near the viewer (cover_plan.h). A small map of what the ground is
// made of is painted as the ground's pixels are, and read back; what grows there is planned by it, block by block, and a
// block stays until its ground has changed or the viewer is far from it. Each thing shrinks away towards where it ends, most of them near
// the viewer: there is no ring, and nothing moves with the viewer.
#ifndef LOAM_SCENE_GROUND_COVER_H
#define LOAM_SCENE_GROUND_COVER_H

#include "gl/gl.h"
#include "loam/land.h"
#include "scene/camera.h"
#include "scene/clipmap.h"
#include "scene/quality.h"
#include "scene/year.h"

typedef struct ground_cover ground_cover;

/// What it depends on, besides the place.
typedef struct cover_state
{
    quality_kind kind;
    uint64_t ground;  // a number that changes with the maps of the ground
    uint64_t weather; // and with what lies on it
    bool gradual;     // frames follow each other: it may be late by some of them
} cover_state;

/// What the planning needs to know of the place.
typedef struct cover_climate
{
    float humidity, share;
    year_day day;
} cover_climate;

loam_result ground_cover_create(const gl *g, ground_cover **out);
/// NULL is allowed. lost: the context is gone.
void ground_cover_destroy(ground_cover *c, bool lost);

/// Up to where there is any, m; 0: none.
float ground_cover_reach(quality_kind kind);

/// Whether it has to be planned for a viewer.
bool ground_cover_is_stale(ground_cover *c, const camera *from, const cover_state *state,
                           const clipmap *maps);

/// Paints its map by a program of cover_map_fragment.glsl that is in use and has its uniforms, reads it and finds what is
/// to be planned. empty: a vertex array of nothing.
loam_result ground_cover_make(ground_cover *c, const camera *from, const cover_state *state,
                              const cover_climate *climate, const clipmap *maps, loam_land *land,
                              GLuint program, GLuint empty);

/// Plans what is to be planned; of frames that follow each other, for some time of each, the nearest first.
loam_result ground_cover_plan(ground_cover *c);

/// What a picture has of it.
typedef struct cover_count
{
    int64_t spots, triangles;
} cover_count;

/// Draws with a program of cover_vertex.glsl that is in use and has its uniforms.
void ground_cover_draw(ground_cover *c, const camera *from, const camera_frame *frame,
                       GLuint program, cover_count *out);

#endif
