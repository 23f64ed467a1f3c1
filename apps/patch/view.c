// SPDX-License-Identifier: MIT
#include "patch/view.h"

#include "patch/view_inside.h"

#include <stdlib.h>
#include <string.h>

// What a view has on the card, apart from cells: what every picture under a sky has (scene/sky_frame.h), and a program
// for the ground.

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

static loam_result make_ground(patch_view *v)
{
    const gl_program_def def = {.name = "patchwork",
                                .vertex = own_text("patch_vertex"),
                                .fragment = own_text("patch_fragment"),
                                .attributes = {"height", "tilt", "low", "high"}};
    return sky_frame_program(&v->frame, &def, &v->ground);
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
    // Steps of the ground are as long as this share of their distance.
    v->share = g->software ? 0.02 : kind >= QUALITY_HIGH ? 0.004 : 0.008;
    loam_result result = sky_frame_begin(g, kind, own_text("no_inside"), jobs, &v->frame);
    result = result == LOAM_OK ? make_ground(v) : result;
    result = result == LOAM_OK ? sky_frame_resize(&v->frame, w, h) : result;
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
    const gl *const g = v->frame.g;
    g->DeleteProgram(v->ground); // 0 is left alone, here and below
    g->DeleteBuffers(CELL_STRIDES, v->indices);
    sky_frame_end(&v->frame);
    free(v->room);
    free(v);
}

loam_result patch_view_resize(patch_view *v, int32_t w, int32_t h)
{
    return sky_frame_resize(&v->frame, w, h);
}

// ---- pictures out ---------------------------------------------------------------------------------

void patch_view_show(const patch_view *v, int32_t w, int32_t h)
{
    sky_frame_show(&v->frame, w, h);
}

loam_result patch_view_read(patch_view *v, loam_picture *out)
{
    return sky_frame_read(&v->frame, out);
}

patch_counters patch_view_count(const patch_view *v)
{
    return v->count;
}
