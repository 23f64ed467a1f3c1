// SPDX-License-Identifier: MIT
#include "scene/sky_frame.h"

#include "gl/texture.h"
#include "scene/falls.h"
#include "scene/materials.h"
#include "scene/shader_texts.h"
#include "scene/textures.h"
#include "scene/year.h"

#include <math.h>
#include <stdio.h>

// A picture of a world under a sky: clouds go to a small target of their own, then the world, figures and the sky
// behind them to one of light, then all of it to colours, and rain or snow before that.

// ---- making ---------------------------------------------------------------------------------------

loam_result sky_frame_program(const sky_frame *f, const gl_program_def *def, GLuint *out)
{
    gl_program_def own = *def;
    own.defines = f->defines;
    own.shared = shader_text("shared");
    own.inside = f->inside;
    return gl_program_create(f->g, &own, out);
}

static loam_result make_programs(sky_frame *f)
{
    const struct
    {
        GLuint *to;
        gl_program_def def;
    } all[] = {
        {&f->sky, {.name = "sky", .fragment = shader_text("sky_fragment")}},
        {&f->cloudy, {.name = "clouds", .fragment = shader_text("clouds_fragment")}},
        {&f->figure,
         {.name = "figure",
          .vertex = shader_text("figure_vertex"),
          .fragment = shader_text("figure_fragment")}},
        {&f->finish, {.name = "finish", .fragment = shader_text("finish_fragment")}},
        {&f->falls, {.name = "falls", .fragment = shader_text("falls_fragment")}},
    };
    loam_result result = LOAM_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == LOAM_OK; i++)
    {
        result = sky_frame_program(f, &all[i].def, all[i].to);
    }
    return result;
}

static loam_result make_textures(sky_frame *f, loam_jobs *jobs)
{
    const gl *const g = f->g;
    texture_set t;
    const loam_result result = texture_set_create(f->quality.texture, true, jobs, &t);
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
    f->colours = gl_texture_create(g, &materials, t.colours);
    f->bumps = gl_texture_create(g, &materials, t.bumps);
    f->noise = gl_texture_create(g, &noise, t.noise);
    f->clouds = gl_texture_create(g, &clouds, t.clouds);
    f->sky_table = air_make_sky_table(g);
    texture_set_destroy(&t);
    g->GenVertexArrays(1, &f->empty);
    return gl_check(g, "textures could not be made");
}

loam_result sky_frame_begin(const gl *g, quality_kind kind, const char *inside, loam_jobs *jobs,
                            sky_frame *out)
{
    *out = (sky_frame){.g = g, .quality = quality_of(kind), .inside = inside};
    snprintf(out->defines, sizeof out->defines, "#define TAKEN %d\n%s", (int)out->quality.taken,
             g->half_targets ? "" : "#define PACKED\n");
    const loam_result result = make_programs(out);
    return result == LOAM_OK ? make_textures(out, jobs) : result;
}

static void destroy_targets(sky_frame *f)
{
    gl_target_destroy(f->g, &f->cloud_picture);
    gl_target_destroy(f->g, &f->drawn);
    gl_target_destroy(f->g, &f->dry);
    gl_target_destroy(f->g, &f->shown);
}

loam_result sky_frame_resize(sky_frame *f, int32_t w, int32_t h)
{
    const gl *const g = f->g;
    const quality *const q = &f->quality;
    const GLenum format = g->half_targets ? GL_RGBA16F : GL_RGB10_A2;
    const int32_t dw = w * q->samples, dh = h * q->samples;
    destroy_targets(f);
    if (w < 1 || h < 1 || dw > g->max_texture || dh > g->max_texture)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture has %dx%d pixels; must be 1 to %d a side",
                         (int)w, (int)h, (int)(g->max_texture / q->samples));
    }
    const int32_t cloud = quality_cloud_pixels(q, dh);
    loam_result result = gl_target_create(g, (dw + cloud - 1) / cloud, (dh + cloud - 1) / cloud,
                                          g->half_targets ? GL_RGBA16F : GL_RGBA8, false,
                                          &f->cloud_picture);
    result = result == LOAM_OK ? gl_target_create(g, dw, dh, format, true, &f->drawn) : result;
    result = result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &f->dry) : result;
    return result == LOAM_OK ? gl_target_create(g, w, h, GL_RGBA8, false, &f->shown) : result;
}

void sky_frame_end(sky_frame *f)
{
    if (f->g == NULL)
    {
        return;
    }
    const gl *const g = f->g;
    const GLuint programs[] = {f->sky, f->cloudy, f->figure, f->finish, f->falls};
    const GLuint textures[] = {f->colours, f->bumps, f->noise, f->clouds, f->sky_table};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    {
        g->DeleteProgram(programs[i]); // 0 is left alone, here and below
    }
    g->DeleteTextures(sizeof textures / sizeof textures[0], textures);
    g->DeleteVertexArrays(1, &f->empty);
    destroy_targets(f);
}

// ---- drawing --------------------------------------------------------------------------------------

void sky_frame_light(sky_frame *f, double hour, weather_kind kind, double height)
{
    const weather w = weather_of(kind);
    if (f->is_lit && fabs(f->lit_hour - hour) < 1e-9 && f->lit_weather == kind)
    {
        return;
    }
    sky_compute(hour, year_at(0).declination, &w, fminf(fmaxf((float)height, 0), 6000), &f->light);
    air_load_sky(f->g, f->sky_table, &f->light);
    f->is_lit = true;
    f->lit_hour = hour;
    f->lit_weather = kind;
}

air sky_frame_air(const sky_frame *f, const camera *from, const camera_frame *frame,
                  const weather *w, double seconds, float end, float cloud_base)
{
    const double blown = -fmod(seconds, 4096) * (double)w->wind;
    return (air){.from = from,
                 .frame = frame,
                 .light = &f->light,
                 .weather = w,
                 .seconds = seconds,
                 .drift = {blown, 0},
                 .end = end,
                 .cloud_base = cloud_base,
                 .sky_table = f->sky_table,
                 .noise = f->noise};
}

void sky_frame_clouds(const sky_frame *f, const air *a)
{
    air_use(f->g, a, f->cloudy);
    air_draw_clouds(f->g, a, f->cloudy, f->empty, f->clouds, f->quality.cloud_steps,
                    &f->cloud_picture);
}

void sky_frame_boxes(const sky_frame *f, const air *a, const figure_box *boxes, int32_t count)
{
    air_use(f->g, a, f->figure);
    air_draw_boxes(f->g, f->figure, f->empty, boxes, count);
}

void sky_frame_sky(const sky_frame *f, const air *a)
{
    air_use(f->g, a, f->sky);
    air_draw_sky(f->g, a, f->sky, f->empty, f->cloud_picture.colour);
}

void sky_frame_finish(const sky_frame *f, const air *a, float exposure, bool is_dry)
{
    const gl *const g = f->g;
    const bool falls = !is_dry && falls_any(a->weather);
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, falls ? &f->dry : &f->shown);
    air_use(g, a, f->finish);
    gl_set_texture(g, f->finish, "picture", 2, GL_TEXTURE_2D, f->drawn.colour);
    gl_set_texture(g, f->finish, "before", 3, GL_TEXTURE_2D, f->noise); // not looked at
    gl_set1(g, f->finish, "exposure", exposure);
    gl_set1(g, f->finish, "most", 2);
    gl_draw_all(g, f->empty);
    if (falls)
    {
        const falls_def def = {.weather = a->weather,
                               .light = a->light,
                               .from = a->from,
                               .exposure = exposure,
                               .seconds = a->seconds};
        falls_draw(g, f->falls, f->empty, &def, &f->dry, &f->shown);
    }
}

// ---- pictures out ---------------------------------------------------------------------------------

void sky_frame_show(const sky_frame *f, int32_t w, int32_t h)
{
    gl_target_show(f->g, &f->shown, w, h);
}

loam_result sky_frame_read(const sky_frame *f, loam_picture *out)
{
    const loam_result result = gl_target_read(f->g, &f->shown, out);
    for (size_t i = 0; i < (size_t)out->w * (size_t)out->h; i++)
    {
        out->pixels[i].a = 255; // where the sky is it is 0
    }
    return result;
}
