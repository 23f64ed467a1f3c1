// SPDX-License-Identifier: MIT
#include "scene/tree_mesh.h"

#include "loam/plant_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BANDS = 4, // of a crown, each as wide as the leaves in it
    SIDES = 4, // of a crown from afar
    TRUNK = 3, // of its trunk
};

/// How a kind looks.
typedef struct tree_look
{
    uint8_t wood[3], leaf[3];
    uint8_t turns; // how much the year changes its leaves, of 255
} tree_look;

static const tree_look looks[LOAM_THING_KIND_COUNT] = {
    [LOAM_THING_OAK] = {{78, 62, 46}, {66, 92, 36}, 255},
    [LOAM_THING_BIRCH] = {{190, 186, 176}, {98, 124, 50}, 255},
    [LOAM_THING_SPRUCE] = {{72, 56, 42}, {34, 62, 38}, 0},
    [LOAM_THING_PINE] = {{118, 78, 52}, {50, 80, 44}, 0},
    [LOAM_THING_WILLOW] = {{84, 72, 54}, {98, 118, 62}, 255},
    [LOAM_THING_ACACIA] = {{92, 74, 54}, {94, 110, 48}, 60},
    [LOAM_THING_PALM] = {{112, 92, 66}, {78, 112, 44}, 0},
    [LOAM_THING_BUSH] = {{70, 60, 40}, {76, 98, 42}, 200},
    [LOAM_THING_BOULDER] = {{116, 112, 104}, {116, 112, 104}, 0},
};

// ---- shapes ---------------------------------------------------------------------------------------

static loam_result begin_shape(tree_shape *shape, uint32_t vertices, uint32_t indices)
{
    *shape = (tree_shape){.vertices = malloc((size_t)vertices * sizeof *shape->vertices),
                          .indices = malloc((size_t)indices * sizeof *shape->indices)};
    if (shape->vertices == NULL || shape->indices == NULL)
    {
        tree_shape_destroy(shape);
        return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for the shape of a tree");
    }
    return LOAM_OK;
}

void tree_shape_destroy(tree_shape *shape)
{
    free(shape->vertices);
    free(shape->indices);
    *shape = (tree_shape){0};
}

static tree_vertex make_vertex(const float at[3], const float normal[3], const uint8_t colour[3],
                               float bright, uint8_t turns)
{
    const float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] +
                               normal[2] * normal[2]);
    tree_vertex v = {.at = {at[0], at[1], at[2]}, .colour = {0, 0, 0, turns}};
    for (int32_t i = 0; i < 3; i++)
    {
        v.normal[i] = (int8_t)lrintf(127 * normal[i] / fmaxf(length, 1e-6f));
        v.colour[i] = (uint8_t)fminf((float)colour[i] * bright, 255);
    }
    return v;
}

/// A ring of corners about the upright, from the last one's corners to its own.
static void add_ring(tree_shape *to, int32_t sides, float radius, float y, float tilt,
                     const tree_look *look, const uint8_t colour[3], float bright, bool joins)
{
    const uint32_t first = to->vertex_count, n = (uint32_t)sides;
    const uint8_t turns = colour == look->leaf ? look->turns : 0;
    for (uint32_t i = 0; i < n; i++)
    {
        const float turn = 6.2831853f * (float)i / (float)n;
        const float at[3] = {radius * cosf(turn), y, radius * sinf(turn)};
        const float normal[3] = {cosf(turn), tilt, sinf(turn)};
        to->vertices[to->vertex_count++] = make_vertex(at, normal, colour, bright, turns);
    }
    for (uint32_t i = 0; i < n && joins; i++)
    {
        const uint32_t a = first - n + i, b = first - n + (i + 1) % n;
        const uint32_t quad[6] = {a, b, a + n, b, b + n, a + n};
        memcpy(to->indices + to->index_count, quad, sizeof quad);
        to->index_count += 6;
    }
}

/// How wide a crown is at its bands, from bottom to top, and where it begins.
typedef struct crown
{
    float low, high;
    float radius[BANDS];
} crown;

static loam_result make_far(const crown *c, const tree_look *look, float trunk, tree_shape *out)
{
    const float step = (c->high - c->low) / BANDS;
    const loam_result result = begin_shape(out, TRUNK * 2 + SIDES * (BANDS + 1),
                                           3 * TREE_FAR_TRIANGLES);
    if (result != LOAM_OK)
    {
        return result;
    }
    add_ring(out, TRUNK, trunk, -0.08f, 0, look, look->wood, 0.8f, false);
    add_ring(out, TRUNK, trunk, c->low + step, 0, look, look->wood, 0.8f, true);
    add_ring(out, SIDES, c->radius[0] * 0.5f, c->low, -0.6f, look, look->leaf, 0.5f, false);
    for (int32_t i = 0; i < BANDS; i++)
    {
        const bool is_top = i == BANDS - 1;
        const float high = c->low + step * ((float)i + (is_top ? 1 : 0.6f));
        add_ring(out, SIDES, c->radius[i] * (is_top ? 0.06f : 1), high,
                 is_top ? 2 : 0.35f * (float)i, look, look->leaf, 0.7f + 0.12f * (float)i, true);
    }
    return LOAM_OK;
}

// ---- trees ----------------------------------------------------------------------------------------

static bool is_leaf(const loam_vertex *v)
{
    return v->materials[0] >= LOAM_PLANT_LEAF;
}

/// Where leaves are, of a mesh whose top is at `top`.
static crown find_crown(const loam_mesh *mesh, float top)
{
    crown c = {.low = 1, .high = 0};
    float sum[BANDS] = {0}, count[BANDS] = {0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const float y = mesh->vertices[i].position[1] / top;
        c.low = is_leaf(&mesh->vertices[i]) ? fminf(c.low, y) : c.low;
        c.high = is_leaf(&mesh->vertices[i]) ? fmaxf(c.high, y) : c.high;
    }
    c.low = fmaxf(c.low, 0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        const float *const at = mesh->vertices[i].position;
        const float band = (at[1] / top - c.low) / fmaxf(c.high - c.low, 0.01f) * BANDS;
        const int32_t k = (int32_t)fminf(fmaxf(band, 0), BANDS - 1);
        if (is_leaf(&mesh->vertices[i]))
        {
            sum[k] += (at[0] * at[0] + at[2] * at[2]) / (top * top);
            count[k] += 1;
        }
    }
    for (int32_t k = 0; k < BANDS; k++)
    {
        c.radius[k] = 1.2f * sqrtf(sum[k] / fmaxf(count[k], 1)) + 0.01f;
    }
    return c;
}

/// Leaves face away from the crown's middle as much as from their twig's, so that the crown is lit as one.
static tree_vertex convert(const loam_vertex *v, float top, const crown *c, const tree_look *look)
{
    const float at[3] = {v->position[0] / top, v->position[1] / top, v->position[2] / top};
    const float middle = 0.5f * (c->low + c->high), half = fmaxf(0.5f * (c->high - c->low), 0.05f);
    const float away[3] = {at[0] / half, (at[1] - middle) / half, at[2] / half};
    if (!is_leaf(v))
    {
        return make_vertex(at, v->normal, look->wood,
                           v->materials[0] == LOAM_PLANT_TWIG ? 0.85f : 1, 0);
    }
    const float out = sqrtf(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    const float normal[3] = {v->normal[0] + 1.2f * away[0], v->normal[1] + 1.2f * away[1] + 0.2f,
                             v->normal[2] + 1.2f * away[2]};
    const float bright = (v->materials[0] == LOAM_PLANT_SHADE ? 0.72f : 1) *
                         (0.6f + 0.35f * fminf(out, 1.1f) + 0.1f * away[1]);
    return make_vertex(at, normal, look->leaf, bright, look->turns);
}

static loam_result make_near(const loam_mesh *mesh, float top, const crown *c,
                             const tree_look *look, tree_shape *out)
{
    const loam_result result = begin_shape(out, mesh->vertex_count, mesh->index_count);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
    {
        out->vertices[i] = convert(&mesh->vertices[i], top, c, look);
    }
    memcpy(out->indices, mesh->indices, mesh->index_count * sizeof *mesh->indices);
    out->vertex_count = mesh->vertex_count;
    out->index_count = mesh->index_count;
    return LOAM_OK;
}

static loam_result shape_tree(const loam_mesh *mesh, const tree_look *look, tree_shape *near,
                              tree_shape *far)
{
    float low[3], high[3];
    loam_mesh_bounds(mesh, low, high);
    const float top = fmaxf(high[1], 0.1f);
    const crown c = find_crown(mesh, top);
    const loam_result result = make_near(mesh, top, &c, look, near);
    for (int32_t i = 0; i < BANDS; i++)
    {
        near->spread = fmaxf(near->spread, c.radius[i]);
    }
    near->low = c.low;
    return result == LOAM_OK ? make_far(&c, look, 0.012f, far) : result;
}

static loam_result make_tree(loam_thing_kind kind, int32_t variant, tree_shape *near,
                             tree_shape *far)
{
    const loam_env env = loam_default_env();
    loam_mesh *mesh = NULL;
    loam_result result = loam_mesh_create(&env, &mesh);
    result = result == LOAM_OK ? loam_mesh_add_thing(mesh, kind, variant, 0) : result;
    result = result == LOAM_OK ? shape_tree(mesh, &looks[kind], near, far) : result;
    loam_mesh_destroy(mesh);
    return result;
}

// ---- bushes and boulders --------------------------------------------------------------------------

/// A round lump on the ground, uneven by its variant.
static loam_result make_lump(loam_thing_kind kind, int32_t variant, int32_t sides, int32_t rings,
                             tree_shape *out)
{
    const tree_look *const look = &looks[kind];
    const uint32_t corners = (uint32_t)(sides * (rings + 1));
    const float wide = kind == LOAM_THING_BUSH ? 0.62f : 0.75f;
    const loam_result result = begin_shape(out, corners, 6 * corners);
    if (result != LOAM_OK)
    {
        return result;
    }
    for (int32_t i = 0; i <= rings; i++)
    {
        const float up = -0.25f + 1.25f * (float)i / (float)rings, turn = 1.5707963f * up;
        add_ring(out, sides, wide * fmaxf(cosf(turn), 0.02f), sinf(turn), tanf(0.9f * turn), look,
                 look->leaf, 0.55f + 0.45f * fmaxf(up, 0), i > 0);
    }
    for (uint32_t i = 0; i < out->vertex_count; i++)
    {
        tree_vertex *const v = &out->vertices[i];
        const float bump = 1 + 0.2f * sinf(7.3f * (float)(i + 1) * (float)(variant + 2));
        v->at[0] *= bump;
        v->at[2] *= bump;
        v->at[1] *= 0.9f + 0.1f * bump;
    }
    out->spread = wide;
    return LOAM_OK;
}

loam_result tree_shapes_create(loam_thing_kind kind, int32_t variant, tree_shape *near,
                               tree_shape *far)
{
    *near = *far = (tree_shape){0};
    loam_result result;
    if (loam_thing_is_tree(kind))
    {
        result = make_tree(kind, variant, near, far);
    }
    else
    {
        const bool bush = kind == LOAM_THING_BUSH;
        result = make_lump(kind, variant, bush ? 9 : 7, bush ? 5 : 4, near);
        result = result == LOAM_OK ? make_lump(kind, variant, 4, 2, far) : result;
    }
    if (result != LOAM_OK)
    {
        tree_shape_destroy(near);
        tree_shape_destroy(far);
    }
    return result;
}
