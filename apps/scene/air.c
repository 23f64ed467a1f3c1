// SPDX-License-Identifier: MIT
#include "scene/air.h"

#include "gl/program.h"
#include "gl/texture.h"
#include "loam/maths.h"

#include <math.h>

// Places are relative to the viewer; patterns on the ground begin at the viewer's place modulo a power of two.

enum
{
    NEAR_PERIOD = 4096,  // m that patterns on the ground repeat after, at most
    FAR_PERIOD = 131072, // and those of clouds
};

static const gl_texture_def sky_table = {GL_TEXTURE_2D, GL_RGB16F, SKY_W, SKY_H, 1,
                                         true,          false,     true};

float air_within(int64_t at, double part, int64_t period)
{
    return (float)((double)(at - loam_floor_div(at, period) * period) + part);
}

void air_use(const gl *g, const air *a, GLuint program)
{
    const camera *const c = a->from;
    const sky *const k = a->light;
    const float flat = fmaxf(sqrtf(k->light[0] * k->light[0] + k->light[2] * k->light[2]), 1e-4f);
    const float haze[4] = {a->weather->haze, a->weather->haze_top, a->end, a->weather->cover};
    const float clock[4] = {(float)fmod(a->seconds, 4096), a->weather->wind, a->cloud_base,
                            a->weather->rain};
    g->UseProgram(program);
    gl_set2(g, program, "viewer_part", (float)c->dx, (float)c->dz);
    gl_set2(g, program, "viewer_near", air_within(c->x, c->dx, NEAR_PERIOD),
            air_within(c->z, c->dz, NEAR_PERIOD));
    gl_set2(g, program, "viewer_far", air_within(c->x, c->dx, FAR_PERIOD),
            air_within(c->z, c->dz, FAR_PERIOD));
    gl_set1(g, program, "eye", a->frame->eye);
    gl_set3(g, program, "light", k->light);
    gl_set3(g, program, "light_colour", k->light_colour);
    gl_set3(g, program, "ambient", k->ambient);
    gl_set3(g, program, "bounce", k->bounce);
    gl_set2(g, program, "light_flat", k->light[0] / flat, k->light[2] / flat);
    gl_set4s(g, program, "air", 1, haze);
    gl_set4s(g, program, "clock", 1, clock);
    gl_set2(g, program, "drift", (float)fmod(a->drift[0], FAR_PERIOD),
            (float)fmod(a->drift[1], FAR_PERIOD));
    gl_set_matrix(g, program, "to_clip", a->frame->to_clip);
    gl_set3(g, program, "ahead", a->frame->ahead);
    gl_set_texture(g, program, "sky_table", 0, GL_TEXTURE_2D, a->sky_table);
    gl_set_texture(g, program, "noise_map", 1, GL_TEXTURE_2D, a->noise);
}

/// For what is drawn by directions: half of the picture to the right and up.
static void set_view(const gl *g, const camera_frame *frame, GLuint program)
{
    float right[3], up[3];
    for (int32_t i = 0; i < 3; i++)
    {
        right[i] = frame->right[i] * frame->tan_x;
        up[i] = frame->up[i] * frame->tan_y;
    }
    gl_set3(g, program, "right", right);
    gl_set3(g, program, "up", up);
}

void air_draw_clouds(const gl *g, const air *a, GLuint program, GLuint empty, GLuint cloud_map,
                     int32_t steps, const gl_target *to)
{
    g->Disable(GL_DEPTH_TEST);
    gl_target_begin(g, to);
    set_view(g, a->frame, program);
    gl_set1(g, program, "cloud_steps", (float)steps);
    gl_set_texture(g, program, "cloud_map", 3, GL_TEXTURE_3D, cloud_map);
    gl_draw_all(g, empty);
}

void air_draw_sky(const gl *g, const air *a, GLuint program, GLuint empty, GLuint cloud_picture)
{
    set_view(g, a->frame, program);
    gl_set3(g, program, "sun", a->light->sun);
    gl_set3(g, program, "moon", a->light->moon);
    gl_set3(g, program, "disc", a->light->disc);
    gl_set1(g, program, "night", a->light->night);
    gl_set_texture(g, program, "cloud_picture", 3, GL_TEXTURE_2D, cloud_picture);
    g->Enable(GL_DEPTH_TEST);
    g->DepthFunc(GL_LEQUAL); // it lies at the very end
    g->DepthMask(GL_FALSE);
    gl_draw_all(g, empty);
    g->DepthFunc(GL_LESS);
    g->DepthMask(GL_TRUE);
}

void air_draw_boxes(const gl *g, GLuint program, GLuint empty, const figure_box *boxes,
                    int32_t count)
{
    g->BindVertexArray(empty);
    for (int32_t i = 0; i < count; i++)
    {
        const figure_box *const b = &boxes[i];
        gl_set3(g, program, "centre", b->centre);
        gl_set3(g, program, "axis_x", b->axes[0]);
        gl_set3(g, program, "axis_y", b->axes[1]);
        gl_set3(g, program, "axis_z", b->axes[2]);
        gl_set3(g, program, "colour", b->colour);
        g->DrawArrays(GL_TRIANGLES, 0, 36);
    }
}

GLuint air_make_sky_table(const gl *g)
{
    return gl_texture_create(g, &sky_table, NULL);
}

void air_load_sky(const gl *g, GLuint table, const sky *light)
{
    gl_texture_rows(g, table, &sky_table, 0, 0, SKY_H, light->table);
}
