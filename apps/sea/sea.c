// SPDX-License-Identifier: MIT
#include "sea/sea.h"

#include "gl/target.h"

#include <stdlib.h>

struct sea_scene
{
    sea_def def;
    const gl *g;
    gl_target shown;
    loam_isle_stage stage;
    sea_counters count;
};

sea_def sea_default_def(void)
{
    return (sea_def){.quality = QUALITY_HIGH,
                     .w = 1280,
                     .h = 720,
                     .view = 16384,
                     .water = loam_default_sea_look()};
}

static loam_result check_def(const sea_def *def)
{
    if (def->w < 1 || def->h < 1 || def->w > SEA_MAX_SIDE || def->h > SEA_MAX_SIDE)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "a picture has %dx%d pixels; must be 1 to %d a side",
                         (int)def->w, (int)def->h, SEA_MAX_SIDE);
    }
    if (def->view < SEA_MIN_VIEW || def->view > SEA_MAX_VIEW)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "the view is %lld m; must be %d to %d",
                         (long long)def->view, SEA_MIN_VIEW, SEA_MAX_VIEW);
    }
    return LOAM_OK;
}

loam_result sea_create(const sea_def *def, const gl *g, sea_scene **out)
{
    *out = NULL;
    loam_result result = check_def(def);
    if (result != LOAM_OK)
    {
        return result;
    }
    sea_scene *const s = calloc(1, sizeof *s);
    if (s == NULL)
    {
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for a sea");
    }
    s->def = *def;
    s->g = g;
    s->stage = LOAM_ISLE_OBJECTS;
    result = gl_target_create(g, def->w, def->h, GL_RGBA8, false, &s->shown);
    if (result != LOAM_OK)
    {
        sea_destroy(s);
        return result;
    }
    *out = s;
    return LOAM_OK;
}

void sea_destroy(sea_scene *s)
{
    if (s != NULL)
    {
        sea_drop(s, false);
        free(s);
    }
}

loam_result sea_update(sea_scene *s, const camera *from, uint64_t budget_us, bool *complete)
{
    (void)s;
    (void)from;
    (void)budget_us;
    if (complete != NULL)
    {
        *complete = true;
    }
    return LOAM_OK;
}

loam_result sea_draw(sea_scene *s, const camera *from, const sea_look *look)
{
    (void)from;
    (void)look;
    gl_target_begin(s->g, &s->shown);
    s->g->ClearColor(0.2f, 0.4f, 0.6f, 1);
    s->g->Clear(GL_COLOR_BUFFER_BIT);
    s->g->Finish();
    return gl_check(s->g, "the picture could not be drawn");
}

loam_result sea_resize(sea_scene *s, int32_t w, int32_t h)
{
    sea_def def = s->def;
    def.w = w;
    def.h = h;
    loam_result result = check_def(&def);
    if (result == LOAM_OK)
    {
        gl_target_destroy(s->g, &s->shown);
        result = gl_target_create(s->g, w, h, GL_RGBA8, false, &s->shown);
        s->def = def;
    }
    return result;
}

loam_result sea_set_quality(sea_scene *s, quality_kind kind)
{
    s->def.quality = kind;
    return LOAM_OK;
}

loam_result sea_set_view(sea_scene *s, int64_t view)
{
    sea_def def = s->def;
    def.view = view;
    const loam_result result = check_def(&def);
    s->def = result == LOAM_OK ? def : s->def;
    return result;
}

quality_kind sea_quality(const sea_scene *s)
{
    return s->def.quality;
}

void sea_set_stage(sea_scene *s, loam_isle_stage last)
{
    s->stage = last;
}

void sea_show(const sea_scene *s, int32_t w, int32_t h)
{
    const gl *const g = s->g;
    const gl_target *const from = &s->shown;
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    g->BlitFramebuffer(0, 0, from->w, from->h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    g->BindFramebuffer(GL_FRAMEBUFFER, 0);
}

loam_result sea_read(sea_scene *s, loam_picture *out)
{
    return gl_target_read(s->g, &s->shown, out);
}

loam_result sea_remake(sea_scene *s, const gl *g)
{
    s->g = g;
    return gl_target_create(g, s->def.w, s->def.h, GL_RGBA8, false, &s->shown);
}

void sea_drop(sea_scene *s, bool lost)
{
    if (s->g != NULL && !lost)
    {
        gl_target_destroy(s->g, &s->shown);
    }
    s->shown = (gl_target){0};
    s->g = NULL;
}

sea_counters sea_count(const sea_scene *s)
{
    return s->count;
}

swell sea_swell(const sea_scene *s, const sea_look *look)
{
    const float usual = 0.7071f * weather_of(look->weather).wind;
    const bool given = look->wind_x != 0 || look->wind_z != 0;
    return swell_of(given ? look->wind_x : (double)usual, given ? look->wind_z : (double)usual,
                    s->def.water.seed);
}
