// SPDX-License-Identifier: MIT
// A context, a land and a scene in it, for tests.
#ifndef LOAM_TESTS_SCENE_STAGE_H
#define LOAM_TESTS_SCENE_STAGE_H

#include "check.h"
#include "scene/draw.h"
#include "window/context.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

typedef struct stage
{
    context *context;
    gl gl;
    loam_env env;
    loam_land *land;
    scene *scene;
    loam_picture picture;
} stage;

static inline int stage_hold(struct dl_phdr_info *library, size_t size, void *none)
{
    (void)size;
    (void)none;
    // Never closed: it is there already, and stays.
    (void)dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    return 0;
}

/// Ends the test as skipped where there is no OpenGL. Drivers stay loaded from now on, so that what they leak can
/// be told from what we do, by their names (tests/apps/leaks.supp).
static inline void stage_open_context(stage *s, context_kind kind)
{
    if (context_create(kind, &s->context) != LOAM_OK)
    {
        fprintf(stderr, "skipped: %s\n", loam_last_error());
        exit(77);
    }
    const bool es = context_get_kind(s->context) == CONTEXT_ES;
    CHECK_INT(gl_load(&s->gl, context_proc, s->context, es), LOAM_OK);
    dl_iterate_phdr(stage_hold, NULL);
}

static inline void stage_open_view(stage *s, context_kind kind, int32_t w, int32_t h, int64_t view)
{
    *s = (stage){.env = loam_default_env()};
    stage_open_context(s, kind);
    loam_land_def land = loam_default_land_def();
    land.seed = 3;
    CHECK_INT(loam_land_create(&land, &s->land), LOAM_OK);
    scene_def def = scene_default_def();
    def.land = s->land;
    def.quality = QUALITY_LOW;
    def.w = w;
    def.h = h;
    def.view = view;
    CHECK_INT(scene_create(&def, &s->gl, &s->scene), LOAM_OK);
    CHECK_INT(loam_picture_create(&s->env, w, h, loam_rgb(0), &s->picture), LOAM_OK);
}

static inline void stage_open(stage *s, context_kind kind, int32_t w, int32_t h)
{
    stage_open_view(s, kind, w, h, 4096);
}

static inline void stage_close(stage *s)
{
    loam_picture_destroy(&s->env, &s->picture);
    scene_destroy(s->scene);
    loam_land_destroy(s->land);
    context_destroy(s->context);
}

/// So many updates, or until all is there; then a picture.
static inline void stage_shoot(stage *s, const camera *from, const scene_look *look,
                               int32_t updates)
{
    bool complete = false;
    for (int32_t i = 0; i < updates && !complete; i++)
    {
        CHECK_INT(scene_update(s->scene, from, 20000, &complete), LOAM_OK);
    }
    CHECK_INT(scene_draw(s->scene, from, look), LOAM_OK);
    CHECK_INT(scene_read_cover(s->scene, &s->picture), LOAM_OK);
}

#endif
