// SPDX-License-Identifier: MIT
#include "isles/mesh.h"

#include "base/small.h"
#include "isles/isles.h"

#include <string.h>

// An island as triangles: the ground, a grid whose vertices blend the terrains of its maps, and the water above it.
// Ground that has hardly risen from the bed of the sea looks like the bed, as on maps.

enum
{
    MAX_EVERY = 64,
    SOURCES = LOAM_ISLE_MAX_TERRAINS +
              1, // terrains and the bed, of which a vertex has the strongest
};

loam_isle_mesh_def loam_default_isle_mesh_def(void)
{
    return (loam_isle_mesh_def){.every = 1, .objects = true};
}

// ---- materials ----------------------------------------------------------------------------------

static uint32_t rgb_of(loam_colour colour)
{
    return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}

const char *loam_isle_material_name(const loam_isle_type *type, int32_t material)
{
    static const char *const names[] = {"bed",   "shade",   "trunk", "wall", "roof",
                                        "plank", "shallow", "deep",  "foam"};
    if (material < 0 || material >= LOAM_ISLE_MATERIAL_COUNT)
    {
        return "?";
    }
    return material >= LOAM_ISLE_BED          ? names[material - LOAM_ISLE_BED]
           : material >= LOAM_ISLE_FIRST_KIND ? type->kinds[material - LOAM_ISLE_FIRST_KIND].name
                                              : type->terrains[material].name;
}

uint32_t loam_isle_material_colour(const loam_isles_def *def, int32_t type, int32_t material)
{
    static const uint32_t colours[] = {0xcdbb86, 0x16240f, 0x6a4d33, 0xe6dcc4, 0xb5533c, 0x8a6a45};
    const loam_isle_type *const of = &def->types[type];
    if (material < 0 || material >= LOAM_ISLE_FOAM)
    {
        return 0xffffff;
    }
    return material == LOAM_ISLE_DEEP         ? rgb_of(def->water.deep)
           : material == LOAM_ISLE_SHALLOW    ? rgb_of(def->water.shallow)
           : material >= LOAM_ISLE_BED        ? colours[material - LOAM_ISLE_BED]
           : material >= LOAM_ISLE_FIRST_KIND ? of->kinds[material - LOAM_ISLE_FIRST_KIND].colour
                                              : of->terrains[material].colour;
}

// ---- the ground ---------------------------------------------------------------------------------

/// A mesh under way.
typedef struct isle_mesher
{
    loam_mesh *mesh;
    loam_isles *isles;
    const loam_isle_maps *maps;
    const loam_isle_mesh_def *def;
    isle_mesh_ground ground;
    uint8_t *materials, *weights; // four a vertex
    uint32_t *water;              // the sheet's vertices, UINT32_MAX where there is none
    size_t vertices;              // of the ground
} isle_mesher;

static size_t height_bytes(const isle_mesher *m)
{
    return (size_t)m->ground.stride * (size_t)m->ground.stride * sizeof(float);
}

/// How much of a sample belongs to the island, in 255 parts.
static uint32_t raised_parts(const isle_mesher *m, size_t at)
{
    float raised = 0.0f;
    for (int32_t i = 0; i < m->maps->isle.node_count; i++)
    {
        raised += m->maps->products[(size_t)i * m->maps->samples + at];
    }
    const float depth = loam_isles_get_def(m->isles)->depth;
    return (uint32_t)(255.0f * loam_clamp01(4.0f * raised / depth));
}

/// The four strongest of several shares, as parts of 255.
static void pick_strongest(uint32_t shares[SOURCES], uint8_t materials[LOAM_MESH_MATERIALS],
                           uint8_t weights[LOAM_MESH_MATERIALS])
{
    uint32_t picked[LOAM_MESH_MATERIALS], all = 0, given = 0;
    for (int32_t k = 0; k < LOAM_MESH_MATERIALS; k++)
    {
        int32_t best = 0;
        for (int32_t i = 1; i < SOURCES; i++)
        {
            best = shares[i] > shares[best] ? i : best;
        }
        picked[k] = shares[best];
        all += shares[best];
        shares[best] = 0;
        materials[k] = (uint8_t)(best < LOAM_ISLE_MAX_TERRAINS ? LOAM_ISLE_FIRST_TERRAIN + best
                                                               : LOAM_ISLE_BED);
    }
    for (int32_t k = 1; k < LOAM_MESH_MATERIALS; k++)
    {
        weights[k] = (uint8_t)(255 * picked[k] / all);
        given += weights[k];
    }
    weights[0] = (uint8_t)(255 - given);
}

/// Vertex (i, j): beyond the maps there is the bed alone.
static void blend_vertex(const isle_mesher *m, int32_t i, int32_t j)
{
    const int32_t side = m->maps->side, column = i * m->def->every, row = j * m->def->every;
    const size_t vertex = LOAM_MESH_MATERIALS * ((size_t)j * (size_t)m->ground.count + (size_t)i);
    uint32_t shares[SOURCES] = {0}, raised = 0;
    if (column < side && row < side)
    {
        const size_t at = (size_t)row * (size_t)side + (size_t)column;
        raised = raised_parts(m, at);
        for (int32_t t = 0; t < LOAM_ISLE_MAX_TERRAINS; t++)
        {
            shares[t] = raised * m->maps->terrains[at * LOAM_ISLE_MAX_TERRAINS + (size_t)t];
        }
    }
    shares[LOAM_ISLE_MAX_TERRAINS] = (255 - raised) * 255;
    pick_strongest(shares, m->materials + vertex, m->weights + vertex);
}

static loam_result add_ground(isle_mesher *m)
{
    const isle_mesh_ground *const ground = &m->ground;
    const int64_t step = (int64_t)m->def->every * m->maps->cell;
    const loam_isles_area area = {.x = m->maps->x - step,
                                  .z = m->maps->z - step,
                                  .step = step,
                                  .w = ground->stride,
                                  .h = ground->stride};
    const loam_result result = loam_isles_heights(m->isles, area, ground->heights);
    for (int32_t k = 0; k < ground->count * ground->count && result == LOAM_OK; k++)
    {
        blend_vertex(m, k % ground->count, k / ground->count);
    }
    const loam_height_grid grid = {.w = ground->count,
                                   .h = ground->count,
                                   .step = ground->step,
                                   .height = ground->heights + ground->stride + 1,
                                   .stride = ground->stride,
                                   .apron = true,
                                   .materials = m->materials,
                                   .weights = m->weights};
    return result == LOAM_OK ? loam_mesh_add_grid(m->mesh, &grid, NULL) : result;
}

// ---- water --------------------------------------------------------------------------------------

static float height_at(const isle_mesher *m, int32_t i, int32_t j)
{
    return m->ground.heights[(size_t)(j + 1) * (size_t)m->ground.stride + (size_t)i + 1];
}

/// The vertex of the sheet above (i, j), made when it is asked for first.
static loam_result water_vertex(isle_mesher *m, const loam_sea *sea, int32_t i, int32_t j,
                                uint32_t *out)
{
    uint32_t *const number = &m->water[(size_t)j * (size_t)m->ground.count + (size_t)i];
    loam_result result = LOAM_OK;
    if (*number == UINT32_MAX)
    {
        const float x = (float)i * m->ground.step, z = (float)j * m->ground.step;
        const float depth = height_at(m, i, j) < 0.0f ? -height_at(m, i, j) : 0.0f;
        const float t = loam_clamp01(depth / sea->look.deepest);
        const float foam = 0.85f * loam_sea_foam(sea, m->maps->x + (int64_t)x,
                                                 m->maps->z + (int64_t)z, 0, depth);
        const uint8_t white = (uint8_t)(255.0f * foam);
        const uint8_t deep = (uint8_t)((float)(255 - white) * t * (2.0f - t));
        const loam_vertex vertex = {
            .position = {x, 0.0f, z},
            .normal = {0.0f, 1.0f, 0.0f},
            .uv = {x, z},
            .materials = {LOAM_ISLE_SHALLOW, LOAM_ISLE_DEEP, LOAM_ISLE_FOAM},
            .weights = {(uint8_t)(255 - white - deep), deep, white}};
        result = loam_mesh_add_vertex(m->mesh, &vertex, number);
    }
    *out = *number;
    return result;
}

static bool is_wet(const isle_mesher *m, int32_t i, int32_t j)
{
    return height_at(m, i, j) < 0.0f || height_at(m, i + 1, j) < 0.0f ||
           height_at(m, i, j + 1) < 0.0f || height_at(m, i + 1, j + 1) < 0.0f;
}

static loam_result add_water_square(isle_mesher *m, const loam_sea *sea, int32_t i, int32_t j)
{
    uint32_t corners[4] = {0};
    loam_result result = LOAM_OK;
    for (int32_t k = 0; k < 4 && result == LOAM_OK; k++)
    {
        result = water_vertex(m, sea, i + k % 2, j + k / 2, &corners[k]);
    }
    result = result == LOAM_OK ? loam_mesh_add_triangle(m->mesh, corners[0], corners[2], corners[3])
                               : result;
    return result == LOAM_OK ? loam_mesh_add_triangle(m->mesh, corners[0], corners[3], corners[1])
                             : result;
}

static loam_result add_water(isle_mesher *m)
{
    const int32_t squares = m->ground.count - 1;
    loam_sea sea;
    loam_result result = loam_sea_init(&sea, &loam_isles_get_def(m->isles)->water);
    for (size_t i = 0; i < m->vertices; i++)
    {
        m->water[i] = UINT32_MAX;
    }
    for (int32_t k = 0; k < squares * squares && result == LOAM_OK; k++)
    {
        const int32_t i = k % squares, j = k / squares;
        result = is_wet(m, i, j) ? add_water_square(m, &sea, i, j) : LOAM_OK;
    }
    return result;
}

// ---- the whole ----------------------------------------------------------------------------------

static loam_result check(const loam_isle_maps *maps, const loam_isle_mesh_def *def)
{
    if (def->every < 1 || def->every > MAX_EVERY)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "every is %d; must be 1 to %d", (int)def->every,
                         MAX_EVERY);
    }
    if (maps->terrains == NULL || maps->products == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an island that is not open up to its flats");
    }
    return !def->objects || maps->pages[LOAM_ISLE_OBJECTS] != NULL
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "an island that is not open up to its objects");
}

static loam_result build(isle_mesher *m)
{
    if (m->ground.heights == NULL || m->materials == NULL || m->weights == NULL || m->water == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    loam_result result = add_ground(m);
    result = result == LOAM_OK && m->def->objects
                 ? loam_mesh_add_isle_objects(m->mesh, m->maps, &m->ground)
                 : result;
    return result == LOAM_OK && m->def->water ? add_water(m) : result;
}

loam_result loam_mesh_add_isle(loam_mesh *mesh, loam_isles *isles, const loam_isle_maps *maps,
                               const loam_isle_mesh_def *def)
{
    loam_result result = check(maps, def);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_env *const env = loam_isles_env(isles);
    isle_mesher m = {.mesh = mesh, .isles = isles, .maps = maps, .def = def};
    m.ground.count = (maps->side - 1 + def->every - 1) / def->every + 1;
    m.ground.stride = m.ground.count + 2;
    m.ground.step = (float)(def->every * maps->cell);
    m.vertices = (size_t)m.ground.count * (size_t)m.ground.count;
    m.ground.heights = loam_alloc(env, height_bytes(&m));
    m.materials = loam_alloc(env, LOAM_MESH_MATERIALS * m.vertices);
    m.weights = loam_alloc(env, LOAM_MESH_MATERIALS * m.vertices);
    m.water = loam_alloc(env, m.vertices * sizeof *m.water);
    result = build(&m);
    loam_free(env, m.ground.heights, height_bytes(&m));
    loam_free(env, m.materials, LOAM_MESH_MATERIALS * m.vertices);
    loam_free(env, m.weights, LOAM_MESH_MATERIALS * m.vertices);
    loam_free(env, m.water, m.vertices * sizeof *m.water);
    return result;
}
