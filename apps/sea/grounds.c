// SPDX-License-Identifier: MIT
#include "sea/inside.h"

#include "gl/program.h"
#include "loam/maths.h"
#include "scene/materials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The ground of islands, in square blocks of samples: the farther a block is, the wider its quads (Strugar 2009,
// "Continuous Distance-Dependent Level of Detail"). Vertices that the next level leaves out have gone to their neighbours
// before it begins, so nothing cracks or pops.

enum
{
    NEAR_M = 1024, // that the map of soundings nearby covers
    WIDE_M = 8192,
    NEAR_SNAP = 128, // m that they move by
    WIDE_SNAP = 1024,
    SUN_STEPS = 40,
};

static const float morph_from =
    0.7f; // share of a level's reach where it begins to go over to the next
static const float least_range = 64; // m that soundings tell of, at least

// ---- blocks -----------------------------------------------------------------------------------------

/// Blocks of a patch that are to be drawn.
typedef struct block_choice
{
    sea_scene *s;
    const patch_texels *patch;
    const camera_frame *frame;
    float x, z;  // of sample (0, 0), to the viewer
    float reach; // m up to which level 0 reaches
    size_t count;
    loam_result result;
} block_choice;

static void add_block(block_choice *c, int32_t i, int32_t j, int32_t level)
{
    sea_scene *const s = c->s;
    if (c->count == s->instance_room)
    {
        const size_t room = s->instance_room == 0 ? 1024 : 2 * s->instance_room;
        float *const more = realloc(s->instances, room * 4 * sizeof *more);
        if (more == NULL)
        {
            c->result = loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the blocks of islands");
            return;
        }
        s->instances = more;
        s->instance_room = room;
    }
    float *const to = s->instances + 4 * c->count++;
    to[0] = (float)i;
    to[1] = (float)j;
    to[2] = (float)(1 << level);
    to[3] = (float)level;
}

/// From the viewer to the nearest place of a square at the height of the sea.
static float distance_to(const block_choice *c, const float low[3], const float high[3])
{
    const float x = fmaxf(fmaxf(low[0], -high[0]), 0), z = fmaxf(fmaxf(low[2], -high[2]), 0);
    return sqrtf(x * x + z * z + c->frame->eye * c->frame->eye);
}

static void choose_blocks(block_choice *c, int32_t i, int32_t j, int32_t level)
{
    const patch_texels *const p = c->patch;
    const int32_t wide = PATCH_QUADS << level, step = p->step;
    if (i >= p->side - 1 || j >= p->side - 1)
    {
        return;
    }
    const float low[3] = {c->x + (float)(i * step), p->lowest, c->z + (float)(j * step)};
    const float high[3] = {low[0] + (float)(wide * step), p->highest,
                           low[2] + (float)(wide * step)};
    if (!camera_sees(c->frame, low, high))
    {
        return;
    }
    if (level == 0 || distance_to(c, low, high) >= c->reach * (float)(1 << level) * 0.5f)
    {
        add_block(c, i, j, level);
        return;
    }
    for (int32_t k = 0; k < 4; k++)
    {
        choose_blocks(c, i + (k & 1) * wide / 2, j + (k >> 1) * wide / 2, level - 1);
    }
}

static int32_t top_level(const patch_texels *p)
{
    int32_t level = 0;
    while ((PATCH_QUADS << level) < p->side - 1)
    {
        level++;
    }
    return level;
}

static void draw_instances(sea_scene *s, size_t count)
{
    const gl *const g = s->g;
    g->BindVertexArray(s->card.blocks);
    g->BindBuffer(GL_ARRAY_BUFFER, s->card.block_instances);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * 4 * sizeof *s->instances), s->instances,
                  GL_STREAM_DRAW);
    g->DrawElementsInstanced(GL_TRIANGLES, s->card.block_count, GL_UNSIGNED_INT, NULL,
                             (GLsizei)count);
}

// ---- uniforms ---------------------------------------------------------------------------------------

static float sounding_range(const sea_scene *s)
{
    return fmaxf(least_range, s->water.deepest);
}

void sea_set_soundings(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const gl *const g = s->g;
    const float at[4] = {(float)(s->near.x - shot->from->x), (float)(s->near.z - shot->from->z),
                         (float)(s->wide.x - shot->from->x), (float)(s->wide.z - shot->from->z)};
    const float scale[3] = {1.0f / NEAR_M, 1.0f / WIDE_M, sounding_range(s)};
    gl_set4s(g, program, "sounding_at", 1, at);
    gl_set3(g, program, "sounding_scale", scale);
    gl_set_texture(g, program, "sounding_near", 2, GL_TEXTURE_2D, s->card.sounding_near.colour);
    gl_set_texture(g, program, "sounding_wide", 3, GL_TEXTURE_2D, s->card.sounding_wide.colour);
}

void sea_set_shade(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const tree_shade *const map = things_shade(s->things);
    const float at[4] = {(float)(map->x - shot->from->x), (float)(map->z - shot->from->z),
                         1.0f / TREE_SHADE_M, 1};
    static const float none[4] = {0};
    gl_set4s(s->g, program, "shade_at", 1, map->is_made ? at : none);
    gl_set_texture(s->g, program, "shade_map", 14, GL_TEXTURE_2D,
                   map->is_made ? map->target.colour : 0);
}

static void place_patch(const sea_shot *shot, const patch_texels *p, float *x, float *z)
{
    *x = (float)((double)(p->x - shot->from->x) - shot->from->dx);
    *z = (float)((double)(p->z - shot->from->z) - shot->from->dz);
}

static void set_origin(const gl *g, GLuint program, const sea_shot *shot, const isle_ground *ground)
{
    float x, z;
    place_patch(shot, &ground->texels, &x, &z);
    const float origin[4] = {x, z, (float)ground->texels.step, (float)ground->texels.side};
    gl_set4s(g, program, "origin", 1, origin);
    gl_set_texture(g, program, "heights", 4, GL_TEXTURE_2D, ground->heights);
}

/// The square that the bed of a slot leaves to its island, if that is there.
static void set_own_isle(const gl *g, GLuint program, const sea_shot *shot, const isle_cell *cell,
                         bool is_bed)
{
    float square[4] = {1e9f, 1e9f, -1e9f, -1e9f};
    const patch_texels *const p = &cell->ground.texels;
    if (is_bed && cell->ground.heights != 0)
    {
        const float wide = (float)(p->step * (p->side - 1));
        place_patch(shot, p, &square[0], &square[1]);
        square[2] = square[0] + wide;
        square[3] = square[1] + wide;
    }
    gl_set4s(g, program, "own_isle", 1, square);
}

// ---- soundings ----------------------------------------------------------------------------------------

/// Blocks of a patch within a square, all of one level.
static void choose_within(block_choice *c, float half, const float middle[2], int32_t level)
{
    const int32_t wide = PATCH_QUADS << level, n = c->patch->side - 1, step = c->patch->step;
    for (int32_t j = 0; j < n; j += wide)
    {
        for (int32_t i = 0; i < n; i += wide)
        {
            const float x = c->x + (float)(i * step) - middle[0],
                        z = c->z + (float)(j * step) - middle[1];
            const float side = (float)(wide * step);
            if (x < half && z < half && x + side > -half && z + side > -half)
            {
                add_block(c, i, j, level);
            }
        }
    }
}

static loam_result sound_patch(sea_scene *s, const sea_shot *shot, const isle_cell *cell,
                               bool is_bed, float half, const float middle[2], int32_t texel)
{
    const isle_ground *const ground = is_bed ? &cell->bed : &cell->ground;
    block_choice c = {.s = s, .patch = &ground->texels, .frame = &shot->frame};
    int32_t level = 0;
    if (ground->heights == 0)
    {
        return LOAM_OK;
    }
    while (ground->texels.step << (level + 1) <= texel && level < top_level(&ground->texels))
    {
        level++;
    }
    place_patch(shot, &ground->texels, &c.x, &c.z);
    choose_within(&c, half, middle, level);
    if (c.count > 0 && c.result == LOAM_OK)
    {
        set_origin(s->g, s->card.sounding, shot, ground);
        set_own_isle(s->g, s->card.sounding, shot, cell, is_bed);
        draw_instances(s, c.count);
    }
    return c.result;
}

static loam_result make_sounding(sea_scene *s, const sea_shot *shot, const sounding_map *map,
                                 const gl_target *to, int32_t side_m)
{
    const gl *const g = s->g;
    const GLuint program = s->card.sounding;
    const float half = 0.5f * (float)side_m;
    const float middle[2] = {(float)((double)(map->x - shot->from->x) - shot->from->dx) + half,
                             (float)((double)(map->z - shot->from->z) - shot->from->dz) + half};
    // From above: x to the right, z up, and the highest ground in front.
    const float to_clip[16] = {[0] = 1 / half,           [6] = -1.0f / 4096,       [9] = 1 / half,
                               [12] = -middle[0] / half, [13] = -middle[1] / half, [15] = 1};
    const float scale[3] = {0, 0, sounding_range(s)};
    loam_result result = LOAM_OK;
    gl_target_begin(g, to);
    g->ClearColor(0, 0, 0, 0);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LESS);
    g->DepthMask(GL_TRUE);
    air_use(g, &shot->air, program);
    gl_set_matrix(g, program, "to_clip", to_clip);
    gl_set3(g, program, "sounding_scale", scale);
    for (int32_t i = 0; i < s->isles.side * s->isles.side && result == LOAM_OK; i++)
    {
        const isle_cell *const cell = &s->isles.cells[i];
        const int32_t texel = side_m / SOUNDING_SIDE;
        result = sound_patch(s, shot, cell, true, half, middle, texel);
        result = result == LOAM_OK ? sound_patch(s, shot, cell, false, half, middle, texel)
                                   : result;
    }
    return result;
}

static loam_result follow_sounding(sea_scene *s, const sea_shot *shot, sounding_map *map,
                                   const gl_target *to, int32_t side_m, int32_t snap)
{
    const int64_t x = loam_floor_div(shot->from->x + snap / 2, snap) * snap - side_m / 2,
                  z = loam_floor_div(shot->from->z + snap / 2, snap) * snap - side_m / 2;
    if (map->is_made && map->x == x && map->z == z && map->version == s->isles.version)
    {
        return LOAM_OK;
    }
    *map = (sounding_map){true, x, z, s->isles.version};
    return make_sounding(s, shot, map, to, side_m);
}

loam_result sea_draw_soundings(sea_scene *s, const sea_shot *shot)
{
    const loam_result result = follow_sounding(s, shot, &s->near, &s->card.sounding_near, NEAR_M,
                                               NEAR_SNAP);
    return result == LOAM_OK
               ? follow_sounding(s, shot, &s->wide, &s->card.sounding_wide, WIDE_M, WIDE_SNAP)
               : result;
}

// ---- light --------------------------------------------------------------------------------------------

static void light_ground(sea_scene *s, const sea_shot *shot, isle_ground *ground)
{
    const gl *const g = s->g;
    const int32_t side = ground->texels.side;
    if (ground->sun.framebuffer == 0 &&
        gl_target_create(g, side, side, GL_RGBA8, false, &ground->sun) != LOAM_OK)
    {
        return; // it is drawn without
    }
    gl_target_begin(g, &ground->sun);
    set_origin(g, s->card.sun, shot, ground);
    gl_draw_all(g, s->card.empty);
    for (int32_t k = 0; k < 3; k++)
    {
        ground->sun_light[k] = s->sky.light[k];
    }
}

void sea_draw_sun(sea_scene *s, const sea_shot *shot)
{
    const gl *const g = s->g;
    g->Disable(GL_DEPTH_TEST);
    air_use(g, &shot->air, s->card.sun);
    gl_set1(g, s->card.sun, "steps", s->quality.scene.plain ? SUN_STEPS / 2 : SUN_STEPS);
    for (int32_t i = 0; i < s->isles.side * s->isles.side; i++)
    {
        isle_cell *const cell = &s->isles.cells[i];
        isle_ground *const ground = &cell->ground;
        if (cell->detail >= ISLE_SEEN && ground->heights != 0 &&
            (ground->sun.framebuffer == 0 || isle_light_differs(ground->sun_light, s->sky.light)))
        {
            light_ground(s, shot, ground);
        }
    }
    isle_list_light(&s->isles, s->sky.light);
}

// ---- the picture ----------------------------------------------------------------------------------------

static void set_look(const gl *g, GLuint program, const ground_look *look)
{
    for (int32_t i = 0; i < PATCH_KINDS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "layers[%d]", (int)i);
        gl_set1(g, program, name, look->layers[i]);
        snprintf(name, sizeof name, "tints[%d]", (int)i);
        gl_set3(g, program, name, look->tints[i]);
    }
}

static loam_result draw_patch(sea_scene *s, const sea_shot *shot, const isle_cell *cell,
                              bool is_bed)
{
    const gl *const g = s->g;
    const GLuint program = s->card.isle;
    const isle_ground *const ground = is_bed ? &cell->bed : &cell->ground;
    if (ground->heights == 0)
    {
        return LOAM_OK;
    }
    const float reach = 2 * s->quality.detail * (float)(PATCH_QUADS * ground->texels.step);
    block_choice c = {.s = s, .patch = &ground->texels, .frame = &shot->frame, .reach = reach};
    place_patch(shot, &ground->texels, &c.x, &c.z);
    choose_blocks(&c, 0, 0, top_level(&ground->texels));
    if (c.count == 0 || c.result != LOAM_OK)
    {
        return c.result;
    }
    set_origin(g, program, shot, ground);
    set_own_isle(g, program, shot, cell, is_bed);
    set_look(g, program, &s->looks[is_bed ? LOAM_ISLES_MAX_TYPES : cell->isle.type]);
    gl_set2(g, program, "morph", reach, morph_from);
    gl_set1(g, program, "shows", is_bed ? 1 : cell->shows);
    gl_set1(g, program, "has_sun_map", ground->sun.framebuffer != 0 ? 1 : 0);
    gl_set_texture(g, program, "shapes", 5, GL_TEXTURE_2D, ground->shapes);
    gl_set_texture(g, program, "low", 8, GL_TEXTURE_2D, ground->low);
    gl_set_texture(g, program, "high", 9, GL_TEXTURE_2D, ground->high);
    gl_set_texture(g, program, "sun_map", 10, GL_TEXTURE_2D, ground->sun.colour);
    draw_instances(s, c.count);
    s->count.triangles += (int64_t)s->card.block_count / 3 * (int64_t)c.count;
    s->count.islands += !is_bed;
    return LOAM_OK;
}

static void set_materials(const sea_scene *s, const sea_shot *shot, GLuint program)
{
    const gl *const g = s->g;
    air_use(g, &shot->air, program);
    sea_set_soundings(s, shot, program);
    sea_set_shade(s, shot, program);
    gl_set_texture(g, program, "colours", 11, GL_TEXTURE_2D_ARRAY,
                   s->card.textures.names[TEXTURE_COLOURS]);
    gl_set_texture(g, program, "bumps", 12, GL_TEXTURE_2D_ARRAY,
                   s->card.textures.names[TEXTURE_BUMPS]);
    gl_set1(g, program, "snow_cover", shot->weather.snow);
    gl_set1(g, program, "pixel", 2 * shot->frame.tan_y / (float)s->card.drawn.h);
    for (int32_t i = 0; i < MATERIALS; i++)
    {
        char name[16];
        snprintf(name, sizeof name, "tile_m[%d]", (int)i);
        gl_set1(g, program, name, material_tile((material)i));
    }
}

loam_result sea_draw_grounds(sea_scene *s, const sea_shot *shot)
{
    loam_result result = LOAM_OK;
    set_materials(s, shot, s->card.isle);
    // Nearest first: what they hide is not shaded.
    for (int32_t i = 0; i < s->isles.side * s->isles.side && result == LOAM_OK; i++)
    {
        const isle_cell *const cell = isle_list_cell(&s->isles, i);
        result = draw_patch(s, shot, cell, false);
        result = result == LOAM_OK ? draw_patch(s, shot, cell, true) : result;
    }
    return result;
}
