// SPDX-License-Identifier: MIT
// One picture while it is drawn, for the files that draw its parts.
#ifndef LOAM_SCENE_DRAWING_H
#define LOAM_SCENE_DRAWING_H

#include "scene/air.h"
#include "scene/draw.h"
#include "scene/year.h"

enum
{
    DRAWING_FADE_STEP = 6, // of 255, that a pixel changes by in a frame when new ground fades in
};

/// What one picture is drawn with.
typedef struct drawing
{
    const camera *from;
    const scene_look *look;
    weather weather;
    year_day day;
    float declination; // of the sun, as the climate around the viewer has it
    camera_frame frame;
    float windows[CLIPMAP_MAX_LEVELS][4], wraps[CLIPMAP_MAX_LEVELS][4];
    float cloud_base;
    float grid[4]; // see ground_vertex.glsl
    float end;     // of the view, m
    bool fades;
} drawing;

/// Not in the first pictures, whose programs know of none.
static inline bool drawing_shows_body(const scene *s)
{
    return s->body != NULL && !s->is_beginning;
}

// ---- uniforms.c
/// Windows of the maps, as the picture has them.
void drawing_set_levels(const scene *s, drawing *to);
air drawing_air(const scene *s, const drawing *shot);
/// Uses a program and sets what all have.
void drawing_use(const scene *s, const drawing *shot, GLuint program);
/// Climate, season and the maps of light, of a program that is in use.
void drawing_set_climate(const scene *s, const drawing *shot, GLuint program);
/// Uses a program and sets what ground and body are made of.
void drawing_set_materials(const scene *s, const drawing *shot, GLuint program);

// ---- lighting.c
/// Brings what has changed to the card: maps, climate, sky, then light and colours of the ground.
void drawing_refresh(scene *s, drawing *shot);
/// Whether sky and light are those of this picture.
bool drawing_is_lit(const scene *s, const drawing *shot);

#endif
