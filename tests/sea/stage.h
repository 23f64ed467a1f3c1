// SPDX-License-Identifier: MIT
// A context, small islands and a scene of them, for tests.
#ifndef LOAM_TESTS_SEA_STAGE_H
#define LOAM_TESTS_SEA_STAGE_H

#include "check.h"
#include "isles/small.h"
#include "sea/inside.h"
#include "window/context.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STAGE_W = 160,
    STAGE_H = 90,
    STAGE_PIXELS = STAGE_W * STAGE_H,
};

typedef struct stage
{
    context *context;
    gl gl;
    loam_env env;
    loam_isles *isles;
    sea_scene *sea;
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

/// Ends the test as skipped where there is no OpenGL; see tests/scene/stage.h.
static inline void stage_open_context(stage *s)
{
    if (context_create(CONTEXT_ANY, &s->context) != LOAM_OK)
    {
        fprintf(stderr, "skipped: %s\n", loam_last_error());
        exit(77);
    }
    const bool es = context_get_kind(s->context) == CONTEXT_ES;
    CHECK_INT(gl_load(&s->gl, context_proc, s->context, es), LOAM_OK);
    dl_iterate_phdr(stage_hold, NULL);
}

static inline sea_def stage_def(const stage *s, bool gradual)
{
    sea_def def = sea_default_def();
    def.isles = s->isles;
    def.quality = QUALITY_LOW;
    def.w = STAGE_W;
    def.h = STAGE_H;
    def.view = 2048;
    def.gradual = gradual;
    return def;
}

static inline void stage_open(stage *s, bool gradual)
{
    *s = (stage){.env = loam_default_env()};
    const loam_isles_def isles = small_isles(7);
    stage_open_context(s);
    CHECK_INT(loam_isles_create(&s->env, &isles, &s->isles), LOAM_OK);
    const sea_def def = stage_def(s, gradual);
    CHECK_INT(sea_create(&def, &s->gl, &s->sea), LOAM_OK);
    CHECK_INT(loam_picture_create(&s->env, STAGE_W, STAGE_H, loam_rgb(0), &s->picture), LOAM_OK);
}

static inline void stage_close(stage *s)
{
    loam_picture_destroy(&s->env, &s->picture);
    sea_destroy(s->sea);
    loam_isles_destroy(s->isles);
    context_destroy(s->context);
}

/// Updates until all is there, at most so many; then a picture, whose alpha is 0 where the sky is.
static inline void stage_shoot(stage *s, const camera *from, const sea_look *look, int32_t updates)
{
    bool complete = false;
    for (int32_t i = 0; i < updates && !complete; i++)
    {
        CHECK_INT(sea_update(s->sea, from, 4000, &complete), LOAM_OK);
    }
    CHECK(complete);
    CHECK_INT(sea_draw(s->sea, from, look), LOAM_OK);
    CHECK_INT(gl_target_read(&s->gl, &s->sea->card.shown, &s->picture), LOAM_OK);
}

/// Pixels that differ by more than the dither of a picture.
static inline int32_t stage_differences(const stage *s, const loam_colour *other)
{
    int32_t count = 0;
    for (int32_t i = 0; i < STAGE_PIXELS; i++)
    {
        const loam_colour a = s->picture.pixels[i], b = other[i];
        count += abs(a.r - b.r) > 3 || abs(a.g - b.g) > 3 || abs(a.b - b.b) > 3;
    }
    return count;
}

/// The first island of a type near the middle of the sea.
static inline loam_isle stage_isle(const stage *s, int32_t type)
{
    loam_isle isle;
    for (int64_t i = 0; i < 400; i++)
    {
        CHECK_INT(loam_isles_at(s->isles, i % 20, i / 20, &isle), LOAM_OK);
        if (isle.type == type)
        {
            return isle;
        }
    }
    CHECK(false);
    return isle;
}

/// Looks at an island from the south: so far from its middle, so high.
static inline camera stage_before(const loam_isle *isle, double away, double y)
{
    return (camera){.x = isle->x,
                    .z = isle->z - (int64_t)away,
                    .y = y,
                    .elevation = -57.29578 * atan2(y, away),
                    .fov = 45};
}

#endif
