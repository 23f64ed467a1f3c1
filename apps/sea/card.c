// SPDX-License-Identifier: MIT
#include "sea/card.h"

#include "gl/texture.h"
#include "scene/air.h"
#include "scene/materials.h"
#include "scene/shader_texts.h"
#include "sea/patch.h"
#include "sea/swell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
    const char *name, *text;
} texts[] = {
#include "embedded/sea_shaders.inl"
};

sea_cost sea_cost_of(quality_kind kind)
{
    static const sea_cost all[QUALITY_KINDS] = {
        [QUALITY_LOW] = {.detail = 4,
                         .near = 1800,
                         .near_forms = 45,
                         .triangles = 60000,
                         .near_triangles = 22000,
                         .rings = 84,
                         .sectors = 72,
                         .shade = 256},
        [QUALITY_MEDIUM] = {.detail = 4,
                            .near = 3000,
                            .near_forms = 90,
                            .triangles = 260000,
                            .near_triangles = 130000,
                            .rings = 140,
                            .sectors = 120,
                            .shade = 512},
        [QUALITY_HIGH] = {.detail = 5,
                          .near = 4500,
                          .near_forms = 170,
                          .triangles = 1200000,
                          .near_triangles = 800000,
                          .rings = 230,
                          .sectors = 200,
                          .shade = 512},
        [QUALITY_ULTRA] = {.detail = 8,
                           .near = 7000,
                           .near_forms = 300,
                           .triangles = 3000000,
                           .near_triangles = 2200000,
                           .rings = 360,
                           .sectors = 320,
                           .shade = 1024},
    };
    sea_cost q = all[kind];
    q.scene = quality_of(kind);
    return q;
}

// ---- programs ---------------------------------------------------------------------------------------

static const char *own_text(const char *name)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        if (strcmp(texts[i].name, name) == 0)
        {
            return texts[i].text;
        }
    }
    return shader_text(name);
}

/// How a program is made: texts by their names, of this folder or of the scene.
typedef struct recipe
{
    GLuint *to;
    const char *name, *vertex, *fragment;
    const char *inside, *more;
    bool takes_sea; // its vertices know sea.glsl
    const char *defines;
    const char *attributes[GL_MAX_NAMES];
} recipe;

static loam_result make_program(const gl *g, const sea_cost *q, const recipe *r)
{
    char defines[400];
    snprintf(defines, sizeof defines,
             "#define TAKEN %d\n#define MATERIALS %d\n#define LITTER %d\n#define SNOW %d\n"
             "#define ICE %d\n#define CANOPY %d\n#define RED_ROCK %d\n#define BROWN_ROCK %d\n"
             "#define SWELL_WAVES %d\n%s%s%s",
             (int)q->scene.taken, MATERIALS, MATERIAL_LITTER, MATERIAL_SNOW, MATERIAL_ICE,
             MATERIAL_CANOPY, MATERIAL_RED_ROCK, MATERIAL_BROWN_ROCK, SWELL_WAVES,
             g->half_targets ? "" : "#define PACKED\n", q->scene.plain ? "#define PLAIN\n" : "",
             r->defines != NULL ? r->defines : "");
    const size_t room = strlen(shader_text("shared")) + strlen(own_text("sea")) + 1;
    char *const shared = malloc(room);
    if (shared == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the text of a shader");
    }
    snprintf(shared, room, "%s%s", shader_text("shared"), r->takes_sea ? own_text("sea") : "");
    gl_program_def def = {.name = r->name,
                          .defines = defines,
                          .shared = shared,
                          .inside = r->inside != NULL ? own_text(r->inside) : NULL,
                          .more = r->more != NULL ? own_text(r->more) : NULL,
                          .vertex = r->vertex != NULL ? own_text(r->vertex) : NULL,
                          .fragment = own_text(r->fragment)};
    memcpy(def.attributes, r->attributes, sizeof def.attributes);
    const loam_result result = gl_program_create(g, &def, r->to);
    free(shared);
    return result;
}

static loam_result make_programs(const gl *g, const sea_cost *q, sea_card *card)
{
    const recipe all[] = {
        {.to = &card->isle,
         .name = "isle",
         .vertex = "isle_vertex",
         .fragment = "isle_fragment",
         .more = q->scene.plain ? NULL : "taken",
         .takes_sea = true,
         .attributes = {"corner", "block"}},
        {.to = &card->sounding,
         .name = "sounding",
         .vertex = "isle_vertex",
         .fragment = "sounding_fragment",
         .defines = "#define SOUNDING\n",
         .attributes = {"corner", "block"}},
        {.to = &card->sun, .name = "sun", .fragment = "sun_fragment"},
        {.to = &card->object,
         .name = "object",
         .vertex = "object_vertex",
         .fragment = "object_fragment",
         .attributes = {"at", "normal", "colour", "stands", "has", "drawn", "kind"}},
        {.to = &card->boat,
         .name = "boat",
         .vertex = "boat_vertex",
         .fragment = "object_fragment",
         .attributes = {"at", "normal", "colour"}},
        {.to = &card->water,
         .name = "water",
         .vertex = "water_vertex",
         .fragment = "water_fragment",
         .more = "mirror",
         .takes_sea = true,
         .attributes = {"corner"}},
        {.to = &card->below,
         .name = "water from below",
         .vertex = "water_vertex",
         .fragment = "water_fragment",
         .more = "mirror",
         .takes_sea = true,
         .defines = "#define BELOW\n",
         .attributes = {"corner"}},
        {.to = &card->shade,
         .name = "shade",
         .vertex = "shade_vertex",
         .fragment = "shade_fragment",
         .attributes = {"stands", "low"}},
        {.to = &card->cloudy, .name = "clouds", .fragment = "clouds_fragment"},
        {.to = &card->sky, .name = "sky", .fragment = "sky_fragment", .inside = "inside"},
        {.to = &card->figure,
         .name = "figure",
         .vertex = "figure_vertex",
         .fragment = "figure_fragment",
         .inside = "inside"},
        {.to = &card->falls, .name = "falls", .fragment = "falls_fragment"},
        {.to = &card->finish[0], .name = "finish", .fragment = "finish_fragment"},
        {.to = &card->finish[1],
         .name = "finish",
         .fragment = "finish_fragment",
         .defines = "#define WHOLE\n"},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == LOAM_OK; i++)
    {
        result = make_program(g, q, &all[i]);
    }
    return result;
}

// ---- grids --------------------------------------------------------------------------------------------

/// Quads between rows of corners, all cut the same way, whose odd corners may go over to even ones.
static uint32_t *grid_indices(int32_t columns, int32_t rows, GLsizei *count)
{
    const int32_t across = columns + 1;
    uint32_t *const out = malloc((size_t)(columns * rows * 6) * sizeof *out);
    *count = 0;
    for (int32_t i = 0; i < columns * rows && out != NULL; i++)
    {
        const uint32_t a = (uint32_t)(i / columns * across + i % columns), n = (uint32_t)across;
        const uint32_t quad[6] = {a, a + 1, a + n + 1, a, a + n + 1, a + n};
        memcpy(out + *count, quad, sizeof quad);
        *count += 6;
    }
    return out;
}

/// A grid of corners on the card: columns x rows quads, place gives a corner its two numbers.
static loam_result make_grid(const gl *g, int32_t columns, int32_t rows,
                             void (*place)(int32_t column, int32_t row, int32_t columns,
                                           int32_t rows, float out[2]),
                             GLuint *array, GLuint *vertices, GLuint *buffer, GLsizei *count)
{
    const int32_t n = (columns + 1) * (rows + 1);
    float *const corners = malloc((size_t)n * 2 * sizeof *corners);
    uint32_t *const indices = grid_indices(columns, rows, count);
    const bool is_there = corners != NULL && indices != NULL;
    for (int32_t i = 0; i < n && is_there; i++)
    {
        place(i % (columns + 1), i / (columns + 1), columns, rows, corners + 2 * (size_t)i);
    }
    if (is_there)
    {
        g->GenVertexArrays(1, array);
        g->GenBuffers(1, vertices);
        g->GenBuffers(1, buffer);
        g->BindVertexArray(*array);
        g->BindBuffer(GL_ARRAY_BUFFER, *vertices);
        g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)n * 2 * sizeof *corners), corners,
                      GL_STATIC_DRAW);
        g->EnableVertexAttribArray(0);
        g->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
        g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, *buffer);
        g->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)*count * sizeof *indices),
                      indices, GL_STATIC_DRAW);
        g->BindVertexArray(0);
    }
    free(corners);
    free(indices);
    return is_there ? LOAM_OK : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a grid");
}

static void place_block(int32_t column, int32_t row, int32_t columns, int32_t rows, float out[2])
{
    (void)columns;
    (void)rows;
    out[0] = (float)column;
    out[1] = (float)row;
}

/// The first ring is the middle itself.
static void place_ring(int32_t column, int32_t row, int32_t columns, int32_t rows, float out[2])
{
    out[0] = row == 0 ? -1 : (float)(row - 1) / (float)(rows - 1);
    out[1] = 2 * (float)column / (float)columns - 1;
}

static void make_boats(const gl *g, sea_card *card)
{
    g->GenVertexArrays(1, &card->boats);
    g->GenBuffers(1, &card->boat_vertices);
    g->GenBuffers(1, &card->boat_indices);
}

static loam_result make_grids(const gl *g, const sea_cost *q, sea_card *card)
{
    loam_result result = make_grid(g, PATCH_QUADS, PATCH_QUADS, place_block, &card->blocks,
                                   &card->block_corners, &card->block_indices, &card->block_count);
    result = result == LOAM_OK
                 ? make_grid(g, q->sectors, q->rings, place_ring, &card->rings, &card->ring_corners,
                             &card->ring_indices, &card->ring_count)
                 : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    card->ring_rows = q->rings;
    g->GenVertexArrays(1, &card->empty);
    g->GenBuffers(1, &card->block_instances);
    g->BindVertexArray(card->blocks);
    g->BindBuffer(GL_ARRAY_BUFFER, card->block_instances);
    g->EnableVertexAttribArray(1);
    g->VertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    g->VertexAttribDivisor(1, 1);
    g->BindVertexArray(0);
    make_boats(g, card);
    return LOAM_OK;
}

// ---- textures and targets -------------------------------------------------------------------------------

static void make_textures(const gl *g, const texture_set *t, sea_card *card)
{
    texture_card_begin(g, t, &card->textures);
    (void)texture_card_load(g, t, SIZE_MAX, &card->textures);
    card->bytes += card->textures.bytes;
}

loam_result sea_card_replace(const gl *g, const texture_set *t, sea_card *card)
{
    card->bytes -= card->textures.bytes;
    texture_card_end(g, &card->textures);
    make_textures(g, t, card);
    return gl_check(g, "textures could not be made");
}

static loam_result make_targets(const gl *g, const sea_cost *q, int32_t w, int32_t h,
                                sea_card *card)
{
    const GLenum format = g->half_targets ? GL_RGBA16F : GL_RGB10_A2;
    const int32_t dw = w * q->scene.samples, dh = h * q->scene.samples;
    if (dw > g->max_texture || dh > g->max_texture)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a picture of %dx%d pixels is too large for this OpenGL at this quality; "
                         "must be at most %d a side",
                         (int)w, (int)h, (int)(g->max_texture / q->scene.samples));
    }
    const int32_t of_cloud = quality_cloud_pixels(&q->scene, dh);
    const int32_t cw = (dw + of_cloud - 1) / of_cloud, ch = (dh + of_cloud - 1) / of_cloud;
    const GLenum clouds = g->half_targets ? GL_RGBA16F : GL_RGBA8;
    loam_result result = gl_target_create(g, cw, ch, clouds, false, &card->cloud_picture);
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &card->drawn) : result;
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &card->below_it)
                               : result;
    result = result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &card->shown) : result;
    result = result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &card->dry) : result;
    return result;
}

static loam_result make_soundings(const gl *g, sea_card *card)
{
    gl_target *const all[] = {&card->sounding_near, &card->sounding_wide};
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 2 && result == LOAM_OK; i++)
    {
        result = gl_target_create(g, SOUNDING_SIDE, SOUNDING_SIDE, GL_RGBA8, true, all[i]);
    }
    return result;
}

static void destroy_targets(const gl *g, sea_card *card)
{
    gl_target *const all[] = {&card->cloud_picture, &card->drawn, &card->below_it, &card->shown,
                              &card->dry};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        gl_target_destroy(g, all[i]);
    }
}

loam_result sea_card_resize(const gl *g, const sea_cost *q, int32_t w, int32_t h, sea_card *card)
{
    destroy_targets(g, card);
    return make_targets(g, q, w, h, card);
}

// ---- all --------------------------------------------------------------------------------------------------

loam_result sea_card_create(const gl *g, const sea_cost *q, const texture_set *textures, int32_t w,
                            int32_t h, sea_card *out)
{
    *out = (sea_card){0};
    loam_result result = make_programs(g, q, out);
    result = result == LOAM_OK ? make_grids(g, q, out) : result;
    result = result == LOAM_OK ? make_targets(g, q, w, h, out) : result;
    result = result == LOAM_OK ? make_soundings(g, out) : result;
    if (result == LOAM_OK)
    {
        make_textures(g, textures, out);
        out->sky_table = air_make_sky_table(g);
        result = gl_check(g, "textures could not be made");
    }
    if (result != LOAM_OK)
    {
        sea_card_destroy(g, out, false);
    }
    return result;
}

void sea_card_destroy(const gl *g, sea_card *card, bool lost)
{
    if (lost)
    {
        *card = (sea_card){0};
        return;
    }
    const GLuint programs[] = {card->isle,      card->sounding, card->sun,    card->object,
                               card->boat,      card->water,    card->below,  card->shade,
                               card->cloudy,    card->sky,      card->figure, card->falls,
                               card->finish[0], card->finish[1]};
    const GLuint buffers[] = {card->block_corners, card->block_indices, card->block_instances,
                              card->ring_corners,  card->ring_indices,  card->boat_vertices,
                              card->boat_indices};
    const GLuint arrays[] = {card->empty, card->blocks, card->rings, card->boats};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    {
        g->DeleteProgram(programs[i]); // 0 is left alone, here and below
    }
    g->DeleteTextures(1, &card->sky_table);
    texture_card_end(g, &card->textures);
    g->DeleteBuffers(sizeof buffers / sizeof buffers[0], buffers);
    g->DeleteVertexArrays(sizeof arrays / sizeof arrays[0], arrays);
    destroy_targets(g, card);
    gl_target_destroy(g, &card->sounding_near);
    gl_target_destroy(g, &card->sounding_wide);
    *card = (sea_card){0};
}
