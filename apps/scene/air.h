// SPDX-License-Identifier: MIT
// What the programs of a picture know of viewer, light and air, and what is drawn of air alone: sky and clouds. For
// whatever is seen under that sky.
#ifndef LOAM_SCENE_AIR_H
#define LOAM_SCENE_AIR_H

#include "gl/target.h"
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/sky.h"

typedef struct air
{
    const camera *from;
    const camera_frame *frame;
    const sky *light;
    const weather *weather;
    double seconds;          // moves waves and what the wind bends
    double drift[2];         // m that clouds have come, to the east and north
    float end;               // of the view, m
    float cloud_base;        // m above the sea
    GLuint sky_table, noise; // sky.table and material_noise on the card
} air;

/// Uses a program and sets what shared.glsl has of this.
void air_use(const gl *g, const air *a, GLuint program);

/// The following draw with a program that is in use. empty: a vertex array.
void air_draw_clouds(const gl *g, const air *a, GLuint program, GLuint empty, GLuint cloud_map,
                     int32_t steps, const gl_target *to);
/// Where nothing else was drawn.
void air_draw_sky(const gl *g, const air *a, GLuint program, GLuint empty, GLuint cloud_picture);
void air_draw_boxes(const gl *g, GLuint program, GLuint empty, const figure_box *boxes,
                    int32_t count);

/// A sky's table as it goes to the card.
GLuint air_make_sky_table(const gl *g);
void air_load_sky(const gl *g, GLuint table, const sky *light);

/// A place modulo a period of patterns, m.
float air_within(int64_t at, double part, int64_t period);

#endif
