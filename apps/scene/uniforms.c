// SPDX-License-Identifier: MIT
#include "scene/drawing.h"
#include "scene/materials.h"

#include <math.h>
#include <stdio.h>

// Uniforms of the land for all shader programs of a picture, beside those of air.h. Places are relative to the viewer.

void drawing_set_levels(const scene *s, drawing *to)
{
    const int64_t side = s->maps.def.side;
    for (int32_t i = 0; i < s->maps.def.levels; i++)
    {
        const clipmap_level *const l = &s->maps.level[i];
        const clipmap_level *const next = &s->maps.level[i + 1 < s->maps.def.levels ? i + 1 : i];
        to->windows[i][0] = (float)(l->x * l->step - to->from->x);
        to->windows[i][1] = (float)(l->z * l->step - to->from->z);
        to->windows[i][2] = (float)l->step;
        to->windows[i][3] = (float)side;
        to->wraps[i][0] = (float)(l->x & (side - 1));
        to->wraps[i][1] = (float)(l->z & (side - 1));
        to->wraps[i][2] = (float)(loam_floor_div(l->x, 2) - next->x);
        to->wraps[i][3] = (float)(loam_floor_div(l->z, 2) - next->z);
    }
}

static void set_lamps(const scene *s, const drawing *shot, GLuint program)
{
    float lamps[SCENE_MAX_LAMPS][4] = {{0}};
    const camera *const c = shot->from;
    for (int32_t i = 0; i < shot->look->lamp_count; i++)
    {
        const scene_lamp *const lamp = &shot->look->lamps[i];
        lamps[i][0] = (float)(lamp->x - (double)c->x - c->dx);
        lamps[i][1] = (float)lamp->y;
        lamps[i][2] = (float)(lamp->z - (double)c->z - c->dz);
        lamps[i][3] = (float)lamp->strength * 2200 / s->sky.exposure;
    }
    gl_set4s(s->g, program, "lamps", SCENE_MAX_LAMPS, lamps[0]);
    s->g->Uniform1i(s->g->GetUniformLocation(program, "lamp_count"), shot->look->lamp_count);
}

/// Uniforms of inside.glsl. Samplers of other kinds may not share a unit, so they are set without a body, too.
static void set_inside(const scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    const land_body *const b = s->body;
    float at[4] = {0}, light[3] = {0};
    if (b != NULL)
    {
        const int64_t cell = body_tile_m(b->def.finest);
        at[0] = (float)(b->mask_x * cell - shot->from->x);
        at[1] = (float)(b->mask_z * cell - shot->from->z);
        at[2] = (float)(BODY_MASK * cell);
        at[3] = b->has_light ? 1 : 0;
        light[0] = (float)(b->light_at[0] * BODY_LIGHT_CELL - shot->from->x);
        light[1] = (float)(b->light_at[1] * BODY_LIGHT_CELL);
        light[2] = (float)(b->light_at[2] * BODY_LIGHT_CELL - shot->from->z);
    }
    gl_set4s(g, program, "body_at", 1, at);
    gl_set3(g, program, "body_light_at", light);
    gl_set1(g, program, "body_floor", b != NULL ? (float)b->floor : 0);
    gl_set1(g, program, "body_strip", b != NULL ? body_strip_m(b) : 0);
    const float over = shot->frame.eye - scene_ground(s, shot->from);
    gl_set1(g, program, "outdoors", fminf(fmaxf(over + 1, 0), 1));
    gl_set1(g, program, "inside_levels", (float)s->maps.def.levels);
    gl_set_texture(g, program, "inside_surface", 10, GL_TEXTURE_2D_ARRAY, s->card.surface);
    gl_set_texture(g, program, "body_mask", 11, GL_TEXTURE_2D, b != NULL ? b->mask_texture : 0);
    gl_set_texture(g, program, "body_light", 12, GL_TEXTURE_3D, b != NULL ? b->light_texture : 0);
    set_lamps(s, shot, program);
}

air drawing_air(const scene *s, const drawing *shot)
{
    return (air){.from = shot->from,
                 .frame = &shot->frame,
                 .light = &s->sky,
                 .weather = &shot->weather,
                 .seconds = shot->look->seconds,
                 .drift = {-fmod(shot->look->seconds, 4096) * (double)shot->weather.wind},
                 .end = shot->end,
                 .cloud_base = shot->cloud_base,
                 .sky_table = s->card.sky_table,
                 .noise = s->card.textures.names[TEXTURE_NOISE]};
}

void drawing_use(const scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    const air a = drawing_air(s, shot);
    air_use(g, &a, program);
    gl_set4s(g, program, "level_window", s->maps.def.levels, shot->windows[0]);
    gl_set4s(g, program, "level_wrap", s->maps.def.levels, shot->wraps[0]);
    gl_set1(g, program, "levels", (float)s->maps.def.levels);
    gl_set_texture(g, program, "surface", 2, GL_TEXTURE_2D_ARRAY, s->card.surface);
    set_inside(s, shot, program);
}

/// The shade of trees on the ground, or none.
static void set_shade(const scene *s, const drawing *shot, GLuint program)
{
    const trees_shade_map map = s->trees != NULL ? trees_shade(s->trees) : (trees_shade_map){0};
    const bool is_there = map.texture != 0;
    const float at[4] = {is_there ? (float)(map.x - shot->from->x) : 0,
                         is_there ? (float)(map.z - shot->from->z) : 0, is_there ? 1 / map.side : 0,
                         is_there ? 1 : 0};
    gl_set4s(s->g, program, "shade_at", 1, at);
    gl_set_texture(s->g, program, "shade_map", 14, GL_TEXTURE_2D, map.texture);
}

void drawing_set_climate(const scene *s, const drawing *shot, GLuint program)
{
    const float half = 0.5f * CLIMATE_STEP;
    const float at[4] = {(float)(s->climate.x - shot->from->x) - half,
                         (float)(s->climate.z - shot->from->z) - half,
                         1.0f / ((float)CLIMATE_SIDE * CLIMATE_STEP), 0};
    gl_set4s(s->g, program, "climate_at", 1, at);
    const float season[4] = {shot->day.spring, shot->day.summer, shot->day.autumn,
                             shot->day.winter};
    gl_set4s(s->g, program, "season", 1, season);
    gl_set1(s->g, program, "season_degrees", shot->day.degrees);
    gl_set_texture(s->g, program, "climate", 3, GL_TEXTURE_2D, s->card.climate);
    gl_set_texture(s->g, program, "shape_map", 4, GL_TEXTURE_2D_ARRAY, s->card.shape);
    gl_set_texture(s->g, program, "light_map", 5, GL_TEXTURE_2D_ARRAY, s->card.light_map);
    set_shade(s, shot, program);
}

/// What ground and body are made of.
void drawing_set_materials(const scene *s, const drawing *shot, GLuint program)
{
    const gl *const g = s->g;
    drawing_use(s, shot, program);
    drawing_set_climate(s, shot, program);
    gl_set_texture(g, program, "ground_low", 6, GL_TEXTURE_2D_ARRAY, s->card.ground_low);
    gl_set_texture(g, program, "ground_high", 7, GL_TEXTURE_2D_ARRAY, s->card.ground_high);
    gl_set_texture(g, program, "colours", 8, GL_TEXTURE_2D_ARRAY,
                   s->card.textures.names[TEXTURE_COLOURS]);
    gl_set_texture(g, program, "bumps", 9, GL_TEXTURE_2D_ARRAY,
                   s->card.textures.names[TEXTURE_BUMPS]);
    gl_set1(g, program, "snow_cover", shot->weather.snow);
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "tile_m[%d]", (int)i);
        gl_set1(g, program, name, material_tile((material)i));
    }
}
