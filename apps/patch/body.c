// SPDX-License-Identifier: MIT
#include "patch/ground.h"
#include "patch/patcher.h"

#include <math.h>

// The camera, at the walker's eyes or some metres behind them, never below the ground; and a figure of boxes for who is
// seen from behind.

static const double degree = 0.017453292519943295;

static double ease(double value, double to, double per_second, double seconds)
{
    return to + (value - to) * exp(-per_second * seconds);
}

/// Where the walker is between two steps.
static void body_now(const patcher *p, double *x, double *y, double *z)
{
    const double t = fmin(p->step_rest_s * WALK_STEPS_PER_SECOND, 1);
    *x = p->before.x + (p->body.x - p->before.x) * t;
    *y = p->before.y + (p->body.y - p->before.y) * t;
    *z = p->before.z + (p->body.z - p->before.z) * t;
}

void patch_see(patcher *p, double seconds)
{
    static const double far[WALK_KINDS] = {5.2, 7, 8, 6};
    camera *const c = &p->camera;
    double x, y, z;
    body_now(p, &x, &y, &z);
    c->fov = p->settings.land_fov;
    c->azimuth = p->yaw + p->free_yaw;
    c->elevation = fmax(fmin(p->pitch + p->free_pitch, 89), -89);
    p->behind = ease(p->behind, p->settings.land_first ? 0 : far[p->body.kind], 7, seconds);
    p->raise = ease(p->raise, walker_eyes(p->body.kind), 7, seconds);
    const double flat = cos(c->elevation * degree) * p->behind;
    x -= sin(c->azimuth * degree) * flat;
    z -= cos(c->azimuth * degree) * flat;
    // From behind and a little above, so that the figure does not hide what is ahead.
    y += p->raise + 0.16 * p->behind - sin(c->elevation * degree) * p->behind;
    c->x = (int64_t)floor(x);
    c->z = (int64_t)floor(z);
    c->dx = x - floor(x);
    c->dz = z - floor(z);
    c->y = fmax(y, patch_ground_height(p->shown->patchwork, x, z) + 0.45);
}

// ---- the figure -----------------------------------------------------------------------------------

typedef struct figure
{
    figure_box *boxes;
    int32_t count, room;
    float at[3]; // feet, relative to the camera
    float turn_sin, turn_cos;
} figure;

/// A box at a place relative to the feet (right, up, ahead), of half widths, leant ahead by an angle.
static void add(figure *f, const float at[3], const float half[3], float lean,
                const float colour[3])
{
    if (f->count >= f->room)
    {
        return;
    }
    figure_box *const b = &f->boxes[f->count++];
    const float s = f->turn_sin, c = f->turn_cos, ls = sinf(lean), lc = cosf(lean);
    const float right[3] = {c, 0, -s}, ahead[3] = {s, 0, c};
    for (int32_t k = 0; k < 3; k++)
    {
        const float up = k == 1 ? 1.0f : 0.0f;
        b->centre[k] = f->at[k] + right[k] * at[0] + up * at[1] + ahead[k] * at[2];
        b->axes[0][k] = right[k] * half[0];
        b->axes[1][k] = (up * lc + ahead[k] * ls) * half[1];
        b->axes[2][k] = (ahead[k] * lc - up * ls) * half[2];
        b->colour[k] = colour[k];
    }
}

static const float skin[3] = {0.72f, 0.50f, 0.38f}, coat[3] = {0.16f, 0.30f, 0.42f},
                   cloth[3] = {0.20f, 0.17f, 0.15f}, hide[3] = {0.36f, 0.20f, 0.10f},
                   sail[3] = {0.86f, 0.80f, 0.66f};

static void add_person(figure *f, float up, float swing)
{
    add(f, (float[3]){0, up + 1.14f, 0}, (float[3]){0.19f, 0.31f, 0.11f}, 0.04f, coat);
    add(f, (float[3]){0, up + 1.58f, 0.02f}, (float[3]){0.10f, 0.13f, 0.11f}, 0, skin);
    add(f, (float[3]){0, up + 1.69f, 0}, (float[3]){0.11f, 0.06f, 0.12f}, 0, cloth);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float s = (float)side, forward = swing * s;
        // A limb that swings by an angle has its middle that much ahead.
        add(f, (float[3]){0.10f * s, up + 0.44f, sinf(forward) * 0.40f},
            (float[3]){0.08f, 0.44f, 0.09f}, -forward, cloth);
        add(f, (float[3]){0.25f * s, up + 1.14f, sinf(-forward) * 0.26f},
            (float[3]){0.06f, 0.28f, 0.06f}, forward, coat);
    }
}

static void add_mount(figure *f, float swing)
{
    add(f, (float[3]){0, 1.25f, 0}, (float[3]){0.24f, 0.27f, 0.72f}, 0, hide);
    add(f, (float[3]){0, 1.72f, 0.84f}, (float[3]){0.11f, 0.40f, 0.16f}, 0.6f, hide);
    add(f, (float[3]){0, 2.02f, 1.20f}, (float[3]){0.10f, 0.11f, 0.28f}, 0.3f, hide);
    for (int32_t i = 0; i < 4; i++)
    {
        const float side = i % 2 == 0 ? -1.0f : 1.0f, end = i < 2 ? 0.55f : -0.55f;
        const float forward = swing * (i == 0 || i == 3 ? 1.0f : -1.0f);
        add(f, (float[3]){0.15f * side, 0.52f, end + sinf(forward) * 0.4f},
            (float[3]){0.075f, 0.54f, 0.08f}, -forward, hide);
    }
    add_person(f, 0.85f, 0);
}

static void add_flyer(figure *f, float flap)
{
    add(f, (float[3]){0, 0.3f, 0}, (float[3]){0.18f, 0.12f, 0.85f}, 0, coat);
    add(f, (float[3]){0, 0.34f, 0.98f}, (float[3]){0.10f, 0.11f, 0.13f}, 0, skin);
    add(f, (float[3]){1.2f, 0.72f + flap, 0.15f}, (float[3]){1.2f, 0.03f, 0.5f}, 0, sail);
    add(f, (float[3]){-1.2f, 0.72f + flap, 0.15f}, (float[3]){1.2f, 0.03f, 0.5f}, 0, sail);
}

int32_t patch_body(const patcher *p, figure_box *boxes, int32_t room)
{
    double x, y, z;
    if (p->behind < 1)
    {
        return 0; // nobody sees their own head from inside
    }
    body_now(p, &x, &y, &z);
    figure f = {.boxes = boxes,
                .room = room,
                .at = {(float)(x - ((double)p->camera.x + p->camera.dx)), (float)y,
                       (float)(z - ((double)p->camera.z + p->camera.dz))},
                .turn_sin = sinf((float)(p->yaw * degree)),
                .turn_cos = cosf((float)(p->yaw * degree))};
    const float pace = (float)sqrt(p->body.vx * p->body.vx + p->body.vz * p->body.vz);
    const float way = (float)fmod(p->body.way, 6283.0);
    const float swing = p->body.state == WALK_FALLS
                            ? 0.5f
                            : sinf(way * (pace > 4 ? 2.2f : 3.4f)) * fminf(pace * 0.16f, 0.75f);
    if (p->body.kind == WALK_HORSE)
    {
        add_mount(&f, sinf(way * 0.9f) * fminf(pace * 0.07f, 0.6f));
    }
    else if (p->body.kind == WALK_FOOT)
    {
        add_person(&f, 0, swing);
    }
    else
    {
        const float beat = p->body.kind == WALK_BIRD ? 0.25f : 0.03f;
        add_flyer(&f, beat * sinf((float)fmod(p->seconds, 1000) * 6));
    }
    return f.count;
}
