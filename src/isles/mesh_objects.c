// SPDX-License-Identifier: MIT
#include "isles/mesh.h"

#include "base/small.h"
#include "loam/random.h"

#include <math.h>

// What stands on an island as small bodies: rings around an axis for trunks, crowns and rocks, flat faces for what
// was built. Sizes are multiples of an object's radius, and nothing but leaves of palms goes beyond it by much.

/// Where a body is built: (u, v) along the way it looks and to the left of that, h above the ground.
typedef struct stand
{
    loam_mesh *mesh;
    float x, y, z; // of its middle; y of h = 0
    float c, s;    // of its turn
    float radius;
    float foot; // m below y where it begins, within the ground
    uint8_t kind;
    uint64_t seed;
    uint64_t draws;     // of the seed, so far
    loam_result result; // of the first that failed
} stand;

typedef struct point
{
    float u, h, v; // multiples of the radius
} point;

static void place(const stand *at, point p, float out[3])
{
    const float u = p.u * at->radius, v = p.v * at->radius;
    out[0] = at->x + at->c * u - at->s * v;
    out[1] = at->y + p.h * at->radius;
    out[2] = at->z + at->s * u + at->c * v;
}

static uint32_t add_vertex(stand *at, const float position[3], const float normal[3],
                           uint8_t material, float shade)
{
    const uint8_t dark = (uint8_t)(255.0f * loam_clamp01(shade));
    const float scale = 1.0f / sqrtf(normal[0] * normal[0] + normal[1] * normal[1] +
                                     normal[2] * normal[2] + 1e-12f);
    const loam_vertex vertex = {.position = {position[0], position[1], position[2]},
                                .normal = {normal[0] * scale, normal[1] * scale, normal[2] * scale},
                                .uv = {position[0], position[2]},
                                .materials = {material, LOAM_ISLE_SHADE},
                                .weights = {(uint8_t)(255 - dark), dark}};
    uint32_t number = 0;
    at->result = at->result == LOAM_OK ? loam_mesh_add_vertex(at->mesh, &vertex, &number)
                                       : at->result;
    return number;
}

static void add_triangle(stand *at, uint32_t a, uint32_t b, uint32_t c)
{
    at->result = at->result == LOAM_OK ? loam_mesh_add_triangle(at->mesh, a, b, c) : at->result;
}

// ---- rings --------------------------------------------------------------------------------------

/// One ring around the axis, all in multiples of the radius.
typedef struct ring
{
    float radius, height, lean;
    float shade;
} ring;

enum
{
    MAX_SIDES = 8
};

/// One ring's vertices; across and along are of the profile there, for normals.
static void add_ring(stand *at, const ring *to, float across, float along, int32_t sides,
                     uint8_t material, float rough, uint32_t out[MAX_SIDES])
{
    for (int32_t k = 0; k < sides; k++)
    {
        const float angle = 2.0f * LOAM_PI * (float)k / (float)sides;
        const float u = loam_cos(angle), v = loam_sin(angle);
        const float radius = to->radius *
                             (1.0f + rough * (loam_random_float(at->seed, at->draws++) - 0.5f));
        float position[3];
        place(at, (point){u * radius + to->lean, to->height, v * radius}, position);
        const float normal[3] = {along * (at->c * u - at->s * v), -across,
                                 along * (at->s * u + at->c * v)};
        out[k] = add_vertex(at, position, normal, material, to->shade);
    }
}

/// Rings from the lowest to the highest, and triangles between them; where a radius is 0 the body ends in a point.
static void add_rings(stand *at, const ring *rings, int32_t count, int32_t sides, uint8_t material,
                      float rough)
{
    uint32_t below[MAX_SIDES] = {0}, above[MAX_SIDES];
    for (int32_t r = 0; r < count; r++)
    {
        const ring *const before = &rings[r > 0 ? r - 1 : r];
        const ring *const after = &rings[r + 1 < count ? r + 1 : r];
        add_ring(at, &rings[r], after->radius - before->radius, after->height - before->height,
                 sides, material, rough, above);
        for (int32_t k = 0; k < sides && r > 0; k++)
        {
            const int32_t next = (k + 1) % sides;
            if (rings[r - 1].radius > 0.0f)
            {
                add_triangle(at, below[k], above[k], below[next]);
            }
            if (rings[r].radius > 0.0f)
            {
                add_triangle(at, below[next], above[k], above[next]);
            }
        }
        for (int32_t k = 0; k < sides; k++)
        {
            below[k] = above[k];
        }
    }
}

/// How deep in the ground things begin, as a multiple of the radius, below 0.
static float depth_of(const stand *at)
{
    return -at->foot / at->radius - 0.05f;
}

// ---- what grows and lies about ------------------------------------------------------------------

/// Crowns differ: up to so much of the shade, drawn once for an object.
static float own_shade(const stand *at)
{
    return 0.22f * loam_random_float(at->seed, UINT64_MAX);
}

static void add_trunk(stand *at, float width, float height)
{
    const ring rings[] = {{width, depth_of(at), 0.0f, 0.2f}, {0.6f * width, height, 0.0f, 0.1f}};
    add_rings(at, rings, 2, 5, LOAM_ISLE_TRUNK, 0.0f);
}

static void add_tree(stand *at)
{
    const float own = own_shade(at);
    const ring crown[] = {{0.0f, 0.75f, 0.0f, 0.5f + own},
                          {0.78f, 0.95f, 0.0f, 0.3f + own},
                          {1.0f, 1.4f, 0.0f, 0.08f + own},
                          {0.72f, 1.95f, 0.0f, own},
                          {0.0f, 2.25f, 0.0f, own}};
    add_trunk(at, 0.12f, 1.2f);
    add_rings(at, crown, 5, 8, at->kind, 0.3f);
}

static void add_pine(stand *at)
{
    const float own = own_shade(at);
    add_trunk(at, 0.14f, 1.0f);
    for (int32_t i = 0; i < 3; i++)
    {
        const float low = 0.6f + 0.85f * (float)i, wide = 1.0f - 0.26f * (float)i;
        const ring cone[] = {{0.0f, low + 0.1f, 0.0f, 0.6f},
                             {wide, low, 0.0f, 0.4f + own},
                             {0.0f, low + 1.45f - 0.1f * (float)i, 0.0f, own}};
        add_rings(at, cone, 3, 7, at->kind, 0.15f);
    }
}

static void add_bush(stand *at)
{
    const float own = own_shade(at);
    const ring rings[] = {{0.7f, depth_of(at), 0.0f, 0.5f + own},
                          {1.0f, 0.35f, 0.0f, 0.2f + own},
                          {0.6f, 0.8f, 0.0f, own},
                          {0.0f, 0.95f, 0.0f, own}};
    add_rings(at, rings, 4, 6, at->kind, 0.3f);
}

static void add_rock(stand *at, float tall, int32_t sides)
{
    const ring rings[] = {{0.8f, depth_of(at) - 0.2f, 0.0f, 0.3f},
                          {0.95f, 0.2f * tall, 0.0f, 0.12f},
                          {0.6f, 0.8f * tall, 0.0f, 0.0f},
                          {0.0f, tall, 0.0f, 0.0f}};
    add_rings(at, rings, 4, sides, at->kind, 0.4f);
}

/// Branches that lean outwards.
static void add_coral(stand *at)
{
    const float c = at->c, s = at->s;
    for (int32_t i = 0; i < 5; i++)
    {
        const float angle = 2.0f * LOAM_PI * 0.2f * (float)i;
        const ring rings[] = {{0.14f, depth_of(at), 0.05f, 0.3f},
                              {0.12f, 0.4f, 0.35f, 0.1f},
                              {0.0f, 0.8f, 0.6f, 0.0f}};
        at->c = c * loam_cos(angle) - s * loam_sin(angle);
        at->s = s * loam_cos(angle) + c * loam_sin(angle);
        add_rings(at, rings, 3, 4, at->kind, 0.2f);
    }
    at->c = c;
    at->s = s;
}

// ---- flat faces ---------------------------------------------------------------------------------

/// A face of three or four corners with the front away from `inside`.
static void add_face(stand *at, const point *corners, int32_t count, point inside, uint8_t material,
                     float shade)
{
    float p[4][3], from[3], a[3], b[3], n[3];
    uint32_t numbers[4] = {0};
    place(at, inside, from);
    for (int32_t i = 0; i < count; i++)
    {
        place(at, corners[i], p[i]);
    }
    for (int32_t axis = 0; axis < 3; axis++)
    {
        a[axis] = p[1][axis] - p[0][axis];
        b[axis] = p[2][axis] - p[0][axis];
    }
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
    const bool turned = n[0] * (p[0][0] - from[0]) + n[1] * (p[0][1] - from[1]) +
                            n[2] * (p[0][2] - from[2]) <
                        0.0f;
    const float front[3] = {turned ? -n[0] : n[0], turned ? -n[1] : n[1], turned ? -n[2] : n[2]};
    for (int32_t i = 0; i < count; i++)
    {
        numbers[i] = add_vertex(at, p[i], front, material, shade);
    }
    for (int32_t i = 2; i < count; i++)
    {
        add_triangle(at, numbers[0], numbers[turned ? i : i - 1], numbers[turned ? i - 1 : i]);
    }
}

/// A box between two corners.
static void add_box(stand *at, point low, point high, uint8_t material)
{
    const float u[2] = {low.u, high.u}, h[2] = {low.h, high.h}, v[2] = {low.v, high.v};
    const point middle = {0.5f * (u[0] + u[1]), 0.5f * (h[0] + h[1]), 0.5f * (v[0] + v[1])};
    for (int32_t side = 0; side < 6; side++)
    {
        point face[4];
        for (int32_t k = 0; k < 4; k++)
        {
            const int32_t end = side % 2, a = k == 1 || k == 2, b = k >= 2;
            face[k] = side < 2   ? (point){u[end], h[a], v[b]}
                      : side < 4 ? (point){u[a], h[end], v[b]}
                                 : (point){u[a], h[b], v[end]};
        }
        add_face(at, face, 4, middle, material, 0.0f);
    }
}

/// A leaf that rises and hangs down again, seen from both sides.
static void add_frond(stand *at, float top, float lean, float angle, float shade)
{
    static const float away[4] = {0.05f, 0.5f, 0.9f, 1.15f}, rise[4] = {0.0f, 0.2f, 0.02f, -0.35f},
                       half[4] = {0.05f, 0.17f, 0.13f, 0.02f};
    const float c = loam_cos(angle), s = loam_sin(angle);
    for (int32_t i = 0; i < 3; i++)
    {
        point quad[4], above, below;
        for (int32_t k = 0; k < 4; k++)
        {
            const int32_t station = i + (k >= 2);
            const float side = k == 0 || k == 3 ? -half[station] : half[station];
            quad[k] = (point){lean + c * away[station] - s * side, top + rise[station],
                              s * away[station] + c * side};
        }
        above = below = quad[0];
        above.h += 4.0f;
        below.h -= 4.0f;
        add_face(at, quad, 4, below, at->kind, shade);
        add_face(at, quad, 4, above, at->kind, shade + 0.25f);
    }
}

static void add_palm(stand *at)
{
    const float top = 2.3f + 0.9f * loam_random_float(at->seed, at->draws++), own = own_shade(at);
    const float lean = 0.5f * loam_random_float(at->seed, at->draws++);
    const ring trunk[] = {{0.11f, depth_of(at), 0.0f, 0.2f},
                          {0.075f, 0.5f * top, 0.3f * lean, 0.1f},
                          {0.06f, top, lean, 0.1f}};
    add_rings(at, trunk, 3, 5, LOAM_ISLE_TRUNK, 0.0f);
    for (int32_t i = 0; i < 8; i++)
    {
        add_frond(at, top, lean, 2.0f * LOAM_PI * 0.125f * (float)i, own + 0.12f * (float)(i % 2));
    }
}

// ---- what was built -----------------------------------------------------------------------------

static void add_roof(stand *at, float half_u, float half_v, float low, float high)
{
    const point middle = {0.0f, low, 0.0f};
    const point ridge[2] = {{-half_u, high, 0.0f}, {half_u, high, 0.0f}};
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float v = (float)side * half_v, u = (float)side * half_u;
        const point eaves[4] = {{-half_u, low, v}, {half_u, low, v}, ridge[1], ridge[0]};
        const point gable[3] = {{u, low, -half_v}, {u, low, half_v}, {u, high, 0.0f}};
        add_face(at, eaves, 4, middle, LOAM_ISLE_ROOF, side > 0 ? 0.12f : 0.0f);
        add_face(at, gable, 3, middle, LOAM_ISLE_WALL, 0.15f);
    }
    const point ceiling[4] = {{-half_u, low, -half_v},
                              {half_u, low, -half_v},
                              {half_u, low, half_v},
                              {-half_u, low, half_v}};
    add_face(at, ceiling, 4, (point){0.0f, high, 0.0f}, LOAM_ISLE_PLANK, 0.4f);
}

static void add_house(stand *at)
{
    const float u = 0.78f, v = 0.55f;
    add_box(at, (point){-u, depth_of(at), -v}, (point){u, 0.62f, v}, LOAM_ISLE_WALL);
    add_roof(at, 0.85f, 0.66f, 0.56f, 1.12f);
    add_box(at, (point){u - 0.02f, 0.0f, -0.1f}, (point){u + 0.02f, 0.4f, 0.1f}, LOAM_ISLE_PLANK);
    add_box(at, (point){-0.45f, 0.6f, 0.12f}, (point){-0.3f, 1.25f, 0.27f}, LOAM_ISLE_TRUNK);
}

/// Planks, and posts down to the bed.
static void add_pier(stand *at)
{
    const float thin = 0.18f / at->radius;
    add_box(at, (point){-1.03f, -thin, -0.75f}, (point){1.03f, 0.0f, 0.75f}, LOAM_ISLE_PLANK);
    for (int32_t side = -1; side <= 1; side += 2)
    {
        const float v = 0.68f * (float)side;
        add_box(at, (point){-0.1f, depth_of(at), v - 0.1f}, (point){0.1f, 3.0f * thin, v + 0.1f},
                LOAM_ISLE_TRUNK);
    }
}

static void add_boat(stand *at)
{
    static const float outline[7][2] = {{1.0f, 0.0f},   {0.45f, 0.4f},   {-0.6f, 0.4f},
                                        {-0.9f, 0.25f}, {-0.9f, -0.25f}, {-0.6f, -0.4f},
                                        {0.45f, -0.4f}};
    const point inside = {0.0f, 0.1f, 0.0f}, keel = {0.0f, -0.15f, 0.0f}, deck = {0.0f, 0.2f, 0.0f};
    for (int32_t i = 0; i < 7; i++)
    {
        const float au = outline[i][0], av = outline[i][1];
        const float bu = outline[(i + 1) % 7][0], bv = outline[(i + 1) % 7][1];
        const point side[4] = {{0.6f * au, -0.12f, 0.6f * av},
                               {0.6f * bu, -0.12f, 0.6f * bv},
                               {bu, 0.3f, bv},
                               {au, 0.3f, av}};
        const point bottom[3] = {side[0], side[1], keel}, top[3] = {side[2], side[3], deck};
        add_face(at, side, 4, inside, LOAM_ISLE_TRUNK, 0.15f);
        add_face(at, bottom, 3, inside, LOAM_ISLE_TRUNK, 0.3f);
        add_face(at, top, 3, keel, LOAM_ISLE_PLANK, 0.0f);
    }
    add_box(at, (point){0.1f, 0.2f, -0.03f}, (point){0.16f, 1.7f, 0.03f}, LOAM_ISLE_TRUNK);
}

// ---- objects ------------------------------------------------------------------------------------

/// The ground of the mesh at a place in it.
static float ground_at(const isle_mesh_ground *ground, float x, float z)
{
    const float max = (float)(ground->count - 1) - 0.001f;
    const float u = loam_clamp(x / ground->step, 0.0f, max);
    const float v = loam_clamp(z / ground->step, 0.0f, max);
    const int32_t i = loam_floor_int(u), j = loam_floor_int(v);
    const float *const at = ground->heights + (size_t)(j + 1) * (size_t)ground->stride + i + 1;
    const float south = at[0] + (at[1] - at[0]) * (u - (float)i);
    const float north = at[ground->stride] +
                        (at[ground->stride + 1] - at[ground->stride]) * (u - (float)i);
    return south + (north - south) * (v - (float)j);
}

/// How far below the middle of an object the lowest ground is that it covers.
static float foot_of(const isle_mesh_ground *ground, const stand *at, float reach)
{
    float lowest = ground_at(ground, at->x, at->z);
    for (int32_t k = 0; k < 4; k++)
    {
        const float x = at->x + (k % 2 != 0 ? reach : -reach);
        const float here = ground_at(ground, x, at->z + (k / 2 != 0 ? reach : -reach));
        lowest = here < lowest ? here : lowest;
    }
    return lowest < at->y ? at->y - lowest : 0.0f;
}

static void add_object(stand *at, loam_isle_shape shape)
{
    switch (shape)
    {
    case LOAM_ISLE_TREE:
        add_tree(at);
        break;
    case LOAM_ISLE_PALM:
        add_palm(at);
        break;
    case LOAM_ISLE_PINE:
        add_pine(at);
        break;
    case LOAM_ISLE_BUSH:
        add_bush(at);
        break;
    case LOAM_ISLE_BOULDER:
        add_rock(at, 0.8f, 7);
        break;
    case LOAM_ISLE_ICE:
        add_rock(at, 1.2f, 5);
        break;
    case LOAM_ISLE_CORAL:
        add_coral(at);
        break;
    case LOAM_ISLE_HOUSE:
        add_house(at);
        break;
    case LOAM_ISLE_PIER:
        add_pier(at);
        break;
    case LOAM_ISLE_BOAT:
        add_boat(at);
        break;
    default:
        break;
    }
}

loam_result loam_mesh_add_isle_objects(loam_mesh *mesh, const loam_isle_maps *maps,
                                       const isle_mesh_ground *ground)
{
    const float half_x = (float)(maps->isle.x - maps->x), half_z = (float)(maps->isle.z - maps->z);
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < maps->object_count && result == LOAM_OK; i++)
    {
        const loam_isle_object *const object = &maps->objects[i];
        const float angle = object->turn * 2.0f * LOAM_PI;
        const bool wide = object->shape >= LOAM_ISLE_BOULDER;
        stand at = {
            .mesh = mesh,
            .x = half_x + object->x,
            .y = object->y,
            .z = half_z + object->z,
            .c = loam_cos(angle),
            .s = loam_sin(angle),
            .radius = object->radius,
            .kind = (uint8_t)(LOAM_ISLE_FIRST_KIND + (object->kind >= 0 ? object->kind : 0)),
            .seed = loam_seed_at(maps->isle.seed, i, object->shape, 0)};
        at.foot = foot_of(ground, &at, wide ? object->radius : 0.15f * object->radius);
        add_object(&at, (loam_isle_shape)object->shape);
        result = at.result;
    }
    return result;
}
