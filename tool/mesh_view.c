// SPDX-License-Identifier: MIT
#include "mesh_view.h"

#include <math.h>

// Triangles are filled one after another into a buffer that keeps the nearest: distance, normal, material. Each
// pixel has 2 x 2 samples. Then samples are lit: by the angle between normal and light, and by how much nearer
// their surroundings are (Luft et al. 2006), which stands for light that does not get into corners.

enum
{
    FINE = 2,  // samples of a pixel along a side
    RINGS = 3, // of samples that surroundings are judged by
};

typedef struct sample
{
    float depth; // away from the viewer; the largest number is nothing
    float light;
    loam_colour colour;
} sample;

typedef struct canvas
{
    const mesh_view *view;
    int32_t w, h; // samples
    sample *samples;
    float right[3], up[3], ahead[3]; // of the viewer
    float scale, middle[2];
    float eye[3];    // with perspective: where the viewer is
    float distance;  // with perspective: from there to the middle
    float near, far; // with perspective: depths between which things are seen, and where haze ends
} canvas;

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void look(canvas *on)
{
    const float turn = (float)on->view->turn * 0.0174532925f;
    const float pitch = (float)on->view->pitch * 0.0174532925f;
    const float s = loam_sin(turn), c = loam_cos(turn), down = loam_sin(pitch),
                level = loam_cos(pitch);
    const float right[3] = {c, 0, s}, ahead[3] = {-s * level, -down, c * level};
    const float up[3] = {-s * down, level, c * down};
    for (int axis = 0; axis < 3; axis++)
    {
        on->right[axis] = right[axis];
        on->up[axis] = up[axis];
        on->ahead[axis] = ahead[axis];
    }
}

/// Scales the mesh so that it fits, with some room around it.
static void fit(canvas *on, const loam_mesh *mesh)
{
    float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
          high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const float *const p = mesh->vertices[i].position;
        const float seen[3] = {dot(p, on->right), dot(p, on->up), dot(p, on->ahead)};
        for (int axis = 0; axis < 3; axis++)
        {
            low[axis] = fminf(low[axis], seen[axis]);
            high[axis] = fmaxf(high[axis], seen[axis]);
        }
    }
    const float wide = fmaxf(high[0] - low[0], 1e-6f), tall = fmaxf(high[1] - low[1], 1e-6f);
    on->scale = 0.94f * fminf((float)on->w / wide, (float)on->h / tall);
    on->middle[0] = 0.5f * (low[0] + high[0]);
    on->middle[1] = 0.5f * (low[1] + high[1]);
}

/// Puts the eye where all of a ball around the mesh is in sight, and nearer by the zoom.
static void stand_back(canvas *on, const loam_mesh *mesh)
{
    float low[3], high[3], square = 0.0f;
    loam_mesh_bounds(mesh, low, high);
    for (int axis = 0; axis < 3; axis++)
    {
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    }
    const float radius = fmaxf(0.5f * sqrtf(square), 1e-6f);
    const float half = (float)on->view->fov * 0.5f * 0.0174532925f;
    on->distance = radius / loam_sin(half) / (float)on->view->zoom;
    on->scale = 0.5f * (float)on->h * loam_cos(half) / loam_sin(half);
    on->near = 0.02f * radius;
    on->far = on->distance + radius;
    for (int axis = 0; axis < 3; axis++)
    {
        on->eye[axis] = 0.5f * (low[axis] + high[axis]) - on->ahead[axis] * on->distance;
    }
}

// ---- triangles ----------------------------------------------------------------------------------

/// A corner as it is on the canvas.
typedef struct spot
{
    float x, y, depth, light;
    loam_colour colour;
} spot;

static loam_colour colour_of(const mesh_view *view, const loam_vertex *vertex)
{
    uint32_t sum[3] = {0};
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        const loam_colour c = view->colours[vertex->materials[i]];
        sum[0] += (uint32_t)c.r * vertex->weights[i];
        sum[1] += (uint32_t)c.g * vertex->weights[i];
        sum[2] += (uint32_t)c.b * vertex->weights[i];
    }
    return (loam_colour){(uint8_t)(sum[0] / 255), (uint8_t)(sum[1] / 255), (uint8_t)(sum[2] / 255),
                         255};
}

/// With perspective: depth grows away from the eye, and what is too near has none.
static void see(const canvas *on, spot *to, const float position[3])
{
    float away[3];
    for (int axis = 0; axis < 3; axis++)
    {
        away[axis] = position[axis] - on->eye[axis];
    }
    const float depth = dot(away, on->ahead), scale = on->scale / fmaxf(depth, on->near);
    to->x = dot(away, on->right) * scale + 0.5f * (float)on->w;
    to->y = 0.5f * (float)on->h - dot(away, on->up) * scale;
    to->depth = depth;
}

static spot spot_of(const canvas *on, const loam_vertex *vertex)
{
    const float sun[3] = {-0.45f, 0.75f, -0.35f}, sky[3] = {0.1f, 0.9f, 0.3f};
    const float lit = fmaxf(dot(vertex->normal, sun), 0.0f), ambient = dot(vertex->normal, sky);
    spot out = {
        .x = ((dot(vertex->position, on->right) - on->middle[0]) * on->scale + 0.5f * (float)on->w),
        .y = 0.5f * (float)on->h - (dot(vertex->position, on->up) - on->middle[1]) * on->scale,
        .depth = dot(vertex->position, on->ahead),
        .light = 0.42f + 0.14f * ambient + 0.62f * lit,
        .colour = colour_of(on->view, vertex)};
    if (on->view->fov > 0)
    {
        see(on, &out, vertex->position);
    }
    return out;
}

static float side_of(const spot *a, const spot *b, float x, float y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static uint8_t blend(uint8_t a, uint8_t b, uint8_t c, const float share[3])
{
    return (uint8_t)((float)a * share[0] + (float)b * share[1] + (float)c * share[2] + 0.5f);
}

static void put_sample(canvas *on, const spot s[3], const float share[3], int32_t x, int32_t y)
{
    sample *const to = &on->samples[(size_t)y * (size_t)on->w + (size_t)x];
    const float depth = s[0].depth * share[0] + s[1].depth * share[1] + s[2].depth * share[2];
    if (depth < to->depth)
    {
        to->depth = depth;
        to->light = s[0].light * share[0] + s[1].light * share[1] + s[2].light * share[2];
        to->colour = (loam_colour){blend(s[0].colour.r, s[1].colour.r, s[2].colour.r, share),
                                   blend(s[0].colour.g, s[1].colour.g, s[2].colour.g, share),
                                   blend(s[0].colour.b, s[1].colour.b, s[2].colour.b, share), 255};
    }
}

static int32_t clamp(float value, int32_t max)
{
    return value <= 0.0f ? 0 : value >= (float)max ? max : (int32_t)value;
}

static void fill_triangle(canvas *on, const spot s[3])
{
    // On the canvas y grows downwards, so that fronts have a positive area.
    const float area = side_of(&s[0], &s[1], s[2].x, s[2].y);
    const bool behind = on->view->fov > 0 &&
                        !(s[0].depth > on->near && s[1].depth > on->near && s[2].depth > on->near);
    if (!(area > 1e-9f) || behind)
    {
        return;
    }
    const int32_t x0 = clamp(fminf(fminf(s[0].x, s[1].x), s[2].x) - 1.0f, on->w - 1);
    const int32_t x1 = clamp(fmaxf(fmaxf(s[0].x, s[1].x), s[2].x) + 1.0f, on->w - 1);
    const int32_t y0 = clamp(fminf(fminf(s[0].y, s[1].y), s[2].y) - 1.0f, on->h - 1);
    const int32_t y1 = clamp(fmaxf(fmaxf(s[0].y, s[1].y), s[2].y) + 1.0f, on->h - 1);
    for (int32_t y = y0; y <= y1; y++)
    {
        for (int32_t x = x0; x <= x1; x++)
        {
            const float px = (float)x + 0.5f, py = (float)y + 0.5f;
            const float share[3] = {side_of(&s[1], &s[2], px, py) / area,
                                    side_of(&s[2], &s[0], px, py) / area,
                                    side_of(&s[0], &s[1], px, py) / area};
            if (share[0] >= 0.0f && share[1] >= 0.0f && share[2] >= 0.0f)
            {
                put_sample(on, s, share, x, y);
            }
        }
    }
}

static void fill_mesh(canvas *on, const loam_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->index_count; i += 3)
    {
        spot spots[3];
        for (int32_t k = 0; k < 3; k++)
        {
            spots[k] = spot_of(on, &mesh->vertices[mesh->indices[i + (uint32_t)k]]);
        }
        fill_triangle(on, spots);
    }
}

// ---- light --------------------------------------------------------------------------------------

/// How large what a sample shows is.
static float size_of_sample(const canvas *on, float depth)
{
    return on->view->fov > 0 ? depth / on->scale : 1.0f / on->scale;
}

/// How much of the light gets to a sample, by how far its surroundings stand out in front of it.
static float openness(const canvas *on, int32_t x, int32_t y)
{
    static const int8_t around[8][2] = {{2, 0},   {1, 2},  {-1, 2}, {-2, 0},
                                        {-1, -2}, {1, -2}, {2, 2},  {-2, -2}};
    const sample *const here = &on->samples[(size_t)y * (size_t)on->w + (size_t)x];
    float hidden = 0.0f;
    for (int32_t i = 0; i < 8 * RINGS; i++)
    {
        const int32_t ring = 1 << 2 * (i / 8), away = ring + 1;
        const int32_t sx = x + around[i % 8][0] * away, sy = y + around[i % 8][1] * away;
        if (sx < 0 || sy < 0 || sx >= on->w || sy >= on->h)
        {
            continue;
        }
        const sample *const other = &on->samples[(size_t)sy * (size_t)on->w + (size_t)sx];
        const float reach = 2.5f * (float)away * size_of_sample(on, here->depth);
        const float step = here->depth - other->depth - 0.9f * reach;
        hidden += step > 0.0f ? fminf(step / (2.0f * reach), 1.0f) : 0.0f;
    }
    return 1.0f - 0.75f * hidden / (8.0f * RINGS);
}

/// One colour, or a sky that grows darker upwards.
static loam_colour behind_all(const canvas *on, int32_t y)
{
    const float high = 1.0f - (float)y / (float)on->h;
    return on->view->haze > 0 ? loam_colour_shade(on->view->ground, 1.02f - 0.22f * high)
                              : on->view->ground;
}

static loam_colour colour_at(const canvas *on, int32_t x, int32_t y)
{
    const sample *const here = &on->samples[(size_t)y * (size_t)on->w + (size_t)x];
    if (here->depth == HUGE_VALF)
    {
        return behind_all(on, y);
    }
    const loam_colour lit = loam_colour_shade(here->colour, here->light * openness(on, x, y));
    const float far = on->view->haze > 0 ? here->depth / on->far : 0.0f;
    return loam_colour_mix(lit, on->view->ground, (float)on->view->haze * far * far);
}

static void finish(const canvas *on, loam_picture *out)
{
    for (int32_t y = 0; y < out->h; y++)
    {
        for (int32_t x = 0; x < out->w; x++)
        {
            uint32_t sum[3] = {0};
            for (int32_t i = 0; i < FINE * FINE; i++)
            {
                const loam_colour c = colour_at(on, x * FINE + i % FINE, y * FINE + i / FINE);
                sum[0] += c.r;
                sum[1] += c.g;
                sum[2] += c.b;
            }
            out->pixels[(size_t)y * (size_t)out->w + (size_t)x] = (loam_colour){
                (uint8_t)(sum[0] / (FINE * FINE)), (uint8_t)(sum[1] / (FINE * FINE)),
                (uint8_t)(sum[2] / (FINE * FINE)), 255};
        }
    }
}

loam_result mesh_view_draw(const loam_env *env, const loam_mesh *mesh, const mesh_view *view,
                           loam_picture *out)
{
    canvas on = {.view = view, .w = view->w * FINE, .h = view->h * FINE};
    const size_t size = (size_t)on.w * (size_t)on.h * sizeof *on.samples;
    loam_result result = loam_picture_create(env, view->w, view->h, view->ground, out);
    on.samples = result == LOAM_OK ? loam_alloc(env, size) : NULL;
    if (on.samples == NULL)
    {
        return result == LOAM_OK ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory") : result;
    }
    for (size_t i = 0; i < (size_t)on.w * (size_t)on.h; i++)
    {
        on.samples[i].depth = HUGE_VALF;
    }
    look(&on);
    fit(&on, mesh);
    if (view->fov > 0)
    {
        stand_back(&on, mesh);
    }
    fill_mesh(&on, mesh);
    finish(&on, out);
    loam_free(env, on.samples, size);
    return LOAM_OK;
}
