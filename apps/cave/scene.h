// SPDX-License-Identifier: MIT
// Draws a cave from anywhere in it: rock in chunks around the viewer, the lamp, the light that falls in, sky where there
// is some, by OpenGL. Knows no window and no input.
#ifndef LOAM_CAVE_SCENE_H
#define LOAM_CAVE_SCENE_H

#include "cave/chunk.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/sky_frame.h"

typedef struct cave_look
{
    double hour; // 0 .. 24
    weather_kind weather;
    double seconds;          // moves clouds, rain and snow
    float lamp;              // how bright it is, 1 as usual, 0: out
    float lamp_at[3];        // relative to the viewer's place, y up from 0
    float adapted;           // how much eyes are used to the dark, 1, or to the light outside, 0
    const figure_box *boxes; // relative to the camera, as scene_set_boxes
    int32_t box_count;
} cave_look;

typedef struct cave_counters
{
    int64_t triangles, chunks, outside; // of the last picture: drawn, and left out
    int64_t made;                       // chunks since the rock is there
    size_t bytes;                       // on the card
} cave_counters;

typedef struct cave_scene cave_scene;
typedef struct cave_chunks cave_chunks; // what a rock has on the card

/// g must be loaded from the context that is current, as for all that follows, and outlive the scene. jobs makes
/// textures, NULL: this thread does.
loam_result cave_scene_create(const gl *g, quality_kind kind, int32_t w, int32_t h, loam_jobs *jobs,
                              cave_scene **out);
/// NULL is allowed.
void cave_scene_destroy(cave_scene *scene);

/// From now on pictures have w x h pixels. If it fails the scene can only be destroyed.
loam_result cave_scene_resize(cave_scene *scene, int32_t w, int32_t h);

/// How far is seen, m, 8 .. 512.
void cave_scene_set_view(cave_scene *scene, float view_m);
float cave_scene_view(const cave_scene *scene);

/// The chunks of a rock, which outlives them. Several may be there: one is drawn while another grows.
loam_result cave_chunks_create(cave_scene *scene, cave_rock *rock, cave_chunks **out);
/// NULL is allowed.
void cave_chunks_destroy(cave_scene *scene, cave_chunks *set);

/// Makes chunks that are missing around the viewer, nearest first, until microseconds are over, one at least. waits:
/// for pages. *complete: whether all are there.
loam_result cave_chunks_update(cave_scene *scene, cave_chunks *set, const camera *from,
                               uint64_t budget_us, bool waits, bool *complete);

/// Draws, and waits until it is done.
loam_result cave_scene_draw(cave_scene *scene, cave_chunks *set, const camera *from,
                            const cave_look *look);

/// The last picture, stretched over the window of the context, of w x h pixels; or into a picture of its size.
void cave_scene_show(const cave_scene *scene, int32_t w, int32_t h);
loam_result cave_scene_read(cave_scene *scene, loam_picture *out);

cave_counters cave_scene_count(const cave_scene *scene, const cave_chunks *set);
/// A hash of the triangles of all chunks that are there and within sight, the same in whatever order they came.
uint64_t cave_chunks_hash(const cave_chunks *set);

#endif
