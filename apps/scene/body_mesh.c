// SPDX-License-Identifier: MIT
#include "scene/body_mesh.h"

#ifdef LOAM_SCENE_HAS_IO
#include "loam/export.h"
#endif
#include "scene/materials.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PART = BODY_SIDE / 2, // voxels that are made into blocks at once
    ALL = BODY_SAMPLES * BODY_SAMPLES * BODY_SAMPLES,
};

/// How a voxel's material looks: a texture of the scene, its tint, how much it glows, and whether it lies below the
/// cover of grounds: then the map of grounds has no say in it.
typedef struct voxel_look
{
    uint8_t layer, red, green, blue, glow;
    bool inner;
} voxel_look;

static const voxel_look looks[LOAM_VOXEL_MATERIAL_COUNT] = {
    [LOAM_VOXEL_WATER] = {BODY_WATER, 128, 128, 128, 0, true},
    [LOAM_VOXEL_LAVA] = {MATERIAL_BROWN_ROCK, 255, 120, 40, 255, true},
    [LOAM_VOXEL_ICE] = {MATERIAL_ICE, 128, 128, 128, 0, false},
    [LOAM_VOXEL_SNOW] = {MATERIAL_SNOW, 128, 128, 128, 0, false},
    [LOAM_VOXEL_SOIL] = {MATERIAL_SOIL, 215, 195, 170, 0, true},
    [LOAM_VOXEL_MUD] = {MATERIAL_MUD, 128, 128, 128, 0, false},
    [LOAM_VOXEL_CLAY] = {MATERIAL_MUD, 190, 170, 155, 0, true},
    [LOAM_VOXEL_SAND] = {MATERIAL_SAND, 128, 128, 128, 0, false},
    [LOAM_VOXEL_GRAVEL] = {MATERIAL_GRAVEL, 128, 128, 128, 0, false},
    [LOAM_VOXEL_GRASS] = {MATERIAL_GRASS, 128, 128, 128, 0, false},
    [LOAM_VOXEL_DRY_GRASS] = {MATERIAL_DRY_GRASS, 128, 128, 128, 0, false},
    [LOAM_VOXEL_LUSH_GRASS] = {MATERIAL_GRASS, 100, 135, 90, 0, false},
    [LOAM_VOXEL_FOREST_FLOOR] = {MATERIAL_LITTER, 128, 128, 128, 0, false},
    [LOAM_VOXEL_TUNDRA] = {MATERIAL_TUNDRA, 128, 128, 128, 0, false},
    [LOAM_VOXEL_SANDSTONE] = {MATERIAL_BROWN_ROCK, 165, 145, 112, 0, false},
    [LOAM_VOXEL_RED_SANDSTONE] = {MATERIAL_RED_ROCK, 128, 128, 128, 0, false},
    [LOAM_VOXEL_LIMESTONE] = {MATERIAL_GREY_ROCK, 172, 166, 152, 0, false},
    [LOAM_VOXEL_SHALE] = {MATERIAL_GREY_ROCK, 120, 114, 105, 0, false},
    [LOAM_VOXEL_SLATE] = {MATERIAL_GREY_ROCK, 104, 112, 124, 0, false},
    [LOAM_VOXEL_GRANITE] = {MATERIAL_GREY_ROCK, 136, 124, 116, 0, false},
    [LOAM_VOXEL_BASALT] = {MATERIAL_GREY_ROCK, 96, 94, 100, 0, false},
    [LOAM_VOXEL_COAL] = {MATERIAL_GREY_ROCK, 22, 21, 24, 0, true},
    [LOAM_VOXEL_IRON] = {MATERIAL_BROWN_ROCK, 190, 100, 64, 0, true},
    [LOAM_VOXEL_COPPER] = {MATERIAL_GREY_ROCK, 64, 150, 126, 0, true},
    [LOAM_VOXEL_GOLD] = {MATERIAL_BROWN_ROCK, 255, 210, 60, 0, true},
    [LOAM_VOXEL_QUARTZ] = {MATERIAL_ICE, 150, 146, 156, 1, true},
    [LOAM_VOXEL_LAMP] = {MATERIAL_SNOW, 255, 190, 110, 90, true},
    [LOAM_VOXEL_AMETHYST] = {MATERIAL_ICE, 150, 76, 200, 2, true},
};

// ---- making ---------------------------------------------------------------------------------------

loam_result body_mesher_create(body_mesher *out)
{
    *out = (body_mesher){.env = loam_default_env()};
    out->scratch_size = loam_surface_scratch_size(BODY_SAMPLES, BODY_SAMPLES, BODY_SAMPLES);
    out->materials = malloc(ALL);
    out->density = malloc(ALL);
    out->values = malloc(ALL * sizeof *out->values);
    out->part = malloc((PART + 2) * (PART + 2) * (PART + 2));
    out->scratch = malloc(out->scratch_size);
    out->water = malloc(BODY_COLUMNS * BODY_COLUMNS * sizeof *out->water);
    loam_result result = out->materials != NULL && out->density != NULL && out->values != NULL &&
                                 out->part != NULL && out->scratch != NULL && out->water != NULL
                             ? LOAM_OK
                             : loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for voxels to draw");
    result = result == LOAM_OK ? loam_mesh_create(&out->env, &out->mesh) : result;
    result = result == LOAM_OK ? loam_voxel_mesher_create(&out->env, &out->blocks) : result;
    if (result != LOAM_OK)
    {
        body_mesher_destroy(out);
    }
    return result;
}

void body_mesher_destroy(body_mesher *m)
{
    if (m->mesh != NULL)
    {
        loam_mesh_destroy(m->mesh);
    }
    if (m->blocks != NULL)
    {
        loam_voxel_mesher_destroy(m->blocks);
    }
    free(m->materials);
    free(m->density);
    free(m->values);
    free(m->part);
    free(m->scratch);
    free(m->water);
    free(m->vertices);
    *m = (body_mesher){0};
}

// ---- parts ----------------------------------------------------------------------------------------

static size_t sample(int32_t i, int32_t j, int32_t k)
{
    return ((size_t)(k + BODY_BEFORE) * BODY_SAMPLES + (size_t)(j + BODY_BEFORE)) * BODY_SAMPLES +
           (size_t)(i + BODY_BEFORE);
}

static loam_result add_smooth(body_mesher *m, float voxel_m, float y)
{
    for (size_t i = 0; i < ALL; i++)
    {
        m->values[i] = (float)m->density[i] - 0.5f; // the middle of what was rounded up
    }
    const loam_density_field field = {.values = m->values,
                                      .materials = m->materials,
                                      .w = BODY_SAMPLES,
                                      .h = BODY_SAMPLES,
                                      .d = BODY_SAMPLES,
                                      .corner = {0, y, 0},
                                      .size = voxel_m};
    return loam_mesh_add_surface(m->mesh, &field, m->scratch, m->scratch_size);
}

static loam_result add_block_part(body_mesher *m, float voxel_m, float y, int32_t index)
{
    const int32_t first[3] = {index & 1 ? PART : 0, index & 2 ? PART : 0, index & 4 ? PART : 0};
    uint8_t *to = m->part;
    for (int32_t k = -1; k <= PART; k++)
    {
        for (int32_t j = -1; j <= PART; j++)
        {
            memcpy(to, m->materials + sample(first[0] - 1, first[1] + j, first[2] + k), PART + 2);
            to += PART + 2;
        }
    }
    const loam_voxels voxels = {m->part, PART, PART, PART};
    const float corner[3] = {((float)first[0] - 0.5f) * voxel_m,
                             y + ((float)first[1] - 0.5f) * voxel_m,
                             ((float)first[2] - 0.5f) * voxel_m};
    const loam_voxel_quad *quads;
    uint32_t count;
    const loam_result result = loam_voxel_mesher_run(
        m->blocks, &voxels, (loam_voxel_look){.merge = true}, &quads, &count);
    return result == LOAM_OK ? loam_mesh_add_quads(m->mesh, quads, count, corner, voxel_m) : result;
}

// ---- pools ----------------------------------------------------------------------------------------

static bool is_liquid(uint8_t kind)
{
    return kind == LOAM_VOXEL_WATER || kind == LOAM_VOXEL_LAVA;
}

bool body_mesh_has_liquid(const body_mesher *m)
{
    return memchr(m->materials, LOAM_VOXEL_WATER, ALL) != NULL ||
           memchr(m->materials, LOAM_VOXEL_LAVA, ALL) != NULL;
}

/// Where the pools of a layer are.
typedef struct pool_layer
{
    float voxel_m, y; // y: of the middle of its voxels, m
    int32_t j;
} pool_layer;

/// Whether a column has a water of the surface about there: voxels end as far as one above or below it.
static bool is_surface_water(const body_mesher *m, const pool_layer *at, int32_t i, int32_t k)
{
    const int32_t column = at->voxel_m < 1 ? (i >> 1) + 1 : i + 1,
                  row = at->voxel_m < 1 ? (k >> 1) + 1 : k + 1;
    return m->has_water &&
           fabsf(m->water[row * BODY_COLUMNS + column] - at->y) < 1.5f * at->voxel_m;
}

/// What stands at this height in the voxel or, in rock, beside it: walls are not where voxels end, so a pool
/// reaches into them. LOAM_VOXEL_AIR for nothing.
static uint8_t pool_at(const body_mesher *m, const pool_layer *at, int32_t i, int32_t k)
{
    const int32_t j = at->j;
    const uint8_t own = m->materials[sample(i, j, k)];
    if (own == LOAM_VOXEL_AIR)
    {
        return LOAM_VOXEL_AIR;
    }
    for (int32_t n = 0; n < 9; n++)
    {
        const int32_t ni = i + n % 3 - 1, nk = k + n / 3 - 1;
        const uint8_t there = m->materials[sample(ni, j, nk)];
        if (is_liquid(there) && m->materials[sample(ni, j + 1, nk)] == LOAM_VOXEL_AIR &&
            !is_surface_water(m, at, ni, nk))
        {
            return there;
        }
    }
    return LOAM_VOXEL_AIR;
}

static loam_result add_pool(body_mesher *m, uint8_t kind, const float low[3], float east,
                            float north)
{
    uint32_t at[4];
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < 4 && result == LOAM_OK; i++)
    {
        const loam_vertex v = {
            .position = {low[0] + (i & 1 ? east : 0), low[1], low[2] + (i & 2 ? north : 0)},
            .normal = {0, 1, 0},
            .materials = {kind},
            .weights = {255}};
        result = loam_mesh_add_vertex(m->mesh, &v, &at[i]);
    }
    result = result == LOAM_OK ? loam_mesh_add_triangle(m->mesh, at[0], at[2], at[1]) : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(m->mesh, at[1], at[2], at[3]) : result;
}

static bool has_liquid(const body_mesher *m, int32_t j)
{
    for (int32_t k = -1; k < BODY_SIDE + 1; k++)
    {
        for (int32_t i = -1; i < BODY_SIDE + 1; i++)
        {
            if (is_liquid(m->materials[sample(i, j, k)]))
            {
                return true;
            }
        }
    }
    return false;
}

/// The tops of liquids, which a smooth body does not have, in strips to the east.
static loam_result add_pools(body_mesher *m, float voxel_m, float y, int32_t j)
{
    const pool_layer layer = {voxel_m, y + (float)j * voxel_m, j};
    loam_result result = LOAM_OK;
    for (int32_t k = 0; k < BODY_SIDE; k++)
    {
        for (int32_t i = 0; i < BODY_SIDE && result == LOAM_OK;)
        {
            const uint8_t kind = pool_at(m, &layer, i, k);
            const int32_t first = i++;
            if (kind == LOAM_VOXEL_AIR)
            {
                continue;
            }
            while (i < BODY_SIDE && pool_at(m, &layer, i, k) == kind)
            {
                i++;
            }
            const float low[3] = {(float)first * voxel_m, y + ((float)j + 0.4f) * voxel_m,
                                  (float)k * voxel_m};
            result = add_pool(m, kind, low, (float)(i - first) * voxel_m, voxel_m);
        }
    }
    return result;
}

void body_mesh_begin(body_mesher *m)
{
    loam_mesh_clear(m->mesh);
    m->has_water = false;
}

loam_result body_mesh_add(body_mesher *m, loam_volume_form form, float voxel_m, float y)
{
    loam_result result = LOAM_OK;
    if (form == LOAM_VOLUME_BLOCKS)
    {
        for (int32_t i = 0; i < 8 && result == LOAM_OK; i++)
        {
            result = add_block_part(m, voxel_m, y, i);
        }
        return result;
    }
    result = add_smooth(m, voxel_m, y);
    for (int32_t j = 0; j < BODY_SIDE && result == LOAM_OK; j++)
    {
        result = has_liquid(m, j) ? add_pools(m, voxel_m, y, j) : LOAM_OK;
    }
    return result;
}

// ---- simplification -----------------------------------------------------------------------------------

#define SHARE 0.1f        // of triangles, if errors allow it
#define ERROR_VOXELS 0.1f // levels differ by more than that

/// Fewer triangles where the body is flat. Sides of the tile stay, so that it fits beside others.
static loam_result simplify(loam_mesh *mesh, float voxel_m)
{
#ifdef LOAM_SCENE_HAS_IO
    return loam_mesh_can_optimise()
               ? loam_mesh_simplify_materials(mesh, SHARE, ERROR_VOXELS * voxel_m)
               : LOAM_OK;
#else
    (void)mesh;
    (void)voxel_m;
    return LOAM_OK;
#endif
}

// ---- skirts -----------------------------------------------------------------------------------------

/// Whether both ends lie on one of the sides of the tile; axis: across that side.
static bool is_on_side(const loam_vertex *a, const loam_vertex *b, float low, float high,
                       int32_t *axis)
{
    for (int32_t k = 0; k < 3; k += 2)
    {
        const float at = a->position[k];
        if (at == b->position[k] && (at == low || at == high))
        {
            *axis = k;
            return true;
        }
    }
    return false;
}

/// A vertex moved into the rock, along the side.
static loam_result add_sunk(loam_mesh *mesh, uint32_t from, int32_t axis, float depth,
                            uint32_t *index)
{
    loam_vertex v = mesh->vertices[from];
    const float flat = v.normal[2 - axis], up = v.normal[1];
    const float length = sqrtf(flat * flat + up * up), scale = depth / fmaxf(length, 0.2f);
    v.position[2 - axis] -= flat * scale;
    v.position[1] -= up * scale;
    return loam_mesh_add_vertex(mesh, &v, index);
}

static loam_result add_skirt(loam_mesh *mesh, uint32_t a, uint32_t b, int32_t axis, float depth)
{
    uint32_t c, d;
    loam_result result = add_sunk(mesh, a, axis, depth, &c);
    result = result == LOAM_OK ? add_sunk(mesh, b, axis, depth, &d) : result;
    result = result == LOAM_OK ? loam_mesh_add_triangle(mesh, a, b, d) : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(mesh, a, d, c) : result;
}

static loam_result add_skirts(loam_mesh *mesh, float voxel_m)
{
    const float side = (float)BODY_SIDE * voxel_m, half = 0.5f * voxel_m;
    const uint32_t count = mesh->index_count;
    loam_result result = LOAM_OK;
    for (uint32_t i = 0; i < count && result == LOAM_OK; i++)
    {
        const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        const uint32_t a = mesh->indices[i], b = mesh->indices[next];
        const loam_vertex *const v = &mesh->vertices[a], *const w = &mesh->vertices[b];
        int32_t axis;
        // Smooth tiles end at whole voxels, blocks between them.
        if (!is_liquid(v->materials[0]) &&
            (is_on_side(v, w, 0, side, &axis) || is_on_side(v, w, -half, side - half, &axis)))
        {
            result = add_skirt(mesh, a, b, axis, 2 * voxel_m);
        }
    }
    return result;
}

// ---- finer blocks beside --------------------------------------------------------------------------------

/// Blocks end half a voxel before the tile, those of the next finer level begin half of theirs before it: they go on
/// to there, and a little further, as a crack is as narrow as a pixel.
static void close_slits(loam_mesh *mesh, float voxel_m, uint32_t finer)
{
    const float side = (float)BODY_SIDE * voxel_m, end = side - 0.5f * voxel_m,
                next = side - 0.2f * voxel_m;
    for (uint32_t i = 0; i < mesh->vertex_count && finer != 0; i++)
    {
        float *const at = mesh->vertices[i].position;
        at[0] = (finer & BODY_EAST) != 0 && at[0] == end ? next : at[0];
        at[2] = (finer & BODY_NORTH) != 0 && at[2] == end ? next : at[2];
    }
}

// ---- vertices ---------------------------------------------------------------------------------------

static void dress(const loam_vertex *from, body_vertex *to)
{
    int32_t shares[BODY_SHARES] = {0}, tint[4] = {0};
    *to = (body_vertex){.at = {from->position[0], from->position[1], from->position[2]}};
    for (int32_t i = 0; i < LOAM_MESH_MATERIALS; i++)
    {
        const uint8_t kind = from->materials[i], weight = from->weights[i];
        const voxel_look *const look =
            &looks[kind < LOAM_VOXEL_MATERIAL_COUNT ? kind : LOAM_VOXEL_GRANITE];
        shares[look->layer] += weight;
        shares[BODY_INNER] += look->inner ? weight : 0;
        tint[0] += look->red * weight;
        tint[1] += look->green * weight;
        tint[2] += look->blue * weight;
        tint[3] += look->glow * weight;
    }
    for (int32_t i = 0; i < BODY_SHARES; i++)
    {
        to->shares[i] = (uint8_t)shares[i];
    }
    for (int32_t i = 0; i < 4; i++)
    {
        to->tint[i] = (uint8_t)(tint[i] / 255);
    }
    for (int32_t i = 0; i < 3; i++)
    {
        to->normal[i] = (int8_t)lrintf(from->normal[i] * 127);
    }
}

loam_result body_mesh_finish(body_mesher *m, float voxel_m, bool simplifies, uint32_t finer)
{
    loam_result result = simplifies ? simplify(m->mesh, voxel_m) : LOAM_OK;
    result = result == LOAM_OK ? add_skirts(m->mesh, voxel_m) : result;
    const uint32_t count = m->mesh->vertex_count;
    if (result != LOAM_OK)
    {
        return result;
    }
    close_slits(m->mesh, voxel_m, finer);
    if (count > m->vertex_room)
    {
        free(m->vertices);
        m->vertices = malloc(count * sizeof *m->vertices);
        m->vertex_room = m->vertices != NULL ? count : 0;
        if (m->vertices == NULL)
        {
            return loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %u vertices", (unsigned)count);
        }
    }
    for (uint32_t i = 0; i < count; i++)
    {
        dress(&m->mesh->vertices[i], &m->vertices[i]);
    }
    return LOAM_OK;
}
