// SPDX-License-Identifier: MIT
#include "scene/cover_forms.h"

#include "loam/base.h"

#include <math.h>

// Blades, petals, fronds, flakes and lumps. What is not there from afar is made last, so that a far form is how a near one
// begins; a shader takes the rest away with the distance before one takes the place of the other.

static const float golden = 2.39996f; // radians: directions that never meet again

typedef struct vector
{
    float x, y, z;
} vector;

static uint16_t add_vertex(cover_shape *to, vector at, vector normal, float tip, float dark)
{
    LOAM_ASSERT(NULL, to->vertex_count < COVER_FORM_VERTICES);
    const float length = sqrtf(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    cover_vertex *const v = &to->vertices[to->vertex_count];
    *v = (cover_vertex){.at = {at.x, at.y, at.z}};
    v->normal[0] = (int8_t)lrintf(127 * normal.x / length);
    v->normal[1] = (int8_t)lrintf(127 * normal.y / length);
    v->normal[2] = (int8_t)lrintf(127 * normal.z / length);
    v->has[0] = (uint8_t)lrintf(255 * tip);
    v->has[1] = (uint8_t)lrintf(255 * dark);
    return (uint16_t)to->vertex_count++;
}

static void add_triangle(cover_shape *to, int32_t a, int32_t b, int32_t c)
{
    LOAM_ASSERT(NULL, to->index_count + 3 <= COVER_FORM_INDICES);
    to->indices[to->index_count++] = (uint16_t)a;
    to->indices[to->index_count++] = (uint16_t)b;
    to->indices[to->index_count++] = (uint16_t)c;
}

/// A blade of grass: where it stands and leans to, and how it looks.
typedef struct blade
{
    float turn, out, lean; // out: from the middle; lean: of its tip
    float half, high;
    float tip; // how much of the tip's colour its end has
} blade;

/// Five corners: it bends outwards.
static void add_blade(cover_shape *to, const blade *b)
{
    const float c = cosf(b->turn), s = sinf(b->turn);
    const vector normal = {0.6f * c, 0.7f, 0.6f * s};
    const int32_t first = to->vertex_count;
    for (int32_t i = 0; i < 5; i++)
    {
        const float up = i < 2 ? 0 : i < 4 ? 0.55f : 1, side = i == 4 ? 0 : i % 2 == 0 ? -1 : 1;
        const float way = b->out + b->lean * up * up, half = side * b->half * (1 - 0.35f * up);
        const vector at = {way * c - half * s, b->high * up - 0.03f, way * s + half * c};
        add_vertex(to, at, normal, b->tip * up, 0);
    }
    add_triangle(to, first, first + 1, first + 2);
    add_triangle(to, first + 1, first + 3, first + 2);
    add_triangle(to, first + 2, first + 3, first + 4);
}

static void add_blades(cover_shape *to, int32_t first, int32_t last, float half)
{
    for (int32_t i = first; i < last; i++)
    {
        const float some = 0.5f + 0.5f * sinf(7.1f * (float)i + 1);
        add_blade(to, &(blade){.turn = golden * (float)i,
                               .out = 0.06f + 0.40f * some,
                               .lean = 0.14f + 0.40f * (1 - some),
                               .half = half,
                               .high = 0.62f + 0.38f * sinf(3.7f * (float)i + 2) *
                                                   sinf(3.7f * (float)i + 2),
                               .tip = 1});
    }
}

/// Four petals about a middle, on a stem.
static void add_flower(cover_shape *to, float turn, float out, float high)
{
    const float c = cosf(turn), s = sinf(turn), x = out * c, z = out * s, wide = 0.085f;
    add_blade(to, &(blade){.turn = turn,
                           .out = out * 0.6f,
                           .lean = out * 0.4f,
                           .half = 0.012f,
                           .high = high,
                           .tip = 0.12f});
    const int32_t first = to->vertex_count;
    const vector up = {0.3f * c, 1, 0.3f * s};
    add_vertex(to, (vector){x, high - 0.05f, z}, up, 0.75f, 0.25f);
    for (int32_t i = 0; i < 4; i++)
    {
        const float a = turn + 1.5707963f * (float)i;
        const vector petal = {x + wide * cosf(a), high + 0.03f, z + wide * sinf(a)};
        add_vertex(to, petal, up, 1, 0);
    }
    for (int32_t i = 0; i < 4; i++)
    {
        add_triangle(to, first, first + 1 + i, first + 1 + (i + 1) % 4);
    }
}

/// A frond that rises and hangs; its leaflets are cut by the shader.
static void add_frond(cover_shape *to, int32_t which)
{
    static const float along[4] = {0, 0.35f, 0.72f, 1}, wide[4] = {0, 0.13f, 0.11f, 0};
    const float turn = golden * (float)which, c = cosf(turn), s = sinf(turn);
    const float high = 0.75f + 0.25f * sinf(5.3f * (float)which);
    int32_t last[2] = {0, 0};
    for (int32_t i = 0; i < 4; i++)
    {
        const float t = along[i], y = high * sinf(2.2f * t) * (1.05f - 0.3f * t), way = 0.62f * t;
        const int32_t sides = i == 0 || i == 3 ? 1 : 2;
        int32_t now[2];
        for (int32_t k = 0; k < sides; k++)
        {
            const float across = sides == 1 ? 0 : k == 0 ? -1 : 1, half = across * wide[i];
            const vector at = {way * c - half * s, y - 0.06f * fabsf(across), way * s + half * c};
            const vector normal = {0.4f * c * (t - 0.3f) - 0.3f * across * s, 1,
                                   0.4f * s * (t - 0.3f) + 0.3f * across * c};
            now[k] = add_vertex(to, at, normal, 0.35f + 0.65f * t, 0);
            to->vertices[now[k]].has[1] = (uint8_t)(127 + 127 * across);
            to->vertices[now[k]].has[3] = (uint8_t)(1 + 254 * t);
        }
        now[1] = sides == 1 ? now[0] : now[1];
        if (i > 0 && i < 3)
        {
            add_triangle(to, last[0], now[0], now[1]);
        }
        if (i > 1)
        {
            add_triangle(to, last[0], last[1], now[1]);
        }
        last[0] = now[0];
        last[1] = now[1];
    }
}

/// A brown head on a stalk: two cards that cross.
static void add_head(cover_shape *to, float turn, float high)
{
    add_blade(
        to,
        &(blade){.turn = turn, .out = 0.1f, .lean = 0.08f, .half = 0.02f, .high = high, .tip = 1});
    for (int32_t i = 0; i < 2; i++)
    {
        const float a = turn + 1.5707963f * (float)i, c = 0.04f * cosf(a), s = 0.04f * sinf(a);
        const float x = 0.17f * cosf(turn), z = 0.17f * sinf(turn);
        const vector normal = {cosf(turn), 0.4f, sinf(turn)};
        const int32_t first = to->vertex_count;
        for (int32_t k = 0; k < 4; k++)
        {
            const float side = k % 2 == 0 ? -1 : 1, y = k < 2 ? high - 0.14f : high + 0.02f;
            add_vertex(to, (vector){x + side * c, y, z + side * s}, normal, 0.8f, 1);
        }
        add_triangle(to, first, first + 1, first + 2);
        add_triangle(to, first + 1, first + 3, first + 2);
    }
}

static void add_flake(cover_shape *to, int32_t which)
{
    const float turn = golden * (float)which, out = 0.16f * sqrtf((float)which + 0.4f);
    const float spin = 2.1f * (float)which, c = cosf(spin), s = sinf(spin), half = 0.075f;
    const int32_t first = to->vertex_count;
    for (int32_t i = 0; i < 4; i++)
    {
        const float along = i == 0 ? -1.4f : i == 3 ? 1.4f : 0, side = i == 1 ? -1 : i == 2 ? 1 : 0;
        const vector at = {out * cosf(turn) + half * (along * c - side * s),
                           0.25f + 0.5f * fabsf(side) * (0.5f + 0.5f * sinf(spin)),
                           out * sinf(turn) + half * (along * s + side * c)};
        const vector normal = {0.3f * side * -s, 1, 0.3f * side * c};
        add_vertex(to, at, normal, 0.4f + 0.6f * fabsf(sinf(3.3f * (float)which)), 0);
    }
    add_triangle(to, first, first + 1, first + 2);
    add_triangle(to, first + 1, first + 3, first + 2);
}

/// A lump of two rings and a top.
static void add_stone(cover_shape *to, float x, float z, float radius, float high)
{
    enum
    {
        SIDES = 6
    };
    const int32_t first = to->vertex_count;
    for (int32_t i = 0; i < 2 * SIDES; i++)
    {
        const bool is_upper = i >= SIDES;
        const float a = 6.2831853f * (float)(i % SIDES) / SIDES + (is_upper ? 0.4f : 0);
        const float r = radius * (is_upper ? 0.72f : 1) * (0.85f + 0.2f * sinf(5.1f * (float)i));
        const vector at = {x + r * cosf(a), is_upper ? 0.68f * high : -0.15f, z + r * sinf(a)};
        add_vertex(to, at, (vector){cosf(a), is_upper ? 0.9f : 0.15f, sinf(a)},
                   is_upper ? 0.9f : 0.25f, 0);
    }
    const int32_t top = add_vertex(to, (vector){x, high, z}, (vector){0, 1, 0}, 1, 0);
    for (int32_t i = 0; i < SIDES; i++)
    {
        const int32_t a = first + i, b = first + (i + 1) % SIDES;
        add_triangle(to, a, b, a + SIDES);
        add_triangle(to, b, b + SIDES, a + SIDES);
        add_triangle(to, a + SIDES, b + SIDES, top);
    }
}

/// What is always there, or what there is besides from near.
static void add_part(cover_form form, bool is_more, cover_shape *to)
{
    switch (form)
    {
    case COVER_GRASS:
        add_blades(to, is_more ? 7 : 0, is_more ? 16 : 7, 0.027f);
        break;
    case COVER_FLOWERS:
        for (int32_t i = is_more ? 2 : 0; i < (is_more ? 5 : 2); i++)
        {
            add_flower(to, golden * (float)i + 1, 0.14f + 0.07f * (float)i,
                       1 - 0.13f * (float)(i % 3));
        }
        break;
    case COVER_FERN:
        for (int32_t i = is_more ? 5 : 0; i < (is_more ? 8 : 5); i++)
        {
            add_frond(to, i);
        }
        break;
    case COVER_REEDS:
        add_blades(to, is_more ? 4 : 0, is_more ? 8 : 4, 0.035f);
        if (is_more)
        {
            add_head(to, 1, 0.98f);
            add_head(to, 3.6f, 0.85f);
        }
        break;
    case COVER_LEAVES:
        for (int32_t i = is_more ? 4 : 0; i < (is_more ? 10 : 4); i++)
        {
            add_flake(to, i);
        }
        break;
    default:
        if (is_more)
        {
            add_stone(to, 0.4f, 0.1f, 0.16f, 0.6f);
            add_stone(to, -0.2f, 0.38f, 0.11f, 0.45f);
        }
        else
        {
            add_stone(to, 0, 0, 0.3f, 1);
        }
    }
}

void cover_shape_make(cover_form form, bool is_far, cover_shape *out)
{
    *out = (cover_shape){0};
    add_part(form, false, out);
    const int32_t always = out->vertex_count;
    if (!is_far)
    {
        add_part(form, true, out);
    }
    for (int32_t i = always; i < out->vertex_count; i++)
    {
        out->vertices[i].has[2] = 255;
    }
}
