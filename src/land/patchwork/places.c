// SPDX-License-Identifier: MIT
#include "land/patchwork/patchwork.h"

#include "base/small.h"
#include "loam/random.h"
#include "mesh/room.h"

#include <math.h>
#include <string.h>

// Where parts lie (Barrio Morra 2021, equations 4 to 7), how many there are, and their triangles.

const char *loam_patch_part_name(loam_patch_part part)
{
    static const char *const names[LOAM_PATCH_PART_COUNT] = {"terrain", "horizontal", "vertical",
                                                             "diagonal"};
    return (int32_t)part >= 0 && part < LOAM_PATCH_PART_COUNT ? names[part] : "?";
}

loam_patch_area loam_patch_area_of(const loam_patchwork_def *def, loam_patch_part part,
                                   int64_t chunk_x, int64_t chunk_z)
{
    const bool right = part == LOAM_PATCH_HORIZONTAL || part == LOAM_PATCH_DIAGONAL;
    const bool above = part == LOAM_PATCH_VERTICAL || part == LOAM_PATCH_DIAGONAL;
    const int32_t side = def->chunk_size;
    loam_patch_area area = {.x = loam_patch_start(def, chunk_x, loam_patch_period_x(def)),
                            .z = loam_patch_start(def, chunk_z, loam_patch_period_z(def)),
                            .w = right ? def->sewing_x : side,
                            .h = above ? def->sewing_z : side};
    area.x += right ? side - 1 : 0;
    area.z += above ? side - 1 : 0;
    return area;
}

static int64_t chunk_along(const loam_patchwork_def *def, int64_t place, int32_t sewing)
{
    const int32_t before = def->chunk_size / 2 - 1 + (sewing - 1) / 2;
    return loam_floor_div(place + before, def->chunk_size + sewing - 2);
}

void loam_patch_chunk_at(const loam_patchwork_def *def, int64_t x, int64_t z, int64_t *chunk_x,
                         int64_t *chunk_z)
{
    *chunk_x = chunk_along(def, x, def->sewing_x);
    *chunk_z = chunk_along(def, z, def->sewing_z);
}

void loam_patch_counts(int64_t w, int64_t h, int64_t counts[LOAM_PATCH_PART_COUNT])
{
    const bool none = w < 1 || h < 1;
    counts[LOAM_PATCH_TERRAIN] = none ? 0 : w * h;
    counts[LOAM_PATCH_HORIZONTAL] = none ? 0 : (w - 1) * h;
    counts[LOAM_PATCH_VERTICAL] = none ? 0 : w * (h - 1);
    counts[LOAM_PATCH_DIAGONAL] = none ? 0 : (w - 1) * (h - 1);
}

// ---- vertices and triangles ---------------------------------------------------------------------

int32_t loam_patch_first_vertex(const loam_patchwork_def *def, loam_patch_part part)
{
    int32_t first = 0;
    for (int32_t i = 0; i < (int32_t)part; i++)
    {
        const loam_patch_area area = loam_patch_area_of(def, (loam_patch_part)i, 0, 0);
        first += area.w * area.h;
    }
    return first;
}

int32_t loam_patch_cell_vertices(const loam_patchwork_def *def)
{
    return (def->chunk_size + def->sewing_x) * (def->chunk_size + def->sewing_z);
}

int32_t loam_patch_index_count(const loam_patchwork_def *def, loam_patch_part part)
{
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    return 6 * (area.w - 1) * (area.h - 1);
}

void loam_patch_indices(const loam_patchwork_def *def, loam_patch_part part, uint32_t *out)
{
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const uint32_t w = (uint32_t)area.w;
    for (int32_t j = 0; j + 1 < area.h; j++)
    {
        for (int32_t i = 0; i + 1 < area.w; i++)
        {
            const uint32_t a = (uint32_t)j * w + (uint32_t)i, b = a + 1, c = a + w, d = c + 1;
            const bool falls = (i + j) % 2 != 0; // diagonals alternate, as in other grids
            const uint32_t corners[6] = {a, c, falls ? b : d, falls ? c : a, d, b};
            for (int32_t k = 0; k < 6; k++)
            {
                *out++ = corners[k];
            }
        }
    }
}

static loam_vertex mesh_vertex(const loam_patch_vertex *from, float x, float z)
{
    const float east = (float)from->normal[0] * (1.0f / 32767.0f);
    const float north = (float)from->normal[1] * (1.0f / 32767.0f);
    const float rest = 1.0f - east * east - north * north;
    loam_vertex vertex = {.position = {x, from->height, z},
                          .normal = {east, sqrtf(rest > 0.0f ? rest : 0.0f), north},
                          .uv = {x, z}};
    memcpy(vertex.materials, from->materials, sizeof vertex.materials);
    memcpy(vertex.weights, from->weights, sizeof vertex.weights);
    return vertex;
}

loam_result loam_mesh_add_patch(loam_mesh *mesh, const loam_patchwork_def *def,
                                const loam_patch_vertex *cell, loam_patch_part part,
                                const float offset[3])
{
    static const float none[3];
    const float *const by = offset != NULL ? offset : none;
    const loam_patch_area area = loam_patch_area_of(def, part, 0, 0);
    const uint32_t first = mesh->vertex_count, vertices = (uint32_t)area.w * (uint32_t)area.h;
    const uint32_t indices = (uint32_t)loam_patch_index_count(def, part);
    const loam_result result = loam_mesh_more_room(mesh, vertices, indices);
    if (result != LOAM_OK)
    {
        return result;
    }
    const loam_patch_vertex *const from = cell + loam_patch_first_vertex(def, part);
    for (uint32_t i = 0; i < vertices; i++)
    {
        const uint32_t column = i % (uint32_t)area.w, row = i / (uint32_t)area.w;
        loam_vertex *const to = &mesh->vertices[first + i];
        *to = mesh_vertex(&from[i], (float)column * def->spacing + by[0],
                          (float)row * def->spacing + by[2]);
        to->position[1] += by[1];
    }
    uint32_t *const corners = mesh->indices + mesh->index_count;
    loam_patch_indices(def, part, corners);
    for (uint32_t i = 0; i < indices; i++)
    {
        corners[i] += first;
    }
    mesh->vertex_count += vertices;
    mesh->index_count += indices;
    return LOAM_OK;
}

/// Numbers, not bytes, so that every machine agrees.
uint64_t loam_patch_cell_hash(const loam_patchwork_def *def, const loam_patch_vertex *cell)
{
    uint64_t hash = 0;
    const int32_t count = loam_patch_cell_vertices(def);
    for (int32_t i = 0; i < count; i++)
    {
        uint32_t words[4];
        const loam_patch_vertex *const v = &cell[i];
        memcpy(&words[0], &v->height, sizeof words[0]);
        words[1] = (uint32_t)(uint16_t)v->normal[0] << 16 | (uint16_t)v->normal[1];
        words[2] = (uint32_t)v->materials[0] << 24 | (uint32_t)v->materials[1] << 16 |
                   (uint32_t)v->materials[2] << 8 | v->materials[3];
        words[3] = (uint32_t)v->weights[0] << 24 | (uint32_t)v->weights[1] << 16 |
                   (uint32_t)v->weights[2] << 8 | v->weights[3];
        hash = loam_hash_u32(words, 4, hash);
    }
    return hash;
}
