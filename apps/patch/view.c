// SPDX-License-Identifier: MIT
#include "patch/view.h"

#include "gl/program.h"
#include "gl/target.h"
#include "gl/texture.h"
#include "patch/view_inside.h"
#include "scene/shader_texts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a view has on the card, apart from cells: programs, the textures of the land's materials, targets. Sky, clouds,
// figures, the way from light to colours, rain and snow are those of the land (apps/scene); the ground has shaders of
// its own.

static const struct
{
    const char *name, *text;
} own_texts[] = {
#include "embedded/patch_shaders.inl"
};

static const char *own_text(const char *name)
{
    for (size_t i = 0; i < sizeof own_texts / sizeof own_texts[0]; i++)
    {
        if (strcmp(own_texts[i].name, name) == 0)
        {
            return own_texts[i].text;
        }
    }
    return "";
}

const char *patch_paint_name(int32_t paint)
{
    static const char *const names[PAINTS + 1] = {"materials", "parts", "chunks", "biomes", NULL};
    return names[paint];
}

// ---- making ---------------------------------------------------------------------------------------

static loam_result make_programs(patch_view *v)
{
    const gl *const g = v->g;
    char defines[128];
    snprintf(defines, sizeof defines, "#define TAKEN %d\n%s", (int)v->quality.taken,
             g->half_targets ? "" : "#define PACKED\n");
    const char *const shared = shader_text("shared"), *const inside = own_text("no_inside");
    const struct
    {
        GLuint *to;
        gl_program_def def;
    } all[] = {
        {&v->ground,
         {.name = "patchwork",
          .vertex = own_text("patch_vertex"),
          .fragment = own_text("patch_fragment"),
          .attributes = {"height", "tilt", "low", "high"}}},
        {&v->sky, {.name = "sky", .inside = inside, .fragment = shader_text("sky_fragment")}},
        {&v->cloudy, {.name = "clouds", .fragment = shader_text("clouds_fragment")}},
        {&v->figure,
         {.name = "figure",
          .inside = inside,
          .vertex = shader_text("figure_vertex"),
          .fragment = shader_text("figure_fragment")}},
        {&v->finish, {.name = "finish", .fragment = shader_text("finish_fragment")}},
        {&v->falls, {.name = "falls", .fragment = shader_text("falls_fragment")}},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == LOAM_OK; i++)
    {
        gl_program_def def = all[i].def;
        def.defines = defines;
        def.shared = shared;
        result = gl_program_create(g, &def, all[i].to);
    }
    return result;
}

static loam_result make_textures(patch_view *v, loam_jobs *jobs)
{
    const gl *const g = v->g;
    texture_set t;
    const loam_result result = texture_set_create(v->quality.texture, true, jobs, &t);
    if (result != LOAM_OK)
    {
        return result;
    }
    const gl_texture_def materials = {GL_TEXTURE_2D_ARRAY, GL_RGBA8, t.side, t.side,
                                      MATERIALS,           true,     true,   false};
    const gl_texture_def noise = {GL_TEXTURE_2D, GL_RGBA8, t.noise_side, t.noise_side, 1,
                                  true,          true,     false};
    const gl_texture_def clouds = {GL_TEXTURE_3D, GL_R8, t.cloud_side, t.cloud_side,
                                   t.cloud_side,  true,  true,         false};
    const gl_texture_def table = {GL_TEXTURE_2D, GL_RGB16F, SKY_W, SKY_H, 1, true, false, true};
    v->colours = gl_texture_create(g, &materials, t.colours);
    v->bumps = gl_texture_create(g, &materials, t.bumps);
    v->noise = gl_texture_create(g, &noise, t.noise);
    v->clouds = gl_texture_create(g, &clouds, t.clouds);
    v->sky_table = gl_texture_create(g, &table, NULL);
    texture_set_destroy(&t);
    g->GenVertexArrays(1, &v->empty);
    return gl_check(g, "textures could not be made");
}

static loam_result make_targets(patch_view *v, int32_t w, int32_t h)
{
    const gl *const g = v->g;
    const quality *const q = &v->quality;
    const GLenum format = g->half_targets ? GL_RGBA16F : GL_RGB10_A2;
    const int32_t dw = w * q->samples, dh = h * q->samples;
    if (w < 1 || h < 1 || dw > g->max_texture || dh > g->max_texture)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture has %dx%d pixels; must be 1 to %d a side",
                         (int)w, (int)h, (int)(g->max_texture / q->samples));
    }
    const int32_t cloud = quality_cloud_pixels(q, dh);
    loam_result result = gl_target_create(g, (dw + cloud - 1) / cloud, (dh + cloud - 1) / cloud,
                                          g->half_targets ? GL_RGBA16F : GL_RGBA8, false,
                                          &v->cloud_picture);
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &v->drawn) : result;
    result = result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &v->dry) : result;
    return result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &v->shown) : result;
}

static void destroy_targets(patch_view *v)
{
    gl_target_destroy(v->g, &v->cloud_picture);
    gl_target_destroy(v->g, &v->drawn);
    gl_target_destroy(v->g, &v->dry);
    gl_target_destroy(v->g, &v->shown);
}

loam_result patch_view_create(const gl *g, quality_kind kind, int32_t w, int32_t h, loam_jobs *jobs,
                              patch_view **out)
{
    *out = NULL;
    patch_view *const v = calloc(1, sizeof *v);
    if (v == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a view");
    }
    v->g = g;
    v->quality = quality_of(kind);
    // Steps of the ground are as long as this share of their distance.
    v->share = g->software ? 0.02 : kind >= QUALITY_HIGH ? 0.004 : 0.008;
    loam_result result = make_programs(v);
    result = result == LOAM_OK ? make_textures(v, jobs) : result;
    result = result == LOAM_OK ? make_targets(v, w, h) : result;
    if (result != LOAM_OK)
    {
        patch_view_destroy(v);
        return result;
    }
    *out = v;
    return LOAM_OK;
}

void patch_view_destroy(patch_view *v)
{
    if (v == NULL)
    {
        return;
    }
    const gl *const g = v->g;
    const GLuint programs[] = {v->ground, v->sky, v->cloudy, v->figure, v->finish, v->falls};
    const GLuint textures[] = {v->colours, v->bumps, v->noise, v->clouds, v->sky_table};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    {
        g->DeleteProgram(programs[i]); // 0 is left alone, here and below
    }
    g->DeleteTextures(sizeof textures / sizeof textures[0], textures);
    g->DeleteVertexArrays(1, &v->empty);
    g->DeleteBuffers(CELL_STRIDES, v->indices);
    destroy_targets(v);
    free(v->room);
    free(v);
}

loam_result patch_view_resize(patch_view *v, int32_t w, int32_t h)
{
    destroy_targets(v);
    return make_targets(v, w, h);
}

// ---- pictures out ---------------------------------------------------------------------------------

void patch_view_show(const patch_view *v, int32_t w, int32_t h)
{
    gl_target_show(v->g, &v->shown, w, h);
}

loam_result patch_view_read(patch_view *v, loam_picture *out)
{
    const loam_result result = gl_target_read(v->g, &v->shown, out);
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i].a = 255; // where the sky is it is 0
    }
    return result;
}

patch_counters patch_view_count(const patch_view *v)
{
    return v->count;
}
