// SPDX-License-Identifier: MIT
// Draws a land from anywhere in it: ground, water, sky and weather, by OpenGL. Knows no window and no input:
// a camera comes in, a picture goes out.
#ifndef LOAM_SCENE_SCENE_H
#define LOAM_SCENE_SCENE_H

#include "gl/gl.h"
#include "loam/jobs.h"
#include "loam/loam.h"
#include "scene/body.h"
#include "scene/camera.h"
#include "scene/quality.h"
#include "scene/sky.h"

enum
{
    SCENE_MAX_SIDE = 8192, // pixels of a picture
    SCENE_MAX_BOXES = 64,
    SCENE_MAX_LAMPS = 8,
};

/// Settings of a scene. Start from scene_default_def().
typedef struct scene_def
{
    loam_land *land; // must outlive the scene
    quality_kind quality;
    int32_t w, h; // pixels of the picture, 1 .. SCENE_MAX_SIDE
    int64_t view; // m: pages are there up to this, 512 .. 65536; beyond lies a coarse horizon
    size_t memory_bytes; // for pages, see loam_land_world_def
    // For frames that follow each other: light and colours of ground that has changed are made within some of them,
    // and not all for the next. Ground that is new borrows them from coarser maps until then.
    bool gradual;
    // Who makes textures, coarse maps and climates, and outlives the scene; NULL: whoever calls. A gradual scene whose jobs have
    // threads begins with the lowest quality and coarse textures, and goes over to what is wanted when they are there.
    loam_jobs *jobs;
    bool things;                 // trees, bushes and boulders stand on the land: loam/land_things.h
    const loam_thing_plan *plan; // what may stand there, copied; NULL: the usual
    bool no_cover; // with things: no grass, flowers, stones, ... near the viewer all the same
} scene_def;

/// High quality, 1280x720, a view of 16 km, 512 MiB, not gradual, a bare land. The land has to be set.
scene_def scene_default_def(void);

/// Something that shines, a torch or what the viewer carries.
typedef struct scene_lamp
{
    double x, y, z;  // m
    double strength; // 0 is dark; 1 shows what is 10 m away
} scene_lamp;

typedef struct scene_look
{
    double hour; // 0 .. 24
    weather_kind weather;
    int32_t day;    // of the year, 1 .. 365; 0: no season, see year.h
    double seconds; // moves clouds, waves and rain
    scene_lamp lamps[SCENE_MAX_LAMPS];
    int32_t lamp_count;
    bool under_water; // the viewer's eyes are
    float exposure;   // stops: 1 is twice as bright, -1 half; 0 as the eye has it
    float fog; // how many times as thick the air is, as a power of 2; 0 as the weather has it
} scene_look;

/// What a picture's parts are, for their costs.
typedef enum scene_part
{
    SCENE_TERRAIN, // maps that have changed, light over them, ground
    SCENE_WATER,
    SCENE_SKY,  // and clouds
    SCENE_BODY, // the land's inside, trees, and things of boxes
    SCENE_FILM, // from light to colours, rain and snow
    SCENE_PARTS,
} scene_part;

typedef struct scene_counters
{
    int64_t triangles;       // of the last picture, ground and water
    int64_t blocks;          // of ground that were drawn
    int64_t outside;         // blocks left out because they are outside of the view
    int64_t hidden;          // blocks left out because hills hide them
    int64_t pages;           // that are there
    int64_t things;          // trees, bushes and boulders that were drawn
    int64_t thing_triangles; // of them
    int64_t cover;           // tufts, flowers, stones, ... that were drawn
    int64_t cover_triangles; // of them
    int64_t tiles;           // of the body that were drawn
    uint64_t
        hand_ns; // of the last scene_draw, until OpenGL had all commands: this processor's part
    uint64_t draw_ns;              // and until it was done
    uint64_t part_ns[SCENE_PARTS]; // of hand_ns
    size_t texture_bytes;          // on the card, about
} scene_counters;

typedef struct scene scene;

/// g must be loaded from the context that is current, as for all that follows, and outlive the scene.
loam_result scene_create(const scene_def *def, const gl *g, scene **out);
/// NULL is allowed.
void scene_destroy(scene *s);

/// Moves the viewer, and lets pages of the ground come for about budget_us. *complete, if not NULL: whether all
/// is there.
loam_result scene_update(scene *s, const camera *from, uint64_t budget_us, bool *complete);

/// Draws what the last scene_update has. Waits until it is drawn.
loam_result scene_draw(scene *s, const camera *from, const scene_look *look);

/// From now on pictures have w x h pixels, 1 .. SCENE_MAX_SIDE. If it fails the scene can only be destroyed.
loam_result scene_resize(scene *s, int32_t w, int32_t h);

/// From now on pages are there up to this far, as in the def. What is drawn stays until they are.
loam_result scene_set_view(scene *s, int64_t view);

/// Pictures are to be of another quality; the next call has to be scene_update. What has grown stays. If it fails the
/// scene is as it was. A gradual scene with jobs goes over when all of the new quality is there, within a scene_update:
/// scene_is_changing until then, and if scene_quality is another one afterwards it has failed, as loam_last_error says.
loam_result scene_set_quality(scene *s, quality_kind kind);
bool scene_is_changing(const scene *s);
/// That of the next picture.
quality_kind scene_quality(const scene *s);

/// The last picture, stretched over the window of the context, whose size in pixels is w x h.
void scene_show(const scene *s, int32_t w, int32_t h);

/// The last picture, into one of the def's size.
loam_result scene_read(scene *s, loam_picture *out);

/// The same with an alpha of 0 where the sky is, 255 where ground or water is, and between on edges.
loam_result scene_read_cover(scene *s, loam_picture *out);

/// The context is lost, with all that was in it; g is one loaded from a new one. If lost is false what the
/// old context has is destroyed first, so it must be current.
loam_result scene_remake(scene *s, const gl *g);
void scene_drop(scene *s, bool lost);

scene_counters scene_count(const scene *s);

/// From now on the land around the viewer is drawn as a body with an inside, see body.h; NULL: as its surface alone,
/// as a scene begins. What is drawn stays until voxels are there. Of its levels there are at most as many as the view
/// has detail for. If it fails there is no body.
loam_result scene_set_body(scene *s, const body_def *def);

/// Voxels between two corners have changed, m, both included: the next scene_update shows it.
void scene_touch(scene *s, const int64_t low[3], const int64_t high[3]);

/// A source of voxels for scene_set_body: those of a grower, as nobody has changed them.
body_source scene_volume(loam_volume_grower *grower);

/// Things of boxes that stand in the scene: apps/scene/figure.h.
typedef struct figure_box figure_box;
/// They are drawn from now on, until others are set: copied, at most SCENE_MAX_BOXES.
void scene_set_boxes(scene *s, const figure_box *boxes, int32_t count);

/// Height of the ground as it is drawn, m; the camera's place.
float scene_ground(const scene *s, const camera *at);

/// The same of ground or water, whichever is higher. After scene_draw.
float scene_top(const scene *s, const camera *at);

/// Whether all places within radius m of a place lie on pages of full detail: then loam_land_pin waits for
/// nothing there.
bool scene_has_detail(const scene *s, double x, double z, double radius);

#endif
