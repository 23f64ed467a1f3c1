// SPDX-License-Identifier: MIT
// Draws islands in their sea (loam/isles.h) from anywhere above it or below: ground, what stands on it, water, boats, sky
// and weather, by OpenGL, as scene/scene.h draws a land. Knows no window and no input: a camera comes in, a picture goes
// out.
#ifndef LOAM_SEA_SEA_H
#define LOAM_SEA_SEA_H

#include "gl/gl.h"
#include "loam/isles.h"
#include "loam/jobs.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/quality.h"
#include "scene/sky.h"
#include "sea/swell.h"

enum
{
    SEA_MAX_SIDE = 8192, // pixels of a picture
    SEA_MAX_BOXES = 64,
    SEA_MAX_BOATS = 16,
    SEA_MIN_VIEW = 1024,
    SEA_MAX_VIEW = 32768,
};

/// Settings of a scene. Start from sea_default_def().
typedef struct sea_def
{
    loam_isles *isles; // must outlive the scene
    quality_kind quality;
    int32_t w, h; // pixels of the picture, 1 .. SEA_MAX_SIDE
    int64_t
        view; // m: islands are there up to this, SEA_MIN_VIEW .. SEA_MAX_VIEW, and up to 32 slots
    // For frames that follow each other: islands come in by a budget. Else all is made before a picture.
    bool gradual;
    loam_jobs
        *jobs; // grows islands and makes textures, and outlives the scene; NULL: whoever calls
} sea_def;

/// High quality, 1280x720, a view of 16 km, not gradual. The isles have to be set.
sea_def sea_default_def(void);

/// A boat with a mast and a sail.
typedef struct sea_boat
{
    double x, y, z;  // of its middle at the water line, m; y above the sea
    float yaw;       // where its bow is, degrees from north over east
    float pitch;     // degrees that the bow is up
    float roll;      // degrees that it leans to starboard
    float length;    // of the hull, m, 2 .. 60; 0: 9 m
    float sail;      // how far the sail is set, 0 .. 1
    float boom;      // where the boom's end is, degrees from astern to starboard
    float wake;      // how much water its bow and stern stir, 0 .. 1
    uint32_t colour; // of the hull, 0xRRGGBB; 0: of plain wood
} sea_boat;

typedef struct sea_look
{
    double hour; // 0 .. 24
    weather_kind weather;
    double seconds; // moves clouds, waves and rain
    float exposure; // stops: 1 is twice as bright, -1 half; 0 as the eye has it
    float fog;      // how many times as thick the air is, as a power of 2; 0 as the weather has it
    bool under_water;        // the viewer's eyes are
    const figure_box *boxes; // relative to the camera, see figure.h; at most SEA_MAX_BOXES
    int32_t box_count;
    const sea_boat *boats; // at most SEA_MAX_BOATS
    int32_t boat_count;
    double wind_x,
        wind_z; // m/s: leads the waves; both 0: as strong as the weather has it, towards north-east
} sea_look;

typedef struct sea_counters
{
    int64_t triangles; // of the last picture
    int64_t islands;   // that were drawn
    int64_t objects;   // trees, boulders, houses, ... that were drawn
    int64_t growing;   // islands that are not yet all that they should be
    int64_t view;      // m up to which there are islands: what was asked for, or 32 slots
    uint64_t hand_ns;  // of the last sea_draw, until OpenGL had all commands: this processor's part
    uint64_t draw_ns;  // and until it was done
    size_t texture_bytes; // on the card, about
} sea_counters;

typedef struct sea_scene sea_scene;

/// g must be loaded from the context that is current, as for all that follows, and outlive the scene.
loam_result sea_create(const sea_def *def, const gl *g, sea_scene **out);
/// NULL is allowed.
void sea_destroy(sea_scene *s);

/// Moves the viewer, and lets islands come for about budget_us. *complete, if not NULL: whether all is there.
loam_result sea_update(sea_scene *s, const camera *from, uint64_t budget_us, bool *complete);

/// Draws what the last sea_update has. Waits until it is drawn.
loam_result sea_draw(sea_scene *s, const camera *from, const sea_look *look);

/// From now on pictures have w x h pixels, 1 .. SEA_MAX_SIDE. If it fails the scene can only be destroyed.
loam_result sea_resize(sea_scene *s, int32_t w, int32_t h);

/// From now on pictures are of another quality; islands that have grown stay. If it fails the scene is as it was.
loam_result sea_set_quality(sea_scene *s, quality_kind kind);
/// From now on islands are there up to this far, as in the def.
loam_result sea_set_view(sea_scene *s, int64_t view);
quality_kind sea_quality(const sea_scene *s);

/// What islands nearby are drawn from (Karavasilev 2021, 5.3): the ground as this stage has it. LOAM_ISLE_OBJECTS, as a
/// scene begins, shows all.
void sea_set_stage(sea_scene *s, loam_isle_stage last);

/// From now on water looks so (Karavasilev 2021, 5.4); a scene begins with the look of its isles' def. If it is not
/// accepted nothing changes.
loam_result sea_set_water(sea_scene *s, const loam_sea_look *water);

/// The last picture, stretched over the window of the context, whose size in pixels is w x h.
void sea_show(const sea_scene *s, int32_t w, int32_t h);

/// The last picture, into one of the def's size.
loam_result sea_read(sea_scene *s, loam_picture *out);

/// The context is lost, with all that was in it; g is one loaded from a new one. If lost is false what the old context
/// has is destroyed first, so it must be current.
loam_result sea_remake(sea_scene *s, const gl *g);
void sea_drop(sea_scene *s, bool lost);

sea_counters sea_count(const sea_scene *s);

/// The swell that a look has, for what floats.
swell sea_swell(const sea_scene *s, const sea_look *look);

#endif
