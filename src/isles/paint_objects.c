// SPDX-License-Identifier: MIT
#include "isles/paint.h"

#include "base/small.h"
#include "loam/maths.h"

#include <math.h>

// Objects and names on maps: small signs from above, with soft edges and a shadow to the south-east.

const char *loam_isle_shape_name(loam_isle_shape shape)
{
    static const char *const names[LOAM_ISLE_SHAPE_COUNT] = {
        "tree", "palm", "pine", "bush", "boulder", "ice", "coral", "house", "pier", "boat"};
    return shape >= 0 && shape < LOAM_ISLE_SHAPE_COUNT ? names[shape] : "?";
}

/// A sign being drawn: its middle and radius in pixels, and where it looks.
typedef struct map_sign
{
    loam_picture *picture;
    float x, y, radius;
    float c, s; // of its turn; y grows down
    loam_colour colour;
} map_sign;

static void cover(const map_sign *to, int32_t x, int32_t y, loam_colour colour, float share)
{
    loam_colour *const pixel = &to->picture->pixels[(size_t)y * (size_t)to->picture->w + (size_t)x];
    *pixel = loam_colour_mix(*pixel, colour, loam_clamp01(share));
}

/// How much of a pixel a part covers, and in which colour; (u, v) in pixels along the way it looks and across it.
typedef float (*part_function)(const map_sign *sign, float u, float v, loam_colour *colour);

static void fill_part(const map_sign *to, float reach, part_function part)
{
    const loam_picture *const picture = to->picture;
    const int32_t x0 = (int32_t)loam_nearest_in(loam_floor_int(to->x - reach) - 1, 0, picture->w);
    const int32_t y0 = (int32_t)loam_nearest_in(loam_floor_int(to->y - reach) - 1, 0, picture->h);
    const int32_t x1 = (int32_t)loam_nearest_in(loam_floor_int(to->x + reach) + 2, 0, picture->w);
    const int32_t y1 = (int32_t)loam_nearest_in(loam_floor_int(to->y + reach) + 2, 0, picture->h);
    for (int32_t y = y0; y < y1; y++)
    {
        for (int32_t x = x0; x < x1; x++)
        {
            const float dx = (float)x + 0.5f - to->x, dy = (float)y + 0.5f - to->y;
            loam_colour colour = to->colour;
            const float share = part(to, to->c * dx - to->s * dy, to->s * dx + to->c * dy, &colour);
            if (share > 0.0f)
            {
                cover(to, x, y, colour, share);
            }
        }
    }
}

static float box(float half_u, float half_v, float u, float v)
{
    return loam_clamp01(half_u - fabsf(u) + 0.5f) * loam_clamp01(half_v - fabsf(v) + 0.5f);
}

static float shadow_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    *colour = (loam_colour){20, 30, 40, 255};
    return 0.28f * loam_clamp01(sign->radius - sqrtf(u * u + v * v) + 0.5f);
}

/// Round, and brighter towards the light. Signs of this kind are drawn without a turn.
static float crown_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    const float light = (-u - v) / (sign->radius + 1.0f);
    *colour = loam_colour_shade(sign->colour, 1.0f + 0.28f * light);
    return loam_clamp01(sign->radius - sqrtf(u * u + v * v) + 0.5f);
}

static float pine_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    const float away = sqrtf(u * u + v * v);
    *colour = loam_colour_shade(sign->colour, 1.35f - 0.55f * loam_clamp01(away / sign->radius));
    return loam_clamp01(sign->radius - away + 0.5f);
}

/// Angular: the longer of the two axes counts.
static float boulder_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    *colour = loam_colour_shade(sign->colour, u + v < 0.0f ? 1.12f : 0.82f);
    return box(0.85f * sign->radius, 0.7f * sign->radius, u, v);
}

static float house_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    *colour = loam_colour_shade(loam_rgb(0xb5533c), v < 0.0f ? 1.12f : 0.85f);
    return box(0.85f * sign->radius, 0.62f * sign->radius, u, v);
}

static float pier_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    *colour = loam_rgb(0x8a6a45);
    return box(1.05f * sign->radius, 0.75f * sign->radius, u, v);
}

static float boat_part(const map_sign *sign, float u, float v, loam_colour *colour)
{
    const float a = u / sign->radius, b = v / (0.45f * sign->radius);
    *colour = a * a + b * b < 0.4f ? loam_rgb(0xd9c39a) : loam_rgb(0x6b4226);
    return loam_clamp01((1.0f - a * a - b * b) * sign->radius);
}

static void draw_shadow(map_sign at)
{
    at.x += 0.35f * at.radius;
    at.y += 0.35f * at.radius;
    fill_part(&at, at.radius, shadow_part);
}

/// Six leaves around the top.
static void draw_palm(const map_sign *at)
{
    for (int32_t i = 0; i < 6; i++)
    {
        const float angle = ((float)i / 6.0f) * 2.0f * LOAM_PI;
        const float c = loam_cos(angle), s = loam_sin(angle);
        const float x = at->c * c - at->s * s, y = at->s * c + at->c * s;
        loam_picture_line(at->picture, at->x, at->y, at->x + at->radius * x, at->y + at->radius * y,
                          0.38f * at->radius, loam_colour_shade(at->colour, 1.0f - 0.2f * (x + y)));
    }
}

static void draw_sign(map_sign *at, loam_isle_shape shape)
{
    static const part_function parts[LOAM_ISLE_SHAPE_COUNT] = {
        [LOAM_ISLE_TREE] = crown_part,      [LOAM_ISLE_PALM] = crown_part,
        [LOAM_ISLE_PINE] = pine_part,       [LOAM_ISLE_BUSH] = crown_part,
        [LOAM_ISLE_BOULDER] = boulder_part, [LOAM_ISLE_ICE] = boulder_part,
        [LOAM_ISLE_CORAL] = crown_part,     [LOAM_ISLE_HOUSE] = house_part,
        [LOAM_ISLE_PIER] = pier_part,       [LOAM_ISLE_BOAT] = boat_part};
    if (shape != LOAM_ISLE_CORAL && shape != LOAM_ISLE_PIER && shape != LOAM_ISLE_BUSH)
    {
        draw_shadow(*at);
    }
    if (shape == LOAM_ISLE_PALM && at->radius >= 1.5f)
    {
        draw_palm(at);
        return;
    }
    if (parts[shape] == crown_part)
    {
        at->c = 1.0f;
        at->s = 0.0f;
    }
    fill_part(at, 1.5f * at->radius, parts[shape]);
}

void loam_isles_paint_objects(const isles_canvas *canvas, const loam_isle_type *type,
                              const loam_isle_maps *maps, bool below)
{
    const float scale = (float)canvas->scale;
    for (int32_t i = 0; i < maps->object_count; i++)
    {
        const loam_isle_object *const object = &maps->objects[i];
        const bool sunk = object->kind >= 0 && object->y < -object->radius * 0.3f;
        if (sunk != below)
        {
            continue;
        }
        const float angle = object->turn * 2.0f * LOAM_PI;
        map_sign at = {
            .picture = canvas->picture,
            .x = ((float)(maps->isle.x - canvas->x0) + object->x) / scale + 0.5f,
            .y = ((float)(canvas->z1 - maps->isle.z) - object->z) / scale + 0.5f,
            .radius = object->radius / scale,
            .c = loam_cos(angle),
            .s = loam_sin(angle),
            .colour = loam_rgb(object->kind >= 0 ? type->kinds[object->kind].colour : 0)};
        draw_sign(&at, (loam_isle_shape)object->shape);
    }
}

void loam_isles_paint_name(const isles_canvas *canvas, const loam_isle *isle)
{
    loam_lettering lettering = loam_default_lettering();
    const float radius = (float)isle->radius / (float)canvas->scale;
    if (radius < 14.0f)
    {
        return;
    }
    lettering.size = loam_clamp(0.07f * radius, 7.0f, 15.0f);
    lettering.colour = loam_rgb(0xffffff);
    lettering.halo = (loam_colour){0x10, 0x30, 0x50, 0xb0};
    lettering.halo_width = 1.6f;
    const float x = (float)(isle->x - canvas->x0) / (float)canvas->scale;
    const float y = (float)(canvas->z1 - isle->z) / (float)canvas->scale;
    const float width = loam_lettering_width(&lettering, isle->name);
    loam_picture_lettering(canvas->picture, x - 0.5f * width, y + 0.92f * radius + lettering.size,
                           &lettering, isle->name);
}
