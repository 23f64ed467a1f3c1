// SPDX-License-Identifier: MIT
#include "scene/gpu.h"

#include "scene/air.h"
#include "scene/materials.h"
#include "scene/shader_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- programs ---------------------------------------------------------------------------------------

#define BODY_ATTRIBUTES \
    { \
        "at", "normal", "share_a", "share_b", "share_c", "share_d", "tint" \
    }

/// How a program is made: texts by their names.
typedef struct recipe
{
    GLuint *to;
    const char *name, *vertex, *fragment;
    bool inside, weights;
    const char *more; // text between those and its own, NULL for none
    const char *defines;
    const char *attributes[GL_MAX_NAMES];
} recipe;

/// Whether the ground is shaded when it is known what is seen of it, rather than with its mesh.
static bool shades_later(const gl *g, const quality *q)
{
    return g->float_targets && !q->plain;
}

static loam_result make_program(const gl *g, const quality *q, const recipe *r)
{
    char defines[160];
    snprintf(defines, sizeof defines, "#define TAKEN %d\n%s%s%s%s", (int)q->taken,
             g->half_targets ? "" : "#define PACKED\n", q->plain ? "#define PLAIN\n" : "",
             shades_later(g, q) ? "#define SHADES_LATER\n" : "",
             r->defines != NULL ? r->defines : "");
    gl_program_def def = {.name = r->name,
                          .defines = defines,
                          .shared = shader_text("shared"),
                          .inside = r->inside ? shader_text("inside") : NULL,
                          .weights = r->weights ? shader_text("weights") : NULL,
                          .more = r->more != NULL ? shader_text(r->more) : NULL,
                          .vertex = r->vertex != NULL ? shader_text(r->vertex) : NULL,
                          .fragment = shader_text(r->fragment)};
    memcpy(def.attributes, r->attributes, sizeof def.attributes);
    return gl_program_create(g, &def, r->to);
}

/// At most *most of those that are not there yet; *most is what is left of it.
static loam_result make_list(const gl *g, const quality *q, const recipe *all, size_t count,
                             int32_t *max)
{
    loam_result result = LOAM_OK;
    for (size_t i = 0; i<count && * max> 0 && result == LOAM_OK; i++)
    {
        if (*all[i].to == 0)
        {
            result = make_program(g, q, &all[i]);
            (*max)--;
        }
    }
    return result;
}

/// What is drawn with the land's inside and without it.
static loam_result make_both(const gl *g, const quality *q, bool inside, gpu *card, int32_t *max)
{
    const char *const ground = q->plain ? "plain_fragment" : "ground_fragment";
    const char *const defines = inside ? "#define INSIDE\n" : NULL;
    const bool later = shades_later(g, q);
    const recipe all[] = {
        {.to = &card->ground[inside],
         .name = "ground",
         .vertex = later ? NULL : "ground_vertex",
         .fragment = ground,
         .inside = true,
         .weights = !q->plain,
         .more = q->plain ? NULL : "taken",
         .defines = defines,
         .attributes = {"corner", "block"}},
        {.to = &card->sky[inside],
         .name = "sky",
         .fragment = "sky_fragment",
         .inside = true,
         .defines = defines},
        {.to = &card->figure[inside],
         .name = "figure",
         .vertex = "figure_vertex",
         .fragment = "figure_fragment",
         .inside = true,
         .defines = defines},
        {.to = &card->trees[inside],
         .name = "trees",
         .vertex = "trees_vertex",
         .fragment = "trees_fragment",
         .inside = true,
         .defines = defines,
         .attributes = {"at", "normal", "colour", "stands", "has", "drawn"}},
        {.to = &card->cover[inside],
         .name = "cover",
         .vertex = "cover_vertex",
         .fragment = "cover_fragment",
         .inside = true,
         .defines = defines,
         .attributes = {"at", "normal", "has", "stands", "looks", "root", "tip", "slope"}},
        {.to = &card->places[inside],
         .name = "places",
         .vertex = "ground_vertex",
         .fragment = "places_fragment",
         .inside = true,
         .defines = defines,
         .attributes = {"corner", "block"}},
    };
    const size_t missing = q->plain ? 2 : !later; // slow machines have nothing on the ground
    return make_list(g, q, all, sizeof all / sizeof all[0] - missing, max);
}

static loam_result make_outside(const gl *g, const quality *q, gpu *card, int32_t *max)
{
    const recipe all[] = {
        {.to = &card->water,
         .name = "water",
         .vertex = "ground_vertex",
         .fragment = q->plain ? "plain_water_fragment" : "water_fragment",
         .more = q->plain ? NULL : "mirror",
         .defines = "#define WATER\n",
         .attributes = {"corner", "block"}},
        {.to = &card->cloudy, .name = "clouds", .fragment = "clouds_fragment"},
        {.to = &card->light, .name = "light", .fragment = "light_fragment"},
        {.to = &card->finish[0], .name = "finish", .fragment = "finish_fragment"},
        {.to = &card->finish[1],
         .name = "finish",
         .fragment = "finish_fragment",
         .defines = "#define WHOLE\n"},
        {.to = &card->shade,
         .name = "shade",
         .vertex = "shade_vertex",
         .fragment = "shade_fragment",
         .attributes = {"stands", "low"}},
        {.to = &card->falls, .name = "falls", .fragment = "falls_fragment"},
        {.to = q->plain ? &card->paint : &card->cover_map,
         .name = q->plain ? "paint" : "cover map",
         .fragment = q->plain ? "paint_fragment" : "cover_map_fragment",
         .weights = true},
    };
    const size_t count = sizeof all / sizeof all[0];
    const loam_result result = make_both(g, q, false, card, max);
    return result == LOAM_OK ? make_list(g, q, all, count, max) : result;
}

static loam_result make_inside(const gl *g, const quality *q, gpu *card, int32_t *max)
{
    const recipe all[] = {
        {.to = &card->body,
         .name = "body",
         .vertex = "body_vertex",
         .fragment = "ground_fragment",
         .inside = true,
         .weights = true,
         .more = "taken",
         .defines = "#define INSIDE\n#define BODY\n",
         .attributes = BODY_ATTRIBUTES},
        {.to = &card->body_blocks,
         .name = "blocks",
         .vertex = "body_vertex",
         .fragment = "ground_fragment",
         .inside = true,
         .weights = true,
         .more = "taken",
         .defines = "#define INSIDE\n#define BODY\n#define BLOCKS\n",
         .attributes = BODY_ATTRIBUTES},
    };
    const loam_result result = make_both(g, q, true, card, max);
    return result == LOAM_OK ? make_list(g, q, all, sizeof all / sizeof all[0], max) : result;
}

loam_result gpu_make_programs(const gl *g, const quality *q, bool inside, int32_t max, gpu *card,
                              bool *all)
{
    loam_result result = make_outside(g, q, card, &max);
    result = result == LOAM_OK && inside ? make_inside(g, q, card, &max) : result;
    *all = result == LOAM_OK && max > 0;
    return result;
}

// ---- textures on the card ----------------------------------------------------------------------------

static gl_texture_def map_def(const quality *q, GLenum format, bool smooth)
{
    return (gl_texture_def){.kind = GL_TEXTURE_2D_ARRAY,
                            .format = format,
                            .w = q->side,
                            .h = q->side,
                            .d = q->levels,
                            .smooth = smooth};
}

static void make_maps(const gl *g, const quality *q, gpu *card)
{
    const gl_texture_def surface = map_def(q, GL_RG32F, false),
                         shape = map_def(q, GL_RGBA16F, true);
    const gl_texture_def bytes = map_def(q, GL_RGBA8, true);
    card->surface = gl_texture_create(g, &surface, NULL);
    card->shape = gl_texture_create(g, &shape, NULL);
    card->ground_low = gl_texture_create(g, &bytes, NULL);
    card->ground_high = gl_texture_create(g, &bytes, NULL);
    card->light_map = gl_texture_create(g, &bytes, NULL);
    card->painted = q->plain ? gl_texture_create(g, &bytes, NULL) : 0;
    card->bytes += (size_t)q->side * (size_t)q->side * (size_t)q->levels *
                   (8 + 8 + 12 + 4 * q->plain);
    g->GenFramebuffers(1, &card->light_framebuffer);
    g->GenFramebuffers(1, &card->read_framebuffer);
}

/// One size of it at a time: what the grain of plain ground needs, at half of the price.
static void set_grain(const gl *g, const quality *q, const texture_card *textures)
{
    if (q->plain)
    {
        g->BindTexture(GL_TEXTURE_2D_ARRAY, textures->names[TEXTURE_COLOURS]);
        g->TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    }
}

static void make_materials(const gl *g, const quality *q, const texture_set *t, gpu *card)
{
    if (card->textures.names[0] == 0)
    {
        texture_card_begin(g, t, &card->textures);
        (void)texture_card_load(g, t, SIZE_MAX, &card->textures);
    }
    if (t->is_whole)
    {
        set_grain(g, q, &card->textures);
    }
    card->bytes += card->textures.bytes;
}

void gpu_replace_textures(const gl *g, const quality *q, texture_card *textures, gpu *card)
{
    card->bytes += textures->bytes - card->textures.bytes;
    texture_card_end(g, &card->textures);
    card->textures = *textures;
    *textures = (texture_card){0};
    set_grain(g, q, &card->textures);
}

static void make_tables(const gl *g, gpu *card)
{
    const gl_texture_def climate = {GL_TEXTURE_2D, GL_RG16F, CLIMATE_SIDE, CLIMATE_SIDE, 1,
                                    true,          false,    true};
    card->sky_table = air_make_sky_table(g);
    card->climate = gl_texture_create(g, &climate, NULL);
}

// ---- the grid of a block ------------------------------------------------------------------------------

static uint16_t *grid_indices(int32_t quads, GLsizei *count)
{
    const int32_t row = quads + 1;
    uint16_t *const out = malloc((size_t)(quads * quads * 6) * sizeof *out);
    *count = 0;
    for (int32_t i = 0; i < quads * quads && out != NULL; i++)
    {
        // All quads are cut the same way, as the vertex shader takes for granted.
        const int32_t a = i / quads * row + i % quads;
        const int32_t corners[6] = {a, a + 1, a + row + 1, a, a + row + 1, a + row};
        for (int32_t k = 0; k < 6; k++)
        {
            out[(*count)++] = (uint16_t)corners[k];
        }
    }
    return out;
}

static loam_result make_grid(const gl *g, const quality *q, gpu *card)
{
    const int32_t quads = q->side / 16 / q->stride, row = quads + 1;
    float *const corners = malloc((size_t)(row * row * 2) * sizeof *corners);
    uint16_t *const indices = grid_indices(quads, &card->index_count);
    if (corners == NULL || indices == NULL)
    {
        free(corners);
        free(indices);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the grid of the ground");
    }
    for (int32_t i = 0; i < row * row; i++)
    {
        corners[2 * i] = (float)(i % row);
        corners[2 * i + 1] = (float)(i / row);
    }
    g->GenVertexArrays(1, &card->empty);
    g->GenVertexArrays(1, &card->grid);
    g->GenBuffers(1, &card->grid_vertices);
    g->GenBuffers(1, &card->grid_indices);
    g->GenBuffers(1, &card->blocks);
    g->BindVertexArray(card->grid);
    g->BindBuffer(GL_ARRAY_BUFFER, card->grid_vertices);
    g->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(row * row * 2) * (GLsizeiptr)sizeof *corners,
                  corners, GL_STATIC_DRAW);
    g->EnableVertexAttribArray(0);
    g->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    g->BindBuffer(GL_ARRAY_BUFFER, card->blocks);
    g->EnableVertexAttribArray(1);
    g->VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    g->VertexAttribDivisor(1, 1);
    g->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, card->grid_indices);
    g->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                  (GLsizeiptr)card->index_count * (GLsizeiptr)sizeof *indices, indices,
                  GL_STATIC_DRAW);
    g->BindVertexArray(0);
    free(corners);
    free(indices);
    return LOAM_OK;
}

static size_t target_bytes(const gpu *card)
{
    return (size_t)card->drawn.w * (size_t)card->drawn.h * 24 +
           (size_t)card->seen.w * (size_t)card->seen.h * 16 +
           (size_t)card->shown.w * (size_t)card->shown.h * 12;
}

static loam_result make_targets(const gl *g, const quality *q, int32_t w, int32_t h, gpu *card)
{
    const GLenum format = g->half_targets ? GL_RGBA16F : GL_RGB10_A2;
    const int32_t dw = w * q->samples, dh = h * q->samples;
    if (dw > g->max_texture || dh > g->max_texture)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "a picture of %dx%d pixels is too large for this OpenGL at this quality; "
                         "must be at most %d a side",
                         (int)w, (int)h, (int)(g->max_texture / q->samples));
    }
    const int32_t of_cloud = quality_cloud_pixels(q, dh);
    const int32_t cw = (dw + of_cloud - 1) / of_cloud, ch = (dh + of_cloud - 1) / of_cloud;
    loam_result result = gl_target_create(g, cw, ch, g->half_targets ? GL_RGBA16F : GL_RGBA8, false,
                                          &card->cloud_picture);
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &card->drawn) : result;
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &card->below) : result;
    if (result == LOAM_OK && shades_later(g, q))
    {
        result = gl_target_create_beside(g, &card->drawn, GL_RGBA32F, &card->seen);
    }
    gl_target *const pictures[] = {&card->shown, &card->dry, &card->before};
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0] && result == LOAM_OK; i++)
    {
        result = gl_target_create(g, w, h, GL_RGBA8, false, pictures[i]);
    }
    card->bytes += target_bytes(card);
    return result;
}

// ---- all ------------------------------------------------------------------------------------------------

loam_result gpu_create(const gl *g, const quality *q, const texture_set *textures, int32_t w,
                       int32_t h, gpu *out)
{
    bool all;
    loam_result result = gpu_make_programs(g, q, false, INT32_MAX, out, &all);
    result = result == LOAM_OK ? make_grid(g, q, out) : result;
    result = result == LOAM_OK ? make_targets(g, q, w, h, out) : result;
    if (result == LOAM_OK)
    {
        make_maps(g, q, out);
        make_materials(g, q, textures, out);
        make_tables(g, out);
        result = gl_check(g, "textures could not be made");
    }
    if (result != LOAM_OK)
    {
        gpu_destroy(g, out, false);
    }
    return result;
}

static void destroy_targets(const gl *g, gpu *card)
{
    gl_target *const all[] = {&card->cloud_picture, &card->seen, &card->drawn, &card->below,
                              &card->shown,         &card->dry,  &card->before};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        gl_target_destroy(g, all[i]);
    }
}

loam_result gpu_resize(const gl *g, const quality *q, int32_t w, int32_t h, gpu *card)
{
    card->bytes -= target_bytes(card);
    destroy_targets(g, card);
    return make_targets(g, q, w, h, card);
}

void gpu_destroy(const gl *g, gpu *card, bool lost)
{
    if (lost)
    {
        *card = (gpu){0};
        return;
    }
    const GLuint programs[] = {card->ground[0],   card->ground[1], card->sky[0],    card->sky[1],
                               card->places[0],   card->places[1], card->figure[0], card->figure[1],
                               card->paint,       card->water,     card->cloudy,    card->light,
                               card->falls,       card->finish[0], card->finish[1], card->body,
                               card->body_blocks, card->trees[0],  card->trees[1],  card->shade,
                               card->cover[0],    card->cover[1],  card->cover_map};
    const GLuint textures[] = {card->surface,     card->shape,     card->ground_low,
                               card->ground_high, card->light_map, card->sky_table,
                               card->climate,     card->painted};
    const GLuint buffers[] = {card->grid_vertices, card->grid_indices, card->blocks};
    const GLuint arrays[] = {card->empty, card->grid};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    {
        g->DeleteProgram(programs[i]); // 0 is left alone, here and below
    }
    g->DeleteTextures(sizeof textures / sizeof textures[0], textures);
    texture_card_end(g, &card->textures);
    g->DeleteBuffers(3, buffers);
    g->DeleteVertexArrays(2, arrays);
    g->DeleteFramebuffers(1, &card->light_framebuffer);
    g->DeleteFramebuffers(1, &card->read_framebuffer);
    destroy_targets(g, card);
    *card = (gpu){0};
}

// ---- loading ----------------------------------------------------------------------------------------------

/// A part of a level's maps.
static void load_part(const gl *g, gpu *card, const clipmap *maps, int32_t level, stale_part at)
{
    const clipmap_level *const l = &maps->level[level];
    const int32_t side = maps->def.side;
    const struct
    {
        GLuint texture;
        GLenum format;
        const void *texels;
    } all[] = {{card->surface, GL_RG32F, l->surface},
               {card->shape, GL_RGBA16F, l->shape},
               {card->ground_low, GL_RGBA8, l->ground},
               {card->ground_high, GL_RGBA8, l->ground + (size_t)side * (size_t)side * 4}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
        const gl_texture_def def = {
            .kind = GL_TEXTURE_2D_ARRAY, .format = all[i].format, .w = side, .h = side, .d = 1};
        gl_texture_part(g, all[i].texture, &def, level, at.x, at.y, at.w, at.h, all[i].texels);
    }
}

int32_t gpu_parts_of(int32_t side, clipmap_rect r, stale_part parts[4])
{
    const int32_t x = (int32_t)(r.x0 & (side - 1)), w = (int32_t)(r.x1 - r.x0);
    const int32_t y = (int32_t)(r.z0 & (side - 1)), h = (int32_t)(r.z1 - r.z0);
    const int32_t first_w = w < side - x ? w : side - x, first_h = h < side - y ? h : side - y;
    const stale_part all[4] = {{x, y, first_w, first_h},
                               {0, y, w - first_w, first_h},
                               {x, 0, first_w, h - first_h},
                               {0, 0, w - first_w, h - first_h}};
    int32_t count = 0;
    for (int32_t i = 0; i < 4; i++)
    {
        if (all[i].w > 0 && all[i].h > 0)
        {
            parts[count++] = all[i];
        }
    }
    return count;
}

static void load_rect(const gl *g, gpu *card, const clipmap *maps, int32_t level, clipmap_rect r)
{
    stale_part parts[4];
    const int32_t count = gpu_parts_of(maps->def.side, r, parts);
    for (int32_t i = 0; i < count; i++)
    {
        load_part(g, card, maps, level, parts[i]);
        stale_mark(&card->stale, level, stale_touched(maps->def.side, parts[i]));
    }
}

/// Only what has changed, if nothing before it is missing.
static void load_level(const gl *g, gpu *card, const clipmap *maps, int32_t level)
{
    const clipmap_level *const l = &maps->level[level];
    const int64_t side = maps->def.side;
    if (card->versions[level] + 1 != l->version || card->versions[level] == 0)
    {
        load_rect(g, card, maps, level, (clipmap_rect){0, 0, side, side});
        return;
    }
    for (int32_t i = 0; i < l->changed.count; i++)
    {
        load_rect(g, card, maps, level, l->changed.rect[i]);
    }
}

/// Where the window has come to another place.
static void find_fresh(gpu *card, const clipmap *maps, int32_t level)
{
    const clipmap_level *const l = &maps->level[level];
    const int64_t side = maps->def.side;
    const int64_t dx = l->x - card->windows[level].x, dz = l->z - card->windows[level].z;
    const clipmap_rect now = {l->x, l->z, l->x + side, l->z + side};
    clipmap_rects *const fresh = &card->fresh[level];
    card->windows[level] = (gpu_window){l->x, l->z};
    fresh->count = 0;
    if (card->versions[level] == 0 || llabs(dx) >= side || llabs(dz) >= side)
    {
        fresh->rect[fresh->count++] = now;
        return;
    }
    if (dx != 0)
    {
        fresh->rect[fresh->count++] = (clipmap_rect){dx > 0 ? now.x1 - dx : now.x0, now.z0,
                                                     dx > 0 ? now.x1 : now.x0 - dx, now.z1};
    }
    if (dz != 0)
    {
        fresh->rect[fresh->count++] = (clipmap_rect){now.x0, dz > 0 ? now.z1 - dz : now.z0, now.x1,
                                                     dz > 0 ? now.z1 : now.z0 - dz};
    }
}

bool gpu_load_maps(const gl *g, gpu *card, const clipmap *maps)
{
    bool changed = false;
    for (int32_t i = 0; i < maps->def.levels; i++)
    {
        find_fresh(card, maps, i);
        if (card->versions[i] != maps->level[i].version)
        {
            load_level(g, card, maps, i);
            card->versions[i] = maps->level[i].version;
            changed = true;
        }
    }
    return changed;
}

void gpu_load_sky(const gl *g, gpu *card, const sky *light)
{
    air_load_sky(g, card->sky_table, light);
}

void gpu_load_climate(const gl *g, gpu *card, const float *texels)
{
    const gl_texture_def climate = {GL_TEXTURE_2D, GL_RG16F, CLIMATE_SIDE, CLIMATE_SIDE, 1,
                                    true,          false,    true};
    gl_texture_rows(g, card->climate, &climate, 0, 0, CLIMATE_SIDE, texels);
}
