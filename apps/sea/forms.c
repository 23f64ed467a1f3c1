// SPDX-License-Identifier: MIT
#include "sea/forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Faces are quads between rings or rows of points. What is built has the colours of its stuff; rocks of ice and corals are
// white, and get their kind's colour.

static const uint8_t white[4] = {225, 225, 225, 255}, wall[4] = {232, 226, 210, 0},
                     wall_red[4] = {214, 186, 160, 0}, tiles[4] = {178, 92, 66, 0},
                     thatch[4] = {176, 150, 104, 0}, plank[4] = {168, 140, 108, 0},
                     beam[4] = {118, 92, 70, 0}, dark[4] = {70, 62, 56, 0},
                     glass[4] = {96, 116, 128, 0}, canvas[4] = {240, 234, 220, 255},
                     canvas_line[4] = {226, 219, 204, 255}, rope[4] = {150, 132, 104, 0};

// ---- building -------------------------------------------------------------------------------------

enum
{
    MOST = 6000, // vertices and indices of one
};

static loam_result begin(tree_shape *out)
{
    *out = (tree_shape){.vertices = malloc(MOST * sizeof *out->vertices),
                        .indices = malloc(2 * MOST * sizeof *out->indices)};
    if (out->vertices == NULL || out->indices == NULL)
    {
        tree_shape_destroy(out);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the form of an object");
    }
    return LOAM_OK;
}

typedef struct point
{
    float x, y, z;
} point;

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static point cross(point a, point b)
{
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static uint32_t add_vertex(tree_shape *to, point at, point normal, const uint8_t colour[4])
{
    LOAM_ASSERT(NULL, to->vertex_count < MOST);
    const float scale = 127 / fmaxf(sqrtf(dot(normal, normal)), 1e-9f);
    to->vertices[to->vertex_count] = (tree_vertex){
        .at = {at.x, at.y, at.z},
        .normal = {(int8_t)lrintf(normal.x * scale), (int8_t)lrintf(normal.y * scale),
                   (int8_t)lrintf(normal.z * scale), 0},
        .colour = {colour[0], colour[1], colour[2], colour[3]}};
    return to->vertex_count++;
}

static void add_triangle(tree_shape *to, uint32_t a, uint32_t b, uint32_t c)
{
    to->indices[to->index_count++] = a;
    to->indices[to->index_count++] = b;
    to->indices[to->index_count++] = c;
}

/// A flat face; its normal points away from a place inside.
static void add_face(tree_shape *to, const point *corners, int32_t count, point inside,
                     const uint8_t colour[4])
{
    // By diagonals: two corners of a quad may be one.
    point n = cross(minus(corners[2], corners[0]), minus(corners[count - 1], corners[1]));
    const float side = dot(n, minus(corners[0], inside));
    const uint32_t first = to->vertex_count;
    n = side < 0 ? (point){-n.x, -n.y, -n.z} : n;
    if (dot(n, n) < 1e-14f)
    {
        return;
    }
    for (int32_t i = 0; i < count; i++)
    {
        add_vertex(to, corners[i], n, colour);
    }
    for (uint32_t i = 2; i < (uint32_t)count; i++)
    {
        add_triangle(to, first, first + i - 1, first + i);
    }
}

static void add_box(tree_shape *to, point low, point high, const uint8_t colour[4])
{
    const float x[2] = {low.x, high.x}, y[2] = {low.y, high.y}, z[2] = {low.z, high.z};
    const point middle = {0.5f * (x[0] + x[1]), 0.5f * (y[0] + y[1]), 0.5f * (z[0] + z[1])};
    for (int32_t side = 0; side < 6; side++)
    {
        point face[4];
        for (int32_t k = 0; k < 4; k++)
        {
            const int32_t end = side % 2, a = k == 1 || k == 2, b = k >= 2;
            face[k] = side < 2   ? (point){x[end], y[a], z[b]}
                      : side < 4 ? (point){x[a], y[end], z[b]}
                                 : (point){x[a], y[b], z[end]};
        }
        add_face(to, face, 4, middle, colour);
    }
}

/// A round pole between two places.
static void add_pole(tree_shape *to, point a, point b, float radius_a, float radius_b,
                     const uint8_t colour[4])
{
    enum
    {
        SIDES = 6
    };
    const point along = minus(b, a);
    const point aside = fabsf(along.y) > 0.9f * sqrtf(dot(along, along)) ? (point){1, 0, 0}
                                                                         : (point){0, 1, 0};
    point u = cross(along, aside), v = cross(along, u);
    const float su = 1 / sqrtf(dot(u, u)), sv = 1 / sqrtf(dot(v, v));
    const uint32_t first = to->vertex_count;
    for (uint32_t i = 0; i < 2 * SIDES; i++)
    {
        const float turn = 6.2831853f * (float)(i / 2) / SIDES;
        const float c = cosf(turn) * su, s = sinf(turn) * sv;
        const point n = {c * u.x + s * v.x, c * u.y + s * v.y, c * u.z + s * v.z};
        const point from = i % 2 == 0 ? a : b;
        const float r = i % 2 == 0 ? radius_a : radius_b;
        add_vertex(to, (point){from.x + r * n.x, from.y + r * n.y, from.z + r * n.z}, n, colour);
    }
    for (uint32_t i = 0; i < SIDES; i++)
    {
        const uint32_t p = first + 2 * i, q = first + 2 * ((i + 1) % SIDES);
        add_triangle(to, p, p + 1, q);
        add_triangle(to, q, p + 1, q + 1);
    }
}

static float chance(int32_t variant, int32_t number)
{
    const float x = sinf(12.9898f * (float)(number + 1) + 78.233f * (float)(variant + 1)) *
                    43758.547f;
    return x - floorf(x);
}

// ---- ice and corals -----------------------------------------------------------------------------------

/// A block with flat, tilted faces: rings of few corners.
static void add_block(tree_shape *to, int32_t variant, float tall, int32_t sides)
{
    enum
    {
        RINGS = 3
    };
    const float heights[RINGS] = {-0.35f, 0.45f * tall, tall}, wide[RINGS] = {1.0f, 0.92f, 0.45f};
    point rings[RINGS][8];
    for (int32_t r = 0; r < RINGS; r++)
    {
        for (int32_t k = 0; k < sides; k++)
        {
            const float turn = 6.2831853f * ((float)k + 0.5f * chance(variant, 8 * r + k)) /
                               (float)sides;
            const float out = wide[r] * (0.72f + 0.4f * chance(variant, 40 + 8 * r + k));
            const float lift = r > 0 ? 0.3f * tall * (chance(variant, 80 + 8 * r + k) - 0.5f) : 0;
            rings[r][k] = (point){out * cosf(turn), heights[r] + lift, out * sinf(turn)};
        }
    }
    const point inside = {0, 0.4f * tall, 0};
    for (int32_t k = 0; k < sides; k++)
    {
        const int32_t n = (k + 1) % sides;
        for (int32_t r = 0; r + 1 < RINGS; r++)
        {
            const point one[3] = {rings[r][k], rings[r][n], rings[r + 1][n]};
            const point two[3] = {rings[r][k], rings[r + 1][n], rings[r + 1][k]};
            add_face(to, one, 3, inside, white);
            add_face(to, two, 3, inside, white);
        }
        const point cap[3] = {rings[RINGS - 1][k], rings[RINGS - 1][n], {0, 1.05f * tall, 0}};
        add_face(to, cap, 3, inside, white);
    }
}

static void add_coral(tree_shape *to, int32_t variant)
{
    for (int32_t i = 0; i < 9; i++)
    {
        const float turn = 2.4f * (float)i, out = 0.12f + 0.75f * chance(variant, i);
        const float rise = 0.3f + 0.5f * chance(variant, 20 + i);
        const point foot = {0.5f * out * cosf(turn), -0.1f, 0.5f * out * sinf(turn)};
        const point knee = {out * cosf(turn), 0.55f * rise, out * sinf(turn)};
        add_pole(to, foot, knee, 0.10f, 0.075f, white);
        for (int32_t k = 0; k < 2; k++)
        {
            const float fork = turn + (k == 0 ? 0.6f : -0.5f);
            const point top = {knee.x + 0.28f * cosf(fork), rise + 0.12f * (float)k,
                               knee.z + 0.28f * sinf(fork)};
            add_pole(to, knee, top, 0.07f, 0.02f, white);
        }
    }
}

// ---- palms ----------------------------------------------------------------------------------------------

/// How many parts a palm has.
typedef struct palm_detail
{
    int32_t fronds, joints, rings;
} palm_detail;

/// A leaf that rises and hangs down again, with a fold along its middle.
static void add_frond(tree_shape *to, point from, float turn, float rise, float length,
                      int32_t joints)
{
    static const uint8_t rib[4] = {170, 170, 170, 255}, edge[4] = {255, 255, 255, 255};
    const float c = cosf(turn), s = sinf(turn);
    const uint32_t first = to->vertex_count;
    for (int32_t i = 0; i <= joints; i++)
    {
        const float t = (float)i / (float)joints;
        const float out = length * (t - 0.12f * t * t);
        const float up = length * (rise * t - (0.55f + 0.5f * rise) * t * t);
        const float wide = length * 0.17f * sinf(3.0f * fminf(t * 0.93f + 0.07f, 1)) + 0.004f;
        const float hangs = 0.5f * wide;
        const point mid = {from.x + c * out, from.y + up, from.z + s * out};
        const point normal = {-0.35f * c, 1, -0.35f * s};
        for (int32_t side = -1; side <= 1; side += 2)
        {
            const float w = wide * (float)side;
            add_vertex(to, (point){mid.x - s * w, mid.y - hangs, mid.z + c * w},
                       (point){normal.x - 0.5f * s * (float)side, normal.y,
                               normal.z + 0.5f * c * (float)side},
                       edge);
        }
        add_vertex(to, mid, normal, rib);
    }
    for (uint32_t i = 0; i < (uint32_t)joints; i++)
    {
        const uint32_t a = first + 3 * i, b = a + 3;
        add_triangle(to, a, b, a + 2);
        add_triangle(to, b, b + 2, a + 2);
        add_triangle(to, a + 2, b + 2, a + 1);
        add_triangle(to, b + 2, b + 1, a + 1);
    }
}

/// A unit high: a bent trunk and a head of leaves.
static void add_palm(tree_shape *to, int32_t variant, palm_detail detail)
{
    static const uint8_t bark[4] = {150, 128, 104, 0};
    const float lean = 0.1f + 0.16f * chance(variant, 1), top = 0.8f;
    point below = {0, -0.05f, 0};
    for (int32_t i = 1; i <= detail.rings; i++)
    {
        const float t = (float)i / (float)detail.rings;
        const point above = {lean * t * t, top * t, 0.03f * sinf(5 * t)};
        const float wide = 0.026f - 0.012f * t;
        add_pole(to, below, above, wide + 0.004f, wide, bark);
        below = above;
    }
    for (int32_t i = 0; i < detail.fronds; i++)
    {
        const float turn = 2.39996f * (float)i + 0.5f * chance(variant, 60 + i);
        const float rise = 0.95f - 1.15f * (float)i / (float)detail.fronds;
        add_frond(to, below, turn, rise, 0.34f + 0.08f * chance(variant, 30 + i), detail.joints);
    }
}

static loam_result create_palm(int32_t variant, form *out)
{
    loam_result result = begin(&out->near);
    result = result == LOAM_OK ? begin(&out->far) : result;
    if (result != LOAM_OK)
    {
        tree_shape_destroy(&out->near);
        return result;
    }
    add_palm(&out->near, variant, (palm_detail){15, 6, 6});
    add_palm(&out->far, variant, (palm_detail){7, 2, 1});
    out->near.low = 0.7f;
    out->spread = 0.3f;
    out->sways = 1.2f;
    return LOAM_OK;
}

// ---- what was built -----------------------------------------------------------------------------------

static void add_roof(tree_shape *to, float half_x, float half_z, float low, float high,
                     const uint8_t colour[4])
{
    const point inside = {0, low - 0.2f, 0};
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float z = (float)side * half_z, x = (float)side * half_x;
        const point slope[4] = {
            {-half_x, low, z}, {half_x, low, z}, {half_x, high, 0}, {-half_x, high, 0}};
        const point under[4] = {{-half_x, low - 0.05f, z},
                                {half_x, low - 0.05f, z},
                                {half_x, low, z},
                                {-half_x, low, z}};
        const point gable[3] = {{0.93f * x, low, -0.9f * half_z},
                                {0.93f * x, low, 0.9f * half_z},
                                {0.93f * x, high - 0.03f, 0}};
        add_face(to, slope, 4, inside, colour);
        add_face(to, under, 4, inside, colour);
        add_face(to, gable, 3, inside, wall);
    }
}

/// The front looks along x.
static void add_house(tree_shape *to, int32_t variant)
{
    const uint8_t *const walls = variant == 0 ? wall : wall_red;
    const uint8_t *const roof = variant == 0 ? tiles : thatch;
    const float x = 0.72f, z = 0.5f, top = variant == 0 ? 0.62f : 0.5f;
    add_box(to, (point){-x, -0.5f, -z}, (point){x, top, z}, walls);
    add_box(to, (point){-x - 0.03f, -0.5f, -z - 0.03f}, (point){x + 0.03f, 0.06f, z + 0.03f}, dark);
    add_roof(to, 0.84f, 0.66f, top - 0.05f, top + (variant == 0 ? 0.46f : 0.58f), roof);
    add_box(to, (point){x - 0.01f, 0.03f, -0.1f}, (point){x + 0.02f, 0.4f, 0.1f}, beam);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float at = 0.3f * (float)side, front = (float)side;
        add_box(to, (point){x - 0.01f, 0.2f, at - 0.07f}, (point){x + 0.015f, 0.38f, at + 0.07f},
                glass);
        for (int32_t i = -1; i <= 1; i++)
        {
            const float mid = 0.42f * (float)i;
            const float a = front * z, b = front * (z + 0.015f);
            add_box(to, (point){mid - 0.08f, 0.2f, fminf(a, b)},
                    (point){mid + 0.08f, 0.38f, fmaxf(a, b)}, glass);
        }
    }
    if (variant == 0)
    {
        add_box(to, (point){-0.45f, top, 0.12f}, (point){-0.31f, top + 0.56f, 0.26f}, dark);
    }
}

static void add_pier(tree_shape *to)
{
    for (int32_t i = 0; i < 8; i++) // boards with gaps between them
    {
        const float from = -1.03f + 0.2575f * (float)i;
        add_box(to, (point){from, -0.06f, -0.75f}, (point){from + 0.235f, 0, 0.75f}, plank);
    }
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float z = 0.62f * (float)side;
        add_box(to, (point){-1.03f, -0.2f, z - 0.06f}, (point){1.03f, -0.06f, z + 0.06f}, beam);
        add_pole(to, (point){0, -4, z}, (point){0, 0.35f, z}, 0.11f, 0.10f, beam);
    }
}

// ---- boats ----------------------------------------------------------------------------------------------

enum
{
    STATIONS = 11,
    RIBS = 6, // points of a station from keel to rail
};

/// A place of the hull, of half a length: station 0 astern .. 1 at the bow, rib 0 at the keel .. 1 at the rail.
static point hull_at(float along, float up, float side)
{
    const float z = -1 + 2 * along;
    const float fore = fmaxf(along - 0.35f, 0) / 0.65f, aft = fmaxf(0.35f - along, 0) / 0.35f;
    const float beam_here = 0.31f * (1 - powf(fore, 2.3f)) * (1 - 0.35f * aft * aft);
    const float rail = 0.17f + 0.13f * fore * fore + 0.05f * aft * aft;
    const float keel = -0.11f * (1 - powf(fore, 3)) * (1 - 0.7f * aft);
    const float out = sinf(1.5707963f * fminf(0.12f + 1.0f * up, 1));
    return (point){side * beam_here * out * (0.9f + 0.1f * up),
                   keel + (rail - keel) * up * (0.55f + 0.45f * up), z + 0.06f * fore * up};
}

static void add_hull(tree_shape *to, const uint8_t colour[4])
{
    const point inside = {0, 0.05f, 0};
    const uint8_t rail[4] = {plank[0], plank[1], plank[2], 0};
    for (int32_t s = 0; s + 1 < STATIONS; s++)
    {
        const float a = (float)s / (STATIONS - 1), b = (float)(s + 1) / (STATIONS - 1);
        for (int32_t side = -1; side <= 1; side += 2)
        {
            for (int32_t r = 0; r + 1 < RIBS; r++)
            {
                const float u = (float)r / (RIBS - 1), v = (float)(r + 1) / (RIBS - 1);
                const point quad[4] = {hull_at(a, u, (float)side), hull_at(b, u, (float)side),
                                       hull_at(b, v, (float)side), hull_at(a, v, (float)side)};
                add_face(to, quad, 4, inside, r == RIBS - 2 ? rail : colour);
            }
        }
        point deck[4] = {hull_at(a, 0.86f, -1), hull_at(b, 0.86f, -1), hull_at(b, 0.86f, 1),
                         hull_at(a, 0.86f, 1)};
        add_face(to, deck, 4, inside, s % 2 == 0 ? plank : rope);
    }
    const point stern[4] = {hull_at(0, 0, 0), hull_at(0, 0.6f, -1), hull_at(0, 1, -1),
                            hull_at(0, 1, 1)};
    const point other[3] = {hull_at(0, 0, 0), hull_at(0, 0.6f, 1), hull_at(0, 1, 1)};
    add_face(to, stern, 4, inside, colour);
    add_face(to, other, 3, inside, colour);
}

/// A sheet of points that bulges: from the mast (u 0) to the leech (1), from the boom (v 0) to the gaff (1).
typedef struct sheet
{
    point tack, clew, throat, peak; // its corners
    point bulge;                    // where to, in its middle
} sheet;

static point sheet_at(const sheet *s, float u, float v)
{
    const float w[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
    const float b = 16 * u * (1 - u) * (0.15f + v * (1 - v)) * 0.62f;
    return (point){w[0] * s->tack.x + w[1] * s->clew.x + w[2] * s->throat.x + w[3] * s->peak.x +
                       b * s->bulge.x,
                   w[0] * s->tack.y + w[1] * s->clew.y + w[2] * s->throat.y + w[3] * s->peak.y +
                       b * s->bulge.y,
                   w[0] * s->tack.z + w[1] * s->clew.z + w[2] * s->throat.z + w[3] * s->peak.z +
                       b * s->bulge.z};
}

static void add_sheet(tree_shape *to, const sheet *s)
{
    enum
    {
        ROWS = 9,
        COLUMNS = 7
    };
    const uint32_t first = to->vertex_count;
    for (int32_t i = 0; i < ROWS * COLUMNS; i++)
    {
        const float u = (float)(i % COLUMNS) / (COLUMNS - 1), v = (float)(i / COLUMNS) / (ROWS - 1);
        const float e = 0.02f;
        const point du = minus(sheet_at(s, u + e, 0.96f * v), sheet_at(s, u - e, 0.96f * v));
        const point dv = minus(sheet_at(s, u, v + e), sheet_at(s, u, v - e));
        add_vertex(to, sheet_at(s, u, v), cross(du, dv),
                   i / COLUMNS % 2 == 0 ? canvas : canvas_line);
    }
    for (uint32_t i = 0; i < (ROWS - 1) * COLUMNS; i++)
    {
        if (i % COLUMNS + 1 < COLUMNS)
        {
            const uint32_t a = first + i;
            add_triangle(to, a, a + 1, a + COLUMNS);
            add_triangle(to, a + 1, a + COLUMNS + 1, a + COLUMNS);
        }
    }
}

/// Mast, boom and gaff, the sail between them as far as it is set, and a jib.
static void add_rig(tree_shape *to, float set, float boom_turn)
{
    const point foot = {0, 0.1f, 0.28f}, top = {0, 2.05f, 0.22f};
    const float c = cosf(boom_turn), s = sinf(boom_turn);
    const point goose = {0, 0.42f, 0.25f}, clew = {s * 1.12f, 0.47f, 0.25f - c * 1.12f};
    const float hoist = 0.42f + (1.72f - 0.42f) * fmaxf(set, 0.06f);
    const point throat = {0, hoist * 0.93f, 0.235f};
    const point peak = {s * 0.72f, hoist + 0.34f * set, 0.235f - c * 0.72f};
    const float belly = 0.2f * set * (boom_turn >= 0 ? 1.0f : -1.0f);
    add_pole(to, foot, top, 0.035f, 0.018f, beam);
    add_pole(to, goose, clew, 0.022f, 0.018f, beam);
    add_pole(to, throat, peak, 0.02f, 0.014f, beam);
    add_pole(to, top, (point){0, 0.32f, 1.02f}, 0.006f, 0.006f, rope);
    add_pole(to, top, hull_at(0.55f, 1, 1), 0.006f, 0.006f, rope);
    add_pole(to, top, hull_at(0.55f, 1, -1), 0.006f, 0.006f, rope);
    add_pole(to, (point){0, 0.24f, 0.8f}, (point){0, 0.38f, 1.35f}, 0.022f, 0.014f, beam);
    const sheet main = {goose, clew, throat, peak, {c * belly, 0, s * belly}};
    add_sheet(to, &main);
    if (set > 0.25f)
    {
        const point tack = {0, 0.4f, 1.3f}, head = {0, 0.4f + 1.35f * set, 1.3f - 0.86f * set};
        const point jib_clew = {0.5f * s * 0.8f + (s >= 0 ? 0.1f : -0.1f), 0.5f, 0.42f};
        const sheet jib = {tack, jib_clew, head, head, {c * belly * 0.7f, 0, 0.02f}};
        add_sheet(to, &jib);
    }
}

loam_result form_create_boat(const sea_boat *boat, tree_shape *out)
{
    const loam_result result = begin(out);
    if (result != LOAM_OK)
    {
        return result;
    }
    uint8_t colour[4] = {134, 92, 62, 0};
    for (int32_t k = 0; k < 3 && boat->colour != 0; k++)
    {
        colour[k] = (uint8_t)(boat->colour >> (16 - 8 * k));
    }
    add_hull(out, colour);
    add_box(out, (point){-0.13f, 0.1f, -0.25f}, (point){0.13f, 0.33f, 0.1f}, wall);
    add_box(out, (point){-0.15f, 0.33f, -0.28f}, (point){0.15f, 0.355f, 0.13f}, beam);
    add_pole(out, (point){0, 0.2f, -0.93f}, (point){0, 0.4f, -0.62f}, 0.015f, 0.012f, beam);
    add_rig(out, boat->sail, boat->boom * 0.017453293f);
    const float half = 0.5f * (boat->length > 0 ? boat->length : 9);
    for (uint32_t i = 0; i < out->vertex_count; i++)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            out->vertices[i].at[k] *= half;
        }
    }
    return LOAM_OK;
}

// ---- all ----------------------------------------------------------------------------------------------

/// Leaves and stones of the land's shapes take the colour of their kind, as bright as they are among themselves.
static void whiten(tree_shape *shape, bool all)
{
    uint8_t max = 1;
    for (uint32_t i = 0; i < shape->vertex_count; i++)
    {
        const uint8_t *const c = shape->vertices[i].colour;
        const bool is_own = all || c[1] > c[0] + 4;
        max = is_own && c[1] > max ? c[1] : max;
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++)
    {
        uint8_t *const c = shape->vertices[i].colour;
        const bool is_own = all || c[1] > c[0] + 4;
        const uint8_t bright = (uint8_t)(255 * c[1] / max);
        c[0] = is_own ? bright : c[0];
        c[1] = is_own ? bright : c[1];
        c[2] = is_own ? bright : c[2];
        c[3] = is_own ? 255 : 0;
    }
}

static loam_result create_grown(loam_thing_kind kind, int32_t variant, form *out)
{
    const loam_result result = tree_shapes_create(kind, variant, &out->near, &out->far);
    if (result == LOAM_OK)
    {
        whiten(&out->near, kind == LOAM_THING_BOULDER);
        whiten(&out->far, kind == LOAM_THING_BOULDER);
        out->spread = fmaxf(out->near.spread, 0.2f);
    }
    return result;
}

static loam_result create_built(loam_isle_shape shape, int32_t variant, tree_shape *out)
{
    const sea_boat moored = {.length = 2, .colour = variant == 0 ? 0 : 0x5a7a86};
    if (shape == LOAM_ISLE_BOAT)
    {
        const loam_result result = form_create_boat(&moored, out);
        for (uint32_t i = 0; i < out->vertex_count && result == LOAM_OK; i++)
        {
            // Objects look along x.
            const float z = out->vertices[i].at[2];
            const int8_t nz = out->vertices[i].normal[2];
            out->vertices[i].at[2] = -out->vertices[i].at[0];
            out->vertices[i].at[0] = z;
            out->vertices[i].normal[2] = (int8_t)-out->vertices[i].normal[0];
            out->vertices[i].normal[0] = nz;
        }
        return result;
    }
    const loam_result result = begin(out);
    if (result != LOAM_OK)
    {
        return result;
    }
    switch (shape)
    {
    case LOAM_ISLE_ICE:
        add_block(out, variant, 1.15f, 7);
        break;
    case LOAM_ISLE_CORAL:
        add_coral(out, variant);
        break;
    case LOAM_ISLE_HOUSE:
        add_house(out, variant);
        break;
    default:
        add_pier(out);
        break;
    }
    return LOAM_OK;
}

loam_result form_create(loam_isle_shape shape, int32_t variant, form *out)
{
    static const struct
    {
        loam_thing_kind kind;
        float sways;
    } grown[] = {[LOAM_ISLE_TREE] = {LOAM_THING_OAK, 1},
                 [LOAM_ISLE_PINE] = {LOAM_THING_SPRUCE, 0.8f},
                 [LOAM_ISLE_BUSH] = {LOAM_THING_BUSH, 0.5f},
                 [LOAM_ISLE_BOULDER] = {LOAM_THING_BOULDER, 0}};
    *out = (form){.spread = 1};
    if (shape == LOAM_ISLE_PALM)
    {
        return create_palm(variant, out);
    }
    if (shape <= LOAM_ISLE_BOULDER)
    {
        out->sways = grown[shape].sways;
        return create_grown(grown[shape].kind, variant, out);
    }
    return create_built(shape, variant, &out->near);
}

void form_destroy(form *f)
{
    tree_shape_destroy(&f->near);
    tree_shape_destroy(&f->far);
    *f = (form){0};
}
